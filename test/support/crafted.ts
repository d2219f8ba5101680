/**
 * Values that V8's own Set and Map take quadratic time for: numbers are hashed without a secret, long texts by length.
 */

const word = (bits: bigint): bigint => (1n << bits) - 1n;

/** The x of `x * factor = 1`, modulo 2^bits. */
function inverse(factor: bigint, bits: bigint): bigint {
  let x = 1n;
  for (let round = 0; round < 7; round++) x = (x * (2n - factor * x)) & word(bits);
  return x;
}

/** The x of `x ^ (x >> shift) = hash`. */
function unshifted(hash: bigint, shift: bigint, bits: bigint): bigint {
  let x = hash;
  for (let done = shift; done < bits; done += shift) x = hash ^ (x >> shift);
  return x;
}

/** The steps of one of V8's hashes, last first: the shift of a step, or the factor of one. */
function unhashed(hash: bigint, bits: bigint, steps: readonly (readonly [shift: bigint, factor: bigint])[]): bigint {
  let x = hash;
  for (const [shift, factor] of steps) {
    x = unshifted(x, shift, bits);
    x = ((factor < 0n ? x + 1n : x) * inverse(factor < 0n ? -factor : factor, bits)) & word(bits);
  }
  return x;
}

/** Integers that V8 gives hashes with the same low 16 bits; of each kind there are 2^16. */
export function craftedIntegers(count: number): number[] {
  const steps = [
    [16n, 2057n],
    [4n, 5n],
    [12n, -((1n << 15n) - 1n)],
  ] as const;
  const hash = (index: number): bigint => BigInt((index & 0xffff) * 2 ** 16 + (index >> 16));
  return Array.from({ length: count }, (_, index) => Number(BigInt.asIntN(32, unhashed(hash(index), 32n, steps))));
}

/** Floats that V8 gives hashes with the same low 30 bits. */
export function craftedFloats(count: number): number[] {
  const steps = [
    [22n, 65n],
    [11n, 21n],
    [31n, -((1n << 18n) - 1n)],
  ] as const;
  const bits = new DataView(new ArrayBuffer(8));
  const floats: number[] = [];
  for (let index = 1n; floats.length < count; index++) {
    bits.setBigUint64(0, unhashed((index << 30n) & word(64n), 64n, steps));
    const float = bits.getFloat64(0);
    if (Number.isFinite(float) && !Number.isInteger(float)) floats.push(float);
  }
  return floats;
}

/** Texts of one length that differ at their ends only. */
export function longTexts(count: number, length: number): string[] {
  const start = "a".repeat(length - 8);
  return Array.from({ length: count }, (_, index) => start + String(index).padStart(8, "0"));
}
