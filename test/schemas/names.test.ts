import fc from "fast-check";
import { expect, test } from "vitest";
import { NAME_STYLES, outerNames, outsideOf, styled } from "../../src/core/schemas/names.ts";
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
