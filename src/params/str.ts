/** Parameters of Str: encodings, patterns and formats. */
import { expectFlag, ValueError } from "../contracts.ts";
import { formatNamed } from "../formats/basic.ts";
import { type EmailMode, formatsInUse, type Refinements } from "../formats/format.ts";
import type { FormatName } from "../formats/index.ts";
import { didYouMean } from "../misspelt.ts";
import { type Matcher, matcher, type Pattern, patternParam } from "../pattern/pattern.ts";
import type { Contract, Validator } from "../validator.ts";
import { isPlainObject, ownValue, withoutPrototype } from "../values/input.ts";
import { literal } from "../values/text.ts";
import { decoder } from "./encoding.ts";
import { optionsOf, text } from "./shared.ts";

/** The name of an encoding that exists. */
export const encoding: Contract<string | undefined> = (owner, attr, value) => {
  const name = text(owner, attr, value);
  if (name !== undefined) decoder(name);
  return name;
};

/** The name of a format in use. */
export const format: Contract<FormatName | undefined> = (owner, attr, value) => {
  const name = text(owner, attr, value);
  if (name === undefined || formatNamed(name) !== undefined) return name as FormatName | undefined;
  const known = formatsInUse();
  // The list has no names of formats that are not in use, as those would make a program larger.
  const hint = didYouMean(name, known) || (known.includes("url") ? "" : "; more are available after useAllFormats()");
  throw new ValueError(`${nameOf(owner, attr)} should be the name of a format, got ${literal(name)}${hint}`);
};

const nameOf = (owner: Validator, attr: string): string => `${owner.constructor.name}.${attr}`;

/** A parameter that refines the format, which is checked before: `refine` of the format says how. */
/*#__NO_SIDE_EFFECTS__*/ function refining<T, Given = T>(read: Contract<T, Given>): Contract<T, Given> {
  return (owner, attr, value, params) => {
    const given = read(owner, attr, value as never, params);
    if (given === undefined) return given;
    const name = ownValue(owner, "format");
    const refine = formatNamed(String(name))?.refine?.[attr as keyof Refinements];
    const which = name === undefined ? "out a format" : ` the format ${literal(name)}`;
    try {
      if (refine === undefined) throw new Error(` has no meaning with${which}`);
      refine(given as never);
    } catch (error) {
      throw new ValueError(nameOf(owner, attr) + (error as Error).message);
    }
    return given;
  };
}

/** Names of schemes. */
export const protocols: Contract<readonly string[] | undefined, Iterable<string> | undefined> = /*#__PURE__*/ refining(
  /*#__PURE__*/ optionsOf<string>("string") as Contract<readonly string[] | undefined, never>,
);
/** The algorithm of a signature. */
export const alg: Contract<string | undefined> = /*#__PURE__*/ refining(text);
/** Which email addresses are valid. */
export const mode: Contract<EmailMode | undefined> = /*#__PURE__*/ refining(text as Contract<EmailMode | undefined>);

/**
 * What matches the pattern of a validator; made with it, so that a pattern is refused before the validator is
 * registered.
 */
export const matchers: WeakMap<Validator, Matcher> = new WeakMap();

/** A regular expression, or its source. */
export const pattern: Contract<Pattern | undefined> = (owner, attr, value, params) => {
  // A RegExp inherits these properties. Of texts and plain objects only own properties are read, because
  // Object.prototype may be polluted.
  const inherits = typeof value === "object" && value !== null && !isPlainObject(value);
  const { source, flags, unicode } = (inherits ? value : withoutPrototype(value as object)) as Partial<RegExp>;
  const given =
    typeof source === "string" && typeof flags === "string"
      ? patternParam({ source, flags, ...(typeof unicode === "boolean" && { unicode }) })
      : text(owner, attr, value);
  if (given !== undefined) {
    const backtrack = expectFlag(owner, "backtrack", params && ownValue(params, "backtrack"));
    matchers.set(owner, matcher(given, backtrack));
  }
  return given;
};
