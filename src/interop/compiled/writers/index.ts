/** The writers of the built-in classes, by their names. */
import type { WriteNode } from "../nodes.ts";
import { list, tuple } from "./arrays.ts";
import { bytes, setOf, type } from "./classes.ts";
import { either, not } from "./conditions.ts";
import { date, datetime, time } from "./dates.ts";
import { check, transform } from "./functions.ts";
import { float, int } from "./numbers.ts";
import { dict } from "./objects.ts";
import { any, bool, constant } from "./primitives.ts";
import { allOf, closed, fallback, lazyRef, nullable, optional, withDefault } from "./steps.ts";
import { str } from "./text.ts";
import { oneOf } from "./unions.ts";

export const WRITERS: Readonly<Record<string, WriteNode | undefined>> = {
  __proto__: null as never,
  Str: str,
  Int: int,
  Float: float,
  Bool: bool,
  Const: constant,
  Any: any,
  Dict: dict,
  Bytes: bytes,
  Set: setOf,
  Type: type,
  Date: date,
  Time: time,
  Datetime: datetime,
  List: list,
  Tuple: tuple,
  Nullable: nullable,
  Optional: optional,
  Default: withDefault,
  AllOf: allOf,
  Closed: closed,
  Check: check,
  Transform: transform,
  OneOf: oneOf,
  Not: not,
  If: either,
  Fallback: fallback,
  LazyRef: lazyRef,
};
