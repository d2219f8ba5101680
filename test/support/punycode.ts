/** The other way of `src/formats/punycode.ts`, which only tests need: the encoding procedure of RFC 3492, 6.3. */

/** @returns the text in Punycode, without a prefix; characters of ASCII stay as they are. */
export function encoded(text: string): string {
  const codes = Array.from(text, (character) => character.codePointAt(0) as number);
  const basic = codes.filter((code) => code < 128);
  let output = String.fromCharCode(...basic) + (basic.length > 0 ? "-" : "");
  let [next, delta, bias] = [128, 0, 72];
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
  for (let [left, k] = [number, 36]; ; k += 36) {
    const threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
    if (left < threshold) return digits + digitOf(left);
    digits += digitOf(threshold + ((left - threshold) % (36 - threshold)));
    left = Math.floor((left - threshold) / (36 - threshold));
  }
}

const digitOf = (digit: number): string => "abcdefghijklmnopqrstuvwxyz0123456789"[digit] as string;

function adapted(delta: number, count: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / 700) : delta >> 1;
  left += Math.floor(left / count);
  let k = 0;
  for (; left > ((36 - 1) * 26) / 2; k += 36) left = Math.floor(left / (36 - 1));
  return k + Math.floor((36 * left) / (left + 38));
}
