import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import {
  AllOf,
  Any,
  Dict,
  Float,
  Int,
  List,
  OneOf,
  Str,
  Transform,
  toJsonSchema,
  type Validator,
} from "../../src/index.ts";
import { temporal } from "../../src/values/temporal.ts";
import { longTest } from "../support/long.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows, verdict } from "../support/verdict.ts";

const type = (actual: string): string => `<InvalidTypeError(expected='array', actual='${actual}')>`;
const coerced = Int({ coerce: true });
const Temporal = temporal();

describe("List", () => {
  describe("accepts arrays and validates each item", () => {
    rows([
      [List(Int()), [], { value: [] }],
      [List(Int()), [1, 2.0, -0], { value: [1, 2, 0] }],
      [List(coerced), ["1", true], { value: [1, 1] }],
      [List(List(Int())), [[1], []], { value: [[1], []] }],
      [List(Any()), [undefined, null], { value: [undefined, null] }],
    ]);

    test("returns a new, plain array and leaves the input alone", () => {
      class Stack extends Array<unknown> {
        override [Symbol.iterator](): never {
          throw new Error("the iterator was called");
        }
      }
      const input = Stack.of("1", "2");
      const result = List(coerced)(input);
      expect(Object.getPrototypeOf(result)).toBe(Array.prototype);
      expect(result).toStrictEqual([1, 2]);
      expect(Array.from({ length: 2 }, (_, index) => input[index])).toEqual(["1", "2"]);
    });

    test("of another realm too", () => {
      expect(verdict(List(Int()), runInNewContext("[1]"))).toStrictEqual({ value: [1] });
    });
  });

  describe("accepts null only when it is nullable", () => {
    rows([
      [List(Int()), null, type("null")],
      [List(Int(), { nullable: true, minlen: 1 }), null, { value: null }],
      [List(Int(), { nullable: true }), undefined, type("undefined")],
    ]);
  });

  describe("refuses what is not an array", () => {
    rows([
      [List(Int()), "12", type("string")],
      [List(Int()), { length: 1, 0: 1 }, type("object")],
      [List(Int()), new Set([1]), type("instance")],
      [List(Int()), Uint8Array.of(1), type("bytes")],
      [List(Int()), Object.create(Array.prototype), type("instance")],
      [
        List(Int()),
        (function () {
          // biome-ignore lint/complexity/noArguments: the arguments object is the point
          return arguments;
        })(),
        type("object"),
      ],
    ]);
  });

  describe("collects the errors of its items into a SchemaError, each with the index in its context", () => {
    rows([
      [
        List(Int()),
        ["a", 1, null],
        [
          "<0: InvalidTypeError(expected='integer', actual='string')>",
          "<2: InvalidTypeError(expected='integer', actual='null')>",
        ],
      ],
      [List(Int({ min: 1 })), [0], ["<0: MinValueError(expected=1, actual=0)>"]],
      [List(List(Int())), [[], [1, "x"]], ["<1.1: InvalidTypeError(expected='integer', actual='string')>"]],
      [List(List(Int())), [5], ["<0: InvalidTypeError(expected='array', actual='integer')>"]],
      // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
      [List(Int()), [1, , 3], ["<1: InvalidTypeError(expected='integer', actual='undefined')>"]],
    ]);
  });

  describe("checks its lengths on the result, by themselves, when no item failed", () => {
    const minlen = List(Int(), { minlen: 2 });
    const maxlen = List(Int(), { maxlen: 1 });
    rows([
      [minlen, [1, 2], { value: [1, 2] }],
      [minlen, [1], "<MinLengthError(expected=2, actual=1)>"],
      [minlen, ["a"], ["<0: InvalidTypeError(expected='integer', actual='string')>"]],
      [maxlen, [1], { value: [1] }],
      [maxlen, [1, 2], "<MaxLengthError(expected=1, actual=2)>"],
      [List(Int(), { minlen: 3, maxlen: 1 }), [1, 2], "<MinLengthError(expected=3, actual=2)>"],
      [List(Int(), { maxlen: 0 }), [], { value: [] }],
      [List(maxlen), [[1, 2]], ["<0: MaxLengthError(expected=1, actual=2)>"]],
      [List(Int(), { unique: true, maxlen: 1 }), [1, 1], { value: [1] }],
      [List(Int(), { unique: true, minlen: 2 }), [1, 1], "<MinLengthError(expected=2, actual=1)>"],
    ]);
  });

  describe("sorts the result, last of all", () => {
    const up = (item: Validator = Any(), params = {}): Validator => List(item as Any, { ...params, sort: 1 });
    const down = List(Any(), { sort: -1 });
    const days = ["2020-01-02", "2020-01-01"].map((day) => Temporal.PlainDate.from(day));
    const moments = ["2020-01-01T01:00+02:00[+02:00]", "2020-01-01T00:00Z[UTC]"].map((text) =>
      Temporal.ZonedDateTime.from(text),
    );
    rows([
      [up(coerced), ["10", 9, "-1"], { value: [-1, 9, 10] }],
      [down, [1, 3, 2], { value: [3, 2, 1] }],
      [List(Int(), { sort: 0 }), [2, 1], { value: [2, 1] }],
      [List(Int(), { sort_key: Number }), [2, 1], { value: [2, 1] }],
      [List(Int(), { sort: 7 }), [2, 1], { value: [1, 2] }],
      [up(Int(), { unique: true, maxlen: 2 }), [2, 1, 2, 1], { value: [1, 2] }],
      [up(Int(), { maxlen: 2 }), [3, 2, 1], "<MaxLengthError(expected=2, actual=3)>"],
      [up(Int()), [3, "x", 1], ["<1: InvalidTypeError(expected='integer', actual='string')>"]],
      [up(), ["b", "a\u{1f60e}", "a\uffff", "a", "B", ""], { value: ["", "B", "a", "a\uffff", "a\u{1f60e}", "b"] }],
      [up(), [2n, 1.5, 1n, 2 ** 53, -1], { value: [-1, 1n, 1.5, 2n, 2 ** 53] }],
      [
        up(),
        [[2], { a: 1 }, "1", 1, Number.NaN, true, false, null],
        { value: [null, false, true, 1, [2], Number.NaN, "1", { a: 1 }] },
      ],
      [up(), [{ b: 1 }, { a: 1 }], { value: [{ b: 1 }, { a: 1 }] }],
      [up(), days, { value: [days[1], days[0]] }],
      [up(), moments, { value: moments }],
      [down, moments, { value: [moments[1], moments[0]] }],
      [up(), [new Date(1), new Date(0)], { value: [new Date(0), new Date(1)] }],
      [up(), [[2, "a"], [1, "b"], [1], [1, "a"]], { value: [[1], [1, "a"], [1, "b"], [2, "a"]] }],
    ]);

    test("by a key, which is asked for once for each item that is in the result", () => {
      const keys: unknown[] = [];
      const byAge = List(Dict({ age: Int(), name: Str() }), {
        sort: -1,
        sort_key: ({ age }: { age: number }) => {
          keys.push(age);
          return age;
        },
      });
      const people = [
        { age: 1, name: "a" },
        { age: 2, name: "b" },
        { age: 1, name: "c" },
      ];
      expect(byAge(people).map(({ name }) => name)).toEqual(["b", "a", "c"]);
      expect(byAge.json(JSON.stringify(people)).map(({ name }) => name)).toEqual(["b", "a", "c"]);
      expect(keys).toEqual([1, 2, 1, 1, 2, 1]);
      expect([byAge.is(people), byAge.safe([...people, {}]).ok]).toEqual([true, false]);
    });

    test("what the key throws is thrown, and the next call is not affected", () => {
      const odd = Dict({
        a: List(Int(), {
          sort: 1,
          sort_key: (item: number) => {
            if (item === 13) throw new RangeError("13");
            return item;
          },
        }),
      });
      for (let call = 0; call < 3; call++) {
        expect(() => odd({ a: [2, 13] })).toThrow(new RangeError("13"));
        expect(odd({ a: [2, 1] })).toEqual({ a: [1, 2] });
      }
    });

    test("of lists that are much used, in JSON text, in unions and pipelines", () => {
      const list = Dict({ a: List(Int(), { sort: 1 }), b: OneOf(Str(), AllOf(List(Int(), { sort: -1 }), Any())) });
      const value = { a: [3, 1, 2], b: [1, 3, 2] };
      const sorted = { a: [1, 2, 3], b: [3, 2, 1] };
      for (let call = 0; call < 3000; call++) expect(list(value)).toEqual(sorted);
      expect(list.json(JSON.stringify(value))).toEqual(sorted);
      expect(value).toEqual({ a: [3, 1, 2], b: [1, 3, 2] });
    });

    test("what is not known yet is not sorted", async () => {
      const names = List(
        Transform(async (id: number) => `n${id}`, { async: true }),
        {
          sort: -1,
          sort_key: (name: string) => name.toUpperCase(),
        },
      );
      expect(await names.validateAsync([1, 3, 2])).toEqual(["n3", "n2", "n1"]);
    });

    test("and its schema is that of a list", () => {
      expect(toJsonSchema(List(Int(), { sort: 1, sort_key: Number, maxlen: 2 }))).toMatchObject({
        type: "array",
        items: { type: "integer" },
        maxItems: 2,
      });
    });
  });

  describe("drops later equals with unique, comparing validated items", () => {
    const unique = List(Any(), { unique: true });
    const date = new Date(0);
    rows([
      [List(coerced, { unique: true }), ["1", 1, "2", true], { value: [1, 2] }],
      [unique, [1, "1", true, 1n, null, undefined, 1], { value: [1, "1", true, 1n, null, undefined] }],
      [unique, [Number.NaN, Number.NaN], { value: [Number.NaN] }],
      [unique, [0, -0], { value: [0] }],
      [
        unique,
        [
          [1, [2]],
          [1, [2]],
          [1, 2],
          [[1], 2],
        ],
        {
          value: [
            [1, [2]],
            [1, 2],
            [[1], 2],
          ],
        },
      ],
      [unique, [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }], { value: [{ a: 1, b: 2 }, { a: 1 }] }],
      [unique, [[1], ["1"], [1n], [true], ["true"]], { value: [[1], ["1"], [1n], [true], ["true"]] }],
      [unique, [Uint8Array.of(1), Uint8Array.of(1), [1]], { value: [Uint8Array.of(1), [1]] }],
      [unique, [date, new Date(0), new Date(1)], { value: [date, new Date(1)] }],
      // A string that looks like the key of a structure is not that structure.
      [unique, [[1], "\u0000[1,]", '\u0000"\u0000[1,]'], { value: [[1], "\u0000[1,]", '\u0000"\u0000[1,]'] }],
      [
        List(Float({ nan: true }), { unique: true }),
        ["a"],
        ["<0: InvalidTypeError(expected='number', actual='string')>"],
      ],
    ]);

    test("objects without structure are equal to themselves only", () => {
      const [map, other] = [new Map(), new Map()];
      expect(unique([map, other, map])).toStrictEqual([map, other]);
    });

    longTest("is linear: each pair of this many items would take minutes", () => {
      const items = Array.from({ length: 200_000 }, (_, index) => [index, `${index}`]);
      expect(unique(items)).toHaveLength(items.length);
    });
  });

  describe("shows the parameters that differ from their defaults", () => {
    makes(List, [
      [[Int()], "<List(item=<Int()>)>", { item: { __class__: "Int" } }],
      [
        [Str({ minlen: 1 }), { unique: true, maxlen: 2, minlen: 1, nullable: true }],
        "<List(item=<Str(minlen=1)>, nullable=true, minlen=1, maxlen=2, unique=true)>",
        { item: { __class__: "Str", minlen: 1 }, nullable: true, minlen: 1, maxlen: 2, unique: true },
      ],
      [
        [Int(), { sort: -1, sort_key: Number }],
        "<List(item=<Int()>, sort=-1, sort_key=number)>",
        { item: { __class__: "Int" }, sort: -1, sort_key: Number },
      ],
      [[Int(), { sort: 0 }], "<List(item=<Int()>)>", { item: { __class__: "Int" } }],
      [[{ item: Int(), unique: 1 }], "<List(item=<Int()>, unique=true)>", { item: { __class__: "Int" }, unique: true }],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(List, [
      [[], TypeError, "List.item should be of type Validator"],
      [[{}], TypeError, "List.item should be of type Validator"],
      [[{ item: Int }], TypeError, "List.item should be of type Validator: did you mean Int()?"],
      [[5], TypeError, "List parameters should be an object"],
      [[Int(), 5], TypeError, "List parameters should be an object"],
      [[Int(), { unique: "yes" }], TypeError, "List.unique should be of type boolean or integer or null"],
      [[Int(), { minlen: -1 }], ValueError, "List.minlen should not be negative number"],
      [[Int(), { sort: "asc" }], TypeError, "List.sort should be of type integer"],
      [[Int(), { sort: 0.5 }], TypeError, "List.sort should be of type integer"],
      [[Int(), { sort: 1, sort_key: "id" }], TypeError, "List.sort_key should be of type function"],
      [[Int(), { maxlen: "1" }], TypeError, "List.maxlen should be of type integer"],
      [[Int(), { order: 1 }], TypeError, "List got an unexpected parameter 'order'"],
    ]);
  });
});
