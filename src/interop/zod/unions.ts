/** Unions, and those that a key discriminates. */
import { ValueError } from "../../core/errors/errors.ts";
import type { Validator } from "../../core/validator.ts";
import { Any } from "../../validators/any.ts";
import { Not } from "../../validators/not.ts";
import { OneOf } from "../../validators/one-of.ts";
import { ownValue } from "../../values/input.ts";
import type { Source } from "./converter.ts";
import { below, ZodSchemaError } from "./error.ts";
import { type DefOf, defOf, internalsOf, type Schema } from "./schema.ts";

export function union(def: DefOf<"union">, source: Source): Validator {
  const { place, converter, words } = source;
  const options = def.options.map((option, index) => converter.value(option, below(place, "options", index)));
  const { discriminator, unionFallback } = def as { readonly discriminator?: string; readonly unionFallback?: boolean };
  if (options.length === 0) return Not(Any(), words);
  if (options.length === 1 && discriminator === undefined) return options[0] as Validator;
  if (discriminator === undefined) {
    // zod.xor says so, and so does zod.discriminatedUnion.
    const exclusive = def.inclusive === false;
    return OneOf(options, { ...(exclusive && { exclusive }), ...words } as never);
  }
  if (unionFallback) throw new ZodSchemaError("union", place, "it has unionFallback");
  try {
    return OneOf(options, { discriminator, ...words } as never);
  } catch (error) {
    if (!(error instanceof ValueError) || !isDiscriminated(def.options, discriminator)) throw error;
    // The key distinguishes the options then, too, one after the other.
    return OneOf(options, words as never);
  }
}

const DISTINCT = ["literal", "enum", "null", "undefined"];

/** Whether each option is an object that refuses the keys of the others. */
function isDiscriminated(options: readonly Schema[], key: string): boolean {
  return options.every((option) => {
    if (internalsOf(option).propValues?.[key]?.has(undefined)) return false;
    const shape = (defOf(option) as { readonly shape?: Readonly<Record<string, Schema>> }).shape;
    const tag = shape && (ownValue(shape, key) as Schema | undefined);
    return tag !== undefined && DISTINCT.includes(defOf(tag).type);
  });
}
