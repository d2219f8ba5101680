/** Which validators have an IR. The functions that return it are in the files of the validators. */

import { rulesOf } from "../builtin.ts";
import { partsOf } from "../rules/index.ts";
import type { Ir, IrOf } from "../rules/ir.ts";
import type { Leaf } from "../rules/leaf.ts";
import type { Checker } from "../schemas/checker.ts";
import { unknownParam } from "../schemas/known.ts";
import { frozenClasses } from "../validator.ts";
import { AllOf, irOfAllOf } from "../validators/all-of.ts";
import { Dict, irOfDict } from "../validators/dict.ts";
import { irOfLazyRef, LazyRef } from "../validators/lazy-ref.ts";
import { irOfList, List } from "../validators/list.ts";
import { irOfOneOf, OneOf } from "../validators/one-of.ts";
import { irOfTuple, Tuple } from "../validators/tuple.ts";

const CONTAINERS: readonly (readonly [{ readonly name: string; readonly prototype: Checker }, IrOf])[] = [
  [AllOf, irOfAllOf],
  [Dict, irOfDict],
  [LazyRef, irOfLazyRef],
  [List, irOfList],
  [OneOf, irOfOneOf],
  [Tuple, irOfTuple],
];

/** By check: a class of the caller's that extends a built-in one may have another. */
const byCheck = new Map(CONTAINERS.map(([of, irOf]) => [of.prototype.check, { name: of.name, irOf }]));

/** The IR of a validator; undefined if its check is called, as where a rule or a parameter is not known. */
export function irOf(validator: Checker): Ir | undefined {
  const leaf = rulesOf(validator);
  if (leaf !== undefined) return isKnown(leaf, validator) ? leaf : undefined;
  const found = byCheck.get(validator.check);
  if (found === undefined || unknownParam(found.name, validator) !== undefined) return undefined;
  return found.irOf(validator as never);
}

function isKnown({ rules, given = [], isOpaque }: Leaf, validator: Checker): boolean {
  let builtIn = validator.constructor;
  while (!frozenClasses.has(builtIn as never)) builtIn = Object.getPrototypeOf(builtIn);
  const haveParts = [...rules, ...given].every((rule) => partsOf(rule) !== undefined);
  return haveParts && !isOpaque && unknownParam(builtIn.name, validator) === undefined;
}
