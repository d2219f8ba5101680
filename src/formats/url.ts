/** URLs, as the class `URL` of the platform reads them. */
import type { Format, Refined, TextTest } from "./format.ts";

/**
 * The scheme, two slashes and a host, and no character that `URL` would drop or take for another: white space, control
 * characters, backslashes, more slashes.
 */
const HTTP = /^https?:\/\/[^\0-\x20\x7f\\/?#][^\0-\x20\x7f\\]*$/iu;

const isUrl: TextTest = (text) => URL.canParse(text);
const isHttpUrl: TextTest = (text) => HTTP.test(text) && isUrl(text);

const HTTP_SCHEME = /^https?$/u;
const SCHEME = /^[a-z][\da-z+.-]*$/u;

/** What makes a test of these protocols only. */
const withProtocols =
  (test: TextTest, scheme: RegExp, what: string) =>
  (protocols: readonly string[]): Refined => {
    const other = protocols.find((one) => !scheme.test(one));
    if (other !== undefined) throw new Error(` should be ${what}, got '${other}'`);
    return { test: (text) => test(text) && protocols.includes(new URL(text).protocol.slice(0, -1)) };
  };

export const url: Format = {
  label: "URL",
  test: isUrl,
  refine: { protocols: withProtocols(isUrl, SCHEME, "names of schemes in lower case, without a colon") },
};
export const httpUrl: Format = {
  label: "web address",
  test: isHttpUrl,
  refine: { protocols: withProtocols(isHttpUrl, HTTP_SCHEME, "'http' or 'https' for the format 'http-url'") },
};
