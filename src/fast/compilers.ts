/** Which validators have an outline. What it is is said where the validators are. */

import type { Checker } from "../schemas/checker.ts";
import { unknownParam } from "../schemas/known.ts";
import { AllOf, compileAllOf } from "../validators/all-of.ts";
import { Any, compileAny } from "../validators/any.ts";
import { Bool, compileBool } from "../validators/bool.ts";
import { Const, compileConst } from "../validators/const.ts";
import { compileDict, Dict } from "../validators/dict.ts";
import { compileFloat, Float } from "../validators/float.ts";
import { compileInt, Int } from "../validators/int.ts";
import { compileLazyRef, LazyRef } from "../validators/lazy-ref.ts";
import { compileList, List } from "../validators/list.ts";
import { compileOneOf, OneOf } from "../validators/one-of.ts";
import { compileStr, Str } from "../validators/str.ts";
import { compileTuple, Tuple } from "../validators/tuple.ts";
import type { Compile, Outline } from "./outline.ts";

const compilers: readonly (readonly [{ readonly name: string; readonly prototype: Checker }, Compile])[] = [
  [AllOf, compileAllOf],
  [Any, compileAny],
  [Bool, compileBool],
  [Const, compileConst],
  [Dict, compileDict],
  [Float, compileFloat],
  [Int, compileInt],
  [LazyRef, compileLazyRef],
  [List, compileList],
  [OneOf, compileOneOf],
  [Str, compileStr],
  [Tuple, compileTuple],
];

/** By check: a class of the caller's that extends a built-in one may have another. */
const byCheck = new Map(compilers.map(([of, compile]) => [of.prototype.check, { name: of.name, compile }]));

/** The outline of a validator; undefined if its check is called. */
export function compiledOutline(validator: Checker): Outline | undefined {
  const found = byCheck.get(validator.check);
  if (found === undefined || unknownParam(found.name, validator) !== undefined) return undefined;
  return found.compile(validator as never);
}
