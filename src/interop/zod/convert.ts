/** Converts schemas that may have parts in common. */
import type { Validator } from "../../core/validator.ts";
import { Converter } from "./converter.ts";
import { below, ROOT, type ZodWarning } from "./error.ts";
import { internalsOf, type Schema } from "./schema.ts";
import { types } from "./types.ts";

/** The oldest minor version of zod 4 that the tests compare with. */
const PROVEN = 6;

type OnWarning = (warning: ZodWarning) => void;

/** The validator of a schema. */
export function convertSchema(schema: Schema, onWarning: OnWarning): Validator {
  return converterFor(schema, onWarning).value(schema, ROOT);
}

/** The validators of schemas by name. What they have in common is one validator. */
export function convertSchemas(schemas: ReadonlyMap<string, Schema>, onWarning: OnWarning): Map<string, Validator> {
  let converter: Converter | undefined;
  return new Map(
    Array.from(schemas, ([name, schema]) => {
      converter ??= converterFor(schema, onWarning);
      return [name, converter.value(schema, below(ROOT, name))];
    }),
  );
}

function converterFor(schema: Schema, onWarning: OnWarning): Converter {
  const warn = (message: string): void => onWarning({ type: "zod", pointer: "", message });
  const { major, minor } = internalsOf(schema).version;
  if (major === 4 && minor < PROVEN) warn(`the validator does what zod 4.${PROVEN} does, and this is zod 4.${minor}`);
  const config = (globalThis as { readonly __zod_globalConfig?: { readonly customError?: unknown } })
    .__zod_globalConfig;
  if (config?.customError !== undefined) warn("messages of z.config({ customError }) are not converted");
  return new Converter(types, onWarning);
}
