/** The schemas of OpenAPI documents as those of draft 2020-12. */
import { define } from "../../values/define.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { hasRoom, withinStack } from "../../values/stack.ts";
import { KEYWORDS } from "../jsonschema/annotations.ts";
import { SUBSCHEMAS } from "../jsonschema/dialects.ts";
import { below, JsonSchemaError, noRoom, type Path, pointerOf, ROOT } from "../jsonschema/error.ts";
import type { JsonSchemaWarning } from "../jsonschema/from.ts";

/** The versions of OpenAPI that are read. */
export const VERSIONS = /^3\.[0-2]\b/;

/** Gets a keyword without an effect. */
type Warn = (warning: JsonSchemaWarning) => void;

/**
 * A copy of a document in which each schema is one of draft 2020-12, or of the dialect that the document names. Each
 * part keeps its place.
 * @param warn gets keywords beside references in OpenAPI 3.0.
 */
export function modernDocument(document: object, warn?: Warn): Record<string, unknown> {
  const version = String(ownValue(document, "openapi"));
  const isOld = /^3\.0\b/.test(version);
  const schemaOf = (value: unknown, at: Path): unknown => modern(value, at, isOld, warn);
  const partOf = (value: unknown, at: Path): unknown => {
    if (isArray(value)) return value.map((item, index) => partOf(item, below(at, index)));
    if (!isPlainObject(value)) return value;
    return mapValues(value, at, (item, key, place) => {
      if (key === "schema" || key === "itemSchema") return schemaOf(item, place);
      const areSchemas = key === "schemas" && at.depth === 1 && isPlainObject(item);
      return areSchemas ? mapValues(item, place, (one, _, inner) => schemaOf(one, inner)) : partOf(item, place);
    });
  };
  const copy = withinStack(() => partOf(document, ROOT) as Record<string, unknown>, noRoom);
  const self = selfOf(document);
  const dialect = isOld ? undefined : textIn(document, "jsonSchemaDialect");
  return { ...copy, ...(self !== undefined && { $id: self }), ...(dialect !== undefined && { $schema: dialect }) };
}

/** The URI that a document of OpenAPI 3.2 has by itself. */
export const selfOf = (document: object): string | undefined =>
  /^3\.[01]\b/.test(String(ownValue(document, "openapi"))) ? undefined : textIn(document, "$self");

function textIn(document: object, name: string): string | undefined {
  const value = ownValue(document, name);
  if (value === undefined || typeof value === "string") return value;
  throw new JsonSchemaError(name, below(ROOT, name), "it should be text");
}

function mapValues(
  object: object,
  at: Path,
  map: (value: unknown, key: string, at: Path) => unknown,
): Record<string, unknown> {
  if (!hasRoom()) throw noRoom(at);
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(object)) define(result, key, map(ownValue(object, key), key, below(at, key)));
  return result;
}

const COMBINATIONS = ["allOf", "anyOf", "oneOf", "not"];

/** Annotations that change what is made of a schema. */
const EFFECTIVE = ["default", "readOnly", "writeOnly", "format"];

/** @param isOld it is one of OpenAPI 3.0. */
function modern(schema: unknown, at: Path, isOld: boolean, warn?: Warn): unknown {
  if (!isPlainObject(schema)) return schema;
  const $ref = ownValue(schema, "$ref");
  // In OpenAPI 3.0, nothing beside a reference has a meaning.
  if (isOld && $ref !== undefined) {
    for (const keyword of Object.keys(schema)) {
      if (keyword === "$ref" || !(KEYWORDS.has(keyword) || EFFECTIVE.includes(keyword))) continue;
      const message = "it has no effect beside $ref in OpenAPI 3.0";
      warn?.({ keyword, pointer: pointerOf(below(at, keyword)), message });
    }
    return { $ref };
  }
  const inner = (value: unknown, place: Path): unknown => modern(value, place, isOld, warn);
  const all = mapValues(schema, at, (value, key, place) => {
    const kind = Object.hasOwn(SUBSCHEMAS, key) ? SUBSCHEMAS[key] : undefined;
    if (kind === undefined) return value;
    if (isArray(value)) return value.map((item, index) => inner(item, below(place, index)));
    return kind === "map" && isPlainObject(value)
      ? mapValues(value, place, (one, _, each) => inner(one, each))
      : inner(value, place);
  });
  return isOld ? withoutFlags(all) : all;
}

/** `nullable` and the flags of limits as draft 2020-12 says them. */
function withoutFlags({ nullable, ...rest }: Record<string, unknown>): unknown {
  for (const [limit, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof rest[exclusive] !== "boolean") continue;
    if (rest[exclusive]) [rest[exclusive], rest[limit]] = [rest[limit], undefined];
    else delete rest[exclusive];
  }
  if (nullable !== true) return rest;
  const { type, enum: options } = rest;
  const isSimple = typeof type === "string" && !COMBINATIONS.some((keyword) => keyword in rest);
  if (!isSimple) return { anyOf: [{ type: "null" }, rest] };
  return { ...rest, type: [type, "null"], ...(isArray(options) && { enum: [...options, null] }) };
}
