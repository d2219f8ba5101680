/** Which validators have an IR. The functions that return it are in the files of the validators. */

import { rulesOf } from "../builtin.ts";
import { partsOf } from "../rules/index.ts";
import type { Compile, Ir } from "../rules/ir.ts";
import type { Leaf } from "../rules/leaf.ts";
import type { Checker } from "../schemas/checker.ts";
import { unknownParam } from "../schemas/known.ts";
import { frozenClasses } from "../validator.ts";
import { AllOf, compileAllOf } from "../validators/all-of.ts";
import { compileDict, Dict } from "../validators/dict.ts";
import { compileLazyRef, LazyRef } from "../validators/lazy-ref.ts";
import { compileList, List } from "../validators/list.ts";
import { compileOneOf, OneOf } from "../validators/one-of.ts";
import { compileTuple, Tuple } from "../validators/tuple.ts";

const compilers: readonly (readonly [{ readonly name: string; readonly prototype: Checker }, Compile])[] = [
  [AllOf, compileAllOf],
  [Dict, compileDict],
  [LazyRef, compileLazyRef],
  [List, compileList],
  [OneOf, compileOneOf],
  [Tuple, compileTuple],
];

/** By check: a class of the caller's that extends a built-in one may have another. */
const byCheck = new Map(compilers.map(([of, compile]) => [of.prototype.check, { name: of.name, compile }]));

/** The IR of a validator; undefined if its check is called, as where a rule or a parameter is not known. */
export function compiledIr(validator: Checker): Ir | undefined {
  const leaf = rulesOf(validator);
  if (leaf !== undefined) return isKnown(leaf, validator) ? leaf : undefined;
  const found = byCheck.get(validator.check);
  if (found === undefined || unknownParam(found.name, validator) !== undefined) return undefined;
  return found.compile(validator as never);
}

function isKnown({ rules, given = [], isOpaque }: Leaf, validator: Checker): boolean {
  let builtIn = validator.constructor;
  while (!frozenClasses.has(builtIn as never)) builtIn = Object.getPrototypeOf(builtIn);
  const haveParts = [...rules, ...given].every((rule) => partsOf(rule) !== undefined);
  return haveParts && !isOpaque && unknownParam(builtIn.name, validator) === undefined;
}
