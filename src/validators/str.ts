/** Str: a Unicode string (specification, "Str"). */
import { expectFlag } from "../contracts.ts";
import { type Decode, decoder } from "../encoding.ts";
import { InvalidTypeError, PatternMatchError, StrDecodeError } from "../errors/errors.ts";
import { codePoints, isBytes, ownValue, typeName } from "../input.ts";
import { type Matcher, matcher, type Pattern, patternParam, sourceOf } from "../pattern.ts";
import { FAILED, type Failed, type Report } from "../report.ts";
import type { IfMaybe, Only, OptionOf, OrNull, Unset } from "../types.ts";
import { type CommonParams, type Contract, callable, Validator, type ValidatorStatics } from "../validator.ts";
import { type Lengths, length, notAnOption, optionsOf, text, wrongLength } from "./limits.ts";

/** Parameters of {@link Str}. */
export interface StrParams extends CommonParams {
  /** Accept null. */
  nullable?: boolean | undefined;
  /** Decode bytes in this encoding: a label of `TextDecoder`, or Python's name for it. */
  encoding?: string | undefined;
  /** Least length, in code points. */
  minlen?: number | undefined;
  /** Greatest length, in code points. */
  maxlen?: number | undefined;
  /** Regular expression (JavaScript's, with the `u` flag) that must match from the start of the value. */
  pattern?: Pattern | undefined;
  /**
   * Accept a pattern that may take JavaScript time out of all proportion to the value. Without it such a pattern runs on
   * an automaton, and is refused with a ValueError where none can run it: with look-around or back-references.
   */
  backtrack?: boolean | undefined;
  /** The only valid values. */
  options?: Iterable<string> | undefined;
}

interface StrFields extends Lengths {
  readonly nullable: boolean;
  readonly encoding: string | undefined;
  readonly pattern: Pattern | undefined;
  readonly backtrack: boolean;
  readonly options: readonly string[] | undefined;
}

const encoding: Contract = (owner, attr, value) => {
  const name = text(owner, attr, value) as string | undefined;
  if (name !== undefined) decoder(name);
  return name;
};

/** Made where parameters are checked: a pattern is refused before the validator is registered. */
const matchers = new WeakMap<Validator, Matcher>();

const pattern: Contract = (owner, attr, value, params) => {
  const { source, flags } = Object(value) as { source?: unknown; flags?: unknown };
  const given =
    typeof source === "string" && typeof flags === "string"
      ? patternParam({ source, flags })
      : (text(owner, attr, value) as string | undefined);
  if (given !== undefined) {
    const backtrack = expectFlag(owner, "backtrack", params && ownValue(params, "backtrack"));
    matchers.set(owner, matcher(given, backtrack));
  }
  return given;
};

interface StrValidator extends StrFields {}
class StrValidator extends Validator {
  static override readonly params = {
    nullable: expectFlag,
    encoding,
    minlen: length,
    maxlen: length,
    pattern,
    backtrack: expectFlag,
    options: optionsOf("string"),
  };

  readonly #decode: Decode | undefined = this.encoding === undefined ? undefined : decoder(this.encoding);
  readonly #matches = matchers.get(this);

  override check(input: unknown, report: Report): string | null | Failed {
    if (input === null && this.nullable) return null;
    const value = this.#decode !== undefined && isBytes(input) ? this.#toText(input, report) : input;
    if (value === FAILED) return FAILED;
    if (typeof value !== "string") return report.fail(InvalidTypeError, "string", typeName(input));
    if ((this.minlen !== undefined || this.maxlen !== undefined) && wrongLength(this, codePoints(value), report)) {
      return FAILED;
    }
    if (this.#matches !== undefined && !this.#matches(value)) {
      return report.fail(PatternMatchError, sourceOf(this.pattern as Pattern), value);
    }
    return notAnOption(this.options, value, report) ? FAILED : value;
  }

  #toText(bytes: Uint8Array, report: Report): string | Failed {
    try {
      // Copied: a subclass may have methods of its own, and other threads the memory.
      return (this.#decode as Decode)(new Uint8Array(bytes));
    } catch {
      return report.fail(StrDecodeError, this.encoding, bytes);
    }
  }

  override keepsInput(): boolean {
    return this.encoding === undefined;
  }
}

/** What a {@link Str} with parameters `P` takes. */
export type StrInput<P> = OrNull<P, OptionOf<P, string> | IfMaybe<P, "encoding", string, Uint8Array>>;

/** A validator made by {@link Str}. */
export interface Str<P extends StrParams = Unset<StrParams>>
  extends Validator<OrNull<P, OptionOf<P, string>>, StrInput<P>>,
    StrFields {}

interface StrConstructor extends ValidatorStatics {
  <const P extends Only<StrParams, P> = Unset<StrParams>>(params?: P): Str<P>;
  new <const P extends Only<StrParams, P> = Unset<StrParams>>(params?: P): Str<P>;
  readonly prototype: Str;
}

/**
 * A string. Errors, in order, the first one only: InvalidTypeError, StrDecodeError, MinLengthError, MaxLengthError,
 * PatternMatchError, OptionsError.
 */
export const Str: StrConstructor = callable("Str", StrValidator);
