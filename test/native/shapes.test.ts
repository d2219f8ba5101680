/** Orders of keys: whichever come, values are right; what is frequent is learned, and no text spoils it for others. */
import { inspect } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import { type Order, Shapes } from "../../src/engines/native/shapes.ts";
import { MAX_SHAPES } from "../../src/engines/native/tape.ts";
import { Any, Dict, Int, List, Str, type Validator } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { eager, engineOf } from "./addon.ts";

const LETTERS = [..."abcdefghijkl"];
const order = (text: string): Order => [...text].map((letter) => LETTERS.indexOf(letter));
const object = (text: string): object => Object.fromEntries([...text].map((letter) => [letter, 1]));

function shapes(): Shapes {
  return new Shapes(
    () => LETTERS,
    () => [...LETTERS.keys()],
  );
}

/** Counts so many objects with these key orders, by turns: as shaped or unshaped. */
function countObjects(known: Shapes, orders: readonly string[], objects: number): void {
  for (let i = 0; i < objects; i++) {
    const text = orders[i % orders.length] as string;
    const shape = known.of(0).findIndex((other) => other.join() === order(text).join());
    if (shape >= 0) (known.counts(0)[shape] as number)++;
    else known.countUnshaped(0, object(text));
  }
}

/** Orders that are all different, so that none is frequent. */
const rareOrders = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const digits = [i % 12, Math.floor(i / 12) % 12, Math.floor(i / 144) % 12, Math.floor(i / 1728) % 12];
    return [...new Set(digits)].map((digit) => LETTERS[digit]).join("");
  });

/** Some of the keys for each object, in the order of the schema: nearly all of them different. */
const subsets = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const bits = Math.imul(i + 1, 0x9e3779b1) >>> 20;
    return LETTERS.filter((_, key) => ((bits >> key) & 1) === 1).join("");
  });

describe("Shapes", () => {
  const adopt = (): boolean => true;

  test("the order of the schema is one from the start, and stays", () => {
    const known = shapes();
    expect(known.of(0)).toEqual([order("abcdefghijkl")]);
    countObjects(known, ["ba"], 10_000);
    known.select(adopt);
    expect(known.of(0)).toEqual([order("abcdefghijkl"), order("ba")]);
  });

  test("there are never more of them, and never more are remembered, than the limits say", () => {
    const known = shapes();
    const orders = rareOrders(5000);
    for (let round = 0; round < 4; round++) {
      countObjects(known, orders, 20_000);
      known.select(adopt);
      expect(known.of(0).length).toBeLessThanOrEqual(MAX_SHAPES);
      expect(known.remembered).toBeLessThanOrEqual(1024);
    }
  });

  test("orders that are all different change nothing", () => {
    const known = shapes();
    countObjects(known, rareOrders(5000), 100_000);
    expect(known.select(adopt)).toBe(false);
    expect(known.of(0)).toHaveLength(1);
  });

  test("a Dict is varied while most of its objects have these keys and those, in the order of its schema", () => {
    const known = shapes();
    const adopted: number[] = [];
    const note = (_: number, orders: readonly Order[]): boolean => adopted.push(orders.length) > 0;
    countObjects(known, subsets(500), 500);
    expect(known.select(note)).toBe(true);
    expect(known.isVaried(0)).toBe(true);
    expect(known.of(0)).toEqual([order("abcdefghijkl")]);
    expect(adopted).toEqual([0]);
    // It is no news.
    countObjects(known, subsets(4000), 4000);
    expect(known.select(note)).toBe(false);
    for (let round = 0; round < 4; round++) {
      countObjects(known, ["ac"], 40_000);
      known.select(note);
    }
    expect(known.isVaried(0)).toBe(false);
    expect(known.of(0)).toEqual([order("abcdefghijkl"), order("ac")]);
    expect(adopted).toEqual([0, 2]);
  });

  test("what is varied and has its keys in no order is not", () => {
    const known = shapes();
    countObjects(
      known,
      subsets(500).map((text) => [...text].reverse().join("")),
      500,
    );
    known.select(adopt);
    expect(known.isVaried(0)).toBe(false);
  });

  test("shapes learned from texts of rare orders are replaced when frequent orders come", () => {
    const known = shapes();
    // Fifteen orders are all there is room for.
    const rare = rareOrders(200).slice(100, 115);
    for (let round = 0; round < 5; round++) {
      countObjects(known, rare, 3000);
      known.select(adopt);
    }
    expect(known.of(0)).toHaveLength(MAX_SHAPES);
    for (let round = 0; round < 3; round++) {
      countObjects(known, ["ca", "cab"], 20_000);
      known.select(adopt);
    }
    const learned = known.of(0).map((keys) => keys.join());
    expect(learned).toContain(order("ca").join());
    expect(learned).toContain(order("cab").join());
  });

  test("shapes that the addon does not take are not used", () => {
    const known = shapes();
    countObjects(known, ["ba"], 10_000);
    known.select(() => false);
    expect(known.of(0)).toHaveLength(1);
  });

  test("objects with keys that are not in the schema have no shape", () => {
    const known = shapes();
    for (let i = 0; i < 10_000; i++) known.countUnshaped(0, { b: 1, z: 2 });
    expect(known.remembered).toBe(0);
    expect(known.select(adopt)).toBe(false);
  });
});

/** Entries as they are written: JSON.parse would drop what comes twice. */
const write = (entries: readonly (readonly [string, unknown])[]): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`;

/** What an engine makes of a text, with the order of the keys. */
function said(engine: typeof pure, validator: Validator, text: string): string {
  const result = engine.parse(validator, text);
  const what = result.ok ? result.value : Array.from(result.error, ({ name, context }) => [name, ...context]);
  return JSON.stringify([result.ok, what, engine.test(validator, text)]);
}

describe.skipIf(eager === undefined)("Objects with many optional keys", () => {
  const fields = (count: number, member: (index: number) => Validator): Record<string, Validator> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`field_${i}`, member(i)]));
  const twelve = fields(12, (i) => (i % 3 === 0 ? Str() : i % 3 === 1 ? Int() : List(Int())));
  const hundred = fields(100, () => Int());
  const odd = Object.fromEntries(
    ["constructor", "toString", "__proto__", "a\\b", "é", "a\nb", "", "long".repeat(10)].map((name) => [name, Int()]),
  );

  const cases: [string, Validator, readonly string[]][] = [
    ["of several kinds", Dict(twelve, { optional: Object.keys(twelve) }), Object.keys(twelve)],
    ["some of them required", Dict(twelve, { optional: Object.keys(twelve).slice(3) }), Object.keys(twelve)],
    [
      "with defaults",
      Dict(
        fields(12, () => Int()),
        { defaults: { field_1: 1, field_5: 5 }, optional: Object.keys(twelve).slice(6) },
      ),
      Object.keys(twelve),
    ],
    [
      "with defaults that are made anew",
      Dict(
        fields(12, () => Any()),
        { defaults: { field_1: () => 1, field_3: [] }, optional: Object.keys(twelve) },
      ),
      Object.keys(twelve),
    ],
    [
      "some of them disposed of",
      Dict(twelve, { optional: Object.keys(twelve), dispose: ["field_2", "other"] }),
      [...Object.keys(twelve), "other"],
    ],
    [
      "and others",
      Dict(twelve, { optional: Object.keys(twelve), extra: [Str(), Int()] }),
      [...Object.keys(twelve), "x", "y", "7", "3", "__proto__"],
    ],
    ["more than 64", Dict(hundred, { optional: Object.keys(hundred).slice(0, 98) }), Object.keys(hundred)],
    ["of odd names", Dict(odd, { optional: Object.keys(odd) }), Object.keys(odd)],
    ["that are few", Dict({ a: Int(), b: Int() }, { optional: ["a", "b"] }), ["a", "b", "c"]],
    [
      "that look like array indexes",
      Dict(Object.fromEntries(["1", "0", "a"].map((key) => [key, Int()])), { optional: ["0", "1", "a"] }),
      ["0", "1", "a", "01"],
    ],
    ["of a length", Dict(twelve, { optional: Object.keys(twelve), minlen: 2, maxlen: 8 }), Object.keys(twelve)],
  ];

  /** Mostly a few orders, with keys left out; at times any order, keys twice, unknown ones and wrong values. */
  const texts = (keys: readonly string[]): fc.Arbitrary<string[]> => {
    const value = (key: string): fc.Arbitrary<unknown> => {
      const number = /^field_(\d+)$/.exec(key);
      const kind = number === null || keys.length === 100 ? 1 : Number(number[1]) % 3;
      const right = [fc.constantFrom("", "text", "ü", "日本", '"'), fc.integer(), fc.constantFrom([], [1], [1, 2])][
        kind
      ];
      return fc.oneof(
        { weight: 60, arbitrary: right as fc.Arbitrary<unknown> },
        { weight: 1, arbitrary: fc.constant(null) },
      );
    };
    const entry = (key: string): fc.Arbitrary<[string, unknown]> => value(key).map((given) => [key, given]);
    const inOrder = fc.subarray([...keys]);
    const anyOrder = fc.shuffledSubarray([...keys]);
    const twice = fc.array(fc.constantFrom(...keys, "unknown"), { maxLength: 14 });
    const object = fc
      .oneof({ weight: 6, arbitrary: inOrder }, { weight: 3, arbitrary: anyOrder }, { weight: 1, arbitrary: twice })
      .chain((chosen) => fc.tuple(...chosen.map(entry)))
      .map(write);
    return fc.array(object, { minLength: 1, maxLength: 40 });
  };

  test.each(cases)("%s: both engines agree, whatever order they come in", (_, validator, keys) => {
    const engines = [eager, engineOf({ first: 0, unshaped: 20, delegated: 0 })] as (typeof pure)[];
    const list = List(validator);
    fc.assert(
      fc.property(texts(keys), (objects) => {
        for (const text of [objects[0] as string, ...objects.slice(1, 4)]) {
          const expected = said(pure, validator, text);
          for (const engine of engines) expect(said(engine, validator, text)).toBe(expected);
        }
        const text = `[${objects.join()}]`;
        const expected = said(pure, list, text);
        for (const engine of engines) expect(said(engine, list, text)).toBe(expected);
      }),
      { numRuns: sweep(30, 80) },
    );
  });

  test.each(cases)("%s: both engines agree when they are varied", (name, validator, keys) => {
    const engine = engineOf({ first: 0, unshaped: 20, delegated: 0 }) as typeof pure;
    const isVaried = vi.spyOn(Shapes.prototype, "isVaried");
    const list = List(validator);
    const { schema, optional, defaults } = validator as Dict;
    const mayMiss = new Set([...(optional ?? []), ...Object.keys(defaults ?? {})]);
    const entries = (letters: string): [string, unknown][] =>
      Object.entries(schema as Record<string, Validator>)
        .filter(([key], at) => !mayMiss.has(key) || letters.includes(LETTERS[at % 12] as string))
        .map(([key, member]) => [key, [1, "text", [1, 2]].find((value) => member.is(value))]);
    const varied = `[${subsets(300).map(entries).map(write).join()}]`;
    for (let call = 0; call < 3; call++) expect(said(engine, list, varied)).toBe(said(pure, list, varied));
    fc.assert(
      fc.property(texts(keys), (objects) => {
        const text = `[${objects.join()}]`;
        expect(said(engine, list, text)).toBe(said(pure, list, text));
      }),
      { numRuns: sweep(20, 60) },
    );
    // Where there are few keys, shapes do; elsewhere it says nothing if none was varied.
    if (name === "of several kinds" || name === "and others")
      expect(isVaried.mock.results.some(({ value }) => value === true)).toBe(true);
    vi.restoreAllMocks();
  });

  test("keys that must be there and come late are put where they come", () => {
    const integers = fields(12, () => Int());
    const names = Object.keys(integers);
    const validator = List(Dict(integers, { optional: names.filter((_, key) => key !== 2) }));
    const engine = engineOf({ first: 0, unshaped: 100, delegated: 0 }) as typeof pure;
    const entries = (text: string): string =>
      write([...new Set([...order(text), 2])].sort((a, b) => a - b).map((key) => [names[key] as string, key]));
    const text = `[${subsets(300).map(entries).join()}]`;
    for (let call = 0; call < 3; call++) expect(said(engine, validator, text)).toBe(said(pure, validator, text));
    const late = '[{"field_0":1,"field_5":2,"field_11":3,"field_2":4},{"field_2":1},{"field_11":1,"field_2":2}]';
    expect(said(engine, validator, late)).toBe(said(pure, validator, late));
    expect(engine.parse(validator, '[{"field_0":1}]').ok).toBe(false);
  });

  test.each(["other", "__proto__"])("what is varied are plain objects, whatever stands in prototypes: %s", (name) => {
    const names = [...Array.from({ length: 11 }, (_, i) => `field_${i}`), name].sort();
    const schema = Object.fromEntries(names.map((key) => [key, Int()]));
    const validator = List(Dict(schema, { optional: names }));
    const engine = engineOf({ first: 0, unshaped: 100, delegated: 0 }) as typeof pure;
    const text = `[${subsets(300)
      .map((letters) => write(order(letters).map((key) => [names[key % names.length] as string, key])))
      .join()}]`;
    const objects = (): unknown => {
      const result = engine.parse(validator, text);
      if (!result.ok) throw result.error;
      return result.value;
    };
    const isVaried = vi.spyOn(Shapes.prototype, "isVaried");
    for (let call = 0; call < 3; call++) objects();
    expect(isVaried.mock.results.at(-1)?.value).toBe(true);
    vi.restoreAllMocks();
    try {
      expect(inspect(objects())).toBe(inspect(JSON.parse(text)));
      expect(objects()).toSatisfy((all: object[]) =>
        all.every((one) => Object.getPrototypeOf(one) === Object.prototype),
      );
      Object.defineProperty(Object.prototype, "field_1", { set() {}, configurable: true });
      expect(inspect(objects())).toBe(inspect(JSON.parse(text)));
      expect(Object.keys(Object.prototype)).toEqual([]);
    } finally {
      delete (Object.prototype as { field_1?: unknown }).field_1;
    }
  });

  test("objects that are varied, then all alike, are a shape again", () => {
    const integers = fields(12, () => Int());
    const validator = List(Dict(integers, { optional: Object.keys(integers) }));
    const engine = engineOf({ first: 0, unshaped: 100, delegated: 0 }) as typeof pure;
    const written = (orders: readonly string[]): string =>
      `[${orders.map((text) => write(order(text).map((key) => [`field_${key}`, 1]))).join()}]`;
    const isVaried = vi.spyOn(Shapes.prototype, "isVaried");
    for (let i = 0; i < 3; i++) engine.parse(validator, written(subsets(300)));
    expect(isVaried.mock.results.at(-1)?.value).toBe(true);
    const alike = written(new Array(1000).fill("abcdefghijkl"));
    for (let i = 0; i < 300; i++) engine.parse(validator, alike);
    expect(isVaried.mock.results.at(-1)?.value).toBe(false);
    const unshaped = vi.spyOn(Shapes.prototype, "countUnshaped");
    expect(said(engine, validator, alike)).toBe(said(pure, validator, alike));
    expect(unshaped).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test("a text of rare orders before them makes no difference to what is learned", () => {
    const integers = fields(12, () => Int());
    const validator = List(Dict(integers, { optional: Object.keys(integers) }));
    const engine = engineOf({ first: 0, unshaped: 100, delegated: 0 });
    const written = (orders: readonly string[]): string =>
      `[${orders.map((text) => write(order(text).map((key) => [`field_${key}`, 1]))).join()}]`;
    const rare = written(rareOrders(1100));
    const frequent = written(new Array(200).fill("ba"));
    for (let i = 0; i < 5; i++) engine.parse(validator, rare);
    for (let i = 0; i < 300; i++) engine.parse(validator, frequent);
    const unshaped = vi.spyOn(Shapes.prototype, "countUnshaped");
    for (let i = 0; i < 10; i++) expect(said(engine, validator, frequent)).toBe(said(pure, validator, frequent));
    expect(unshaped).not.toHaveBeenCalled();
    engine.parse(validator, rare);
    expect(unshaped.mock.calls.length).toBeGreaterThan(1000);
    vi.restoreAllMocks();
  });

  describe("with a setter in Object.prototype", () => {
    afterEach(() => {
      Reflect.deleteProperty(Object.prototype, "field_1");
    });

    test("they are properties of varied objects, too", () => {
      const integers = fields(12, () => Int());
      const validator = List(Dict(integers, { optional: Object.keys(integers) }));
      const engine = engineOf({ first: 0, unshaped: 100, delegated: 0 }) as typeof pure;
      const text = `[${subsets(300)
        .map((letters) => write(order(letters).map((key) => [`field_${key}`, key])))
        .join()}]`;
      for (let call = 0; call < 3; call++) engine.parse(validator, text);
      for (const name of ["field_1", "field_5", "field_11"]) {
        Object.defineProperty(Object.prototype, name, { configurable: true, get: () => 0, set: () => {} });
        const result = engine.parse(validator, text);
        Reflect.deleteProperty(Object.prototype, name);
        expect(JSON.stringify(result.ok && result.value)).toBe(text);
      }
    });

    test("they are properties of the object all the same", () => {
      const validator = List(Dict(twelve, { optional: Object.keys(twelve) }));
      const text = '[{"field_4":1,"field_1":2},{"field_7":1,"field_1":3,"field_0":"x"}]';
      for (let call = 0; call < 3; call++) {
        const taken: unknown[] = [];
        Object.defineProperty(Object.prototype, "field_1", {
          configurable: true,
          get: () => 0,
          set: (value) => taken.push(value),
        });
        const result = (eager as typeof pure).parse(validator, text);
        Reflect.deleteProperty(Object.prototype, "field_1");
        expect(taken).toEqual([]);
        expect(JSON.stringify(result.ok && result.value)).toBe(text);
        expect(JSON.stringify((eager as typeof pure).parse(validator, text))).toBe(`{"ok":true,"value":${text}}`);
      }
    });
  });
});
