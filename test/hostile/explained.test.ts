/** What explains an error costs by what applies to the value, not by the schema. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { Dict, fromJsonSchema, Int, OneOf, Str, type Validator } from "../../src/index.ts";

const many = <T>(n: number, make: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => make(index));
const record = <T>(n: number, make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(many(n, (index) => [`k${index}`, make(index)]));
const needs = (index: number): object => ({ required: [`r${index}`] });

/** Validators of a size in proportion to n, that refuse the value with the same errors whatever n is. */
const KINDS: Readonly<Record<string, readonly [make: (n: number) => Validator, value: unknown]>> = {
  "dependent keys": [
    (n) => fromJsonSchema({ dependentRequired: record(n, (index) => many(9, (other) => `n${index}_${other}`)) }),
    { k1: 1 },
  ],
  "dependent_required of a Dict": [
    (n) => Dict({}, { unknown: "keep", dependent_required: record(n, (index) => [`a${index}`, `b${index}`]) }),
    { k1: 1, k2: 2 },
  ],
  "dependent schemas": [(n) => fromJsonSchema({ dependentSchemas: record(n, needs) }), { k1: 1 }],
  "dependent_schemas of a Dict": [
    (n) => Dict({}, { unknown: "keep", dependent_schemas: record(n, () => Dict({ a: Int() }, { unknown: "keep" })) }),
    { k1: 1 },
  ],
  "optional properties": [
    (n) => fromJsonSchema({ properties: record(n, () => ({ type: "string" })), additionalProperties: false }),
    { k1: 1, other: 2 },
  ],
  "a tagged union": [
    (n) =>
      OneOf(
        many(n, (index) => Dict({ type: Str({ options: [`t${index}`] }), a: Int() })),
        { discriminator: "type" },
      ),
    { type: "t1", a: "x" },
  ],
  "patterns of keys beside keys that are missing": [
    (n) => Dict({ a: Int(), b: Int() }, { patterns: Object.fromEntries(many(n, (i) => [`x${i}`, Int()])) }),
    {},
  ],
  "an enumeration": [(n) => fromJsonSchema({ properties: { a: { enum: many(n, (index) => `v${index}`) } } }), { a: 1 }],
};

/** Methods that list what is in an object or an array. */
const LISTS = ["keys", "values", "entries"] as const;

/** How many items these methods list during a call. */
function listedBy(act: () => unknown): number {
  let total = 0;
  for (const name of LISTS) {
    const list = Object[name] as (object: object) => unknown[];
    vi.spyOn(Object, name).mockImplementation((object: object) => {
      const items = list(object);
      total += items.length;
      return items as never;
    });
  }
  act();
  vi.restoreAllMocks();
  return total;
}

afterEach(() => {
  vi.restoreAllMocks();
});

const CALLS: Readonly<Record<string, (v: Validator, value: unknown) => unknown>> = {
  safe: (v, value) => v.safe(value),
  safeJson: (v, value) => v.safeJson(JSON.stringify(value)),
  "issues of safe": (v, value) => issuesOf(v.safe(value)),
  "issues of safeJson": (v, value) => issuesOf(v.safeJson(JSON.stringify(value))),
};

function issuesOf(result: ReturnType<Validator["safe"]>): number {
  if (result.ok) throw new Error("it should be refused");
  return result.error.issues.length;
}

describe.each(Object.entries(KINDS))("%s", (_, [make, value]) => {
  test.each(Object.entries(CALLS))("%s lists no more if the schema is larger", (_, call) => {
    const listed = [20, 200].map((n) => {
      const validator = make(n);
      // The first call lists the schema.
      call(validator, value);
      return listedBy(() => call(validator, value));
    });
    expect(listed[1]).toBe(listed[0]);
  });

  test("the errors are the same, whatever the size of the schema", () => {
    const pointers = [20, 200].map((n) => {
      const result = make(n).safeJson(JSON.stringify(value));
      return result.ok ? [] : result.error.issues.map((issue) => [issue.code, issue.pointer]);
    });
    expect(pointers[0]).not.toEqual([]);
    expect(pointers[1]).toEqual(pointers[0]);
  });
});

test("keys ask for others, and validators apply, in the order of the schema", () => {
  const names = [...many(20, (index) => `k${index}`), "10", "9"];
  const rules = Object.fromEntries(names.map((name) => [name, [`for ${name}`]]));
  const v = Dict({}, { unknown: "keep", dependent_required: rules });
  const value = { k7: 0, k3: 0, 10: 0, k19: 0, 9: 0 };
  const expected = ["for 9", "for 10", "for k3", "for k7", "for k19"];
  for (const result of [v.safe(value), v.safeJson(JSON.stringify(value)), v.safe(new Map(Object.entries(value)))]) {
    expect(result.ok ? [] : result.error.issues.map(({ path }) => path.at(-1))).toEqual(expected);
  }
});

test.each([3, 30])(
  "a key of the schema asks for others whether it comes, is missing or has a default: %d rules",
  (n) => {
    const more = record(n, () => ["other"]);
    const v = Dict(
      { a: Int(), b: Int(), c: Int() },
      {
        unknown: "keep",
        optional: ["c"],
        defaults: { b: 1 },
        dependent_required: { ...more, c: ["z"], b: ["y"], a: ["x"] },
      },
    );
    const missing = (text: string): unknown => {
      const result = v.safeJson(text);
      const ofValue = v.safe(JSON.parse(text));
      expect(ofValue.ok).toBe(result.ok);
      const keys = result.ok ? [] : result.error.issues.map(({ path }) => path.at(-1));
      expect(ofValue.ok ? [] : ofValue.error.issues.map(({ path }) => path.at(-1))).toEqual(keys);
      return keys;
    };
    expect(missing('{"a":1}')).toEqual(["y", "x"]);
    expect(missing('{"c":1}')).toEqual(["a", "z", "y", "x"]);
    expect(missing('{"c":1,"a":1,"k2":0}')).toEqual(["other", "z", "y", "x"]);
    expect(missing('{"a":1,"x":0,"y":0}')).toEqual([]);
  },
);
