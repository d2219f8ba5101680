/** Texts that are of a format, and texts that are nearly so. */
import { isDomain } from "../../src/text/formats/address.ts";
import type { BASIC } from "../../src/text/formats/basic.ts";
import type { EmailMode } from "../../src/text/formats/format.ts";
import { FORMATS, type FormatName } from "../../src/text/formats/index.ts";
import { type Cases, FURTHER_CASES, token } from "./further-cases.ts";

const label = "a".repeat(63);

const beyondAscii = (text: string): boolean => /[^\0-\x7f]/.test(text);
/** A domain in ASCII behind `http://` or `https://`, and a port: what the addon needs no `URL` for. */
function isPlainUrl(text: string): boolean {
  const [, host = "", port = "0"] = /^https?:\/\/([^/?#:]*)(?::(\d{0,5}))?(?:[/?#]|$)/i.exec(text) ?? [];
  return isDomain(host) && !A_LABEL.test(host) && !/(?:^|\.)\d[^.]*$/.test(host) && Number(port) < 65_536;
}
const A_LABEL = /(?:^|\.)xn--/i;

/** By name of format: which texts the addon leaves to TypeScript, as only that can tell. */
const LEFT: { readonly [name in FormatName]?: (text: string) => boolean } = {
  regex: () => true,
  hostname: (text) => isDomain(text) && A_LABEL.test(text),
  "idn-hostname": (text) => beyondAscii(text) || (isDomain(text) && A_LABEL.test(text)),
  url: (text) => !isPlainUrl(text),
  "http-url": (text) => /^https?:\/\/[^/?#]/i.test(text) && !/[\0- \x7f\\]/.test(text) && !isPlainUrl(text),
  jwt: (text) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text) && text.split(".").every((part) => part.length % 4 !== 1),
  emoji: beyondAscii,
};
export const isLeft = (format: FormatName, text: string): boolean => LEFT[format]?.(text) ?? false;

/** A format, and its parameter. */
export type FormatParams = { format: FormatName; mode?: EmailMode; protocols?: string[]; alg?: string };

/** Formats with a parameter. */
export const REFINED: readonly (Cases & { readonly params: FormatParams })[] = [
  {
    params: { format: "email", mode: "rfc" },
    source: "RFC 5321, 4.1.2",
    good: ["ann@example.org", "a@b", '"ann lee"@example.org', "ann@[127.0.0.1]"],
    bad: ["", "ann", ".ann@example.org", "a..b@example.org", "ann@-a.example", "ann@example.org\n"],
  },
  {
    params: { format: "email", mode: "html5" },
    source: "HTML, 4.10.5.1.5: a valid email address",
    good: [
      ...["ann@example.org", "a@b", ".ann@example.org", "ann.@example.org", "a..b@h", "!#$%&'*+/=?^_`{|}~-@a-b.c"],
      ...[`${"a".repeat(300)}@h`, `a@${"a.".repeat(200)}b`, `a@${label}.${label}`, "1@1"],
    ],
    bad: [
      ...[
        "",
        "@",
        "a",
        "a@",
        "@b",
        "a@b@c",
        '"a"@b',
        "a@[127.0.0.1]",
        "a@-b",
        "a@b-",
        "a@b..c",
        "a@.b",
        "a@b.",
        "a b@c",
      ],
      ...["\u00e4@b", "a@\u00e4", "a@b_c", `a@${label}a`, "a@b\n", "a(b)@c", "a,b@c"],
    ],
  },
  {
    params: { format: "email", mode: "with-tld" },
    source: "RFC 5321, 4.1.2; RFC 3696, 2, for top-level domains",
    good: ["ann@example.org", "a@b.co", '"a b"@b.museum', "a@b.xn--p1ai", "a@b.c.DE", "a@1.org"],
    bad: [
      ...[
        "",
        "a@b",
        "a@localhost",
        "a@b.c",
        "a@b.c1",
        "a@b.123",
        "a@[127.0.0.1]",
        "a@[IPv6:::1]",
        ".a@b.org",
        "a@b.org.",
      ],
      ...["a.org@b", '"x.org"@b', "a@b..org", "a@-b.org", "a@b.xn--", "a@b.o-g", "a@b.\u00e4\u00e4", "a@b.org\n"],
    ],
  },
  {
    params: { format: "url", protocols: ["https", "mailto"] },
    source: "the URL Standard of WHATWG",
    good: ["https://example.org", "HTTPS://EXAMPLE.ORG", "mailto:ann@example.org", " https://a", "https:a"],
    bad: ["", "http://example.org", "ftp://a", "https://", "httpss://a", "javascript:alert(1)", "xmailto:a", "mailto"],
  },
  {
    params: { format: "http-url", protocols: ["https"] },
    source: "the URL Standard of WHATWG",
    good: ["https://example.org", "HTTPS://EXAMPLE.ORG", "https://[::1]/"],
    bad: ["", "http://example.org", "https:a", " https://a", "wss://a", "https://"],
  },
  {
    params: { format: "jwt", alg: "ES256" },
    source: "RFC 7519",
    good: [token('{"alg":"ES256"}', "{}")],
    bad: ["", token('{"alg":"HS256"}', "{}"), token('{"alg":"none"}', "{}", ""), token('{"alg":"es256"}', "{}")],
  },
];

/** The parts of durations: units follow each other without a gap. */
const DAYS = ["10D", "10M", "10M10D", "10Y", "10Y10M", "10Y10M10D"];
const TIMES = ["T10S", "T10M", "T10M10S", "T10H", "T10H10M", "T10H10M10S"];

const BASIC_CASES: Readonly<
  Record<keyof typeof BASIC, { readonly good: readonly string[]; readonly bad: readonly string[] }>
> = {
  email: {
    good: [
      ...["ann@example.org", "a@b", "a.b.c@x-y.example", "~ann~@example.org", "!#$%&'*+-/=?^_`{|}~@example.org"],
      ...['"ann lee"@example.org', '"a..b"@example.org', '"a@b"@example.org', '"a\\"b"@example.org', '""@example.org'],
      ...["ann@[1.249.250.99]", "ann@[249.25.199.007]", "ann@[250.255.254.255]"],
      ...["ann@[127.0.0.1]", "ann@[IPv6:::1]", "ann@[ipv6:2001:db8::7]", `${"a".repeat(64)}@example.org`],
      ...[
        "a@[IPv6:::]",
        "a@[IPv6:1:2:3:4:5:6:7:8]",
        "a@[IPv6:1::6:7:8]",
        "a@[IPv6:1:2:3:4:5:6::]",
        "a@[IPv6:::2:3:4:5:6:7]",
      ],
      ...[
        "a@[IPv6:1:2:3:4:5:6:1.2.3.4]",
        "a@[IPv6:::ffff:1.2.3.4]",
        "a@[IPv6:1:2:3:4::1.2.3.4]",
        "a@[IPv6:::1.2.3.004]",
      ],
      ...["a@[127.000.00.001]", "a@[IPv6:FE80::AbCd]"],
      `a@${label}.${label}.${label}.${"b".repeat(60)}`,
    ],
    bad: [
      ...[
        "a@[IPv6:1:2:3:4:5:6:7::]",
        "a@[IPv6:::2:3:4:5:6:7:8]",
        "a@[IPv6:1::3:4:5:6:7:8]",
        "a@[IPv6:1:2:3:4:5::1.2.3.4]",
      ],
      ...[
        "a@[IPv6:1:2:3:4:5:6:7]",
        "a@[IPv6:1:2:3:4:5:6:7:8:9]",
        "a@[IPv6:1::2::3]",
        "a@[IPv6:12345::]",
        "a@[IPv6:::1.2.3]",
      ],
      ...[
        "a@[IPv6:::1.2.3.256]",
        "a@[IPv6:::1.2.3.0004]",
        "a@[127.0.0.0001]",
        "a@[IPv6 ::1]",
        "a@[IPv6:::1 ]",
        "a@[IPv6:fe80::1%1]",
      ],
      ...["a@[]", "a@[IPv6:]", "a@[x:y]", "a@[IPv6:::1]b", "a@[[IPv6:::1]]"],
      ...["", "@", "ann", "2962", "@example.org", "ann@", ".ann@example.org", "ann.@example.org", "a..b@example.org"],
      ...["ann lee@example.org", '"ann"lee@example.org', '"a"b"@example.org', '"a\nb"@example.org', "a@b@c"],
      ...[
        "ann@a_b.example",
        "ann@-a.example",
        "ann@example.org.",
        "ann@[127.0.0.300]",
        "ann@[256.0.0.1]",
        "ann@[a127.0.0.1]",
        "ann@[xIPv6::1]",
        "ann@[127.0.0.1a]",
        "ann@[127.0.0.1a",
        "ann@[1.24a.0.1]",
        "ann@[::1]",
        "ann@[IPv6:1]",
      ],
      ...["ann@[127.0.0.1", "ann@127.0.0.1]", "Ann <ann@example.org>", "a@b.org, c@d.org", "\u00e4nn@example.org"],
      ...[
        "ann@ex\u00e4mple.org",
        "ann@example.org\n",
        " ann@example.org",
        "\u00e4@example.org",
        "(@example.org",
        "a@(.org",
        "a@b.(",
        "a.(@example.org",
        "a.\u00e4@example.org",
        `${"a".repeat(65)}@example.org`,
      ],
      `a@${label}.${label}.${label}.${"b".repeat(61)}`,
    ],
  },
  uuid: {
    good: [
      ...["2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
      ...["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
      ...["019713e5-0d0a-7c50-8f3f-0d6a5b1f4e11", "2eb8aa08-aa98-11ea-f4aa-73b441d16380"],
    ],
    bad: [
      ...[
        "",
        "2eb8aa08aa9811eab4aa73b441d16380",
        "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
        "2eb8aa08-aa98-11ea-b4aa-73b441d163800",
      ],
      ...["urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380", "a2eb8aa08-aa98-11ea-b4aa-73b441d16380"],
      ...["2eb8aa08-aa98-11ea-b4ga-73b441d16380", "{2eb8aa08-aa98-11ea-b4aa-73b441d16380}"],
      ...["2eb8aa0-8aa98-11ea-b4aa-73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d16380\n"],
      ...["\u09e8eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d16380-"],
    ],
  },
  ipv4: {
    good: ["0.0.0.0", "255.255.255.255", "192.168.0.1", "10.20.30.40", "200.99.100.249"],
    bad: [
      ...["", "1", "127.1", "127.0.1", "1.2.3.4.5", "256.1.1.1", "1.2.3.256", "01.2.3.4", "1.2.3.00", "0x7f.0.0.1"],
      ...["1.2.3.", ".1.2.3", "1..2.3", "1.2.3.4/24", "1.2.3.4:80", "1.2.3.4 ", " 1.2.3.4", "1.2.3.4\n", "+1.2.3.4"],
      ...["1.2.3.a", "1e2.0.0.1", "\u0661.2.3.4", "\uff11.2.3.4", "::ffff:1.2.3.4", "1.2.3.4\0"],
    ],
  },
  ipv6: {
    good: [
      ...["::", "::1", "1::", "1:2:3:4:5:6:7:8", "1::8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "FE80::abCD"],
      ...["::ffff:192.168.0.1", "1:2::1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255"],
    ],
    bad: [
      ...["", ":", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "::12345", "1::2::3", ":::", "1:::2", ":1::2"],
      ...["1:2:3:4:5:6:7:", ":2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8", "::g", "::1 ", " ::1", "[::1]", "fe80::1%eth0"],
      ...[
        "::1/64",
        "127.0.0.1",
        "1:2:3:4:5:6:7:1.2.3.4",
        "::1.2.3",
        "::1.2.3.04",
        "::1.2.3.256",
        "1.2.3.4::",
        "::\u0661",
      ],
      ...["1.2.3.4:1:2:3:4:5:6", "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.2555"],
    ],
  },
  hostname: {
    good: [
      ...["localhost", "example.org", "WWW.Example.ORG", "1host", "a--b.example", "host-1", "127.0.0.1", "a"],
      ...["xn--9n2bp8q.xn--9t4b11yi5a", "XN--9N2BP8Q.org", "www.xn--bcher-kva.example", "xn--fiqs8s", "xn--strae-oqa"],
      ...["xn--mgba3gch31f060k", "xn--4dbc5h.a1", "xn--xkrr14bows.xn--fiqs8s", "axn--x", "a-xn--x.org", "ab--xn"],
      ...[`${label}.org`, `${label}.${label}.${label}.${"b".repeat(61)}`],
    ],
    bad: [
      ...["", ".", ".example", "example.", "a..b", "-a", "a-", "a.-b", "a-.b", "a_b", "a b", "ex\u00e4mple.org"],
      ...["xn--", "xn--x", "xn--a", "xn--99999999", "xn--bcher-kva-.org", "www.Xn--a-ecp.ru", "xn--\u00fc", "xn--1ch"],
      ...["xn--4dbc5h.0a", "xn--a-0hc", `xn--${"9".repeat(59)}`, `xn--${"a".repeat(59)}`, `xn--${"a".repeat(60)}`],
      ...["xn--a-xn--", "a.xn--zzzzzzzzzz-zz.b", "xn--n28h", "xn--bcher-KvA.xn--x", "xn---9uc", "xn----eha"],
      ...["example\uff0eorg", "\u212aelvin.org", "example.org\n", `${label}a.org`, `a.${label}a`],
      `${label}.${label}.${label}.${"b".repeat(62)}`,
    ],
  },
  uri: {
    good: [
      ...["http://example.org/?a=b#c", "mailto:ann@example.org", "urn:isbn:0451450523", "tel:+1-816-555-1212", "a:"],
      ...["file:///etc/hosts", "http://", "http://u:p@h:80/", "http://h:/", "http://[2001:db8::7]/c=GB?x?y", "a:/b//c"],
      ...["http://[v1.a:b]/", "http://[::ffff:1.2.3.4]:80", "http://%40:%2f@h", "http://999.999.999.999/", "a+b-c.1:d"],
      ...[
        "http://-.~_!$&'()*+,;=:%40:80%2f::@example.org",
        "http://h/a_(b)_c?d/e?f#g/h?i",
        "x:a:b:c",
        "a:/b//c@d@e",
        "http://[v1F.a]/",
      ],
    ],
    bad: [
      ...["", "abc", "/abc", "//h/p", "?q", "#f", ":", "://h", "1a:b", "a_b:c", "http://h/a b", "http://h/\u00e9"],
      ...["http://h/%", "http://h/%a", "http://h/%6g", "http://h/<>", "http://h/{}", "http://h/^", "http://h/|"],
      ...['http://h/"', "http://h/`", "http://h/\\", "http:/[::1]", "http://h?[", "http://h#]", "http://h#a#b"],
      ...["http://[xv1.a]", "http://[v1.a", "http://[v1.a%41]/"],
      ...["http://h:port/", "http://a@b@c/", "http://[@h/", "http://[::1/", "http://::1]/", "http://[::1]x/"],
      ...[
        "http://[1.2.3.4]/",
        "http://[::ffff:01.2.3.4]/",
        "http://[v1.]/",
        "http://[vg.a]/",
        "http://a[::1]/",
        "a:\n",
      ],
    ],
  },
  "uri-reference": {
    good: ["", "abc", "/abc", "//", "//h/p?q#f", "?q", "#f", "./a:b", "a/b:c", "../..", "http://example.org", "?a:b"],
    bad: ["1:b", "a,b:c", ":a", "\\\\h\\p", "#a\\b", "/%zz", '/"', "/[::1]", "//h:p/", "//a@b@c/", "/\u00e9", "//[1]"],
  },
  date: {
    good: [
      ...[
        "2020-02-29",
        "2000-02-29",
        "0000-02-29",
        "0400-02-29",
        "2021-01-31",
        "2021-04-30",
        "9999-12-31",
        "0001-01-01",
      ],
    ],
    bad: [
      ...["", "2021-02-29", "1900-02-29", "2020-02-30", "2021-04-31", "2021-06-31", "2021-09-31", "2021-11-31"],
      ...["2021-01-32", "2021-00-01", "2021-13-01", "2021-01-00", "21-01-01", "12021-01-01", "+2021-01-01"],
      ...["2021-1-1", "20210101", "2021-001", "2021-W01-1", "2021/01/01", "2021-01-01Z", "2021-01-01 ", " 2021-01-01"],
      ...[
        "2020012021-01-01",
        "2021-01-01\n",
        "2021-01-01T00:00:00Z",
        "2021-01-0\u0661",
        "\u09e8021-01-01",
        "2021\u201301\u201301",
      ],
    ],
  },
  time: {
    good: [
      ...["00:00:00Z", "23:59:59z", "08:30:06.283185Z", "08:30:06+00:20", "08:30:06-08:00", "12:34:56-00:00"],
      ...["23:59:60Z", "23:59:60.5+00:00", "01:29:60+01:30", "23:29:60+23:30", "15:59:60-08:00", "00:29:60-23:30"],
      ...["00:00:60+00:01", "23:58:60-00:01"],
    ],
    bad: [
      ...["", "24:00:00Z", "00:60:00Z", "00:00:61Z", "00:00:00", "00:00:00.5", "00:00Z", "8:30:06Z", "08:30:06.Z"],
      ...["08:30:06,5Z", "08:30:06 PST", "08:30:06+24:00", "08:30:06+00:60", "08:30:06+01", "08:30:06+0100"],
      ...["08:30:06Z+00:30", "08:30:06Z\n", "0\u0661:00:00Z", "2021-01-01T00:00:00Z", "22:59:60Z", "23:58:60Z"],
      ...["00:08:30:06Z", "23:59:60+01:00", "23:59:60-01:00", "23:59:60+00:30", "00:00:60+00:02"],
    ],
  },
  "date-time": {
    good: [
      ...[
        "2020-02-29T12:00:00Z",
        "1963-06-19t08:30:06.283185z",
        "1937-01-01T12:00:27.87+00:20",
        "0000-01-01T00:00:00Z",
      ],
      ...["1998-12-31T23:59:60Z", "1998-12-31T15:59:60.123-08:00", "1999-01-01T00:59:60+01:00", "2015-06-30T23:59:60Z"],
    ],
    bad: [
      ...["", "2020-02-30T12:00:00Z", "2020-02-29T24:00:00Z", "2020-02-29T12:00:00", "2020-02-29 12:00:00Z"],
      ...["2020-02-29T12:00:00+01", "2020-02-29T12:00:00+01:00Z", "2020-02-29", "12:00:00Z", "2020-02-29TT12:00:00Z"],
      ...["+12020-02-29T12:00:00Z", "2020-2-29T12:00:00Z", "2020-02-29T12:00:00Z\n", "2020-060T12:00:00Z"],
      ...["1998-12-30T23:59:60Z", "1998-12-31T22:59:60Z", "1998-12-31T00:59:60+01:00", "1999-01-02T00:59:60+01:00"],
      ...["1999-01-01T15:59:60-08:00", "1998-12-31T23:59:61Z", "1998-01-31T23:59:60Z", "1998-03-31T23:59:60Z"],
      ...["1998-06-01T00:59:60+01:00", "1998-07-31T23:59:60Z", "1998-11-30T15:59:60-08:00"],
    ],
  },
  duration: {
    good: [
      ...[
        "P1Y2M3DT4H5M6S",
        "P10W",
        "P1Y",
        "P1M",
        "P1D",
        "P2W",
        "PT1H",
        "PT1M",
        "PT1S",
        "PT0S",
        "P1Y2M",
        "P1M2D",
        "PT1H2M",
      ],
      ...["PT1M2S", "P1DT12H", "P1YT1S", "P01D", `P${"9".repeat(100)}D`],
      ...[...DAYS, ...TIMES, ...DAYS.flatMap((days) => TIMES.map((time) => days + time))].map((rest) => `P${rest}`),
    ],
    bad: [
      ...["", "P", "PT", "P1", "1D", "P1DT", "P1Y2D", "PT1H2S", "P2D1Y", "P1S", "PT1D", "P1W1D", "P1Y2W", "P1WT1H"],
      ...["PT0.5S", "PT0,5S", "P-1D", "-P1D", "+P1D", "p1d", "P1D ", " P1D", "P1D\n", "P1e2D", "P\u0661D", "P1H", "PD"],
    ],
  },
  "json-pointer": {
    good: ["", "/", "//", "/a/b~0/c~1/%d", "/~01", "/a\\b", '/"', "/ ", "/\n\0", "/\u{1f60e}", "/foo/-"],
    bad: ["a", "#", "#/", "0", "a/b", "/~", "/~2", "/a~", "/~~0", "/~0~", " /"],
  },
  base64: {
    good: ["", "AA==", "AAA=", "AAAA", "+/09azAZ", "aGk="],
    bad: [
      "A",
      "AA",
      "AAA",
      "A===",
      "====",
      "AA=A",
      "=AAA",
      "AA==AAAA",
      "-_-_",
      "AAAA\n",
      "AA AA",
      "\u00e9AAA",
      "AAA\u212a",
    ],
  },
  base64url: {
    good: ["", "AA", "AAA", "AAAA", "-_09azAZ", "aGk"],
    bad: ["A", "AAAAA", "AA==", "AAA=", "+/+/", "AA A", "AAA\n", "AAA\u017f"],
  },
  hex: {
    good: ["", "00", "deadBEEF", "0123456789abcdefABCDEF"],
    bad: ["0", "000", "0g", "0x00", "00 00", "00\n\n", "\u0661\u0661"],
  },
  ulid: {
    good: ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01arz3ndektsv4rrffq69g5fav", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "0".repeat(26)],
    bad: [
      ...["", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAVA"],
      ...["01ARZ3NDEKTSV4RRFFQ69G5FAI", "01ARZ3NDEKTSV4RRFFQ69G5FAl", "01ARZ3NDEKTSV4RRFFQ69G5FAO"],
      ...["01ARZ3NDEKTSV4RRFFQ69G5FAU", "01ARZ3NDEKTSV4RRFFQ69G5FAV\n", "01ARZ3NDEKTSV4RRFFQ69G5FA-"],
    ],
  },
  semver: {
    good: [
      ...[
        "0.0.0",
        "1.2.3",
        "10.20.30",
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-0.3.7",
        "1.0.0--",
        "1.0.0-0a.01b",
        "1.0.0-rc1",
      ],
      ...["1.0.0+001", "1.0.0-x.7.z.92+exp.sha.5114f85", "1.0.0+-", "1.0.0-a+b-c.0", `${"9".repeat(99)}.0.0`],
    ],
    bad: [
      ...[
        "",
        "1",
        "1.2",
        "1.2.3.4",
        "v1.2.3",
        "01.2.3",
        "1.02.3",
        "1.2.03",
        "1.2.3-",
        "1.2.3+",
        "1.2.3-01",
        "1.2.3-a..b",
      ],
      ...[
        "1.2.3-.a",
        "1.2.3-a.",
        "1.2.3-a.01.b",
        "1.2.3+a..b",
        "1.2.3+a+b",
        "1.2.3-\u00e9",
        "1.2.3 ",
        "1.2.3\n",
        "-1.2.3",
      ],
    ],
  },
  regex: {
    good: [
      "",
      "^a+$",
      "([abc])+\\s+$",
      "(?<n>a)\\k<n>",
      "(?<=a+)b",
      "[]",
      "[^]",
      "\\cA",
      "\\p{L}",
      "\\u{1f60e}",
      "(a+)+$",
    ],
    bad: [
      "(",
      "^(abc]",
      "[",
      "a**",
      "\\a",
      "\\p{Nope}",
      "(?P<n>a)",
      "(?#c)a",
      "(?i)a",
      "{",
      "a{2,1}",
      "\\1(?<n>\\k<m>)",
    ],
  },
};

export const CASES: Readonly<Record<FormatName, Pick<Cases, "good" | "bad">>> = { ...BASIC_CASES, ...FURTHER_CASES };

/** The test of each format. */
export const TESTS = Object.fromEntries(
  Object.entries(FORMATS).map(([name, { test }]) => [name, test]),
) as unknown as Readonly<Record<FormatName, (text: string) => boolean>>;
