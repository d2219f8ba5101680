/** Where the result of an encoder goes: which form of a value it takes, and which validators gave it. */
import { describe, expect, test } from "vitest";
import { type Kind, numberForms, sourcesOf, Target } from "../../src/core/encode/target.ts";
import type { Validator } from "../../src/index.ts";
import { AllOf, Any, Check, Dict, If, Int, List, Not, OneOf, Set as SetOf, Str, Tuple, Type } from "../../src/index.ts";

const [int, str, date] = [Int(), Str(), Type(Date)];
const target = (...sources: [Validator, Kind][]): Target =>
  new Target(false, new Map(sources), new Map(sources).values());

test.each([
  [false, ["number"]],
  ["text", ["number", "string"]],
  [true, ["number", "string", "boolean"]],
])("a number with coerce: %j takes %j", (coerce, forms) => {
  expect(numberForms(coerce).filter((form) => form !== false)).toEqual(forms);
});

describe("of the forms of a value is selected", () => {
  test.each<[string, own: Validator, taken: Kind[], forms: (Kind | false)[], form: Kind | undefined]>([
    ["the value itself, if it is taken", str, ["number", "string"], ["number", "string"], "string"],
    ["the first that is taken, if the value is not", str, ["array", "number"], ["number", "array"], "number"],
    ["one that is taken, not the first", int, ["string"], ["number", "string"], "string"],
    ["text for a function", int, ["function"], ["number", "string"], "string"],
    ["the first, if nothing is known", int, [], ["array", "string"], "array"],
    ["the first, if none is taken", int, ["set"], ["array", "string"], "array"],
    ["none that is left out", int, [], [false, "string"], "string"],
    ["none, if there is none", int, ["string"], [false], undefined],
  ])("%s", (_, own, taken, forms, form) => {
    expect(new Target(false, new Map(), taken).formOf(own, forms)).toBe(form);
  });
});

describe("a member comes from", () => {
  const mixed = Dict({ a: int }, { extra: [Str(), str], patterns: { "^x": date } });
  const numbered = Dict({ 1: int }, { extra: [Str(), str] });
  const kept = Dict({ a: int }, { unknown: "keep" });
  const list = (...prefix: Validator[]) => List(Any(), { prefix: prefix as never });

  test.each<[string, [Validator, Kind][], owner: Validator, path: (string | number)[], from: Validator[]]>([
    ["the items of a list", [[List(int), "array"]], List(Any()), ["item"], [int]],
    ["all items of a tuple", [[Tuple(int, str), "array"]], List(Any()), ["item"], [int, str]],
    ["the item at its place", [[Tuple(int, str), "array"]], Tuple(Any(), Any()), ["items", 1], [str]],
    ["the items of a list, at any place", [[List(int), "array"]], Tuple(Any(), Any()), ["items", 1], [int]],
    ["nothing, behind the end", [[Tuple(int, str), "array"]], Tuple(Any(), Any(), Any()), ["items", 2], []],
    ["all items, without a prefix", [[List(str, { prefix: [int] }), "array"]], List(Any()), ["item"], [int, str]],
    ["the items behind the prefix", [[List(str, { prefix: [int] }), "array"]], list(Any()), ["item"], [str]],
    ["the items, with a longer prefix", [[List(str, { prefix: [int] }), "array"]], list(Any(), Any()), ["item"], [str]],
    ["the rest", [[Tuple([int], { rest: str }), "array"]], Tuple([Any()], { rest: Any() }), ["rest"], [str]],
    [
      "the rest, and items of a longer prefix",
      [[Tuple([int, str], { rest: date }), "array"]],
      Tuple([Any()], { rest: Any() }),
      ["rest"],
      [str, date],
    ],
    ["the members of a set, for a set", [[SetOf(int), "set"]], SetOf(Any()), ["item"], [int]],
    ["no set, for a list", [[SetOf(int), "set"]], List(Any()), ["item"], []],
    [
      "only those of its form",
      [
        [SetOf(str), "set"],
        [List(int), "array"],
      ],
      List(Any()),
      ["item"],
      [int],
    ],
    ["the same key", [[mixed, "object"]], mixed, ["schema", "a"], [int]],
    ["the patterns and other keys", [[mixed, "object"]], Dict({ b: Any() }), ["schema", "b"], [date, str]],
    ["any key, for other keys", [[mixed, "object"]], mixed, ["extra", 1], [int, date, str]],
    ["any key, for other keys, whatever its name", [[numbered, "object"]], numbered, ["extra", 1], [int, str]],
    ["any key, for a pattern", [[mixed, "object"]], mixed, ["patterns", "^x"], [int, date, str]],
    ["no other key", [[Dict({ a: int }), "object"]], Dict({ b: Any() }), ["schema", "b"], []],
    ["a key, beside kept ones", [[kept, "object"]], kept, ["schema", "a"], [int]],
    ["what is not known, for a kept key", [[kept, "object"]], Dict({ b: Any() }), ["schema", "b"], []],
    ["what is not known, of anything else", [[Type(Object), "object"]], Dict({ b: Any() }), ["schema", "b"], []],
    [
      "what is not known, if that is so of one of two",
      [
        [kept, "object"],
        [mixed, "object"],
      ],
      Dict({ b: Any() }),
      ["schema", "b"],
      [],
    ],
  ])("%s", (_, sources, owner, path, from) => {
    const members = target(...sources).membersAt(owner, path);
    expect(members).toHaveLength(from.length);
    for (const [index, one] of from.entries()) expect(members[index]).toBe(one);
  });
});

describe("values are those of", () => {
  const check = Check(() => true);
  const number = Int({ coerce: true });

  test.each<[string, Validator[], [Validator, Kind][]]>([
    ["a validator", [int], [[int, "number"]]],
    [
      "two",
      [int, str],
      [
        [str, "string"],
        [int, "number"],
      ],
    ],
    [
      "the steps of a union",
      [OneOf(int, OneOf(str, int))],
      [
        [str, "string"],
        [int, "number"],
      ],
    ],
    ["the last step that makes some", [AllOf(str, number, check)], [[number, "number"]]],
  ])("%s", (_, validators, sources) => {
    expect(new Map(sourcesOf(validators) as Map<Validator, Kind>)).toEqual(new Map(sources));
  });

  test("the input, if all return it", () => {
    expect(sourcesOf([Any(), Not(str), OneOf(Any(), check)])).toBe("input");
    expect(sourcesOf([If(str, Any())])).toBe("input");
    expect(sourcesOf([Any(), int])).toBeUndefined();
    expect(sourcesOf([If(str, int)])).toBeUndefined();
  });

  test("nobody knows whom, if one does not say so, or they are more than a thousand", () => {
    expect(sourcesOf([int, Type(class Own {})])).toBeUndefined();
    const many = Array.from({ length: 1001 }, () => Int());
    expect(sourcesOf(many.slice(1))).toHaveProperty("size", 1000);
    expect(sourcesOf(many)).toBeUndefined();
  });
});
