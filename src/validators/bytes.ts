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
} from "../core/builtin.ts";
import { changed, encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { FormatError } from "../core/errors/errors.ts";
import { bytesFormat } from "../core/params/bytes.ts";
import { flag, length } from "../core/params/shared.ts";
import { type Leaf, wrongType } from "../core/rules/leaf.ts";
import { BytesRule } from "../core/rules/length.ts";
import type { IfGiven, Off } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { decoded, encoded } from "../values/binary-text.ts";
import { isBytes } from "../values/input.ts";

const params = {
  /** Accept null. */
  nullable: flag,
  /** Also accept text in this format: `"base64"`, `"base64url"` or `"hex"`. */
  format: bytesFormat,
  /** Least length, in bytes. */
  minlen: length,
  /** Greatest length, in bytes. */
  maxlen: length,
};

/** The parameters of `Bytes`. */
export interface BytesParams extends ParamsOf<typeof params> {}

/** A property for the same reason as in `OrNull`. */
interface BytesInput<P> {
  readonly type: Uint8Array | IfGiven<P, Off<"format">, string>;
}

class BytesValidator extends withRules(params) {
  override [RULES](): Leaf {
    return {
      kind: "leaf",
      nullable: this.nullable,
      take: (input, report) => {
        if (isBytes(input)) return input;
        if (this.format === undefined || typeof input !== "string") return wrongType("bytes", input, report);
        return decoded(input, this.format) ?? report.fail(FormatError, this.format, input);
      },
      isInexact: this.format !== undefined,
      rules: [new BytesRule(this)],
    };
  }

  override get [GIVES](): Given {
    return "bytes";
  }

  override [ENCODING]({ isJson, prefers }: Encoding): Validator | string {
    const { format } = this;
    if (format === undefined) return isJson ? "it has no format" : this;
    if (prefers("string", "bytes") === "bytes") return this;
    const own = changed<Bytes>(Bytes, this, { format: undefined });
    return encoder(this, [own], (input, report) => {
      const bytes = own.check(input, report);
      return isBytes(bytes) ? encoded(bytes, format) : bytes;
    });
  }

  override keepsInput(): boolean {
    return false;
  }
}

/**
 * A Uint8Array, Buffer included; with a `format`, text too. Errors, in order: InvalidTypeError, FormatError,
 * MinLengthError, MaxLengthError.
 * @param params `nullable`, `format`, `minlen`, `maxlen`, `alias`, `replace`
 * @example Bytes({ maxlen: 4 })(Uint8Array.of(1, 2)).length; // 2
 */
export const Bytes: Constructor<MadeBytes, BytesParams, "nullable" | "format"> = callable("Bytes", BytesValidator);
export interface Bytes<in out P = {}>
  extends ValidatorOf<P, Uint8Array, BytesInput<P>["type"]>,
    FieldsOf<typeof params> {}
/** A `Bytes`, by its parameters: see `Made`. */
export interface MadeBytes extends Made {
  readonly made: Bytes<this["given"]>;
}
