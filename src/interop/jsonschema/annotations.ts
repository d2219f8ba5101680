/** Metadata of validators as keywords of JSON Schema. */
import { isMeta, type Meta } from "../../core/schemas/meta.ts";
import { formatNamed } from "../../text/formats/basic.ts";
import { define } from "../../values/define.ts";
import { isArray, ownValue } from "../../values/input.ts";
import { jsonOf, NO_JSON, type Written, withDigits } from "./scalars.ts";

/** The keywords that constrain values, or identify schemas. All others are annotations. */
export const KEYWORDS: ReadonlySet<string> = /*#__PURE__*/ new Set(
  /*#__PURE__*/ (
    "$schema $id id $ref $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $defs " +
    "definitions type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength " +
    "pattern items prefixItems additionalItems unevaluatedItems maxItems minItems uniqueItems contains minContains " +
    "maxContains properties patternProperties additionalProperties unevaluatedProperties propertyNames required " +
    "maxProperties minProperties dependencies dependentRequired dependentSchemas allOf anyOf oneOf not if then else " +
    "nullable discriminator"
  ).split(" "),
);

/** Those that are no part of a schema inside another. */
const OF_DOCUMENTS = /^\$(?!ref$)|^definitions$/;

function entriesOf(meta: Meta | undefined, isWanted: (name: string) => boolean): Written {
  const written: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(meta ?? {})) {
    if (name === "id" || !isWanted(name)) continue;
    const json = name === "examples" ? (value as unknown[]).map((one) => jsonOf(one)) : jsonOf(value);
    const known = isArray(json) ? json.filter((one) => one !== NO_JSON) : json;
    if (known !== NO_JSON) define(written, name, known);
  }
  return written;
}

/** The keywords in the metadata of a validator that JSON Schema cannot express. */
export const keywordsIn = (meta: Meta | undefined): Written =>
  entriesOf(meta, (name) => KEYWORDS.has(name) && !OF_DOCUMENTS.test(name));

/** The annotations that a schema has because of other parameters. */
const OWN: readonly string[] = ["default", "format", "contentEncoding", "contentMediaType"];

/** A schema with annotations, which replace those of a validator inside. */
export function withAnnotations(schema: Written, meta: Meta | undefined): Written {
  if (meta === undefined) return schema;
  return { ...schema, ...entriesOf(meta, (name) => !KEYWORDS.has(name) && !(OWN.includes(name) && name in schema)) };
}

/**
 * The annotations of a schema as metadata; undefined if it has none. Invalid ones are left out, and a format of text
 * that is checked, which is a parameter.
 */
export function metaIn(schema: object, assertsFormat: boolean): Meta | undefined {
  const isParam = (name: string): boolean =>
    assertsFormat && name === "format" && formatNamed(String(ownValue(schema, name))) !== undefined;
  const meta = Object.keys(schema)
    .filter((name) => !KEYWORDS.has(name) && !isParam(name))
    .map((name) => [name, withDigits(() => jsonOf(ownValue(schema, name)))] as const)
    .filter(([name, value]) => value !== NO_JSON && isMeta(name, value));
  return meta.length === 0 ? undefined : Object.fromEntries(meta);
}
