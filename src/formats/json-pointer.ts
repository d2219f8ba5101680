/** JSON Pointers, of RFC 6901, and relative ones, of draft-bhutton-relative-json-pointer-00. */
import type { Format } from "./format.ts";

const BAD_ESCAPE = /~(?![01])/u;
/** Levels up, and a move along an array. */
const ORIGIN = /^(?:0|[1-9]\d*)(?:[+-][1-9]\d*)?/u;

/** Empty, or segments that each begin with a slash. */
const isJsonPointer = (text: string): boolean => (text === "" || text.startsWith("/")) && !BAD_ESCAPE.test(text);

/** An origin, and then a JSON Pointer, or `#` for the key or index. */
function isRelativeJsonPointer(text: string): boolean {
  const origin = ORIGIN.exec(text)?.[0];
  if (origin === undefined) return false;
  const rest = text.slice(origin.length);
  return rest === "#" || isJsonPointer(rest);
}

export const jsonPointer: Format = { label: "JSON Pointer", test: isJsonPointer };
export const relativeJsonPointer: Format = { label: "relative JSON Pointer", test: isRelativeJsonPointer };
