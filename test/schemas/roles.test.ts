/** What a validator does with those in it: every one of them has a role, by which readers find their way. */
import { describe, expect, test } from "vitest";
import { isChain, isPipeline, rolesOf } from "../../src/core/schemas/checker.ts";
import { partsOf } from "../../src/core/schemas/graph.ts";
import * as v from "../../src/index.ts";

const { Any, Dict, Int, List, Str } = v;
const [a, b, c, d, e, f] = [Int(), Int(), Int(), Int(), Str(), Str()];

const closed = Dict({});

const withMembers: readonly (readonly [one: v.Validator, roles: object])[] = [
  [List(a, { prefix: [b], contains: c }), { others: [a], any: [b, c] }],
  [v.Set(a), { others: [a] }],
  [v.Tuple(a, b), { named: [a, b] }],
  [
    Dict(
      { a },
      { extra: [e, b], patterns: { "^x": c }, keys: f, dependent_schemas: { a: Dict({ d }) }, required: ["a"] },
    ),
    { named: { a }, keys: [e, f], others: [b], any: [c] },
  ],
];
const pipelines: readonly (readonly [one: v.Validator, same: readonly v.Validator[]])[] = [
  [v.AllOf(a, b), [a, b]],
  [v.OneOf(a, e), [a, e]],
  [v.If(a, b, c), [a, b, c]],
  [v.If(a, b), [a, b]],
  [v.Not(a), [a]],
  [v.Nullable(a), [a]],
  [v.Closed(closed), [closed]],
  [v.LazyRef(() => a), [a]],
  [v.Optional(a), [a]],
  [v.Default(a, 1), [a]],
  [v.Fallback(a, 1), [a]],
];

describe("a validator of members", () => {
  test.each(withMembers.map(([one, roles]) => [one.constructor.name, one, roles] as const))(
    "%s says which of them get what",
    (_, one, roles) => {
      expect(rolesOf(one)).toMatchObject(roles);
      expect(isPipeline(one)).toBe(false);
    },
  );
});

describe("a validator that passes its value on", () => {
  test.each(pipelines.map(([one, same]) => [one.constructor.name, one, same] as const))("%s", (name, one, same) => {
    const roles = rolesOf(one);
    expect(roles?.same?.slice(0, same.length)).toEqual(same);
    expect([isPipeline(one), isChain(one)]).toEqual([true, name === "AllOf"]);
  });
});

test.each(Object.values(v).flatMap((value) => (typeof value === "function" && "params" in value ? [value] : [])))(
  "no validator in a $name is without a role",
  (Class) => {
    const all = [...withMembers, ...pipelines].map(([one]) => one).filter((one) => one.constructor === Class);
    for (const one of all) {
      const roles = rolesOf(one) ?? {};
      const found = [roles.same, roles.keys, roles.others, roles.any, Object.values(roles.named ?? {})].flat();
      expect(partsOf(one).filter((part) => !found.includes(part))).toEqual([]);
    }
    // One that may have others in it is among the rows.
    const { params } = Class as unknown as { readonly params: object };
    const isOfOthers = ["item", "items", "steps", "schema", "condition", "use"].some((name) => name in params);
    expect(all.length > 0 || !isOfOthers, Class.name).toBe(true);
  },
);

test("an int has none", () => {
  expect([rolesOf(Int()), isPipeline(Int()), isChain(Any())]).toEqual([undefined, false, false]);
});
