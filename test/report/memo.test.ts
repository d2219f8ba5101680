import { describe, expect, test } from "vitest";
import { Any, Int } from "../../src/index.ts";
import { type Judgement, Memo } from "../../src/report/memo.ts";

const always = (): boolean => true;
const judgement = (value: unknown): Judgement => ({
  value,
  frames: 0,
  references: { ranges: [], loops: [] },
  asItStands: false,
  levels: 0,
  height: 0,
  tooDeep: false,
});

describe("a judgement", () => {
  test("is found by validator, value and level, and by nothing less", () => {
    const memo = new Memo();
    const [a, b] = [Any(), Int()];
    const value = {};
    memo.keep(a, value, 2, judgement(1));
    expect(memo.find(a, value, 2, always)?.value).toBe(1);
    expect([memo.find(b, value, 2, always), memo.find(a, {}, 2, always), memo.find(a, value, 1, always)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("is kept beside others that hold elsewhere, a few of them", () => {
    const memo = new Memo();
    const [any, value] = [Any(), {}];
    for (let i = 0; i < 3; i++) memo.keep(any, value, 0, judgement(i));
    for (let i = 0; i < 3; i++) expect(memo.find(any, value, 0, (one) => one.value === i)?.value).toBe(i);
    for (let i = 3; i < 1000; i++) memo.keep(any, value, 0, judgement(i));
    let seen = 0;
    memo.find(any, value, 0, () => ++seen < 0);
    expect(seen).toBeLessThan(20);
  });

  test("of a zero is not kept: a Map does not tell 0 from -0", () => {
    const memo = new Memo();
    memo.keep(Any(), 0, 0, judgement(0));
    const any = Any();
    memo.keep(any, -0, 0, judgement(-0));
    expect(memo.find(any, 0, 0, always)).toBeUndefined();
  });

  test("that an exception has left open is not taken for one around it", () => {
    const memo = new Memo();
    const [outer, inner] = [Any(), Int()];
    const pending = { deepest: 0, highest: 0, tooDeep: false, references: { slack: undefined, loops: undefined } };
    memo.open({ pipeline: outer, frames: 1, ...pending });
    memo.open({ pipeline: inner, frames: 2, ...pending });
    expect(memo.close(outer, 1)?.pipeline).toBe(outer);
    expect(memo.close(outer, 1)).toBeUndefined();
  });
});

describe("what was made of a value", () => {
  test.each([
    ["the same", [1, { a: "x" }], [1, { a: "x" }], true],
    ["bytes of its own", [new Uint8Array(1)], [new Uint8Array(1)], false],
    ["keys in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, false],
    ["another sign of zero", [0], [-0], false],
    ["more", [1], [1, 1], false],
    ["another kind", [], {}, false],
  ])("is built alike: %s", (_name, given, made, alike) => {
    expect(new Memo().isFixed(given, made)).toBe(alike);
  });

  test("is compared once, also as a part of another, and through what was made of it in turn", () => {
    const memo = new Memo();
    let reads = 0;
    const watched = (): object => Object.defineProperty([0], 0, { get: () => ++reads - reads, enumerable: true });
    const values = [watched(), watched(), watched()];
    expect(memo.isFixed(values[0], values[1])).toBe(true);
    expect(memo.isFixed(values[1], values[2])).toBe(true);
    const before = reads;
    expect(memo.isFixed([values[0]], [values[2]])).toBe(true);
    expect(memo.isFixed([values[0]], [values[1]])).toBe(true);
    expect(reads).toBe(before);
  });
});
