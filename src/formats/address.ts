/** Addresses of hosts: IPv4 and IPv6 as RFC 3986 writes them, host names of RFC 1123. */
import { standForLabels } from "./idna.ts";

/** Longer than any address: `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255` has 45 characters. */
const MAX_IPV6 = 45;
/** The greatest length of a host name, without the dot of the root. */
const MAX_HOSTNAME = 253;

const IPV4 = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/u;
const GROUP = /^[\dA-Fa-f]{1,4}$/u;
/** Labels of letters, digits and hyphens, which stand at neither end. */
const HOSTNAME = /^[\dA-Za-z]+(?:-+[\dA-Za-z]+)*(?:\.[\dA-Za-z]+(?:-+[\dA-Za-z]+)*)*$/u;
const LONG_LABEL = /[^.]{64}/u;
/** The start of a label that stands for one in Unicode. */
const A_LABEL = /(?:^|\.)xn--/iu;

/** Four numbers from 0 to 255, without leading zeros. */
export const isIpv4 = (text: string): boolean => IPV4.test(text);

/** Eight groups. `::` stands for one or more groups of zeros; the last two may be written as an IPv4 address. */
export function isIpv6(text: string): boolean {
  if (text.length > MAX_IPV6) return false;
  const tail = text.lastIndexOf(":") + 1;
  const isMixed = text.includes(".");
  if (isMixed && !isIpv4(text.slice(tail))) return false;
  const halves = (isMixed ? `${text.slice(0, tail)}0:0` : text).split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (!groups.every((group) => GROUP.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}

/** A name of labels in ASCII, whatever they stand for. */
export const isDomain = (text: string): boolean =>
  text.length <= MAX_HOSTNAME && HOSTNAME.test(text) && !LONG_LABEL.test(text);

/** The same, where labels that begin with `xn--` stand for labels in Unicode. */
export const isHostname = (text: string): boolean =>
  isDomain(text) && (!A_LABEL.test(text) || standForLabels(text.toLowerCase().split(".")));
