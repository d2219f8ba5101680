import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { Int, Type } from "../../src/index.ts";
import { longTest } from "../support/long.ts";
import { makes, refuses, thrown } from "../support/parameters.ts";
import { refusal, rows, unchanged, verdict } from "../support/verdict.ts";

class Money {
  readonly amount: number;
  constructor(amount: unknown) {
    if (typeof amount !== "number") throw new RangeError("an amount is a number");
    this.amount = amount;
  }
  valueOf(): number {
    return this.amount;
  }
}

class Version {
  readonly parts: readonly number[];
  constructor(...parts: number[]) {
    this.parts = parts;
  }
  get length(): number {
    return this.parts.length;
  }
  static compare(a: Version, b: Version): number {
    return (a.parts[0] ?? 0) - (b.parts[0] ?? 0);
  }
}

const five = new Money(5);
const date = new Date(0);
const type = (expected: string, actual: string): string =>
  `<InvalidTypeError(expected='${expected}', actual='${actual}')>`;

describe("Type", () => {
  describe("accepts instances of its class as they are", () => {
    unchanged(Type(Money), [five, new (class Tip extends Money {})(1)]);
    unchanged(Type(Date), [date]);
    unchanged(Type(Map), [new Map()]);
    unchanged(Type(Array), [[1]]);
    unchanged(Type(Object), [{}, [], five]);
    unchanged(Type(Function), [Math.max, Money]);
  });

  describe("takes String, Number, Boolean and BigInt for the primitive", () => {
    unchanged(Type(String), ["", "a"]);
    unchanged(Type(Number), [0, -0, 5.5, Number.NaN]);
    unchanged(Type(Boolean), [true, false]);
    unchanged(Type(BigInt), [5n]);
    rows([
      [Type(String), Object("a"), type("string", "instance")],
      [Type(Number), 5n, type("number", "bigint")],
      [Type(Boolean), 1, type("boolean", "integer")],
      [Type(BigInt), 5, type("bigint", "integer")],
    ]);
  });

  describe("gives InvalidTypeError with the name of the class for anything else", () => {
    rows([
      [Type(Money), 5, type("Money", "integer")],
      [Type(Money), { amount: 5 }, type("Money", "object")],
      [Type(Money), date, type("Money", "datetime")],
      [Type(Object), Object.create(null), type("Object", "object")],
      [Type(Object), "a", type("Object", "string")],
    ]);

    test("a class of another realm is another class", () => {
      expect(Type(Date).is(runInNewContext("new Date()"))).toBe(false);
    });
  });

  describe("accepts null only when it is nullable, also with coerce", () => {
    rows([
      [Type(Money), null, type("Money", "null")],
      [Type(Money, { nullable: true }), null, { value: null }],
      [Type(String, { coerce: true }), null, type("string", "null")],
      [Type(String, { coerce: true, nullable: true }), null, { value: null }],
    ]);
  });

  describe("converts with coerce by calling the class", () => {
    rows([
      [Type(Money, { coerce: true }), 7, { value: new Money(7) }],
      [Type(Date, { coerce: true }), 5, { value: new Date(5) }],
      [Type(String, { coerce: true }), 5, { value: "5" }],
      [Type(String, { coerce: true }), undefined, { value: "undefined" }],
      [Type(Number, { coerce: true }), "5.5", { value: 5.5 }],
      [Type(Boolean, { coerce: true }), "x", { value: true }],
      [Type(BigInt, { coerce: true }), 5, { value: 5n }],
      [Type(URL, { coerce: true }), "https://example.org", { value: new URL("https://example.org") }],
    ]);
  });

  describe("makes no array or buffer of the size the input says, but of what it holds", () => {
    class Stack extends Array<unknown> {}
    rows([
      [Type(Array, { coerce: true }), 5, type("Array", "integer")],
      [Type(Stack, { coerce: true }), 2 ** 31, type("Stack", "integer")],
      [Type(ArrayBuffer, { coerce: true }), 2 ** 31, type("ArrayBuffer", "integer")],
      [Type(Uint8Array, { coerce: true }), "2000000000", type("Uint8Array", "string")],
      [Type(Uint8Array, { coerce: true }), [1, 2], { value: Uint8Array.of(1, 2) }],
      [Type(Float64Array, { coerce: true }), Uint8Array.of(5), { value: Float64Array.of(5) }],
      [Type(Uint8Array, { coerce: true }), { length: 2 ** 31 }, type("Uint8Array", "object")],
      [Type(ArrayBuffer, { coerce: true }), [2 ** 31], type("ArrayBuffer", "array")],
      [Type(SharedArrayBuffer, { coerce: true }), 2 ** 31, type("SharedArrayBuffer", "integer")],
      [Type(Array, { coerce: true }), { length: 2 ** 31 }, { value: [{ length: 2 ** 31 }] }],
      [Type(Set, { coerce: true }), "ab", { value: new Set("ab") }],
    ]);
  });

  describe("gives InvalidTypeError when the conversion throws, or gives NaN or an invalid Date", () => {
    rows([
      [Type(Money, { coerce: true }), "7", type("Money", "string")],
      [Type(BigInt, { coerce: true }), "x", type("bigint", "string")],
      [Type(BigInt, { coerce: true }), 5.5, type("bigint", "number")],
      // It has lost digits already: a bigint would only look exact.
      [Type(BigInt, { coerce: true }), 2 ** 53, type("bigint", "integer")],
      [Type(BigInt, { coerce: true }), Number.MIN_SAFE_INTEGER, { value: -9007199254740991n }],
      [Type(URL, { coerce: true }), "no url", type("URL", "string")],
      [Type(Number, { coerce: true }), "five", type("number", "string")],
      [Type(Date, { coerce: true }), "someday", type("Date", "string")],
      [Type(Number, { coerce: true }), Symbol.iterator, type("number", "symbol")],
    ]);
  });

  describe("compares with min and max, by the class's own compare if it has one", () => {
    const one = new Version(1);
    const two = new Version(2);
    const validator = Type(Version, { min: two, max: two });
    rows([
      [Type(Number, { min: 1, max: 2 }), 1, { value: 1 }],
      [Type(Number, { min: 1 }), 0, "<MinValueError(expected=1, actual=0)>"],
      [Type(Number, { max: 1 }), 2, "<MaxValueError(expected=1, actual=2)>"],
      [Type(String, { min: "b" }), "a", "<MinValueError(expected='b', actual='a')>"],
      [Type(Money, { max: five }), new Money(6), "<MaxValueError(expected=[object Object], actual=[object Object])>"],
      [Type(Money, { min: five }), new Money(5), { value: new Money(5) }],
      [validator, two, { value: two }],
      [validator, one, "<MinValueError(expected=[object Object], actual=[object Object])>"],
      [validator, new Version(3), "<MaxValueError(expected=[object Object], actual=[object Object])>"],
    ]);
  });

  describe("refuses what compares with no limit, as NaN and a Date that is none do not", () => {
    const invalid = new Date(Number.NaN);
    class Odd {
      readonly number = 1;
      static compare(): number {
        return Number.NaN;
      }
    }
    rows([
      [Type(Number, { min: 0, max: 10 }), Number.NaN, "<MinValueError(expected=0, actual=NaN)>"],
      [Type(Number, { max: 10 }), Number.NaN, "<MaxValueError(expected=10, actual=NaN)>"],
      [Type(Number), Number.NaN, { value: Number.NaN }],
      [Type(Date), invalid, "<InvalidTypeError(expected='Date', actual='invalid datetime')>"],
      [Type(Date, { min: date }), invalid, "<MinValueError(expected=1970-01-01T00:00:00.000Z, actual=Invalid Date)>"],
      [Type(Date, { max: date }), invalid, "<MaxValueError(expected=1970-01-01T00:00:00.000Z, actual=Invalid Date)>"],
      [Type(Odd, { min: new Odd() }), new Odd(), "<MinValueError(expected=[object Object], actual=[object Object])>"],
    ]);
    refuses(Type as never, [
      [[Number, { min: Number.NaN }], ValueError, "Type.min should not be NaN"],
      [[Date, { max: invalid }], ValueError, "Type.max should not be Invalid Date"],
    ]);
  });

  describe("compares the length, or the size, with minlen and maxlen", () => {
    const set = new Set([1, 2]);
    rows([
      [Type(Array, { minlen: 1 }), [], "<MinLengthError(expected=1, actual=0)>"],
      [Type(Array, { maxlen: 1 }), [1, 2], "<MaxLengthError(expected=1, actual=2)>"],
      [Type(Set, { minlen: 2, maxlen: 2 }), set, { value: set }],
      [Type(Set, { minlen: 3 }), set, "<MinLengthError(expected=3, actual=2)>"],
      [Type(String, { maxlen: 1 }), "\u{1f37a}", { value: "\u{1f37a}" }],
      [Type(Version, { minlen: 1 }), new Version(), "<MinLengthError(expected=1, actual=0)>"],
    ]);
  });

  describe("compares with its options by structure", () => {
    rows([
      [Type(Number, { options: [1, 2] }), 2, { value: 2 }],
      [Type(Number, { options: [1, 2] }), 3, "<OptionsError(expected=[1, 2], actual=3)>"],
      [Type(Date, { options: [date] }), new Date(0), { value: new Date(0) }],
      [Type(Array, { options: [[1]] }), [1], { value: [1] }],
      [
        Type(Money, { options: [five] }),
        new Money(5),
        "<OptionsError(expected=[[object Object]], actual=[object Object])>",
      ],
    ]);
  });

  test("keeps copies of its limits and options, and hands out others", () => {
    const min = new Date(5);
    const validator = Type(Date, { min, max: new Date(50), options: [new Date(7)] });
    const text = String(validator);
    min.setTime(0);
    validator.min?.setTime(0);
    validator.options?.[0]?.setTime(0);
    (refusal(validator, new Date(0)).expected as Date).setTime(0);
    (refusal(validator, new Date(6)).expected as Date[])[0]?.setTime(0);
    (validator.dump() as { options: Date[] }).options.pop();
    expect(String(validator)).toBe(text);
    expect([validator.is(new Date(7)), validator.is(new Date(0))]).toEqual([true, false]);
    // What is of a class of the caller's is what was given.
    expect(Type(Money, { min: five }).min).toBe(five);
  });

  describe("refuses false instances of built-in classes, as soon as it looks closer", () => {
    const falseDate = Object.create(Date.prototype);
    const falseMap = Object.create(Map.prototype);
    rows([
      [Type(Date, { min: date }), falseDate, type("Date", "instance")],
      [Type(Date, { max: date }), new Proxy(date, {}), type("Date", "instance")],
      [Type(Map, { minlen: 0 }), falseMap, type("Map", "instance")],
      [Type(Date), falseDate, { value: falseDate }],
    ]);
  });

  describe("reports the first failing check only: min, max, minlen, maxlen, options", () => {
    const all = { min: "b", max: "c", minlen: 2, maxlen: 3, options: ["bb"] };
    rows([
      [Type(String, all), "a", "<MinValueError(expected='b', actual='a')>"],
      [Type(String, all), "d", "<MaxValueError(expected='c', actual='d')>"],
      [Type(String, all), "b", "<MinLengthError(expected=2, actual=1)>"],
      [Type(String, all), "bbbb", "<MaxLengthError(expected=3, actual=4)>"],
      [Type(String, all), "bbb", "<OptionsError(expected=['bb'], actual='bbb')>"],
      [Type(String, all), "bb", { value: "bb" }],
    ]);
  });

  test("the error of a class that cannot compare, or say what its instances are, is the caller's", () => {
    const bug = new Error("bug");
    const Broken = Object.defineProperty(function Broken() {}, Symbol.hasInstance, {
      value: () => {
        throw bug;
      },
    });
    expect(() => Type(Broken).safe({})).toThrow(bug);
    class Unordered {
      readonly id = 1;
      static compare(): never {
        throw bug;
      }
    }
    const one = new Unordered();
    expect(() => Type(Unordered, { min: one }).safe(one)).toThrow(bug);
  });

  describe("shows the parameters that differ from their defaults", () => {
    makes(Type, [
      [[Money], "<Type(tp=Money)>", { tp: Money }],
      [[{ tp: Money, nullable: true }], "<Type(tp=Money, nullable=true)>", { tp: Money, nullable: true }],
      [
        [Number, { options: [1], max: 2, min: 0, coerce: true, nullable: true }],
        "<Type(tp=number, nullable=true, coerce=true, min=0, max=2, options=[1])>",
        { tp: Number, nullable: true, coerce: true, min: 0, max: 2, options: [1] },
      ],
      [
        [String, { minlen: 0, maxlen: 9 }],
        "<Type(tp=string, minlen=0, maxlen=9)>",
        { tp: String, minlen: 0, maxlen: 9 },
      ],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(Type, [
      [[], TypeError, "Type.tp should be a class"],
      [[{ tp: "Money" }], TypeError, "Type.tp should be a class"],
      [[() => 1], TypeError, "Type.tp should be a class"],
      [[Int()], TypeError, "Type.tp should be a class"],
      [[[Money, Date]], TypeError, "Type parameters should be an object"],
      [[Money, { min: 5 }], TypeError, "Type.min should be of type Money"],
      [[Number, { max: "5" }], TypeError, "Type.max should be of type number"],
      [[Money, { minlen: 1 }], TypeError, "Type Money does not provide a length or size"],
      [[Number, { maxlen: 1 }], TypeError, "Type Number does not provide a length or size"],
      [[String, { minlen: -1 }], ValueError, "Type.minlen should not be negative number"],
      [[Money, { options: [] }], ValueError, "Type.options should not be empty"],
      [[Money, { options: [five, 5] }], TypeError, "Type.options items should be of type Money, got integer"],
      [[Money, { coerce: "x" }], TypeError, "Type.coerce should be of type boolean or integer or null"],
    ]);

    test("a class cannot be named by a string of its dump", () => {
      const dump = JSON.parse(JSON.stringify(Type(Money).dump()));
      expect(thrown(() => Type(dump))).toStrictEqual([TypeError, "Type got an unexpected parameter '__class__'"]);
    });
  });
});

describe("coercing takes no more than the input holds:", () => {
  const holes = (length: number): unknown[] => Object.assign([], { length });
  /** 2^40 ways to the leaf: JavaScript goes them all to make a text of it. */
  let shared: unknown = [1];
  for (let level = 0; level < 40; level++) shared = [shared, shared];
  const refused = (name: string, type: string): string => `<InvalidTypeError(expected='${name}', actual='${type}')>`;

  test("an array that is too long becomes no typed array", () => {
    expect(verdict(Type(Uint8Array, { coerce: true, maxlen: 3 }), holes(100_000_000))).toBe(
      "<MaxLengthError(expected=3, actual=100000000)>",
    );
    expect(verdict(Type(Uint8Array, { coerce: true }), holes(100_000_000))).toBe(
      "<MaxLengthError(expected=33554432, actual=100000000)>",
    );
    expect(verdict(Type(Uint8Array, { coerce: true, maxlen: 3 }), [1, 2, 3])).toEqual({
      value: Uint8Array.of(1, 2, 3),
    });
  });

  test("a URL with a longer host than any real one is not parsed: Punycode takes quadratic time", () => {
    const url = Type(URL, { coerce: true });
    const letters = Array.from({ length: 200_000 }, (_, i) => String.fromCharCode(0x4e00 + (i % 20_000))).join("");
    for (const start of [
      "https://",
      "WSS:",
      " http:/",
      "ftp:\\\\",
      "ht\ntps://",
      "file://",
      "https://user:password@",
      "http://///",
    ]) {
      for (const end of ["", "/", "?q", "#f", ":80/@"]) {
        expect(verdict(url, start + letters + end)).toBe(refused("URL", "string"));
      }
    }
    expect(verdict(url, [`https://${letters}`])).toBe(refused("URL", "array"));
    class Link extends URL {}
    expect(verdict(Type(Link, { coerce: true }), `https://${letters}`)).toBe(refused("Link", "string"));
  });

  test("what else is long in a URL is", () => {
    const url = Type(URL, { coerce: true });
    const long = "日".repeat(5000);
    for (const text of [
      ...[
        `https://a/${long}`,
        `https://a?${long}`,
        `https://a#${long}`,
        `https://${long}@a/`,
        `data:text/plain,${long}`,
      ],
      ...[`file:///${long}`, `x://${long}`, `https://${"a".repeat(1024)}/`, `javascript:${long}`],
    ]) {
      expect(url(text)).toEqual(new URL(text));
    }
  });

  longTest("what is shared is not spelled out", () => {
    expect(verdict(Type(String, { coerce: true }), shared)).toBe(refused("string", "array"));
    expect(verdict(Type(Number, { coerce: true }), shared)).toBe(refused("number", "array"));
    expect(verdict(Type(Date, { coerce: true }), shared)).toBe(refused("Date", "array"));
    expect(verdict(Type(Uint8Array, { coerce: true }), [shared])).toBe(refused("Uint8Array", "array"));
    expect(verdict(Type(URL, { coerce: true }), shared)).toBe(refused("URL", "array"));
    class Spelled {
      readonly text: string;
      constructor(value: unknown) {
        this.text = String(value);
      }
    }
    expect(verdict(Type(Spelled, { coerce: true }), shared)).toBe(refused("Spelled", "array"));
    expect(verdict(Type(Spelled, { coerce: true }), new Array(2 ** 32 - 1))).toBe(refused("Spelled", "array"));
    expect(Type(Spelled, { coerce: true })([[1], [2]])).toEqual({ text: "1,2" });
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    expect(verdict(Type(Uint8Array, { coerce: true }), cyclic)).toBe(refused("Uint8Array", "array"));
    expect(verdict(Type(String, { coerce: true }), [1, [2, 3]])).toEqual({ value: "1,2,3" });
    const long = new Array(500).fill("a".repeat(2 ** 20));
    expect(verdict(Type(String, { coerce: true }), long)).toBe(refused("string", "array"));
  });

  test("a bigint of a text has 1,000 digits at most", () => {
    const coerced = Type(BigInt, { coerce: true });
    expect(verdict(coerced, ` ${"1".repeat(1000)} `)).toEqual({ value: BigInt("1".repeat(1000)) });
    expect(verdict(coerced, `-${"1".repeat(1000)}`)).toEqual({ value: -BigInt("1".repeat(1000)) });
    expect(verdict(coerced, "1".repeat(1001))).toBe(refused("bigint", "string"));
    expect(verdict(coerced, "1".repeat(32_000_000))).toBe(refused("bigint", "string"));
  });
});
