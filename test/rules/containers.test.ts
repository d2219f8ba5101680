/** Rules of containers: what they say of values, and their keywords of JSON Schema. */
import { describe, expect, test } from "vitest";
import { Report } from "../../src/core/report/report.ts";
import { AscendingRule, ascendingParts } from "../../src/core/rules/ascending.ts";
import type { ArraySchemaWriter, ObjectSchemaWriter, SchemaReader } from "../../src/core/rules/container.ts";
import { ContainsRule, containsParams, containsParts, readContains } from "../../src/core/rules/contains.ts";
import {
  DependentRequiredRule,
  dependenciesOf,
  dependentRequiredParts,
  readDependentRequired,
} from "../../src/core/rules/dependent-required.ts";
import {
  DependentSchemasRule,
  dependentSchemasParts,
  readDependentSchemas,
} from "../../src/core/rules/dependent-schemas.ts";
import { arrayPartsOf } from "../../src/core/rules/index.ts";
import { keyPatterns, readKeyPatterns, writeKeyPatterns } from "../../src/core/rules/key-patterns.ts";
import { ExhaustiveRule, exhaustiveParts, RequiredRule, requiredParts } from "../../src/core/rules/required.ts";
import type { Keywords } from "../../src/core/rules/rule.ts";
import { UniqueItemsRule, uniqueItemsParts } from "../../src/core/rules/unique-items.ts";
import { writeUnknownKeys } from "../../src/core/rules/unknown-keys.ts";
import type { DuplicateItemError, SchemaError } from "../../src/exc.ts";
import { AllOf, Any, Check, Dict, Float, Int, List, OneOf, Str, Transform, type Validator } from "../../src/index.ts";
import { literal } from "../../src/values/text.ts";
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

test("a duplicate of JSON text is shown as what a result has: 0, not -0", () => {
  const { error = [] } = List(Float({ coerce: true }), { unique_items: true }).safeJson("[0, -0]");
  expect(Array.from(error, (one) => (one as DuplicateItemError).actual)).toEqual([0]);
});

test.each([
  [new AscendingRule(true), ascendingParts],
  [new UniqueItemsRule(), uniqueItemsParts],
])("what a rule of arrays writes is found by its kind: $kind", (rule, parts) => {
  expect(arrayPartsOf(rule)).toBe(parts);
});

describe("ascending items", () => {
  const rule = new AscendingRule(true);
  const date = new Date(0);

  const rows: [items: readonly unknown[], isAscending: boolean][] = [
    [[], true],
    [[true], true],
    [["a"], true],
    [[1, 1, 2], true],
    [[2, 1], false],
    [[1, 3, 2], false],
    [["a", "a", "b"], true],
    [["b", "a"], false],
    [[null, false, true, 1, 2n, 3, "2"], true],
    [["3", 5], false],
    [[0, "5"], true],
    [[0, true], false],
    [[0, null], false],
    [[1, undefined], false],
  ];
  test.each(rows.map(([items, isAscending]) => [literal(items), items, isAscending] as const))(
    "by the fast path: %s",
    (_, items, isAscending) => {
      expect(rule.test?.(items)).toBe(isAscending);
      expect(List(Any(), { ascending: true }).is(items)).toBe(isAscending);
    },
  );

  test("that are objects, or compared by a function, have no fast path", () => {
    for (const items of [[[]], [date], [1, [2]]]) expect(rule.test?.(items)).toBe(false);
    expect(List(Any(), { ascending: true }).is([[1], [2]])).toBe(true);
    expect(new AscendingRule({ by: (item) => item }).test).toBeUndefined();
  });

  test("have no keyword", () => {
    const { to, refused } = writer<ArraySchemaWriter>({});
    expect([ascendingParts.write(rule, to), refused]).toEqual([
      {},
      ["ascending: JSON Schema has no form for the order of items"],
    ]);
  });

  test("of test data are sorted as they are compared", () => {
    expect(rule.arrange([2, "a", 1])).toEqual([1, 2, "a"]);
    expect(new AscendingRule({ by: (item: number) => -item }).arrange([2, 3, 1])).toEqual([3, 2, 1]);
  });
});

test("an item that comes again is shown as it was given, if the result is equal to that", () => {
  const nested = List(List(Int()), { unique_items: true });
  expect(verdict(nested, [[0], [-0]])).toEqual(["<1: DuplicateItemError(expected=0, actual=[-0])>"]);
  const upper = List(Str({ case: "upper" }), { unique_items: true });
  expect(verdict(upper, ["A", "a"])).toEqual(["<1: DuplicateItemError(expected=0, actual='A')>"]);
});

test("unique items have a keyword, unless their results are compared", () => {
  const write = (isConverted: boolean): object => {
    const { to, refused } = writer<ArraySchemaWriter>({ isConverted: () => isConverted });
    return { ...uniqueItemsParts.write(new UniqueItemsRule(), to), refused };
  };
  expect(write(false)).toEqual({ uniqueItems: true, refused: [] });
  expect(write(true)).toEqual({ refused: ["unique_items: it compares results, and the items are converted"] });
});

describe("keys that ask for others", () => {
  test("have pairs, in order, by whose number the addon names one", () => {
    const rule = new DependentRequiredRule({ a: ["b", "c"], d: [], e: ["a"] });
    expect(rule.pairs).toEqual([
      ["a", "b"],
      ["a", "c"],
      ["e", "a"],
    ]);
    expect(rule.pairs).toBe(rule.pairs);
  });

  test("have no code if they ask for none", () => {
    const code = {
      isPresent: (key: string) => `has(${key})`,
      whenPresent: (all: readonly (readonly [string, string])[]) => all.map((one) => one.join(": ")).join(""),
      fail: "fail();",
    };
    const rule = new DependentRequiredRule({ a: [], b: ["c", "d"] });
    expect(dependentRequiredParts.verdict?.(rule, code as never)).toBe("b: if (!(has(c) && has(d))) fail();\n");
  });

  test("are one text, texts, or a schema in early drafts", () => {
    expect(dependenciesOf("a")).toEqual(["a"]);
    expect(dependenciesOf(["a", "b"])).toEqual(["a", "b"]);
    for (const schema of [{}, true, ["a", 1], undefined]) expect(dependenciesOf(schema)).toBeUndefined();
  });

  test("are read of both keywords", () => {
    const keywords = (given: Record<string, object>): SchemaReader<string> =>
      ({
        entries: (name: string) => Object.entries(given[name] ?? {}),
        whole: (value: unknown, name: string, key: string) => `${name}/${key}: ${value}`,
        refuseKey: (name: string, key: string, why: string) => {
          throw new Error(`${name}/${key}: ${why}`);
        },
      }) as unknown as SchemaReader<string>;
    const both = { dependencies: { a: ["b"], s: true, t: "u" }, dependentRequired: { a: ["b", "c"], d: [] } };
    expect([...readDependentRequired(keywords(both))]).toEqual([
      ["a", ["b", "c"]],
      ["t", ["u"]],
      ["d", []],
    ]);
    expect(() => readDependentRequired(keywords({ dependentRequired: { a: [1] } }))).toThrow(
      "dependentRequired/a: it should be an array of texts",
    );
    const schemas = { dependencies: { a: ["b"], s: true }, dependentSchemas: { s: false, t: true } };
    expect([...readDependentSchemas(keywords(schemas))]).toEqual([
      ["s", ["dependencies/s: true", "dependentSchemas/s: false"]],
      ["t", ["dependentSchemas/t: true"]],
    ]);
  });
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

  test.each<[text: string, shown: string | undefined]>([
    ["[9007199254740993,1,9007199254740993]", "2: DuplicateItemError(expected=0, actual=9007199254740993n)"],
    ["[[9007199254740993],[9007199254740993]]", "1: DuplicateItemError(expected=0, actual=[9007199254740993n])"],
    ["[[0],[-0]]", "1: DuplicateItemError(expected=0, actual=[-0])"],
    ["[1,1]", "1: DuplicateItemError(expected=0, actual=1)"],
    // What is converted has no digits of its own.
    ['["1",1]', "1: DuplicateItemError(expected=0, actual=1)"],
    ['[["1"],[1]]', "1: DuplicateItemError(expected=0, actual=[1])"],
    ["[9007199254740993,[9007199254740993]]", undefined],
  ])("are shown of an item that comes again, or how it was given: %s", (text, shown) => {
    const item = Int({ unsafe: true, coerce: true });
    const { error } = List(OneOf(item, List(item)), { unique_items: true }).safeJson(text);
    expect(error && String([...(error as SchemaError)])).toBe(shown && `<${shown}>`);
  });

  test("are not asked of 0, which is shown as it was given", () => {
    const list = List(Int({ unsafe: true }), { unique_items: true });
    expect(String(list.safeJson("[0,-0]").error)).toContain("actual=-0");
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

  test("counts as met until async functions have answered, so that no other step is asked", async () => {
    const item = Check(async (value) => value === 1, { async: true });
    const asked: unknown[] = [];
    const other = Check((value) => asked.push(value) > 0);
    const either = OneOf(List(Any(), { contains: item }), other);
    expect([await either.safeAsync([1]), asked]).toEqual([{ ok: true, value: [1] }, []]);
    expect([(await either.safeAsync([2])).ok, asked]).toEqual([true, [[2]]]);
    const list = List(Any(), { contains: item });
    expect(String((await list.safeAsync([2])).error)).toContain("MinLengthError(expected=1, actual=0)");
  });

  test("fails where the items are too deep", () => {
    const rule = new ContainsRule(Int(), { min_contains: undefined, max_contains: undefined });
    const report = new Report({ maxDepth: 0 });
    const array = { items: [1], input: [1], given: () => 1, word: () => {} };
    expect([rule.fails(array, report), report.count]).toEqual([true, 1]);
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
  test.each([
    ["after a key that one pattern matches", Dict({ list: List(Int()) }, { patterns: { a: Int() } })],
    ["after a key that two match", Dict({ list: List(Int()) }, { patterns: { a: Int(), "a?": Any() } })],
    ["after a key of the schema that one matches", Dict({ list: List(Int()) }, { patterns: { l: Any(), a: Int() } })],
  ])("leave members as large as they are: many, %s, may take as many steps", (_name, dict) => {
    const list = Array.from({ length: 300_000 }, () => 0);
    expect(dict.is({ a: 1, list })).toBe(true);
  });

  test("match texts only", () => {
    const dict = Dict({}, { patterns: { "1": Int() } });
    expect(verdict(dict, new Map<unknown, unknown>([[1, 5]]))).toEqual(["<1: ForbiddenKeyError()>"]);
    expect(dict(new Map([["1", 5]]))).toEqual({ 1: 5 });
  });

  test("apply to the values of the schema, and pass on what they make", () => {
    const dict = Dict({ a: Str() }, { patterns: { a: Str({ case: "upper" }), "": Str({ maxlen: 1 }) } });
    expect(dict({ a: "x" })).toEqual({ a: "X" });
    expect(verdict(dict, { a: "xy" })).toEqual(["<a: MaxLengthError(expected=1, actual=2)>"]);
  });

  test("apply to a value that the schema refuses, as it was given, where all errors are wanted", () => {
    const dict = Dict({ a: Int({ max: 1 }) }, { patterns: { a: Int({ min: 10 }) } });
    expect(verdict(dict, { a: 5 })).toEqual(["<a: MaxValueError(expected=1, actual=5)>"]);
    expect(verdict(AllOf([dict], { all_errors: true }), { a: 5 })).toEqual([
      "<#0.a: MaxValueError(expected=1, actual=5)>",
      "<#0.a: MinValueError(expected=10, actual=5)>",
    ]);
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
    const any = { patterns: keyPatterns({ "": Int() }, true), dispose };
    expect(write(any, { isInput: false })).not.toHaveProperty("refused");
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

describe("extra keys", () => {
  const extra = [Int({ coerce: true }), Int()] as const;

  test("whose names are taken keep theirs in the paths of errors", () => {
    expect(verdict(Dict({ 1: Int() }, { extra }), { 1: 5, "01": "x" })).toEqual([
      "<01.@KEY: ForbiddenKeyError()>",
      "<01.@VALUE: InvalidTypeError(expected='integer', actual='string')>",
    ]);
    expect(verdict(Dict({ extra }), { "+2": 5, "02": 6 })).toEqual(["<02.@KEY: ForbiddenKeyError()>"]);
  });

  test("that become no name of a property are refused", () => {
    const dict = Dict({ extra: [Transform(() => [1]) as never, Any()] });
    expect(verdict(dict, { a: 1 })).toEqual(["<a.@KEY: InvalidTypeError(expected='string', actual='array')>"]);
  });

  test("of a Map with the text of a key of the schema are invalid, and that does not count as missing", () => {
    const one = new Map([[1, 5]]);
    expect(verdict(Dict({ 1: Int() }), one)).toEqual(["<1: ForbiddenKeyError()>"]);
    expect(verdict(Dict({ 1: Int() }, { extra: [Str(), Any()] }), one)).toEqual([
      "<1.@KEY: InvalidTypeError(expected='string', actual='integer')>",
    ]);
  });
});

test("the keys that have to be there are required by the name of their parameter", () => {
  const to = { asked: (param: string, names: readonly string[]) => [param, ...names] } as unknown as ObjectSchemaWriter;
  expect(requiredParts.write(new RequiredRule(["a"]), to)).toEqual({ required: ["required", "a"] });
  expect(exhaustiveParts.write(new ExhaustiveRule(["a"]), to)).toEqual({ required: ["exhaustive", "a"] });
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

describe("validators of the whole that a key asks for", () => {
  const strip = { unknown: "strip" } as const;
  const upper = Dict({ a: Str({ case: "upper" }) }, { unknown: "keep" });
  const dict = Dict({ a: Str() }, { unknown: "keep", dependent_schemas: { a: upper, b: Dict({ a: Str() }, strip) } });

  test("apply one after the other to what the one before has made, until one refuses it", () => {
    expect(dict({ a: "x" })).toEqual({ a: "X" });
    expect(dict({ a: "x", b: 1 })).toEqual({ a: "X" });
    const both = { a: Check(() => false), b: Check(() => expect.unreachable()) } as never;
    const refused = Dict({}, { unknown: "keep", dependent_schemas: both });
    expect(verdict(refused, { a: 1, b: 2 })).toBe("<CheckError(message=undefined)>");
  });

  test("leave the depth as it was, with and without them", () => {
    const deep = (levels: number): Validator => (levels === 0 ? Any() : AllOf([deep(levels - 1)] as never));
    const item = Dict({ deep: deep(20) }, { unknown: "keep", optional: ["deep"], dependent_schemas: { a: Any() } });
    const list = List(item as Validator);
    const limits = { maxDepth: 3 };
    for (const one of [{}, { a: 1 }]) {
      const items = Array.from({ length: 20 }, () => one);
      expect(list.is([...items, { a: 1 }], limits)).toBe(true);
      expect(String(list.safe([...items, { deep: 1 }], limits).error)).toContain("expected=16, actual=17");
    }
  });

  test("are refused in JSON Schema if the input is converted", () => {
    const write = (isConverted: boolean): object => {
      const { to, refused } = writer<ObjectSchemaWriter>({ isConverted });
      return { ...dependentSchemasParts.write(new DependentSchemasRule({ a: Int() }), to), refused };
    };
    expect(write(false)).toEqual({ dependentSchemas: { a: { "dependentSchemas/a": "Int()" } }, refused: [] });
    expect(write(true)).toEqual({
      refused: ["dependent_schemas: they validate the result, and the input is converted"],
    });
  });
});
