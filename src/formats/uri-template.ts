/** URI Templates, of RFC 6570. */
import type { Format } from "./format.ts";
import { IPRIVATE, UCSCHAR } from "./uri.ts";

/** All of ASCII that may stand outside of expressions; the apostrophe is from an erratum. */
const LITERALS = /^[\w!#$%&'()*+,\-./:;=?@[\]~]*$/u;
const BAD_ESCAPE = /%(?![\dA-Fa-f]{2})/u;
const OPERATOR = /^[+#./;?&=,!@|]/u;
/** A name with a modifier: the length of a prefix, or one that spreads a list. */
const VARIABLE = /^[\w.%]+(?::[1-9]\d{0,3}|\*)?$/u;
/** Dots stand between parts of a name. */
const BAD_DOT = /^\.|\.\.|\.(?:[:*]|$)/u;

function isUriTemplate(text: string): boolean {
  if (BAD_ESCAPE.test(text)) return false;
  for (let at = 0; ; ) {
    const open = text.indexOf("{", at);
    if (open < 0) return isLiteral(text.slice(at));
    const close = text.indexOf("}", open);
    if (close < 0 || !isLiteral(text.slice(at, open)) || !isExpression(text.slice(open + 1, close))) return false;
    at = close + 1;
  }
}

const isLiteral = (text: string): boolean => LITERALS.test(text.replace(UCSCHAR, "").replace(IPRIVATE, ""));

const isExpression = (text: string): boolean =>
  text
    .replace(OPERATOR, "")
    .split(",")
    .every((variable) => VARIABLE.test(variable) && !BAD_DOT.test(variable));

export const uriTemplate: Format = { label: "URI Template", test: isUriTemplate };
