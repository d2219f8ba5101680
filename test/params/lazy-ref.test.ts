/** LazyRef with a function: a reference without a name. */
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  AllOf,
  Dict,
  dump,
  Int,
  instances,
  LazyRef,
  List,
  load,
  OneOf,
  RecursionMaxDepthError,
  type Validator,
} from "../../src/index.ts";
import { thrown } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

afterEach(() => instances.clear());

interface Tree {
  value: number;
  children?: Tree[];
}

function makeTree(): Validator<Tree> {
  const tree: Validator<Tree> = Dict({ value: Int(), children: List(LazyRef(() => tree)) }, { optional: ["children"] });
  return tree;
}
const tree = makeTree();
const valid = { value: 1, children: [{ value: 2, children: [] }, { value: 3 }] };

describe("a reference by a function", () => {
  rows([
    [tree, valid, { value: valid }],
    [
      tree,
      { value: 1, children: [{ value: "2" }] },
      ["<children.0.value: InvalidTypeError(expected='integer', actual='string')>"],
    ],
    [
      OneOf(
        LazyRef(() => Int()),
        Int(),
      ),
      1,
      { value: 1 },
    ],
  ]);

  test("in JSON text, and where code is generated", () => {
    for (let calls = 0; calls < 3000; calls++) expect(tree.is(valid)).toBe(true);
    expect(tree(valid)).toEqual(valid);
    expect(tree.json(JSON.stringify(valid))).toEqual(valid);
    expect(tree.isJson('{"value": 1, "children": [{}]}')).toBe(false);
  });

  test("is bounded as any other", () => {
    const deep = '{"value":1,"children":['.repeat(2000) + "]}".repeat(2000);
    expect(tree.safeJson(deep, { maxDepth: 100 }).ok).toBe(false);
    const link: Validator = Dict({ next: LazyRef(() => link, { maxdepth: 1 }) }, { optional: ["next"] });
    expect(link.is({ next: {} })).toBe(true);
    const { error } = link.safe({ next: { next: {} } });
    expect(error?.at(0)).toBeInstanceOf(RecursionMaxDepthError);
    const loop: Validator = AllOf(LazyRef(() => loop));
    expect(loop.safe(1).error).toBeInstanceOf(RecursionMaxDepthError);
  });

  test("calls its function once, and not before it is needed", () => {
    const target = vi.fn(() => Int());
    const list = List(LazyRef(target));
    expect(target).not.toHaveBeenCalled();
    expect(list([1, 2])).toEqual([1, 2]);
    expect(list.json("[1]")).toEqual([1]);
    expect(target).toHaveBeenCalledTimes(1);
  });

  test("outlives the registry of names", () => {
    expect(tree.is(valid)).toBe(true);
    instances.clear();
    expect(tree.is(valid)).toBe(true);
    expect(tree.isJson(JSON.stringify(valid))).toBe(true);
  });

  test("has its function as parameter, and in a dump an alias, the same each time, by which that can be loaded", () => {
    const target = () => tree;
    const ref = LazyRef(target);
    expect(ref.use).toBe(target);
    expect(LazyRef(target).equals(ref)).toBe(true);
    expect(LazyRef(() => tree).equals(ref)).toBe(false);
    const data = dump(ref);
    expect([data, dump(ref)]).toEqual([{ __class__: "LazyRef", use: expect.stringMatching(/^lazy:\d+$/) }, data]);
    expect([load(data).equals(ref), LazyRef(data.use as string).equals(ref)]).toEqual([true, true]);
    const loaded = load(JSON.parse(JSON.stringify(tree.dump())));
    expect(loaded.equals(tree)).toBe(true);
    expect(loaded(valid)).toEqual(valid);
    const alias = data.use as string;
    expect(() => Int({ min: 7, alias })).toThrow(`Alias '${alias}' of <Int(min=7)> conflicts`);
  });

  test("refuses what is no function and returns no validator", () => {
    const message = "LazyRef.use should be an alias, or a function that returns the validator: () => ...";
    for (const given of [5, Int(), null])
      expect(thrown(() => LazyRef(given as never))).toStrictEqual([TypeError, expect.stringMatching(/^LazyRef/)]);
    expect(thrown(() => LazyRef(Int() as never))).toStrictEqual([TypeError, message]);
    const wrong = LazyRef((() => 5) as never);
    expect(() => wrong(1)).toThrow(new TypeError("The function of a LazyRef should return a validator, got integer"));
  });
});
