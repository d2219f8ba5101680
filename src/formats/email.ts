/** Email addresses: `Mailbox` of RFC 5321, in ASCII. */
import { isDomain, isIpv4, isIpv6 } from "./address.ts";

/** RFC 5321 (4.5.3.1): 256 octets for a path, which has two angle brackets. */
const MAX_LENGTH = 254;
const MAX_LOCAL = 64;

const LOCAL =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*")$/u;
const IPV6_TAG = /^\[IPv6:/iu;

export function isEmail(text: string): boolean {
  // A quoted local part may have this character too; a domain has none.
  const at = text.lastIndexOf("@");
  if (at < 0 || at > MAX_LOCAL || text.length > MAX_LENGTH || !LOCAL.test(text.slice(0, at))) return false;
  const domain = text.slice(at + 1);
  if (!domain.startsWith("[")) return isDomain(domain);
  if (!domain.endsWith("]")) return false;
  return IPV6_TAG.test(domain) ? isIpv6(domain.slice(6, -1)) : isIpv4(domain.slice(1, -1));
}
