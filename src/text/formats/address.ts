/** Addresses: IPv4 and IPv6 as RFC 3986 writes them, their networks, host names of RFC 1123, EUI-48. */
import { type Format, regular } from "./format.ts";
import { standForLabels } from "./idna.ts";
import { encoded } from "./punycode.ts";

/** Longer than any address: `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255` has 45 characters. */
const MAX_IPV6 = 45;
/** The greatest length of a host name, without the dot of the root. */
const MAX_HOSTNAME = 253;
const MAX_LABEL = 63;

const IPV4 = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/u;
/** The same with leading zeros: `Snum` of RFC 5321. */
const DOTTED = /^(?:25[0-5]|2[0-4]\d|[01]?\d{1,2})(?:\.(?:25[0-5]|2[0-4]\d|[01]?\d{1,2})){3}$/u;
const IPV6_TAG = /^IPv6:/iu;
const GROUP = /^[\dA-Fa-f]{1,4}$/u;
/** Labels of letters, digits and hyphens, with no hyphen at either end. */
const HOSTNAME = /^[\dA-Za-z]+(?:-+[\dA-Za-z]+)*(?:\.[\dA-Za-z]+(?:-+[\dA-Za-z]+)*)*$/u;
const LABEL = /^[\dA-Za-z-]+$/u;
const LONG_LABEL = /[^.]{64}/u;
/** The start of a label that stands for one in Unicode. */
const A_LABEL = /(?:^|\.)xn--/iu;
const SEPARATOR = /[.\u3002\uff0e\uff61]/u;
const ASCII = /^[\0-\x7f]*$/u;
/** The length of the prefix of a network, without leading zeros. */
const IPV4_PREFIX = /^(?:\d|[12]\d|3[0-2])$/u;
const IPV6_PREFIX = /^(?:\d|[1-9]\d|1[01]\d|12[0-8])$/u;
const MAC = /^[\dA-Fa-f]{2}(?:(?::[\dA-Fa-f]{2}){5}|(?:-[\dA-Fa-f]{2}){5})$/u;

/** Four numbers from 0 to 255, without leading zeros. */
export const isIpv4 = (text: string): boolean => IPV4.test(text);

/** Eight groups. `::` stands for one or more groups of zeros; the last two may be written as an IPv4 address. */
export const isIpv6 = (text: string): boolean => areGroups(text, isIpv4, 1);

/**
 * What stands between brackets behind the @ of an email address (RFC 5321, 4.1.3): numbers may have leading zeros, and
 * `::` stands for at least two groups.
 */
export const isAddressLiteral = (text: string): boolean =>
  IPV6_TAG.test(text) ? areGroups(text.slice(5), isDotted, 2) : isDotted(text);

const isDotted = (text: string): boolean => DOTTED.test(text);

/** @param least how many groups `::` stands for, at least. */
function areGroups(text: string, isTail: (text: string) => boolean, least: number): boolean {
  if (text.length > MAX_IPV6) return false;
  const tail = text.lastIndexOf(":") + 1;
  const isMixed = text.includes(".");
  if (isMixed && !isTail(text.slice(tail))) return false;
  const halves = (isMixed ? `${text.slice(0, tail)}0:0` : text).split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (!groups.every((group) => GROUP.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length <= 8 - least;
}

/** Labels of letters, digits and hyphens. Accepts long texts too, unlike `isDomain`. */
export const areLabels = (labels: readonly string[]): boolean =>
  labels.every(
    (label) => label.length <= MAX_LABEL && LABEL.test(label) && !label.startsWith("-") && !label.endsWith("-"),
  );

/** A name of ASCII labels, without decoding them. */
export const isDomain = (text: string): boolean =>
  text.length <= MAX_HOSTNAME && HOSTNAME.test(text) && !LONG_LABEL.test(text);

/** As `isHostname`, but also accepts labels in Unicode (RFC 5890) and the dots of RFC 3490. */
function isIdnHostname(text: string): boolean {
  if (text.length > MAX_HOSTNAME) return false;
  const labels = text.split(SEPARATOR).map(aLabelOf);
  return isDomain(labels.join(".")) && standForLabels(labels);
}

/** The label in ASCII: in Punycode, if it is not ASCII. Invalid labels stay invalid. */
const aLabelOf = (label: string): string => (ASCII.test(label) ? label.toLowerCase() : `xn--${encoded(label)}`);

/** As `isDomain`, but also decodes labels that begin with `xn--`. */
const isHostname = (text: string): boolean =>
  isDomain(text) && (!A_LABEL.test(text) || standForLabels(text.toLowerCase().split(".")));

/** An address and the length of a prefix, with a slash in between. */
function isNetwork(text: string, isAddress: (text: string) => boolean, prefix: RegExp): boolean {
  const slash = text.indexOf("/");
  return slash >= 0 && prefix.test(text.slice(slash + 1)) && isAddress(text.slice(0, slash));
}

export const ipv4: Format = /*#__PURE__*/ regular("IPv4 address", IPV4);
export const ipv6: Format = { label: "IPv6 address", test: isIpv6 };
export const hostname: Format = { label: "host name", test: isHostname };
export const idnHostname: Format = { label: "internationalized host name", test: isIdnHostname };
/** CIDR notation of RFC 4632, 3.1. Bits after the prefix may be set, as in the address of an interface. */
export const cidrv4: Format = { label: "IPv4 network", test: (text) => isNetwork(text, isIpv4, IPV4_PREFIX) };
/** RFC 4291, 2.3. */
export const cidrv6: Format = { label: "IPv6 network", test: (text) => isNetwork(text, isIpv6, IPV6_PREFIX) };
/** EUI-48 of IEEE 802: six pairs of digits, with colons or with hyphens. */
export const mac: Format = /*#__PURE__*/ regular("MAC address", MAC);
