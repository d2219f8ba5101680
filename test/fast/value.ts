/**
 * Values as JSON that can be printed, made smaller, and built again: as getters, Proxies and cycles have a state,
 * each implementation needs a value of its own. They are built in world.ts.
 */

/** How a container differs from a plain one. */
export const FORMS = [
  "null",
  "realm",
  "class",
  "subclass",
  "array's prototype",
  "object's prototype",
  "bare",
  "inheriting",
  "frozen",
  "proxy",
  "revoked",
  "throwing",
  "untagged",
] as const;
export type Form = (typeof FORMS)[number];

/** How a member differs from a plain one. */
export const KINDS = [
  "getter",
  "hidden",
  "hidden getter",
  "changing",
  "throwing",
  "deleting",
  "adding",
  "inherited",
  "symbol",
  "setter",
] as const;
export type Kind = (typeof KINDS)[number];

export type Member = readonly [key: string, value: Value, kind?: Kind];

export type Value =
  | null
  | boolean
  | number
  | string
  | { readonly $: "number" | "bigint"; readonly text: string }
  /** One of THINGS: things.ts. */
  | { readonly $: "thing"; readonly name: string }
  | { readonly $: "hole" }
  /** One of the parts of the document: the same each time, and possibly around itself. */
  | { readonly $: "part"; readonly at: number }
  | {
      readonly $: "array";
      readonly items: readonly Value[];
      readonly as?: Form;
      readonly more?: readonly Member[];
      readonly length?: number;
    }
  | { readonly $: "object"; readonly members: readonly Member[]; readonly as?: Form }
  | { readonly $: "map"; readonly entries: readonly (readonly [Value, Value])[] }
  | { readonly $: "form"; readonly name: FormName; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly $: "deep"; readonly levels: number; readonly key: string | null; readonly inner: Value };

export type FormName = "URLSearchParams" | "FormData" | "Headers" | "MultiDict";

/** A value and what it shares. */
export interface Document {
  readonly root: Value;
  readonly parts: readonly Value[];
  /** All members are getters, or all containers Proxies, and write down how they are read. */
  readonly watched?: "getters" | "proxies";
}
