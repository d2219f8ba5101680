/**
 * Inflates the WebAssembly module (RFC 1951). The module is compressed in the library, whose first call is synchronous:
 * `DecompressionStream` is not. The data is our own, so it is not checked.
 */

/** Base values and extra bits of the codes for lengths from 257 on, and for distances. */
const LENGTHS = bases(29, 2, 3);
const DISTANCES = bases(30, 1, 1);
/** The order of the lengths of codes for lengths of codes. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END_OF_BLOCK = 256;
const MOST_BITS = 15;
const LENGTH_BITS = 4;

interface Bases {
  readonly extra: readonly number[];
  readonly base: readonly number[];
}

/** From the second group on, each group of 2^`bits` codes has one more extra bit. */
function bases(count: number, bits: number, first: number): Bases {
  const extra = Array.from({ length: count }, (_, code) => Math.max((code >> bits) - 1, 0));
  const base = [first];
  for (const more of extra) base.push((base.at(-1) as number) + 2 ** more);
  if (bits === 2) [extra[28], base[28]] = [0, 258];
  return { extra, base };
}

/** By the next `MOST_BITS` bits: a symbol and, in the low `LENGTH_BITS` bits, the length of its Huffman code. */
type Code = Uint16Array;

function codeOf(lengths: readonly number[]): Code {
  const table = new Uint16Array(1 << MOST_BITS);
  let code = 0;
  for (let length = 1; length <= MOST_BITS; length++, code <<= 1) {
    for (let symbol = lengths.indexOf(length); symbol >= 0; symbol = lengths.indexOf(length, symbol + 1), code++) {
      // The first bit of a code is the lowest of the data.
      let at = 0;
      for (let bit = 0; bit < length; bit++) at |= ((code >> bit) & 1) << (length - 1 - bit);
      for (; at < table.length; at += 1 << length) table[at] = (symbol << LENGTH_BITS) | length;
    }
  }
  return table;
}

/** @param size of the result. */
export function inflate(data: Uint8Array, size: number): Uint8Array {
  const result = new Uint8Array(size);
  let [at, end, word, room] = [0, 0, 0, 0];
  const refill = (): void => {
    for (; room <= MOST_BITS; room += 8) word |= (data[at++] as number) << room;
  };
  const skip = (count: number): void => {
    word >>>= count;
    room -= count;
  };
  const bits = (count: number): number => {
    refill();
    const value = word & ((1 << count) - 1);
    skip(count);
    return value;
  };
  const symbol = (code: Code): number => {
    refill();
    const entry = code[word & ((1 << MOST_BITS) - 1)] as number;
    skip(entry & ((1 << LENGTH_BITS) - 1));
    return entry >> LENGTH_BITS;
  };
  const codes = (): readonly [Code, Code] => {
    const [literals, distances, ofLengths] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const small = Array<number>(19).fill(0);
    for (const code of ORDER.slice(0, ofLengths)) small[code] = bits(3);
    const code = codeOf(small);
    const lengths: number[] = [];
    while (lengths.length < literals + distances) {
      const next = symbol(code);
      if (next < 16) lengths.push(next);
      else if (next === 16) lengths.push(...Array<number>(bits(2) + 3).fill(lengths.at(-1) as number));
      else lengths.push(...Array<number>(next === 17 ? bits(3) + 3 : bits(7) + 11).fill(0));
    }
    return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals))];
  };
  const block = (literals: Code, distances: Code): void => {
    for (let next = symbol(literals); next !== END_OF_BLOCK; next = symbol(literals)) {
      if (next < END_OF_BLOCK) {
        result[end++] = next;
        continue;
      }
      const length = extended(LENGTHS, next - END_OF_BLOCK - 1);
      const from = end - extended(DISTANCES, symbol(distances));
      // One by one: what is copied may overlap the copy.
      for (let i = 0; i < length; i++) result[end++] = result[from + i] as number;
    }
  };
  const extended = ({ extra, base }: Bases, code: number): number =>
    (base[code] as number) + bits(extra[code] as number);
  for (let isLast = false; !isLast; ) {
    isLast = bits(1) === 1;
    // The compressor makes blocks of this type from a text of this size.
    if (bits(2) !== 2) throw new Error("the WebAssembly module in the library is damaged");
    block(...codes());
  }
  return result;
}
