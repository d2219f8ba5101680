/**
 * All formats of text, by name. Every test takes time in proportion to the text, and none throws: its regular
 * expressions never backtrack (the tests prove it, by `text/pattern/ambiguity.ts`), and none has a repeated group that
 * could exhaust the stack of `RegExp` on a long text.
 */
import { cidrv4, cidrv6, idnHostname, mac } from "./address.ts";
import { BASIC } from "./basic.ts";
import { creditCard, iban, isbn } from "./check-digits.ts";
import { isoDateTime, isoTime, isoWeek, localDateTime } from "./date-time.ts";
import { emailWithModes, idnEmail } from "./email.ts";
import { emoji } from "./emoji.ts";
import { base64, hexColor, md5, sha1, sha256, sha384, sha512 } from "./encoded.ts";
import { type Format, useFormats } from "./format.ts";
import {
  cuid2,
  ksuid,
  nanoid,
  slug,
  uuid1,
  uuid2,
  uuid3,
  uuid4,
  uuid5,
  uuid6,
  uuid7,
  uuid8,
  xid,
} from "./identifier.ts";
import { jsonPointerUriFragment, relativeJsonPointer } from "./json-pointer.ts";
import { jwt } from "./jwt.ts";
import { e164 } from "./phone.ts";
import { iri, iriReference } from "./uri.ts";
import { uriTemplate } from "./uri-template.ts";
import { httpUrl, url } from "./url.ts";

/**
 * The basic formats, and those that a program without data from elsewhere may leave out. A spread would keep all of
 * them in every bundle: it may call getters.
 */
const ALL = /*#__PURE__*/ Object.assign({}, BASIC, {
  email: emailWithModes,
  url,
  "http-url": httpUrl,
  "idn-email": idnEmail,
  "idn-hostname": idnHostname,
  iri,
  "iri-reference": iriReference,
  "uri-template": uriTemplate,
  "relative-json-pointer": relativeJsonPointer,
  "json-pointer-uri-fragment": jsonPointerUriFragment,
  cidrv4,
  cidrv6,
  mac,
  "local-date-time": localDateTime,
  "iso-time": isoTime,
  "iso-date-time": isoDateTime,
  "iso-week": isoWeek,
  jwt,
  uuid1,
  uuid2,
  uuid3,
  uuid4,
  uuid5,
  uuid6,
  uuid7,
  uuid8,
  nanoid,
  cuid2,
  xid,
  ksuid,
  slug,
  // The name of OpenAPI for Base64.
  byte: base64,
  md5,
  sha1,
  sha256,
  sha384,
  sha512,
  "hex-color": hexColor,
  e164,
  "credit-card": creditCard,
  iban,
  isbn,
  emoji,
} as const);

/** The name of a format. */
export type FormatName = keyof typeof ALL;

export const FORMATS: Readonly<Record<FormatName, Format>> = ALL;

/**
 * Makes all formats of `Str` available in `validlib/pure`, and so in browsers, where a program has only the basic ones,
 * to be small. In `validlib` on Node they are available anyway.
 * @example
 * useAllFormats();
 * Str({ format: "iban" }).is("GB82 WEST 1234 5698 7654 32"); // true
 */
export function useAllFormats(): void {
  useFormats(FORMATS);
}
