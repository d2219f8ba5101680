/** Texts that stand for booleans. */

const TRUE = ["1", "true", "yes", "y", "on"];
const FALSE = ["0", "false", "no", "n", "off"];

/** All texts that stand for a boolean. */
export const BOOLEAN_NAMES: readonly string[] = /*#__PURE__*/ Object.freeze([...TRUE, ...FALSE]);

/** The boolean that a text stands for, ignoring case; undefined if there is none. */
export function booleanNamed(text: string): boolean | undefined {
  const name = text.toLowerCase();
  return TRUE.includes(name) ? true : FALSE.includes(name) ? false : undefined;
}

/** Returns whether options are the names of booleans. */
export const isFalseOrTrue = (options: unknown): boolean => options === BOOLEAN_NAMES;
