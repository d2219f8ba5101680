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
import { Dict, Int, Validator } from "../../src/index.ts";

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
  ["ab_cd_ef", "ab_cd_ef", "ab-cd-ef", "abCdEf"],
  ["_ab-cd_", "_ab_cd_", "_ab-cd_", "_abCd_"],
  ["__a-bC__", "__a_b_c__", "__a-b-c__", "__aBC__"],
  ["XMLFile", "xml_file", "xml-file", "xmlFile"],
  ["value2", "value2", "value2", "value2"],
  ["A1B", "a1_b", "a1-b", "a1B"],
  ["getHTTPResponse2Code", "get_http_response2_code", "get-http-response2-code", "getHttpResponse2Code"],
  ["aBC", "a_bc", "a-bc", "aBc"],
  ["aBCd", "a_b_cd", "a-b-cd", "aBCd"],
  ["a__b-c", "a_b_c", "a-b-c", "aBC"],
  ["éÉaÉÉ", "é_éa_éé", "é-éa-éé", "éÉaÉé"],
  ["ßA", "ß_a", "ß-a", "ßA"],
  ["a b", "a b", "a b", "a b"],
  ["--", "--", "--", "--"],
  ["", "", "", ""],
])("%s is %s, %s, %s", (key, ...names) => {
  expect(NAME_STYLES.map((style) => styled(key, style))).toEqual(names);
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

test("they are found once", () => {
  const dict = Dict({ aB: Int() }, { names: "snake" });
  expect(outerNames(dict)).toBe(outerNames(dict));
});

test("a class of the caller's may have a parameter of that name for something else", () => {
  const given = (_owner: unknown, _name: string, value: unknown) => value;
  class Own extends Validator {
    static override readonly params = { names: given, schema: given };
    override check(input: unknown) {
      return input;
    }
  }
  for (const schema of [undefined, null, 5]) expect(outerNames(new Own({ names: "snake", schema }))).toBeUndefined();
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
