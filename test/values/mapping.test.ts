import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
  hidesNamed,
  isForm,
  MultiDict,
  membersOf,
  multidict,
  type NamedKeys,
  pairsOf as pairsIn,
  propertyName,
  reader,
  withHidden,
  withUnlisted,
} from "../../src/values/mapping.ts";
import { temporal } from "../../src/values/temporal.ts";

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

  test.each([
    ...[5, null, "ab", undefined].map((entries) => new Form(entries)),
    new Form([1]),
    new Form([["b", 1], undefined]),
    new (class {
      getAll = 5;
    })(),
    new (class {
      getAll(): void {}
    })(),
  ])("that hands out no pairs is no mapping: %o", (input) => {
    expect(pairsOf(input, ["a"])).toBeUndefined();
  });

  test("may be empty", () => {
    expect(pairsOf(new Form([]), ["a"])).toEqual([]);
  });

  test.each<[all: unknown, list: unknown[]]>([
    [
      [1, 2],
      [1, 2],
    ],
    [new Set([1]), [1]],
    [null, []],
    [5, []],
    ["xy", []],
  ])("that has no list of a key has none of its values: %o", (all, list) => {
    expect(pairsOf(new Form([["a", 1]], all), ["a"])).toStrictEqual([["a", list]]);
  });

  test("whose own methods throw, throws that", () => {
    const bug = new Error("bug");
    class Broken {
      get getAll(): never {
        throw bug;
      }
    }
    expect(() => pairsOf(new Broken(), ["a"])).toThrow(bug);
  });
});

describe("an object that only has the prototype of a form is no form", () => {
  const forms = [URLSearchParams, FormData, Headers, MultiDict];
  test.each([
    new Proxy(new URLSearchParams(), {}),
    ...forms.flatMap((form) => [Object.create(form.prototype), Object.create(Object.create(form.prototype))]),
  ])("%#", (input) => {
    expect([undefined, ["a"]].map((multikeys) => pairsOf(input, multikeys))).toEqual([undefined, undefined]);
  });

  test("and is told from a form of the caller's whose methods have a mistake", () => {
    const bug = new TypeError("bug");
    const form = new Form([["a", 1]]);
    form.getAll = () => {
      throw bug;
    };
    expect(() => pairsOf(form, ["a"])).toThrow(bug);
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
  expect(pairsOf(new Liar([["b", 1]]), ["a"])).toStrictEqual([["b", 1]]);
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
    expect(pairsOf(multidict({ a: "1", b: ["x", "y"] }), ["a"])).toStrictEqual([
      ["a", ["1"]],
      ["b", "y"],
    ]);
  });

  test.each([[[]], [undefined], ["a=1"], [new Map()], [new URLSearchParams()]])("throws TypeError for %s", (value) => {
    expect(() => multidict(value as object)).toThrow(new TypeError("multidict takes a plain object"));
  });

  test("of null is empty: API gateways write it for a query that is not there", () => {
    expect([...multidict(null)]).toEqual([]);
    expect(pairsOf(multidict(null), ["a"])).toEqual([]);
  });

  test("can be made of entries too", () => {
    const values = new MultiDict([
      ["a", [1, 2]],
      ["__proto__", [3]],
    ]);
    expect(values.getAll("__proto__")).toStrictEqual([3]);
    expect(pairsOf(values, ["a"])).toStrictEqual([
      ["a", [1, 2]],
      ["__proto__", 3],
    ]);
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

test("an object whose method is gone when it is called has no pairs, and no values of a key", () => {
  const fading = (name: string): never => {
    let reads = 0;
    return Object.defineProperty({}, name, { get: () => (++reads === 1 ? () => [] : undefined) }) as never;
  };
  expect(pairsIn(fading("entries"))).toBeUndefined();
  expect(reader(fading("getAll"))?.("a")).toBeUndefined();
  expect(reader(fading("getSetCookie"))?.("set-cookie")).toBeUndefined();
  expect(reader(fading("getSetCookie"))?.("a")).toEqual([undefined]);
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

describe("the members of a plain object", () => {
  const named: NamedKeys = {
    names: ["a", "b"],
    places: new Map([
      ["a", 0],
      ["b", 1],
    ]),
  };
  const hidden = Object.defineProperty({ a: 1 }, "b", { value: 2, configurable: true });
  const revocable = (handler: (revoke: () => void) => ProxyHandler<object>): object => {
    const { proxy, revoke } = Proxy.revocable(
      { a: 1, b: 2 },
      handler(() => revoke()),
    );
    return proxy;
  };

  test.each<[what: string, input: object, keys: string[], values: unknown[]]>([
    ["all that have names", { a: 1, b: 2 }, ["a", "b"], [1, 2]],
    ["all, in another order", { b: 2, a: 1 }, ["b", "a"], [2, 1]],
    ["the first", { a: 1 }, ["a"], [1]],
    ["the second", { b: 2 }, ["b"], [2]],
    ["all, and more", { a: 1, b: 2, c: 3 }, ["a", "b", "c"], [1, 2, 3]],
    ["others among them", { a: 1, c: 3, b: 2 }, ["a", "c", "b"], [1, 3, 2]],
    ["undefined ones", { a: undefined, b: 2 }, ["a", "b"], [undefined, 2]],
    ["none", {}, [], []],
    ["one that is not listed", hidden, ["a", "b"], [1, 2]],
    ["those of an object without a prototype", Object.assign(Object.create(null), { a: 1 }), ["a"], [1]],
    ["those of an object behind another", Object.assign(Object.create({}), { b: 2 }), ["b"], [2]],
    ["those that a Proxy lists and has not", new Proxy({}, { ownKeys: () => ["toString"] }), ["toString"], [undefined]],
    ["what was read of a Proxy that was revoked", revocable((get) => ({ get })), ["a"], [undefined]],
  ])("are %s", (_, input, keys, values) => {
    expect(membersOf(input, undefined, false, named)).toEqual({ keys, values });
  });

  test("have the names themselves as their keys, if they are just these", () => {
    const keysOf = (input: object) => membersOf(input, undefined, false, named)?.keys;
    const bare = Object.assign(Object.create(null), { a: 1, b: 2 });
    for (const input of [{ a: 1, b: 2 }, bare]) expect(keysOf(input)).toBe(named.names);
    // A name without a value may be missing.
    expect(keysOf({ a: undefined, b: 2 })).not.toBe(named.names);
  });

  test("are its own, also where all objects inherit one", () => {
    const prototype = Object.prototype as Record<string, unknown>;
    prototype.inherited = 1;
    let members: unknown;
    try {
      members = [membersOf({ a: 1 }, undefined, false, named), membersOf(hidden, undefined, false, named)];
    } finally {
      delete prototype.inherited;
    }
    expect(members).toEqual([
      { keys: ["a"], values: [1] },
      { keys: ["a", "b"], values: [1, 2] },
    ]);
  });

  test("are its own, also where all objects of its realm inherit one", () => {
    const input = runInNewContext("Object.prototype.inherited = 1; ({ a: 1 })");
    expect(membersOf(input, undefined, false, named)).toEqual({ keys: ["a"], values: [1] });
  });

  test("throw what a trap throws", () => {
    const bug = new Error("mine");
    const get = (): never => {
      throw bug;
    };
    expect(() => membersOf(new Proxy({ a: 1 }, { get }), undefined)).toThrow(bug);
    const names = new Proxy({ a: 1 }, { ownKeys: get });
    expect(() => withHidden(names, ["a"], named)).toThrow(bug);
    // Without names nothing is read.
    expect(withHidden(names, ["a"])).toEqual(["a"]);
    const gone = revocable(() => ({}));
    expect(withHidden(gone, ["a", "b"], named)).toEqual(["a", "b"]);
  });

  test("say whether one with a name is not listed", () => {
    const other = Object.defineProperty({ a: 1 }, "z", { value: 2 });
    const inputs = [hidden, { a: 1, b: 2 }, {}, other];
    expect(inputs.map((input) => hidesNamed(input, named))).toEqual([true, false, false, false]);
  });

  test("that are not listed are not listed in a copy either", () => {
    const copies: [copy: object, value: unknown][] = [
      [{ a: 1 }, 2],
      [{ a: 1, b: "converted" }, "converted"],
    ];
    for (const [copy, value] of copies) {
      expect(withUnlisted(hidden, copy)).toBe(copy);
      expect([Object.keys(copy), (copy as { b?: unknown }).b]).toEqual([["a"], value]);
    }
    const copy = { a: 1 };
    for (const given of [copy, { a: 1 }, 5, null, new Map()]) expect(withUnlisted(given, copy)).toEqual({ a: 1 });
    for (const other of [5, null, undefined]) expect(withUnlisted(hidden, other)).toBe(other);
    const get = () => 2;
    const same = Object.defineProperty({ a: 1 }, "b", { get, configurable: true });
    expect(Object.getOwnPropertyDescriptor(withUnlisted(same, same), "b")?.get).toBe(get);
  });
});

test("what is no mapping has no members, and strictly a Map is none", () => {
  const listed = Object.assign([["a", 1]], { getAll: () => [1] });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const input of [5, null, undefined, "a", [], listed, new Set(), new Date(0), proxy]) {
    expect(membersOf(input, undefined)).toBeUndefined();
  }
  const map = new Map([["a", 1]]);
  expect([membersOf(map, undefined), membersOf(map, undefined, true)]).toEqual([
    { keys: ["a"], values: [1] },
    undefined,
  ]);
  expect(membersOf(new URLSearchParams(), undefined, true)).toBeUndefined();
});

test("all keys of a form may have several values", () => {
  const query = new URLSearchParams("a=1&b=2&a=3");
  const all = { keys: ["a", "b"], values: [["1", "3"], ["2"]], isMulti: true };
  expect(membersOf(query, "all")).toEqual(all);
  expect(membersOf(multidict({ a: ["1", "3"], b: "2" }), "all")).toEqual(all);
  expect(membersOf(new Form([["a", 1]], [7, 8]), "all")).toEqual({ keys: ["a"], values: [[7, 8]], isMulti: true });
  // Each call would look through all fields.
  const once = Object.assign(new URLSearchParams("a=1&b=2&a=3"), { getAll: () => expect.unreachable() });
  expect(membersOf(once, "all")).toEqual(all);
  expect([query, new FormData(), new Headers(), {}, new Map()].map(isForm)).toEqual([true, true, true, false, false]);
});

test("an object without such methods reads no lists", () => {
  for (const input of [{}, { getAll: 5 }, { get: () => 1 }]) expect(reader(input as never)).toBeUndefined();
});

test("a key that a MultiDict is given twice has the list of the second, and what is no text has none", () => {
  const values = new MultiDict([
    ["a", [1]],
    ["b", [2]],
    ["a", [3, 4]],
  ]);
  expect([...values]).toEqual([
    ["a", 3],
    ["a", 4],
    ["b", 2],
  ]);
  expect([values.getAll(5), values.getAll(0), values.getAll(undefined)]).toEqual([[], [], []]);
});
