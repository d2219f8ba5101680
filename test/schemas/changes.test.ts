import { describe, expect, test } from "vitest";
import { Dict, Int, load, Str, Tuple, type Validator } from "../../src/index.ts";

const DEPTH = 40;
const build = (): Validator => {
  let one: Validator = Dict({ x: Int({ min: 1 }) }, { unknown: "keep" });
  for (let level = 0; level < DEPTH; level++) one = Dict({ a: one, b: one }, { optional: ["a", "b"] });
  return one;
};

describe("a change at a path that leads through a shared validator", () => {
  const inner = Dict({ x: Int({ min: 1 }) });
  const outer = Dict({ left: inner, right: inner });
  const root = Dict({ one: outer, other: outer });
  const changed = Dict({ x: Int({ min: 5 }) });

  test("is made in that place only", () => {
    expect(outer.clone({ "schema.left.schema.x.min": 5 }).equals(Dict({ left: changed, right: inner }))).toBe(true);
    expect(outer.clone({ "schema.right.schema.x.min": 5 }).equals(Dict({ left: inner, right: changed }))).toBe(true);
    const expected = Dict({ one: outer, other: Dict({ left: changed, right: inner }) });
    const path = "schema.other.schema.left.schema.x";
    expect(root.clone({ [`${path}.min`]: 5 }).equals(expected)).toBe(true);
    expect(root.clone({ [`${path}+`]: { min: 5 } }).equals(expected)).toBe(true);
    expect(root.clone({ [`/${path.replaceAll(".", "/")}`]: { min: 5 } }).equals(expected)).toBe(true);
    expect(load(JSON.parse(JSON.stringify(root.dump())), { [`${path}.min`]: 5 }).equals(expected)).toBe(true);
    expect(root.equals(Dict({ one: outer, other: outer }))).toBe(true);
  });

  test("may be several, additions and removals among them", () => {
    const made = root.clone(
      { "schema.one.schema.left.schema+": { y: Str() }, "schema.other.schema.left.schema.x-": ["min"] },
      { "/schema/other/schema": ["right"] },
    );
    const added = Dict({ left: Dict({ x: Int({ min: 1 }), y: Str() }), right: inner });
    expect(made.equals(Dict({ one: added, other: Dict({ left: Dict({ x: Int() }) }) }))).toBe(true);
  });

  test("removes one of its places", () => {
    expect(outer.clone({ "schema-": ["left"] }).equals(Dict({ right: inner }))).toBe(true);
    expect(
      Tuple(inner, Int(), inner)
        .clone({ "items-": [inner] })
        .equals(Tuple(Int(), inner)),
    ).toBe(true);
  });

  test("that leads nowhere is refused", () => {
    expect(() => root.clone({ "schema.other.schema.up.schema.x.min": 5 })).toThrow("leads nowhere");
    expect(() => root.clone({ "__defs__.Dict1.schema.x.min": 5 })).toThrow("leads nowhere");
  });

  test("at the end of many levels leaves the others as they are", () => {
    const path = `schema.${"a.schema.".repeat(DEPTH)}x.min`;
    const made = build().clone({ [path]: 5 });
    expect(JSON.stringify(made.dump()).length).toBeLessThan(20_000);
    expect(made.equals(build())).toBe(false);
    expect(made.clone({ [path]: 1 }).equals(build())).toBe(true);
    expect(made.safe({ b: {} }).ok).toBe(true);
  });

  test("keys with dots in their names do not hide it", () => {
    const dotted = Dict({ "a.b": inner, a: Dict({ b: inner }) });
    expect(dotted.clone({ "schema.a.b.schema.x.min": 5 }).equals(Dict({ "a.b": changed, a: Dict({ b: inner }) }))).toBe(
      true,
    );
  });
});
