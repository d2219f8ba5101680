/** Verdicts on values that JSON does not have: one meaning, hot or cold. */
import vm from "node:vm";
import { afterEach, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import { Dict, dump, fromJsonSchema, instances, List, load, type Validator } from "../../src/index.ts";
import { Random } from "../native/random.ts";
import { sweep } from "../support/sweep.ts";
import { answeredBy, keepMode } from "./mode.ts";

keepMode();
afterEach(() => instances.clear());

const SEEDS = sweep(10, 250);

const KEYS = ["a", "b", "ab", "__proto__", "constructor", "toString", "0", "length"] as const;

/** Makes the same value each time. */
type Make = () => unknown;

const PRIMITIVES: readonly unknown[] = [
  ...[null, undefined, true, 0, -0, 1, 1.5, -3, 1e300, Number.NaN, Number.POSITIVE_INFINITY],
  ...["", "a", "abc", 5n, 0n, 2n ** 70n, Symbol("a"), () => 1],
];

class Point {
  a = 1;
  b = "x";
}

function anyValue(random: Random, depth: number): Make {
  if (depth === 0 || random.chance(0.4)) {
    const value = random.pick(PRIMITIVES);
    return () => value;
  }
  const members = random
    .some(KEYS, 0.4)
    .map((key): [string, Make, string] => [key, anyValue(random, depth - 1), random.pick(KINDS)]);
  const make = random.chance(0.35) ? arrayOf(random, depth) : random.pick(OBJECTS);
  const isFrozen = random.chance(0.1);
  const isProxy = random.chance(0.1);
  return () => {
    const object = make();
    for (const [key, value, kind] of members) {
      if (Array.isArray(object) && key === "length") continue;
      define(object, key, value(), kind);
    }
    if (isFrozen) Object.freeze(object);
    return isProxy ? new Proxy(object, {}) : object;
  };
}

const KINDS = ["plain", "plain", "plain", "plain", "hidden", "getter", "hidden getter", "symbol", "inherited"] as const;

function define(object: object, key: string, value: unknown, kind: string): void {
  const enumerable = !kind.startsWith("hidden");
  if (kind === "symbol") Reflect.defineProperty(object, Symbol(key), { value, enumerable });
  else if (kind === "inherited")
    Object.setPrototypeOf(object, Object.create(Object.getPrototypeOf(object), { [key]: { value, enumerable } }));
  else if (kind.endsWith("getter")) Reflect.defineProperty(object, key, { get: () => value, enumerable });
  else Reflect.defineProperty(object, key, { value, enumerable, writable: true, configurable: true });
}

const realm = vm.runInNewContext("() => ({})") as () => object;

const OBJECTS: readonly (() => object)[] = [
  ...[() => ({}), () => ({}), () => ({}), () => Object.create(null), () => Object.create({}), () => new Point()],
  ...[() => Object.create({ a: 1 }), realm, () => new Map([["a", 1]]), () => new Date(0)],
  ...[() => Object.create(Object.create(null)), () => new String("a"), () => JSON.parse('{"__proto__": 1}')],
];

function arrayOf(random: Random, depth: number): () => object {
  const items = Array.from({ length: random.between(0, 3) }, () => anyValue(random, depth - 1));
  const isSparse = random.chance(0.2);
  const of: { from(list: readonly unknown[]): object } = random.chance(0.1) ? class extends Array {} : Array;
  return () => {
    const list = of.from(items.map((make) => make())) as unknown[];
    if (isSparse) list.length += 2;
    return list;
  };
}

function anySchema(random: Random, depth: number): object | boolean {
  const inner = (): object | boolean => (depth === 0 ? random.pick(LEAVES) : anySchema(random, depth - 1));
  const members = (): object => Object.fromEntries(random.some(KEYS, 0.4).map((key) => [key, inner()]));
  const some = (): (object | boolean)[] => Array.from({ length: random.between(1, 3) }, inner);
  const kinds: readonly (() => object | boolean)[] = [
    () => random.pick(LEAVES),
    () => ({ type: "object", properties: members(), required: random.some(KEYS, 0.2) }),
    () => ({ type: "object", properties: members(), additionalProperties: random.chance(0.5) ? false : inner() }),
    () => ({ properties: members(), patternProperties: { "^a": inner(), b$: inner() } }),
    () => ({ type: "object", propertyNames: { maxLength: 1 }, minProperties: 1, maxProperties: random.between(1, 4) }),
    () => ({ type: "array", items: inner(), minItems: random.between(0, 2), uniqueItems: random.chance(0.3) }),
    () => ({ type: "array", prefixItems: some(), contains: inner() }),
    () => ({ allOf: some() }),
    () => ({ allOf: [{ type: "object" }, { properties: members(), required: random.some(KEYS, 0.3) }] }),
    () => ({ anyOf: some() }),
    () => ({ oneOf: some() }),
    () => ({ not: inner() }),
    () => Object.fromEntries(["if", "then", "else"].map((key) => [key, inner()])),
    () => ({ dependentRequired: { a: ["b"] }, dependentSchemas: { a: inner(), b: inner() } }),
    () => ({ allOf: some(), properties: members(), unevaluatedProperties: random.chance(0.5) ? false : inner() }),
    () => ({ properties: members(), additionalProperties: { $ref: "#" } }),
  ];
  return random.pick(kinds)();
}

const LEAVES: readonly (object | boolean)[] = [
  ...[true, {}, { type: "string" }, { type: "integer" }, { type: "number", minimum: 0 }, { type: "boolean" }],
  ...[{ type: "null" }, { const: 1 }, { enum: ["a", 1, null] }, { const: { a: 1 } }, { type: ["string", "integer"] }],
];

/** The same validator in other ways. */
const FORMS: readonly ((validator: Validator) => Validator)[] = [
  (validator) => validator,
  (validator) => load(dump(validator)) as Validator,
  (validator) => validator.clone(),
];

const holders: readonly [(validator: Validator) => Validator, (value: unknown) => unknown][] = [
  [(validator) => Dict({ own: validator }), (own) => ({ own })],
  [(validator) => List(validator), (value) => [value]],
];

function verdictIn(mode: "check" | "compiled", validator: Validator, value: unknown): boolean {
  execution.mode = mode;
  return validator.is(value);
}

test("random JSON Schemas, on random values", () => {
  let answered = 0;
  const verdicts = { true: 0, false: 0 };
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = new Random(seed);
    const schema = anySchema(random, 2);
    const made = fromJsonSchema(schema, { alias: "root" });
    const [around, inside] = random.pick(holders);
    const all = [...FORMS.map((form) => form(made)), around(made)];
    for (let left = 12; left > 0; left--) {
      const make = anyValue(random, 3);
      const expected = verdictIn("check", made, make());
      verdicts[`${expected}`]++;
      for (const [index, validator] of all.entries()) {
        const value = (): unknown => (index === FORMS.length ? inside(make()) : make());
        const why = `seed ${seed}, form ${index}: ${JSON.stringify(schema)}`;
        const cold = verdictIn("check", validator, value());
        // A Dict takes an undefined member for none.
        if (index < FORMS.length) expect(cold, why).toBe(expected);
        answered += answeredBy(() => expect(verdictIn("compiled", validator, value()), why).toBe(cold));
      }
    }
    instances.clear();
  }
  // Objects that are not ordinary fall back to the check.
  expect(answered).toBeGreaterThan(SEEDS * 12 * 2);
  expect(Math.min(verdicts.true, verdicts.false)).toBeGreaterThan(SEEDS);
});

const object = { type: "object", properties: { a: { type: "integer" }, b: { type: "string" } } };
const hidden = (key: string, value: unknown, members: object = {}): object =>
  Object.defineProperty(members, key, { value });

test.each<[string, object, Make, boolean]>([
  ["a hidden key", object, () => hidden("a", 1), true],
  ["a hidden key that is invalid", object, () => hidden("a", "x"), false],
  ["a hidden key that is required", { ...object, required: ["a"] }, () => hidden("a", 1), true],
  ["a hidden key that only a later schema has", { allOf: [{ required: ["b"] }, object] }, () => hidden("b", 1), false],
  ["a hidden key that others depend on", { dependentRequired: { a: ["b"] } }, () => hidden("b", 1, { a: 1 }), false],
  ["a hidden key that is not in the schema", { ...object, additionalProperties: false }, () => hidden("c", 1), true],
  ["a hidden key that matches a pattern", { patternProperties: { a: false } }, () => hidden("a", 1), true],
  ["a hidden key, which is counted", { ...object, minProperties: 1 }, () => hidden("a", 1), true],
  [
    "a getter",
    { ...object, required: ["a"] },
    () => ({
      get a() {
        return 1;
      },
    }),
    true,
  ],
  [
    "a getter of an invalid value",
    object,
    () => ({
      get a() {
        return "x";
      },
    }),
    false,
  ],
  ["a symbol", { ...object, additionalProperties: false }, () => ({ [Symbol("a")]: 1 }), true],
  [
    "a member that is undefined, of a closed object",
    { allOf: [{ not: { required: ["b"] } }, { properties: { a: {} } }], unevaluatedProperties: false },
    () => ({ a: undefined, b: undefined, c: undefined }),
    true,
  ],
  [
    "a member that is undefined",
    { ...object, additionalProperties: false },
    () => ({ a: undefined, c: undefined }),
    true,
  ],
  ["a key of the prototype", { ...object, required: ["a"] }, () => Object.create({ a: 1 }), false],
  [
    "an object without a prototype",
    { ...object, required: ["a"] },
    () => Object.assign(Object.create(null), { a: 1 }),
    true,
  ],
  ["an instance of a class", object, () => new Point(), false],
  ["a Proxy", { ...object, required: ["a"] }, () => new Proxy({ a: 1 }, {}), true],
  [
    "the key __proto__",
    JSON.parse('{ "properties": { "__proto__": { "type": "string" } } }'),
    () => JSON.parse('{"__proto__": 1}'),
    false,
  ],
  ["a sparse array", { items: { type: "null" } }, () => Object.assign(new Array(3), [null]), false],
  ["a bigint", { type: "integer" }, () => 5n, false],
  ["NaN", { type: "number" }, () => Number.NaN, false],
  ["-0", { const: 0 }, () => -0, true],
])("%s: one verdict, cold and hot, in each form", (_name, schema, make, expected) => {
  const made = fromJsonSchema(schema);
  const all = FORMS.map((form): [Validator, Make] => [form(made), make]);
  for (const [around, inside] of holders) all.push([around(made), () => inside(make())]);
  for (const [validator, value] of all) {
    expect(verdictIn("check", validator, value())).toBe(expected);
    expect(verdictIn("compiled", validator, value())).toBe(expected);
    execution.mode = "auto";
    for (let call = 0; call < 20_000; call++) validator.is({ a: 1, b: "x" });
    expect(validator.is(value())).toBe(expected);
  }
});
