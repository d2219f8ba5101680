/** The drafts of JSON Schema: which keywords have an effect, and where schemas are inside schemas. */

/** The drafts that are read. */
export type Draft = "draft-04" | "draft-06" | "draft-07" | "2019-09" | "2020-12";

const DRAFTS: readonly Draft[] = ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"];

/** What the keywords of a schema mean. */
export interface Dialect {
  readonly draft: Draft;
  /** Keywords that have no effect, beside those that the draft does not know. */
  readonly ignored: ReadonlySet<string>;
  /** `format` is checked whatever the caller says. */
  readonly assertsFormat: boolean;
}

const isFrom = (draft: Draft, first: Draft): boolean => DRAFTS.indexOf(draft) >= DRAFTS.indexOf(first);

/**
 * The first draft that has a keyword, of those that an earlier one must not read. Schemas of draft 4 with keywords of
 * drafts 6 and 7, such as `const`, are common, and implementations agree in reading them.
 */
const SINCE: Readonly<Record<string, Draft>> = {
  minContains: "2019-09",
  maxContains: "2019-09",
  dependentRequired: "2019-09",
  dependentSchemas: "2019-09",
  unevaluatedItems: "2019-09",
  unevaluatedProperties: "2019-09",
  $anchor: "2019-09",
  $dynamicAnchor: "2020-12",
  $dynamicRef: "2020-12",
  prefixItems: "2020-12",
  $recursiveRef: "2019-09",
  $recursiveAnchor: "2019-09",
};

/** The last draft that has a keyword. */
const UNTIL: Readonly<Record<string, Draft>> = {
  id: "draft-04",
  additionalItems: "2019-09",
  $recursiveRef: "2019-09",
  $recursiveAnchor: "2019-09",
};

/** Returns whether a keyword has an effect. */
export function knows({ draft, ignored }: Dialect, keyword: string): boolean {
  if (ignored.has(keyword)) return false;
  if (Object.hasOwn(SINCE, keyword) && !isFrom(draft, SINCE[keyword] as Draft)) return false;
  return !Object.hasOwn(UNTIL, keyword) || isFrom(UNTIL[keyword] as Draft, draft);
}

/** Returns whether keywords beside `$ref` are ignored, and `items` may be a list of schemas for the first items. */
export const isOld = ({ draft }: Dialect): boolean => !isFrom(draft, "2019-09");

/** Returns whether `items` may be a list. */
export const listsItems = ({ draft }: Dialect): boolean => draft !== "2020-12";

/** The keyword with the URI of a schema. */
export const idKeyword = ({ draft }: Dialect): "id" | "$id" => (draft === "draft-04" ? "id" : "$id");

const NONE: ReadonlySet<string> = /*#__PURE__*/ new Set();
const dialectOf = (draft: Draft): Dialect => ({ draft, ignored: NONE, assertsFormat: false });

/** By the URI of the meta-schema, without its scheme and an empty fragment. */
const BY_URI: ReadonlyMap<string, Dialect> = /*#__PURE__*/ new Map<string, Dialect>([
  ["json-schema.org/draft-04/schema", /*#__PURE__*/ dialectOf("draft-04")],
  ["json-schema.org/draft-06/schema", /*#__PURE__*/ dialectOf("draft-06")],
  ["json-schema.org/draft-07/schema", /*#__PURE__*/ dialectOf("draft-07")],
  ["json-schema.org/draft/2019-09/schema", /*#__PURE__*/ dialectOf("2019-09")],
  ["json-schema.org/draft/2020-12/schema", /*#__PURE__*/ dialectOf("2020-12")],
  // The newest one, by the name that stands for it.
  ["json-schema.org/schema", /*#__PURE__*/ dialectOf("2020-12")],
  ["spec.openapis.org/oas/dialect", /*#__PURE__*/ dialectOf("2020-12")],
]);

/** The dialect of a well-known meta-schema. Those of OpenAPI are one, whatever their version and date. */
export const knownDialect = (uri: string): Dialect | undefined =>
  BY_URI.get(
    uri
      .replace(/^https?:\/\//, "")
      .replace(/#$/, "")
      .replace(/^(spec\.openapis\.org\/oas\/)3\.[12]\/(dialect)\/(?:base|\d{4}-\d\d-\d\d)$/, "$1$2"),
  );

/** The dialect with the name of a draft. */
export const namedDialect = (draft: Draft): Dialect => dialectOf(draft);

/** The names of drafts, for the option `dialect`. */
export const DRAFT_NAMES: readonly string[] = DRAFTS;

/** The keywords of vocabularies that a meta-schema may leave out, by the last part of their URI. */
const VOCABULARIES: Readonly<Record<string, string>> = {
  applicator:
    "prefixItems items additionalItems contains additionalProperties properties patternProperties dependentSchemas dependencies propertyNames if then else allOf anyOf oneOf not",
  unevaluated: "unevaluatedItems unevaluatedProperties",
  validation:
    "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired",
};

/** The dialect of a meta-schema of the caller's: that of its own meta-schema, without the vocabularies it lacks. */
export function customDialect(base: Dialect, vocabularies: readonly string[] | undefined): Dialect {
  if (vocabularies === undefined) return base;
  const has = (name: string): boolean => vocabularies.some((uri) => uri.endsWith(`/${name}`));
  const inApplicator = base.draft === "2019-09" ? ["unevaluated"] : [];
  const missing = Object.keys(VOCABULARIES).filter(
    (name) => !has(name) && !(inApplicator.includes(name) && has("applicator")),
  );
  return {
    draft: base.draft,
    ignored: new Set(missing.flatMap((name) => VOCABULARIES[name]?.split(" ") ?? [])),
    assertsFormat: has("format-assertion"),
  };
}

/** Where schemas are: the value of a keyword, its members, or either. */
export const SUBSCHEMAS: Readonly<Record<string, "one" | "list" | "map" | "one or list">> = {
  additionalItems: "one",
  additionalProperties: "one",
  contains: "one",
  contentSchema: "one",
  else: "one",
  if: "one",
  items: "one or list",
  not: "one",
  propertyNames: "one",
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: "one",
  unevaluatedItems: "one",
  unevaluatedProperties: "one",
  allOf: "list",
  anyOf: "list",
  oneOf: "list",
  prefixItems: "list",
  $defs: "map",
  definitions: "map",
  dependencies: "map",
  dependentSchemas: "map",
  patternProperties: "map",
  properties: "map",
};
