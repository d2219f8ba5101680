/** URLs, as the platform's class `URL` reads them. */
import type { Format, Refined, TextTest } from "./format.ts";

/**
 * The scheme, two slashes and a host, and no character that `URL` would drop or interpret differently: white space,
 * control characters, backslashes, more slashes.
 */
const HTTP = /^https?:\/\/[^\0-\x20\x7f\\/?#][^\0-\x20\x7f\\]*$/iu;

/** Once V8 has optimized the call, `URL.canParse` of Node 20 and 22 refuses Latin-1 that is not ASCII. */
const isUrl: TextTest = (text) => (ASCII.test(text) ? URL.canParse(text) : parses(text));
const ASCII = /^\p{ASCII}*$/u;

function parses(text: string): boolean {
  try {
    return new URL(text) !== undefined;
  } catch {
    return false;
  }
}

const isHttpUrl: TextTest = (text) => HTTP.test(text) && isUrl(text);

const HTTP_SCHEME = /^https?$/u;
const SCHEME = /^[a-z][\da-z+.-]*$/u;

/** Makes a test of these protocols only. */
const withProtocols =
  (test: TextTest, scheme: RegExp, expected: string) =>
  (protocols: readonly string[]): Refined | string =>
    protocols.every((one) => scheme.test(one))
      ? { test: (text) => test(text) && protocols.includes(new URL(text).protocol.slice(0, -1)) }
      : expected;

export const url: Format = {
  label: "URL",
  test: isUrl,
  param: "protocols",
  refine: /*#__PURE__*/ withProtocols(isUrl, SCHEME, "should be names of schemes in lower case, without a colon"),
};
export const httpUrl: Format = {
  label: "web address",
  test: isHttpUrl,
  param: "protocols",
  refine: /*#__PURE__*/ withProtocols(isHttpUrl, HTTP_SCHEME, "should be 'http' or 'https' for the format 'http-url'"),
};
