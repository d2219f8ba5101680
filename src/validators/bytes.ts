/** Bytes: a byte string (specification, "Bytes"). */
import { expectFlag } from "../contracts.ts";
import { InvalidTypeError } from "../errors/errors.ts";
import { byteLength, isBytes, typeName } from "../input.ts";
import { FAILED, type Failed, type Report } from "../report.ts";
import type { Only, OrNull, Unset } from "../types.ts";
import { type CommonParams, callable, Validator, type ValidatorStatics } from "../validator.ts";
import { type Lengths, length, wrongLength } from "./limits.ts";

/** Parameters of {@link Bytes}. */
export interface BytesParams extends CommonParams {
  /** Accept null. */
  nullable?: boolean | undefined;
  /** Least length, in bytes. */
  minlen?: number | undefined;
  /** Greatest length, in bytes. */
  maxlen?: number | undefined;
}

interface BytesFields extends Lengths {
  readonly nullable: boolean;
}

interface BytesValidator extends BytesFields {}
class BytesValidator extends Validator {
  static override readonly params = { nullable: expectFlag, minlen: length, maxlen: length };

  override check(input: unknown, report: Report): Uint8Array | null | Failed {
    if (input === null && this.nullable) return null;
    if (!isBytes(input)) return report.fail(InvalidTypeError, "bytes", typeName(input));
    return wrongLength(this, byteLength(input), report) ? FAILED : input;
  }

  override keepsInput(): boolean {
    return false;
  }
}

/** A validator made by {@link Bytes}. */
export interface Bytes<P extends BytesParams = Unset<BytesParams>>
  extends Validator<OrNull<P, Uint8Array>, OrNull<P, Uint8Array>>,
    BytesFields {}

interface BytesConstructor extends ValidatorStatics {
  <const P extends Only<BytesParams, P> = Unset<BytesParams>>(params?: P): Bytes<P>;
  new <const P extends Only<BytesParams, P> = Unset<BytesParams>>(params?: P): Bytes<P>;
  readonly prototype: Bytes;
}

/** A Uint8Array, Buffer included. Errors, in order: InvalidTypeError, MinLengthError, MaxLengthError. */
export const Bytes: BytesConstructor = callable("Bytes", BytesValidator);
