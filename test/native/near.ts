/** Texts that are nearly of a format. */
import type { Random } from "./random.ts";

/** What formats are made of, and what only looks like it. */
const CHARACTERS = [
  ..."0123456789abcdefgxzABFGTWZPYMDHSuv:-.+/?#[]@%~_=!$&'()*,; \"\\<>{}^`|",
  ..."\n\0\u0661\uff11\u00e9\u2212\u212a\u017f\u{1f60e}",
];

/** The text with a few characters more, fewer, or others; they may come from another text. */
export function near(random: Random, text: string, others: readonly string[] = [text]): string {
  let characters = Array.from(text);
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left--) {
    const at = random.below(characters.length + 1);
    switch (random.below(7)) {
      case 0:
        characters.splice(at, 1);
        break;
      case 1:
        characters.splice(at, 0, random.pick(CHARACTERS));
        break;
      case 2:
        characters[Math.max(0, at - 1)] = random.pick(CHARACTERS);
        break;
      case 3:
        // One digit for another: what stands in its place may be too great.
        characters = characters.map((one) => (/\d/.test(one) && random.chance(0.2) ? String(random.below(10)) : one));
        break;
      case 4:
        characters.splice(at, 0, ...characters.slice(at, at + random.between(1, 5)));
        break;
      case 5:
        characters.splice(at, random.between(1, 4));
        break;
      default: {
        const other = Array.from(random.pick(others));
        characters = [...characters.slice(0, at), ...other.slice(random.below(other.length + 1))];
      }
    }
  }
  return characters.join("");
}
