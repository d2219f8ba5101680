/** JSON Pointers, of RFC 6901, and relative ones, of draft-bhutton-relative-json-pointer-00. */
import type { Format } from "./format.ts";

const BAD_ESCAPE = /~(?![01])/u;
/** As the fragment of a URI (6): the same characters as any fragment, percent-encoded ones included. */
const FRAGMENT = /^#(?:(?:\/|%2[Ff])[\w.!$&'()*+,;:=@/?~%-]*)?$/u;
const BAD_PERCENT = /%(?![\dA-Fa-f]{2})/u;
const BAD_TILDE = /(?:~|%7[Ee])(?![01]|%3[01])/u;
/** Levels up, and a move along an array. */
const ORIGIN = /^(?:0|[1-9]\d*)(?:[+-][1-9]\d*)?/u;

/** Empty, or segments that each begin with a slash. */
const isJsonPointer = (text: string): boolean => (text === "" || text.startsWith("/")) && !BAD_ESCAPE.test(text);

/** A JSON Pointer behind `#`. */
const isFragment = (text: string): boolean => FRAGMENT.test(text) && !BAD_PERCENT.test(text) && !BAD_TILDE.test(text);

/** An origin, and then a JSON Pointer, or `#` for the key or index. */
function isRelativeJsonPointer(text: string): boolean {
  const origin = ORIGIN.exec(text)?.[0];
  if (origin === undefined) return false;
  const rest = text.slice(origin.length);
  return rest === "#" || isJsonPointer(rest);
}

export const jsonPointer: Format = { label: "JSON Pointer", test: isJsonPointer };
export const relativeJsonPointer: Format = { label: "relative JSON Pointer", test: isRelativeJsonPointer };
export const jsonPointerUriFragment: Format = { label: "JSON Pointer (#/\u2026)", test: isFragment };
