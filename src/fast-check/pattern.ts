/** Texts that match a pattern, made from its parts. */
import fc from "fast-check";
import type { Characters } from "../text/pattern/characters.ts";
import { withUnicodeSyntax } from "../text/pattern/legacy.ts";
import { flagsOf, type Pattern, sourceOf } from "../text/pattern/pattern.ts";
import { type Part, parsePattern } from "../text/pattern/syntax.ts";

/** How many more repetitions there may be than there must be. */
const MORE = 4;

/** Characters that people write come first, so that values shrink to them. */
const PREFERRED = [...'aAbz019_- .,:;/@+#"'].map((char) => char.codePointAt(0) as number);
const FIRST = [...PREFERRED, ...Array.from({ length: 0x100 }, (_, point) => point)];
/** One character of most scripts and kinds. */
const SPREAD = Array.from({ length: 0x800 }, (_, index) => index * 0x2f + 0x100).filter((point) => point < 0x1_f900);

const arbitraries = new WeakMap<Characters, fc.Arbitrary<string> | undefined>();

/** Characters of a set; undefined if none was found. */
function characters(set: Characters): fc.Arbitrary<string> | undefined {
  if (!arbitraries.has(set)) {
    const isIn = (point: number): boolean => set.has(point) && !(point >= 0xd800 && point < 0xe000);
    const [first, others] = [FIRST.filter(isIn), SPREAD.filter(isIn)];
    const texts = [first, others]
      .filter((points) => points.length > 0)
      .map((points) => fc.constantFrom(...points).map((point) => String.fromCodePoint(point)));
    const [usual, rare] = texts;
    arbitraries.set(
      set,
      rare === undefined ? usual : fc.oneof({ weight: 9, arbitrary: usual as fc.Arbitrary<string> }, rare),
    );
  }
  return arbitraries.get(set);
}

/**
 * Texts of a part. Assertions, and what a back-reference repeats, are left to a test of the whole text.
 * @param least minimum number of repetitions of what repeats without an end.
 */
function texts(part: Part, least: number): fc.Arbitrary<string> | undefined {
  switch (part.kind) {
    case "characters":
      return characters(part.set);
    case "sequence": {
      const members = part.members.map((member) => texts(member, least));
      if (members.some((one) => one === undefined)) return undefined;
      return fc.tuple(...(members as fc.Arbitrary<string>[])).map((all) => all.join(""));
    }
    case "choice": {
      const members = part.members.map((member) => texts(member, least)).filter((one) => one !== undefined);
      return members.length === 0 ? undefined : fc.oneof(...members);
    }
    case "repeat": {
      const body = texts(part.body, least);
      const isEndless = part.most === Number.POSITIVE_INFINITY;
      const minLength = Math.min(isEndless ? Math.max(part.least, least) : part.least, part.most);
      if (body === undefined) return part.least === 0 ? fc.constant("") : undefined;
      const maxLength = Math.min(part.most, minLength + MORE);
      return fc.array(body, { minLength, maxLength }).map((all) => all.join(""));
    }
    default:
      return fc.constant("");
  }
}

/** Texts that match a pattern as a whole, if it has no assertions and no back-references. */
export function textsOf(source: string): fc.Arbitrary<string> | undefined {
  const parts = parsePattern(source, "");
  return parts && texts(parts, 0);
}

/**
 * Texts that nearly always match a pattern from their start; undefined if its syntax is not followed.
 * @param length about which length they should have.
 */
export function matching(pattern: Pattern, length = 0): fc.Arbitrary<string> | undefined {
  const units = typeof pattern === "object" && pattern.unicode === false;
  const source = units ? withUnicodeSyntax(sourceOf(pattern)).source : sourceOf(pattern);
  const parts = parsePattern(source, flagsOf(pattern), units);
  if (parts === undefined) return undefined;
  const sizes = new Set([0, Math.ceil(Math.sqrt(length)), Math.ceil(length / 2), length]);
  const all = Array.from(sizes, (size) => texts(parts, size)).filter((one) => one !== undefined);
  if (all.length === 0) return undefined;
  const heads = fc.oneof(...all);
  // A pattern does not have to match up to the end.
  const tail = fc.string({ unit: "binary-ascii", minLength: 0, maxLength: Math.max(length, MORE) });
  return fc.oneof(
    { weight: 3, arbitrary: heads },
    fc.tuple(heads, tail).map(([head, rest]) => head + rest),
  );
}
