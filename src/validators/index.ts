/** Every validator, in the order of the specification; importing this file registers them by name. */
import { classes } from "../schemas/registry.ts";
import type { ValidatorClass } from "../validator.ts";
import { AllOf } from "./all-of.ts";
import { Any } from "./any.ts";
import { Bool } from "./bool.ts";
import { Bytes } from "./bytes.ts";
import { Const } from "./const.ts";
import { Date } from "./date.ts";
import { Datetime } from "./datetime.ts";
import { Dict } from "./dict.ts";
import { Float } from "./float.ts";
import { Int } from "./int.ts";
import { LazyRef } from "./lazy-ref.ts";
import { List } from "./list.ts";
import { OneOf } from "./one-of.ts";
import { Str } from "./str.ts";
import { Time } from "./time.ts";
import { Tuple } from "./tuple.ts";
import { Type } from "./type.ts";

for (const validatorClass of [
  Int,
  Float,
  Str,
  Bytes,
  Bool,
  Date,
  Time,
  Datetime,
  List,
  Tuple,
  Dict,
  AllOf,
  OneOf,
  LazyRef,
  Type,
  Const,
  Any,
]) {
  classes.add(validatorClass as unknown as ValidatorClass);
}

export type { BoolParams } from "./bool.ts";
export type { BytesParams } from "./bytes.ts";
export type { DateParams } from "./date.ts";
export type { DatetimeParams } from "./datetime.ts";
export type { DictParams } from "./dict.ts";
export type { FloatParams } from "./float.ts";
export type { IntParams } from "./int.ts";
export type { LazyRefParams } from "./lazy-ref.ts";
export type { ListParams } from "./list.ts";
export type { StrParams } from "./str.ts";
export type { TimeParams } from "./time.ts";
export type { TupleParams } from "./tuple.ts";
export type { TypeClass, TypeParams } from "./type.ts";
export {
  AllOf,
  Any,
  Bool,
  Bytes,
  Const,
  Date,
  Datetime,
  Dict,
  Float,
  Int,
  LazyRef,
  List,
  OneOf,
  Str,
  Time,
  Tuple,
  Type,
};
