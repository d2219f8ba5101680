/** The formats that a Str may ask for, and what people call them. */
export const FORMAT_NAMES = {
  email: "email address",
  uuid: "UUID",
  ipv4: "IPv4 address",
  ipv6: "IPv6 address",
  hostname: "host name",
  uri: "URI",
  "uri-reference": "URI reference",
  date: "date",
  time: "time",
  "date-time": "date and time",
  duration: "duration",
  "json-pointer": "JSON Pointer",
  base64: "Base64 text",
  base64url: "base64url text",
  hex: "hexadecimal text",
  ulid: "ULID",
  semver: "semantic version",
  regex: "regular expression",
} as const;

/** The name of a format. */
export type FormatName = keyof typeof FORMAT_NAMES;
