/** Tagged JSON as it is read: plain JSON, except objects whose first key begins with a dollar sign. */

/** A case, or a part of one, has no counterpart in JavaScript; the message says why. */
export class NotExpressible extends Error {}

export type Tagged = null | boolean | number | string | readonly Tagged[] | { readonly [key: string]: Tagged };
export type TaggedObject = { readonly [key: string]: Tagged };
export type Pairs = readonly (readonly [Tagged, Tagged])[];

export const isTaggedObject = (value: unknown): value is TaggedObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The tag of an object, if it is not an object of the data itself. */
export function tagOf(value: Tagged | undefined): string | undefined {
  if (!isTaggedObject(value)) return undefined;
  const [first] = Object.keys(value);
  return first?.startsWith("$") ? first : undefined;
}

/** Nothing in the value, however deep, is tagged: it is JSON as it stands. */
export function isPlainJson(value: Tagged): boolean {
  if (tagOf(value) !== undefined) return false;
  return typeof value !== "object" || value === null || Object.values(value).every(isPlainJson);
}

/** The value has the tag. */
export const isTaggedAs = (tag: string, value: unknown): boolean => tagOf(value as Tagged) === tag;
