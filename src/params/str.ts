/** Parameters of Str: encodings, patterns and formats. */
import { expectFlag } from "../contracts.ts";
import { FORMAT_NAMES, type FormatName } from "../formats/names.ts";
import { type Matcher, matcher, type Pattern, patternParam } from "../pattern/pattern.ts";
import type { Contract, Validator } from "../validator.ts";
import { isPlainObject, ownValue, withoutPrototype } from "../values/input.ts";
import { decoder } from "./encoding.ts";
import { choice, text } from "./shared.ts";

/** The name of an encoding that exists. */
export const encoding: Contract<string | undefined> = (owner, attr, value) => {
  const name = text(owner, attr, value);
  if (name !== undefined) decoder(name);
  return name;
};

/** The name of a format that is known. */
export const format: Contract<FormatName | undefined> = /*#__PURE__*/ choice(
  .../*#__PURE__*/ (Object.keys(FORMAT_NAMES) as FormatName[]),
);

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
