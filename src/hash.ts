/**
 * A hash that nobody outside can foresee. V8 hashes numbers without a secret, and long strings by their length alone:
 * whoever may choose the members of a Set or the keys of a Map can make each take as long as all before it together.
 *
 * It is HalfSipHash-1-3, over 32-bit words, with a key of its own for each process.
 */

/** What the words stand for; the last word of all says so, so that a text and bytes do not share a hash. */
const Kind = { number: 0, text: 1, bytes: 2, words: 3 } as const;

/** Words that are mixed in at once. */
const CHUNK = 1024;
const FINAL_ROUNDS = 3;
const words = new Int32Array(CHUNK + 1 + FINAL_ROUNDS);
const state = new Int32Array(4);
const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

let key: Int32Array | undefined;

/** Made when it is first needed: loading the generator takes time. */
function newKey(): Int32Array {
  const { crypto } = globalThis as { crypto?: { getRandomValues(words: Int32Array): unknown } };
  const made = new Int32Array(2);
  if (crypto === undefined) return made.map(() => Math.random() * 2 ** 32);
  crypto.getRandomValues(made);
  return made;
}

export function hashNumber(value: number): number {
  begin();
  double[0] = value;
  words[0] = halves[0] as number;
  words[1] = halves[1] as number;
  return end(Kind.number, 0, 2);
}

/** Each of its characters counts, however long it is. */
export function hashText(text: string): number {
  begin();
  let count = 0;
  for (let i = 0; i < text.length; i += 2) {
    // What is not there counts as 0.
    words[count++] = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
    if (count === CHUNK) count = mix(count);
  }
  return end(Kind.text, text.length, count);
}

export function hashBytes(bytes: Uint8Array, length: number): number {
  begin();
  let count = 0;
  for (let i = 0; i < length; i += 4) {
    // What is not there counts as 0.
    words[count++] =
      (bytes[i] as number) |
      ((bytes[i + 1] as number) << 8) |
      ((bytes[i + 2] as number) << 16) |
      ((bytes[i + 3] as number) << 24);
    if (count === CHUNK) count = mix(count);
  }
  return end(Kind.bytes, length, count);
}

export function hashWords(given: readonly number[]): number {
  begin();
  let count = 0;
  for (let i = 0; i < given.length; i++) {
    words[count++] = given[i] as number;
    if (count === CHUNK) count = mix(count);
  }
  return end(Kind.words, given.length, count);
}

function begin(): void {
  key ??= newKey();
  const [low, high] = key as unknown as [number, number];
  state[0] = low;
  state[1] = high;
  state[2] = low ^ 0x6c796765;
  state[3] = high ^ 0x74656462;
}

/** Mixes the first `count` words in, and returns how many are left to be mixed in: none. */
function mix(count: number): 0 {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  for (let i = 0; i < count; i++) {
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
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = d;
  return 0;
}

/** The hash, when `count` words are still to be mixed in. */
function end(kind: number, length: number, count: number): number {
  words[count] = (length << 2) | kind;
  mix(count + 1);
  state[2] = (state[2] as number) ^ 0xff;
  for (let i = 0; i < FINAL_ROUNDS; i++) words[i] = 0;
  mix(FINAL_ROUNDS);
  return (state[1] as number) ^ (state[3] as number);
}
