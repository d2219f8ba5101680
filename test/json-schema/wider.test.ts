/** A schema that leaves something out accepts more than the validator, never less. */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import Ajv04 from "ajv-draft-04";
import { afterEach, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import type { JsonSchemaTarget } from "../../src/interop/jsonschema/dialect.ts";
import { randomDocument } from "../native/documents.ts";
import { Random } from "../native/random.ts";
import { build } from "../native/recipe.ts";
import { randomRecipe } from "../native/schemas.ts";
import { sweep } from "../support/sweep.ts";
import { isWrong } from "./differential.ts";

const TARGETS = ["draft-2020-12", "draft-07", "draft-06", "draft-04", "openapi-3.0"] as const;
const OPTIONS = { strict: false, validateFormats: false, ownProperties: true, logger: false } as const;

afterEach(() => v.instances.clear());

/** Ajv's verdicts by the schema of a validator; undefined if a reference leads out of it. */
function verdictsOf(
  validator: v.Validator,
  target: JsonSchemaTarget,
  unrepresentable: "any" | "error" = "any",
): ((value: unknown) => boolean) | undefined {
  const { $schema, ...schema } = v.toJsonSchema(validator, { target, unrepresentable });
  if (JSON.stringify(schema).includes('"$ref":"#/components/')) return undefined;
  const Reader = target === "draft-2020-12" ? Ajv2020 : target === "draft-04" || target === "openapi-3.0" ? Ajv04 : Ajv;
  const options = target === "draft-06" || target === "draft-07" ? { ...OPTIONS, meta: false } : OPTIONS;
  const validate = new (Reader as unknown as typeof Ajv)({ ...options, validateSchema: false }).compile(schema);
  return (value) => validate(value) as boolean;
}

const pair = v.Tuple(v.Int(), v.Str());
const even = v.AllOf(
  v.Int(),
  v.Check((value) => value % 2 === 0),
);
const CASES: readonly [string, v.Validator, readonly unknown[]][] = [
  ["a negated Check", v.Not(even), [1]],
  ["a negated Check alone", v.Not(v.Check((value) => value === 1)), [2]],
  ["a negated date", v.Not(v.Date({ format: "iso", min: "2020-01-01" })), ["2019-01-01", "x"]],
  ["a negated conversion", v.Not(v.Int({ coerce: true })), ["x"]],
  ["a negated text", v.Not(v.Str({ strip: true, minlen: 1 })), [" "]],
  ["negated bytes", v.Not(v.Bytes({ format: "base64" })), ["!"]],
  ["a negated class", v.Not(v.Type(URL)), [1]],
  ["a negated step", v.Float({ multiple_of: 0.5 }), [0.5]],
  ["a negated multiple", v.Not(v.Float({ multiple_of: 0.5 })), [0.25]],
  [
    "a negated tuple",
    v.Not(pair),
    [
      ["a", 1],
      [1, 1],
    ],
  ],
  ["a negated pattern of keys", v.Not(v.Dict({}, { patterns: { "^a": v.Int() } })), [{ a: "x" }, { b: 1 }]],
  ["a negated member", v.Not(v.Dict({ n: even })), [{ n: 1 }]],
  ["a negated reference", v.Not(v.LazyRef(() => even)), [1]],
  ["a negation of a negation", v.Not(v.Not(even)), [2]],
  ["a condition", v.If(even, v.Int({ max: 5 }), v.Int({ min: 10 })), [4, 11]],
  ["a condition that is a tuple", v.If(pair, v.List(v.Any(), { minlen: 5 }), v.Any()), [["a", 1]]],
  ["exactly one", v.OneOf([even, v.Int()], { exclusive: true }), [1]],
  ["a maximum of matches", v.List(v.Int(), { contains: even, max_contains: 1 }), [[1, 2, 3]]],
  ["no minimum of matches", v.List(v.Int(), { contains: v.Const(1), min_contains: 0 }), [[2]]],
  ["patterns of keys", v.Dict({ b: v.Int() }, { patterns: { "^a": v.Int() } }), [{ a: 1, b: 2 }]],
  [
    "patterns of keys, and others",
    v.Dict({}, { patterns: { "^a": v.Int() }, extra: [v.Str(), v.Bool()] }),
    [{ a: 1, b: true }],
  ],
  [
    "patterns, and others with a name",
    v.Dict({}, { patterns: { "^a": v.Int() }, extra: [v.Str({ pattern: "^b$" }), v.Bool()] }),
    [{ aa: 1, b: true }],
  ],
];

test.each(CASES)("%s", (_name, validator, values) => {
  for (const value of values) {
    expect(validator.is(value)).toBe(true);
    for (const target of TARGETS) expect([target, verdictsOf(validator, target)?.(value)]).toEqual([target, true]);
  }
});

test.each<[string, (inner: v.Validator) => v.Validator]>([
  ["contains", (inner) => v.List(v.Any(), { contains: inner })],
  ["not", (inner) => v.Not(inner)],
  ["if", (inner) => v.If(inner, v.Any())],
  ["exactly one", (inner) => v.OneOf([inner, v.Str()], { exclusive: true })],
])("a schema of many levels of %s is linear: each level in twice the time would take years", (_name, wrap) => {
  const deep = (levels: number) => Array.from({ length: levels }).reduce<v.Validator>(wrap, even);
  const sizes = [50, 100].map((levels) => JSON.stringify(v.toJsonSchema(deep(levels))).length);
  expect(sizes[1]).toBeLessThan((sizes[0] as number) * 2.1);
});

test("the schema of any validator accepts what the validator accepts", () => {
  let accepted = 0;
  const refused: string[] = [];
  for (let seed = 1; seed <= sweep(60, 500); seed++) {
    const random = new Random(seed);
    const recipe = randomRecipe(random);
    if (/__proto__|"pattern"|"parseWithBug"|"failing"/.test(JSON.stringify([recipe.root, recipe.aliases]))) continue;
    v.instances.clear();
    const validator = build(recipe);
    const values: unknown[] = [];
    for (let index = 0; index < 6; index++) {
      const text = new TextDecoder().decode(Buffer.from(randomDocument(random, recipe) as never));
      if (text.length > 2000 || text.includes("__proto__") || !isAccepted(validator, text)) continue;
      const value = JSON.parse(text);
      // Ajv gets numbers of JavaScript: of a long integer, another one. Beyond all numbers is null.
      const again = JSON.stringify(value);
      if (isAccepted(validator, again)) values.push(JSON.parse(again));
    }
    for (const target of values.length > 0 ? TARGETS : []) {
      const verdict = attempt(() => verdictsOf(validator, target));
      for (const value of values) {
        accepted++;
        if (attempt(() => verdict?.(value)) === false) {
          const schema = v.toJsonSchema(validator, { target, unrepresentable: "any" });
          if (isWrong(schema, value)) continue;
          refused.push(`${target} ${seed}: ${JSON.stringify(value)} ${JSON.stringify(schema)}`);
        }
      }
    }
  }
  expect(refused.slice(0, 3)).toEqual([]);
  expect(accepted).toBeGreaterThan(100);
});

function isAccepted(validator: v.Validator, text: string): boolean {
  return attempt(() => validator.isJson(text)) === true;
}

/** Undefined if Ajv, or a function of the schema, fails. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
