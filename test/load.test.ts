import "./support/fresh.ts";
import { expect, test } from "vitest";
import { classes, Int, instances, Str, Validator } from "../src/index.ts";
import { load } from "../src/load.ts";
import * as builtIn from "../src/validators/index.ts";

test("data may name every built-in class", () => {
  const required: Record<string, object> = {
    AllOf: { steps: [{ __class__: "Any" }] },
    Check: { test: () => true },
    Closed: { item: { __class__: "Any" } },
    Const: { value: 1 },
    Default: { item: { __class__: "Any" }, value: 1 },
    Fallback: { item: { __class__: "Any" }, value: 1 },
    If: { condition: { __class__: "Any" } },
    LazyRef: { use: "somewhere" },
    List: { item: { __class__: "Any" } },
    Not: { item: { __class__: "Any" } },
    Nullable: { item: { __class__: "Any" } },
    OneOf: { steps: [{ __class__: "Any" }] },
    Optional: { item: { __class__: "Any" } },
    Set: { item: { __class__: "Any" } },
    Transform: { make: () => 1 },
    Tuple: { items: [{ __class__: "Any" }] },
    Type: { tp: Number },
  };
  for (const [name, one] of Object.entries(builtIn)) {
    // `Pipe` and `Union` are names of classes that have another.
    if (one.name !== name) continue;
    const validator = load({ __class__: name, ...required[name] });
    expect(validator.constructor, name).toBe(one);
    expect(load(validator.dump()).equals(validator), name).toBe(true);
  }
  expect(Object.keys(builtIn).length).toBeGreaterThan(15);
});

test("a class of the user's keeps its name", () => {
  class Loaded extends Validator<number> {}
  classes.add(Loaded);
  expect(load({ __class__: "Loaded" })).toBeInstanceOf(Loaded);
  expect(classes.get("Loaded")).toBe(Loaded);
});

test("changes, aliases and what is wrong are those of the method", () => {
  instances.add("load.test", Int({ min: 1 }));
  expect(String(load({ __class__: "Int", min: 1 }, { max: 5 }, { "": ["min"] }))).toBe("<Int(max=5)>");
  expect(load({ __use__: "load.test" })).toBe(instances.get("load.test"));
  expect(() => load({ __class__: "Nobody" })).toThrow("Class 'Nobody' is not registered");
  expect(() => load(Str())).toThrow("Expected object, got function");
  instances.delete("load.test");
});
