import { describe, expect, test } from "vitest";
import { didYouMean, FORMATS } from "../src/core/misspelt.ts";
import { AllOf, Date, Dict, Float, Int, LazyRef, List, OneOf, Pipe, Str, Tuple, Validator } from "../src/index.ts";
import * as elsewhere from "../src/interop/elsewhere.ts";
import { thrown } from "./support/parameters.ts";

describe("a parameter that is none is told which one was meant", () => {
  test.each<[string, (params: never) => Validator, string, string]>([
    ["of another library", Str as never, "minLength", "minlen"],
    ["in another case", Str as never, "min_length", "minlen"],
    ["in another case still", Str as never, "maxLen", "maxlen"],
    ["of JSON Schema", Int as never, "minimum", "min"],
    ["of JSON Schema", Str as never, "enum", "options"],
    ["of many", Str as never, "regex", "pattern"],
    ["of what has no length", Str as never, "min", "minlen"],
    ["of lists", List as never, "max", "maxlen"],
    ["of zod", Str as never, "trim", "strip"],
    ["with a letter too many", Str as never, "optionss", "options"],
    ["with one too few", Int as never, "nullabe", "nullable"],
    ["with another letter", Int as never, "coorce", "coerce"],
    ["with letters that have changed places", Int as never, "corece", "coerce"],
    ["of dates", Date as never, "timeZone", "tz"],
    ["of Dict", Dict as never, "additionalProperties", "unknown"],
    ...(
      [
        ["gt", Int, "exclusive_min"],
        ["lt", Float, "exclusive_max"],
        ["gte", Int, "min"],
        ["lte", Int, "max"],
        ["step", Int, "multiple_of"],
        ["max", Str, "maxlen"],
        ["min", Dict, "minlen"],
        ["maxSize", List, "maxlen"],
        ["picklist", Str, "options"],
        ["catchall", Dict, "extra"],
        ["error", Str, "message"],
        ["required_error", Str, "messages"],
        ["description", Dict, "meta"],
      ] as const
    ).map(([name, make, meant]): [string, never, string, string] => [
      `of others, ${make.name}`,
      make as never,
      name,
      meant,
    ]),
  ])("%s: %s", (_why, make, name, meant) => {
    const error = `${make.name} got an unexpected parameter '${name}': did you mean '${meant}'?`;
    const given = make === (Dict as never) ? [{}, { [name]: 1 }] : [{ [name]: 1 }];
    expect(thrown(() => make(...(given as [never])))).toStrictEqual([TypeError, error]);
  });

  test.each<[(params: never) => Validator, name: string, instead: string]>([
    [Str, "optional", "a Dict says which of its keys are optional"],
    [Str, "required", "a key of a Dict is required unless it is optional"],
    [Str, "default", "use Default(...)"],
    [Int, "nullish", "use nullable, and optional in a Dict"],
    [Int, "catch", "use Fallback(...)"],
    [Int, "refine", "use AllOf(..., Check(...))"],
    [Int, "superRefine", "use AllOf(..., Check(...))"],
    [Int, "transform", "use AllOf(..., Transform(...))"],
    [Str, "length", "use minlen and maxlen"],
    [List, "length", "use minlen and maxlen"],
    [Int, "positive", "use exclusive_min: 0"],
    [Float, "negative", "use exclusive_max: 0"],
    [Int, "nonnegative", "use min: 0"],
    [Int, "nonpositive", "use max: 0"],
    [Float, "int", "use Int(...)"],
    [Float, "finite", "infinite numbers are refused unless inf says otherwise"],
    [Int, "safe", "unsafe integers are refused unless unsafe says otherwise"],
    [Int, "strict", "values are not converted unless coerce says otherwise"],
    [Dict, "strict", "unknown keys are refused unless unknown says otherwise"],
    [Dict, "passthrough", 'use unknown: "keep"'],
    [Dict, "strip", 'use unknown: "strip"'],
    [Str, "email", 'use format: "email"'],
    [Str, "uuid", 'use format: "uuid"'],
    [Str, "startsWith", "use pattern"],
    [Str, "toLowerCase", 'use case: "lower"'],
  ] as never)("what is no parameter here is told what says it: %o %s", (make, name, instead) => {
    const error = `${make.name} got an unexpected parameter '${name}': ${instead}`;
    const given = make === (Dict as never) ? [{}, { [name]: 1 }] : [{ [name]: 1 }];
    expect(thrown(() => make(...(given as [never])))).toStrictEqual([TypeError, error]);
  });

  test("what is named instead is there", () => {
    expect(Str({ case: "lower", format: "email", pattern: /a/, minlen: 1 })).toBeInstanceOf(Str);
    for (const format of FORMATS) expect(() => Str({ format: format as never })).not.toThrow();
    expect(didYouMean("length", ["min", "max"])).toBe("");
    expect(didYouMean("length", ["minlen", "maxlen"])).toBe("");
  });

  test.each(["colour", "x", "", "__proto__", "minlen".repeat(9)])("none is near: %j", (name) => {
    expect(didYouMean(name, ["min", "max", "minlen", "alias"])).toBe("");
  });

  test("what is meant is a parameter of the class", () => {
    expect(didYouMean("minLength", ["min", "max"])).toBe("");
  });
});

describe("a limit that is none is told which one was meant, by every call", () => {
  const one = Int();
  const calls: Readonly<Record<string, (limits: never) => unknown>> = {
    call: (limits) => one(1, limits),
    safe: (limits) => one.safe(1, limits),
    is: (limits) => one.is(1, limits),
    json: (limits) => one.json("1", limits),
    safeJson: (limits) => one.safeJson("1", limits),
    isJson: (limits) => one.isJson("1", limits),
  };
  const meant = "There is no option 'maxErors': did you mean 'maxErrors'?";

  test.each(Object.entries(calls))("%s", (_, call) => {
    expect(thrown(() => call({ maxErors: 1 } as never))).toStrictEqual([TypeError, meant]);
    expect(thrown(() => call({ bail: true } as never))).toStrictEqual([TypeError, "There is no option 'bail'"]);
    const names = { maxDepth: 1, maxErrors: 1, maxBytes: 1, formatter: undefined };
    for (const limits of [names, {}, Object.create({ maxErors: 1 }), undefined, 0]) {
      expect(() => call(limits as never)).not.toThrow();
    }
  });

  test("those of long texts", async () => {
    const limits = { maxErors: 1 } as never;
    for (const text of ["1", "1".padEnd(300_000)]) {
      await expect(one.jsonAsync(text, limits)).rejects.toThrow(new TypeError(meant));
      await expect(one.safeJsonAsync(text, limits)).rejects.toThrow(new TypeError(meant));
    }
  });
});

describe("what stands where a validator must be is told what was meant", () => {
  class Own extends Validator {}
  const of = (meant: string): string => `Dict.schema['a'] value should be of type Validator: did you mean ${meant}?`;
  const param = (name: string): string =>
    `Dict.schema['${name}'] value should be of type Validator: the parameter follows the schema, Dict({...}, { ${name}: ... })`;
  test.each<[string, () => unknown, string]>([
    ["List", () => List(Str as never), "List parameters should be an object: did you mean Str()?"],
    ["Tuple", () => Tuple(Int(), Str as never), "Tuple parameters should be an object: did you mean Str()?"],
    ["AllOf", () => AllOf([Int()], Str as never), "AllOf parameters should be an object: did you mean Str()?"],
    [
      "OneOf",
      () => OneOf([Int(), Str as never]),
      "OneOf.steps[1] value should be of type Validator: did you mean Str()?",
    ],
    [
      "Dict",
      () => Dict({ a: Str as never }),
      "Dict.schema['a'] value should be of type Validator: did you mean Str()?",
    ],
    [
      "a class of the caller's",
      () => Dict({ a: Own as never }),
      "Dict.schema['a'] value should be of type Validator: did you mean new Own()?",
    ],
    ["a class of JavaScript", () => Dict({ a: String as never }), of("Str()")],
    ["another one", () => Dict({ a: Number as never }), of("Float() or Int()")],
    ["an object", () => Dict({ a: { b: Str() } as never }), of("Dict({...})")],
    ["an array", () => Dict({ a: [Str()] as never }), of("List(...) or Tuple(...)")],
    ["a RegExp", () => Dict({ a: /a/ as never }), of("Str({ pattern: ... })")],
    ["a constant", () => Dict({ a: "b" as never }), of("Const(...)")],
    ["a name of another library", () => Dict({ a: elsewhere.Null as never }), of("Const(null)")],
    ["a function", () => Dict({ a: ((value: unknown) => value) as never }), of("Check(...) or Transform(...)")],
    [
      "a function as a step",
      () => Pipe(Str(), ((value: unknown) => value) as never),
      "AllOf parameters should be an object: did you mean Check(...) or Transform(...)?",
    ],
    ["anything else", () => Dict({ a: 5 as never }), "Dict.schema['a'] value should be of type Validator"],
    [
      "a validator for a reference",
      () => LazyRef(Str() as never),
      "LazyRef.use should be an alias, or a function that returns the validator: () => ...",
    ],
    ["a parameter of Dict in the schema", () => Dict({ a: Int(), optional: ["a"] } as never), param("optional")],
    ["also beside parameters", () => Dict({ extra: [Str(), Int()] } as never, {}), param("extra")],
  ])("%s", (_name, act, message) => {
    expect(thrown(act)).toStrictEqual([TypeError, message]);
  });
});
