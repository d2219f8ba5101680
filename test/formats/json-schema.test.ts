/** The cases of JSON Schema for the formats that it has too; json-schema/suite/README.md says where they come from. */
import { describe, expect, test } from "vitest";
import { fromJsonSchema, Str, toJsonSchema } from "../../src/index.ts";
import type { FormatName } from "../../src/text/formats/index.ts";
import { casesOf, type Group } from "../json-schema/suite.ts";
import { expectAnswered } from "../native/outcome.ts";
import { TESTS as FORMATS, isLeft, REFINED } from "./cases.ts";

const files = Object.entries(casesOf("draft2020-12")).flatMap(([file, groups]): [FormatName, readonly Group[]][] => {
  const name = file.replace("optional/format/", "");
  return name === file || ["unknown", "ecmascript-regex"].includes(name) ? [] : [[name as FormatName, groups]];
});

describe.each(files)("%s", (format, groups) => {
  const str = Str({ format });
  const cases = groups.flatMap(({ schema, tests }) =>
    tests.map((one) => ({ ...one, asked: (schema as { format: FormatName }).format })),
  );

  test.each(cases)("$description", ({ data, valid, asked }) => {
    expect(asked).toBe(format);
    const text = JSON.stringify(data);
    // To JSON Schema, what is no string is of every format.
    const any = fromJsonSchema({ format }, { format: "assertion" });
    expect([any.is(data), any.isJson(text), any.safeJson(text).ok]).toEqual([valid, valid, valid]);
    expectAnswered(isLeft(format, String(data)) ? "delegated" : "native", str, text);
    if (typeof data !== "string") return;
    expect([FORMATS[format](data), str.is(data)]).toEqual([valid, valid]);
    expect([str.isJson(text), str.safeJson(text).ok]).toEqual([valid, valid]);
  });
});

test("its formats are among ours, and none of its cases is missing", () => {
  const counts = files.map(([name, groups]) => [name, groups.flatMap(({ tests }) => tests).length]);
  expect(files.filter(([name]) => !Object.hasOwn(FORMATS, name))).toEqual([]);
  expect(Object.fromEntries(counts)).toEqual({
    date: 81,
    "date-time": 33,
    duration: 52,
    email: 27,
    hostname: 64,
    "idn-email": 18,
    "idn-hostname": 90,
    ipv4: 41,
    ipv6: 42,
    iri: 24,
    "iri-reference": 13,
    "json-pointer": 40,
    regex: 8,
    "relative-json-pointer": 25,
    time: 47,
    uri: 46,
    "uri-reference": 28,
    "uri-template": 38,
    uuid: 28,
  });
});

test.each(REFINED.filter(({ params }) => params.mode))("$params means the same as its JSON Schema", (one) => {
  const read = fromJsonSchema(toJsonSchema(Str(one.params)), { format: "assertion" });
  for (const text of one.good) expect(read.is(text), text).toBe(true);
  for (const text of one.bad) expect(read.is(text), text).toBe(false);
});
