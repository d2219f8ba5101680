/** Validators from schemas of zod 4: `validlib/zod`. */
import type { $ZodType, input, output } from "zod/v4/core";
import { expectOptions } from "../../core/misspelt.ts";
import type { Validator } from "../../core/validator.ts";
import { convertSchema } from "./convert.ts";
import type { ZodWarning } from "./error.ts";
import { isZodSchema } from "./schema.ts";

export { ZodSchemaError, type ZodWarning } from "./error.ts";

/** Options of `fromZod`. */
export interface FromZodOptions {
  /** Gets each place where the validator differs from the schema in a way that the documentation describes. */
  readonly onWarning?: ((warning: ZodWarning) => void) | undefined;
}

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
  return convertSchema(schema, options.onWarning ?? (() => {})) as unknown as Validator<output<S>, input<S>>;
}
