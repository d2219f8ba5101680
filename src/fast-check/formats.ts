/** Texts of each format. */
import fc from "fast-check";
import { formatNamed } from "../text/formats/basic.ts";
import type { Format, Refinements } from "../text/formats/format.ts";
import type { FormatName } from "../text/formats/index.ts";
import { textsOf } from "./pattern.ts";

type Texts = string | ((params: Refinements) => fc.Arbitrary<string>);

const DAY = "(?:0[1-9]|1\\d|2[0-8])";
const DATE = `(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])-${DAY}`;
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,3})?";
const OFFSET = "(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d)";
const BYTE = "(?:[1-9]?\\d|1\\d\\d|2[0-4]\\d|25[0-5])";
const IPV4 = `${BYTE}(?:\\.${BYTE}){3}`;
const IPV6 = "(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7}|::1|[0-9a-f]{1,4}::[0-9a-f]{1,4})";
const LABEL = "[a-z0-9]{1,8}";
const HOST = `${LABEL}\\.(?:com|org|example)`;
const PATH = "(?:/[a-z0-9]{0,5}){0,3}";
const QUERY = "(?:\\?[a-z]=[a-z0-9]{1,3})?(?:#[a-z]{1,3})?";
const WEB = `${HOST}${PATH}${QUERY}`;
const EMAIL = `[a-z0-9]{1,8}(?:\\.[a-z0-9]{1,4})?@${HOST}`;
const POINTER = "(?:/[a-z0-9]{0,3}){0,3}";

const DIGITS = [..."0123456789X"];
const hex = (digits: number): string => `[0-9a-f]{${digits}}`;
const uuidOf = (version: string): string => `${hex(8)}-${hex(4)}-${version}${hex(3)}-[89ab]${hex(3)}-${hex(12)}`;
const BASE64 = "(?:[A-Za-z0-9+/]{4}){0,3}(?:[A-Za-z0-9+/][AQgw]==)?";
const ISO_OFFSET = "(?:Z|[+-](?:0\\d|1[0-3])(?::?[0-5]\\d)?)?";

/** Texts that match a pattern of this file: each has some. */
const matching = (source: string): fc.Arbitrary<string> => textsOf(source) as fc.Arbitrary<string>;

const urls = (protocols: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...protocols), matching(WEB))
    .map(([scheme, rest]) => `${scheme.replace(/:$/, "")}://${rest}`);

/** Texts that end in one of the parts, with which they have the format. */
const checked = (name: string, texts: fc.Arbitrary<string>, complete: (text: string) => readonly string[]) =>
  texts.map((text) => complete(text).find((one) => (formatNamed(name) as Format).test(one)) ?? text);

const checkDigit =
  (name: string, source: string): Texts =>
  () =>
    checked(name, matching(source), (text) => DIGITS.map((digit) => text + digit));

const inBase64url = (value: object): string =>
  btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** By format: a pattern of texts that have it, or an arbitrary. Some of them may not: the format tests all. */
const TEXTS: Readonly<Record<FormatName, Texts>> = {
  email: EMAIL,
  uuid: uuidOf("[1-8]"),
  uuid1: uuidOf("1"),
  uuid2: uuidOf("2"),
  uuid3: uuidOf("3"),
  uuid4: uuidOf("4"),
  uuid5: uuidOf("5"),
  uuid6: uuidOf("6"),
  uuid7: uuidOf("7"),
  uuid8: uuidOf("8"),
  ipv4: IPV4,
  ipv6: IPV6,
  hostname: `(?:${LABEL}\\.){0,2}${LABEL}`,
  uri: `(?:https://${WEB}|urn:[a-z]{2,4}:[a-z0-9]{1,5}|mailto:${EMAIL})`,
  "uri-reference": `(?:(?:https:)?//${WEB}|${PATH}${QUERY})`,
  date: DATE,
  time: `${TIME}${OFFSET}`,
  "date-time": `${DATE}T${TIME}${OFFSET}`,
  duration: "P(?:\\dW|\\d{1,2}D|(?:\\dY)?\\dM(?:T\\d{1,2}H)?|T\\d{1,2}H\\d{1,2}M\\dS)",
  "json-pointer": POINTER,
  base64: BASE64,
  byte: BASE64,
  base64url: "(?:[A-Za-z0-9_-]{4}){0,3}(?:[A-Za-z0-9_-][AQgw])?",
  hex: "(?:[0-9a-fA-F]{2}){0,8}",
  ulid: "[0-7][0-9A-HJKMNP-TV-Z]{25}",
  semver: "(?:0|[1-9]\\d?)\\.(?:0|[1-9]\\d?)\\.(?:0|[1-9]\\d?)(?:-(?:alpha|rc\\.[1-9]))?(?:\\+[a-z0-9]{1,4})?",
  regex: "(?:[a-z]|\\[a-f\\]|\\\\d|\\(a\\|b\\))(?:[+*?]|\\{2,3\\})?",
  url: ({ protocols = ["https", "http", "ftp"] }) => urls(protocols),
  "http-url": ({ protocols = ["https", "http"] }) => urls(protocols),
  "idn-email": `(?:[a-z]{1,5}|\u00fc[a-z]{1,3})@(?:b\u00fccher|${LABEL})\\.example`,
  "idn-hostname": `(?:b\u00fccher|${LABEL})\\.example`,
  iri: `https://(?:b\u00fccher|${LABEL})\\.example${PATH}(?:/\u00fc)?`,
  "iri-reference": `${PATH}(?:/\u00fc)?${QUERY}`,
  "uri-template": "(?:/[a-z]{1,4}|/\\{[a-z]{1,4}\\})*(?:\\{\\?[a-z]{1,3}\\})?",
  "relative-json-pointer": `(?:0|[1-9])(?:#|${POINTER})`,
  "json-pointer-uri-fragment": "#(?:/(?:[a-z0-9]|%20|~[01]){0,3}){0,3}",
  cidrv4: `${IPV4}/(?:[12]?\\d|3[0-2])`,
  cidrv6: `${IPV6}/(?:[1-9]?\\d|1[01]\\d|12[0-8])`,
  mac: "[0-9a-f]{2}(?::[0-9a-f]{2}){5}",
  "local-date-time": `${DATE}T${TIME}`,
  "iso-time": `${TIME}${ISO_OFFSET}`,
  "iso-date-time": `${DATE}[T ]${TIME}${ISO_OFFSET}`,
  "iso-week": "20\\d\\d-W(?:0[1-9]|[1-4]\\d|5[0-2])",
  jwt: ({ alg }) =>
    fc
      .tuple(fc.constantFrom(...(alg === undefined ? ["HS256", "ES256"] : [alg])), matching("[a-z0-9]{1,6}"))
      .map(([name, sub]) => {
        const signature = name === "none" ? "" : inBase64url({ sub });
        return `${inBase64url({ alg: name, typ: "JWT" })}.${inBase64url({ sub })}.${signature}`;
      }),
  nanoid: "[\\w-]{21}",
  cuid2: "[a-z][0-9a-z]{23}",
  xid: "[0-9a-v]{19}[0g]",
  ksuid: "0[0-9A-Za-z]{26}",
  slug: "[a-z0-9]{1,5}(?:-[a-z0-9]{1,5}){0,3}",
  md5: hex(32),
  sha1: hex(40),
  sha256: hex(64),
  sha384: hex(96),
  sha512: hex(128),
  "hex-color": "#(?:[0-9a-f]{3}|[0-9a-f]{6})",
  e164: "\\+[1-9]\\d{7,13}",
  "credit-card": checkDigit("credit-card", "[1-9]\\d{14}"),
  isbn: checkDigit("isbn", "(?:978\\d{9}|979[1-9]\\d{8}|\\d{9})"),
  iban: () =>
    checked("iban", matching("\\d{18}"), (text) =>
      Array.from({ length: 97 }, (_, index) => `DE${String(index + 2).padStart(2, "0")}${text}`),
    ),
  emoji: () =>
    fc
      .array(fc.constantFrom("\u{1f600}", "\u{1f37a}", "\u{1f44d}\u{1f3fd}", "\u{1f1e9}\u{1f1ea}"), {
        minLength: 1,
        maxLength: 3,
      })
      .map((all) => all.join("")),
};

/** Texts that have the format, nearly always. */
export function formatted(name: FormatName, params: Refinements): fc.Arbitrary<string> {
  const texts = TEXTS[name];
  return typeof texts === "string" ? matching(texts) : texts(params);
}
