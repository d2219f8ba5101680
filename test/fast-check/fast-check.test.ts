/** Values from validators: the valid ones are accepted by every engine, the others are refused with the one issue. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
// The aliases of the random validators are registered when they are imported.
import "../support/fresh.ts";
import { hasSecrets } from "../../src/core/schemas/secrets.ts";
import { arbitrary, type Invalid, invalid } from "../../src/fast-check/index.ts";
import * as v from "../../src/index.ts";
import { FORMATS, type FormatName } from "../../src/text/formats/index.ts";
import { equal } from "../../src/values/equal.ts";
import { randomSchema } from "../fast/schemas.ts";
import { Random } from "../native/random.ts";
import { build } from "../native/recipe.ts";
import { validators } from "../support/arbitraries.ts";
import { sweep } from "../support/sweep.ts";

const isJson = (value: unknown): boolean => {
  try {
    return equal(JSON.parse(JSON.stringify(value)), value);
  } catch {
    return false;
  }
};

/** Whether JSON text says the same: of an integer it has all digits, some of which a number may have lost. */
function isSameAsText(value: unknown): boolean {
  let isExact = true;
  const visit = (_: string, member: unknown): unknown => {
    if (Number.isInteger(member) && !Number.isSafeInteger(member)) isExact = false;
    return member;
  };
  return isJson(value) && JSON.stringify(value, visit) !== undefined && isExact;
}

/** Asserts that it is accepted, by the engine for JSON text too. */
function expectValid(validator: v.Validator, value: unknown): void {
  const name = String(validator);
  expect(validator.safe(value).error?.issues, name).toBe(undefined);
  expect(validator.is(value), name).toBe(true);
  if (isSameAsText(value)) expect(validator.isJson(JSON.stringify(value)), name).toBe(true);
}

/** Asserts that it is refused with the one issue, by the engine for JSON text too. */
function expectInvalid(validator: v.Validator, { value, issue }: Invalid): void {
  expect(validator.is(value)).toBe(false);
  const errors = [validator.safe(value).error];
  if (isSameAsText(value)) errors.push(validator.safeJson(JSON.stringify(value)).error);
  for (const error of errors) {
    const issues = error?.issues ?? [];
    const { alternative } = issue;
    const own = alternative ? issues.filter((one) => one.alternative?.step === alternative.step) : issues;
    expect(own.map(({ code, path }) => ({ code, path }))).toEqual([{ code: issue.code, path: issue.path }]);
    const [only] = own as unknown as [Record<string, unknown>];
    for (const name of hasSecrets(validator) ? [] : (["expected", "actual"] as const)) {
      if (name in issue) expect(equal(only[name], issue[name]), `${name} of ${issue.code}`).toBe(true);
    }
  }
}

const RUNS = { numRuns: sweep(15, 50) };

function holds(validator: v.Validator, options: Parameters<typeof arbitrary>[1] = {}): void {
  fc.assert(
    fc.property(arbitrary(validator, options), (value) => expectValid(validator, value)),
    RUNS,
  );
}

function fails(validator: v.Validator, options: Parameters<typeof invalid>[1] = {}): Set<string> {
  const codes = new Set<string>();
  fc.assert(
    fc.property(invalid(validator, options), (one) => {
      expectInvalid(validator, one);
      codes.add(one.issue.code);
    }),
    { numRuns: 4 * RUNS.numRuns },
  );
  return codes;
}

const point = v.Dict({ x: v.Int({ min: 0 }), y: v.Float() });
const tree: v.Validator<unknown> = v.Dict(
  { name: v.Str({ minlen: 1 }), children: v.List(v.LazyRef(() => tree)) },
  { optional: ["children"] },
) as never;

/** Validators, and codes of faults that are among theirs. */
const CASES: readonly [validator: v.AnyValidator, ...codes: string[]][] = [
  [v.Int(), "invalid_type"],
  [v.Int({ min: 3, max: 9 }), "min_value", "max_value"],
  [v.Int({ exclusive_min: 3, exclusive_max: 5 }), "exclusive_min_value", "exclusive_max_value"],
  [v.Int({ min: -7, multiple_of: 7 }), "multiple"],
  [v.Int({ options: [1, 5, 1000], nullable: true }), "options"],
  [v.Int({ coerce: true, max: -5 }), "max_value"],
  [v.Int({ coerce: "text" }), "invalid_type"],
  [v.Int({ bigint: true, min: 2n ** 70n, multiple_of: 3n }), "min_value", "multiple"],
  [v.Int({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }), "invalid_type"],
  [v.Float(), "float_value"],
  [v.Float({ nan: true, inf: true, nullable: true }), "invalid_type"],
  [v.Float({ min: 0, exclusive_max: 1 }), "min_value", "exclusive_max_value"],
  [v.Float({ multiple_of: 0.1, min: 1, max: 2 }), "multiple"],
  [v.Float({ coerce: true, min: 5 }), "min_value"],
  [v.Str(), "invalid_type"],
  [v.Str({ minlen: 5, maxlen: 6 }), "min_length", "max_length"],
  [v.Str({ minlen: 200 }), "min_length"],
  [v.Str({ ascii: true, nullable: true }), "format"],
  [v.Str({ pattern: "^[a-z]+(?:-[0-9]{2,3})?$" }), "pattern_match"],
  [v.Str({ pattern: "^\\w+$", minlen: 30, maxlen: 32 }), "pattern_match", "min_length", "max_length"],
  [v.Str({ pattern: /^(?:caf\u00e9|\p{Lu}\p{Ll}*)$/iu }), "pattern_match"],
  [v.Str({ pattern: /^[^a-z]\d{3}\b|x/ }), "pattern_match"],
  [v.Str({ pattern: "^(?=.*\\d)[a-z0-9]{2,}$", backtrack: true }), "pattern_match"],
  [v.Str({ strip: true, minlen: 2, case: "lower" }), "min_length"],
  [v.Str({ normspace: true, options: ["a b", "c"] }), "options"],
  [v.Str({ case: "upper", pattern: "^[A-Z]+$" }), "pattern_match"],
  [v.Str({ encoding: "utf-8", maxlen: 3 }), "max_length"],
  [v.Str({ format: "email", maxlen: 20 }), "format", "max_length"],
  [v.Str({ format: "http-url", protocols: ["https"] }), "format"],
  [v.Str({ format: "jwt", alg: "ES256" }), "format"],
  [v.Str({ format: "email", mode: "html5" }), "format"],
  [v.Bool(), "invalid_type"],
  [v.Bool({ coerce_str: true, coerce_int: true }), "options"],
  [v.Bool({ true: ["ja"], false: ["nein"] }), "options", "invalid_type"],
  [v.Str({ coerce: true, minlen: 2, maxlen: 6 }), "min_length", "max_length"],
  [v.Datetime({ coerce: "unix_ms", min: "2020-01-01T00:00:00Z" }), "min_value"],
  [v.Bytes({ minlen: 1, maxlen: 4 }), "min_length", "max_length"],
  [v.Bytes({ format: "base64", minlen: 1, maxlen: 4 }), "format", "min_length", "max_length"],
  [v.Bytes({ format: "hex", nullable: true }), "format", "invalid_type"],
  [v.Type(File), "invalid_type"],
  [v.Const({ a: [1] }), "options"],
  [v.Const(null), "options"],
  [v.Type(URL), "invalid_type"],
  [v.Type(Map, { nullable: true }), "invalid_type"],
  [v.Type(BigInt as never), "invalid_type"],
  [v.Date({ format: "iso", min: "2020-01-01", max: "2020-12-31" }), "min_value", "max_value", "datetime_parse"],
  [v.Date({ format: "%d.%m.%y" }), "datetime_parse"],
  [v.Date({ format: "%d %B %Y", relmin: "-P1Y", relmax: "P1D" }), "min_value", "max_value"],
  [v.Date({ unixts: true, as: "date", tz: "UTC" }), "invalid_type"],
  [v.Date({ min: "1999-01-01" }), "min_value"],
  [v.Time({ format: "%H:%M", min: "08:00", max: "17:30" }), "min_value", "max_value"],
  [v.Time(), "invalid_type"],
  [v.Datetime({ format: "rfc3339", as: "date", min: "2020-01-01T00:00:00Z" }), "min_value", "datetime_parse"],
  [v.Datetime({ format: "%Y-%m-%dT%H:%M%z", tz: "Asia/Tokyo" }), "datetime_parse"],
  [v.Datetime({ format: "iso", max: "2030-01-01T00:00" }), "max_value"],
  [v.Datetime({ unixts: true, tz: "Europe/Berlin", relmin: "PT1H" }), "min_value"],
  [v.List(v.Int()), "invalid_type"],
  [v.List(v.Int({ min: 0 }), { minlen: 2, maxlen: 3, nullable: true }), "min_length", "max_length", "min_value"],
  [v.List(v.Int({ min: 0, max: 9 }), { unique: true, minlen: 4, maxlen: 5 }), "min_length", "max_length"],
  [v.List(v.Str(), { sort: -1 }), "invalid_type"],
  [v.Set(v.Str({ maxlen: 2 }), { minlen: 1 }), "min_length", "max_length"],
  [v.Tuple(v.Int(), v.Str({ minlen: 1 })), "tuple_length", "min_length"],
  [point, "missing_key", "forbidden_key", "min_value", "invalid_type"],
  [v.Dict({ a: v.Int(), b: v.Str() }, { optional: ["a"], defaults: { b: "x" } }), "forbidden_key"],
  [v.Dict({ a: v.Int() }, { unknown: "keep", nullable: true }), "missing_key"],
  [v.Dict({ a: v.Int() }, { unknown: "strip" }), "missing_key"],
  [v.Dict({ ["__proto__"]: v.Int(), constructor: v.Str() }), "missing_key"],
  [v.Dict({ a: v.Int() }, { dispose: ["b"], optional: ["a"] }), "forbidden_key"],
  [v.Dict({ extra: [v.Str({ pattern: "^k\\d$" }), v.Int({ min: 0 })] }), "pattern_match", "min_value"],
  [v.Dict({ extra: [v.Str({ maxlen: 3 }), v.Any()], minlen: 2, maxlen: 4 }), "min_length", "max_length"],
  [v.Dict({ extra: [v.Str({ options: ["a", "b"] }), v.Int()], exhaustive: true }), "missing_key", "options"],
  [v.Dict({ a: v.Str(), b: v.Str() }, { skip_blank: true, optional: ["b"] }), "missing_key"],
  [v.Dict({ a: v.Str(), b: v.Str() }, { null_is_absent: true, optional: ["b"], maxlen: 1 }), "max_length"],
  [v.Dict({ a: v.Optional(v.Int()), b: v.Default(v.Int({ max: 5 }), 3) }), "max_value"],
  [v.Dict({ a: v.Nullable(v.Str()), b: v.Fallback(v.Int(), 0) }), "missing_key"],
  [
    v.AllOf(
      v.Int({ min: 0 }),
      v.Check((n: number) => n % 2 === 0, { code: "odd" }),
    ),
    "odd",
    "min_value",
  ],
  [
    v.AllOf(
      point,
      v.Check((p: { x: number }) => p.x < 50, { path: ["x"] }),
    ),
    "check",
    "missing_key",
  ],
  [v.AllOf(v.Str({ pattern: "^\\d+$" }), v.Int({ coerce: true, max: 50 })), "pattern_match"],
  [
    v.AllOf(
      v.Str(),
      v.Transform((text: string) => text.length),
      v.Int({ max: 4 }),
    ),
    ...["invalid_type", "max_value"],
  ],
  [
    v.AllOf(
      v.Int({ min: 1 }),
      v.Check((n: number, report) => n % 2 === 0 || void report({ code: "odd", path: ["n"] })),
    ),
    ...["odd", "min_value"],
  ],
  [v.OneOf(v.Int(), v.Str()), "invalid_type"],
  [v.OneOf([v.Int({ min: 5 }), v.List(v.Str())], { by_type: true }), "min_value"],
  [
    v.OneOf(
      [v.Dict({ kind: v.Const("a"), n: v.Int({ min: 0 }) }), v.Dict({ kind: v.Const("b"), s: v.Str({ minlen: 1 }) })],
      { discriminator: "kind" },
    ),
    ...["min_value", "min_length", "options", "missing_key", "forbidden_key"],
  ],
  [v.Nullable(v.Tuple(v.Int())), "tuple_length"],
  [v.Not(v.Str()), "forbidden_value"],
  [v.If(v.Str(), v.Str({ minlen: 2 }), v.Int({ min: 1 })), "min_length", "min_value"],
  [v.Closed(v.Dict({ a: v.Int() }, { unknown: "keep" })), "missing_key"],
  [v.List(v.Int(), { prefix: [v.Str()], minlen: 2 }), "invalid_type"],
  [v.List(v.Int({ min: 0 }), { contains: v.Const(7), unique_items: true }), "invalid_type"],
  [v.Dict({ a: v.Int() }, { optional: ["a"], unknown: "keep", dependent_required: { a: ["x"] } }), "invalid_type"],
  [v.Dict({}, { extra: [v.Str(), v.Int()], keys: v.Str({ maxlen: 2 }) }), "invalid_type", "max_length"],
  [v.Dict({ a: v.Int() }, { unknown: "keep", required: ["beside"] }), "missing_key", "invalid_type"],
  [v.List(v.Dict({}, { unknown: "keep", required: ["beside"] })), "missing_key"],
  [v.Dict({ a: v.Int() }, { optional: ["a"], unknown: "keep", dependent_required: { a: ["beside"] } }), "missing_key"],
  [v.Dict({}, { patterns: { "^[ab]\\d$": v.Int({ min: 3 }) } }), "forbidden_key", "min_value"],
  [v.Optional(v.Int({ min: 5 })), "min_value"],
  [tree, "min_length", "missing_key", "forbidden_key"],
  [v.Dict({ a: v.Int({ secret: true, min: 5 }), b: v.Str({ message: "No." }) }), "min_value"],
];

describe("each class and parameter", () => {
  test.each(CASES.map(([validator, ...codes]) => [String(validator).slice(0, 120), validator, codes] as const))(
    "%s",
    (_, validator, codes) => {
      holds(validator as v.Validator);
      expect([...fails(validator as v.Validator)]).toEqual(expect.arrayContaining(codes));
    },
  );

  test.each(Object.keys(FORMATS) as FormatName[])("the format %s", (format) => {
    holds(v.Str({ format }));
    expect(fails(v.Str({ format, maxlen: 500 }))).toContain("format");
  });

  test.each([v.Any(), v.Fallback(v.Int(), 0), v.Transform(String)])("%s has valid values, and no faults", (one) => {
    holds(one as v.Validator);
    expect(() => invalid(one)).toThrow("no value with one fault is known");
  });
});

describe("random schemas", () => {
  /** Refused by name, or held. */
  function tried(validator: v.Validator): number {
    let made = 0;
    for (const [make, expectOne] of [
      [arbitrary, expectValid],
      [invalid, expectInvalid],
    ] as const) {
      let all: fc.Arbitrary<never>;
      try {
        all = make(validator) as fc.Arbitrary<never>;
      } catch (error) {
        expect((error as Error).message).toMatch(/^There is no arbitrary for </);
        continue;
      }
      made++;
      for (const one of fc.sample(all, 5)) expectOne(validator, one);
    }
    return made;
  }

  test("of the interpreter", () => {
    const all = fc.sample(validators, sweep(20, 100));
    const made = all.reduce((count, one) => count + tried(one), 0);
    // Limits are at random, so that some exclude each other.
    expect(made).toBeGreaterThan(all.length);
  });

  test("with code of the caller's", () => {
    let made = 0;
    const [first, count] = [fc.readConfigureGlobal().seed ?? 1, sweep(20, 100)];
    for (let seed = first; seed < first + count; seed++) {
      for (const name of ["tree", "node", "leaf"]) if (v.instances.has(name)) v.instances.delete(name);
      made += tried(build(randomSchema(new Random(seed))));
    }
    expect(made).toBeGreaterThan(count);
  });
});

describe("a schema without values is refused by name", () => {
  class Point extends v.Validator {
    override check(input: unknown): unknown {
      return input;
    }
  }

  test.each([
    [v.Int({ min: 5, max: 4 }), "<Int(min=5, max=4)>: nothing is within its limits"],
    [v.Dict({ a: v.Str({ maxlen: 0, pattern: "a" }) }), "<Str(maxlen=0, pattern='a')>: it accepts none of the values"],
    [v.List(new Point() as never), "<Point()>: its class is not one of the library: give an arbitrary with `of`"],
    [v.Type(EventTarget), "<Type(tp=EventTarget)>: how to make instances of its class is not known"],
    [v.Check((value) => value === "one of few"), ": it accepts none of the values that were tried"],
    [v.AllOf(v.Str(), v.Transform(Number), v.Const(41)), ": it accepts none of the values that were tried"],
  ])("%s", (validator, message) => {
    expect(() => arbitrary(validator as v.Validator)).toThrow(message);
  });

  test.each([arbitrary, invalid])("so is one with an alias that leads nowhere: %o", (make) => {
    const nowhere = v.LazyRef("fast-check.nowhere") as v.Validator;
    const within = (inner: v.Validator) => v.Dict({ b: v.LazyRef(() => v.Dict({ c: inner })) });
    for (const validator of [
      nowhere,
      v.AllOf(v.Int(), nowhere as never),
      v.OneOf(v.Int(), nowhere),
      v.Not(nowhere),
      v.If(nowhere, v.Int(), v.Str()),
      v.List(v.Optional(nowhere)),
      v.Dict({ a: v.Int() }, { patterns: { b: nowhere }, dependent_schemas: { a: nowhere as never } }),
      within(within(within(within(nowhere)))),
    ]) {
      expect(() => make(validator as v.Validator)).toThrow("registered under the alias 'fast-check.nowhere'");
    }
  });

  test("so is one that has no end within the depth", () => {
    const endless: v.Validator<unknown> = v.Dict({ next: v.LazyRef(() => endless) }) as never;
    expect(() => arbitrary(endless)).toThrow("no value ends within 3 references");
  });

  test("too few distinct values are no endless search", () => {
    const onlyNull = v.Nullable(v.Int({ min: 5, max: 4 }));
    expect(() => arbitrary(v.List(onlyNull, { minlen: 2, unique_items: true }))).toThrow("There is no arbitrary for");
    fails(v.List(onlyNull, { minlen: 2, maxlen: 1, unique: true }));
    fails(v.Dict({}, { extra: [v.Str({ options: ["a", "b"] }), v.Int()], maxlen: 2 }));
  });

  test("parts that may be missing are left out", () => {
    const schema = v.Dict({ a: v.Int(), b: v.Int({ min: 5, max: 4 }) }, { optional: ["b"] });
    fc.assert(fc.property(arbitrary(schema), (value) => !Object.hasOwn(value, "b") && schema.is(value)));
    holds(v.OneOf(v.Int({ min: 5, max: 4 }), v.Str()));
    holds(v.List(v.Int({ min: 5, max: 4 })));
  });
});

describe("the options", () => {
  test("json: JSON data only", () => {
    const schema = v.Dict({
      day: v.Date({ format: "iso" }),
      ids: v.Set(v.Int({ bigint: true })),
      note: v.Optional(v.Str()),
      photo: v.Bytes({ format: "base64url", minlen: 2, maxlen: 5 }),
      size: v.Float({ nan: true, inf: true }),
      from: v.Default(v.Int(), 0),
    });
    for (const one of fc.sample(arbitrary(schema, { json: true }), 200)) {
      expect(isJson(one)).toBe(true);
      expectValid(schema as never, one);
    }
    for (const { value } of fc.sample(invalid(schema, { json: true }), 200)) expect(isJson(value)).toBe(true);
    expect(() => arbitrary(v.Bytes(), { json: true })).toThrow("JSON has no form for bytes");
  });

  test("maxDepth: how deep references go", () => {
    const depth = (value: unknown): number =>
      1 + Math.max(0, ...((value as { children?: unknown[] }).children ?? []).map(depth));
    const depths = (maxDepth: number) => fc.sample(arbitrary(tree, { maxDepth }), 100).map(depth);
    expect(Math.max(...depths(0))).toBe(1);
    expect(Math.max(...depths(2))).toBeLessThanOrEqual(3);
  });

  test("of: the caller's own arbitrary", () => {
    const even = v.Check((value: unknown) => value === "one of few");
    const schema = v.Dict({ a: even, b: v.Int() });
    const of = (one: v.Validator) => (one === (even as unknown) ? fc.constant("one of few") : undefined);
    holds(schema as never, { of });
    expect(fails(schema as never, { of })).toContain("missing_key");
  });

  test("unknown ones do not compile", () => {
    // @ts-expect-error: there is no such option.
    arbitrary(v.Int(), { JSON: true });
  });
});

describe("values", () => {
  test("shrink to the smallest that fails", () => {
    const schema = v.Dict({ n: v.Int({ min: 3 }), names: v.List(v.Str()), kind: v.Str({ pattern: "^[a-z]{2,9}$" }) });
    const { counterexample } = fc.check(
      fc.property(arbitrary(schema), ({ n, names }) => n < 50 || names.length < 1),
      { seed: 1, numRuns: 1000 },
    );
    expect(counterexample).toEqual([{ n: 50, names: [""], kind: "aa" }]);
  });

  test("have the type of the input", () => {
    const schema = v.Dict({ n: v.Default(v.Int(), 1), s: v.Str() });
    const values: fc.Arbitrary<{ n?: number | undefined; s: string }> = arbitrary(schema);
    // @ts-expect-error: n may be missing.
    const others: fc.Arbitrary<{ n: number; s: string }> = arbitrary(schema);
    expect(values).not.toBe(others);
  });

  test("a number of references in each level takes no more time", () => {
    const wide: v.Validator<unknown> = v.Dict(
      Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`k${index}`, v.LazyRef(() => wide)])),
      { optional: Array.from({ length: 10 }, (_, index) => `k${index}`) },
    ) as never;
    for (const one of fc.sample(arbitrary(wide, { maxDepth: 3 }), 5)) expectValid(wide, one);
  });
});
