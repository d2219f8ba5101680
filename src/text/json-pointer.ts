/** The keys of JSON Pointers (RFC 6901), which have two characters escaped, and percent-encodings in URIs. */

/** A key as a pointer has it. */
export const escaped = (key: string | number): string =>
  typeof key === "number" || !(key.includes("~") || key.includes("/"))
    ? `${key}`
    : key.replaceAll("~", "~0").replaceAll("/", "~1");

/** The key that a part of a pointer stands for. */
export const unescaped = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** A part of a URI without percent-encodings. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that stands for itself.
    return text;
  }
}
