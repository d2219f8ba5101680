/**
 * `discriminator`, of OpenAPI and of ajv: a hint that never changes what is valid (OpenAPI 3.1.1, 4.8.25). The keywords
 * of the alternatives decide. Where the hint says something else, there is a warning.
 */
import { isPlainObject, ownValue } from "../values/input.ts";
import { literal } from "../values/text.ts";
import type { Reading } from "./keywords.ts";
import { type Pieces, tagsIn } from "./pieces.ts";

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

/** Why a discriminator says something else than the keywords; undefined if it does not. */
export function problemOf(
  hint: Discriminator,
  all: readonly Alternatives[],
  uriOf: (reference: string) => string,
): string | undefined {
  const { key } = hint;
  if (key === undefined) return "it has no effect without a propertyName";
  if (all.length === 0) return "it has no effect without oneOf or anyOf beside it: the schema itself decides";
  const problems = all.map((one) => notApart(one, key));
  if (!problems.includes(undefined)) return problems[0];
  const { alternatives, pieces } = all[problems.indexOf(undefined)] as Alternatives;
  return misled(
    hint,
    alternatives,
    pieces.map((one) => tagsIn(one, key)?.map(String) ?? []),
    uriOf,
  );
}

/** Why the key does not tell the alternatives apart. */
function notApart({ name, pieces }: Alternatives, key: string): string | undefined {
  const owners = new Map<unknown, number>();
  for (const [index, one] of pieces.entries()) {
    const tags = tagsIn(one, key);
    const what = `it has no effect, because ${name} does not tell objects apart by ${literal(key)}`;
    if (tags === undefined) return `${what}: alternative ${index} does not ask for one of a few values of it`;
    for (const tag of new Set(tags)) {
      const other = owners.get(tag);
      if (other !== undefined) return `${what}: alternatives ${other} and ${index} both take ${literal(tag)}`;
      owners.set(tag, index);
    }
  }
  return undefined;
}

/** Where the names and the mapping lead to another alternative than the keywords. */
function misled(
  { key, mapping, defaultMapping }: Discriminator,
  alternatives: readonly unknown[],
  tags: readonly (readonly string[])[],
  uriOf: (reference: string) => string,
): string | undefined {
  const references = alternatives.map((one) => (isPlainObject(one) ? ownValue(one, "$ref") : undefined));
  const uris = references.map((reference) => (typeof reference === "string" ? uriOf(reference) : undefined));
  /** The alternative for a name or a URI, -1 for none. A name comes first. */
  const find = (target: unknown): number => {
    if (typeof target !== "string") return -1;
    const named = /^[\w.-]+$/.test(target) ? uris.indexOf(uriOf(`#/components/schemas/${target}`)) : -1;
    return named < 0 ? uris.indexOf(uriOf(target)) : named;
  };
  for (const [tag, target] of mapping) {
    const index = find(target);
    if (index < 0) return `its mapping of ${literal(tag)} leads to no alternative, ${literal(target)}`;
    if (!tags[index]?.includes(tag))
      return `its mapping of ${literal(tag)} has no effect: ${literal(target)} takes another ${literal(key)}`;
  }
  if (defaultMapping !== undefined && find(defaultMapping) < 0)
    return `its defaultMapping leads to no alternative, ${literal(defaultMapping)}`;
  for (const [index, own] of tags.entries()) {
    // Alternatives without a reference have no name.
    if (uris[index] === undefined) continue;
    const other = own.find((tag) => find(mapping.get(tag) ?? tag) !== index && find(defaultMapping) !== index);
    if (other !== undefined)
      return `it does not say that ${literal(other)} stands for ${literal(references[index])}, which takes it`;
  }
  return undefined;
}
