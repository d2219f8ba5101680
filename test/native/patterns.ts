/** Random regular expressions, and texts that come close to them. */
import type { Random } from "./random.ts";
import type { Json } from "./recipe.ts";
import { LONG_NUMBERS } from "./vocabulary.ts";

/** Characters that patterns name and texts are made of. */
const LETTERS = [
  "a",
  "b",
  "c",
  "A",
  "B",
  "K",
  "s",
  "z",
  "0",
  "1",
  "9",
  "_",
  "-",
  ".",
  " ",
  "\n",
  "\r",
  "\t",
  "/",
  "$",
  "^",
  "é",
  "É",
  "ſ",
  "\u212a",
  "日",
  "😀",
];

const ESCAPES = [
  "\\w",
  "\\W",
  "\\d",
  "\\D",
  "\\s",
  "\\S",
  "\\b",
  "\\B",
  "\\n",
  "\\t",
  "\\x61",
  "\\u0062",
  "\\u{1f600}",
  "\\.",
  "\\-",
  "\\/",
  "\\$",
  "\\^",
  "\\p{L}",
  "\\P{L}",
  "\\p{Lu}",
  "\\cJ",
  "\\0",
];

const CLASSES = [
  "[abc]",
  "[^abc]",
  "[a-z]",
  "[A-Z0-9_]",
  "[\\w-]",
  "[^\\d]",
  "[\\s\\S]",
  "[]",
  "[^]",
  "[é-日]",
  "[^\\n]",
  "[\\b]",
  "[.$^]",
  "[-a]",
  "[\\]\\\\]",
  "[K-s]",
  "[\\p{L}1]",
  "[😀a]",
  "[^😀]",
];

const QUANTIFIERS = [
  "*",
  "+",
  "?",
  "{2}",
  "{1,}",
  "{0,3}",
  "{2,3}",
  "{0}",
  "{0,0}",
  "{3,}",
  "{1,20}",
  "{1,64}",
  "{0,200}",
];

const FEW = ["?", "{2}", "{0}", "{0,3}", "{1,2}"];

const SYNTAX = /[$()*+./?[\\\]^{|}-]/;

/** A regular expression as the parameter `pattern` takes it: a source, or a source and flags. */
export function randomPattern(random: Random): Json {
  for (;;) {
    const source = (random.chance(0.4) ? "^" : "") + alternatives(random, 2) + (random.chance(0.5) ? "$" : "");
    const flags = random.chance(0.25) ? random.pick(["i", "m", "s", "im", "is", "ims"]) : "";
    try {
      new RegExp(source, `${flags}u`);
    } catch {
      // References to groups there are not, and the like.
      continue;
    }
    return flags === "" ? source : { source, flags };
  }
}

function alternatives(random: Random, depth: number): string {
  const count = random.pick([1, 1, 1, 2, 3]);
  return Array.from({ length: count }, () => sequence(random, depth)).join("|");
}

function sequence(random: Random, depth: number): string {
  return Array.from({ length: random.below(4) }, () => term(random, depth)).join("");
}

function term(random: Random, depth: number): string {
  const one = atom(random, depth);
  if (!random.chance(0.4)) return one;
  // What repeats inside is repeated a few times only: JavaScript tries all ways there are.
  const few = one.startsWith("(") && /[*+}]/.test(one);
  return one + random.pick(few ? FEW : QUANTIFIERS) + (random.chance(0.15) ? "?" : "");
}

function atom(random: Random, depth: number): string {
  const kind = random.below(depth > 0 ? 12 : 9);
  if (kind <= 3) return literal(random.pick(LETTERS));
  if (kind <= 5) return random.pick(CLASSES);
  if (kind <= 7) return random.pick(ESCAPES);
  if (kind === 8) return random.chance(0.8) ? "." : random.pick(["^", "$", "\\1", "\\k<n>"]);
  const opening = random.chance(0.6) ? random.pick(["(", "(?:"]) : random.pick(["(?=", "(?!", "(?<=", "(?<!", "(?<n>"]);
  return `${opening}${alternatives(random, depth - 1)})`;
}

const literal = (character: string): string => (SYNTAX.test(character) ? `\\${character}` : character);

/** A text of few characters; half of them match the pattern, where that is easy. */
export function textNear(random: Random, pattern: Json): string {
  const { source, flags, unicode } = (typeof pattern === "string" ? { source: pattern, flags: "" } : pattern) as {
    source: string;
    flags: string;
    unicode?: boolean;
  };
  const test = new RegExp(source, `${flags}${unicode === false ? "" : "u"}y`);
  const wanted = random.chance(0.6);
  let text = "";
  for (let tries = 0; tries < 12; tries++) {
    const alphabet = random.chance(0.5) ? LETTERS.slice(0, 12) : LETTERS;
    text = Array.from({ length: random.below(9) }, () => random.pick(alphabet)).join("");
    test.lastIndex = 0;
    if (test.test(text) === wanted) break;
  }
  return text;
}

/** A number that has more digits than fit into 64 bits, or zeros in front of them, or both. */
export function longNumber(random: Random): string {
  if (random.chance(0.4)) return random.pick(LONG_NUMBERS);
  const digits = (most: number): string =>
    Array.from({ length: random.between(1, most) }, () => random.below(10)).join("");
  const zeros = "0".repeat(random.chance(0.5) ? random.below(30) : 0);
  const whole = random.chance(0.5) ? "0" : `${random.between(1, 9)}${digits(30)}`;
  const fraction = whole === "0" || random.chance(0.5) ? `.${zeros}${digits(random.pick([20, 40]))}` : "";
  const exponent = random.chance(0.5) ? `e${random.pick(["", "-", "+"])}${random.below(340)}` : "";
  return (random.chance(0.1) ? "-" : "") + whole + fraction + exponent;
}

/** An integer around and far beyond those that a double keeps to the last digit. */
export function bigInteger(random: Random): string {
  const sign = random.chance(0.4) ? "-" : "";
  const edge = 2n ** random.pick([53n, 53n, 63n, 64n, 128n]);
  if (random.chance(0.4)) return sign + (edge + BigInt(random.between(-2, 2)));
  return sign + random.between(1, 9) + Array.from({ length: random.between(16, 39) }, () => random.below(10)).join("");
}

/** Texts that Python's `int` or `float` might read, and some that they do not. */
export function numericText(random: Random): string {
  if (random.chance(0.3)) {
    return random.pick([
      ...[
        "nan",
        "NaN",
        "inf",
        "-Infinity",
        "+INF",
        "infinit",
        " inf ",
        "",
        " ",
        ".",
        "-",
        "+",
        "e5",
        "_1",
        "1_",
        "1__0",
        "1e",
        "0x10",
        "１２",
      ],
      ...[
        "9007199254740991",
        "9007199254740992",
        "-9007199254740993",
        "1e400",
        "-1e400",
        "1e-400",
        "00012",
        "-0",
        "+0.0",
        "0_0",
        "\u00a05",
        "5\u2003",
      ],
      ...["\x1c5\x1f", "\t5\n", "5\u0085", "\ufeff5", "5\u0000", "1.e5", ".5e-3", "5.", "1_000.5_0e1_0"],
    ]);
  }
  const alphabet = [..."0123456789012345678901234567890123456789+-._eE \n"];
  return Array.from({ length: random.between(1, random.pick([3, 6, 25])) }, () => random.pick(alphabet)).join("");
}
