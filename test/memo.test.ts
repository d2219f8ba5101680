import { describe, expect, test } from "vitest";
import { Any, Int } from "../src/index.ts";
import { type Judgement, Memo } from "../src/memo.ts";

const judgement = (value: unknown): Judgement => ({
  value,
  frames: 0,
  references: "",
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
    expect(memo.find(a, value, 2)?.value).toBe(1);
    expect([memo.find(b, value, 2), memo.find(a, {}, 2), memo.find(a, value, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("of a zero is not kept: a Map does not tell 0 from -0", () => {
    const memo = new Memo();
    memo.keep(Any(), 0, 0, judgement(0));
    const any = Any();
    memo.keep(any, -0, 0, judgement(-0));
    expect(memo.find(any, 0, 0)).toBeUndefined();
  });

  test("that an exception has left open is not taken for one around it", () => {
    const memo = new Memo();
    const [outer, inner] = [Any(), Int()];
    const pending = { deepest: 0, highest: 0, tooDeep: false };
    memo.open({ pipeline: outer, frames: 1, ...pending });
    memo.open({ pipeline: inner, frames: 2, ...pending });
    expect(memo.close(outer, 1)?.pipeline).toBe(outer);
    expect(memo.close(outer, 1)).toBeUndefined();
  });
});
