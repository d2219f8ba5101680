/** Host names whose labels stand for labels in Unicode. */
import { domainToASCII, domainToUnicode } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decoded, encoded } from "../../src/text/formats/punycode.ts";
import { sweep } from "../support/sweep.ts";
import { TESTS as FORMATS } from "./cases.ts";

const ascii = (name: string): string =>
  name
    .split(".")
    .map((label) => (/^[\0-\x7f]*$/.test(label) ? label : `xn--${encoded(label)}`))
    .join(".");
const isHostname = (name: string): boolean => FORMATS.hostname(ascii(name));

/** Letters, marks and digits that every version of Unicode in use has had for long. */
const LETTERS = [
  ..."abklyz059-\u00e0\u00df\u00f8\u0131\u0142\u03b1\u03c2\u03c9\u0434\u0451\u0561\u10d3",
  ..."\u05d0\u05e9\u05b8\u0627\u0628\u0631\u064a\u064e\u06cc\u0660\u0665\u06f0\u0710\u0712\u07ca\u07c1",
  ..."\u0915\u0937\u093f\u094d\u0ba4\u0bcd\u0e01\u0e34\u0f40\u1780\u17d2\u1820\u1823\u3042\u30ab\u4e00\u56fd\u{20000}\uac00",
  ..."\u0301\u0323\u00b7\u0375\u05f3\u05f4\u30fb\u200c\u200d",
];
const names = fc
  .array(fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 2 })
  .map((labels) => labels.join(".").normalize("NFC"));

describe("Punycode", () => {
  test.each([
    [
      "\u0644\u064a\u0647\u0645\u0627\u0628\u062a\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628\u064a\u061f",
      "egbpdaj6bu4bxfgehfvwxn",
    ],
    ["\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587", "ihqwcrb4cv8a8dqg056pqjye"],
    ["pro\u010dprost\u011bnemluv\u00ed\u010desky", "proprostnemluvesky-uyb24dma41a"],
    [
      "\u05dc\u05de\u05d4\u05d4\u05dd\u05e4\u05e9\u05d5\u05d8\u05dc\u05d0\u05de\u05d3\u05d1\u05e8\u05d9\u05dd\u05e2\u05d1\u05e8\u05d9\u05ea",
      "4dbcagdahymbxekheh6e0a7fei0b",
    ],
    ["3\u5e74b\u7d44\u91d1\u516b\u5148\u751f", "3b-ww4c5e180e575a65lsy2b"],
    ["\u5b89\u5ba4\u5948\u7f8e\u6075-with-super-monkeys", "-with-super-monkeys-pc58ag80a8qai00g7n9n"],
    ["\u305d\u306e\u30b9\u30d4\u30fc\u30c9\u3067", "d9juau41awczczp"],
    ["-> $1.00 <-", "-> $1.00 <--"],
  ])("of RFC 3492, 7.1: %j", (text, code) => {
    expect(encoded(text)).toBe(code);
    if (!code.endsWith("-")) expect(decoded(code)).toBe(text);
  });

  test("is read as it is written", () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...LETTERS), fc.string({ unit: "binary", minLength: 1, maxLength: 1 })),
    });
    fc.assert(
      fc.property(text, (given) => {
        const code = encoded(given);
        if (/^(?:[\da-z-]*[\da-z])?$/.test(code)) expect(decoded(code)).toBe(given);
      }),
    );
  });

  test("divides the distance of characters once more where it is greater than 455", () => {
    // Of the first of these it is 455, as Python has it too.
    expect([encoded("abc\ufa00\ufa10"), decoded("abc-0t2soc")]).toEqual(["abc-0t2soc", "abc\ufa00\ufa10"]);
  });

  test.each(["\ud7ff", "\ue000", "\u{10ffff}"])("is read up to the last character: %j", (character) => {
    expect([decoded(encoded(character)), decoded(encoded(`a${character}`))]).toEqual([character, `a${character}`]);
  });

  test.each(["\ud800", "\udbff", "\udc00", "\udfff"])("is not read as half of a pair: %j", (half) => {
    expect([decoded(encoded(half)), decoded(encoded(`a${half}`))]).toEqual([undefined, undefined]);
  });

  test("is read only as it would be written", () => {
    let count = 0;
    const digits = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789-aaaabb");
    fc.assert(
      fc.property(fc.string({ unit: digits, maxLength: 58 }), fc.constantFrom(..."abcgk1"), (start, end) => {
        const text = decoded(start + end);
        if (text !== undefined) expect(encoded(text)).toBe(start + end);
        if (text !== undefined) count++;
      }),
      { numRuns: 2000 },
    );
    expect(count).toBeGreaterThan(200);
  });

  test.each([
    ["a number that does not end", ["9", "99999", "abcz", "9".repeat(59)]],
    ["more than Unicode has", ["zzzzzzzzzzzz1", "fc2aaaa1", "0ug9999a"]],
    ["half of a pair", [encoded("\ud800"), encoded("a\udfff"), encoded("\udc00\ud800")]],
    ["a hyphen behind nothing", ["-a", "-9uc"]],
  ])("has no %s", (_, codes) => {
    for (const code of codes) {
      const text = decoded(code);
      expect(text === undefined || (encoded(text) === code && !code.startsWith("-")), code).toBe(true);
    }
    expect(codes.some((code) => decoded(code) === undefined)).toBe(true);
  });
});

describe.each([
  [
    "letters, marks and digits",
    [
      "b\u00fccher",
      "\u0436\u0451",
      "\u0e44\u0e17\u0e22",
      "\u4e00\u{20000}",
      "a\u0323\u0300\u00e0".normalize("NFC"),
      "\u13a0",
    ],
  ],
  ["the exceptions", ["\u00df", "\u03b1\u03c2", "\u06fd\u06fe", "\u0f40\u0f0b", "\u3007"]],
  ["a middle dot between two l", ["l\u00b7l", "col\u00b7lecci\u00f3", "l\u00b7l\u00b7l"]],
  ["a keraia in front of Greek", ["\u0375\u03b2"]],
  ["geresh and gershayim behind Hebrew", ["\u05d0\u05f3\u05f4"]],
  ["a middle dot among kana or Han", ["\u30fb\u3042", "a\u30fb\u30ab", "\u4e00\u30fb"]],
  [
    "digits of one kind",
    ["\u0628\u0660\u0665", "\u0628\u0660\u0665\u0666", "\u0628\u06f0\u06f1\u06f2", "\u06cc\u06f0\u06f9"],
  ],
  ["joiners behind a virama", ["\u0915\u094d\u200d\u0937", "\u0915\u094d\u200c\u0937", "\u0915\u094d\u200d"]],
  [
    "a non-joiner between letters that join",
    [
      "\u0628\u200c\u0628",
      "\u0628\u064e\u200c\u064e\u0627",
      "\u0712\u200c\u0710",
      "\u1820\u200c\u1823",
      "\ua872\u200c\ua840",
    ],
  ],
  [
    "scripts from right to left, each label in one direction",
    [
      "\u05d0",
      "\u05d01",
      "\u05d0-1\u05d1",
      "\u05d0.a-1",
      "ab.\u05d0",
      "\u06cc\u06f0.b\u06f0.a",
      "\u05d0\u05b8",
      "\u05d0\u0301",
    ],
  ],
])("a label may have %s", (_, good) => {
  test.each(good)("%j", (name) => {
    expect(isHostname(name)).toBe(true);
    expect(domainToASCII(name)).toBe(ascii(name));
    expect(domainToUnicode(ascii(name))).toBe(name);
  });
});

describe.each([
  [
    "other characters",
    [
      "\u{1f4a9}",
      "\u2665",
      "a\u3002b",
      "\u00a0a",
      "\u0378",
      "\ue000",
      "\u{10ffff}",
      "\u20ac",
      "a\u20dd",
      "\u1112",
      "\ua960",
      "a\u20d0",
      "\u4e00\u{1d165}",
      "\u{1d165}\u4e00",
      "a\u0640\u0628",
    ],
  ],
  [
    "letters that are written otherwise in the end",
    ["\u00dc", "\u0410", "\uff41", "\ufb01", "\u1e9e", "\u017f", "\u1f80", "\uab70", "a\u00ad\u00fc", "\ufe00\u4e00"],
  ],
  ["letters that are not composed", ["u\u0308", "\u0915\u093c\u0958", "a\u0300\u0323"]],
  ["a mark in front", ["\u0301\u00fc", "\u0903\u0915", "\u0488\u0436"]],
  [
    "hyphens at its ends, or in the third and fourth place",
    ["-\u00fc", "\u00fc-", "ab--\u00fc", "\u{20000}\u4e00--\u4e00"],
  ],
  ["a middle dot elsewhere", ["l\u00b7", "\u00b7l", "a\u00b7l", "l\u00b7a", "\u00b7"]],
  ["a keraia elsewhere", ["\u0375", "\u0375s", "\u03b1\u0375"]],
  ["geresh and gershayim elsewhere", ["\u05f3\u05d0", "\u05f4", "a\u05f3"]],
  ["a middle dot of Katakana elsewhere", ["\u30fb", "a\u30fba", "\uac00\u30fb"]],
  ["Arabic digits of two kinds", ["\u0628\u0660\u06f0", "\u06cc\u06f1\u0661"]],
  [
    "joiners elsewhere",
    [
      "\u200d\u0915",
      "\u0915\u200d\u0937",
      "a\u200cb",
      "\u200c",
      "\u05e9\u05b0\u200d",
      "\u304b\u3099\u200d".normalize("NFC"),
      "\u0628\u200d\u0628",
      "\u0915\u093c\u200d",
      "\u3042\u3099\u200d",
      "\u00e9\u200d",
    ],
  ],
  [
    "a non-joiner behind letters that do not join",
    [
      "\u0627\u200c\u0628",
      "\u0621\u200c\u0628",
      "\u0628\u200c\u0621",
      "\u0628\u200ca",
      "\u0628\u200c",
      "\u0710\u200c\u0712",
      "\u06f0\u200c\u06f0",
      "\ua840\u200c\ua872",
      "\u0915\u094d\u200c\u0937x\u200cy",
    ],
  ],
  [
    "two directions",
    [
      "a\u05d0",
      "\u05d0a",
      "0\u05d0",
      "\u05d00\u0660",
      "\u0660",
      "0a.\u05d0",
      "\u05d0.1",
      "\u05d0\u0cbf",
      "\u05d0\u02b9",
      "-a.\u05d0",
      "\u05d0.\u00b7",
    ],
  ],
])("a label has no %s", (_, bad) => {
  test.each(bad)("%j", (name) => {
    expect(isHostname(name)).toBe(false);
  });
});

test("a label stands for one that is not ASCII, and is written in one way, but for the case of letters", () => {
  const labels = ["xn--a-", "xn--", "xn---9uc", "xn--x", "xn--example-", "xn--example"];
  expect(labels.filter((label) => FORMATS.hostname(label))).toEqual([]);
  expect([FORMATS.hostname("XN--BCHER-KVA"), FORMATS.hostname("xn--Bcher-Kva")]).toEqual([true, true]);
});

test("the domain of an email address, and the host of a URI, may be any", () => {
  for (const label of ["xn--x", "xn--n28h", "xn--9n2bp8q"]) {
    expect([FORMATS.email(`ann@${label}`), FORMATS.uri(`http://${label}/`)]).toEqual([true, true]);
  }
});

/** Names that are not in ASCII alone, nor end in a number, as that would be an IPv4 address to URLs. */
const isTold = (name: string): boolean => /[^\0-\x7f]/.test(name) && !/(?:^|\.)\d+$/.test(name);

test("what is taken is a name to URLs too, and stands for the same there", () => {
  let count = 0;
  fc.assert(
    fc.property(names.filter(isTold), (name) => {
      if (!isHostname(name)) return;
      count++;
      expect(domainToASCII(name)).toBe(ascii(name));
      expect(domainToUnicode(ascii(name))).toBe(name);
    }),
    { numRuns: sweep(2000, 10_000) },
  );
  expect(count).toBeGreaterThan(sweep(200, 1000));
});

test("names that URLs have are taken, but for the rules that URLs do not have", () => {
  // Those of single characters and of hyphens; and joiners and directions, of which Node validates less.
  const ruled = /[\u00b7\u0375\u30fb\u0590-\u08ff\p{Join_Control}]|(?:^|\.)-|(?:^|\.)..--|-(?:$|\.)/u;
  let count = 0;
  fc.assert(
    fc.property(
      names.filter((name) => isTold(name) && !ruled.test(name)),
      (name) => {
        if (domainToASCII(name) !== ascii(name)) return;
        count++;
        expect(isHostname(name)).toBe(true);
      },
    ),
    { numRuns: sweep(2000, 10_000) },
  );
  expect(count).toBeGreaterThan(sweep(200, 1000));
});
