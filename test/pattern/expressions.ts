/** Any regular expression that an automaton can run, and texts for it. */
import fc from "fast-check";
import type { Expression } from "./tables.ts";

const LITERALS = [
  "a",
  "b",
  "A",
  "k",
  "s",
  "é",
  "É",
  "ſ",
  "\u212a",
  "1",
  "_",
  " ",
  "\\n",
  "\\.",
  "\\$",
  "\\u{1f600}",
  "😀",
];
const SETS = [
  ...[
    ".",
    "\\w",
    "\\W",
    "\\d",
    "\\D",
    "\\s",
    "\\S",
    "\\p{L}",
    "\\P{L}",
    "\\p{Lu}",
    "[ab]",
    "[^ab]",
    "[a-z]",
    "[^]",
    "[]",
  ],
  ...["[A-Z\\d]", "[^\\w]", "[\\W_]", "[é-😀]", "[^é]", "[\\p{Ll}1]", "[^\\p{Lu}]", "[\\ud800-\\udfff]", "[a\\-k]"],
];
const ASSERTIONS = ["^", "$", "\\b", "\\B"];
const QUANTIFIERS = ["*", "+", "?", "{0}", "{2}", "{0,2}", "{1,3}", "{2,}"];

const { pattern } = fc.letrec<{ pattern: string; sequence: string; term: string; group: string }>((tie) => ({
  pattern: fc
    .array(tie("sequence"), { minLength: 1, maxLength: 3, depthIdentifier: "pattern" })
    .map((all) => all.join("|")),
  sequence: fc.array(tie("term"), { maxLength: 3, depthIdentifier: "pattern" }).map((all) => all.join("")),
  term: fc.oneof(
    { maxDepth: 3, depthIdentifier: "pattern" },
    fc.constantFrom(...LITERALS),
    fc.constantFrom(...SETS),
    fc.constantFrom(...ASSERTIONS),
    fc
      .tuple(
        fc.oneof({ depthIdentifier: "pattern", maxDepth: 3 }, fc.constantFrom(...LITERALS, ...SETS), tie("group")),
        fc.constantFrom(...QUANTIFIERS),
        fc.constantFrom("", "", "?"),
      )
      .map((parts) => parts.join("")),
    tie("group"),
  ),
  group: fc.tuple(fc.constantFrom("(", "(?:"), tie("pattern")).map(([opening, inner]) => `${opening}${inner})`),
}));

const flags = fc.subarray(["i", "m", "s"]).map((all) => all.join(""));

/** Some of what stands in patterns means something else with `v`. */
export const expressions: fc.Arbitrary<Expression> = fc
  .record({ source: pattern, flags, sets: fc.constantFrom("", "", "v") })
  .map(({ source, flags, sets }) => ({ source, flags: flags + sets }))
  // With `v`, V8 (Node 20) takes `[^]` for another set where it is repeated: /^[^]{2}a/v refuses "b\u2028a".
  .filter(({ source, flags }) => !(flags.includes("v") && source.includes("[^]")))
  .filter(({ source, flags }) => {
    try {
      new RegExp(source, flags.includes("v") ? flags : `${flags}u`);
      return true;
    } catch {
      return false;
    }
  });

/** Short: RegExp tries all ways there are. */
export const anyText: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(..."aabbAkKsS1_ \n.$éÉſ\u212a\u2028😀", "\ud83d", "\ude00"),
  maxLength: 7,
});
