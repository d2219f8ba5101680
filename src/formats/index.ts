/**
 * Formats of text, by name. Every test takes time in proportion to the text, and none throws: its regular expressions
 * never go back (the tests prove it, by `pattern/ambiguity.ts`), and none has a repeated group that a long text could
 * fill the stack of `RegExp` with.
 */
import { isHostname, isIpv4, isIpv6 } from "./address.ts";
import { isDate, isDateTime, isDuration, isTime } from "./date-time.ts";
import { isEmail } from "./email.ts";
import { isBase64, isBase64url, isHex } from "./encoded.ts";
import { isSemver, isUlid, isUuid } from "./identifier.ts";
import { isJsonPointer } from "./json-pointer.ts";
import type { FormatName } from "./names.ts";
import { isRegex } from "./regex.ts";
import { isUri, isUriReference } from "./uri.ts";

export { FORMAT_NAMES, type FormatName } from "./names.ts";

/** Whether a text is of the format. */
export const FORMATS: Readonly<Record<FormatName, (text: string) => boolean>> = {
  email: isEmail,
  uuid: isUuid,
  ipv4: isIpv4,
  ipv6: isIpv6,
  hostname: isHostname,
  uri: isUri,
  "uri-reference": isUriReference,
  date: isDate,
  time: isTime,
  "date-time": isDateTime,
  duration: isDuration,
  "json-pointer": isJsonPointer,
  base64: isBase64,
  base64url: isBase64url,
  hex: isHex,
  ulid: isUlid,
  semver: isSemver,
  regex: isRegex,
};
