/** Tests whether a number is a multiple of another. */

/** A number as its shortest decimal text: `digits * 10 ** exponent`. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/**
 * Returns whether `value` is a multiple of `multiple`, which is positive and finite. Bigints and integers in the safe
 * range are exact; other numbers stand for their shortest decimal texts, so that 0.3 is a multiple of 0.1. NaN and the
 * infinities are multiples of nothing. The time is bounded, because the digits and zeros of numbers are.
 */
export function isMultiple(value: number | bigint, multiple: number | bigint): boolean {
  if (typeof value === "bigint" && typeof multiple === "bigint") return value % multiple === 0n;
  if (Number.isSafeInteger(value) && Number.isSafeInteger(multiple))
    return (value as number) % (multiple as number) === 0;
  if (typeof value === "number" && !Number.isFinite(value)) return false;
  // A number like 2^64 is the integer that it is, too.
  const isExact = typeof value === "bigint" && Number.isInteger(multiple) && value % BigInt(multiple) === 0n;
  return isExact || isDecimalMultiple(decimalOf(value), decimalOf(multiple));
}

/** Integers below this have at most 15 digits: no two decimals of so few digits are the same number. */
const MAX_SHORT = 1e15;
/** Greater powers of ten are not exact. */
const MAX_PLACES = 22;

/** Returns `isMultiple` for one multiple. Most values need no text: multiplied by a power of ten, they are integers. */
export function multiplesOf(multiple: number | bigint): (value: number | bigint) => boolean {
  const general = (value: number | bigint): boolean => isMultiple(value, multiple);
  const { digits, exponent } = decimalOf(multiple);
  const scale = Number(`1e${Math.max(0, -exponent)}`);
  const step = Number(`${digits}e${Math.max(0, exponent)}`);
  if (-exponent > MAX_PLACES) return general;
  return (value) => {
    if (typeof value === "number") {
      const scaled = Math.round(value * scale);
      if (Math.abs(scaled) < MAX_SHORT) return scaled / scale === value && scaled % step === 0;
    }
    return general(value);
  };
}

function isDecimalMultiple(value: Decimal, multiple: Decimal): boolean {
  const zeros = value.exponent - multiple.exponent;
  if (zeros >= 0) return (value.digits * 10n ** BigInt(zeros)) % multiple.digits === 0n;
  return value.digits % (multiple.digits * 10n ** BigInt(-zeros)) === 0n;
}

/** The shortest decimal of a number without its sign, or a bigint. */
export function decimalOf(value: number | bigint): Decimal {
  if (typeof value === "bigint") return { digits: value, exponent: 0 };
  const [mantissa, exponent] = Math.abs(value).toExponential().split("e") as [string, string];
  const digits = mantissa.replace(".", "");
  return { digits: BigInt(digits), exponent: Number(exponent) - (digits.length - 1) };
}
