/** What is read of schemas of zod. Only its types are imported: `zod` and `zod/mini` have the same inside. */
import type * as zod from "zod/v4/core";

export type Schema = zod.$ZodType;

/** The schemas whose type is known. */
type Known = zod.$ZodTypes;

/** The types of schemas. */
export type TypeName = Known["_zod"]["def"]["type"];

/** A schema of one type. */
export type SchemaOf<T extends TypeName> = Extract<Known, { _zod: { def: { type: T } } }>;

/** The definition of a schema of one type. */
export type DefOf<T extends TypeName> = SchemaOf<T>["_zod"]["def"];

/** A function that gives the message of an issue. */
export type ErrorMap = (issue: never) => string | { message?: string | undefined } | undefined | null;

/** A definition, whatever its type. */
export interface Def {
  readonly type: TypeName;
  readonly checks?: readonly Check[] | undefined;
  readonly error?: ErrorMap | undefined;
  readonly coerce?: boolean | undefined;
}

/** What zod knows of a schema, beside its definition. */
interface Internals {
  readonly def: Def;
  readonly traits: ReadonlySet<string>;
  readonly version: { readonly major: number; readonly minor: number };
  /** Whether a key may be absent from the input, and from the result. */
  readonly optin?: "optional" | "defaulted" | undefined;
  readonly optout?: "optional" | undefined;
  /** All values that it accepts, if they are few. */
  readonly values?: ReadonlySet<unknown> | undefined;
  /** The values of the keys of an object, for unions that a key discriminates. */
  readonly propValues?: Readonly<Record<string, ReadonlySet<unknown>>> | undefined;
  readonly bag: Readonly<Record<string, unknown>>;
  readonly pattern?: RegExp | undefined;
}

/** The inside of a schema. */
export const internalsOf = (schema: Schema): Internals => schema._zod as never;

/** The definition of a schema. */
export const defOf = (schema: Schema): Def => internalsOf(schema).def;

/** A value, and what zod finds wrong with it. */
export interface Payload {
  value: unknown;
  readonly issues: Issue[];
  addIssue?(issue: string | Issue): void;
}

export interface Issue {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** One of the `checks` of a schema. */
export interface Check {
  readonly _zod: { readonly def: CheckDef; check(payload: Payload): unknown };
}

/** The definition of a check, whatever its kind. */
export interface CheckDef {
  readonly check: string;
  readonly error?: ErrorMap | undefined;
  readonly abort?: boolean | undefined;
  readonly when?: ((payload: Payload) => boolean) | undefined;
  readonly [name: string]: unknown;
}

/** Whether a value is a schema of zod 4. */
export function isZodSchema(value: unknown): value is Schema {
  const isAny = (one: unknown): one is Record<string, unknown> =>
    (typeof one === "object" && one !== null) || typeof one === "function";
  return isAny(value) && isAny(value._zod) && isAny(value._zod.def) && typeof value._zod.run === "function";
}
