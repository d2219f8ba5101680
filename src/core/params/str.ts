/** Parameters of Str: encodings, patterns and formats. */
import { decoderNamed } from "../../text/encodings.ts";
import { formatNamed } from "../../text/formats/basic.ts";
import { type EmailMode, formatsInUse } from "../../text/formats/format.ts";
import type { FormatName } from "../../text/formats/index.ts";
import { type Matcher, matcher, type Pattern, patternParam } from "../../text/pattern/pattern.ts";
import { isPlainObject, ownValue, withoutPrototype } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import { expectFlag, ValueError } from "../contracts.ts";
import { didYouMean } from "../misspelt.ts";
import { paramName } from "../schemas/checker.ts";
import { derive, derivedOf } from "../schemas/derived.ts";
import type { Contract, Validator } from "../validator.ts";
import { isAbsent, optionsOf, text } from "./shared.ts";

/** The name of a known encoding. */
export const encoding: Contract<string | undefined> = (owner, attr, value) => {
  const name = text(owner, attr, value);
  if (name !== undefined && decoderNamed(name) === undefined) throw new ValueError(`Unknown encoding '${name}'`);
  return name;
};

/** The name of a registered format. */
export const format: Contract<FormatName | undefined> = (owner, attr, value) => {
  const name = text(owner, attr, value);
  if (name === undefined || formatNamed(name) !== undefined) return name as FormatName | undefined;
  const hint = didYouMean(name, formatsInUse()) || moreFormats();
  throw new ValueError(`${paramName(owner, attr)} should be the name of a format, got ${literal(name)}${hint}`);
};

/** The end of a message if formats are not registered. Listing their names would make programs larger. */
const moreFormats = (): string => (formatsInUse().includes("url") ? "" : "; more is available after useAllFormats()");

/** A parameter that refines the format, which is checked before. */
/*#__NO_SIDE_EFFECTS__*/ function refining<T, Given = T>(read: Contract<T, Given>): Contract<T, Given> {
  return (owner, attr, value, params) => {
    const given = read(owner, attr, value, params);
    if (given === undefined) return given;
    const format = ownValue(owner, "format");
    const { param, refine } = formatNamed(String(format)) ?? {};
    const refined = param === attr ? refine?.(given as never) : `should not be given with format ${literal(format)}`;
    if (typeof refined !== "string") return given;
    throw new ValueError(`${paramName(owner, attr)} ${refined}, got ${literal(given)}${moreFormats()}`);
  };
}

/** Names of schemes. */
export const protocols: Contract<readonly string[] | undefined, Iterable<string> | undefined> = /*#__PURE__*/ refining(
  /*#__PURE__*/ optionsOf<string>("string") as Contract<readonly string[] | undefined, never>,
);
/** The algorithm of a signature. */
export const alg: Contract<string | undefined> = /*#__PURE__*/ refining(text);
/** The kind of valid email addresses. */
export const mode: Contract<EmailMode | undefined> = /*#__PURE__*/ refining(text as Contract<EmailMode | undefined>);

interface Derived {
  /** Made with the validator, so that a pattern is refused before the validator is registered. */
  readonly matches: Matcher;
}

/** What says whether a text matches the pattern of a validator; undefined if it has none. */
export const matcherOf = (str: Validator): Matcher | undefined => derivedOf<Derived>(str).matches;

/** A regular expression, or its source. */
export const pattern: Contract<Pattern | undefined> = (owner, attr, value, params) => {
  if (isAbsent(value)) return undefined;
  // A RegExp inherits these properties. Only own properties of strings and plain objects are read, because
  // Object.prototype may be polluted.
  const inherits = typeof value === "object" && value !== null && !isPlainObject(value);
  const { source, flags, unicode } = (inherits ? value : withoutPrototype(value as object)) as Partial<RegExp>;
  const given =
    typeof source === "string" && typeof flags === "string"
      ? patternParam({ source, flags, ...(typeof unicode === "boolean" && { unicode }) })
      : text(owner, attr, value);
  if (given !== undefined) {
    const backtrack = expectFlag(owner, "backtrack", params && ownValue(params, "backtrack"));
    derive<Derived>(owner, { matches: matcher(given, backtrack) });
  }
  return given;
};
