import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { Const, instances } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { refusal, rows, unchanged } from "../support/verdict.ts";

describe("Const", () => {
  describe("accepts its value and returns a copy of the input", () => {
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

    rows([
      [Const(new Set([1, "a"])), new Set(["a", 1]), { value: new Set(["a", 1]) }],
      [Const(new Map([["a", [1]]])), new Map([["a", [1]]]), { value: new Map([["a", [1]]]) }],
      [Const([0]), [-0], { value: [-0] }],
    ]);

    test.each([{ a: [1] }, [[1]], Uint8Array.of(1), new Date(5), new Map([["a", [1]]]), new Set([1])])(
      "neither the input itself nor its own value: %o",
      (input) => {
        const validator = Const(input);
        const [first, second] = [validator(input), validator(input)];
        expect(first).toStrictEqual(input);
        for (const other of [input, second, validator.value]) expect(first).not.toBe(other);
      },
    );

    test.each([
      [Const(new Map([["a", 1]])), Const({ a: 1 })],
      [Const(new Set(["a"])), Const(["a"])],
    ])(
      "no members of a Map or a Set that has more than the value of %s: it may be there many times",
      (...validators) => {
        const keys = Array.from({ length: 1000 }, (_, index) => `k${index}`);
        const [map, set] = [new Map(keys.map((key) => [key, 1])), new Set(keys)];
        const listed = [map.entries(), set.values()].map((iterator) => {
          const spy = vi.spyOn(Object.getPrototypeOf(iterator) as Iterator<unknown>, "next");
          onTestFinished(() => spy.mockRestore());
          return spy;
        });
        const verdicts = validators.map((validator) => [validator.is(map), validator.is(set)]);
        const steps = listed.map((spy) => spy.mock.calls.length);
        expect(verdicts).toEqual([
          [false, false],
          [false, false],
        ]);
        expect(Math.max(...steps)).toBeLessThan(100);
      },
    );

    test("what was read of it, each property once", () => {
      let reads = 0;
      const input = {
        get a() {
          return reads++ === 0 ? [1] : "another";
        },
      };
      const result = Const({ a: [1] })(input);
      expect([reads, Object.getOwnPropertyDescriptor(result, "a")?.value]).toEqual([1, [1]]);
    });

    test("and never more than is needed to tell that it is another", () => {
      const log: PropertyKey[] = [];
      const large = new Proxy(new Array(2 ** 30), {
        get(array, key) {
          log.push(key);
          return Reflect.get(array, key);
        },
      });
      expect(Const([1]).is(large)).toBe(false);
      expect(log).toEqual(["length"]);
      const cycle: unknown[] = [];
      cycle.push(cycle);
      expect(Const([[[1]]]).is(cycle)).toBe(false);
    });

    test("and an array whose length is no number has no items", () => {
      const array = new Proxy([1], { get: (items, key) => (key === "length" ? "1" : Reflect.get(items, key)) });
      const empty = Const([]);
      expect([empty.is(array), empty(array), Const([1]).is(array)]).toEqual([true, [], false]);
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

  test("what cannot be frozen is copied when it goes in and when it comes out", () => {
    const bytes = Uint8Array.of(1, 2);
    const date = new Date(5);
    const value = { bytes, dates: [date], map: new Map([["a", date]]), set: new Set([1]) };
    const validator = Const(value);
    const text = String(validator);
    const spoil = (one: typeof value): void => {
      one.bytes[0] = 9;
      one.dates[0]?.setTime(9);
      one.map.clear();
      one.set.add(9);
    };
    const again = structuredClone(value);
    spoil(value);
    spoil(validator.value as never);
    spoil((refusal(validator, 1).expected as [typeof value])[0]);
    (validator.dump() as { value: typeof value }).value.dates.pop();
    spoil(validator(structuredClone(again)) as never);
    expect(String(validator)).toBe(text);
    expect(validator.is(again)).toBe(true);
    expect(() => Object.assign(validator, { value: 1 })).toThrow(TypeError);
    expect(validator.clone().equals(validator)).toBe(true);
    expect((Const(bytes).value as Uint8Array)[0]).toBe(9);
  });

  test("of nothing that equals itself is still the same validator as its clone", () => {
    const invalid = new Date(Number.NaN);
    for (const value of [Number.NaN, invalid, [invalid], new Map([["a", Number.NaN]])]) {
      expect(Const(value).clone().equals(Const(value))).toBe(true);
      expect(Const(value).equals(Const(new Date(5)))).toBe(false);
    }
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
    ]);
  });
});
