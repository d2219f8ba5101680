/** Patterns whose matches are compared with those of JavaScript's RegExp, for each automaton there is. */

export interface Expression {
  readonly source: string;
  readonly flags: string;
}

export const words = (text: string): string[] => text.split(" ");

export const TEXTS = [
  "",
  "a",
  "b",
  "ab",
  "ba",
  "aa",
  "aab",
  "a b",
  "ab\n",
  "\n",
  " a",
  "abab",
  "abc",
  "aaaa",
  "a-b",
  "éa",
  "aé",
  "日",
];
export const SOURCES = [
  ...words(
    "a|b ^a|b$ (a|ab)(c|$) ^(?:a|b)*$ a*?b a+?$ (?:a*)* (?:a*)+$ (?:|a){2}b ^(?:^a)*$ a^b a$b $ ^ ^$ $a (?:$|b)+ (?:a|$)(?:b|$)",
  ),
  ...words(
    "a{0} a{0}b a{2} a{2,} a{1,2}$ ^a{2,3}b (?:ab){2}$ (?:a{2}){2}$ (?<name>a)(?<b>b) (?:) () (a)(?:b)? a?? [^]$ .{2}$ .{2,} a||b |a",
  ),
  ...words(
    "\\b \\ba \\bab\\b a\\b a\\B a\\Bb \\B$ ^\\b$ (?:\\b|a)b .\\b. a\\b\\B (?:a\\b)*$ \\b^a ^\\B a\\b$ é\\ba \\b[^]* (?:\\ba|\\Bb)*$ .*\\bb",
  ),
];

/** What matches one character. */
const plain: Expression[] = [
  ...words(
    "\\d \\D \\w \\W \\s \\S . [^] \\n \\r \\t \\v \\f \\0 \\cA \\cj \\x41 \\u0041 \\ud7ff \\ue000 \\u{41} \\u{0010ffff}",
  ),
  ...words("\\^ \\$ \\\\ \\. \\* \\+ \\? \\( \\) \\[ \\] \\{ \\} \\| \\/ / , - a é 日 😀"),
  ...words(
    "[a-z] [^a-z] [a-zA-Z0-9_] [^\\d] [\\w-] [\\d\\s.] [\\D\\d] [^\\W] [-a] [a-] [^-] [--/] [\\b] [\\-\\]] [.*+?] [[]",
  ),
  ...words(
    "[\\0-\\x1f] [^\\u0000-\\u{7f}] [é-日] [^é-日] [😀-😎a] [\\u0080-\\u{10ffff}] [\\x7f-\\x80] [\\s\\S] [^\\s\\S] []",
  ),
].map((source) => ({ source, flags: source === "." ? "s" : "" }));
const folded = words(
  "a k s S K [a-z] [^a-z] [A-Z] [j-l] [r-t] [^k] [^s] \\w \\W [\\w] [^\\w] [\\W] [^\\W] [\\W_] \\d \\D \\s \\S . [^] \\x4b [!-~] [@[`{]",
).map((source) => ({ source, flags: "i" }));

export const ATOMS: readonly Expression[] = [...plain, ...folded];

/** The characters of the first two planes, and the last there are. */
export const CHARACTERS: readonly string[] = Array.from({ length: 0x20100 }, (_, index) => index)
  .map((index) => (index < 0x20000 ? index : index + 0x110000 - 0x20100))
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** How JavaScript has it. */
export const matches = ({ source, flags }: Expression, text: string): boolean =>
  new RegExp(source, flags.includes("v") ? `${flags}y` : `${flags}uy`).test(text);
