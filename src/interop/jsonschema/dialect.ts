/** Older dialects of JSON Schema: schemas are written as draft 2020-12 has them, and then converted. */
import { define } from "../../values/define.ts";
import { isArray } from "../../values/input.ts";
import { type JsonType, jsonTypeOf } from "../../values/json-type.ts";
import { hasRoom } from "../../values/stack.ts";
import { below, JsonSchemaError, noRoom, type Path, ROOT } from "./error.ts";
import type { Written } from "./scalars.ts";

/** The supported dialects. */
export type JsonSchemaTarget = "draft-2020-12" | "draft-07" | "draft-06" | "draft-04" | "openapi-3.1" | "openapi-3.0";

/** The values of `$schema`. For OpenAPI, the surrounding document states the dialect. */
export const DIALECTS: Readonly<Record<JsonSchemaTarget, string | undefined>> = {
  "draft-2020-12": "https://json-schema.org/draft/2020-12/schema",
  "draft-07": "http://json-schema.org/draft-07/schema#",
  "draft-06": "http://json-schema.org/draft-06/schema#",
  "draft-04": "http://json-schema.org/draft-04/schema#",
  "openapi-3.1": undefined,
  "openapi-3.0": undefined,
};

export const isOpenApi = (target: JsonSchemaTarget): boolean => target.startsWith("openapi");

/** The keywords whose values are schemas, lists of schemas, and schemas by name. */
const ONE: readonly string[] = [
  ...["items", "additionalProperties", "propertyNames", "not", "contains", "if", "then", "else"],
  ...["unevaluatedItems", "unevaluatedProperties"],
];
const LISTS: readonly string[] = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS: readonly string[] = ["properties", "patternProperties", "dependentSchemas", "$defs"];

type Schema = Record<string, unknown>;

/** The order of the dialects, as each lacks what those before it lack. */
const ORDER: readonly JsonSchemaTarget[] = [
  "openapi-3.0",
  "draft-04",
  "draft-06",
  "draft-07",
  "draft-2020-12",
  "openapi-3.1",
];
const isBefore = (target: JsonSchemaTarget, other: JsonSchemaTarget): boolean =>
  ORDER.indexOf(target) < ORDER.indexOf(other);

/** Keywords of draft 2020-12 that have no form in dialects before another one. */
const LACKING: readonly (readonly [before: JsonSchemaTarget, names: readonly string[]])[] = [
  ["draft-2020-12", ["unevaluatedItems", "unevaluatedProperties", "minContains", "maxContains"]],
  ["draft-06", ["propertyNames"]],
  ["draft-04", ["patternProperties", "dependentRequired", "dependentSchemas"]],
];

/** Returns whether a schema of draft 2020-12 accepts more in another dialect; its parts do not count. */
export function losesKeywords(target: JsonSchemaTarget, schema: Written): boolean {
  const lacks = LACKING.flatMap(([before, names]) => (isBefore(target, before) ? names : []));
  if (isBefore(target, "draft-04") && isArray(schema.prefixItems)) {
    // See `tupleTo30`.
    if (schema.prefixItems.length > 1 || schema.items !== false) return true;
  }
  return lacks.some((name) => Object.hasOwn(schema, name));
}

/** Options of the conversion. */
export interface InDialect {
  readonly target: JsonSchemaTarget;
  /** Leave out what the dialect does not have, instead of an error. */
  readonly lenient: boolean;
  /** The URI for the value of a `$ref`, which stands for a definition until all of them have names. */
  readonly uriOf: (definition: unknown) => string;
}

/** Converts schemas into a dialect. A schema that occurs several times is converted once. */
export class Converter {
  readonly #options: InDialect;
  readonly #converted = new Map<object, Schema | boolean>();

  constructor(options: InDialect) {
    this.#options = options;
  }

  /** @throws JsonSchemaError for a keyword that the dialect does not have. */
  convert(schema: Written, path: Path = ROOT): Schema {
    return this.#schema(schema, path) as Schema;
  }

  #schema(schema: unknown, path: Path): Schema | boolean {
    if (typeof schema === "boolean") return this.#isBefore("draft-06") ? (schema ? {} : { not: {} }) : schema;
    const known = this.#converted.get(schema as object);
    if (known !== undefined) return known;
    if (!hasRoom()) throw noRoom(path);
    const copy: Schema = {};
    for (const [name, value] of Object.entries(schema as Written)) {
      define(copy, name, this.#value(name, value, below(path, name)));
    }
    const converted = this.#keywords(copy, path);
    this.#converted.set(schema as object, converted);
    return converted;
  }

  #value(name: string, value: unknown, path: Path): unknown {
    // A reference in metadata is a URI already.
    if (name === "$ref") return typeof value === "string" ? value : this.#options.uriOf(value);
    if (name === "discriminator") return this.#discriminator(value as Written);
    if (name === "additionalProperties" && typeof value === "boolean") return value;
    if (name === "items" && value === false) return value;
    if (ONE.includes(name)) return this.#schema(value, path);
    if (LISTS.includes(name)) return (value as unknown[]).map((one, index) => this.#schema(one, below(path, index)));
    if (!MAPS.includes(name)) return value;
    const map: Schema = {};
    for (const [key, one] of Object.entries(value as Written)) define(map, key, this.#schema(one, below(path, key)));
    return map;
  }

  #discriminator({ propertyName, mapping, defaultMapping }: Written): Schema {
    const other = defaultMapping === undefined ? {} : { defaultMapping: this.#options.uriOf(defaultMapping) };
    if (mapping === undefined) return { propertyName, ...other };
    const uris = Object.entries(mapping as Written).map(([tag, to]) => [tag, this.#options.uriOf(to)]);
    return { propertyName, mapping: Object.fromEntries(uris), ...other };
  }

  #isBefore(target: JsonSchemaTarget): boolean {
    return isBefore(this.#options.target, target);
  }

  #keywords(schema: Schema, path: Path): Schema {
    if (!this.#isBefore("draft-2020-12")) return schema;
    const refuse = (name: string): void => {
      if (!Object.hasOwn(schema, name)) return;
      if (!this.#options.lenient)
        throw new JsonSchemaError(name, path, `${this.#options.target} has no form for this keyword`);
      delete schema[name];
    };
    const { minContains, patternProperties } = schema;
    for (const [before, names] of LACKING) if (this.#isBefore(before)) for (const name of names) refuse(name);
    if (minContains === 0) delete schema.contains;
    if (this.#isBefore("draft-04") && patternProperties !== undefined) othersTo30(schema, patternProperties as Schema);
    toDraft07(schema);
    if (this.#isBefore("draft-07")) toDraft06(schema);
    if (this.#isBefore("draft-06")) toDraft04(schema);
    if (this.#isBefore("draft-04")) toOpenApi30(schema);
    return schema;
  }
}

/** Gives a keyword another name. */
function rename(schema: Schema, from: string, to: string): void {
  if (!Object.hasOwn(schema, from)) return;
  schema[to] = schema[from];
  delete schema[from];
}

/** Adds schemas that must hold too. */
function addTo(schema: Schema, ...more: readonly unknown[]): void {
  schema.allOf = [...((schema.allOf as unknown[] | undefined) ?? []), ...more];
}

function toDraft07(schema: Schema): void {
  rename(schema, "$defs", "definitions");
  if (Object.hasOwn(schema, "prefixItems")) {
    rename(schema, "items", "additionalItems");
    rename(schema, "prefixItems", "items");
  }
  if (Object.hasOwn(schema, "dependentRequired") || Object.hasOwn(schema, "dependentSchemas")) {
    const { dependentRequired, dependentSchemas } = schema as Record<string, Record<string, unknown> | undefined>;
    // Draft-04 has no empty lists.
    const required = Object.entries(dependentRequired ?? {}).filter(([, names]) => (names as unknown[]).length > 0);
    const both = required.map(([key]) => key).filter((key) => Object.hasOwn(dependentSchemas ?? {}, key));
    schema.dependencies = { ...dependentSchemas, ...Object.fromEntries(required) };
    for (const key of both) addTo(schema, { dependencies: { [key]: dependentSchemas?.[key] } });
    delete schema.dependentRequired;
    delete schema.dependentSchemas;
  }
  // Keywords beside a reference are ignored.
  if (Object.hasOwn(schema, "$ref") && Object.keys(schema).some((name) => !["$ref", "definitions"].includes(name))) {
    addTo(schema, { $ref: schema.$ref });
    delete schema.$ref;
  }
}

function toDraft06(schema: Schema): void {
  const { if: condition, then: consequence, else: alternative } = schema;
  if (condition !== undefined) {
    if (consequence !== undefined) addTo(schema, { anyOf: [{ not: condition }, consequence] });
    if (alternative !== undefined) addTo(schema, { anyOf: [condition, alternative] });
  }
  for (const name of ["if", "then", "else"]) delete schema[name];
}

function toDraft04(schema: Schema): void {
  if (schema.items === false) schema.items = { not: {} };
  if (Object.hasOwn(schema, "const")) {
    schema.enum = [schema.const];
    delete schema.const;
  }
  exclusive(schema, "minimum", "exclusiveMinimum", Math.max);
  exclusive(schema, "maximum", "exclusiveMaximum", Math.min);
  // Of the items of an array, not all are invalid. What is no array has none.
  if (Object.hasOwn(schema, "contains")) {
    addTo(schema, { not: { type: "array", items: { not: schema.contains } } });
    delete schema.contains;
  }
}

/** A limit is one keyword there, and whether it is exclusive another. */
function exclusive(schema: Schema, limit: string, name: string, stronger: (...limits: number[]) => number): void {
  const [inclusive, value] = [schema[limit], schema[name]] as (number | undefined)[];
  if (value === undefined) return;
  delete schema[name];
  if (inclusive !== undefined && inclusive !== value && stronger(inclusive, value) === inclusive) return;
  schema[limit] = value;
  schema[name] = true;
}

/** The keywords of a schema in OpenAPI 3.0, beside extensions. */
const KEYWORDS_30: ReadonlySet<string> = /*#__PURE__*/ new Set(
  /*#__PURE__*/ (
    "title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems " +
    "uniqueItems maxProperties minProperties required enum type not allOf oneOf anyOf items properties " +
    "additionalProperties description format default nullable discriminator readOnly writeOnly example externalDocs " +
    "deprecated xml $ref"
  ).split(" "),
);

function toOpenApi30(schema: Schema): void {
  if (schema.type === undefined && isArray(schema.enum)) typeEnum(schema, schema.enum);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const others = types.filter((type) => type !== "null");
  const nullable = others.length < types.length && { nullable: true };
  if (nullable && others.length === 0) Object.assign(schema, NULL);
  else if (others.length === 1) Object.assign(schema, { type: others[0] }, nullable);
  else if (others.length > 1) {
    delete schema.type;
    addTo(schema, { anyOf: others.map((type) => ({ type, ...nullable })) });
  }
  tupleTo30(schema);
  if (schema.type === "array") schema.items ??= {};
  const { examples, contentEncoding, contentMediaType } = schema;
  if (isArray(examples) && examples.length > 0) schema.example = examples[0];
  if (contentEncoding === "base64") schema.format ??= "byte";
  else if (contentMediaType === "application/octet-stream") schema.format ??= "binary";
  for (const name of Object.keys(schema)) if (!KEYWORDS_30.has(name) && !name.startsWith("x-")) delete schema[name];
}

/** Null alone: `nullable` needs a type beside it. */
const NULL: Schema = { type: "string", nullable: true, enum: [null] };

/** Gives a list of values its type, or each of its types a list. */
function typeEnum(schema: Schema, values: readonly unknown[]): void {
  const types = [...new Set(values.map(jsonTypeOf))];
  const ofType = (type: JsonType | undefined): Schema =>
    type === "null" ? NULL : { type, enum: values.filter((value) => jsonTypeOf(value) === type) };
  delete schema.enum;
  if (types.length === 1) Object.assign(schema, ofType(types[0]));
  else addTo(schema, { anyOf: types.map(ofType) });
}

/** It has no patterns of keys: any other key may have one of them. */
function othersTo30(schema: Schema, patterns: Schema): void {
  const { additionalProperties: others = true } = schema;
  if (others === true) return;
  schema.additionalProperties = { anyOf: [...Object.values(patterns), ...(others === false ? [] : [others])] };
}

/** It has no list of schemas for the items of an array: each may be any of them. */
function tupleTo30(schema: Schema): void {
  const { items, additionalItems } = schema;
  if (!isArray(items)) return;
  schema.items = items.length === 1 ? items[0] : { anyOf: items };
  if (additionalItems === false) schema.maxItems ??= items.length;
  else schema.items = {};
}
