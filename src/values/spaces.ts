/** Converts the strings of `Str` before they are validated. */

/** Parameters of Str. */
export interface Conversions {
  readonly strip: boolean;
  readonly normspace: boolean;
  readonly case: string | undefined;
}

/**
 * Returns the text without white space at its ends, with one space for each run of it, and in one case: as the
 * parameters say.
 */
export function converted({ strip, normspace, case: letters }: Conversions, text: string): string {
  let value = strip || normspace ? text.trim() : text;
  if (normspace) value = value.replace(/\s+/gu, " ");
  if (letters === "lower") return value.toLowerCase();
  return letters === "upper" ? value.toUpperCase() : value;
}
