/** What texts stand for booleans. */

const TRUE = ["1", "true", "yes", "y", "on"];
const FALSE = ["0", "false", "no", "n", "off"];

/** All of them. */
export const BOOLEAN_NAMES: readonly string[] = /*#__PURE__*/ Object.freeze([...TRUE, ...FALSE]);

/** What a text stands for, in any case; undefined if it stands for none. */
export function booleanNamed(text: string): boolean | undefined {
  const name = text.toLowerCase();
  return TRUE.includes(name) ? true : FALSE.includes(name) ? false : undefined;
}

/** Whether options are the names of booleans. */
export const isFalseOrTrue = (options: unknown): boolean => options === BOOLEAN_NAMES;
