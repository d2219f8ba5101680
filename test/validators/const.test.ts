import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/contracts.ts";
import { Const, instances } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { refusal, rows, unchanged } from "../support/verdict.ts";

describe("Const", () => {
  describe("accepts its value and returns the input", () => {
    for (const value of [5, "a", true, false, null, undefined, 5n, [1, [2]], { a: { b: 1 } }]) {
      unchanged(Const(value), [value]);
    }
    rows([
      [Const({ a: 1, b: 2 }), { b: 2, a: 1 }, { value: { b: 2, a: 1 } }],
      [Const(0), -0, { value: -0 }],
      [Const(-0), 0, { value: 0 }],
      [Const(Uint8Array.of(1)), Uint8Array.of(1), { value: Uint8Array.of(1) }],
      [Const(new Date(5)), new Date(5), { value: new Date(5) }],
    ]);

    test("the input itself, not its own copy", () => {
      const input = { a: [1] };
      expect(Const({ a: [1] })(input)).toBe(input);
    });
  });

  describe("gives OptionsError for any other value", () => {
    rows([
      [Const(1), 2, "<OptionsError(expected=[1], actual=2)>"],
      [Const(1), true, "<OptionsError(expected=[1], actual=true)>"],
      [Const(1), 1n, "<OptionsError(expected=[1], actual=1n)>"],
      [Const(1), "1", "<OptionsError(expected=[1], actual='1')>"],
      [Const(null), undefined, "<OptionsError(expected=[null], actual=undefined)>"],
      [Const(undefined), null, "<OptionsError(expected=[undefined], actual=null)>"],
      [Const(Number.NaN), Number.NaN, "<OptionsError(expected=[NaN], actual=NaN)>"],
      [Const([1, 2]), [2, 1], "<OptionsError(expected=[[1, 2]], actual=[2, 1])>"],
      [Const({ a: 1 }), { a: 1, b: 2 }, "<OptionsError(expected=[{a: 1}], actual={a: 1, b: 2})>"],
      [Const(new Date(5)), 5, "<OptionsError(expected=[1970-01-01T00:00:00.005Z], actual=5)>"],
    ]);
  });

  test("keeps a copy of its value that nobody can change", () => {
    const value = { list: [1] };
    const validator = Const(value);
    value.list.push(2);
    expect(validator.is({ list: [1] })).toBe(true);
    expect(Object.isFrozen(validator.value)).toBe(true);
    expect(() => validator.value.list.push(3)).toThrow(TypeError);
    const [expected] = refusal(validator, 1).expected as [{ list: number[] }];
    expect(() => expected.list.push(3)).toThrow(TypeError);
  });

  test("compares what has no structure by identity", () => {
    const object = new (class Point {})();
    expect(Const(object).is(object)).toBe(true);
    expect(Const(object).is(new (class Point {})())).toBe(false);
    const call = (): void => {};
    expect(Const(call).is(call)).toBe(true);
  });

  test("can be given an alias", () => {
    expect(Const(5, { alias: "five" })).toBe(instances.get("five"));
  });

  describe("shows its value, whatever it is", () => {
    makes(Const, [
      [[5], "<Const(value=5)>", { value: 5 }],
      [[false], "<Const(value=false)>", { value: false }],
      [[null], "<Const(value=null)>", { value: null }],
      [[undefined], "<Const(value=undefined)>", { value: { __value__: "undefined", text: "undefined" } }],
      [[""], "<Const(value='')>", { value: "" }],
      [[Number.NaN], "<Const(value=NaN)>", { value: { __value__: "number", text: "NaN" } }],
      [[-0], "<Const(value=-0)>", { value: { __value__: "number", text: "-0" } }],
      [[5n], "<Const(value=5n)>", { value: { __value__: "bigint", text: "5" } }],
      [[Uint8Array.of(1, 255)], "<Const(value=bytes(01ff))>", { value: { __value__: "bytes", text: "01ff" } }],
      [[[undefined]], "<Const(value=[undefined])>", { value: [{ __value__: "undefined", text: "undefined" }] }],
      [
        [{ __class__: "Int" }],
        "<Const(value={__class__: 'Int'})>",
        { value: { __value__: "object", entries: [["__class__", "Int"]] } },
      ],
      [[{ alias: "x" }], "<Const(value={alias: 'x'})>", { value: { alias: "x" } }],
    ]);
  });

  describe("checks its parameters", () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    refuses(Const, [
      [[cyclic], ValueError, "A parameter should not be nested deeper than 512 levels"],
      [[1, 2], TypeError, "Const parameters should be an object"],
      [[1, { nullable: true }], TypeError, "Const got an unexpected parameter 'nullable'"],
    ]);
  });
});
