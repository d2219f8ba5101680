/**
 * Labels of host names in any script, by IDNA 2008: RFC 5891 (labels), 5892 (characters), 5893 (directions). The
 * properties of characters come from the runtime, by its version of Unicode.
 */
import { decoded } from "./punycode.ts";

/** RFC 5891, 4.2.3: no hyphen at the ends, no two hyphens in the place of a prefix, and no mark at the start. */
const BAD_SHAPE = /^(?:-|..--|\p{M})|-$/u;

/** RFC 5892, 2.6: always valid; and characters that are valid in some places only, see `isInPlace`. */
const EXCEPTIONS = /[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007\u00b7\u0375\u05f3\u05f4\u30fb\p{Join_Control}]/gu;
/** 2.1 and 2.8: letters, marks and digits are valid, ... */
const NO_LETTER = /[^-\p{L}\p{Mn}\p{Mc}\p{Nd}]/u;
/**
 * ... but not characters that are normalized to others (2.2, 2.3), some exceptions, signs of music, and Hangul Jamo
 * (2.4, 2.9).
 */
const DISALLOWED =
  /[\u20d0-\u20ff\p{Changes_When_NFKC_Casefolded}\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u{1d100}-\u{1d24f}]/u;

const GREEK = /\p{Script=Greek}/u;
const HEBREW = /\p{Script=Hebrew}/u;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** Letters that join others, by Unicode's Joining_Type: some join only the one before, or only the one after. */
const JOINING =
  /[\u0620\u0622-\u064a\u066e-\u0673\u0679-\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff-\u077f\u07ca-\u07ea\u0840-\u0860\u0862-\u0865\u0867-\u0882\u0886\u0889-\u08ac\u08ae-\u08c8\u1820-\u1878\u1887-\u18aa\ua840-\ua872\u{10ac0}-\u{10ac5}\u{10ac7}-\u{10aca}\u{10acd}-\u{10ae1}\u{10ae4}\u{10b80}-\u{10b91}\u{10d00}-\u{10d23}\u{10ec2}-\u{10ec4}\u{10ec6}\u{10ec7}\u{10f30}-\u{10f44}\u{10f70}-\u{10fb0}\u{10fb2}-\u{10fb6}\u{10fb8}-\u{10fbf}\u{10fc1}-\u{10fc4}\u{1e922}-\u{1e943}]/u;
const JOINING_BEFORE =
  /[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2-\u06d5\u06ee\u06ef\u0710\u0715-\u0719\u071e\u0728\u072a\u072c\u072f-\u074d\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779\u0840\u0846\u0847\u0849\u0854\u0856-\u0858\u0867\u0869-\u0882\u088e\u08aa-\u08ac\u08ae\u08b1\u08b2\u08b9\u{10ac5}\u{10ac7}-\u{10aca}\u{10ace}-\u{10ad2}\u{10add}\u{10ae1}\u{10ae4}\u{10b81}\u{10b83}-\u{10b85}\u{10b89}\u{10b8c}\u{10b8e}\u{10b8f}\u{10b91}\u{10d22}\u{10ec2}\u{10f33}\u{10f74}\u{10f75}\u{10fb4}-\u{10fb6}\u{10fb9}\u{10fba}\u{10fbd}\u{10fc2}\u{10fc3}]/u;
const JOINING_BEHIND = /[\ua872\u{10acd}\u{10ad7}\u{10d00}]/u;
/** Marks, which joins ignore. */
const TRANSPARENT = /[\p{Mn}\u{1e94b}]/u;

/**
 * RFC 5893, by directions: see `directionOf`. A label must not mix two kinds of digits, which appendices A.8 and A.9
 * require too.
 */
const RIGHT_TO_LEFT = /[R2]/u;
const ONE_DIRECTION = /^(?:R(?:[R1-]*[R1])?|R[R2-]*[R2]|L(?:[L1-]*[L1])?)$/u;
const DIGIT = /[\d\u06f0-\u06f9]/u;
const ARABIC_NUMBER = /[\u0660-\u0669\u{10d30}-\u{10d39}]/u;
/** The blocks of Unicode with scripts that are written from right to left. */
const RIGHT_TO_LEFT_SCRIPT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const NEUTRAL = /[-\p{Join_Control}\u00b7\u02b9\u02ba\u02c6-\u02cf\u02ec\u0375\u2e2f\u30fb\ua67f\ua717-\ua71f\ua788]/u;
/** Marks take the direction of their base character, except for a few. */
const MARK = /(?![\u0cbf\u0cc6\u{11a07}\u{11a08}\u{11c3f}])\p{Mn}/u;

/**
 * Returns whether ASCII labels represent a host name: those that begin with `xn--` are decoded, and if any is written
 * from right to left, all of them are checked together.
 * @param labels of 63 letters, digits and hyphens at most, in lower case
 */
export function standForLabels(labels: readonly string[]): boolean {
  const names = labels.map((label) => (label.startsWith("xn--") ? nameOf(label.slice(4)) : label));
  if (!names.every((name) => name !== undefined)) return false;
  const directions = names.map((name) => Array.from(name, directionOf).join(""));
  return !directions.some((one) => RIGHT_TO_LEFT.test(one)) || directions.every((one) => ONE_DIRECTION.test(one));
}

/** The label for a text in Punycode, if it is valid. An ASCII label never is: its Punycode would end in a hyphen. */
function nameOf(text: string): string | undefined {
  const name = decoded(text);
  return name !== undefined && isLabel(name) ? name : undefined;
}

function isLabel(name: string): boolean {
  if (name !== name.normalize("NFC") || BAD_SHAPE.test(name)) return false;
  const others = name.replace(EXCEPTIONS, "");
  if (NO_LETTER.test(others) || DISALLOWED.test(others)) return false;
  const characters = Array.from(name);
  return characters.every((_, at) => isInPlace(characters, at, name));
}

/** Returns whether a character is allowed anywhere, or in this place: the rules of RFC 5892, appendix A. */
function isInPlace(characters: readonly string[], at: number, name: string): boolean {
  const before = characters[at - 1] ?? "";
  const behind = characters[at + 1] ?? "";
  switch (characters[at]) {
    case "\u00b7":
      return before === "l" && behind === "l";
    case "\u0375":
      return GREEK.test(behind);
    case "\u05f3":
    case "\u05f4":
      return HEBREW.test(before);
    case "\u30fb":
      return JAPANESE.test(name);
    case "\u200c":
      return isVirama(before) || wouldJoin(characters.slice(0, at), characters.slice(at + 1));
    case "\u200d":
      return isVirama(before);
    default:
      return true;
  }
}

/**
 * Returns whether the canonical combining class of a character is 9. `RegExp` does not have that property, but
 * normalization sorts marks by it: one of class 9 moves before U+05B0, which is of class 10, and after U+3099, which is
 * of class 8.
 */
function isVirama(character: string): boolean {
  return [`\u05b0${character}`, `${character}\u3099`].every((text) => text !== text.normalize("NFC"));
}

/** Returns whether the last of some characters and the first of others would be written as one. */
function wouldJoin(before: readonly string[], behind: readonly string[]): boolean {
  const isLetter = (character: string): boolean => !TRANSPARENT.test(character);
  const [left = "", right = ""] = [before.findLast(isLetter), behind.find(isLetter)];
  return JOINING.test(left) && !JOINING_BEFORE.test(left) && JOINING.test(right) && !JOINING_BEHIND.test(right);
}

/** `R` from right to left, `L` from left to right, digits of two kinds, `-` for either; nothing for a mark. */
function directionOf(character: string): string {
  if (MARK.test(character)) return "";
  if (DIGIT.test(character)) return "1";
  if (ARABIC_NUMBER.test(character)) return "2";
  if (RIGHT_TO_LEFT_SCRIPT.test(character)) return "R";
  return NEUTRAL.test(character) ? "-" : "L";
}
