/**
 * Looking up what is remembered of a long text takes constant time: the text is hashed once for each place in the
 * input.
 */
// It mocks a module that others have loaded.
import "../support/fresh.ts";
import { describe, expect, test, vi } from "vitest";
import { AllOf, Const, Dict, Int, LazyRef, List, OneOf, Str, type Validator } from "../../src/index.ts";

const hashed = vi.hoisted(() => ({ units: 0 }));
vi.mock("../../src/values/hash.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("../../src/values/hash.ts")>();
  const hashText = (text: string): number => {
    hashed.units += text.length;
    return original.hashText(text);
  };
  return { ...original, hashText };
});

const node: Validator = OneOf(
  Dict({ a: LazyRef(() => node) }),
  Dict({ a: LazyRef(() => node), b: Int() }),
  Dict({ a: LazyRef(() => node), c: Int() }),
  Const(1),
);
const filter: Validator = OneOf(
  Dict({ and: List(LazyRef(() => filter)) }),
  Dict({ or: List(LazyRef(() => filter)) }),
  Dict({ not: LazyRef(() => filter) }),
  AllOf(Str({ strip: true }), OneOf(Const("a"), Const("b"), Str({ pattern: /^x*y$/ }))),
);
const inside = (levels: number, value: unknown, wrap: (value: unknown) => unknown): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => wrap(inner), value);

const long = "x".repeat(100_000);

describe.each([
  ["one text", node, inside(10, long, (a) => ({ a }))],
  ["a bigint", node, inside(10, 16n ** 100_000n, (a) => ({ a }))],
  ["a text at the top", AllOf(node, node, node), long],
  ["a filter", filter, inside(12, long, (value) => ({ and: [value], or: [] }))],
  [
    "many texts in turn",
    filter,
    inside(6, { and: Array.from({ length: 20 }, (_, i) => ` ${long}${i}`) }, (not) => ({ not })),
  ],
])("%s", (_, validator, value) => {
  test("is hashed a few times, however often it is looked up", () => {
    hashed.units = 0;
    expect(validator.safe(value).ok).toBe(false);
    const length = JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? part.toString(16) : part)).length;
    expect(hashed.units).toBeLessThan(10 * length + 10_000);
  });
});
