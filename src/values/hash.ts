/**
 * A hash function that clients cannot predict. V8 hashes numbers without a secret, and long strings only by their
 * length: the author of the members of a Set or the keys of a Map can make them all collide, which takes quadratic
 * time.
 *
 * It is HalfSipHash-1-3, over 32-bit words, with a random key for each process.
 */

/**
 * The kind of value that the words come from. It is the last word, so that a text and equal bytes have different
 * hashes.
 */
const Kind = { number: 0, text: 1, bytes: 2, words: 3 } as const;

/** Words that are mixed in by one call of `mix`. */
const CHUNK = 1024;
const FINAL_ROUNDS = 3;
const words = new Int32Array(CHUNK + 1 + FINAL_ROUNDS);
/** The state of the hash between two chunks. */
const state = new Int32Array(4);
const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

let initial: Int32Array | undefined;

/** The initial state, made from the key. Created lazily, because loading the random generator takes time. */
function initialState(): Int32Array {
  if (initial !== undefined) return initial;
  const key = new Int32Array(2);
  const { crypto } = globalThis as { crypto?: { getRandomValues(words: Int32Array): unknown } };
  if (crypto === undefined) key.set([Math.random() * 2 ** 32, Math.random() * 2 ** 32]);
  else crypto.getRandomValues(key);
  const [low, high] = key as unknown as [number, number];
  initial = Int32Array.of(low, high, low ^ 0x6c796765, high ^ 0x74656462);
  return initial;
}

export function hashNumber(value: number): number {
  double[0] = value;
  words[0] = halves[0] as number;
  words[1] = halves[1] as number;
  return end(Kind.number, 0, 2, true);
}

/** Hashes a text. Every character affects the hash, however long the text is. */
export function hashText(text: string): number {
  const { length } = text;
  const pairs = length >> 1;
  let isFirst = true;
  let count = 0;
  for (let i = 0; i < pairs; i++) {
    words[count++] = text.charCodeAt(2 * i) | (text.charCodeAt(2 * i + 1) << 16);
    if (count < CHUNK) continue;
    mix(count, isFirst);
    isFirst = false;
    count = 0;
  }
  if ((length & 1) === 1) words[count++] = text.charCodeAt(length - 1);
  return end(Kind.text, length, count, isFirst);
}

export function hashBytes(bytes: Uint8Array, length: number): number {
  let isFirst = true;
  let count = 0;
  for (let i = 0; i < length; i += 4) {
    // Bytes past the end count as 0.
    words[count++] =
      (bytes[i] as number) |
      ((bytes[i + 1] as number) << 8) |
      ((bytes[i + 2] as number) << 16) |
      ((bytes[i + 3] as number) << 24);
    if (count < CHUNK) continue;
    mix(count, isFirst);
    isFirst = false;
    count = 0;
  }
  return end(Kind.bytes, length, count, isFirst);
}

export function hashWords(given: readonly number[]): number {
  const { length } = given;
  let isFirst = true;
  let count = 0;
  for (let i = 0; i < length; i++) {
    words[count++] = given[i] as number;
    if (count < CHUNK) continue;
    mix(count, isFirst);
    isFirst = false;
    count = 0;
  }
  return end(Kind.words, length, count, isFirst);
}

/** Mixes in the last `count` words and the final one. Returns the hash. */
function end(kind: number, length: number, count: number, isFirst: boolean): number {
  words[count] = (length << 2) | kind;
  for (let i = 1; i <= FINAL_ROUNDS; i++) words[count + i] = 0;
  return mix(count + 1 + FINAL_ROUNDS, isFirst, count + 1);
}

/**
 * Mixes in the first `count` of `words`.
 * @param isFirst whether this is the first chunk.
 * @param final the index of the word at which the final rounds begin.
 */
function mix(count: number, isFirst: boolean, final = -1): number {
  const from = isFirst ? initialState() : state;
  let a = from[0] as number;
  let b = from[1] as number;
  let c = from[2] as number;
  let d = from[3] as number;
  for (let i = 0; i < count; i++) {
    if (i === final) c ^= 0xff;
    const word = words[i] as number;
    d ^= word;
    a = (a + b) | 0;
    b = ((b << 5) | (b >>> 27)) ^ a;
    a = (a << 16) | (a >>> 16);
    c = (c + d) | 0;
    d = ((d << 8) | (d >>> 24)) ^ c;
    a = (a + d) | 0;
    d = ((d << 7) | (d >>> 25)) ^ a;
    c = (c + b) | 0;
    b = ((b << 13) | (b >>> 19)) ^ c;
    c = (c << 16) | (c >>> 16);
    a ^= word;
  }
  if (final < 0) {
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
  }
  return b ^ d;
}
