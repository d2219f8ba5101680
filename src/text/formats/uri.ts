/** URIs and references to them, of RFC 3986; IRIs and references to them, of RFC 3987. */
import { isIpv6 } from "./address.ts";
import type { Format } from "./format.ts";

const SCHEME = /^[A-Za-z][\dA-Za-z+.-]*(?=:)/u;
const BEFORE_PATH = /^\/\/([^/?#]*)/u;
const CHARACTERS = /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/u;
const BAD_ESCAPE = /%(?![\dA-Fa-f]{2})/u;
const BRACKET = /[[\]]/u;
const COLON_IN_FIRST_SEGMENT = /^[^/?#:]*:/u;
/** User information, the host, and the port. All characters have been checked before. */
const AUTHORITY = /^(?:[^@[\]]*@)?(?:\[([^[\]@]*)\]|[^:@[\]]*)(?::\d*)?$/u;
/** `ucschar`, as the characters of a class: allowed where `unreserved` is, except in a scheme and in brackets. */
export const UCSCHAR: string = /*#__PURE__*/ withoutLast("\\xa0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef", 0x1, 0xe);
/** `iprivate`: allowed in a query. */
export const IPRIVATE: string = /*#__PURE__*/ withoutLast("\\ue000-\\uf8ff", 0xf, 0x10);

/** The range, and planes without their last two code points, which are no characters. */
function withoutLast(range: string, first: number, last: number): string {
  let all = range;
  for (let plane = first; plane <= last; plane++) {
    const digits = plane.toString(16);
    // The first characters of this plane are tags.
    all += `\\u{${digits}${plane === 0xe ? "1" : "0"}000}-\\u{${digits}fffd}`;
  }
  return all;
}

export const IRI_CHARACTERS: RegExp = /*#__PURE__*/ new RegExp(`^[\\w.~:/?#[\\]@!$&'()*+,;=%${UCSCHAR}-]*$`, "u");
export const IRI_QUERY: RegExp = /*#__PURE__*/ new RegExp(`^[\\w.~:/?#[\\]@!$&'()*+,;=%${UCSCHAR}${IPRIVATE}-]*$`, "u");
/** Not with the flag `i`: with that and `u`, `\w` has letters beyond ASCII. */
const IP_FUTURE = /^[Vv][\dA-Fa-f]+\.[\w.~!$&'()*+,;=:-]+$/u;

/**
 * The scheme, which a reference may do without; undefined if the text is neither.
 * @param hasCharacters returns whether all its characters may be there.
 */
function schemeOf(
  text: string,
  hasCharacters: (text: string) => boolean = (all) => CHARACTERS.test(all),
): string | null | undefined {
  if (!hasCharacters(text) || BAD_ESCAPE.test(text)) return undefined;
  const scheme = SCHEME.exec(text)?.[0];
  const rest = scheme === undefined ? text : text.slice(scheme.length + 1);
  const [before = "", authority] = BEFORE_PATH.exec(rest) ?? [];
  const path = rest.slice(before.length);
  if (BRACKET.test(path) || path.indexOf("#") !== path.lastIndexOf("#")) return undefined;
  if (authority !== undefined) return isAuthority(authority) ? (scheme ?? null) : undefined;
  if (scheme !== undefined) return scheme;
  // The text before that colon would be the scheme, if it could be one.
  return COLON_IN_FIRST_SEGMENT.test(rest) ? undefined : null;
}

function isAuthority(text: string): boolean {
  const parts = AUTHORITY.exec(text);
  if (parts === null) return false;
  const [, literal] = parts;
  return literal === undefined || isIpv6(literal) || IP_FUTURE.test(literal);
}

/** What may be in a query only is in no part before it, and in none behind it. */
function hasIriCharacters(text: string): boolean {
  const hash = text.indexOf("#");
  const end = hash < 0 ? text.length : hash;
  const query = text.indexOf("?");
  const begin = query < 0 ? end : query;
  const isPlain = (part: string): boolean => IRI_CHARACTERS.test(part);
  return IRI_QUERY.test(text) && isPlain(text.slice(0, begin)) && isPlain(text.slice(end));
}

/** As `schemeOf`, of an IRI. */
const schemeOfIri = (text: string): string | null | undefined => schemeOf(text, hasIriCharacters);

/** A URI, which begins with its scheme. */
export const uri: Format = { label: "URI", test: (text) => typeof schemeOf(text) === "string" };
/** A URI, or one that is relative to another. */
export const uriReference: Format = { label: "URI reference", test: (text) => schemeOf(text) !== undefined };
export const iri: Format = { label: "IRI", test: (text) => typeof schemeOfIri(text) === "string" };
export const iriReference: Format = { label: "IRI reference", test: (text) => schemeOfIri(text) !== undefined };
