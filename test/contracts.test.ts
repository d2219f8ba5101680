import { describe, expect, test } from "vitest";
import * as contracts from "../src/core/contracts.ts";
import { Int } from "../src/index.ts";
import { literal } from "../src/values/text.ts";
import { thrown } from "./support/parameters.ts";

const {
  expectBasestr,
  expectStr,
  expectCallable,
  expectContainer,
  expectFlag,
  expectLength,
  expectMapping,
  expectSequence,
  expectTuple,
  ValueError,
} = contracts;

class Holder {}
const holder = new Holder();
type Helper = (obj: object, attr: string, value: unknown, ...more: never[]) => unknown;

/** A row of what a helper returns, or of the class and the message of what it throws. */
type Row = readonly [value: unknown, options: unknown, returned: unknown];
type Refusal = readonly [value: unknown, options: unknown, errorClass: unknown, message: string];

function returns(helper: Helper, table: readonly Row[]): void {
  test.each(table.map((row) => [literal(row[0]), literal(row[1] ?? {}), row] as const))(
    `${helper.name}(obj, 'attr', %s, %s) returns what is to be stored`,
    (_value, _options, [value, options, returned]) => {
      expect(helper(holder, "attr", value, ...([options].filter(Boolean) as never[]))).toStrictEqual(returned);
    },
  );
}

function throws(helper: Helper, table: readonly Refusal[]): void {
  test.each(table.map((row) => [literal(row[0]), literal(row[1] ?? {}), row[3], row] as const))(
    `${helper.name}(obj, 'attr', %s, %s) throws: Holder.attr %s`,
    (_value, _options, _message, [value, options, errorClass, message]) => {
      expect(thrown(() => helper(holder, "attr", value, ...([options].filter(Boolean) as never[])))).toStrictEqual([
        errorClass,
        `Holder.attr${message.startsWith("[") ? "" : " "}${message}`,
      ]);
    },
  );
}

/** All helpers but expectFlag can be nullable; none is by itself. */
describe.each(
  Object.entries(contracts).filter(([name]) => /^expect./.test(name) && name !== "expectFlag") as [string, Helper][],
)("%s", (name, helper) => {
  const more = name === "expectTuple" ? [["string"]] : [];

  test.each([null, undefined])("lets %s pass when nullable, as undefined", (value) => {
    expect(helper(holder, "attr", value, ...([...more, { nullable: true }] as never[]))).toBeUndefined();
  });

  test.each([null, undefined])("refuses %s when not nullable", (value) => {
    for (const options of [{}, { nullable: false }]) {
      expect(() => helper(holder, "attr", value, ...([...more, options] as never[]))).toThrow(TypeError);
    }
  });
});

describe("expect", () => {
  const date = new Date(0);
  returns(contracts.expect, [
    [5, undefined, 5],
    [null, undefined, null],
    [undefined, {}, undefined],
    [null, { nullable: true, types: "string" }, undefined],
    [5, { types: "integer" }, 5],
    [5, { types: "number" }, 5],
    [5, { types: ["string", Number] }, 5],
    [date, { types: Date }, date],
    [5, { notTypes: ["string", Date] }, 5],
    ["5", { convertTo: Number }, 5],
    [5, { convertTo: Number }, 5],
    [date, { convertTo: Date }, date],
    [{}, { convertTo: (value: unknown) => [value] }, [{}]],
  ]);
  throws(contracts.expect, [
    ["5", { types: "integer" }, TypeError, "should be of type integer"],
    [5.5, { types: ["integer", String, Date] }, TypeError, "should be of type integer or string or Date"],
    [null, { types: "string" }, TypeError, "should be of type string"],
    [true, { types: "integer" }, TypeError, "should be of type integer"],
    [true, { notTypes: "boolean" }, TypeError, "should not be of type boolean"],
    [date, { notTypes: ["string", Date] }, TypeError, "should not be of type string or Date"],
    // types come first
    [5, { types: "string", notTypes: "integer" }, TypeError, "should be of type string"],
  ]);
});

describe("expectFlag", () => {
  returns(expectFlag, [
    [true, undefined, true],
    [false, undefined, false],
    [null, undefined, false],
    [undefined, undefined, false],
    [0, undefined, false],
    [1, undefined, true],
    [-3, undefined, true],
  ]);
  const message = "should be of type boolean or integer or null";
  throws(expectFlag, [
    ["true", undefined, TypeError, message],
    [0.5, undefined, TypeError, message],
    [[], undefined, TypeError, message],
    [1n, undefined, TypeError, message],
  ]);
});

describe("expectLength", () => {
  returns(expectLength, [
    [0, undefined, 0],
    [5, undefined, 5],
  ]);
  throws(expectLength, [
    [-1, undefined, ValueError, "should not be negative number"],
    [1.5, undefined, TypeError, "should be of type integer"],
    ["1", undefined, TypeError, "should be of type integer"],
    [true, undefined, TypeError, "should be of type integer"],
    [Number.POSITIVE_INFINITY, undefined, TypeError, "should be of type integer"],
  ]);
});

describe.each([expectBasestr, expectStr])("expectBasestr, by both names", (expectBasestr) => {
  returns(expectBasestr, [
    ["", undefined, ""],
    ["a", undefined, "a"],
  ]);
  throws(expectBasestr, [
    [5, undefined, TypeError, "should be of type string"],
    [Object("a"), undefined, TypeError, "should be of type string"],
    [new Uint8Array(), undefined, TypeError, "should be of type string"],
  ]);
});

describe("expectCallable", () => {
  returns(expectCallable, [
    [Math.max, undefined, Math.max],
    [Date, undefined, Date],
  ]);
  throws(expectCallable, [
    ["max", undefined, TypeError, "should be of type function"],
    [{}, undefined, TypeError, "should be of type function"],
  ]);
});

describe("expectContainer", () => {
  returns(expectContainer, [
    [[2, 1, 2], undefined, [2, 1]],
    [new Set(["a"]), undefined, ["a"]],
    [{ a: 1, b: 2 }, undefined, ["a", "b"]],
    [new Map([["a", 1]]).keys(), undefined, ["a"]],
    [[], { empty: true }, []],
    [[1, "a"], { itemType: ["integer", "string"] }, [1, "a"]],
    [[undefined], undefined, [undefined]],
  ]);
  throws(expectContainer, [
    ["abc", undefined, TypeError, "should be of type array or set"],
    [new Uint8Array(2), undefined, TypeError, "should be of type array or set"],
    [5, undefined, TypeError, "should be of type array or set"],
    [new Date(0), undefined, TypeError, "should be of type array or set"],
    [[], undefined, ValueError, "should not be empty"],
    [{}, { empty: false }, ValueError, "should not be empty"],
    [[1, "a"], { itemType: "integer" }, TypeError, "items should be of type integer, got string"],
    [[undefined], { itemType: ["integer", Date] }, TypeError, "items should be of type integer or Date, got undefined"],
    // type, then empty, then items
    [[], { itemType: "integer" }, ValueError, "should not be empty"],
  ]);

  test("returns a frozen copy", () => {
    const given = [1];
    const kept = expectContainer(holder, "attr", given);
    expect(kept).not.toBe(given);
    expect(Object.isFrozen(kept)).toBe(true);
  });
});

describe("expectSequence", () => {
  returns(expectSequence, [
    [[2, 1, 2], undefined, [2, 1, 2]],
    [[], { empty: true }, []],
    [[1], { itemType: "integer" }, [1]],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
    [[1, , 3], undefined, [1, undefined, 3]],
  ]);
  throws(expectSequence, [
    ["abc", undefined, TypeError, "should be of type array"],
    [new Set([1]), undefined, TypeError, "should be of type array"],
    [{ length: 0 }, undefined, TypeError, "should be of type array"],
    [[], undefined, ValueError, "should not be empty"],
    [[1, "a"], { itemType: "integer" }, TypeError, "[1] value should be of type integer"],
    [[1, null], { itemType: ["integer", Date] }, TypeError, "[1] value should be of type integer or Date"],
  ]);

  test("returns a frozen copy", () => {
    const given = [1];
    const kept = expectSequence(holder, "attr", given);
    expect(kept).not.toBe(given);
    expect(Object.isFrozen(kept)).toBe(true);
  });
});

describe("expectMapping", () => {
  const plain = (members: object): object => Object.assign(Object.create(null), members);
  returns(expectMapping, [
    [{ a: 1 }, undefined, plain({ a: 1 })],
    [new Map([["a", 1]]), undefined, plain({ a: 1 })],
    [{}, { empty: true }, plain({})],
    [{ a: 1 }, { valueType: "integer" }, plain({ a: 1 })],
  ]);
  throws(expectMapping, [
    ["abc", undefined, TypeError, "should be of type object"],
    [[], undefined, TypeError, "should be of type object"],
    [new Date(0), undefined, TypeError, "should be of type object"],
    [{}, undefined, ValueError, "should not be empty"],
    [new Map([[1, 1]]), undefined, TypeError, "keys should be of type string"],
    [{ a: 1, "b'c": "x" }, { valueType: "integer" }, TypeError, "['b\\'c'] value should be of type integer"],
  ]);

  test("returns a frozen copy without a prototype, in which __proto__ is a key", () => {
    const given = JSON.parse('{"__proto__": 1, "constructor": 2}');
    const kept = expectMapping(holder, "attr", given) as object;
    expect(Object.isFrozen(kept)).toBe(true);
    expect(Object.getPrototypeOf(kept)).toBe(null);
    expect(Object.entries(kept)).toStrictEqual([
      ["__proto__", 1],
      ["constructor", 2],
    ]);
  });
});

describe("expectTuple", () => {
  const pair = (value: unknown, struct: readonly contracts.TypeSpec[] = ["string", "integer"]): unknown =>
    expectTuple(holder, "attr", value, struct);

  test("returns a frozen copy of an array with one member per type", () => {
    const given = ["a", 1];
    const kept = pair(given);
    expect(kept).toStrictEqual(["a", 1]);
    expect(kept).not.toBe(given);
    expect(Object.isFrozen(kept)).toBe(true);
    expect(expectTuple(holder, "attr", [null, 5], [["null", "string"], Number])).toStrictEqual([null, 5]);
  });

  test.each([
    ["ab", TypeError, "should be of type array"],
    [new Uint8Array(2), TypeError, "should be of type array"],
    [["a"], ValueError, "should be a tuple of (string, integer)"],
    [["a", 1, 2], ValueError, "should be a tuple of (string, integer)"],
    [["a", "b"], TypeError, "[1] value should be of type integer"],
    [[1, "b"], TypeError, "[0] value should be of type string"],
  ])("%j is refused", (value, errorClass, message) => {
    expect(thrown(() => pair(value))).toStrictEqual([
      errorClass,
      `Holder.attr${message.startsWith("[") ? "" : " "}${message}`,
    ]);
  });
});

test("a message names the class that will hold the value", () => {
  class Even extends Int {}
  expect(thrown(() => new Even({ min: "x" } as never))).toStrictEqual([
    TypeError,
    "Even.min should be of type integer",
  ]);
});

test("options are read from the options only, not from what is put on Object.prototype", () => {
  const polluted = Object.prototype as Record<string, unknown>;
  const names = { nullable: true, empty: true, types: "string", notTypes: "integer", convertTo: String };
  Object.assign(polluted, names);
  try {
    expect(contracts.expect(holder, "attr", 5)).toBe(5);
    expect(() => expectBasestr(holder, "attr", null)).toThrow(TypeError);
    expect(() => expectSequence(holder, "attr", [])).toThrow(ValueError);
    expect(() => expectContainer(holder, "attr", [])).toThrow(ValueError);
    expect(() => expectMapping(holder, "attr", {})).not.toThrow(TypeError);
  } finally {
    for (const name of Object.keys(names)) delete polluted[name];
  }
});
