/** Punycode: Unicode written in letters, digits and hyphens (RFC 3492, with the numbers that IDNA gives it). */

const BASE = 36;
const LEAST_DIGIT = 1;
const GREATEST_DIGIT = 26;
const FIRST_CODE = 128;
const FIRST_BIAS = 72;

/**
 * Decodes a text in lower case; undefined if it is not valid Punycode. Each text has exactly one encoding.
 * @param text letters, digits and hyphens, not ending in a hyphen; a few dozen, because characters are moved one by one
 */
export function decoded(text: string): string | undefined {
  const hyphen = text.lastIndexOf("-");
  if (hyphen === 0) return undefined;
  const characters = Array.from(text.slice(0, Math.max(0, hyphen)));
  let [code, place, bias] = [FIRST_CODE, 0, FIRST_BIAS];
  for (let at = hyphen + 1; at < text.length; ) {
    const before = place;
    for (let weight = 1, k = BASE; ; k += BASE) {
      if (at === text.length) return undefined;
      // Letters come before digits.
      const digit = (Number.parseInt(text[at++] as string, BASE) + GREATEST_DIGIT) % BASE;
      place += digit * weight;
      const threshold = Math.min(GREATEST_DIGIT, Math.max(LEAST_DIGIT, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = characters.length + 1;
    // Beyond 2 ** 53 a number is not exact, but far too large for any code point.
    code += Math.floor(place / count);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    bias = adapted(place - before, count, before === 0);
    place %= count;
    characters.splice(place++, 0, String.fromCodePoint(code));
  }
  return characters.join("");
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? 700 : 2));
  left += Math.floor(left / count);
  let k = 0;
  for (; left > 455; k += BASE) left = Math.floor(left / (BASE - LEAST_DIGIT));
  return k + Math.floor((BASE * left) / (left + 38));
}

/** The text in Punycode; ASCII characters stay unchanged. A few dozen, as for `decoded`. */
export function encoded(text: string): string {
  const codes = Array.from(text, (character) => character.codePointAt(0) as number);
  const basic = codes.filter((code) => code < FIRST_CODE);
  let output = String.fromCharCode(...basic) + (basic.length > 0 ? "-" : "");
  let [next, delta, bias] = [FIRST_CODE, 0, FIRST_BIAS];
  for (let handled = basic.length; handled < codes.length; delta++, next++) {
    const least = Math.min(...codes.filter((code) => code >= next));
    delta += (least - next) * (handled + 1);
    next = least;
    for (const code of codes) {
      if (code < next) delta++;
      if (code !== next) continue;
      output += numberOf(delta, bias);
      bias = adapted(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled++;
    }
  }
  return output;
}

function numberOf(number: number, bias: number): string {
  let digits = "";
  for (let [left, k] = [number, BASE]; ; k += BASE) {
    const threshold = Math.min(GREATEST_DIGIT, Math.max(LEAST_DIGIT, k - bias));
    const isLast = left < threshold;
    const digit = isLast ? left : threshold + ((left - threshold) % (BASE - threshold));
    // Letters come before digits.
    digits += ((digit + 10) % BASE).toString(BASE);
    if (isLast) return digits;
    left = Math.floor((left - threshold) / (BASE - threshold));
  }
}
