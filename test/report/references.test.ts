import { describe, expect, test } from "vitest";
import { References } from "../../src/core/report/references.ts";
import { AllOf, Any, Const, FAILED, Int, LazyRef, List, OneOf, Validator } from "../../src/index.ts";
import { refusal, texts } from "../support/verdict.ts";
import { measure } from "./measure.ts";

describe("references", () => {
  test("that count their depth are counted by alias, from what is around the call", () => {
    const references = new References(2);
    references.setDepthOf("a", references.depthOf("a") + 1);
    expect([references.depthOf("a"), references.depthOf("b")]).toEqual([3, 2]);
  });

  test("say at which depths an outcome holds: where no limit would have another say in it", () => {
    const references = new References(0);
    references.setDepthOf("a", 2);
    references.setDepthOf("b", 2);
    const outer = references.beginOutcome();
    expect([references.allows("a", 5), references.allows("b", 2)]).toEqual([true, false]);
    const inner = references.beginOutcome();
    references.setDepthOf("a", 3);
    expect(references.allows("a", 5)).toBe(true);
    references.endOutcome(inner);
    references.setDepthOf("a", 2);
    const ranges = references.endOutcome(outer);
    const holds = (a: number, b: number): boolean => {
      references.setDepthOf("a", a);
      references.setDepthOf("b", b);
      return references.within(ranges);
    };
    expect([holds(0, 2), holds(3, 9), holds(4, 2), holds(3, 1)]).toEqual([true, true, false, false]);
  });

  test("may not come back to themselves with the same input on the same level", () => {
    const references = new References(0);
    const [target, other, input] = [Int({ coerce: true }), Int(), {}];
    expect(references.enter(target, input, 0)).toBe(true);
    expect(references.enter(target, input, 0)).toBe(false);
    expect(references.enter(other, input, 0)).toBe(true);
    expect(references.enter(target, {}, 0)).toBe(true);
    expect(references.enter(target, input, 1)).toBe(true);
    for (let i = 0; i < 4; i++) references.leave();
    expect(references.enter(target, input, 0)).toBe(true);
  });

  test("may not come back with a copy either, if all that they lead to keeps its input", () => {
    const references = new References(0);
    const [keeps, converts] = [List(Any()), List(Int({ coerce: true }))];
    expect([references.enter(keeps, [1], 0), references.enter(keeps, [1], 0)]).toEqual([true, false]);
    expect([references.enter(converts, ["1"], 0), references.enter(converts, [1], 0)]).toEqual([true, true]);
  });

  test("that a check has left open are forgotten, and the depths it has set if it has thrown", () => {
    const references = new References(0);
    const mark = references.mark();
    references.enter(Any(), 1, 0);
    references.setDepthOf("a", 1);
    references.restore(mark, false);
    expect(references.depthOf("a")).toBe(1);
    expect(references.mark().followed).toBe(0);
    references.restore(mark, true);
    expect(references.depthOf("a")).toBe(0);
  });
});

describe("a reference that leads back to itself with the same value", () => {
  const self = OneOf([LazyRef("work.self"), LazyRef("work.self"), Int()], { alias: "work.self" });

  test("is refused there, and the next step decides", () => {
    expect(self(5)).toBe(5);
    expect(List(self)(Array(5000).fill(1))).toHaveLength(5000);
    expect(texts(refusal(self, "a"))).toContainEqual(expect.stringMatching(/RecursionMaxDepthError/));
  });

  test("is refused with a copy of it too, at once", () => {
    const copies = AllOf([List(Any()), LazyRef("work.copies")], { alias: "work.copies" });
    const { value, steps } = measure(copies, Array(1000).fill(1));
    expect(value).toBe(FAILED);
    expect(steps).toBeLessThan(5000);
  });

  test("may come back with another value", () => {
    class Less extends Validator<number> {
      override check(input: unknown): number {
        return (input as number) - 1;
      }
    }
    const down = OneOf([Const(0), AllOf(new Less(), LazyRef("work.down"))], { alias: "work.down" });
    expect(down(300)).toBe(0);
  });
});
