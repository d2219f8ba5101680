/** Email addresses: `Mailbox` of RFC 5321, in ASCII, or with the characters of RFC 6531; and those of HTML. */
import { areLabels, isAddressLiteral, isDomain } from "./address.ts";
import type { EmailMode, Format, Refined } from "./format.ts";

/** RFC 5321 (4.5.3.1): 256 octets for a path, which has two angle brackets. */
const MAX_LENGTH = 254;
const MAX_LOCAL = 64;

const LOCAL =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*")$/u;
/** Most addresses: they take a fifth of the time. In a short text, no part is too long. */
const PLAIN = /^[\w+-]+(?:\.[\w+-]+)*@(?:[\dA-Za-z]+\.)+[A-Za-z]+$/u;
/** The characters of `LOCAL` without quotes, and dots, in any order. */
const HTML_LOCAL = /^[\w.!#$%&'*+/=?^`{|}~-]+$/u;
/** The pattern of the HTML standard. */
const HTML_PATTERN =
  "^[a-zA-Z0-9.!#$%&'*+\\/=?^_`{|}~\\-]+@[a-zA-Z0-9](?:[a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?)*$";
/** A label of more than digits, behind a dot. */
const TOP_LEVEL = /\.(?:[A-Za-z]{2,63}|[Xx][Nn]--[\dA-Za-z-]+)$/u;
const BEYOND_ASCII = /[^\0-\x7f]/gu;
/** Half of a surrogate pair: it has no form in UTF-8. */
const LONE_SURROGATE = /\p{Cs}/u;
/** White space, controls, and what formats text without being seen: in no label. */
const INVISIBLE = /[\s\p{Cc}\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]/u;

function isEmail(text: string): boolean {
  if (text.length <= MAX_LOCAL && PLAIN.test(text)) return true;
  // A quoted local part may have this character too; a domain has none.
  const at = text.lastIndexOf("@");
  if (at < 0 || at > MAX_LOCAL || text.length > MAX_LENGTH || !LOCAL.test(text.slice(0, at))) return false;
  const domain = text.slice(at + 1);
  if (!domain.startsWith("[")) return isDomain(domain);
  return domain.endsWith("]") && isAddressLiteral(domain.slice(1, -1));
}

/**
 * `Mailbox` of RFC 6531, 3.3: characters beyond ASCII are allowed where letters are. The lengths of the RFC count
 * octets of UTF-8, except that of a label, which DNS never has in this form.
 */
function isIdnEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 0 || text.length > MAX_LENGTH || LONE_SURROGATE.test(text) || INVISIBLE.test(text.slice(at))) return false;
  const local = asAscii(text.slice(0, at));
  const domain = text.slice(at + 1);
  if (local.length + asAscii(domain).length >= MAX_LENGTH) return false;
  return isEmail(`${local}@${domain.startsWith("[") ? domain : domain.replace(BEYOND_ASCII, "a")}`);
}

/** The text with a letter for each octet that is not ASCII. */
const asAscii = (text: string): string =>
  text.replace(BEYOND_ASCII, (one) => "a".repeat(one.length > 1 ? 4 : one > "\u07ff" ? 3 : 2));

/** A "valid email address" of HTML: without quotes, with dots anywhere, of a domain name of any length. */
function isHtmlEmail(text: string): boolean {
  const at = text.indexOf("@");
  return HTML_LOCAL.test(text.slice(0, Math.max(0, at))) && areLabels(text.slice(at + 1).split("."));
}

/** The modes of email addresses. */
function refineMode(mode: EmailMode): Refined | string {
  switch (mode) {
    case "rfc":
      return { test: isEmail, keywords: { format: "email" } };
    case "html5":
      return { test: isHtmlEmail, keywords: { pattern: HTML_PATTERN } };
    case "with-tld":
      return {
        test: (text) => TOP_LEVEL.test(text) && isEmail(text),
        keywords: { format: "email", pattern: TOP_LEVEL.source },
      };
    default:
      return "should be one of 'rfc', 'html5', 'with-tld'";
  }
}

export const email: Format = { label: "email address", test: isEmail };
/** The same, with its modes. */
export const emailWithModes: Format = { label: "email address", test: isEmail, param: "mode", refine: refineMode };
export const idnEmail: Format = { label: "internationalized email address", test: isIdnEmail };
