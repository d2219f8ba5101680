/** The formats of texts, each by itself: compiled modules import those in use. */
export { cidrv4, cidrv6, hostname, idnHostname, ipv4, ipv6, mac } from "../text/formats/address.ts";
export { creditCard, iban, isbn } from "../text/formats/check-digits.ts";
export {
  date,
  dateTime,
  duration,
  isoDateTime,
  isoTime,
  isoWeek,
  localDateTime,
  time,
} from "../text/formats/date-time.ts";
export { email, emailWithModes, idnEmail } from "../text/formats/email.ts";
export { emoji } from "../text/formats/emoji.ts";
export { base64, base64url, hex, hexColor, md5, sha1, sha256, sha384, sha512 } from "../text/formats/encoded.ts";
export {
  cuid2,
  ksuid,
  nanoid,
  semver,
  slug,
  ulid,
  uuid,
  uuid1,
  uuid2,
  uuid3,
  uuid4,
  uuid5,
  uuid6,
  uuid7,
  uuid8,
  xid,
} from "../text/formats/identifier.ts";
export { jsonPointer, jsonPointerUriFragment, relativeJsonPointer } from "../text/formats/json-pointer.ts";
export { jwt } from "../text/formats/jwt.ts";
export { e164 } from "../text/formats/phone.ts";
export { regex } from "../text/formats/regex.ts";
export { iri, iriReference, uri, uriReference } from "../text/formats/uri.ts";
export { uriTemplate } from "../text/formats/uri-template.ts";
export { httpUrl, url } from "../text/formats/url.ts";
