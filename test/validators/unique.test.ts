/** What `unique` costs, whoever chooses the values. What is equal to what is in values/equal.test.ts. */
import { describe, expect, test } from "vitest";
import { locate } from "../../src/core/json/locate.ts";
import * as v from "../../src/index.ts";
import { equal } from "../../src/values/equal.ts";
import { craftedFloats, craftedIntegers, longTexts } from "../support/crafted.ts";
import { longTest } from "../support/long.ts";
import { sweep } from "../support/sweep.ts";

const { Any, Bytes, Const, Dict, Float, Int, List, Str } = v;

describe("values chosen to have one hash in V8 are told apart as fast as any: quadratic, it takes minutes:", () => {
  test("integers", () => {
    const count = sweep(40_000, 130_000);
    const integers = craftedIntegers(count);
    expect(List(Int(), { unique: true })(integers)).toHaveLength(count);
    expect(List(Int(), { unique: true }).json(JSON.stringify(integers))).toHaveLength(count);
  });

  test("floats", () => {
    const count = sweep(30_000, 100_000);
    const floats = craftedFloats(count);
    expect(List(Float(), { unique: true })(floats)).toHaveLength(count);
    expect(List(Float(), { unique: true }).json(JSON.stringify(floats))).toHaveLength(count);
  });

  test("members of lists and objects", () => {
    const count = sweep(30_000, 100_000);
    const numbers = craftedIntegers(count);
    const inside = (value: number): unknown => [value, { value }];
    expect(List(Any(), { unique: true })(numbers.map(inside))).toHaveLength(count);
  });

  test("bigints", () => {
    const count = sweep(60_000, 200_000);
    const bigints = Array.from({ length: count }, (_, index) => BigInt(index) << 64n);
    expect(List(Any(), { unique: true })(bigints)).toHaveLength(count);
  });

  test("long texts", () => {
    const count = sweep(2_000, 6_000);
    const texts = longTexts(count, 16_500);
    expect(List(Str(), { unique: true })(texts)).toHaveLength(count);
  });

  test("keys of forms", () => {
    const keys = longTexts(sweep(2_000, 6_000), 16_500);
    const forms = [
      new URLSearchParams(keys.map((key): [string, string] => [key, "1"])),
      new v.MultiDict(keys.map((key): [string, string[]] => [key, ["1"]])),
    ];
    for (const form of forms) expect(Dict({ a: Int() }).is(form)).toBe(false);
  });

  test("keys of texts, when the places of errors are looked for", () => {
    const keys = longTexts(sweep(1_500, 4_000), 16_500);
    const text = `{${keys.map((key) => `"${key}":1`).join()}}`;
    const found = locate(
      text,
      keys.map((key) => ({ path: [key], at: "value" })),
    );
    expect(found.every((offset, index) => offset === (index + 1) * 16_505 - 1)).toBe(true);
  });
});

describe("each object is looked at once:", () => {
  /** An array that counts how often its length is asked for. */
  const counted = (members: unknown[]): [array: unknown[], reads: () => number] => {
    let reads = 0;
    const get = (target: unknown[], key: PropertyKey): unknown => {
      if (key === "length") reads++;
      return Reflect.get(target, key);
    };
    return [new Proxy(members, { get }), () => reads];
  };
  const nest = (levels: number, value: unknown): unknown => (levels === 0 ? value : [nest(levels - 1, value)]);

  test("by unique lists inside each other", () => {
    let validator: v.Validator = Any();
    for (let level = 0; level < 100; level++) validator = List(validator, { unique: true });
    const [array, reads] = counted([1, 2]);
    expect(validator.safe(nest(100, array)).ok).toBe(true);
    expect(reads()).toBe(1);
  });

  test("by a unique list that has it many times", () => {
    const [array, reads] = counted([1, 2]);
    expect(List(Any(), { unique: true })([array, [array], { a: array }, array])).toHaveLength(3);
    expect(reads()).toBe(1);
  });

  /** 2^100 paths. */
  const shared = (leaf: unknown): unknown => {
    let value = leaf;
    for (let level = 0; level < 50; level++) value = [value, { value }];
    return value;
  };

  test("when it is shared: there are 2^50 ways to it", () => {
    expect(List(Any(), { unique: true })([shared(1), shared(1), shared(2)])).toHaveLength(2);
    expect(equal(shared(1), shared(1))).toBe(true);
    expect(equal(shared(1), shared(2))).toBe(false);
    expect(Const(shared(1)).is(shared(1))).toBe(true);
    expect(v.Type(Array, { options: [shared(1) as unknown[]] }).is(shared(1))).toBe(true);
    const whole = Dict({ a: Any() }, { defaults: { a: shared(1) } })({}) as { a: unknown };
    expect(equal(whole.a, shared(1))).toBe(true);
  });

  test("when it can only be told apart by identity, so that all around it can", () => {
    const tops = Array.from({ length: 3000 }, (_, index) => [index, shared(Symbol.iterator)]);
    const [array, reads] = counted([...new Array(1000).keys(), Symbol.iterator]);
    expect(List(Any(), { unique: true })([...tops, ...tops.map((top) => [array, top])])).toHaveLength(6000);
    expect(reads()).toBe(1);
  });

  test("when it holds itself", () => {
    const [array, reads] = counted([...new Array(1000).keys()]);
    array.push(array);
    const before = reads();
    expect(List(Any(), { unique: true })([array, [array], array])).toHaveLength(2);
    expect(reads() - before).toBe(1);
  });
});

describe("what is large, or only looks large, ends in no foreign error:", () => {
  test("an array with more holes than there is memory is told apart by identity", () => {
    const holes: unknown[] = [];
    holes.length = 2 ** 32 - 1;
    const same: unknown[] = [];
    same.length = 2 ** 32 - 1;
    expect(List(Any(), { unique: true })([holes, same, holes])).toHaveLength(2);
  });

  longTest("equal members in a row take no room", () => {
    const million = (last: unknown): unknown[] => [...new Array(1_000_000).fill("x"), last];
    expect(List(Any(), { unique: true })([million(1), million(2), million(1)])).toHaveLength(2);
  });

  test("detached bytes are bytes of length 0", () => {
    const detached = (): Uint8Array => {
      const bytes = new Uint8Array(4);
      structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
      return bytes;
    };
    expect(List(Bytes(), { unique: true })([detached(), new Uint8Array(0), detached()])).toHaveLength(1);
  });

  longTest("bytes and texts whose text form is longer than a string can be", () => {
    const bytes = new Uint8Array(140_000_000).fill(255);
    expect(List(Any(), { unique: true })([bytes, [bytes]])).toHaveLength(2);
    const text = "\u0001".repeat(90_000_000);
    expect(List(Any(), { unique: true })([text, [text], { text }])).toHaveLength(3);
  });
});

longTest("a list that is too long is refused without its items being kept, after their errors", () => {
  const items = new Proxy(new Array(1000).fill(1), {
    get: (target, key) => (key === "999" ? "x" : Reflect.get(target, key)),
  });
  const texts = (validator: v.Validator, value: unknown): string[] => {
    const result = validator.safe(value);
    return result.ok ? [] : Array.from(result.error, String);
  };
  expect(texts(List(Int(), { maxlen: 3 }), items)).toEqual([
    "<999: InvalidTypeError(expected='integer', actual='string')>",
  ]);
  expect(texts(List(Any(), { maxlen: 3 }), items)).toEqual(["<MaxLengthError(expected=3, actual=1000)>"]);
  expect(texts(List(Any(), { maxlen: 3, unique: true }), new Array(1000).fill(1))).toEqual([]);
  // A verdict needs no errors.
  const holes: unknown[] = [];
  holes.length = 2 ** 25;
  expect(List(Any(), { maxlen: 3 }).is(holes)).toBe(false);
});
