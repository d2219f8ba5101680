/** Rules of containers: what they say of values, and their keywords of JSON Schema. */
import { describe, expect, test } from "vitest";
import type { ArraySchemaWriter, ObjectSchemaWriter, SchemaReader } from "../../src/core/rules/container.ts";
import { ContainsRule, containsParams, containsParts, readContains } from "../../src/core/rules/contains.ts";
import { keyPatterns, readKeyPatterns, writeKeyPatterns } from "../../src/core/rules/key-patterns.ts";
import type { Keywords } from "../../src/core/rules/rule.ts";
import { writeUnknownKeys } from "../../src/core/rules/unknown-keys.ts";
import { Any, Check, Dict, Float, Int, List, Str, type Validator } from "../../src/index.ts";
import { verdict } from "../support/verdict.ts";

const nameOf = (validator: unknown): string => String(validator).slice(1, -1);

/** Writes a validator as its name, and keeps what is refused. */
function writer<W extends object>(more: Partial<W>): { readonly to: W; readonly refused: string[] } {
  const refused: string[] = [];
  const to = {
    write: (validator: Validator, ...place: string[]) => ({ [place.join("/")]: nameOf(validator) }),
    refuse: (param: string, why: string) => void refused.push(`${param}: ${why}`),
    ...more,
  };
  return { to: to as unknown as W, refused };
}

const written = (keywords: Keywords): object =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));

test("an item that comes too late is shown as what a result has: 0, not -0", () => {
  const list = List(Float(), { ascending: true });
  expect(verdict(list, [1, -0])).toEqual(["<1: MinValueError(expected=1, actual=0)>"]);
  expect(verdict(list, [-0, -1])).toEqual(["<1: MinValueError(expected=0, actual=-1)>"]);
});

describe("digits of integers in JSON text", () => {
  const long = ["9007199254740993", "9007199254740992"] as const;

  test("tell items apart, also those of lists in a list", () => {
    const unique = List(Int({ unsafe: true }), { unique_items: true });
    const nested = List(List(Int({ unsafe: true })), { unique_items: true });
    for (const [one, other, isValid] of [
      [long[0], long[1], true],
      [long[0], long[0], false],
    ] as const) {
      expect(unique.isJson(`[${one},${other}]`)).toBe(isValid);
      expect(nested.isJson(`[[${one}],[${other}]]`)).toBe(isValid);
    }
  });

  test("tell the order of items", () => {
    const list = List(Int({ unsafe: true }), { ascending: true });
    expect(list.isJson(`[${long[1]},${long[0]}]`)).toBe(true);
    expect(list.isJson(`[${long[0]},${long[1]}]`)).toBe(false);
  });
});

describe("contains", () => {
  test("counts the items, and nothing behind them", () => {
    expect(verdict(List(Any(), { contains: Any(), min_contains: 2 }), [1])).toBe(
      "<MinLengthError(expected=2, actual=1)>",
    );
    expect(List(Any(), { contains: Any(), min_contains: 2 }).is([1, 2])).toBe(true);
  });

  test("tests no more items than the limits need", () => {
    const seen: unknown[] = [];
    const one = Check((value) => {
      seen.push(value);
      return true;
    });
    expect(List(Any(), { contains: one, min_contains: 2 })([1, 2, 3])).toEqual([1, 2, 3]);
    expect(seen).toEqual([1, 2]);
    seen.length = 0;
    List(Any(), { contains: one, min_contains: 2, max_contains: 3 })([1, 2, 3]);
    expect(seen).toEqual([1, 2, 3]);
  });

  test("ends at the depth of a call, with the place of the item", () => {
    const list = List(Any(), { contains: List(List(Int())) });
    expect(list.is([[[1]]], { maxDepth: 3 })).toBe(true);
    expect(verdict(list, ["a", [[1]]], { maxDepth: 2 })).toEqual(["<1: RecursionMaxDepthError(expected=2, actual=3)>"]);
  });

  test("has keywords with its limits", () => {
    const write = (given: object, more: Partial<ArraySchemaWriter> = {}): object => {
      const rule = new ContainsRule(Int(), { min_contains: undefined, max_contains: undefined, ...given });
      const none = { isConverted: () => false, isWider: () => false, dropsEqual: false };
      const { to, refused } = writer<ArraySchemaWriter>({ ...none, ...more });
      return { ...written(containsParts.write(rule, to)), ...(refused.length > 0 && { refused }) };
    };
    const contains = { contains: "Int()" };
    const both = { min_contains: 2, max_contains: 3 };
    expect(write({})).toEqual({ contains });
    expect(write(both)).toEqual({ contains, minContains: 2, maxContains: 3 });
    expect(write(both, { isWider: () => true })).toEqual({ contains, minContains: 2 });
    expect(write(both, { dropsEqual: true })).toEqual({ contains, maxContains: 3 });
    expect(write({ min_contains: 0 }, { dropsEqual: true })).toEqual({ contains, minContains: 0 });
    expect(write({}, { isConverted: () => true })).toEqual({
      refused: ["contains: it validates results, and the items are converted"],
    });
  });

  test("is read from keywords, without limits that say nothing", () => {
    const read = (schema: Record<string, number>, item: string | undefined = "item"): object | undefined => {
      const asked = { test: (name: string) => (name === "contains" ? item : undefined) };
      return readContains({ ...asked, length: (name: string) => schema[name] } as unknown as SchemaReader<string>);
    };
    expect(read({})).toEqual({ item: "item", min: 1, max: Number.POSITIVE_INFINITY });
    expect(read({ minContains: 2, maxContains: 3 })).toEqual({ item: "item", min: 2, max: 3 });
    expect(readContains({ test: () => undefined, length: () => 1 } as unknown as SchemaReader<string>)).toBeUndefined();
    expect(containsParams({ item: 1, min: 1, max: Number.POSITIVE_INFINITY })).toStrictEqual({ contains: 1 });
    expect(containsParams({ item: 1, min: 0, max: 3 })).toStrictEqual({
      contains: 1,
      min_contains: 0,
      max_contains: 3,
    });
  });
});

describe("patterns of keys", () => {
  test("match texts only", () => {
    const dict = Dict({}, { patterns: { "1": Int() } });
    expect(verdict(dict, new Map<unknown, unknown>([[1, 5]]))).toEqual(["<1: ForbiddenKeyError()>"]);
    expect(dict(new Map([["1", 5]]))).toEqual({ 1: 5 });
  });

  test("that match one key apply one after the other, until one refuses the value", () => {
    const dict = Dict({}, { patterns: { a: Int(), ab: Str() } });
    expect(verdict(dict, { ab: "x" })).toEqual(["<ab: InvalidTypeError(expected='integer', actual='string')>"]);
    expect(verdict(dict, { ab: 1 })).toEqual(["<ab: InvalidTypeError(expected='string', actual='integer')>"]);
  });

  const write = (given: object, more: Partial<ObjectSchemaWriter> = {}): object => {
    const patterns = keyPatterns({ a: Int(), b: Str() }, true);
    const none = { patterns, dispose: new Set(), nulls: [], skip_blank: false };
    const { to, refused } = writer<ObjectSchemaWriter>({ isInput: true, ...more });
    return { ...written(writeKeyPatterns({ ...none, ...given }, to)), ...(refused.length > 0 && { refused }) };
  };
  const all = {
    patternProperties: { "^(?:a)": { "patternProperties/a": "Int()" }, "^(?:b)": { "patternProperties/b": "Str()" } },
  };

  test("have keywords that match from the start", () => {
    expect(write({})).toEqual(all);
    expect(write({ patterns: [] })).toEqual({});
  });

  test("are refused in JSON Schema beside parameters that skip or drop keys they match, of the input", () => {
    const nulls = ["x", "a1"];
    const absent = "null_is_absent: JSON Schema cannot tell which keys count as missing";
    expect(write({ nulls })).toEqual({ ...all, refused: [absent] });
    expect(write({ nulls }, { isInput: false })).toEqual(all);
    expect(write({ nulls: ["x"] })).toEqual(all);
    const dispose = new Set(["x", "a1"]);
    expect(write({ dispose })).toEqual({
      patternProperties: { ...all.patternProperties, "^(?:a)": {} },
      refused: ["patterns: one matches a key that is dropped"],
    });
    expect(write({ dispose }, { isInput: false })).toEqual(all);
    expect(write({ dispose: new Set(["x"]) })).toEqual(all);
    expect(write({ skip_blank: true })).toEqual({
      ...all,
      refused: ["skip_blank: JSON Schema cannot tell which keys are skipped"],
    });
  });

  test("are read from keywords", () => {
    const reader = {
      entries: (name: string) => (name === "patternProperties" ? [["a", {}]] : []),
      pattern: (name: string, source: string) => `${name} ${source}`,
      test: (name: string, key: string) => `schema of ${name} ${key}`,
    } as unknown as SchemaReader<string, string>;
    expect([...readKeyPatterns(reader)]).toEqual([
      ["a", { pattern: "patternProperties a", schema: "schema of patternProperties a" }],
    ]);
  });
});

describe("unknown keys in JSON Schema", () => {
  const write = (given: object, names: readonly string[] = [], more: Partial<ObjectSchemaWriter> = {}): object => {
    const none = { unknown: "forbid", extra: undefined, patterns: [], keys: undefined, skip_blank: false };
    const { to, refused } = writer<ObjectSchemaWriter>({
      isInput: true,
      changes: () => false,
      write: (one: unknown, place?: string) =>
        one === texts ? { type: "string" } : one === any ? {} : { [`${place}`]: nameOf(one) },
      ...more,
    } as never);
    const keywords = writeUnknownKeys({ ...none, ...given } as never, names, to);
    return { ...written(keywords), ...(refused.length > 0 && { refused }) };
  };
  const texts = Str();
  const any = Any();
  const short = Str({ maxlen: 3 });
  const values = { additionalProperties: "Int()" };

  test("are additional properties, or none", () => {
    expect(write({})).toEqual({ additionalProperties: false });
    expect(write({ unknown: "keep" })).toEqual({});
    expect(write({ unknown: "strip" })).toEqual({});
    expect(write({ unknown: "strip" }, [], { isInput: false })).toEqual({ additionalProperties: false });
    expect(write({ skip_blank: true })).toEqual({ additionalProperties: { const: "" } });
    expect(write({ skip_blank: true }, [], { isInput: false })).toEqual({ additionalProperties: false });
  });

  test("have a schema of their names, unless it takes any", () => {
    expect(write({ extra: [texts, Int()] })).toEqual({ additionalProperties: values });
    expect(write({ extra: [any, Int()] })).toEqual({ additionalProperties: values });
    const allowed = { propertyNames: "Str(maxlen=3)" };
    expect(write({ extra: [short, Int()] })).toEqual({ propertyNames: allowed, additionalProperties: values });
    expect(write({ extra: [short, Int()] }, ["id"])).toEqual({
      propertyNames: { anyOf: [{ enum: ["id"] }, allowed] },
      additionalProperties: values,
    });
    expect(write({ extra: [texts, Int()], skip_blank: true })).toEqual({
      additionalProperties: { anyOf: [values, { const: "" }] },
    });
  });

  test("are refused where JSON Schema cannot say which names are meant", () => {
    const additionalProperties = values;
    const extra = [short, Int()];
    expect(write({ extra, skip_blank: true })).toEqual({
      additionalProperties: { anyOf: [values, { const: "" }] },
      refused: ["skip_blank: with extra, JSON Schema cannot tell which keys are skipped"],
    });
    expect(write({ extra, skip_blank: true }, [], { isInput: false })).toEqual({
      propertyNames: { propertyNames: "Str(maxlen=3)" },
      additionalProperties,
    });
    for (const [other, given] of [
      ["patterns", { patterns: keyPatterns({ a: Int() }, true) }],
      ["keys", { keys: Str() }],
      ["patterns", { patterns: keyPatterns({ a: Int() }, true), keys: Str() }],
    ] as const) {
      expect(write({ extra, ...given })).toEqual({
        additionalProperties,
        refused: [`extra: with ${other}, JSON Schema has no form for a validator of extra keys`],
      });
    }
    expect(write({ extra }, [], { changes: () => true })).toEqual({
      propertyNames: { propertyNames: "Str(maxlen=3)" },
      additionalProperties,
      refused: ["extra: its keys are converted"],
    });
    expect(write({ extra }, [], { changes: () => true, isInput: false })).toEqual({
      propertyNames: { propertyNames: "Str(maxlen=3)" },
      additionalProperties,
    });
  });
});
