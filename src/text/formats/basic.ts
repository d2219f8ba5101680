/** The formats that every program with a Str has. */
import { hostname, ipv4, ipv6 } from "./address.ts";
import { date, dateTime, duration, time } from "./date-time.ts";
import { email } from "./email.ts";
import { base64, base64url, hex } from "./encoded.ts";
import { type Format, formatInUse, useFormats } from "./format.ts";
import { semver, ulid, uuid } from "./identifier.ts";
import { jsonPointer } from "./json-pointer.ts";
import { regex } from "./regex.ts";
import { uri, uriReference } from "./uri.ts";

export const BASIC = {
  email,
  uuid,
  ipv4,
  ipv6,
  hostname,
  uri,
  "uri-reference": uriReference,
  date,
  time,
  "date-time": dateTime,
  duration,
  "json-pointer": jsonPointer,
  base64,
  base64url,
  hex,
  ulid,
  semver,
  regex,
} as const;

/** The format of this name, if there is one. */
export function formatNamed(name: string): Format | undefined {
  // Registered here and not when the module is imported, so that a program without a Str includes none of them.
  if (formatInUse("email") === undefined) useFormats(BASIC);
  return formatInUse(name);
}
