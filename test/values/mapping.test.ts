import { describe, expect, test } from "vitest";
import { Any, Dict, Int, List, MultiDict, multidict, Str } from "../../src/index.ts";
import {
  membersOf,
  type NamedKeys,
  pairsOf as pairsIn,
  propertyName,
  reader,
  withHidden,
} from "../../src/values/mapping.ts";
import { temporal } from "../../src/values/temporal.ts";
import { rows, verdict } from "../support/verdict.ts";

/** The members as pairs. */
const pairsOf = (input: unknown, multikeys: readonly string[] | undefined): unknown[] | undefined => {
  const members = membersOf(input, multikeys);
  return members?.keys.map((key, index) => [key, members.values[index]]);
};

/** A multi-value mapping that hands out whatever it is given. */
class Form {
  readonly #all: unknown;
  readonly #entries: unknown;
  constructor(entries: unknown, all: unknown = []) {
    this.#entries = entries;
    this.#all = all;
  }
  getAll(): unknown {
    return this.#all;
  }
  entries(): unknown {
    return this.#entries;
  }
}

const open = Dict({ extra: [Str(), Any()], multikeys: ["a"] });
const refused = "<InvalidTypeError(expected='object', actual='instance')>";

describe("a multi-value mapping", () => {
  test("gives each key once, with its last value, and the lists of multikeys", () => {
    const query = new URLSearchParams("a=1&b=2&a=3&b=4");
    expect(pairsOf(query, undefined)).toStrictEqual([
      ["a", "3"],
      ["b", "4"],
    ]);
    expect(pairsOf(query, ["a", "z"])).toStrictEqual([
      ["a", ["1", "3"]],
      ["b", "4"],
    ]);
  });

  test("is preferably asked with getAll, then getall, then getlist", () => {
    const names = ["getAll", "getall", "getlist"];
    for (let first = 0; first < names.length; first++) {
      const form = Object.setPrototypeOf(Object.fromEntries(names.slice(first).map((name) => [name, () => [name]])), {
        entries: () => [["a", 1]],
        __proto__: { constructor: Form },
      });
      expect(pairsOf(form, ["a"])).toStrictEqual([["a", [names[first]]]]);
    }
  });

  describe("that hands out no pairs is no mapping", () => {
    rows([
      [open, new Form(5), refused],
      [open, new Form(null), refused],
      [open, new Form("ab"), refused],
      [open, new Form([1]), refused],
      [open, new Form([["b", 1], undefined]), refused],
      [open, new Form(undefined), refused],
      [
        open,
        new (class {
          getAll = 5;
        })(),
        refused,
      ],
      [
        open,
        new (class {
          getAll(): void {}
        })(),
        refused,
      ],
      [open, new Form([]), { value: {} }],
    ]);
  });

  describe("that has no list of a key has none of its values", () => {
    rows([
      [open, new Form([["a", 1]], [1, 2]), { value: { a: [1, 2] } }],
      [open, new Form([["a", 1]], new Set([1])), { value: { a: [1] } }],
      [open, new Form([["a", 1]], null), { value: { a: [] } }],
      [open, new Form([["a", 1]], 5), { value: { a: [] } }],
      [open, new Form([["a", 1]], "xy"), { value: { a: [] } }],
    ]);
  });

  test("whose own methods throw, throws that", () => {
    const bug = new Error("bug");
    class Broken {
      get getAll(): never {
        throw bug;
      }
    }
    expect(() => open.safe(new Broken())).toThrow(bug);
  });
});

describe("an object that only has the prototype of a form is no form", () => {
  const forms = [URLSearchParams, FormData, Headers, MultiDict];
  rows([[open, new Proxy(new URLSearchParams(), {}), refused]]);
  rows(
    forms.flatMap((form) => [
      [open, Object.create(form.prototype), refused],
      [open, Object.create(Object.create(form.prototype)), refused],
      [Dict({}), Object.create(form.prototype), refused],
    ]),
  );

  test("and is told from a form of the caller's whose methods have a mistake", () => {
    const bug = new TypeError("bug");
    const form = new Form([["a", 1]]);
    form.getAll = () => {
      throw bug;
    };
    expect(() => open.safe(form)).toThrow(bug);
  });
});

test("a Map is read as it is, whatever iterator a subclass gives itself", () => {
  class Liar extends Map<string, number> {
    override *[Symbol.iterator](): MapIterator<[string, number]> {
      yield 1 as never;
    }
    override get size(): number {
      return -1;
    }
  }
  expect(verdict(open, new Liar([["b", 1]]))).toStrictEqual({ value: { b: 1 } });
});

describe("multidict", () => {
  test("wraps an object of single values and arrays", () => {
    const wrapped = multidict({ a: ["1", "2"], b: "3", c: [], d: undefined });
    expect(wrapped).toBeInstanceOf(MultiDict);
    expect([...wrapped]).toStrictEqual([
      ["a", "1"],
      ["a", "2"],
      ["b", "3"],
    ]);
    expect(wrapped.getAll("a")).toStrictEqual(["1", "2"]);
    expect(wrapped.getAll("b")).toStrictEqual(["3"]);
    expect(wrapped.getAll("toString")).toStrictEqual([]);
  });

  test("is what multikeys ask, and the last value of any other key counts", () => {
    const validator = Dict({ a: List(Int({ coerce: true })), b: Str() }, { multikeys: ["a"] });
    expect(verdict(validator, multidict({ a: "1", b: ["x", "y"] }))).toStrictEqual({ value: { a: [1], b: "y" } });
  });

  test.each([[[]], [undefined], ["a=1"], [new Map()], [new URLSearchParams()]])("throws TypeError for %s", (value) => {
    expect(() => multidict(value as object)).toThrow(new TypeError("multidict takes a plain object"));
  });

  test("of null is empty: API gateways write it for a query that is not there", () => {
    expect([...multidict(null)]).toEqual([]);
    expect(Dict({ a: Str() }, { optional: ["a"] })(multidict(null))).toEqual({});
    expect(Dict({ a: List(Str()) }, { multikeys: ["a"] }).is(multidict(null))).toBe(false);
  });

  test("can be made of entries too", () => {
    const values = new MultiDict([
      ["a", [1, 2]],
      ["__proto__", [3]],
    ]);
    expect(values.getAll("__proto__")).toStrictEqual([3]);
    expect(open(values)).toStrictEqual(JSON.parse('{"a": [1, 2], "__proto__": 3}'));
  });
});

test.each([
  ["a", "a"],
  [5, "5"],
  [2n, "2"],
  [false, "false"],
  [null, "null"],
  [new (temporal().PlainDate)(2024, 2, 29), "2024-02-29"],
  [undefined, undefined],
  [Symbol("a"), undefined],
  [{}, undefined],
  [["a"], undefined],
  [new Date(0), undefined],
  [() => 1, undefined],
])("the property of the key %o is %o", (key, name) => {
  expect(propertyName(key)).toBe(name);
});

test("keys with a validator that an object has, but does not list, come last, in the order of the schema", () => {
  const input = Object.defineProperties({ a: 1 }, { b: { value: 2 }, c: { value: 3 }, d: { value: 4 } });
  const named: NamedKeys = {
    names: ["c", "b", "z"],
    places: new Map([
      ["c", 0],
      ["b", 1],
      ["z", 2],
    ]),
  };
  expect(withHidden(input, ["a"], named)).toEqual(["a", "c", "b"]);
  expect(withHidden({ a: 1 }, ["a"], named)).toEqual(["a"]);
  expect(withHidden(input, ["a"])).toEqual(["a"]);
});

test("an object whose method is gone when it is called has no pairs", () => {
  let reads = 0;
  const input = {
    get entries() {
      return ++reads === 1 ? () => [] : undefined;
    },
  };
  expect(pairsIn(input as never)).toBeUndefined();
});

test("the cookies of Headers are a list", () => {
  const headers = new Headers([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
    ["accept", "c"],
  ]);
  const read = reader(headers as never);
  expect([read?.("Set-Cookie"), read?.("ACCEPT")]).toEqual([["a=1", "b=2"], ["c"]]);
});
