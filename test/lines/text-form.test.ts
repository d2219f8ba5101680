import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Bool,
  Check,
  Closed,
  Default,
  Dict,
  Fallback,
  Float,
  Int,
  List,
  Nullable,
  OneOf,
  Optional,
  Str,
  Transform,
  type Validator,
} from "../../src/index.ts";
import { rowFormOf } from "../../src/lines/text-form.ts";

/** A class of a program, which has the name of a built-in one. */
const Named = { Int: class extends Int {} };

/** What becomes of a row whose cells are texts; `undefined` if it is refused. */
function read(validator: unknown, row: object | null): unknown {
  const form = rowFormOf(validator as Validator).validator as unknown as {
    safeJson(text: string): { ok: boolean; value?: unknown };
  };
  const result = form.safeJson(JSON.stringify(row));
  return result.ok ? result.value : undefined;
}

describe("a cell of text", () => {
  test.each<[name: string, member: unknown, text: string, value: unknown]>([
    ["an integer", Int(), "12", 12],
    ["no other number for an integer", Int(), "1.5", undefined],
    ["a number", Float(), "1.5", 1.5],
    ["a boolean", Bool(), "true", true],
    ["a boolean in words of its own", Bool({ true: ["ja"], false: ["nein"] } as never), "ja", true],
    ["only those words", Bool({ true: ["ja"], false: ["nein"] } as never), "true", undefined],
    ["an integer that is coerced as its validator says", Int({ coerce: true }), " 12", 12],
    ["a boolean that has words for one of both only", Bool({ true: ["ja"] } as never), "true", undefined],
    ["a boolean that has words for the other only", Bool({ false: ["nein"] } as never), "true", undefined],
    ["an integer of another class as that class does", new Named.Int(), "12", undefined],
    ["an optional one", Optional(Int()), "12", 12],
    ["an optional one inside of another", Nullable(Optional(Int()) as never), "12", 12],
    ["a nullable one", Nullable(Int()), "12", 12],
    ["one with a default", Default(Int(), 1), "12", 12],
    ["one with another for what is wrong", Fallback(Int(), 1), "12", 12],
    ["one that is closed", Closed(Int() as never), "12", 12],
    ["one of several", OneOf(Bool(), Int()), "12", 12],
    ["the last of several", OneOf(Int(), Bool()), "true", true],
    [
      "the first step of several",
      AllOf(
        Int(),
        Check((value: unknown) => value === 12),
      ),
      "12",
      12,
    ],
    ["no later step", AllOf(Str(), Int() as never), "12", undefined],
    ["text", Str(), "12", "12"],
    ["anything", Any(), "12", "12"],
    ["what a function makes of text", Transform((value: unknown) => [value]), "12", ["12"]],
    ["no list", List(Int()), "12", undefined],
  ])("is read as %s", (_, member, text, value) => {
    expect(read(Dict({ a: member as never }), { a: text })).toEqual(value === undefined ? undefined : { a: value });
  });
});

describe("a row of text", () => {
  const dict = Dict({ a: Int() });

  test("has members of each kind", () => {
    expect(read(Dict({ a: Int() }, { extra: [Str(), Bool()] } as never), { a: "1", b: "true" })).toEqual({
      a: 1,
      b: true,
    });
    expect(read(Dict({}, { patterns: { "^n": Int() } } as never), { n1: "1" })).toEqual({ n1: 1 });
    expect(read(Dict(), {})).toEqual({});
  });

  test.each<[name: string, validator: unknown, dicts: number]>([
    ["a Dict", dict, 1],
    ["one that may be null", Nullable(dict), 1],
    ["one that is closed", Closed(dict), 1],
    ["one of several", OneOf(Dict({ b: Int() }), dict), 2],
    ["the first of several steps", AllOf(dict, Dict({ a: Int() })), 1],
  ])("may be %s", (_, validator, dicts) => {
    expect(read(validator, { a: "1" })).toEqual({ a: 1 });
    expect(read(validator, { a: "x" })).toBe(undefined);
    expect(rowFormOf(validator as Validator).dicts).toHaveLength(dicts);
  });

  test.each<[name: string, validator: unknown]>([
    ["Int", Int()],
    ["List", List(dict)],
    ["Any", Any()],
  ])("is no %s", (name, validator) => {
    expect(() => rowFormOf(validator as Validator)).toThrow(
      new TypeError(`the records of CSV need a Dict, whose keys are the columns, not ${name}`),
    );
  });
});
