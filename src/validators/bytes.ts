/** Bytes: a byte string (specification, "Bytes"). */
import { UNIT, wrongLength } from "../bounds.ts";
import {
  type Constructor,
  callable,
  type FieldsOf,
  type Made,
  type ParamsOf,
  type ValidatorOf,
  withParams,
} from "../builtin.ts";
import { InvalidTypeError, type LengthUnit } from "../errors/errors.ts";
import { length, nullable } from "../params/shared.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { byteLength, isBytes, typeName } from "../values/input.ts";

const params = {
  ...nullable,
  /** Least length, in bytes. */
  minlen: length,
  /** Greatest length, in bytes. */
  maxlen: length,
};

/** The parameters of `Bytes`. */
export interface BytesParams extends ParamsOf<typeof params> {}

class BytesValidator extends withParams(params) {
  get [UNIT](): LengthUnit {
    return "byte";
  }

  override check(input: unknown, report: Report): Uint8Array | null | Failed {
    if (input === null && this.nullable) return null;
    if (!isBytes(input)) return report.fail(InvalidTypeError, "bytes", typeName(input));
    return wrongLength(this, byteLength(input), report) ? FAILED : input;
  }

  override keepsInput(): boolean {
    return false;
  }
}

/**
 * A Uint8Array, Buffer included. Errors, in order: InvalidTypeError, MinLengthError, MaxLengthError.
 * @param params `nullable`, `minlen`, `maxlen`, `alias`, `replace`
 * @example Bytes({ maxlen: 4 })(Uint8Array.of(1, 2)).length; // 2
 */
export const Bytes: Constructor<MadeBytes, BytesParams, "nullable"> = callable("Bytes", BytesValidator);
export interface Bytes<in out P = Record<never, never>> extends ValidatorOf<P, Uint8Array>, FieldsOf<typeof params> {}
/** A `Bytes`, by its parameters: see `Made`. */
export interface MadeBytes extends Made {
  readonly made: Bytes<this["given"]>;
}
