/** Str: a Unicode string (specification, "Str"). */

import {
  callable,
  type FieldsOf,
  type ParamsOf,
  RULES,
  rulesOf,
  type TypeAffectingPart,
  type ValidatorOf,
  type ValidatorStatics,
  withRules,
} from "../core/builtin.ts";
import { changed, encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { StrDecodeError } from "../core/errors/errors.ts";
import { choice, flag, length, optionsOf } from "../core/params/shared.ts";
import { alg, encoding, format, matcherOf, mode, pattern, protocols } from "../core/params/str.ts";
import { OPEN, type Opened, type OpenType } from "../core/partial/opened.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { AsciiRule } from "../core/rules/ascii.ts";
import { FormatRule } from "../core/rules/format.ts";
import { type Leaf, wrongType } from "../core/rules/leaf.ts";
import { TextRule } from "../core/rules/length.ts";
import { OptionRule } from "../core/rules/option.ts";
import { PatternRule } from "../core/rules/pattern.ts";
import type { Rule } from "../core/rules/rule.ts";
import { TAKES } from "../core/schemas/checker.ts";
import type {
  Affecting,
  Bound,
  GivenOptions,
  IfGiven,
  IfOther,
  IfUsual,
  Names,
  Off,
  Only,
  OptionOf,
  Returned,
  Unset,
  Usual,
  WordParams,
} from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { decoderNamed, isUtf8 } from "../text/encodings.ts";
import type { Decode } from "../values/fatal-decoder.ts";
import { isBytes } from "../values/input.ts";
import type { JsonType } from "../values/json-type.ts";
import { converted } from "../values/spaces.ts";

const params = {
  /** Accept null. */
  nullable: flag,
  /** Accept numbers, booleans and bigints: their text, as JavaScript writes it. */
  coerce: flag,
  /** Decode bytes in this encoding: a label of `TextDecoder`, or Python's name for it. */
  encoding,
  /** Remove white space (JavaScript's `\s`) from both ends, before the parameters below apply. */
  strip: flag,
  /** As `strip`, and also replace each run of white space by one space. */
  normspace: flag,
  /** Convert letters to this case, before the parameters below apply. */
  case: choice(["lower", "upper"]),
  /** Least length, in code points. */
  minlen: length,
  /** Greatest length, in code points. */
  maxlen: length,
  /** Accept ASCII characters only. */
  ascii: flag,
  /** Regular expression (JavaScript's, with the `u` flag) that must match from the start of the value. */
  pattern,
  /**
   * Accept a pattern on which JavaScript may take time out of all proportion to the length of the value. Without this
   * flag such a pattern runs on an automaton; if it needs look-around or back-references, which no automaton has, it is
   * refused with a ValueError.
   */
  backtrack: flag,
  /** A named format: `email`, `uuid`, `date-time` and others. */
  format,
  /** For the formats `url` and `http-url`: the only valid schemes, such as `["https"]`. */
  protocols,
  /** For the format `jwt`: the only valid algorithm, such as `"ES256"`. */
  alg,
  /**
   * For the format `email`: which addresses are valid. Those of RFC 5321 (`"rfc"`, the default), only those with a
   * top-level domain (`"with-tld"`), or those that `<input type="email">` accepts (`"html5"`).
   */
  mode,
  /** The only valid values. */
  options: optionsOf<string>("string"),
};

/** The parameters of `Str`. */
export interface StrParams extends ParamsOf<typeof params> {}

const TEXT = /*#__PURE__*/ new TextRule({ minlen: undefined, maxlen: undefined });

/** Whether a validator converts texts. */
const isConverted = (str: Pick<StrValidator, "strip" | "normspace" | "case">): boolean =>
  str.strip || str.normspace || str.case !== undefined;

function decodedText(bytes: Uint8Array, decode: Decode, encoding: string | undefined, report: Report): string | Failed {
  try {
    // Copied, because a subclass may override methods, and other threads may write to shared memory.
    return decode(new Uint8Array(bytes));
  } catch {
    return report.fail(StrDecodeError, encoding, bytes);
  }
}

/** The text of a value that is converted; NaN and infinity are no numbers that anyone means. */
const isConvertible = (input: unknown): boolean =>
  typeof input === "boolean" || typeof input === "bigint" || Number.isFinite(input);

class StrValidator extends withRules(params) {
  override [RULES](): Leaf {
    const { nullable, minlen, maxlen, options, pattern, format, encoding } = this;
    const convert = isConverted(this) ? (text: string) => converted(this, text) : undefined;
    const decode = encoding === undefined ? undefined : decoderNamed(encoding);
    const matches = matcherOf(this);
    // All options are strings, and so are the results of conversions.
    const isKnown = options !== undefined || convert !== undefined;
    const rules: Rule[] = [];
    if (!isKnown || minlen !== undefined || maxlen !== undefined) rules.push(new TextRule(this, isKnown));
    if (this.ascii) rules.push(new AsciiRule());
    if (pattern !== undefined && matches !== undefined) rules.push(new PatternRule(pattern, matches));
    if (format !== undefined) rules.push(new FormatRule(format, this));
    if (options !== undefined) rules.push(new OptionRule(options));
    return {
      kind: "leaf",
      nullable,
      take: (input, report) => {
        const given = this.coerce && isConvertible(input) ? String(input) : input;
        const text = decode !== undefined && isBytes(given) ? decodedText(given, decode, encoding, report) : given;
        if (text === FAILED && input !== FAILED) return FAILED;
        if (typeof text !== "string") return wrongType("string", input, report);
        return convert === undefined ? text : convert(text);
      },
      rules,
      ...(convert && { given: [TEXT], convert }),
      isInexact: encoding !== undefined || this.coerce,
    };
  }

  [OPEN](type: OpenType): Opened | undefined {
    if (type !== "string") return undefined;
    const { minlen = 0, maxlen, options } = this;
    // How long a converted text becomes, and which rule refuses it first, is known when it has ended.
    const { rules, convert } = rulesOf(this) as Leaf;
    const hasOptionsOnly = options !== undefined && rules.length === 1;
    const isRefused = (text: string, points: number): boolean =>
      (maxlen !== undefined && points > maxlen && points >= minlen) ||
      (hasOptionsOnly && !options.some((option) => option.startsWith(text)));
    return { nodes: [], shows: options === undefined, ...(convert === undefined && { refuses: isRefused }) };
  }

  override get [GIVES](): Given {
    return "string";
  }

  override [ENCODING](to: Encoding): Validator | string {
    const text = this.encoding || this.coerce ? changed<Str>(Str, this, { encoding: undefined, coerce: false }) : this;
    if (this.encoding === undefined) return text;
    if (to.prefers("string", "bytes") === "string") return text;
    if (!isUtf8(this.encoding)) return "only UTF-8 can be encoded to bytes";
    return encoder(this, [text], (input, report) => {
      const given = text.check(input, report);
      return typeof given === "string" ? new TextEncoder().encode(given) : given;
    });
  }

  [TAKES](): readonly JsonType[] | undefined {
    return this.coerce ? undefined : ["string"];
  }

  override keepsInput(): boolean {
    return this.encoding === undefined && !this.coerce && !isConverted(this);
  }
}

// Texts that are not among the options may be converted to one of them.
/** A property, as that of `OrNull` is. */
interface StrInput<P> {
  readonly type:
    | OptionOf<P, string>
    | IfGiven<P, Off<"strip" | "normspace" | "case">, string>
    | IfGiven<P, Off<"coerce">, string | number | boolean | bigint>
    | IfGiven<P, Off<"encoding">, Uint8Array>;
}

/**
 * A string; the result is the string after `strip`, `normspace` and `case`. Errors, in order, the first one only:
 * InvalidTypeError, StrDecodeError, MinLengthError, MaxLengthError, FormatError of `ascii`, PatternMatchError,
 * FormatError, OptionsError.
 * @param params `nullable`, `coerce`, `encoding`, `strip`, `normspace`, `case`, `minlen`, `maxlen`, `ascii`,
 *   `pattern`, `backtrack`, `format`, `protocols`, `alg`, `mode`, `options`, `alias`, `replace`
 * @example Str({ strip: true, minlen: 1, format: "email" })(" ann@example.org "); // "ann@example.org"
 */
export const Str: StrConstructor = callable("Str", StrValidator);
export interface Str<in out P = {}>
  extends ValidatorOf<P, OptionOf<P, string>, StrInput<P>["type"]>,
    FieldsOf<typeof params> {}
type Flags = "nullable" | "coerce" | "strip" | "normspace";
/** Conversions affect the input type if there are options. */
type AffectingNames<K> = K & ("options" extends K ? Flags | "options" : "nullable" | "coerce");
/** The usual parameters, each certainly given. */
export interface StrTable extends Usual<StrParams, Flags, "encoding" | "case"> {}
/** The signatures of `Str`. The last one is for other parameters. */
export interface StrConstructor extends ValidatorStatics<Str> {
  (): Str;
  <K extends keyof StrTable, const O extends string = never>(
    params: GivenOptions<K, StrTable, O>,
    ...none: IfUsual<K>
  ): Returned<Str<Affecting<AffectingNames<K>, O>>, K>;
  <const P extends Only<StrParams & Bound, P> = StrParams, K extends string = never>(
    params?: P & WordParams & Names<K>,
    ...none: IfOther<keyof StrTable, K, P>
  ): Returned<Str<TypeAffectingPart<P, Flags | "encoding" | "options" | "case">>, P>;
  new <const P extends Only<StrParams, P> = Unset<StrParams>>(params?: P): Str<P>;
}
