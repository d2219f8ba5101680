import { afterEach, describe, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import {
  AllOf,
  Any,
  Bool,
  Closed,
  Const,
  Dict,
  Float,
  fromJsonSchema,
  If,
  Int,
  instances,
  LazyRef,
  List,
  Not,
  Nullable,
  OneOf,
  Str,
  Tuple,
  type Validator,
} from "../../src/index.ts";
import { randomDocument } from "../native/documents.ts";
import { Random } from "../native/random.ts";
import { build } from "../native/recipe.ts";
import { randomRecipe } from "../native/schemas.ts";
import { sweep } from "../support/sweep.ts";
import { answeredBy, keepMode, verdictByCode } from "./mode.ts";

keepMode();
afterEach(() => {
  instances.clear();
});

/** The value of a JSON text; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const open = (schema: Record<string, Validator>, optional: readonly string[] = []): Validator =>
  Dict(schema, { unknown: "keep", optional });
const ab = open({ a: Int(), b: Str() }, ["b"]);
const a = open({ a: Int() });
const b = open({ b: Str() });

describe("a verdict on JSON by generated code is that of the check:", () => {
  const objects = [{}, { a: 1 }, { a: "x" }, { b: "x" }, { a: 1, b: "x" }, { a: 1, b: 2 }, { a: 1, c: true }];
  const lists = [[], [1], [1, 2], [2, 1], [1, 1], ["x"], [1, "x"], [[1], [1]], [{ a: 1 }, { a: 1 }], [null, 0, false]];
  const others: readonly unknown[] = [
    null,
    true,
    0,
    1.5,
    -3,
    1e300,
    "",
    "x",
    "ab",
    { toString: 1 },
    { constructor: 1, a: 1 },
  ];
  const manyKeys = <T>(make: (key: string) => T): Record<string, T> =>
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, make(`k${index}`)]));
  const documents = [...objects, ...lists, ...others, { a: [{ a: { a: 1 } }] }, [[[]]], [{}, [], {}]];

  test.each<[string, Validator]>([
    ["patterns", Dict({ a: Int() }, { optional: ["a"], patterns: { "^[ab]$": Int(), "^b": Float({ max: 5 }) } })],
    ["patterns beside extra keys", Dict({}, { extra: [Any(), Str()], patterns: { a: Int() } })],
    ["patterns beside any keys", Dict({ a: Any() }, { unknown: "keep", optional: ["a"], patterns: { "[ab]": Int() } })],
    ["keys", Dict({}, { unknown: "keep", keys: Str({ maxlen: 1 }) })],
    ["extra keys that are validated", Dict({}, { extra: [Str({ options: ["a"] }), Any()] })],
    ["required", Dict({}, { unknown: "keep", required: ["a", "constructor"] })],
    ["dependent_required", Dict({ a: Int() }, { optional: ["a"], unknown: "keep", dependent_required: { a: ["b"] } })],
    ["dependent_schemas", Dict({}, { unknown: "keep", dependent_schemas: { a: b, b: Not(a) } })],
    [
      "rules of so many keys that they are found by the keys of an object",
      Dict(
        { a: Any() },
        {
          ...{ optional: ["a"], unknown: "keep" },
          dependent_required: { ...manyKeys((key) => [`${key}.`]), a: ["b"], b: ["a"] },
          dependent_schemas: { ...manyKeys(() => Any()), b: a },
        },
      ),
    ],
    ["lengths of objects", Dict({}, { unknown: "keep", minlen: 1, maxlen: 1 })],
    ["a closed object", Dict({ a: Int(), b: Str() }, { optional: ["b"] })],
    ["an empty object", Dict({})],
    ["names of Object.prototype", open({ toString: Any(), constructor: Int() }, ["constructor"])],
    ["unique_items", List(Any(), { unique_items: true })],
    ["contains", List(Any(), { contains: Int() })],
    ["limits of contains", List(Any(), { contains: Int(), min_contains: 0, max_contains: 1 })],
    ["prefix", List(Str(), { prefix: [Int(), Any()], minlen: 1, maxlen: 3 })],
    ["a tuple", Tuple(Int(), Str())],
    ["lists in lists", List(List(Any(), { unique_items: true }), { nullable: true })],
    ["exclusive", OneOf([a, b, Int(), Float()], { exclusive: true })],
    ["exclusive steps of types of their own", OneOf([a, List(Int()), Int()], { exclusive: true, nullable: true })],
    ["by_type", OneOf([ab, List(Int()), Int(), Const(null)], { by_type: true })],
    ["a choice of objects", OneOf(a, b, List(Any(), { minlen: 2 }))],
    ["discriminator", OneOf([open({ a: Const("x") }), open({ a: Const("y") })], { discriminator: "a" })],
    ["all of several", AllOf(ab, open({ c: Bool() }, ["c"]), Not(open({ c: Const(true) })))],
    ["if", If(a, b)],
    ["if and else", If(List(Any()), List(Int()), If(a, b, Const("x")))],
    ["not", Not(OneOf(a, List(Any())))],
    ["nullable", Nullable(AllOf(a, b))],
    ["a constant with members", OneOf(Const([1, 2]), Const({ a: 1 }))],
    ["closed", Closed(AllOf(a, OneOf(b, open({ c: Bool() }), Any())))],
    ["closed with a rest", Closed(If(a, open({ c: Bool() }, ["c"]), b), { rest: Str() })],
    ["closed, inside a closed one", Closed(AllOf(Closed(a, { rest: Any() }), Any()))],
    ["closed, around a step that refuses after it has evaluated a key", Closed(OneOf(AllOf(b, Not(b)), a))],
    ["closed, around refusals", Closed(OneOf(AllOf(ab, Not(ab)), OneOf([a, b], { exclusive: true })))],
    [
      "closed, with keys that depend on others",
      Closed(Dict({ a: Int() }, { unknown: "keep", dependent_schemas: { a: b } })),
    ],
    ["closed, with patterns", Closed(Dict({}, { unknown: "keep", patterns: { "^a": Int() } }))],
    ["a closed list", Closed(List(Any(), { prefix: [Int()], contains: Str(), min_contains: 0 }))],
    ["a closed list, all of which is evaluated", Closed(List(Any(), { evaluates: true }))],
    ["a closed list with a rest", Closed(AllOf(List(Any(), { prefix: [Int()] })), { rest: Int() })],
  ])("%s", (_name, validator) => {
    const verdicts = documents.map((value) => {
      execution.mode = "check";
      const expected = validator.is(value);
      expect(verdictByCode(validator, value), JSON.stringify(value)).toBe(expected);
      return expected;
    });
    expect(new Set(verdicts).size).toBe(2);
  });

  test.each<[string, Validator, readonly unknown[]]>([
    [
      "constants in constants",
      OneOf(Const({ a: [{ b: null }, 1], c: {}, ["__proto__"]: 1 }), Const([[], { length: 0 }, "x"])),
      [
        { a: [{ b: null }, 1], c: {}, ["__proto__"]: 1 },
        { ["__proto__"]: 1, c: Object.create(null), a: [{ b: null }, 1] },
        ...[
          { a: [{ b: null }, 1], c: {} },
          { a: [{ b: null }, 1], c: {}, ["__proto__"]: 1, d: undefined },
        ],
        ...[
          { a: [{}, 1], c: {}, ["__proto__"]: 1 },
          { a: [{ b: null }], c: {}, ["__proto__"]: 1 },
        ],
        ...[
          { a: [{ b: null }, 1], c: [], ["__proto__"]: 1 },
          { a: { 0: { b: null }, 1: 1 }, c: {}, ["__proto__"]: 1 },
        ],
        ...[[[], { length: 0 }, "x"], [[], [], "x"], [{}, { length: 0 }, "x"], [[], { length: 0 }], null, "x"],
      ],
    ],
    [
      "nullable constants, and one that is undefined",
      OneOf(Const([1], { nullable: true }), Const({ a: undefined })),
      [null, [1], [undefined], { a: undefined }, {}, { a: null }, { b: undefined }],
    ],
    [
      "closed objects of few and of many keys",
      List(OneOf(Dict({ a: Int() }), Dict(Object.fromEntries([..."abcdefghijklm"].map((key) => [key, Int()]))))),
      [
        ...[
          [{ a: 1 }],
          [{ a: 1, b: undefined }],
          [{ a: 1, x: undefined, y: 2 }],
          [{ a: 1, x: undefined, y: undefined }],
        ],
        ...[Object.fromEntries([..."mlkjihgfedcba"].map((key) => [key, 1]))].flatMap((all) => [
          [all],
          [{ ...all, z: 1 }],
        ]),
        [Object.defineProperty({ a: 1 }, "hidden", { value: 1, enumerable: false })],
      ],
    ],
  ])("%s", (_name, validator, inputs) => {
    for (const value of inputs) {
      execution.mode = "check";
      const expected = validator.is(value);
      expect(verdictByCode(validator, value), JSON.stringify(value)).toBe(expected);
    }
  });

  test("what shared and recursive schemas evaluate, each of which has a function of its own", () => {
    const many = Object.fromEntries([..."abcdefgh"].map((key) => [key, { type: "integer" }]));
    const schema = fromJsonSchema({
      $id: "https://example.org/evaluated",
      $defs: {
        many: { type: "object", properties: many, anyOf: [{ required: ["a"] }, { properties: { z: { const: 1 } } }] },
        some: {
          $ref: "#/$defs/many",
          properties: { y: { type: "array", prefixItems: [true], contains: { const: 1 } } },
        },
      },
      type: "object",
      anyOf: [{ $ref: "#/$defs/some", required: ["b"] }, { $ref: "#/$defs/many" }, { $ref: "#/$defs/some" }],
      properties: { n: { $ref: "#" }, y: { unevaluatedItems: false } },
      unevaluatedProperties: false,
    });
    const members = [{}, { a: 1 }, { z: 1 }, { a: 1, z: 2 }, { b: 1, z: 1 }, { x: 1 }, { y: [0, 1] }, { y: [0, 2] }];
    for (const value of [...members, ...members.map((one) => ({ n: one, b: 1 }))]) {
      execution.mode = "check";
      const expected = schema.is(value);
      expect(verdictByCode(schema, value), JSON.stringify(value)).toBe(expected);
    }
  });

  test("recursive schemas, one of them around each Closed", () => {
    const tree = fromJsonSchema({
      $id: "https://example.org/tree",
      anyOf: [
        { type: "integer" },
        { type: "object", properties: { n: { type: "integer" } }, required: ["n"], unevaluatedProperties: false },
        { type: "array", items: { $ref: "https://example.org/tree" }, uniqueItems: true },
      ],
    });
    for (const value of [1, { n: 1 }, [1, { n: 2 }, [[[3]]]], { n: 1, m: 1 }, [[1, [1, 1]]], ["x"]]) {
      execution.mode = "check";
      expect(verdictByCode(tree, value)).toBe(tree.is(value));
    }
  });
});

test("random validators, on JSON documents", () => {
  let handled = 0;
  let valid = 0;
  for (let seed = 1; seed <= sweep(60, 400); seed++) {
    const random = new Random(seed);
    const recipe = randomRecipe(random);
    const validator = build(recipe);
    for (let left = 5; left > 0; left--) {
      const source = randomDocument(random, recipe);
      const value = parsed(typeof source === "string" ? source : new TextDecoder().decode(source));
      if (value === undefined) continue;
      const verdictIn = (mode: "check" | "compiled"): unknown => {
        execution.mode = mode;
        try {
          return validator.is(value);
        } catch (error) {
          return String(error);
        }
      };
      const expected = verdictIn("check");
      if (expected === true) valid++;
      handled += answeredBy(() => {
        const verdict = verdictIn("compiled");
        // What a function of the caller throws may come before another member is refused, or behind it.
        if (verdict !== expected && typeof verdict === "boolean" && typeof expected === "boolean")
          expect.fail(`seed ${seed}: ${expected} expected of ${JSON.stringify(value)} by ${validator}`);
      });
    }
    instances.clear();
  }
  expect(handled).toBeGreaterThan(sweep(60, 400));
  expect(valid).toBeGreaterThan(sweep(30, 200));
});

describe("a verdict by generated code falls back to the check", () => {
  const schema = { type: "object", properties: { a: { type: "array", items: { $ref: "#" } } } };
  const fallsBack = (validator: Validator, value: unknown, verdict: boolean): void => {
    execution.mode = "compiled";
    expect(answeredBy(() => expect(validator.is(value)).toBe(verdict))).toBe(0);
  };

  test("for objects and arrays of other prototypes, and revoked Proxies", () => {
    const validator = fromJsonSchema(schema);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    fallsBack(validator, Object.create(Object.create(null)), true);
    fallsBack(validator, { a: class extends Array {}.of({}) }, true);
    fallsBack(validator, new Map(), false);
    fallsBack(validator, proxy, false);
    expect(verdictByCode(validator, Object.create(null))).toBe(true);
  });

  test("for values that are too deep, and those whose parts are repeated", () => {
    const validator = fromJsonSchema(schema);
    let deep: object = {};
    for (let level = 0; level < 400; level++) deep = { a: [deep] };
    fallsBack(validator, deep, false);
    // As many levels that each lead to the next twice take an exponential time.
    let wide: object = { a: 1 };
    for (let level = 0; level < 30; level++) wide = { a: [wide, wide] };
    const twice = fromJsonSchema({ anyOf: [{ ...schema, required: ["b"] }, schema].map((one) => ({ ...one })) });
    fallsBack(
      fromJsonSchema({ $defs: { s: schema }, ...schema, allOf: [schema, { not: { required: ["b"] } }] }),
      deep,
      false,
    );
    execution.mode = "compiled";
    expect(twice.is(wide)).toBe(false);
  });

  test("where choices that contain themselves would try their steps again on each level", () => {
    const step = (key: string): object => ({
      type: "object",
      properties: { next: { $ref: "#" }, [key]: { type: "integer" } },
      required: ["next", key],
    });
    const validator = fromJsonSchema({ anyOf: [{ type: "null" }, step("a"), step("b"), step("c")] });
    for (const levels of [10, 60]) {
      let value: unknown = null;
      for (let level = 0; level < levels; level++) value = { next: value, c: 1 };
      fallsBack(validator, value, true);
    }
  });

  test.each<[string, object]>([
    ["two patterns", { patternProperties: { "^a": { $ref: "#" }, a$: { $ref: "#" } } }],
    ["a pattern and its own validator", { properties: { a: { $ref: "#" } }, patternProperties: { a: { $ref: "#" } } }],
  ])("soon, where %s match a key on each level", (_name, keywords) => {
    const validator = fromJsonSchema({ type: "object", ...keywords });
    let reads = 0;
    let value: object = {
      get a() {
        reads++;
        return undefined;
      },
    };
    for (let level = 0; level < 8; level++) value = { a: value };
    verdictByCode(validator, value);
    expect(reads).toBeGreaterThan(200);
    for (let level = 0; level < 52; level++) value = { a: value };
    reads = 0;
    fallsBack(validator, value, true);
    expect(reads).toBeLessThan(100_000);
  });

  test("where a function of the caller, or a conversion, is part of it", () => {
    execution.mode = "compiled";
    expect(AllOf(Str(), Int({ coerce: true })).is("5")).toBe(true);
    expect(Dict({ a: LazyRef((): Validator => Int(), { maxdepth: 1 }) }).is({ a: 1 })).toBe(true);
  });
});

test("code stays in use if aliases change that its schema does not refer to", () => {
  const tree = fromJsonSchema({ type: "array", items: { $ref: "#" } }, { alias: "tree" });
  execution.mode = "compiled";
  expect(answeredBy(() => expect(tree.is([[]])).toBe(true))).toBe(1);
  for (let round = 0; round < 30; round++) {
    instances.put("other", Int({ min: round }));
    expect([tree.is([[]]), tree.is([1])]).toEqual([true, false]);
  }
  expect(verdictByCode(tree, [[]])).toBe(true);
  instances.put("tree#", Int());
  expect([tree.is([[]]), tree.is([1])]).toEqual([false, true]);
});

describe("code for a large schema", () => {
  const leaf = { type: "object", properties: Object.fromEntries(range(30, (key) => [`k${key}`, { type: "integer" }])) };
  const next = (level: number): object => ({ $ref: `#/$defs/d${level + 1}` });
  const chain = {
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries(
      range(200, (level) => [
        `d${level}`,
        level === 199 ? leaf : { ...leaf, properties: { ...leaf.properties, next: next(level), other: next(level) } },
      ]),
    ),
  };

  /** A value of that many levels, the last of which is given. */
  function nested(levels: number, last: object): object {
    let value = last;
    for (let level = 0; level < levels; level++) value = { k0: level, next: value };
    return value;
  }

  /** Calls, and the lengths of the code that each has written. */
  function written(calls: readonly (() => void)[]): number[][] {
    const original = globalThis.Function;
    let lengths: number[] = [];
    globalThis.Function = new Proxy(original, {
      construct: (target, args) => {
        lengths.push(args.at(-1).length);
        return Reflect.construct(target, args);
      },
    });
    try {
      return calls.map((call) => {
        lengths = [];
        call();
        return lengths;
      });
    } finally {
      globalThis.Function = original;
    }
  }

  test("is written in chunks, each when it is needed", () => {
    const validator = fromJsonSchema(chain);
    execution.mode = "compiled";
    const calls = [3, 0, 50, 120, 199].flatMap((levels) =>
      [1, "x"].map((k29) => () => {
        const isValid = k29 === 1;
        expect(answeredBy(() => expect(validator.is(nested(levels, { k29 }))).toBe(isValid))).toBe(1);
      }),
    );
    const lengths = written(calls);
    expect(lengths[0]?.length).toBeLessThan(4);
    expect(lengths.flat().length).toBeGreaterThan(4);
    expect(Math.max(...lengths.flat())).toBeLessThan(150_000);
  });

  test("is written by many calls, each of which writes little, while the check answers", () => {
    const validator = fromJsonSchema(chain);
    execution.mode = "auto";
    const value = nested(199, { k29: 1 });
    const lengths = written(Array.from({ length: 300 }, () => () => expect(validator.is(value)).toBe(true)));
    expect(lengths.flat().length).toBeGreaterThan(4);
    // The first writes the entry point too.
    expect(Math.max(...lengths.map((one) => one.length))).toBeLessThanOrEqual(2);
  });
});

function range<T>(size: number, make: (index: number) => T): T[] {
  return Array.from({ length: size }, (_, index) => make(index));
}
