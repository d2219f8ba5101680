/** Finds the IR of validators. The functions that return it are in the files of the validators. */

import { rulesOf } from "../builtin.ts";
import { partsOf } from "../rules/index.ts";
import type { Ir, IrOf } from "../rules/ir.ts";
import { ANNOTATIONS, errorAnnotationsOf } from "../schemas/annotations.ts";
import { type Checker, isPipeline } from "../schemas/checker.ts";
import { KnownParams } from "../schemas/known.ts";
import { checkOf, type Validator } from "../validator.ts";
import { AllOf, irOfAllOf } from "../validators/all-of.ts";
import { Dict, irOfDict } from "../validators/dict.ts";
import { irOfLazyRef, LazyRef } from "../validators/lazy-ref.ts";
import { irOfList, List } from "../validators/list.ts";
import { Nullable } from "../validators/nullable.ts";
import { irOfOneOf, OneOf } from "../validators/one-of.ts";
import { irOfTuple, Tuple } from "../validators/tuple.ts";

const CONTAINERS: readonly (readonly [{ readonly prototype: Checker }, IrOf])[] = [
  [AllOf, irOfAllOf],
  [Dict, irOfDict],
  [LazyRef, irOfLazyRef],
  [List, irOfList],
  [Nullable, irOfNullable],
  [OneOf, irOfOneOf],
  [Tuple, irOfTuple],
];

/** That of the validator with its parameter `nullable`, if it has one. */
function irOfNullable(params: KnownParams<Validator>): Ir | undefined {
  params.know("item");
  const { item } = params.validator as Nullable;
  const equivalent = params.validator.nativeEquivalent();
  // The equivalents of some, such as Default, are those for JSON, which has no undefined.
  return equivalent === params.validator || irOf(item) === undefined ? undefined : irOf(equivalent);
}

/** By check: a class of the caller's that extends a built-in one may have another. */
const byCheck = new Map(CONTAINERS.map(([of, irOfIt]) => [of.prototype.check, irOfIt]));

/** The IR of a validator; undefined if its check is called, for example because of an unknown rule or parameter. */
export function irOf(validator: Checker): Ir | undefined {
  const leaf = rulesOf(validator);
  if (leaf !== undefined) {
    // The check interprets the same leaf, which therefore covers all parameters.
    const haveParts = [...leaf.rules, ...(leaf.given ?? [])].every((rule) => partsOf(rule) !== undefined);
    return haveParts && !leaf.isOpaque ? leaf : undefined;
  }
  const irOfIt = byCheck.get(checkOf(validator));
  // Only its check sets its messages for a value that a validator inside it refuses.
  if (irOfIt === undefined || (errorAnnotationsOf(validator) !== undefined && isPipeline(validator))) return undefined;
  const params = new KnownParams(validator);
  params.know(...ANNOTATIONS);
  const ir = irOfIt(params as never);
  return params.unknown === undefined ? ir : undefined;
}
