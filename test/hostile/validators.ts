/** Who looks at hostile values, and from where. */
import * as v from "../../src/index.ts";

const { AllOf, Any, Bool, Bytes, Const, Dict, Float, Int, LazyRef, List, OneOf, Str, Tuple, Type } = v;

/** Registers what the references lead to. Test files share this module, and some of them clear the registry. */
export function register(): void {
  v.instances.put(
    "hostile.tree",
    Dict({ a: LazyRef("hostile.tree"), b: LazyRef("hostile.tree"), id: Int() }, { optional: ["a", "b", "id"] }),
  );
  v.instances.put(
    "hostile.any",
    OneOf(Int(), List(LazyRef("hostile.any")), Dict({ extra: [Str(), LazyRef("hostile.any")] })),
  );
}

/** Every class, strict and with everything that makes it look closer. */
export const VALIDATORS: readonly v.Validator[] = [
  Int(),
  Int({ nullable: true, coerce: true, min: 0, options: [1, 2] }),
  Float(),
  Float({ coerce: true, nan: true, inf: true, min: 0 }),
  Str(),
  Str({ encoding: "utf-8", minlen: 1, maxlen: 9, pattern: "a", options: ["a"] }),
  Str({ encoding: "utf-8", pattern: "a" }),
  Str({ encoding: "utf-16" }),
  Bytes({ minlen: 1 }),
  Bool({ coerce_str: true, coerce_int: true }),
  v.Date({ unixts: true, format: "%Y", min: "2000-01-01" }),
  v.Time({ format: "%H" }),
  v.Datetime({ unixts: true, format: "%Y" }),
  v.Datetime({ unixts: true, tz: "UTC", relmin: "-P1D" }),
  List(Any(), { unique: true }),
  List(Int(), { minlen: 1, maxlen: 3 }),
  Tuple(Any(), Int()),
  Dict(),
  Dict({ a: Int({ coerce: true }) }, { optional: ["a"], dispose: ["b"], minlen: 1, multikeys: ["a"] }),
  Dict({ a: Int() }, { optional: ["a"], multikeys: ["a"] }),
  Dict({ extra: [Any(), Any()] }),
  Dict({ extra: [Str(), Any()] }),
  AllOf(Any(), Const({ a: [1] })),
  OneOf(Int(), Str(), List(Int())),
  LazyRef("hostile.tree"),
  LazyRef("hostile.any"),
  LazyRef("hostile.any", { maxdepth: 3 }),
  Type(Date, { coerce: true, min: new Date(0), options: [new Date(0)] }),
  Type(Map, { minlen: 1 }),
  Type(Map, { coerce: true, minlen: 1 }),
  Type(String, { coerce: true, maxlen: 3 }),
  Type(Object),
  Const(1),
  Const({ a: [1] }),
  Const(new Map([["a", [1]]])),
  Const(new Date(0)),
  Any(),
  List(Any(), { sort: -1 }),
  List(List(Any()), { sort: 1, sort_key: (items: readonly unknown[]) => items }),
  List(Any(), { unique_items: true }),
  List(Any(), { contains: Const([1]), min_contains: 0, max_contains: 1 }),
  List(Float(), { as: "Float64Array" }),
  List(Any(), { prefix: [Int(), Any()] }),
  List(Any(), { secret: true, minlen: 5 }),
  v.Set(Any(), { minlen: 1 }),
  v.Closed(Any(), { rest: Int() }),
  v.Closed(AllOf(Dict({ a: Any() }, { optional: ["a"], unknown: "keep" }))),
  Dict({}, { patterns: { a: Int() }, unknown: "keep", dependent_required: { a: ["b"] } }),
  Dict({}, { extra: [Str(), Any()], secret: true, keys: Str({ maxlen: 2 }) }),
  v.If(List(Int()), Const([1]), Any()),
  v.Not(v.Set(Int())),
  v.Nullable(Const([1])),
  v.Optional(List(Any())),
  v.Fallback(List(Int()), []),
  v.Check((value) => typeof value !== "object"),
  AllOf(
    Any(),
    v.Transform((value) => [value]),
    List(Any(), { sort: 1 }),
  ),
];

/** How a validator comes to look at a value. */
export const POSITIONS: Readonly<
  Record<string, [around: (one: v.Validator) => v.Validator, inside: (value: unknown) => unknown]>
> = {
  "at the top": [(one) => one, (value) => value],
  "as an item of a List": [(one) => List(one), (value) => [value, value]],
  "as a member of a Tuple": [(one) => Tuple(Any(), one), (value) => [1, value]],
  "as a value of a Dict": [(one) => Dict({ key: one }), (value) => ({ key: value })],
  "as a value of a Map": [(one) => Dict({ key: one }), (value) => new Map([["key", value]])],
  "as an extra key": [(one) => Dict({ extra: [one, Any()] }), (value) => new Map([[value, 1]])],
  "as an extra value": [(one) => Dict({ extra: [Any(), one] }), (value) => ({ key: value })],
  "as a default": [
    (one) => AllOf(Type(Object), Dict({ holder: Any(), key: one }, { defaults: {}, optional: ["key"] })),
    (value) => ({ holder: 1, key: value }),
  ],
  "as a value of a form": [
    (one) => Dict({ key: List(one) }, { multikeys: ["key"] }),
    (value) => v.multidict({ key: [value] }),
  ],
  "in a step of AllOf": [(one) => AllOf(Any(), one), (value) => value],
  "in a step of OneOf": [(one) => OneOf(Const("before"), one, Const("behind")), (value) => value],
  "under a LazyRef": [
    (one) => {
      v.instances.put("hostile.target", one);
      return LazyRef("hostile.target", { maxdepth: 2 });
    },
    (value) => value,
  ],
};
