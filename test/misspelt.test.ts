import { describe, expect, test } from "vitest";
import { AllOf, Date, Dict, Int, List, OneOf, Str, Tuple, Validator } from "../src/index.ts";
import { didYouMean } from "../src/misspelt.ts";
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
  ])("%s: %s", (_why, make, name, meant) => {
    const error = `${make.name} got an unexpected parameter '${name}': did you mean '${meant}'?`;
    const given = make === (Dict as never) ? [{}, { [name]: 1 }] : [{ [name]: 1 }];
    expect(thrown(() => make(...(given as [never])))).toStrictEqual([TypeError, error]);
  });

  test.each([
    ["optional", "a Dict says which of its keys are optional"],
    ["default", "use Default(...)"],
  ])("what is no parameter here is told what says it: %s", (name, instead) => {
    const error = `Str got an unexpected parameter '${name}': ${instead}`;
    expect(thrown(() => Str({ [name]: 1 } as never))).toStrictEqual([TypeError, error]);
  });

  test.each(["size", "x", "", "__proto__", "minlen".repeat(9)])("none is near: %j", (name) => {
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

describe("a class where a validator must be is told what was meant", () => {
  class Own extends Validator {}
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
    ["any other function", () => Dict({ a: String as never }), "Dict.schema['a'] value should be of type Validator"],
  ])("%s", (_name, act, message) => {
    expect(thrown(act)).toStrictEqual([TypeError, message]);
  });
});
