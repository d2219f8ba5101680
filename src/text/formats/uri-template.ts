/** URI Templates, of RFC 6570. */
import type { Format } from "./format.ts";
import { IPRIVATE, UCSCHAR } from "./uri.ts";

/** What may stand outside of expressions; the apostrophe is from an erratum. */
const LITERALS = `[\\w!#$%&'()*+,\\-./:;=?@[\\]~${UCSCHAR}${IPRIVATE}]`;
const BAD_ESCAPE = /%(?![\dA-Fa-f]{2})/u;
/**
 * Dots stand between the parts of a name. Behind it may be a modifier: the length of a prefix, or one that spreads a
 * list.
 */
const VARIABLE = "[\\w%]+(?:\\.[\\w%]+)*(?::[1-9]\\d{0,3}|\\*)?";
const EXPRESSION = `\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\}`;
/** Bounded, because each repetition takes memory. */
export const PARTS: RegExp = /*#__PURE__*/ new RegExp(`(?:${LITERALS}|${EXPRESSION}){1,1000}`, "uy");

function isUriTemplate(text: string): boolean {
  if (BAD_ESCAPE.test(text)) return false;
  for (let at = 0; at < text.length; at = PARTS.lastIndex) {
    PARTS.lastIndex = at;
    if (!PARTS.test(text)) return false;
  }
  return true;
}

export const uriTemplate: Format = { label: "URI Template", test: isUriTemplate };
