/** URIs and references to them, of RFC 3986. */
import { isIpv6 } from "./address.ts";

const SCHEME = /^[A-Za-z][\dA-Za-z+.-]*(?=:)/u;
const BEFORE_PATH = /^\/\/([^/?#]*)/u;
const CHARACTERS = /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/u;
const BAD_ESCAPE = /%(?![\dA-Fa-f]{2})/u;
const BRACKET = /[[\]]/u;
const COLON_IN_FIRST_SEGMENT = /^[^/?#:]*:/u;
/** User information, the host, and the port. All characters have been looked at before. */
const AUTHORITY = /^(?:[^@[\]]*@)?(?:\[([^[\]@]*)\]|[^:@[\]]*)(?::\d*)?$/u;
const IP_FUTURE = /^v[\dA-F]+\.[\w.~!$&'()*+,;=:-]+$/iu;

/** The scheme, which a reference may do without; undefined if the text is neither. */
function schemeOf(text: string): string | null | undefined {
  if (!CHARACTERS.test(text) || BAD_ESCAPE.test(text)) return undefined;
  const scheme = SCHEME.exec(text)?.[0];
  const rest = scheme === undefined ? text : text.slice(scheme.length + 1);
  const [before = "", authority] = BEFORE_PATH.exec(rest) ?? [];
  const path = rest.slice(before.length);
  if (BRACKET.test(path) || path.indexOf("#") !== path.lastIndexOf("#")) return undefined;
  if (authority !== undefined) return isAuthority(authority) ? (scheme ?? null) : undefined;
  if (scheme !== undefined) return scheme;
  // What stands before that colon would be the scheme, if it could be one.
  return COLON_IN_FIRST_SEGMENT.test(rest) ? undefined : null;
}

function isAuthority(text: string): boolean {
  const parts = AUTHORITY.exec(text);
  if (parts === null) return false;
  const [, literal] = parts;
  return literal === undefined || isIpv6(literal) || IP_FUTURE.test(literal);
}

/** A URI, which begins with its scheme. */
export const isUri = (text: string): boolean => typeof schemeOf(text) === "string";

/** A URI, or one that is relative to another. */
export const isUriReference = (text: string): boolean => schemeOf(text) !== undefined;
