/** Which validators have an IR. The functions that return it are in the files of the validators. */

import { rulesOf } from "../builtin.ts";
import { partsOf } from "../rules/index.ts";
import type { Ir, IrOf } from "../rules/ir.ts";
import type { Checker } from "../schemas/checker.ts";
import { KnownParams } from "../schemas/known.ts";
import { AllOf, irOfAllOf } from "../validators/all-of.ts";
import { Dict, irOfDict } from "../validators/dict.ts";
import { irOfLazyRef, LazyRef } from "../validators/lazy-ref.ts";
import { irOfList, List } from "../validators/list.ts";
import { irOfOneOf, OneOf } from "../validators/one-of.ts";
import { irOfTuple, Tuple } from "../validators/tuple.ts";

const CONTAINERS: readonly (readonly [{ readonly prototype: Checker }, IrOf])[] = [
  [AllOf, irOfAllOf],
  [Dict, irOfDict],
  [LazyRef, irOfLazyRef],
  [List, irOfList],
  [OneOf, irOfOneOf],
  [Tuple, irOfTuple],
];

/** By check: a class of the caller's that extends a built-in one may have another. */
const byCheck = new Map(CONTAINERS.map(([of, irOfIt]) => [of.prototype.check, irOfIt]));

/** The IR of a validator; undefined if its check is called, as where a rule or a parameter is not known. */
export function irOf(validator: Checker): Ir | undefined {
  const leaf = rulesOf(validator);
  if (leaf !== undefined) {
    // The check interprets the same leaf, which therefore has all that the parameters say.
    const haveParts = [...leaf.rules, ...(leaf.given ?? [])].every((rule) => partsOf(rule) !== undefined);
    return haveParts && !leaf.isOpaque ? leaf : undefined;
  }
  const params = new KnownParams(validator);
  const ir = byCheck.get(validator.check)?.(params as never);
  return params.unknown === undefined ? ir : undefined;
}
