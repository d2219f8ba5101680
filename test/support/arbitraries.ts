/** Random validators, and values that are nearly or quite what they take. */
import fc from "fast-check";
import { AllParams } from "../../src/core/schemas/params.ts";
import { referredBy } from "../../src/core/schemas/registry.ts";
import * as v from "../../src/index.ts";

/** Keys that are ordinary, and keys that something might take for more than a key. */
export const KEYS: readonly string[] = [
  "a",
  "b",
  "c",
  "id",
  "0",
  "10",
  "",
  "x.y",
  "\u{1f37a}",
  "__proto__",
  "constructor",
  "toString",
  "then",
  "length",
  "__class__",
];

const key = fc.constantFrom(...KEYS);
const flag = fc.constantFrom(true, true, false);
const length = fc.nat({ max: 4 });
const word = fc.oneof(
  fc.constantFrom("", "a", "ab", "abc", "5", "x1", "2020-02-29"),
  fc.string({ unit: "binary", maxLength: 5 }),
);
const integer = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -5, max: 9 }) }, fc.maxSafeInteger());
const number = fc.oneof({ weight: 4, arbitrary: integer }, fc.double({ noNaN: true, noDefaultInfinity: true }));

/** An object with some of the members. */
const some = <T extends object>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

const few = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(item, { minLength: 1, maxLength: 3 });

/** JSON values, small and mean. */
export const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constant(null), fc.boolean(), number, word, tie("array"), tie("object")),
  array: fc.array(tie("value"), { maxLength: 3 }),
  object: fc.array(fc.tuple(key, tie("value")), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
})).value;

/** Any values at all. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: json },
  fc.constantFrom<unknown>(undefined, Number.NaN, -0, Number.POSITIVE_INFINITY, 5n, Symbol.iterator, Math.max),
  fc.constantFrom<unknown>(
    new Date(0),
    new Date(Number.NaN),
    new Map(),
    new Set([1]),
    /a/,
    Object(1),
    Object.create(null),
  ),
  fc.uint8Array({ maxLength: 3 }),
);

const PATTERNS = ["a", "^[a-z]+$", "\\d", "a|b", ".", "", "\\p{L}"];

/** Validators that hold no others. */
const leaf: fc.Arbitrary<v.Validator> = fc.oneof(
  some({ nullable: flag, coerce: flag, min: integer, max: integer, options: few(integer) }).map((params) =>
    v.Int(params),
  ),
  some({ nullable: flag, coerce: flag, nan: flag, inf: flag, min: number, max: number }).map((params) =>
    v.Float(params),
  ),
  some({
    nullable: flag,
    encoding: fc.constantFrom("utf-8", "latin-1", "ascii"),
    minlen: length,
    maxlen: length,
    pattern: fc.oneof(fc.constantFrom(...PATTERNS), fc.constant(/A/i)),
    options: few(word),
  }).map((params) => v.Str(params)),
  some({ nullable: flag, minlen: length, maxlen: length }).map((params) => v.Bytes(params)),
  some({ nullable: flag, coerce_str: flag, coerce_int: flag }).map((params) => v.Bool(params)),
  fc.oneof(json, anything).map((value) => v.Const(value)),
  fc.constant(null).map(() => v.Any()),
  fc
    .tuple(
      fc.constantFrom<v.TypeClass>(String, Number, Boolean, BigInt as never, Date, Map, Array),
      some({ nullable: flag, coerce: flag }),
    )
    .map(([tp, params]) => v.Type(tp, params)),
  some({
    nullable: flag,
    unixts: flag,
    format: fc.constant("%Y-%m-%d"),
    min: fc.constant("2020-01-01"),
    max: fc.constant("2020-12-31"),
    tz: fc.constantFrom("UTC", "Europe/Berlin"),
  }).map((params) => v.Date(params)),
  some({ nullable: flag, format: fc.constant("%H:%M"), min: fc.constant("08:00") }).map((params) => v.Time(params)),
  fc
    .tuple(some({ nullable: flag, unixts: flag, format: fc.constant("%Y-%m-%dT%H:%M%z") }), fc.boolean())
    .map(([params, aware]) => v.Datetime(aware ? { ...params, tz: "Asia/Tokyo", max: "2030-01-01T00:00Z" } : params)),
);

/** The validators that random references refer to, by alias: structures that contain themselves. */
const ALIASES: Readonly<Record<string, v.Validator>> = {
  "arbitrary.tree": v.Dict(
    { id: v.Int({ coerce: true }), a: v.List(v.LazyRef("arbitrary.tree")), b: v.LazyRef("arbitrary.tree") },
    { optional: ["a", "b"] },
  ),
  "arbitrary.nest": v.OneOf(
    v.Int(),
    v.List(v.LazyRef("arbitrary.nest")),
    v.Dict({ extra: [v.Str(), v.LazyRef("arbitrary.nest")] }),
  ),
};

/** Other tests of the process may have cleared the registry. */
function register(): void {
  for (const [alias, validator] of Object.entries(ALIASES)) {
    if (!v.instances.has(alias)) v.instances.put(alias, validator);
  }
}

register();
const reference = fc
  .tuple(fc.constantFrom(...Object.keys(ALIASES)), some({ maxdepth: fc.nat({ max: 2 }) }))
  .map(([use, params]) => {
    register();
    return v.LazyRef(use, params);
  });

/** Validators of keys: what they make of a text is a text again, and refers to itself. */
const keyValidator = fc.oneof(
  fc.constant(null).map(() => v.Any()),
  some({ maxlen: length, pattern: fc.constantFrom(...PATTERNS) }).map((params) => v.Str(params)),
  fc.constant(null).map(() => v.Int({ coerce: true })),
);

function dict(member: fc.Arbitrary<v.Validator>): fc.Arbitrary<v.Validator> {
  const keys = fc.uniqueArray(key, { maxLength: 2 });
  const schema = fc.uniqueArray(fc.tuple(key, member), { maxLength: 4, selector: ([name]) => name });
  const params = some({
    nullable: flag,
    minlen: length,
    maxlen: length,
    extra: fc.tuple(keyValidator, member),
    defaults: fc.array(fc.tuple(key, json), { maxLength: 2 }).map((entries) => new Map(entries)),
    optional: keys,
    dispose: keys,
    multikeys: keys,
  });
  return fc.tuple(schema, params).map(([entries, { dispose, ...rest }]) => {
    // A key that is always dropped may be missing.
    const dropped = dispose === undefined ? {} : { dispose, optional: [...(rest.optional ?? []), ...dispose] };
    // As data, which may name any keys.
    return Reflect.construct(v.Dict, [new AllParams({ schema: new Map(entries), ...rest, ...dropped })]) as v.Validator;
  });
}

const DEPTH = 6;

function validatorsOf(depth: number): fc.Arbitrary<v.Validator> {
  if (depth === 0) return leaf;
  const member = fc.oneof({ weight: 2, arbitrary: leaf }, { weight: 1, arbitrary: validatorsOf(depth - 1) });
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    reference,
    fc
      .tuple(member, some({ nullable: flag, minlen: length, maxlen: length, unique: flag }))
      .map(([item, params]) => v.List(item, params)),
    fc.tuple(few(member), some({ nullable: flag })).map(([items, params]) => v.Tuple(items, params)),
    { weight: 3, arbitrary: dict(member) },
    few(member).map((steps) => v.AllOf(steps)),
    few(member).map((steps) => v.OneOf(steps)),
  );
}

/** Validators of every class, up to 6 levels of them inside each other. */
export const validators: fc.Arbitrary<v.Validator> = validatorsOf(DEPTH);

/** Values that a validator nearly or quite accepts; `scope` is what is mixed in where they do not. */
export function near(validator: v.Validator, scope: fc.Arbitrary<unknown> = anything, fuel = 4): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(validator, scope, fuel) }, { weight: 1, arbitrary: scope });
}

/** Values made of those a validator names. */
function fitting(validator: v.Validator, scope: fc.Arbitrary<unknown>, fuel: number): fc.Arbitrary<unknown> {
  const member = (one: v.Validator): fc.Arbitrary<unknown> => near(one, scope, fuel);
  if (validator instanceof v.List) {
    const { item, minlen = 0, maxlen = 3 } = validator;
    return fc.array(member(item), { minLength: Math.min(minlen, 4), maxLength: Math.max(minlen, Math.min(maxlen, 3)) });
  }
  if (validator instanceof v.Tuple) return fc.tuple(...validator.items.map(member));
  if (validator instanceof v.AllOf) return member(validator.steps[0] as v.Validator);
  if (validator instanceof v.OneOf) return fc.oneof(...validator.steps.map(member));
  if (validator instanceof v.LazyRef) {
    return fuel === 0 ? scope : near(referredBy(validator.use) as v.Validator, scope, fuel - 1);
  }
  if (validator instanceof v.Dict) return mapping(validator, member);
  return fc.oneof(fc.constantFrom(...samples(validator)), scope);
}

function mapping(validator: v.Dict, member: (one: v.Validator) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { schema = {}, extra, optional = [], dispose = [] } = validator;
  const entries = Object.keys(schema).map((name) => {
    const missing = optional.includes(name) ? 1 : 0.1;
    const value = member(schema[name] as v.Validator);
    return fc.option(
      value.map((one) => [name, one] as const),
      { freq: missing === 1 ? 2 : 9, nil: undefined },
    );
  });
  const others = fc.tuple(
    fc.oneof(key, fc.constantFrom(...dispose, "1", "extra")),
    extra === undefined ? json : member(extra[1]),
  );
  return fc
    .tuple(fc.tuple(...entries), fc.array(others, { maxLength: extra === undefined && dispose.length === 0 ? 0 : 2 }))
    .map(([known, more]) => Object.fromEntries([...known.filter((one) => one !== undefined), ...more]));
}

function samples(validator: v.Validator): unknown[] {
  const { min, max, options = [] } = validator as { min?: unknown; max?: unknown; options?: readonly unknown[] };
  const named = [min, max, ...options].filter((one) => one !== undefined);
  switch (validator.constructor) {
    case v.Int:
    case v.Float:
      return [...named, 0, 1, -1, 5, 5.5, "5", "1e3", true, 5n, null, ...(typeof min === "number" ? [min + 1] : [])];
    case v.Str:
      return [...named, "", "a", "ab", "b2", "abcd", "\u{1f37a}", new TextEncoder().encode("a\u00e9"), null];
    case v.Bytes:
      return [new Uint8Array(), Uint8Array.of(1, 2), Buffer.from("abc"), null];
    case v.Bool:
      return [true, false, "yes", "OFF", "maybe", 0, 1, null];
    case v.Const:
      return [(validator as v.Const).value, (validator as v.Const).value, null];
    case v.Type:
      return ["", "a", 5, true, 5n, new Date(0), new Map([["a", 1]]), [1], null];
    case v.Date:
    case v.Time:
    case v.Datetime:
      return ["2020-02-29", "2021-06-01", "12:30", "2020-02-29T12:30+0100", 0, 1_600_000_000, new Date(0), null];
    default:
      return [null, 1, "a", [], {}];
  }
}

/** A validator and a value for it. */
export function pairs(scope: fc.Arbitrary<unknown> = anything): fc.Arbitrary<[v.Validator, unknown]> {
  return validators.chain((validator) =>
    near(validator, scope).map((value): [v.Validator, unknown] => [validator, value]),
  );
}

/** A validator and a JSON text for it. */
export const documents: fc.Arbitrary<[v.Validator, string]> = pairs(json).map(([validator, value]) => [
  validator,
  JSON.stringify(value, (_key, one: unknown) => (typeof one === "bigint" ? String(one) : one)) ?? "null",
]);
