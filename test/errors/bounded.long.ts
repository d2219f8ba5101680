/** What errors show, in each of their forms, and what they keep alive. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { findingsOf } from "../../src/cli/findings.ts";
import { json, ndjson } from "../../src/cli/formats.ts";
import * as v from "../../src/index.ts";

const { Any, Const, Dict, formatError, Int, List, MinValueError, OptionsError, Str, Type } = v;

/** A key of 20,000 characters with 10,000 errors under it: 200 MB, if each repeated it. */
const key = "k".repeat(20_000);
const text = `{"${key}":[${new Array(10_000).fill('"x"').join()}]}`;
const errorOf = (validator: v.Validator, json: string): v.ValidationError =>
  (validator.safeJson(json) as { error: v.ValidationError }).error;
const many = errorOf(Dict({ extra: [Str(), List(Int())] }), text);

const FORMS: Readonly<Record<string, (error: v.ValidationError) => string>> = {
  message: (error) => error.message,
  String,
  "formatError()": (error) => error.formatError(),
  formatError: (error) => JSON.stringify(formatError(error)),
  "a Formatter without templates": (error) => JSON.stringify(v.Formatter({})(error)),
  "JSON.stringify": (error) => JSON.stringify(error),
  "JSON.stringify of the issues": (error) => JSON.stringify(error.issues),
  "--format json": (error) => [...findingsOf(error, undefined, 0)].map(json().finding).join(""),
  "--format ndjson": (error) => [...findingsOf(error, undefined, 0)].map(ndjson().finding).join(""),
};

describe("10,000 errors below one long key are shown without repeating it:", () => {
  test.each(Object.entries(FORMS))("%s", (_name, form) => {
    expect(many.length).toBe(10_000);
    expect(form(many).length).toBeLessThan(10_000_000);
  });
});

test("issues of 10,000 errors below one long key hold that key once, and their pointers are whole", () => {
  const [bytes, [issues]] = keptBy(() => many.issues, 1);
  expect(bytes).toBeLessThan(20_000_000);
  expect(issues?.[9999]?.pointer).toBe(`/${key}/9999`);
});

test("the pointers of issues are those of their paths, whatever the path before was", () => {
  const schema = Dict({ "a/b": Dict({ "~": Int(), c: List(Int()) }), "": Int(), d: Int() });
  const { error } = schema.safe({ "a/b": { "~": "x", c: [1, "x", "x"] }, "": "x", d: "x" });
  expect(error?.issues.map(({ pointer }) => pointer)).toEqual(["/a~1b/~0", "/a~1b/c/1", "/a~1b/c/2", "/", "/d"]);
});

describe("one error is shown in a few thousand characters, whatever it is about:", () => {
  const deep = (levels: number): unknown => (levels === 0 ? [] : new Array(100).fill(deep(levels - 1)));
  const values: Readonly<Record<string, unknown>> = {
    "a long text": "a".repeat(100_000),
    "many long texts": new Array(1000).fill("a".repeat(1000)),
    "many keys": Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key ${index}`, index])),
    "a long key": { [key]: 1 },
    "empty arrays in arrays": deep(7),
    bytes: new Uint8Array(100_000),
    "a large bigint": 10n ** 20_000n,
    "a Map": new Map([[key, key]]),
  };
  test.each(Object.entries(values))("%s", (_name, value) => {
    const error = (Const(1).safe(value) as { error: v.ValidationError }).error;
    expect(JSON.stringify(error).length).toBeLessThan(20_000);
    expect((FORMS["--format ndjson"] as (error: v.ValidationError) => string)(error).length).toBeLessThan(120_000);
  });

  test("a value that holds itself", () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic, cyclic);
    const error = (Const(1).safe(cyclic) as { error: v.ValidationError }).error;
    expect(JSON.stringify(error).length).toBeLessThan(20_000);
  });

  test("a value that would run code", () => {
    const loud = {
      get a(): never {
        throw new Error("a getter was run");
      },
      toJSON(): never {
        throw new Error("toJSON was called");
      },
    };
    const [issue] = JSON.parse(JSON.stringify(new OptionsError({ expected: [1], actual: loud })));
    expect(issue.actual).toEqual({ a: "…", toJSON: "toJSON" });
  });
});

describe("as JSON, an error is its issues:", () => {
  const jsonOf = (error: v.ValidationError): unknown => JSON.parse(JSON.stringify(error));

  test("what is small is whole", () => {
    const error = new OptionsError({ context: ["a", 0, new v.Step(1), new v.Extra("KEY")], expected: [1, "b", null] });
    expect(jsonOf(error)).toMatchObject([
      { code: "options", path: ["a", 0], pointer: "/a/0", expected: [1, "b", null] },
    ]);
    expect(jsonOf(new v.SchemaError([new MinValueError({ expected: { a: [1] }, actual: 0 })]))).toMatchObject([
      { code: "min_value", path: [], expected: { a: [1] }, actual: 0 },
    ]);
    const { error: decode } = Any().safeJson("[");
    expect(jsonOf(decode as v.ValidationError)).toMatchObject([{ code: "json_decode", offset: 1, line: 1, column: 2 }]);
  });

  test("what JSON cannot say is its text form", () => {
    expect(jsonOf(new MinValueError({ expected: 5n, actual: new Date(0) }))).toMatchObject([
      { expected: "5n", actual: "1970-01-01T00:00:00.000Z" },
    ]);
  });
});

/** The bytes that what `make` returns keeps alive, and all that it has returned. */
function keptBy<T>(make: (index: number) => T, times = 20): [bytes: number, made: T[]] {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  make(0);
  collect();
  const before = process.memoryUsage().heapUsed;
  const made = Array.from({ length: times }, (_, index) => make(index));
  collect();
  return [process.memoryUsage().heapUsed - before, made];
}

test.each([
  ["JSON text", ""],
  ["text that is not JSON", "}"],
])("errors of %s do not keep the text, nor values that they do not show", (_name, wrong) => {
  const validator = Dict({ text: Str(), many: List(Any()), a: Int(), d: Type(Map) }, { optional: ["d"] });
  const [bytes, errors] = keptBy((index) => {
    const many = Array.from({ length: 20_000 }, (_, at) => ({ at }));
    return errorOf(validator, JSON.stringify({ text: "x".repeat(500_000) + index, many, a: "no", d: [1] }) + wrong);
  });
  expect(bytes).toBeLessThan(5_000_000);
  // And yet they know where they are.
  for (const error of errors) expect(error.offset).toBeGreaterThan(500_000);
});
