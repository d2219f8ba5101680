/** What random validators and texts are made of. */
import type { FormatName } from "../../src/text/formats/index.ts";
import { CASES, type FormatParams, REFINED } from "../formats/cases.ts";
import type { Json } from "./recipe.ts";

function words(text: string): string[] {
  return text.split(" ");
}

/** Keys that are ordinary, and keys that something might take for more than a key. */
export const KEYS: readonly string[] = [
  "a",
  "b",
  "id",
  "name",
  "value",
  "items",
  "next",
  "a rather long key, longer than any register",
  "sixteen bytes!!!",
  "",
  "0",
  "7",
  "10",
  "01",
  "-1",
  "1.5",
  "4294967294",
  "4294967295",
  "a.b",
  "é",
  "ключ",
  "😀",
  "line\nbreak",
  'quo"te',
  "back\\slash",
  "\u0000",
  "\ud800",
  "__proto__",
  "constructor",
  "toString",
  "length",
  "then",
  "__class__",
  "__value__",
];

export const ORDINARY: readonly string[] = KEYS.slice(0, 9);

/** Patterns of keys. */
export const KEY_PATTERNS: readonly string[] = [
  ...["", "[a-z]+$", "[^]*?e", "(a|b)$", "\\d", "\\P{L}", "i(?!t)", "[^]*?\\n", "v|__"],
];

/** Texts for options and constants. */
export const TEXTS: readonly string[] = [
  ...["", ...words("a b red green yes no 5"), "é", "日本", "😀", "\ud83d", "a\nb", "true", "null"],
];

/** Numbers at the edges of every type they might be kept in. */
export const INTEGERS: readonly number[] = [
  ...[0, 1, 2, 5, 7, 10, 42, 100, 255, 1000, 65_536],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53],
].flatMap((value) => (value === 0 ? [0] : [value, -value]));

/** Integers that no number is, and some that one is. */
export const BIG_INTEGERS: readonly string[] = words(
  "0 -7 9007199254740991 9007199254740992 9007199254740993 -9007199254740993 9223372036854775807 18446744073709551616 " +
    "123456789012345678901234567890 -123456789012345678901234567891",
);

/** Patterns with texts that match them, and some that do not. */
export const PATTERNS: readonly { readonly pattern: Json; readonly texts: readonly string[] }[] = [
  { pattern: "^\\w+$", texts: ["abc", "a_1", "", "é", "a b"] },
  { pattern: "[a-z]+", texts: ["abc", "abc1", "1abc", "ABC"] },
  { pattern: "\\d{4}-\\d\\d", texts: ["2020-01", "2020-01-02", "x2020-01", "٢٠٢٠-٠١"] },
  { pattern: "", texts: ["", "anything"] },
  { pattern: ".", texts: ["😀", "\n", "\u2028", "\ud800"] },
  { pattern: "^.{2}$", texts: ["ab", "😀😀", "😀", "ab\n"] },
  { pattern: "(a|b)*c", texts: ["ababc", "abab", "c"] },
  { pattern: "\\p{L}+", texts: ["ключ", "日本", "1", "a\u{10ffff}", "\u{30000}"] },
  { pattern: "^[\\p{Lu}\\P{Script=Latin}]+$", texts: ["Ж", "éÉ", "É", "\u{e0041}", "A😀"] },
  { pattern: { source: "\\p{Lu}", flags: "i" }, texts: ["a", "A", "1"] },
  { pattern: { source: "^yes$", flags: "i" }, texts: ["YES", "yes", "Yes!", "yeſ"] },
  // Without the flag u, as a RegExp may be.
  { pattern: { source: "^.\\-.$", flags: "", unicode: false }, texts: ["a-b", "😀-b", "é-\n", "a-"] },
  { pattern: { source: "^\\w{2}\\_$", flags: "i", unicode: false }, texts: ["ab_", "ſK_", "\u212aa_", "ab"] },
  { pattern: { source: "a.c", flags: "s" }, texts: ["a\nc", "abc", "ac"] },
  // RegExp would try them for ever.
  { pattern: "(?:a+)+$", texts: ["aaa", `${"a".repeat(60)}!`, "é"] },
  { pattern: "^(?:\\w+\\s?)*$", texts: ["ab cd", `${"ab ".repeat(30)}-`, ""] },
  { pattern: { source: "^(a|A|b?)*c$", flags: "i" }, texts: ["aABc", "aB".repeat(30), "c"] },
];

/** Patterns that match one text in many ways, with texts that match and texts that nearly do. */
export const BAD_PATTERNS: readonly { readonly pattern: string; readonly texts: readonly string[] }[] = [
  ["(?:a+)+$", "a"],
  ["(a|a)*b", "a"],
  ["^(a*)*c", "a"],
  ["(?:a|ab|b)*c$", "ab"],
  ["^(\\d+)+-", "1"],
  ["^(?:a+\\s?)*$", "a "],
  ["(a?){12}a{12}$", "a"],
  ["(?:a{1,3}){2,}b", "a"],
  ["(\\w+\\s?)*$", "ab "],
  ["(.*)*x$", "ab"],
  ["^([a-z]+)*\\d$", "z"],
].map(([pattern, repeated]) => ({
  pattern: pattern as string,
  texts: [1, 2, 5, 200].flatMap((times) =>
    ["", "!", "b", "c", "x", "-", "7"].map((end) => (repeated as string).repeat(times) + end),
  ),
}));

/** Formats with texts in them. */
export const DATES: readonly { readonly format: string; readonly texts: readonly string[] }[] = [
  { format: "%Y-%m-%d", texts: ["2020-02-29", "2021-02-29", "1999-12-31", "2020-2-3", "0001-01-01"] },
  { format: "%d/%m/%Y %H:%M", texts: ["03/02/2020 23:59", "31/04/2020 00:00", "1/1/2000 1:1"] },
  { format: "%Y-%m-%dT%H:%M:%S%z", texts: ["2020-02-29T12:30:00+0200", "2020-02-29T12:30:00Z", "2020-02-29T12:30:00"] },
  { format: "%H:%M:%S", texts: ["12:30:59", "24:00:00", "7:7:7"] },
  {
    format: "iso",
    texts: [
      ...["2020-02-29", "2005-06-06", "2005-06-07", "0001-01-01", "9999-12-31", "2021-02-29"],
      ...["12:30", "08:29:59.999999999", "08:30", "08:30:00.000000001", "23:59:60.5", "22:59:60"],
      ...["2020-02-29T12:30", "2005-06-07T08:30", "2005-06-07t08:29:59.9", "2020-02-29T23:59:60"],
      ...["2020-02-29T12:30:00Z", "2005-06-07T10:30+02:00", "0001-01-01T00:00+23:59", "9999-12-31T23:59:59-23:59"],
    ],
  },
  {
    format: "rfc3339",
    texts: [
      ...["2020-02-29T12:30:00.5+05:30", "2016-12-31T23:59:60Z", "2021-02-29T00:00:00Z", "2020-02-29", "2005-06-07"],
      ...["2005-06-07T08:30:00Z", "2005-06-07t10:29:59.999999999999+02:00", "2005-06-06T23:29:60.5-09:00"],
      ...["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999-23:59", "2005-06-07T08:30:00-00:00"],
    ],
  },
];

/** Numbers as JSON has them, of every form. */
export const NUMBERS: readonly string[] = words(
  "0 -0 -0.0 0e5 0.1 1.5 -2.25 1E5 1e+5 1e-5 10.0 50e-1 1e2 5e-324 1e-400 2.47e-324 1e308 1.7976931348623157e308 " +
    "1.7976931348623159e308 1e400 -1e400 1e999999999999 0e99999999999 1e-9999999999 9007199254740993 " +
    "9223372036854775807 9223372036854775808 -9223372036854775809 18446744073709551615 18446744073709551616 " +
    "99999999999999999999 100000000000000000000 123456789012345678901234567890 " +
    "3.141592653589793238462643383279502884197 0.3000000000000000444089209850062616169452667236328125 " +
    "9007199254740992.5 -9007199254740993 9007199254740993.0 900719925474099.3e1 1e20 2147483649 -2147483646 -2147483647 2147483647.0 4294967295 " +
    "1.0000000000000002 8.5e-7 123456e-3",
);

/** Numbers that take long to read: many digits near what a double can tell apart, and far from it. */
export const LONG_NUMBERS: readonly string[] = words(
  "11111111111111111111e280 11111111111111111111e-320 11111111111111111111e-300 12345678901234567890123e-323 " +
    "0.00000000000000000000123456789012345678901 0.000345678901234567 9999999999999999999999999e-310 " +
    "0.0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000012345678901234567 " +
    "17976931348623157081452742373170435679807056752584499659891747680315726078002853876058955863276687817154045895351e194 " +
    "2.22507385850720113605740979670913197593481954635164564802342610972482222202107694551652952390813508e-308 " +
    "9007199254740993.00000000000000000000000000000000000000000000001 1000000000000000000000000000000e-30 " +
    "123456789012345678901234567890.123456789012345678901234567890",
);

/** Almost JSON. */
export const BROKEN: readonly string[] = [
  ...words("01 +1 .5 5. 1e 1e+ - --1 0x1 1_0 NaN Infinity tru True nulll undefined"),
  ...["'a'", '"', '"\\x"', '"\\u12g4"', '"\\u123"', '"\n"', '"\t"', '"\u0000"'],
  ...[
    "[1,]",
    "[,1]",
    "[1 2]",
    "[",
    "]",
    "{",
    "}",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "{,}",
    "{1:1}",
    '{"a":1 "b":2}',
    "{a:1}",
  ],
  ...["", " ", "1 2", "//", "/**/1", "\ufeff1", "\u00a01", "1\f"],
];

/** Parameters of formats of Str, with texts that are of them, and some that are nearly so. */
export const FORMATS: readonly { readonly params: FormatParams; readonly texts: readonly string[] }[] = [
  ...REFINED,
  ...Object.entries(CASES).map(([format, cases]) => ({ ...cases, params: { format: format as FormatName } })),
].map(({ params, good, bad }) => ({ params, texts: [...good, ...good, ...bad.slice(0, good.length)] }));

/** The texts for the format of a Str. */
export const textsOfFormat = (dump: Readonly<Record<string, unknown>>): readonly string[] | undefined =>
  FORMATS.find(({ params }) =>
    Object.entries(params).every(([name, value]) => JSON.stringify(dump[name]) === JSON.stringify(value)),
  )?.texts;
