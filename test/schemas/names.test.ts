import fc from "fast-check";
import { expect, test } from "vitest";
import {
  NAME_STYLES,
  NAMING,
  namesIn,
  outerNames,
  outsideOf,
  renamedIn,
  styled,
} from "../../src/core/schemas/names.ts";
import { Dict, Int } from "../../src/index.ts";

test("snake and kebab are the same applied twice, and have the same words", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."aBcD1_- é") }), fc.constantFrom(...NAME_STYLES), (key, style) => {
      if (style !== "camel") expect(styled(styled(key, style), style)).toBe(styled(key, style));
      const inner = (name: string): string => name.replace(/^[_-]+|[_-]+$/gu, "");
      expect(inner(styled(key, "snake")).replaceAll("_", "-")).toBe(inner(styled(key, "kebab")));
    }),
  );
});

test.each([
  ["ab_cd_ef", "abCdEf"],
  ["_ab-cd_", "_abCd_"],
])("%s is %s in camel case", (key, name) => {
  expect(styled(key, "camel")).toBe(name);
});

test("the names outside are lists by key", () => {
  expect([...outsideOf({ a: "x", b: ["y", "z"] }, ["a", "b", "c"])]).toEqual([
    ["a", ["x"]],
    ["b", ["y", "z"]],
    ["c", ["c"]],
  ]);
  expect([...(outerNames(Dict({ aB: Int() }, { names: "kebab" })) ?? [])]).toEqual([["aB", ["a-b"]]]);
  expect(outerNames(Dict({ aB: Int() }))).toBeUndefined();
  expect(outerNames(Int())).toBeUndefined();
});

test("parameters that name keys do so in the forms that are stated", () => {
  expect(Object.keys(NAMING).filter((name) => !Object.hasOwn(Dict.params, name))).toEqual([]);
  const values = { keys: { a: 1, b: 2 }, list: ["a", "b"], lists: { a: ["b", "c"] }, groups: [["a", "b"], ["c"]] };
  const others = { keys: { A: 1, B: 2 }, list: ["A", "B"], lists: { A: ["B", "C"] }, groups: [["A", "B"], ["C"]] };
  for (const [param, naming] of Object.entries(NAMING)) {
    expect(namesIn(param, values[naming])).toEqual(naming === "lists" || naming === "groups" ? [..."abc"] : [..."ab"]);
    expect(renamedIn(param, values[naming], (key) => key.toUpperCase())).toEqual(others[naming]);
    expect(renamedIn(param, undefined, (key) => key)).toBeUndefined();
  }
  expect(renamedIn("multikeys", ["a", "b"], (key) => [key, `${key}2`])).toEqual(["a", "a2", "b", "b2"]);
});
