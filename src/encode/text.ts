/** JSON text of encoded values. */

const NONE: readonly unknown[] = [];

/** Objects, arrays or bigints inherit a `toJSON`, which `JSON.stringify` would call. */
const inheritsToJson = (): boolean => "toJSON" in NONE || "toJSON" in BigInt.prototype;

/** Returns the JSON text of an encoded value: JSON, and bigints, which become numbers. */
export function jsonText(value: unknown): string {
  if (inheritsToJson()) return textOf(value);
  try {
    return JSON.stringify(value);
  } catch {
    // There is a bigint in it.
    return textOf(value);
  }
}

function textOf(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  const members = Object.keys(value).map((key) => `${JSON.stringify(key)}:${textOf((value as never)[key])}`);
  return `{${members.join()}}`;
}
