/** Str: a Unicode string (specification, "Str"). */
import { type Lengths, notAnOption, surelyEnough, UNIT, wrongLength } from "../bounds.ts";
import {
  type Constructor,
  callable,
  type FieldsOf,
  type Made,
  type ParamsOf,
  type Untold,
  type ValidatorOf,
  withParams,
} from "../builtin.ts";
import { FormatError, InvalidTypeError, type LengthUnit, PatternMatchError, StrDecodeError } from "../errors/errors.ts";
import type { Condition, Outline } from "../fast/outline.ts";
import { FORMATS } from "../formats/index.ts";
import { choice, flag, length, nullable, optionsOf } from "../params/shared.ts";
import { encoding, format, matchers, pattern } from "../params/str.ts";
import { type Pattern, sourceOf } from "../pattern/pattern.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { IfGiven, Off, OptionOf, Returned } from "../types.ts";
import { decoder } from "../values/encoding.ts";
import type { Decode } from "../values/fatal-decoder.ts";
import { codePoints, isBytes, typeName } from "../values/input.ts";
import { converted } from "../values/spaces.ts";

const params = {
  ...nullable,
  /** Decode bytes in this encoding: a label of `TextDecoder`, or Python's name for it. */
  encoding,
  /** Remove white space (JavaScript's `\s`) from both ends, before all that follows is judged. */
  strip: flag,
  /** The same, and make one space of each run of white space. */
  normspace: flag,
  /** Convert letters to this case, before all that follows is judged. */
  case: choice("lower", "upper"),
  /** Least length, in code points. */
  minlen: length,
  /** Greatest length, in code points. */
  maxlen: length,
  /** Regular expression (JavaScript's, with the `u` flag) that must match from the start of the value. */
  pattern,
  /**
   * Accept a pattern that may take JavaScript time out of all proportion to the value. Without it such a pattern runs
   * on an automaton, and is refused with a ValueError where none can run it: with look-around or back-references.
   */
  backtrack: flag,
  /** A format that is known by name: `email`, `uuid`, `date-time` and others. */
  format,
  /** The only valid values. */
  options: optionsOf<string>("string"),
};

/** The parameters of `Str`. */
export interface StrParams extends ParamsOf<typeof params> {}

/**
 * Whether the number of UTF-16 units alone tells that the length is within its limits, so that no code points need to
 * be counted: a text has at most as many of them as units, and at least half as many.
 */
const surelyFits = ({ minlen, maxlen }: Lengths, units: number): boolean =>
  (minlen === undefined || units >= surelyEnough(minlen)) && (maxlen === undefined || units <= maxlen);

class StrValidator extends withParams(params) {
  get [UNIT](): LengthUnit {
    return "character";
  }

  /** What is asked of a text. In one place: V8 looks properties up slowly in a function that has more than a dozen. */
  readonly #rules = {
    nullable: this.nullable,
    decode: this.encoding === undefined ? undefined : decoder(this.encoding),
    convert:
      this.strip || this.normspace || this.case !== undefined ? (text: string) => converted(this, text) : undefined,
    minlen: this.minlen,
    maxlen: this.maxlen,
    matches: matchers.get(this),
    fits: this.format === undefined ? undefined : FORMATS[this.format],
    options: this.options,
    [UNIT]: this[UNIT],
  };

  get rules() {
    return this.#rules;
  }

  override check(input: unknown, report: Report): string | null | Failed {
    const rules = this.#rules;
    if (input === null && rules.nullable) return null;
    const { decode, matches, fits } = rules;
    const text = decode !== undefined && isBytes(input) ? this.#toText(input, decode, report) : input;
    if (text === FAILED && input !== FAILED) return FAILED;
    if (typeof text !== "string") return report.fail(InvalidTypeError, "string", typeName(input));
    const value = rules.convert?.(text) ?? text;
    if (!surelyFits(rules, value.length) && wrongLength(rules, codePoints(value), report)) return FAILED;
    if (matches?.(value) === false) return report.fail(PatternMatchError, sourceOf(this.pattern as Pattern), value);
    if (fits?.(value) === false) return report.fail(FormatError, this.format, value);
    return notAnOption(rules.options, value, report) ? FAILED : value;
  }

  #toText(bytes: Uint8Array, decode: Decode, report: Report): string | Failed {
    try {
      // Copied: a subclass may have methods of its own, and other threads the memory.
      return decode(new Uint8Array(bytes));
    } catch {
      return report.fail(StrDecodeError, this.encoding, bytes);
    }
  }

  override keepsInput(): boolean {
    return this.encoding === undefined && this.#rules.convert === undefined;
  }
}

// Texts that are not among the options may be converted to one of them.
type StrInput<P> =
  | OptionOf<P, string>
  | IfGiven<P, Off<"strip" | "normspace" | "case">, string>
  | IfGiven<P, Off<"encoding">, Uint8Array>;

/** See `Compile`. */
export function compileStr(str: StrValidator): Outline {
  const { nullable, matches, fits, convert, minlen, maxlen } = str.rules;
  const { options, encoding } = str;
  const conditions: Condition[] = [];
  // All options are texts, and what is made of a text is one.
  if (options !== undefined) conditions.push({ kind: "option", options });
  const isKnown = options !== undefined || convert !== undefined;
  if (!isKnown || minlen !== undefined || maxlen !== undefined)
    conditions.push({ kind: "text", isKnown, minlen, maxlen });
  for (const test of [matches, fits]) if (test !== undefined) conditions.push({ kind: "test", test });
  return {
    kind: "leaf",
    nullable,
    ...(convert && { given: [{ kind: "text" }], convert }),
    conditions,
    isVague: encoding !== undefined,
  };
}

/**
 * A string; the result is what `strip`, `normspace` and `case` make of it. Errors, in order, the first one only:
 * InvalidTypeError, StrDecodeError, MinLengthError, MaxLengthError, PatternMatchError, FormatError, OptionsError.
 * @param params `nullable`, `encoding`, `strip`, `normspace`, `case`, `minlen`, `maxlen`, `pattern`, `backtrack`,
 *   `format`, `options`, `alias`, `replace`
 * @example Str({ strip: true, minlen: 1, format: "email" })(" ann@example.org "); // "ann@example.org"
 */
export const Str: StrConstructor = callable("Str", StrValidator);
export interface Str<in out P = Record<never, never>>
  extends ValidatorOf<P, OptionOf<P, string>, StrInput<P>>,
    FieldsOf<typeof params> {}
type Telling = "nullable" | "encoding" | "options";
/** Options, and parameters on which types do not depend. */
export interface OptionsParams<O>
  extends Untold<Omit<StrParams, "options">, "nullable" | "encoding" | "strip" | "normspace" | "case"> {
  readonly options: readonly O[];
}
/** The signatures of `Str`. */
export interface StrConstructor extends Constructor<MadeStr, StrParams, Telling> {
  <const O extends string>(params: OptionsParams<O>): Returned<Str<{ readonly options: readonly O[] }>, O>;
}
/** A `Str`, by its parameters: see `Made`. */
export interface MadeStr extends Made {
  readonly made: Str<this["given"]>;
}
