/** Validators of every kind of structure, each with valid values, and values that are nearly so. */
import fc from "fast-check";
import * as v from "../../src/index.ts";
import { json } from "../support/arbitraries.ts";

interface Tree {
  name: string;
  kids: Tree[];
}
const tree: v.Validator<Tree, Tree> = v.Dict({
  name: v.Str({ maxlen: 3 }),
  kids: v.List(v.LazyRef((): v.Validator<Tree, Tree> => tree)),
}) as never;
const point = v.Dict({ x: v.Int({ min: 0 }), y: v.Int({ min: 0 }) });
const circle = v.Dict({ kind: v.Const("circle"), r: v.Float({ min: 0 }), name: v.Optional(v.Str({ maxlen: 2 })) });
const box = v.AllOf(
  v.Dict({ kind: v.Str({ options: ["box", "cube"] }), at: point }),
  v.Check((one) => one.at.x !== 9),
);
const shape = v.OneOf([circle, box], { discriminator: "kind" });
const nested = v.OneOf([v.OneOf([circle, box], { discriminator: "kind" }), v.Dict({ kind: v.Const("none") })], {
  discriminator: "kind",
});

const TABLE: readonly (readonly [validator: v.Validator, ...values: unknown[]])[] = [
  [
    tree,
    {
      name: "a",
      kids: [
        { name: "abc", kids: [{ name: "", kids: [] }] },
        { name: "b", kids: [] },
      ],
    },
  ],
  [
    v.List(shape),
    [
      { kind: "circle", r: 1, name: "ab" },
      { at: { x: 1, y: 2 }, kind: "cube" },
      { r: 2, kind: "circle" },
    ],
  ],
  [v.Dict({ shape: nested }), { shape: { r: 1, kind: "circle" } }, { shape: { kind: "none" } }],
  [
    v.OneOf([v.Str({ maxlen: 2 }), v.List(v.Int()), v.Dict({ a: v.Str({ options: ["abc", "abd"] }) }), v.Const(null)], {
      by_type: true,
    }),
    "ab",
    [1, 2],
    { a: "abd" },
    null,
  ],
  [v.List(v.OneOf(v.Str({ maxlen: 2 }), point)), ["ab", { x: 1, y: 2 }, "c"]],
  [
    v.AllOf(
      v.Dict({ a: v.Str({ minlen: 2 }), b: v.Str() }),
      v.Check((one: { a: string; b: string }) => one.a === one.b, { keys: ["a", "b"] }),
    ),
    { a: "ab", b: "ab" },
  ],
  [
    v.AllOf(
      v.Dict({ a: v.Int(), b: v.List(v.Int()) }),
      v.Transform((one) => one.b.length),
    ),
    { b: [1, 2], a: 1 },
  ],
  [
    v.AllOf([v.Dict({ a: v.Str({ minlen: 2, maxlen: 3, pattern: "x" }) }, { minlen: 2, unknown: "keep" }), v.Any()], {
      all_errors: true,
    }),
    { a: "xy", b: 1 },
  ],
  [
    v.Dict(
      { userName: v.Str({ maxlen: 4 }), isOpen: v.Default(v.Bool(), true), at: v.Optional(v.Nullable(point)) },
      { names: "snake", unknown: "strip" },
    ),
    { user_name: "anna", at: { x: 1, y: 1 }, other: 1 },
    { user_name: "ann", at: null, is_open: false },
  ],
  [v.Dict({ id: v.Int(), a: point }, { names: { id: ["id", "_id"], a: "b" } }), { _id: 1, b: { x: 1, y: 2 } }],
  [
    v.Dict(
      { a: v.Int() },
      { patterns: { "^x": v.Int({ max: 5 }), y$: point }, unknown: "keep", keys: v.Str({ maxlen: 3 }) },
    ),
    { a: 1, x1: 2, zy: { x: 1, y: 1 }, b: [] },
  ],
  [v.Dict({ extra: [v.Str({ maxlen: 2 }), point] }), { a: { x: 1, y: 2 }, bb: { x: 0, y: 0 } }],
  [v.Dict({ extra: [v.Int({ coerce: true }), v.List(v.Int())] }), { 1: [1], " 2": [] }],
  [
    v.Dict({ a: v.Str(), b: point }, { optional: ["a", "b"], skip_blank: true, dispose: ["c"] }),
    { a: "", b: { x: 1, y: 1 }, c: 1 },
  ],
  [
    v.Dict(
      { a: v.Str(), b: v.Str(), c: point },
      {
        optional: ["a", "b", "c"],
        exactly_one: [["a", "b"]],
        dependent_required: { a: ["c"] },
        dependent_schemas: { c: v.Dict({ c: v.Any(), a: v.Str({ maxlen: 2 }) }, { optional: ["a"], unknown: "keep" }) },
      },
    ),
    { a: "ab", c: { x: 1, y: 2 } },
    { b: "ab" },
  ],
  [
    v.Dict(
      { a: v.Optional(point), b: v.Default(v.Str({ maxlen: 2 }), "x"), c: v.Nullable(v.Int()) },
      { null_is_absent: true },
    ),
    { a: null, b: null, c: null },
    { a: { x: 1, y: 2 }, b: "ab", c: 1 },
  ],
  [v.Tuple([v.Str(), v.Optional(v.Int())], { rest: point }), ["a", 1, { x: 1, y: 1 }]],
  [v.List(v.Int(), { prefix: [v.Str()], minlen: 2, maxlen: 3, unique_items: true }), ["a", 1, 2]],
  [
    v.List(point, { contains: v.Dict({ x: v.Const(1), y: v.Any() }), unique: true }),
    [
      { x: 1, y: 2 },
      { x: 1, y: 2 },
      { x: 3, y: 0 },
    ],
  ],
  [v.List(v.List(v.Int(), { as: "Int32Array" }), { sort: -1, sort_key: (one) => one.length }), [[1], [1, 2]]],
  [v.Set(v.Str({ maxlen: 2 })), ["a", "b"]],
  [v.Tuple(v.Str({ maxlen: 2 }), point, v.List(v.Int())), ["ab", { x: 1, y: 2 }, [1]]],
  [v.Dict({ a: v.Fallback(point, { x: 0, y: 0 }), b: v.Not(v.Int()) }), { a: { x: 1, y: 2 }, b: "x" }, { a: 1, b: [] }],
  [v.Closed(v.Dict({ a: point }, { unknown: "keep" })), { a: { x: 1, y: 2 } }],
  [v.If(v.Dict({ a: v.Const(1) }, { unknown: "keep" }), v.Dict({ a: v.Any(), b: v.Str() })), { a: 1, b: "x" }],
  [v.Json(), { a: [1, "text", null, { b: true }] }],
  [
    v.Dict({ any: v.Any(), exact: v.Any({ integers: "exact" }), big: v.Int({ bigint: true }) }),
    { any: { a: ["x"] }, exact: [1], big: 5 },
  ],
  [
    v.Dict({
      password: v.Str({ secret: true, maxlen: 2, message: "Too long" }),
      card: v.Dict({ number: v.Str() }, { secret: true, message: "No card" }),
    }),
    { password: "ab", card: { number: "1" } },
  ],
  [v.Str({ strip: true, case: "lower", maxlen: 2 }), " Ab "],
  [
    v.Dict({ day: v.Date({ format: "iso" }), mail: v.Str({ format: "email" }), on: v.Bool({ coerce_str: true }) }),
    { day: "2026-02-28", mail: "a@b.de", on: "yes" },
  ],
];

/** A copy in which one part is another value, or is not there, or something is added. */
function altered(value: unknown, pick: () => number, other: unknown): unknown {
  if (typeof value !== "object" || value === null || pick() % 3 === 0) return other;
  const keys = Object.keys(value);
  const key = keys[pick() % Math.max(keys.length, 1)];
  if (Array.isArray(value)) {
    if (key === undefined || pick() % 4 === 0) return [...value, other];
    const at = Number(key);
    return pick() % 4 === 0 ? value.toSpliced(at, 1) : value.with(at, altered(value[at], pick, other));
  }
  const { [key ?? ""]: part, ...rest } = value as Record<string, unknown>;
  if (key === undefined || pick() % 4 === 0) return { ...rest, ...(key && { [key]: part }), new: other };
  return pick() % 4 === 0 ? rest : { ...rest, [key]: altered(part, pick, other) };
}

const others = fc.oneof(json, fc.constantFrom("abcdef", -1, 2.5, [], {}, { x: 1, y: -1 }, { kind: "box" }, 2 ** 60));

/** Such a validator and a text that is nearly valid. */
export const structured: fc.Arbitrary<[v.Validator, string]> = fc
  .tuple(fc.nat(), fc.nat(), fc.nat({ max: 3 }), others, fc.infiniteStream(fc.nat()), fc.boolean())
  .map(([row, at, alterations, other, random, isSpaced]) => {
    const [validator, ...values] = TABLE[row % TABLE.length] as (typeof TABLE)[number];
    let value = values[at % values.length];
    for (let count = 0; count < alterations - 1; count++)
      value = altered(value, () => random.next().value as number, other);
    return [validator, JSON.stringify(value, undefined, isSpaced ? 1 : undefined)];
  });
