import { expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import { Check, Default, Dict, Int, List, OneOf, Str, type Validator } from "../../src/index.ts";

const MODES = ["check", "compiled"] as const;

/** What is found in each mode. */
function inModes(found: () => unknown): unknown[] {
  const { mode } = execution;
  try {
    return MODES.map((one) => {
      execution.mode = one;
      return found();
    });
  } finally {
    execution.mode = mode;
  }
}

test("a value that by_type refuses is read once", () => {
  const makers: (() => Validator)[] = [
    () => OneOf([Int(), Dict({ a: Int() })], { by_type: true }),
    () => List(OneOf([Int(), Dict({ a: Int() })], { by_type: true })),
  ];
  for (const [index, make] of makers.entries()) {
    const reads = inModes(() => {
      let count = 0;
      const object = {
        get a() {
          count++;
          return "x";
        },
      };
      expect(make().safe(index === 0 ? object : [object]).ok).toBe(false);
      return count;
    });
    expect(reads).toEqual([1, 1]);
  }
});

test("is reads hidden keys behind the checks of members, as check does", () => {
  const input = Object.defineProperty({ b: "x" }, "a", { value: "x", enumerable: false });
  const calls = inModes(() => {
    let count = 0;
    const b = Check(() => ++count > 0);
    expect(Dict({ b, a: Default(Int(), 1), c: Str() }, { optional: ["c"] }).is(input)).toBe(false);
    return count;
  });
  expect(calls).toEqual([1, 1]);
});
