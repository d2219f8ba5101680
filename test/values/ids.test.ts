/** Ids of values. What is equal to what is in equal.test.ts, what `unique` costs in validators/unique.test.ts. */
import { describe, expect, test } from "vitest";
import { distinct, firstsOf, Ids, idsOf, isPrimitive, sameBytes } from "../../src/values/ids.ts";

describe("what is nested too deep at one place may be told apart at another:", () => {
  const nest = (levels: number): unknown[] => (levels === 0 ? [] : [nest(levels - 1)]);

  test.each([
    [511, true],
    [512, true],
    [513, false],
  ])("%d levels below a list", (levels, same) => {
    expect(distinct([nest(levels), nest(levels)], () => new Ids())).toHaveLength(same ? 1 : 2);
  });

  test("also if it just fits", () => {
    const shared = nest(512);
    expect(distinct([[shared], shared, nest(512)], () => new Ids())).toHaveLength(2);
  });

  test("whichever comes first", () => {
    const shared = nest(400);
    const deep = [nest(200), shared, 1];
    let top: unknown = deep;
    for (let level = 0; level < 200; level++) top = [top];
    for (const items of [
      [top, shared, nest(400), nest(400), deep, [nest(200), nest(400), 1]],
      [deep, nest(400), top, shared, [nest(200), nest(400), 1], nest(400)],
    ]) {
      expect(distinct(items, () => new Ids())).toHaveLength(3);
    }
  });
});

const fresh = (): Ids => new Ids();

describe("an id by identity", () => {
  test("is that of the same value", () => {
    const ids = new Ids();
    const object = {};
    const same: [unknown, unknown][] = [
      ["a", "a"],
      [0, -0],
      [Number.NaN, Number.NaN],
      [2n ** 70n, 2n ** 70n],
      [Symbol.iterator, Symbol.iterator],
      [null, null],
      [true, true],
      [object, object],
      [Math.max, Math.max],
    ];
    for (const [a, b] of same) expect(ids.byIdentity(a)).toBe(ids.byIdentity(b));
    expect(new Set(same.map(([a]) => ids.byIdentity(a))).size).toBe(same.length);
    expect(ids.byIdentity([])).not.toBe(ids.byIdentity([]));
  });

  test("of a text is found, if it has been given", () => {
    const ids = new Ids();
    expect(ids.find("a")).toBeUndefined();
    const id = ids.byIdentity("a");
    expect([ids.find("a"), ids.find("b"), ids.find("")]).toEqual([id, undefined, undefined]);
  });
});

test("ids count from 0, and stay as they are however many there are", () => {
  const ids = new Ids();
  const values = Array.from(
    { length: 1000 },
    (_, index) => [`${index}`, index, BigInt(index), Symbol(index)][index % 4],
  );
  const given = values.map((value) => ids.byIdentity(value));
  expect(given[0]).toBe(0);
  expect(new Set(given).size).toBe(1000);
  expect(values.map((value) => ids.byIdentity(value))).toEqual(given);
  expect(values.filter((value) => typeof value === "string").map((text) => ids.find(text))).toEqual(
    given.filter((_, index) => index % 4 === 0),
  );
});

test("an object is read once, until it is forgotten", () => {
  const ids = new Ids();
  const list = [1];
  const before = ids.byStructure(list);
  list.push(2);
  expect(ids.byStructure(list)).toBe(before);
  ids.forgetObjects();
  expect(ids.byStructure(list)).toBe(ids.byStructure([1, 2]));
  expect(ids.byStructure([1])).toBe(before);
});

test("what holds itself is equal to itself alone, and so is what holds that", () => {
  const cyclic: unknown[] = [1];
  cyclic.push(cyclic);
  expect(distinct([cyclic, [cyclic], cyclic, [cyclic], [1], [1]], fresh)).toHaveLength(4);
  const object: Record<string, unknown> = {};
  object.self = object;
  expect(distinct([object, { object }, { object }, object], fresh)).toHaveLength(3);
});

test("an object is looked at once, also if only its identity tells it apart", () => {
  for (const member of [1, Symbol.iterator]) {
    let reads = 0;
    const get = (target: unknown[], key: PropertyKey): unknown => {
      if (key === "length") reads++;
      return Reflect.get(target, key);
    };
    const list = new Proxy([member], { get });
    expect(distinct([list, [list], { list }, list], fresh)).toHaveLength(3);
    expect(reads).toBe(1);
  }
});

test("structures of other kinds, and of members counted otherwise, have other ids, whatever those of their members", () => {
  const ids = new Ids();
  for (const text of ["x", "a", "b", "c", "d"]) ids.byIdentity(text);
  const pairs: [unknown, unknown][] = [
    [["a", "k", "v"], { k: "v" }],
    [["v"], { x: "v" }],
    [
      ["a", "a"],
      ["a", "b"],
    ],
    [
      ["a", "a", "x"],
      ["a", "b", "x"],
    ],
  ];
  for (const [a, b] of pairs) expect(ids.byStructure(a)).not.toBe(ids.byStructure(b));
});

test.each<[what: string, wrap: (value: unknown) => unknown]>([
  ["arrays", (value) => [value]],
  ["objects", (value) => ({ value })],
])("%s in each other use up no stack, however deep", (_, wrap) => {
  let value: unknown = 1;
  for (let level = 0; level < 30_000; level++) value = wrap(value);
  expect(distinct([value, wrap(value), value], fresh)).toHaveLength(2);
});

test("a length without content costs nothing: it is told apart by identity", () => {
  const holes = (): unknown[] => Object.assign([], { length: 2 ** 32 - 1 });
  const one = holes();
  expect(distinct([one, holes(), one], fresh)).toHaveLength(2);
});

test("members deeper in a mapping than are compared are told apart by identity", () => {
  const nest = (levels: number): object => (levels === 0 ? {} : { a: nest(levels - 1), b: 1 });
  expect([512, 513].map((levels) => distinct([nest(levels), nest(levels)], fresh).length)).toEqual([1, 2]);
});

describe("the first of equal items", () => {
  const unused = (): never => {
    throw new Error("ids are made");
  };

  test("of a few primitives is found without ids", () => {
    const items = [1, "a", Number.NaN, -0, "a", 0, Number.NaN, undefined, null, undefined, 5n, 5n];
    expect(firstsOf(items, unused)).toEqual([0, 1, 2, 3, 1, 3, 2, 7, 8, 7, 10, 10]);
    expect(firstsOf(items, unused)).toEqual(firstsOf(items, fresh));
    expect(firstsOf(Array(16).fill("a"), unused)).toEqual(Array(16).fill(0));
  });

  test("of many, or of objects, is found by ids", () => {
    for (const items of [Array(17).fill("a"), [[]], [1, Math.max]])
      expect(() => firstsOf(items, unused)).toThrow("ids");
    const many = [...Array(20).keys(), 3, {}, 3, {}];
    expect(firstsOf(many, fresh)).toEqual([...Array(20).keys(), 3, 21, 3, 21]);
  });

  test("is that of each list by itself", () => {
    const ids = new Ids();
    expect([ids.firstsOf([[1], [2]]), ids.firstsOf([[2], [1], [2]])]).toEqual([
      [0, 1],
      [0, 1, 0],
    ]);
  });

  test("stands for all of them, or for what is at its place", () => {
    expect(distinct(["a", "b", "a"], fresh)).toEqual(["a", "b"]);
    expect(distinct(["a", "b", "a"], fresh, [1, 2, 3])).toEqual([1, 2]);
  });
});

test("primitives are what a Map finds by its value", () => {
  expect([1, "a", null, undefined, 5n, true, Symbol.iterator].every(isPrimitive)).toBe(true);
  expect([{}, [], Math.max].some(isPrimitive)).toBe(false);
});

test("bytes are the same if all of them are", () => {
  const one = Uint8Array.of(1, 2);
  const lying = Object.defineProperty(Uint8Array.of(1, 2, 3), "length", { value: 2 });
  expect([[1, 2], [1, 3], [2, 2], [1], [1, 2, 3], []].map((bytes) => sameBytes(one, Uint8Array.from(bytes)))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect([sameBytes(one, lying), sameBytes(lying, one)]).toEqual([false, false]);
});

test("a call has its ids once", () => {
  const call: { ids: Ids | undefined } = { ids: undefined };
  expect(idsOf(call)).toBe(idsOf(call));
  expect(call.ids).toBe(idsOf(call));
});
