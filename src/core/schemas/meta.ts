/** Metadata: the parameter `meta` of all classes. It documents a validator and has no other effect. */
import { isOfType } from "../../values/input.ts";
import { expect, expectMapping, ValueError } from "../contracts.ts";
import type { Checker } from "./checker.ts";
import { copy, keep, type Snapshot } from "./copy.ts";

/** Metadata of a validator. Keys with other names are kept too, and written into JSON Schemas. */
export interface Meta {
  /** A name that is unique among the schemas of a document: that of its component in OpenAPI. */
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Values that are valid; `checkExamples` validates them. */
  readonly examples?: readonly unknown[] | undefined;
  readonly deprecated?: boolean | undefined;
  /** The value is only part of responses. */
  readonly readOnly?: boolean | undefined;
  /** The value is only part of requests. */
  readonly writeOnly?: boolean | undefined;
  readonly [name: string]: unknown;
}

/** The types of the known keys. */
const TYPES = {
  id: "string",
  title: "string",
  description: "string",
  examples: "array",
  deprecated: "boolean",
  readOnly: "boolean",
  writeOnly: "boolean",
} as const;

const isKnown = (name: string): name is keyof typeof TYPES => Object.hasOwn(TYPES, name);

/** Returns whether a key of metadata may have a value. */
export const isMeta = (name: string, value: unknown): boolean => !isKnown(name) || isOfType(value, TYPES[name]);

/**
 * Checks and copies the metadata of a validator, without keys that are not given.
 * @returns undefined if no key is left.
 * @throws TypeError for a value of another type; ValueError for an empty `id`.
 */
export function expectMeta(owner: Checker, value: unknown): Meta | Snapshot | undefined {
  const given = expectMapping(owner, "meta", copy(value), { nullable: true, empty: true });
  const isGiven = (name: string, member: unknown): boolean =>
    member !== undefined && !(isKnown(name) && member === null);
  const entries = Object.entries(given ?? {}).filter(([name, member]) => isGiven(name, member));
  for (const [name, member] of entries) {
    if (isKnown(name)) expect(owner, `meta.${name}`, member, { types: TYPES[name] });
  }
  const meta: Meta = Object.fromEntries(entries);
  if (meta.id === "") throw new ValueError(`${owner.constructor.name}.meta.id should not be empty`);
  return entries.length === 0 ? undefined : keep(meta);
}
