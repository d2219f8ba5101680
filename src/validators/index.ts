/** Every validator, and its parameters; importing this file registers them by name. */
export { AllOf } from "./all-of.ts";
export { Any } from "./any.ts";
export { Bool, type BoolParams } from "./bool.ts";
export { Bytes, type BytesParams } from "./bytes.ts";
export { Const } from "./const.ts";
export { Date, type DateParams } from "./date.ts";
export { Datetime, type DatetimeParams } from "./datetime.ts";
export { Dict, type DictParams } from "./dict.ts";
export { Float, type FloatParams } from "./float.ts";
export { Int, type IntParams } from "./int.ts";
export { LazyRef, type LazyRefParams } from "./lazy-ref.ts";
export { List, type ListParams } from "./list.ts";
export { OneOf, type OneOfParams } from "./one-of.ts";
export { Str, type StrParams } from "./str.ts";
export { Time, type TimeParams } from "./time.ts";
export { Tuple, type TupleParams } from "./tuple.ts";
export { Type, type TypeParams } from "./type.ts";
