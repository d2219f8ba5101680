/** Models: every parameter of a container is in them, or all readers decline its validator. */
import { describe, expect, test } from "vitest";
import { modelOf } from "../../src/core/models/index.ts";
import { MODEL } from "../../src/core/models/model.ts";
import { flag } from "../../src/core/params/shared.ts";
import { conditionOf } from "../../src/engines/fast/conditions.ts";
import { copyModelOf } from "../../src/engines/fast/copy-model.ts";
import * as v from "../../src/index.ts";

const { Any, Dict, Int, List } = v;

const containers: readonly v.Validator[] = [
  ...[Dict({ a: Int() }), List(Int()), v.Set(Int()), v.Tuple(Int()), v.OneOf(Int(), v.Str()), v.AllOf(Int(), Any())],
  ...[v.LazyRef(() => Int()), v.Nullable(Int()), v.Not(Int()), v.Closed(Dict({})), v.If(Int(), Any(), Any())],
];

test.each(containers.map((one) => [one.constructor.name, one]))("%s has all its parameters in its model", (_, one) => {
  const model = (one as unknown as { readonly [MODEL]: object })[MODEL];
  const { params } = one.constructor as unknown as { readonly params: object };
  expect(Object.keys(params).filter((name) => !Object.hasOwn(model, name))).toEqual([]);
  expect(modelOf(one)).toBe(model);
});

describe("a parameter that no model has", () => {
  class Marked extends List {
    static override readonly params = { ...List.params, marked: flag };
  }

  test("is declined by every reader if it is set", () => {
    const one = new Marked(Int(), { marked: true } as never);
    for (const read of [modelOf, copyModelOf]) expect(read(one)).toBeUndefined();
    expect(conditionOf(one)).toEqual({ kind: "check" });
    expect(() => v.toJsonSchema(one)).toThrow();
    const plain = new Marked(Int());
    expect(modelOf(plain)).toBeDefined();
  });
});
