/** Weak references, and runtimes that have none. */
import "../support/fresh.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Validator } from "../../src/pure.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the runtime's own are used where it has them", async () => {
  const { weakly, whenGone } = await import("../../src/values/weak.ts");
  const target = {};
  expect(weakly(target)).toBeInstanceOf(WeakRef);
  expect(weakly(target).deref()).toBe(target);
  expect(whenGone(() => {})).toBeInstanceOf(FinalizationRegistry);
});

describe("in a runtime without FinalizationRegistry and WeakRef", () => {
  beforeEach(() => {
    vi.stubGlobal("FinalizationRegistry", undefined);
    vi.stubGlobal("WeakRef", undefined);
    vi.resetModules();
  });

  test("objects are kept, and nothing says that they have gone", async () => {
    const { weakly, whenGone } = await import("../../src/values/weak.ts");
    const target = {};
    expect(weakly(target).deref()).toBe(target);
    expect(whenGone(() => {})).toBeUndefined();
  });

  test.each(["index", "pure", "wasm"])("%s.ts loads: validators of functions, and patterns, work", async (entry) => {
    const { Dict, LazyRef, List, Str }: typeof import("../../src/pure.ts") = await import(`../../src/${entry}.ts`);
    const tree: Validator = Dict({ name: Str({ pattern: "[a-z]+" }), children: List(LazyRef(() => tree)) });
    const value = { name: "a", children: [{ name: "b", children: [] }] };
    expect(tree(value)).toEqual(value);
    expect(tree.json(JSON.stringify(value))).toEqual(value);
    expect(tree.isJson('{"name": "a", "children": [{"name": "B", "children": []}]}')).toBe(false);
  });
});
