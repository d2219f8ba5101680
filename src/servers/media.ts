/** Reads the header fields of a request about its body: whether it can be accepted at all. */
import { type ProblemError, tooLarge, unsupportedEncoding, unsupportedType } from "./problem.ts";

/** The header fields that are read. */
export interface BodyFields {
  readonly type: string | null | undefined;
  readonly encoding: string | null | undefined;
  readonly length: string | null | undefined;
}

/** Kinds of bodies. */
export type BodyKind = "json" | "form";

interface Kind {
  readonly types: RegExp;
  readonly accept: string;
}

const KINDS: Readonly<Record<BodyKind, Kind>> = {
  json: { types: /^application\/(?:[!#$%&'*+.^_`|~\w-]+\+)?json$/i, accept: "application/json" },
  form: {
    types: /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/i,
    accept: "application/x-www-form-urlencoded, multipart/form-data",
  },
};

const URL_ENCODED: Kind = {
  types: /^application\/x-www-form-urlencoded$/i,
  accept: "application/x-www-form-urlencoded",
};

const isBlank = (char: string | undefined): boolean => char === " " || char === "\t";

/** Without the white space around it that HTTP knows (RFC 9110, section 5.6.3): that of `trim` is much more. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start++;
  while (start < end && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

const typeOf = (header: string): string => trimmed(header.split(";", 1)[0] ?? "");

/** The content type in lower case, without parameters; empty if there is none. */
export const mediaTypeOf = (header: string | undefined): string => typeOf(header ?? "").toLowerCase();

/**
 * A parameter of a header field: its name, and its value as a token or in quotes (RFC 9110, section 5.6.6). Inside
 * quotes a semicolon ends nothing. Invalid text is skipped up to the next semicolon.
 */
const PARAMETER = /;[ \t]*(?:([^ \t;="]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^ \t;"]*)))?/g;

/** Every charset that a Content-Type names. */
const charsetsOf = (header: string): string[] =>
  Array.from(header.matchAll(PARAMETER))
    .filter(([, name]) => name?.toLowerCase() === "charset")
    .map(([, , quoted, token]) => quoted?.replace(/\\(.)/g, "$1") ?? token ?? "");

/** Returns whether a form is multipart: else it is URL-encoded. */
export const isMultipart = (type: string | null | undefined): boolean => /^multipart\//i.test(typeOf(type ?? ""));

/** The kind of body that the Content-Type names. */
export function kindOf(type: string | null | undefined): BodyKind | undefined {
  const name = typeOf(type ?? "");
  return KINDS.json.types.test(name) ? "json" : KINDS.form.types.test(name) ? "form" : undefined;
}

const missingType = (accept: string): ProblemError =>
  unsupportedType(`The body should have a Content-Type: ${accept}.`, accept);

/** 415: there is no body. */
export const missingBody = (kind: BodyKind): ProblemError => missingType(KINDS[kind].accept);

/**
 * The reason why the body cannot be accepted, from its Content-Type, its charset, its Content-Encoding and its
 * Content-Length, in this order; undefined if it can.
 */
export function bodyRefusal(
  fields: BodyFields,
  kind: BodyKind | "urlencoded",
  maxBytes: number,
  decoded = false,
): ProblemError | undefined {
  const { types, accept } = kind === "urlencoded" ? URL_ENCODED : KINDS[kind];
  const { type, encoding, length } = fields;
  if (!type) return missingType(accept);
  // Most requests have exactly the expected type.
  if (type !== accept) {
    if (!types.test(typeOf(type))) return unsupportedType(`The Content-Type should be ${accept}.`, accept);
    if (!charsetsOf(type).every((name) => /^utf-?8$/i.test(name))) {
      return unsupportedType("The charset of the body should be utf-8.", accept);
    }
  }
  if (decoded) return undefined;
  if (encoding && !/^identity$/i.test(trimmed(encoding))) return unsupportedEncoding();
  return Number(length ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}
