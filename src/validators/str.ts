/** Str: a Unicode string (specification, "Str"). */
import { type Constructor, callable, type Made, type ValidatorOf, withParams } from "../builtin.ts";
import { expectFlag } from "../contracts.ts";
import { InvalidTypeError, PatternMatchError, StrDecodeError } from "../errors/errors.ts";
import type { Outline, Writer } from "../fast/outline.ts";
import { type Matcher, matcher, type Pattern, patternParam, sourceOf } from "../pattern/pattern.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { IfMaybe, OptionOf, ParamsOf } from "../types.ts";
import type { Contract, Validator } from "../validator.ts";
import { decoder } from "../values/encoding.ts";
import type { Decode } from "../values/fatal-decoder.ts";
import { codePoints, isBytes, ownValue, typeName } from "../values/input.ts";
import { type Lengths, length, notAnOption, optionsOf, text, wrongLength } from "./bounds.ts";

const encoding: Contract<string | undefined> = (owner, attr, value) => {
  const name = text(owner, attr, value);
  if (name !== undefined) decoder(name);
  return name;
};

/** Made where parameters are checked: a pattern is refused before the validator is registered. */
const matchers = new WeakMap<Validator, Matcher>();

const pattern: Contract<Pattern | undefined> = (owner, attr, value, params) => {
  const { source, flags } = Object(value) as { source?: unknown; flags?: unknown };
  const given =
    typeof source === "string" && typeof flags === "string"
      ? patternParam({ source, flags })
      : text(owner, attr, value);
  if (given !== undefined) {
    const backtrack = expectFlag(owner, "backtrack", params && ownValue(params, "backtrack"));
    matchers.set(owner, matcher(given, backtrack));
  }
  return given;
};

const params = {
  /** Accept null. */
  nullable: expectFlag,
  /** Decode bytes in this encoding: a label of `TextDecoder`, or Python's name for it. */
  encoding,
  /** Least length, in code points. */
  minlen: length,
  /** Greatest length, in code points. */
  maxlen: length,
  /** Regular expression (JavaScript's, with the `u` flag) that must match from the start of the value. */
  pattern,
  /**
   * Accept a pattern that may take JavaScript time out of all proportion to the value. Without it such a pattern runs on
   * an automaton, and is refused with a ValueError where none can run it: with look-around or back-references.
   */
  backtrack: expectFlag,
  /** The only valid values. */
  options: optionsOf<string>("string"),
};

/**
 * Whether the number of UTF-16 units alone tells that the length is within its limits, so that no code points need to be
 * counted: a text has at most as many of them as units, and at least half as many.
 */
const surelyFits = ({ minlen, maxlen }: Lengths, units: number): boolean =>
  (minlen === undefined || units >= 2 * minlen) && (maxlen === undefined || units <= maxlen);

class StrValidator extends withParams(params) {
  readonly #decode: Decode | undefined = this.encoding === undefined ? undefined : decoder(this.encoding);
  readonly #matches = matchers.get(this);

  override check(input: unknown, report: Report): string | null | Failed {
    if (input === null && this.nullable) return null;
    const decode = this.#decode;
    const value = decode !== undefined && isBytes(input) ? this.#toText(input, decode, report) : input;
    if (value === FAILED) return FAILED;
    if (typeof value !== "string") return report.fail(InvalidTypeError, "string", typeName(input));
    if (!surelyFits(this, value.length) && wrongLength(this, codePoints(value), report)) return FAILED;
    const { pattern } = this;
    if (pattern !== undefined && this.#matches?.(value) === false) {
      return report.fail(PatternMatchError, sourceOf(pattern), value);
    }
    return notAnOption(this.options, value, report) ? FAILED : value;
  }

  #toText(bytes: Uint8Array, decode: Decode, report: Report): string | Failed {
    try {
      // Copied: a subclass may have methods of its own, and other threads the memory.
      return decode(new Uint8Array(bytes));
    } catch {
      return report.fail(StrDecodeError, this.encoding, bytes);
    }
  }

  override compile(code: Writer, value: string): Outline {
    const { minlen = 0, maxlen } = this;
    const conditions = [`typeof ${value} === "string"`];
    // A code point takes one or two of the units that `length` counts.
    if (minlen === 1) conditions.push(`${value} !== ""`);
    else if (minlen > 1) conditions.push(`(${value}.length >= ${2 * minlen} || codePoints(${value}) >= ${minlen})`);
    if (maxlen !== undefined) conditions.push(`(${value}.length <= ${maxlen} || codePoints(${value}) <= ${maxlen})`);
    if (this.#matches !== undefined) conditions.push(`${code.constant(this.#matches)}(${value})`);
    return code.leaf(this.nullable, value, [...conditions, ...code.option(value, this.options)]);
  }

  override keepsInput(): boolean {
    return this.encoding === undefined;
  }
}

/** What a {@link Str} with parameters `P` takes. */
export type StrInput<P> = OptionOf<P, string> | IfMaybe<P, "encoding", string, Uint8Array>;

/** Parameters of {@link Str}. */
export interface StrParams extends ParamsOf<typeof params> {}

/** A validator made by {@link Str}. */
export interface Str<P = Record<never, never>>
  extends ValidatorOf<typeof params, P, OptionOf<P, string>, StrInput<P>> {}

interface MadeStr extends Made {
  readonly made: Str<this["given"]>;
}

/**
 * A string. Errors, in order, the first one only: InvalidTypeError, StrDecodeError, MinLengthError, MaxLengthError,
 * PatternMatchError, OptionsError.
 */
export const Str: Constructor<MadeStr, StrParams> = callable("Str", StrValidator);
