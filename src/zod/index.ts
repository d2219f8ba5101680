/** Validators from schemas of zod 4: `validlib/zod`. */
import type { $ZodType, input, output } from "zod/v4/core";
import { expectOptions } from "../misspelt.ts";
import type { Validator } from "../validator.ts";
import { Converter, type ZodWarning } from "./converter.ts";
import { insideOf, isZodSchema } from "./schema.ts";
import { types } from "./types.ts";

export type { ZodWarning } from "./converter.ts";
export { ZodSchemaError } from "./error.ts";
export { isZodSchema } from "./schema.ts";

/** Options of `fromZod`. */
export interface FromZodOptions {
  /** Gets each place where the validator differs from the schema in a way that the documentation describes. */
  readonly onWarning?: ((warning: ZodWarning) => void) | undefined;
}

/** The oldest minor version of zod 4 that the tests compare with. */
const PROVEN = 6;

/**
 * Makes a validator of a schema of `zod` 4 or `zod/mini`: it accepts the same values and makes the same results, with
 * the same messages where the schema has some. Nothing of zod is imported. Functions of the schema are called by the
 * validator.
 * @throws ZodSchemaError for a part that cannot be converted exactly, with its place; TypeError if it is no schema of
 *   zod 4, or for an unknown option.
 * @example fromZod(z.object({ id: z.int().min(1) }))({ id: 5 }); // { id: 5 }
 */
export function fromZod<S extends $ZodType>(schema: S, options: FromZodOptions = {}): Validator<output<S>, input<S>> {
  expectOptions(options, ["onWarning"]);
  if (!isZodSchema(schema)) throw new TypeError("fromZod takes a schema of zod 4");
  const { onWarning = () => {} } = options;
  const converter = new Converter(types, onWarning);
  const { major, minor } = insideOf(schema).version;
  const warn = (message: string): void => onWarning({ type: "zod", pointer: "", message });
  if (major === 4 && minor < PROVEN) warn(`the validator does what zod 4.${PROVEN} does, and this is zod 4.${minor}`);
  const config = (globalThis as { readonly __zod_globalConfig?: { readonly customError?: unknown } })
    .__zod_globalConfig;
  if (config?.customError !== undefined) warn("messages of z.config({ customError }) are not converted");
  return converter.root(schema) as unknown as Validator<output<S>, input<S>>;
}
