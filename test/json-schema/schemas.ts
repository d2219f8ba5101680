/** Random JSON Schemas, and documents that may be valid by them. */
import type { Random } from "../native/random.ts";
import type { Json } from "../native/recipe.ts";

type JsonObject = { [key: string]: Json };

const KEYS = ["a", "b", "kind", "next", "", "toString", "a/b", "m~n", "é"];
const TEXTS = ["", "a", "ab", "abc", "b\n", "é", "😀", "\ud800", "kind", "10"];
const NUMBERS = [0, 1, -1, 2, 5, 10, 0.5, -0.5, 2.5, 1e-7, 1e20, -1e300, 9007199254740991];
const PATTERNS = ["^a", "b$", "a|b", "^a|b$", "^[a-z]*$", ".", "\\d+", "(a)(b)?", "^$", "\\p{L}"];
const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"];

const scalar = (random: Random): Json =>
  random.pick<Json>([null, true, false, random.pick(NUMBERS), random.pick(NUMBERS), random.pick(TEXTS)]);

const valueOf = (random: Random, depth = 2): Json => {
  if (depth === 0 || random.chance(0.6)) return scalar(random);
  if (random.chance(0.5)) return Array.from({ length: random.below(4) }, () => valueOf(random, depth - 1));
  return Object.fromEntries(random.some(KEYS, 0.25).map((key) => [key, valueOf(random, depth - 1)]));
};

/** A random schema, some of whose parts refer to others. */
export function randomSchema(random: Random): Json {
  const names = ["node", "m~n", "a/b%"].slice(0, random.below(4));
  const schema = schemaOf(random, names, random.between(0, 3));
  if (names.length === 0 || typeof schema === "boolean") return schema;
  const definitions = names.map((name): [string, Json] => [name, schemaOf(random, names, 1)]);
  return { ...(schema as JsonObject), $defs: Object.fromEntries(definitions) };
}

function schemaOf(random: Random, names: readonly string[], depth: number): Json {
  if (random.chance(0.05)) return random.chance(0.6);
  const schema: JsonObject = {};
  const inner = (): Json => schemaOf(random, names, depth - 1);
  const inners = (): Json[] => Array.from({ length: random.pick([1, 2, 2, 3]) }, inner);
  if (random.chance(0.6)) schema.type = random.chance(0.7) ? random.pick(TYPES) : typesOf(random);
  if (random.chance(0.06)) schema.enum = Array.from({ length: random.between(1, 4) }, () => valueOf(random));
  if (random.chance(0.05)) schema.const = valueOf(random);
  const keywords: [string, number, () => Json][] = [
    ["minimum", 0.15, () => random.pick(NUMBERS)],
    ["maximum", 0.15, () => random.pick(NUMBERS)],
    ["exclusiveMinimum", 0.1, () => random.pick(NUMBERS)],
    ["exclusiveMaximum", 0.1, () => random.pick(NUMBERS)],
    // Powers of two: Ajv divides, which rounds others.
    ["multipleOf", 0.05, () => random.pick([1, 2, 0.5])],
    ["minLength", 0.15, () => random.below(4)],
    ["maxLength", 0.15, () => random.below(4)],
    ["pattern", 0.15, () => random.pick(PATTERNS)],
    ["minItems", 0.15, () => random.below(3)],
    ["maxItems", 0.15, () => random.below(4)],
    ["minProperties", 0.1, () => random.below(3)],
    ["maxProperties", 0.1, () => random.below(4)],
    ["required", 0.25, () => random.some(KEYS, 0.2)],
    ["uniqueItems", 0.08, () => random.chance(0.8)],
    ["dependentRequired", 0.06, () => ({ [random.pick(KEYS)]: random.some(KEYS, 0.2) })],
    ["default", 0.05, () => valueOf(random)],
    ["format", 0.05, () => "date"],
    ["title", 0.05, () => "a title"],
  ];
  for (const [name, probability, make] of keywords) if (random.chance(probability)) schema[name] = make();
  if (names.length > 0 && random.chance(depth > 0 ? 0.12 : 0.3)) schema.$ref = referenceTo(random.pick(names));
  else if (random.chance(0.02)) schema.$ref = "#";
  if (depth <= 0) return schema;
  const applicators: [string, number, () => Json][] = [
    ["items", 0.3, inner],
    ["prefixItems", 0.12, inners],
    ["properties", 0.5, () => Object.fromEntries(random.some(KEYS, 0.2).map((key) => [key, inner()]))],
    ["additionalProperties", 0.3, inner],
    ["propertyNames", 0.1, inner],
    [
      "patternProperties",
      0.1,
      () => ({ [random.pick(PATTERNS)]: inner(), ...(random.chance(0.3) && { "^": inner() }) }),
    ],
    ["dependentSchemas", 0.06, () => ({ [random.pick(KEYS)]: inner() })],
    // Ajv does not count the items as evaluated that a schema without constraints contains.
    ["contains", 0.1, () => ({ type: random.pick(TYPES), allOf: [inner()] })],
    ["minContains", 0.05, () => random.below(3)],
    ["maxContains", 0.05, () => random.below(3)],
    ["if", 0.1, inner],
    ["then", 0.1, inner],
    ["else", 0.1, inner],
    ["unevaluatedProperties", 0.08, () => (random.chance(0.6) ? false : inner())],
    ["unevaluatedItems", 0.08, () => (random.chance(0.6) ? false : inner())],
    ["anyOf", 0.15, inners],
    ["allOf", 0.15, inners],
    ["oneOf", 0.12, () => (random.chance(0.5) ? tagged(random, inner) : inners())],
    ["not", 0.08, () => (random.chance(0.5) ? { type: typesOf(random) } : inner())],
  ];
  for (const [name, probability, make] of applicators) if (random.chance(probability)) schema[name] = make();
  return schema;
}

/** At least one. */
const typesOf = (random: Random): string[] => random.shuffled(TYPES).slice(0, random.between(1, 4));

const referenceTo = (name: string): string =>
  `#/$defs/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`;

/** Objects that a tag tells apart. */
function tagged(random: Random, inner: () => Json): Json[] {
  return (["a", "b", 1] as const).slice(0, random.between(1, 3)).map((tag) => ({
    type: "object",
    properties: { kind: { const: tag }, a: inner() },
    required: ["kind"],
    ...(random.chance(0.5) ? { additionalProperties: false } : {}),
  }));
}

/** A document that follows the schema some of the way. */
export function sampleOf(random: Random, schema: Json): Json {
  return new Sampler(random, schema).sample(schema, 4);
}

class Sampler {
  readonly #random: Random;
  readonly #root: Json;

  constructor(random: Random, root: Json) {
    this.#random = random;
    this.#root = root;
  }

  sample(schema: Json | undefined, depth: number): Json {
    const random = this.#random;
    if (typeof schema !== "object" || schema === null || Array.isArray(schema) || random.chance(0.08) || depth <= 0) {
      return valueOf(random);
    }
    if (Object.hasOwn(schema, "const") && random.chance(0.8)) return schema.const as Json;
    if (Array.isArray(schema.enum) && random.chance(0.8)) return random.pick(schema.enum);
    for (const name of ["anyOf", "allOf", "oneOf"]) {
      const list = schema[name];
      if (Array.isArray(list) && random.chance(0.4)) return this.sample(random.pick(list), depth);
    }
    if (typeof schema.$ref === "string" && random.chance(0.5)) return this.sample(this.#target(schema.$ref), depth - 1);
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : (schema.type ?? random.pick(TYPES));
    if (type === "array") return this.#array(schema, depth);
    if (type === "object") return this.#object(schema, depth);
    if (type === "string") return random.pick(TEXTS);
    if (type === "number" || type === "integer") return this.#number(schema, type === "integer");
    return type === "null" ? null : random.chance(0.5);
  }

  #target($ref: string): Json | undefined {
    if ($ref === "#") return this.#root;
    const name = decodeURIComponent($ref.slice("#/$defs/".length)).replaceAll("~1", "/").replaceAll("~0", "~");
    return ((this.#root as JsonObject).$defs as JsonObject)[name];
  }

  /** Often just at a limit, or beside it. */
  #number(schema: JsonObject, isInteger: boolean): number {
    const random = this.#random;
    const limits = [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum];
    const limit = random.pick([...limits, ...NUMBERS].filter((one) => typeof one === "number"));
    const near = random.chance(0.5) ? limit : limit + random.pick([-1, 1, 0.5]);
    // Which integer is meant beyond the safe range, nobody can tell: they are refused, where integers are asked for.
    return isInteger ? Math.max(-9e15, Math.min(9e15, Math.trunc(near))) : near;
  }

  #array(schema: JsonObject, depth: number): Json[] {
    const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    const length = this.#random.pick([0, 1, 2, 3, prefix.length, prefix.length + 1]);
    return Array.from({ length }, (_, index) => this.sample(prefix[index] ?? schema.items, depth - 1));
  }

  #object(schema: JsonObject, depth: number): JsonObject {
    const random = this.#random;
    const properties = (schema.properties ?? {}) as JsonObject;
    const required = (schema.required ?? []) as string[];
    const keys = [
      ...random.some(Object.keys(properties), 0.6),
      ...random.some(required, 0.9),
      ...random.some(KEYS, random.pick([0, 0, 0.2])),
    ];
    return Object.fromEntries(
      keys.map((key) => [
        key,
        this.sample(Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties, depth - 1),
      ]),
    );
  }
}
