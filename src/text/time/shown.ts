/** How messages show the format of a date or a time. */

/** The meaning of the directives of a format. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  "%Y": "YYYY",
  "%m": "MM",
  "%d": "DD",
  "%H": "hh",
  "%M": "mm",
  "%S": "ss",
  "%T": "hh:mm:ss",
  "%F": "YYYY-MM-DD",
};

const STANDARDS: Readonly<Record<string, string>> = { rfc3339: "RFC 3339", iso: "ISO 8601" };

/** The standard that a named format is of; undefined for any other. */
export const standardOf = (format: string): string | undefined =>
  Object.hasOwn(STANDARDS, format) ? STANDARDS[format] : undefined;

/** A format as people read it; one with rare directives is shown as it is. */
export function readableFormat(format: string): string {
  const readable = format.replace(/%[YmdHMSTF]/g, (directive) => DIRECTIVES[directive] as string);
  return readable.includes("%") ? format : readable;
}
