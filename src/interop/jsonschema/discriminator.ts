/**
 * `discriminator`, of OpenAPI and of ajv: a hint that never changes what is valid (OpenAPI 3.1.1, 4.8.25). The keywords
 * of the alternatives decide. Where the hint says something else, there is a warning.
 */
import { isPlainObject, ownValue } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import type { Reading } from "./keywords.ts";
import { type Pieces, refusesTags, tagsIn } from "./pieces.ts";

/** A `discriminator`. */
export interface Discriminator {
  /** The property with the tag; undefined if it names none. */
  readonly key: string | undefined;
  /** By tag: a name or a URI of an alternative. */
  readonly mapping: ReadonlyMap<string, unknown>;
  readonly defaultMapping: unknown;
}

/** The alternatives of `oneOf` or `anyOf`. */
export interface Alternatives {
  readonly name: string;
  readonly alternatives: readonly unknown[];
  readonly pieces: readonly Pieces[];
}

/** The discriminator of a schema. */
export function discriminatorIn({ schema }: Reading): Discriminator | undefined {
  const given = ownValue(schema, "discriminator");
  if (!isPlainObject(given)) return undefined;
  const [key, mapping] = [ownValue(given, "propertyName"), ownValue(given, "mapping")];
  const tags = isPlainObject(mapping) ? Object.keys(mapping) : [];
  return {
    key: typeof key === "string" ? key : undefined,
    mapping: new Map(tags.map((tag) => [tag, ownValue(mapping as object, tag)])),
    defaultMapping: ownValue(given, "defaultMapping"),
  };
}

/** Makes a URI of a reference. */
type UriOf = (reference: string) => string;

/** Why a discriminator says something else than the keywords; undefined if it does not. */
export function problemOf(hint: Discriminator, all: readonly Alternatives[], uriOf: UriOf): string | undefined {
  const { key } = hint;
  if (key === undefined) return "it has no effect without a propertyName";
  if (all.length === 0) return "it has no effect without oneOf or anyOf beside it: the schema itself decides";
  const problems = all.map((one) => notApart(one, key, otherOf(hint, one, uriOf)));
  if (!problems.includes(undefined)) return problems[0];
  return misled(hint, all[problems.indexOf(undefined)] as Alternatives, uriOf);
}

/** Why the key does not tell the alternatives apart. */
function notApart({ name, pieces }: Alternatives, key: string, other: number): string | undefined {
  const owners = new Map<unknown, number>();
  const what = `it has no effect, because ${name} does not tell objects apart by ${literal(key)}`;
  for (const [index, one] of pieces.entries()) {
    if (index === other) continue;
    const tags = tagsIn(one, key);
    if (tags === undefined) return `${what}: alternative ${index} does not ask for one of a few values of it`;
    for (const tag of new Set(tags)) {
      const owner = owners.get(tag);
      if (owner !== undefined) return `${what}: alternatives ${owner} and ${index} both take ${literal(tag)}`;
      owners.set(tag, index);
    }
  }
  const shared = [...owners.keys()].find((tag) => other >= 0 && !refusesTags(pieces[other]?.object, [tag], key));
  return shared === undefined ? undefined : `${what}: alternative ${other} may take ${literal(shared)}, too`;
}

/** Finds the alternative for a name or a URI, -1 for none. A name comes first. */
function finder({ alternatives }: Alternatives, uriOf: UriOf): (target: unknown) => number {
  const indexes = new Map<string, number>();
  for (const [index, one] of alternatives.entries()) {
    const reference = referenceOf(one);
    const uri = reference === undefined ? undefined : uriOf(reference);
    if (uri !== undefined && !indexes.has(uri)) indexes.set(uri, index);
  }
  return (target) => {
    if (typeof target !== "string") return -1;
    const named = /^[\w.-]+$/.test(target) ? indexes.get(uriOf(`#/components/schemas/${target}`)) : undefined;
    return named ?? indexes.get(uriOf(target)) ?? -1;
  };
}

function referenceOf(alternative: unknown): string | undefined {
  const reference = isPlainObject(alternative) ? ownValue(alternative, "$ref") : undefined;
  return typeof reference === "string" ? reference : undefined;
}

/** The alternative of objects without one of the tags (`defaultMapping` of OpenAPI 3.2), -1 for none. */
export const otherOf = ({ defaultMapping }: Discriminator, among: Alternatives, uriOf: UriOf): number =>
  defaultMapping === undefined ? -1 : finder(among, uriOf)(defaultMapping);

/** Where the names and the mapping lead to another alternative than the keywords. */
function misled(hint: Discriminator, among: Alternatives, uriOf: UriOf): string | undefined {
  const { key, mapping, defaultMapping } = hint;
  const { alternatives, pieces } = among;
  const tags = pieces.map((one) => tagsIn(one, key as string)?.map(String) ?? []);
  const find = finder(among, uriOf);
  const other = find(defaultMapping);
  for (const [tag, target] of mapping) {
    const index = find(target);
    if (index < 0) return `its mapping of ${literal(tag)} leads to no alternative, ${literal(target)}`;
    if (!tags[index]?.includes(tag) && index !== other)
      return `its mapping of ${literal(tag)} has no effect: ${literal(target)} takes another ${literal(key)}`;
  }
  if (defaultMapping !== undefined && other < 0)
    return `its defaultMapping leads to no alternative, ${literal(defaultMapping)}`;
  for (const [index, own] of tags.entries()) {
    const reference = referenceOf(alternatives[index]);
    // Alternatives without a reference have no name.
    if (reference === undefined || index === other) continue;
    const unsaid = own.find((tag) => find(mapping.get(tag) ?? tag) !== index);
    if (unsaid !== undefined)
      return `it does not say that ${literal(unsaid)} stands for ${literal(reference)}, which takes it`;
  }
  return undefined;
}
