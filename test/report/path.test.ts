import { describe, expect, test } from "vitest";
import { EXTRA_KEY, EXTRA_VALUE, type PathNode } from "../../src/core/errors/context.ts";
import { stepAt } from "../../src/core/errors/step.ts";
import { joinedPaths, nodesOf, Path, placeOf } from "../../src/core/report/path.ts";

/** The path of these nodes, outermost first, each with the key that leads there if it is not the node itself. */
const pathOf = (...nodes: readonly (PathNode | [PathNode, PathNode | null])[]): Path | undefined =>
  nodes.reduceRight<Path | undefined>((inner, one) => {
    const [node, key] = Array.isArray(one) ? one : [one, one];
    return new Path(node, key, inner);
  }, undefined);

describe("a path", () => {
  test("has its nodes from the outside in, and knows how many", () => {
    expect(nodesOf(undefined)).toEqual([]);
    expect(nodesOf(pathOf("a", 0, stepAt(1)))).toEqual(["a", 0, stepAt(1)]);
    expect(pathOf("a", 0, stepAt(1))?.length).toBe(3);
  });

  test("goes on as another one", () => {
    const [outer, inner] = [pathOf("a", [1, null]), pathOf("b", "c")];
    expect(joinedPaths(outer, inner)).toStrictEqual(pathOf("a", [1, null], "b", "c"));
    expect([joinedPaths(undefined, inner), joinedPaths(outer, undefined)]).toEqual([inner, outer]);
  });

  test("does not change when it becomes a part of others", () => {
    const inner = pathOf("b", 0);
    const [one, other] = [new Path("x", "x", inner), new Path(1, 1, inner)];
    expect([inner, one, other].map((path) => nodesOf(path))).toEqual([
      ["b", 0],
      ["x", "b", 0],
      [1, "b", 0],
    ]);
  });
});

describe("the place in the input", () => {
  test.each<[string, Path | undefined, (string | number)[]]>([
    ["is where the keys lead", pathOf("a", 0, "b"), ["a", 0, "b"]],
    ["is the whole without a path", undefined, []],
    ["takes no notice of markers", pathOf(stepAt(0), "a", EXTRA_VALUE, stepAt(1)), ["a"]],
    ["is where the key was that a validator has converted", pathOf(["A", "a"], 0), ["a", 0]],
  ])("%s", (_name, path, keys) => {
    expect(placeOf(path, "value")).toEqual({ path: keys, at: "value" });
    expect(placeOf(path, "key")).toEqual({ path: keys, at: "key" });
  });

  test("is the key, for what is inside a key", () => {
    expect(placeOf(pathOf("a", "k", EXTRA_KEY, 0), "value")).toEqual({ path: ["a", "k"], at: "key" });
  });

  test("is the container, for what is not in the input", () => {
    expect(placeOf(pathOf("a", ["missing", null], "b"), "key")).toEqual({ path: ["a"], at: "value" });
  });
});
