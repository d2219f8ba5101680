import { describe, expect, test } from "vitest";
import { isMeta } from "../../src/core/schemas/meta.ts";
import { copyModelOf } from "../../src/engines/fast/copy-model.ts";
import { planOf } from "../../src/engines/native/plan.ts";
import * as v from "../../src/index.ts";
import { instances, load } from "../../src/pure.ts";

const meta = {
  id: "Thing",
  title: "A thing",
  description: "What it is.",
  examples: [1, { a: [null] }],
  deprecated: true,
  readOnly: true,
  writeOnly: false,
  "x-owner": "shop",
};
instances.put("meta.target", v.Str());
const LIMITS = { min: 1, max: 9 };

/** One validator of each class, with more parameters. */
const CASES: readonly (readonly [name: string, make: (more: object) => v.Validator, value: unknown])[] = [
  ["AllOf", (more) => v.AllOf([v.Int(), v.Int(LIMITS)], more), 5],
  ["Any", (more) => v.Any(more), 5],
  ["Bool", (more) => v.Bool(more), true],
  ["Bytes", (more) => v.Bytes(more), new Uint8Array(1)],
  ["Check", (more) => v.Check(Boolean, more), 5],
  ["Const", (more) => v.Const(5, more), 5],
  ["Date", (more) => v.Date({ format: "iso", ...more }), "2020-02-03"],
  ["Datetime", (more) => v.Datetime({ format: "rfc3339", ...more }), "2020-02-03T04:05:06Z"],
  ["Default", (more) => v.Default(v.Int(), 1, more), 5],
  ["Dict", (more) => v.Dict({ a: v.Int() }, { optional: ["a"], ...more }), { a: 1 }],
  ["Fallback", (more) => v.Fallback(v.Int(), 1, more), 5],
  ["Float", (more) => v.Float({ ...LIMITS, ...more }), 5],
  ["Int", (more) => v.Int({ ...LIMITS, ...more }), 5],
  ["LazyRef", (more) => v.LazyRef("meta.target", more), "a"],
  ["List", (more) => v.List(v.Int(), more), [1]],
  ["Nullable", (more) => v.Nullable(v.Int(), more), null],
  ["OneOf", (more) => v.OneOf([v.Int(), v.Bool()], more), 5],
  ["Optional", (more) => v.Optional(v.Int(), more), 5],
  ["Set", (more) => v.Set(v.Int(), more), [1]],
  ["Str", (more) => v.Str({ minlen: 1, ...more }), "a"],
  ["Time", (more) => v.Time({ format: "iso", ...more }), "04:05"],
  ["Transform", (more) => v.Transform(String, more), 5],
  ["Tuple", (more) => v.Tuple([v.Int()], more), [1]],
  ["Type", (more) => v.Type(URL, more), new URL("a:b")],
];

describe.each(CASES)("metadata of %s", (_, make, value) => {
  const [described, without] = [make({ meta }), make({})];

  test("can be read, and cannot be changed", () => {
    expect([described.meta, without.meta]).toEqual([meta, undefined]);
    expect(Object.isFrozen(described.meta) && Object.isFrozen(described.meta?.examples?.[1])).toBe(true);
    expect(described.meta).not.toBe(meta);
  });

  test("is dumped, loaded, cloned and compared", () => {
    expect(described.dump()).toEqual({ ...without.dump(), meta });
    const loaded = load(described.dump());
    expect([loaded.meta, loaded.equals(described), described.equals(without)]).toEqual([meta, true, false]);
    expect(described.equals(make({ meta: { ...meta, title: "Another" } }))).toBe(false);
    expect(described.clone().meta).toEqual(meta);
    expect(described.clone({ "meta.title": "Another" }).meta).toEqual({ ...meta, title: "Another" });
    expect(without.clone({ "meta+": { title: "One" } }).meta).toEqual({ title: "One" });
    expect(described.clone({}, { "": ["meta"] }).equals(without)).toBe(true);
    expect(String(described)).toContain("title: 'A thing'");
  });

  test("does not affect validation, nor what validates", () => {
    for (const input of [value, [value], "no", undefined, null, -1, {}]) {
      const [one, other] = [described.safe(input), without.safe(input)];
      expect(one.ok).toBe(other.ok);
      if (one.ok) expect(one.value).toEqual(other.value);
      else expect(one.error.issues).toEqual(other.error?.issues);
      expect(described.is(input)).toBe(without.is(input));
    }
    expect(copyModelOf(described) === undefined).toBe(copyModelOf(without) === undefined);
    const around = (member: v.Validator) => v.Dict({ a: v.List(member), b: v.OneOf(member, v.Str()) });
    for (const wrap of [(member: v.Validator) => member, around]) {
      expect(planOf(wrap(described), true)?.text).toBe(planOf(wrap(without), true)?.text);
    }
  });

  test("is that of a described copy", () => {
    const copy = v.describe(without, meta);
    expect([copy.meta, copy.equals(described), without.meta]).toEqual([meta, true, undefined]);
    const { deprecated: _, ...rest } = meta;
    expect(v.describe(described, { deprecated: undefined, title: "New" }).meta).toEqual({ ...rest, title: "New" });
  });
});

describe("members of a Dict", () => {
  test.each<[string, (more: object) => v.Validator]>([
    ["Optional", (more) => v.Optional(v.Int(), more)],
    ["Optional of Default", (more) => v.Optional(v.Default(v.Int(), 5), more)],
    ["Default", (more) => v.Default(v.Int(), 1, more)],
    ["Nullable", (more) => v.Nullable(v.Int(), more)],
  ])("with metadata, as %s, are those of the same engine", (_, make) => {
    const around = (more: object): v.Dict => v.Dict({ a: make(more), b: v.Str() });
    const [described, without] = [around({ meta }), around({})];
    expect(described.schema?.a?.meta).toEqual(meta);
    expect(copyModelOf(described)).toBeDefined();
    expect(planOf(described, true)?.text).toBe(planOf(without, true)?.text);
    for (const input of [{ a: 1, b: "" }, { b: "" }, { a: undefined, b: "" }, { a: "x", b: "" }, { a: null, b: 1 }]) {
      const [one, other] = [described.safe(input), without.safe(input)];
      expect([one.value, one.error?.issues]).toEqual([other.value, other.error?.issues]);
    }
    const needed = v.required(described).safe({ b: "" });
    expect(needed.error?.issues).toEqual(v.required(without).safe({ b: "" }).error?.issues);
  });

  test("as Optional give their metadata to the validator inside, but for a class of your own", () => {
    const item = v.Int({ meta: { id: "Age", title: "Age", deprecated: true } });
    const dict = v.Dict({ a: v.Optional(item, { meta: { title: "Her age" } }) });
    expect(dict.dump()).toEqual({
      __class__: "Dict",
      schema: { a: { __class__: "Int", meta: { title: "Her age", deprecated: true } } },
      optional: ["a"],
    });
    class Even extends v.Int {}
    const even = v.Optional(new Even(), { meta: { title: "Even" } });
    expect(v.Dict({ a: even }).schema.a).toBe(even);
    expect(v.Dict({ a: even }).is({})).toBe(true);
  });
});

describe("metadata is refused", () => {
  test.each<[unknown, string]>([
    ["text", "Int.meta should be of type object"],
    [[], "Int.meta should be of type object"],
    [{ id: 5 }, "Int.meta.id should be of type string"],
    [{ id: "" }, "Int.meta.id should not be empty"],
    [{ title: 5 }, "Int.meta.title should be of type string"],
    [{ description: ["a"] }, "Int.meta.description should be of type string"],
    [{ examples: "a" }, "Int.meta.examples should be of type array"],
    [{ deprecated: 1 }, "Int.meta.deprecated should be of type boolean"],
    [{ readOnly: "yes" }, "Int.meta.readOnly should be of type boolean"],
    [{ writeOnly: {} }, "Int.meta.writeOnly should be of type boolean"],
  ])("%j", (given, message) => {
    expect(() => v.Int({ meta: given as never })).toThrow(message);
    expect(() => load({ __class__: "Int", meta: given })).toThrow(message);
  });

  test("if it contains itself", () => {
    const circle: Record<string, unknown> = {};
    circle.circle = circle;
    expect(() => v.Int({ meta: circle })).toThrow("should not be nested deeper");
  });
});

test("a value is metadata if its key is known to have such a type, or is not known", () => {
  const values = { title: "A", examples: [], deprecated: false, other: 5, constructor: 5 };
  expect(Object.entries(values).filter(([name, value]) => !isMeta(name, value))).toEqual([]);
  expect(Object.keys(values).filter((name) => !isMeta(name, 5))).toEqual(["title", "examples", "deprecated"]);
});

test("metadata without a value is none", () => {
  for (const none of [undefined, null, {}, { title: undefined }, { title: null }]) {
    const validator = v.Int({ meta: none as never });
    expect([validator.meta, validator.dump()]).toEqual([undefined, { __class__: "Int" }]);
  }
});

test("metadata may be a Map, and hold values that cannot be frozen", () => {
  expect(v.Int({ meta: new Map([["title", "A"]]) as never }).meta).toEqual({ title: "A" });
  const validator = v.Datetime({ meta: { examples: [new globalThis.Date(0)] } });
  const [example] = validator.meta?.examples ?? [];
  (example as globalThis.Date).setTime(5);
  expect(validator.meta?.examples).toEqual([new globalThis.Date(0)]);
  expect(load(JSON.parse(JSON.stringify(validator.dump()))).equals(validator)).toBe(true);
});

test("metadata reads a property once, and touches no prototype", () => {
  let reads = 0;
  const hostile = JSON.parse('{"__proto__": {"title": "x"}, "constructor": "y"}');
  Object.defineProperty(hostile, "title", { enumerable: true, get: () => (++reads === 1 ? "once" : 5) });
  const { meta } = v.Int({ meta: hostile });
  expect([reads, meta?.title, Object.keys(meta ?? {})]).toEqual([1, "once", ["__proto__", "constructor", "title"]]);
  expect(Object.getPrototypeOf(meta)).toBe(Object.prototype);
});

test("a class of your own may have a parameter of this name", () => {
  class Own extends v.Validator<number> {
    static override readonly params = { meta: (_owner: unknown, _name: string, value: unknown) => value };
    override check(input: unknown) {
      return input as number;
    }
  }
  expect(new Own({ meta: 5 }).meta).toBe(5);
  expect(new Own({ meta: 5 }).dump()).toEqual({ __class__: "Own", meta: 5 });
});

test("a Dict made of another keeps its metadata, without the id", () => {
  const user = v.Dict({ name: v.Str(), age: v.Int() }, { meta: { id: "User", title: "A user" } });
  for (const made of [v.pick(user, ["name"]), v.omit(user, ["name"]), v.partial(user), v.extend(user, { a: v.Int() })])
    expect(made.meta).toEqual({ title: "A user" });
});
