/** Json: any value that JSON has. */
import { AllParams } from "./core/schemas/params.ts";
import type { Validator, ValidatorClass } from "./core/validator.ts";
import { Bool } from "./validators/bool.ts";
import { Const } from "./validators/const.ts";
import { Dict } from "./validators/dict.ts";
import { Float } from "./validators/float.ts";
import { LazyRef } from "./validators/lazy-ref.ts";
import { List } from "./validators/list.ts";
import { OneOf } from "./validators/one-of.ts";
import { Str } from "./validators/str.ts";

/** A value that JSON has. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/**
 * A validator of any value that JSON has: null, booleans, finite numbers, texts, and arrays and plain objects of such.
 * Returns a copy. It is a OneOf by the type of the value, so errors are those of one type, at their place.
 * Errors: InvalidTypeError for each type if it is of none; FloatValueError for NaN and infinities.
 * @example Json()({ list: [1, "a", null] }); // { list: [ 1, "a", null ] }
 */
export function Json(): Validator<JsonValue, JsonValue> {
  const value = new (LazyRef as unknown as ValidatorClass<Validator>)(new AllParams({ use: () => any }));
  const any: Validator = OneOf(
    [Const(null), Bool(), Float(), Str(), List(value), Dict({ extra: [Str(), value] })] as never,
    { by_type: true } as never,
  ) as never;
  return any as Validator<JsonValue, JsonValue>;
}
