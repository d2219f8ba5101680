/** Bytes: a byte string (specification, "Bytes"). */
import {
  type Constructor,
  callable,
  type FieldsOf,
  type Made,
  type ParamsOf,
  RULES,
  type ValidatorOf,
  withRules,
} from "../builtin.ts";
import { ENCODING, type Encoding, GIVES, type Given } from "../encode/encodings.ts";
import { length, nullable } from "../params/shared.ts";
import { type Leaf, wrongType } from "../rules/leaf.ts";
import { BytesRule } from "../rules/length.ts";
import type { Validator } from "../validator.ts";
import { isBytes } from "../values/input.ts";

const params = {
  ...nullable,
  /** Least length, in bytes. */
  minlen: length,
  /** Greatest length, in bytes. */
  maxlen: length,
};

/** The parameters of `Bytes`. */
export interface BytesParams extends ParamsOf<typeof params> {}

class BytesValidator extends withRules(params) {
  override [RULES](): Leaf {
    return {
      kind: "leaf",
      nullable: this.nullable,
      take: (input, report) => (isBytes(input) ? input : wrongType("bytes", input, report)),
      rules: [new BytesRule(this)],
    };
  }

  override get [GIVES](): Given {
    return "bytes";
  }

  override [ENCODING]({ isJson }: Encoding): Validator | string {
    return isJson ? "it has no format" : this;
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
