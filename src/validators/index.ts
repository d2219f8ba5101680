/** Every validator, and its parameters; importing this file registers them by name. */
export { AllOf, AllOf as Pipe, type AllOfConstructor, type AllOfForms, type AllOfParams } from "./all-of.ts";
export { Any, type AnyConstructor } from "./any.ts";
export { Bool, type BoolConstructor, type BoolParams, type BoolTable } from "./bool.ts";
export { Bytes, type BytesParams, type MadeBytes } from "./bytes.ts";
export { Check, type CheckConstructor, type CheckParams } from "./check.ts";
export { Closed, type ClosedConstructor, type ClosedParams } from "./closed.ts";
export { Const, type ConstConstructor } from "./const.ts";
export { Date, type DateParams, type MadeDate } from "./date.ts";
export { Datetime, type DatetimeParams, type MadeDatetime } from "./datetime.ts";
export { Default, type DefaultConstructor, type DefaultParams } from "./default.ts";
export {
  Dict,
  type DictConstructor,
  type DictParams,
  type DictTable,
  type DictTypes,
  type DictWithGetters,
  type OptionalParams,
  type TypesWithGetters,
} from "./dict.ts";
export { Fallback, type FallbackConstructor, type FallbackParams, type FallbackValue } from "./fallback.ts";
export { Float, type FloatConstructor, type FloatParams, type FloatTable } from "./float.ts";
export {
  type AlternateParams,
  type BranchAt,
  type BranchIn,
  type BranchOf,
  type BranchParams,
  If,
  type IfConstructor,
  type IfParams,
} from "./if.ts";
export { Int, type IntConstructor, type IntParams, type IntTable } from "./int.ts";
export { LazyRef, type LazyRefConstructor, type LazyRefParams } from "./lazy-ref.ts";
export { List, type ListConstructor, type ListParams, type ListTable, type PrefixOf } from "./list.ts";
export { Not, type NotConstructor } from "./not.ts";
export { Nullable, type NullableConstructor } from "./nullable.ts";
export { type MadeOneOf, OneOf, OneOf as Union, type OneOfConstructor, type OneOfParams } from "./one-of.ts";
export { Optional, type OptionalConstructor } from "./optional.ts";
export { Set, type SetConstructor, type SetParams } from "./set.ts";
export { Str, type StrConstructor, type StrParams, type StrTable } from "./str.ts";
export { type MadeTime, Time, type TimeParams } from "./time.ts";
export { Transform, type TransformConstructor, type TransformParams } from "./transform.ts";
export { type MadeTuple, Tuple, type TupleConstructor, type TupleParams } from "./tuple.ts";
export { Type, type TypeConstructor, type TypeParams } from "./type.ts";
