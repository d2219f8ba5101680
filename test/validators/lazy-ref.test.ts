import { afterEach, describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { KeyError } from "../../src/exc.ts";
import { AllOf, Dict, Int, instances, LazyRef, List, OneOf, Str } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { refusal, verdict } from "../support/verdict.ts";

afterEach(() => instances.clear());

/** A value nested `levels` deep below the top, under the key `key`. */
const nested = (levels: number, key = "bar"): unknown => (levels === 0 ? {} : { [key]: nested(levels - 1, key) });

function node(maxdepth?: number): Dict {
  return Dict({ bar: LazyRef("node", { maxdepth }) }, { optional: ["bar"], alias: "node" });
}

describe("LazyRef", () => {
  test("validates with the validator registered under the alias", () => {
    Int({ alias: "int", min: 1 });
    expect(verdict(LazyRef("int"), 5)).toStrictEqual({ value: 5 });
    expect(verdict(LazyRef("int"), 0)).toBe("<MinValueError(expected=1, actual=0)>");
  });

  test("passes on what its target was: a SchemaError stays one", () => {
    Dict({ a: Int() }, { alias: "dict" });
    expect(verdict(LazyRef("dict"), {})).toStrictEqual(["<a: MissingKeyError()>"]);
  });

  test("looks the alias up at each call", () => {
    const ref = LazyRef("later");
    expect(() => ref(1)).toThrow(new KeyError("Instance 'later' is not registered"));
    Int({ alias: "later" });
    expect(ref(1)).toBe(1);
    Str({ alias: "later", replace: true });
    expect(ref.is(1)).toBe(false);
  });

  test("throws KeyError for an unknown alias, also through OneOf", () => {
    expect(() => OneOf(LazyRef("nobody"), Int()).safe(1)).toThrow(KeyError);
  });

  test("lets a structure contain itself", () => {
    const tree = Dict({ name: Str(), children: List(LazyRef("tree")) }, { alias: "tree" });
    const leaf = { name: "leaf", children: [] };
    const input = { name: "root", children: [leaf, { name: "inner", children: [leaf] }] };
    expect(verdict(tree, input)).toStrictEqual({ value: input });
    expect(verdict(tree, { name: "root", children: [leaf, { name: 1, children: [{}] }] })).toStrictEqual([
      "<children.1.name: InvalidTypeError(expected='string', actual='integer')>",
      "<children.1.children.0.name: MissingKeyError()>",
      "<children.1.children.0.children: MissingKeyError()>",
    ]);
  });

  test("with maxdepth=1, a value nested two levels deep fails with context bar.bar, expected 1, actual 2", () => {
    const validator = node(1);
    expect(verdict(validator, nested(1))).toStrictEqual({ value: nested(1) });
    expect(verdict(validator, nested(2))).toStrictEqual(["<bar.bar: RecursionMaxDepthError(expected=1, actual=2)>"]);
    expect(verdict(validator, nested(5))).toStrictEqual(["<bar.bar: RecursionMaxDepthError(expected=1, actual=2)>"]);
  });

  test("with maxdepth=0 no reference may be followed", () => {
    const validator = node(0);
    expect(verdict(validator, nested(0))).toStrictEqual({ value: {} });
    expect(verdict(validator, nested(1))).toStrictEqual(["<bar: RecursionMaxDepthError(expected=0, actual=1)>"]);
    Int({ alias: "int" });
    expect(verdict(LazyRef("int", { maxdepth: 0 }), 5)).toBe("<RecursionMaxDepthError(expected=0, actual=1)>");
  });

  test("without maxdepth, the depth of the input is the limit", () => {
    const validator = node();
    expect(validator.is(nested(511))).toBe(true);
    expect(verdict(validator, nested(3), { maxDepth: 3 })).toStrictEqual([
      "<bar.bar.bar: RecursionMaxDepthError(expected=3, actual=4)>",
    ]);
  });

  test("a failing branch leaves no trace for its siblings", () => {
    const ref = LazyRef("fork", { maxdepth: 1 });
    const fork = Dict({ l: ref, r: ref }, { optional: ["l", "r"], alias: "fork" });
    expect(verdict(fork, { l: { l: {} }, r: { r: {} } })).toStrictEqual([
      "<l.l: RecursionMaxDepthError(expected=1, actual=2)>",
      "<r.r: RecursionMaxDepthError(expected=1, actual=2)>",
    ]);
  });

  test("holds no state between calls", () => {
    const validator = node(1);
    expect(validator.is(nested(2))).toBe(false);
    expect(validator.is(nested(1))).toBe(true);
  });

  test("counts by alias: references to other aliases, and those without maxdepth, do not count", () => {
    Dict({ b: LazyRef("b", { maxdepth: 1 }) }, { optional: ["b"], alias: "a" });
    Dict({ a: LazyRef("a", { maxdepth: 1 }), free: LazyRef("b") }, { optional: ["a", "free"], alias: "b" });
    const a = instances.get("a");
    expect(a.is({ b: { a: {} } })).toBe(true);
    expect(verdict(a, { b: { a: { b: {} } } })).toStrictEqual([
      "<b.a.b: RecursionMaxDepthError(expected=1, actual=2)>",
    ]);
    expect(a.is({ b: { free: { free: { a: {} } } } })).toBe(true);
  });

  test("a reference that refers to itself ends in RecursionMaxDepthError", () => {
    LazyRef("self", { alias: "self" });
    AllOf([LazyRef("loop")], { alias: "loop" });
    for (const alias of ["self", "loop"]) {
      expect(String(refusal(instances.get(alias), 1))).toMatch(
        /RecursionMaxDepthError\(expected=2052, actual=2053\)>$/,
      );
    }
  });

  describe("takes the alias first, or by name", () => {
    makes(LazyRef, [
      [["x"], "<LazyRef(use='x')>", { use: "x" }],
      [[{ use: "x" }], "<LazyRef(use='x')>", { use: "x" }],
      [["x", { maxdepth: 0 }], "<LazyRef(use='x', maxdepth=0)>", { use: "x", maxdepth: 0 }],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(LazyRef, [
      [[], TypeError, "LazyRef.use should be of type string"],
      [[5], TypeError, "LazyRef parameters should be an object"],
      [[{ use: 5 }], TypeError, "LazyRef.use should be of type string"],
      [["x", { maxdepth: -1 }], ValueError, "LazyRef.maxdepth should not be negative number"],
      [["x", { maxdepth: 1.5 }], TypeError, "LazyRef.maxdepth should be of type integer"],
      [["x", { nullable: true }], TypeError, "LazyRef got an unexpected parameter 'nullable'"],
    ]);
  });
});
