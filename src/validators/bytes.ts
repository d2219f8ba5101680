/** Bytes: a byte string (specification, "Bytes"). */
import { expectFlag } from "../contracts.ts";
import { InvalidTypeError } from "../errors/errors.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { FieldsOf, Only, OrNull, ParamsOf, Unset } from "../types.ts";
import { callable, type Validator, type ValidatorStatics, withParams } from "../validator.ts";
import { byteLength, isBytes, typeName } from "../values/input.ts";
import { length, wrongLength } from "./bounds.ts";

const params = {
  /** Accept null. */
  nullable: expectFlag,
  /** Least length, in bytes. */
  minlen: length,
  /** Greatest length, in bytes. */
  maxlen: length,
};

class BytesValidator extends withParams(params) {
  override check(input: unknown, report: Report): Uint8Array | null | Failed {
    if (input === null && this.nullable) return null;
    if (!isBytes(input)) return report.fail(InvalidTypeError, "bytes", typeName(input));
    return wrongLength(this, byteLength(input), report) ? FAILED : input;
  }

  override keepsInput(): boolean {
    return false;
  }
}

/** Parameters of {@link Bytes}. */
export interface BytesParams extends ParamsOf<typeof params> {}

/** A validator made by {@link Bytes}. */
export interface Bytes<P extends BytesParams = Record<never, never>>
  extends Validator<OrNull<P, Uint8Array>, OrNull<P, Uint8Array>>,
    FieldsOf<typeof params> {}

interface BytesConstructor extends ValidatorStatics<Bytes> {
  <const P extends Only<BytesParams, P> = Record<never, never>>(params?: P): Bytes<P>;
  new <const P extends Only<BytesParams, P> = Unset<BytesParams>>(params?: P): Bytes<P>;
}

/** A Uint8Array, Buffer included. Errors, in order: InvalidTypeError, MinLengthError, MaxLengthError. */
export const Bytes: BytesConstructor = callable("Bytes", BytesValidator);
