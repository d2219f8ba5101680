/** Of an object with many properties V8 may make a dictionary: each read of a parameter then looks up its name. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import {
  AllOf,
  Const,
  Datetime,
  Dict,
  Float,
  Int,
  List,
  Nullable,
  OneOf,
  Set as SetOf,
  Str,
  Tuple,
} from "../../src/index.ts";

setFlagsFromString("--allow-natives-syntax");
const isFast: (value: object) => boolean = runInNewContext("(value) => %HasFastProperties(value)");
// It is compiled by its first call.
isFast({});
setFlagsFromString("--no-allow-natives-syntax");

const int = Int();
test.each([
  ["Int", Int({ nullable: true, min: 1, max: 5, options: [1, 2], coerce: true })],
  ["Float", Float({ nullable: true, min: 1, max: 5, coerce: true })],
  ["Str", Str({ nullable: true, minlen: 1, maxlen: 5, pattern: "a", format: "email", strip: true, secret: true })],
  ["Const", Const(1)],
  ["Datetime", Datetime({ tz: "UTC", format: "rfc3339", min: "2026-01-01T00:00:00Z", as: "date" })],
  ["Dict", Dict({ a: int }, { optional: ["a"], defaults: { a: 1 }, extra: [Str(), int] })],
  ["List", List(int, { minlen: 1, maxlen: 5, unique: true, contains: int, sort: 1, as: "Float64Array" })],
  ["Set", SetOf(int)],
  ["Tuple", Tuple(int, int)],
  ["Nullable", Nullable(int)],
  ["OneOf", OneOf(int, Str())],
  ["AllOf", AllOf(int, int)],
])("%s is no dictionary object", (_, validator) => {
  expect(isFast(validator)).toBe(true);
});

test("an object that properties were deleted of is one", () => {
  const object: { a?: number; b: number } = { a: 1, b: 2 };
  delete object.a;
  expect(isFast(object)).toBe(false);
});

test("a List is none either where V8 has met many kinds of it", () => {
  const kinds = Array.from({ length: 10 }, () => class extends List {});
  expect(kinds.map((Kind) => isFast(new Kind(int)))).toEqual(kinds.map(() => true));
});
