/** Issues made of failures are those that are made of errors. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kindOf } from "../../src/core/errors/stated.ts";
import * as v from "../../src/index.ts";
import { hideValues } from "../../src/servers/problem.ts";
import * as ar from "../../src/text/locales/ar.ts";
import * as de from "../../src/text/locales/de.ts";
import * as ja from "../../src/text/locales/ja.ts";
import { documents, pairs } from "../support/arbitraries.ts";
import { expectEqual } from "../support/equal.ts";
import { sweep } from "../support/sweep.ts";

const LIMITS: readonly v.Limits[] = [
  {},
  { maxErrors: 1 },
  { maxErrors: 3, locale: Object.values(de)[0] as v.Locale },
  { locale: Object.values(ar)[0] as v.Locale },
  { locale: Object.values(ja)[0] as v.Locale },
];

/** The issues of the errors of a result, and those of its failures, in all forms. */
function expectSame(of: () => v.Result<unknown>, change: (error: v.ValidationError) => void = () => {}): void {
  const [made, unmade] = [of().error, of().error];
  if (made === undefined || unmade === undefined) return;
  change(made);
  change(unmade);
  // Reading an error makes all.
  made.at(0);
  const [errors, failures] = [made.issues, unmade.issues];
  expectEqual(failures, errors);
  expect(failures.map((one) => Object.keys(one))).toEqual(errors.map((one) => Object.keys(one)));
  expect(JSON.stringify(failures)).toBe(JSON.stringify(errors));
  expect(failures.map((one) => JSON.stringify(one))).toEqual(errors.map((one) => JSON.stringify(one)));
  expect(JSON.stringify(unmade)).toBe(JSON.stringify(made));
  // And the other way round.
  expect([...unmade].map(String)).toEqual([...made].map(String));
}

test("of any validator and value, in any language, within any limit", () => {
  fc.assert(
    fc.property(pairs(), fc.constantFrom(...LIMITS), ([validator, value], limits) => {
      expectSame(() => validator.safe(value, limits));
      expectSame(() => validator.safe(value, limits), hideValues);
    }),
    { numRuns: sweep(80, 4000) },
  );
});

test("of any validator and text", () => {
  fc.assert(
    fc.property(documents, fc.constantFrom(...LIMITS), ([validator, text], limits) => {
      expectSame(() => validator.safeJson(text, limits));
      expectSame(() => validator.safeJson(text, limits), hideValues);
    }),
    { numRuns: sweep(60, 2000) },
  );
});

const long = "x".repeat(5000);
const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`~/${index}${"k".repeat(900)}`, 1]));

describe("where the size of JSON is bounded:", () => {
  test.each<[string, v.Validator, unknown]>([
    ["a long text", v.List(v.Str({ maxlen: 1, pattern: "a" })), [long, "a"]],
    ["a long option", v.List(v.Str({ options: [long, "b"] })), ["c", long.slice(1)]],
    ["many options", v.List(v.Str({ options: Array.from({ length: 50 }, String) })), ["c"]],
    ["options of kinds", v.List(v.Const([1, { a: long }])), ["c", 1]],
    ["long keys", v.Dict({}), many],
    ["hidden characters in keys", v.Dict({}), { ["\u202e".repeat(300)]: 1, "\n": 1 }],
    ["deep values", v.List(v.Dict({ [`${"d".repeat(990)}`]: v.List(v.Int()) })), [{ ["d".repeat(990)]: ["a", 1.5] }]],
    ["integers that JSON has no number for", v.List(v.Int({ bigint: true, max: 5 })), [10n ** 400n, 7n]],
    ["values that are no data", v.List(v.Not(v.Any())), [() => 1, new Date(0), new Map([[1, long]]), Number.NaN]],
    ["lists", v.List(v.Not(v.Any())), [[1, [long]], { a: { toJSON: () => 1 } }]],
  ])("%s", (_what, validator, value) => {
    expectSame(() => validator.safe(value));
    expectSame(() => validator.safe(value, { maxErrors: 250 }));
    expectSame(() => validator.safe(value), hideValues);
  });
});

test("a formatter of the caller gets errors", () => {
  const formatter = v.Formatter({ ...v.defaultTemplates, MinValueError: (error) => error.constructor.name });
  expect(v.List(v.Int({ min: 5 })).safe([1], { formatter }).error?.issues[0]?.message).toBe("MinValueError");
});

test("what is read as issues is also there as errors, and what was changed in those is in the issues", () => {
  const { error } = v.List(v.Int({ min: 5 })).safe([1, 2]);
  expect(error?.issues.map(({ pointer }) => pointer)).toEqual(["/0", "/1"]);
  error?.addContext("list");
  expect(error?.issues.map(({ pointer }) => pointer)).toEqual(["/list/0", "/list/1"]);
});

test("classes of the caller's are no kinds, nor are those whose errors say more", () => {
  class Mine extends v.MinValueError {}
  const kinds = [v.MinValueError, v.MissingKeyError, v.InvalidTypeError, Mine, v.CheckError, v.JsonDecodeError];
  expect(kinds.map((one) => kindOf(one as never)?.code)).toEqual([
    "min_value",
    "missing_key",
    "invalid_type",
    undefined,
    undefined,
    undefined,
  ]);
});
