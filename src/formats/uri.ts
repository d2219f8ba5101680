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
/** `ucschar`: allowed where `unreserved` is, except in a scheme and in brackets. */
export const UCSCHAR =
  /(?!\p{Noncharacter_Code_Point})[\xa0-\ud7ff\uf900-\uffef\u{10000}-\u{dffff}\u{e1000}-\u{effff}]/gu;
/** `iprivate`: allowed in a query. */
export const IPRIVATE = /(?!\p{Noncharacter_Code_Point})[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/gu;
/** A character that no scheme has. */
const UNRESERVED = "~";
const LITERAL_BEYOND_ASCII = /^(?:[A-Za-z][\dA-Za-z+.-]*:)?\/\/[^/?#[]*\[[^\]/?#]*[^\0-\x7f]/u;
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
  // The text before that colon would be the scheme, if it could be one.
  return COLON_IN_FIRST_SEGMENT.test(rest) ? undefined : null;
}

function isAuthority(text: string): boolean {
  const parts = AUTHORITY.exec(text);
  if (parts === null) return false;
  const [, literal] = parts;
  return literal === undefined || isIpv6(literal) || IP_FUTURE.test(literal);
}

/** The text of an IRI with a URI character for each character that URIs do not have; undefined if one is misplaced. */
function asUri(text: string): string | undefined {
  // An address in brackets is in ASCII.
  if (LITERAL_BEYOND_ASCII.test(text)) return undefined;
  const uri = text.replace(UCSCHAR, UNRESERVED);
  const [beforeFragment = ""] = uri.split("#", 1);
  const query = beforeFragment.indexOf("?");
  if (query < 0) return uri;
  const end = beforeFragment.length;
  return uri.slice(0, query) + uri.slice(query, end).replace(IPRIVATE, UNRESERVED) + uri.slice(end);
}

/** As `schemeOf`, of an IRI. */
function schemeOfIri(text: string): string | null | undefined {
  const uri = asUri(text);
  return uri === undefined ? undefined : schemeOf(uri);
}

/** A URI, which begins with its scheme. */
export const uri: Format = { label: "URI", test: (text) => typeof schemeOf(text) === "string" };
/** A URI, or one that is relative to another. */
export const uriReference: Format = { label: "URI reference", test: (text) => schemeOf(text) !== undefined };
export const iri: Format = { label: "IRI", test: (text) => typeof schemeOfIri(text) === "string" };
export const iriReference: Format = { label: "IRI reference", test: (text) => schemeOfIri(text) !== undefined };
