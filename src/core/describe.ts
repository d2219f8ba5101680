/** Metadata of validators: added by `describe`, and its examples validated. */
import { literal } from "../values/text.ts";
import { takenValidator } from "./compiled.ts";
import { expectMapping } from "./contracts.ts";
import { ValueError } from "./errors/errors.ts";
import { metaOf } from "./schemas/annotations.ts";
import { reach } from "./schemas/graph.ts";
import type { Meta } from "./schemas/meta.ts";
import { withMeta } from "./schemas/params.ts";
import type { AnyValidator } from "./types.ts";
import type { Validator } from "./validator.ts";

/**
 * The same validator with more metadata: `meta` is merged into that of the validator, and a key that is undefined is
 * removed. An alias stays with the original.
 * @throws TypeError if it is not a validator, or if a value has the wrong type.
 * @example describe(Str({ maxlen: 100 }), { title: "Name" })
 */
export function describe<V extends AnyValidator>(validator: V, meta: Meta): V {
  const original = takenValidator("describe", validator);
  const added = expectMapping(original, "meta", meta, { empty: true });
  return withMeta(original, { ...metaOf(original), ...added }) as unknown as V;
}

/**
 * Validates the `examples` in the metadata of a validator and of all validators that it may reach: for tests.
 * @returns a promise that rejects with a ValueError that names each example that is refused.
 * @example await checkExamples(order);
 */
export async function checkExamples(validator: AnyValidator): Promise<void> {
  const refused: string[] = [];
  for (const one of reach(takenValidator("checkExamples", validator)).keys() as Iterable<Validator>) {
    for (const example of metaOf(one)?.examples ?? []) {
      const result = await one.safeAsync(example);
      if (!result.ok) refused.push(`${one.constructor.name} refuses the example ${literal(example)}: ${result.error}`);
    }
  }
  if (refused.length > 0) throw new ValueError(refused.join("\n"));
}
