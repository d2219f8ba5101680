/** Arbitraries of Int and Float. */
import fc from "fast-check";
import type { Float } from "../validators/float.ts";
import type { Int } from "../validators/int.ts";
import { isMultiple } from "../values/multiple.ts";
import { accepted, broken, type Condition, fault, type Kind, nameOf, orNull, wrongType } from "./kind.ts";

type AnyNumber = number | bigint;

interface Limits<T> {
  readonly min: T | undefined;
  readonly max: T | undefined;
  readonly exclusive_min: T | undefined;
  readonly exclusive_max: T | undefined;
  readonly multiple_of: T | undefined;
}

/** How far from a limit values go beyond it. */
const NEAR = 1000;

const LEAST = BigInt(Number.MIN_SAFE_INTEGER);
const GREATEST = BigInt(Number.MAX_SAFE_INTEGER);
/** Half of the integers, and of the numbers, are closer to zero, if such are valid. */
const USUAL = 100n;
/** The range of bigints without a limit. */
const FAR = 2n ** 80n;

/** A limit as a bigint, rounded into the range; undefined if it is none. */
function whole(limit: AnyNumber | undefined, round: (value: number) => number): bigint | undefined {
  if (typeof limit === "bigint" || limit === undefined) return limit;
  return Number.isFinite(limit) ? BigInt(round(limit)) : undefined;
}

const ascending = (values: readonly bigint[]): bigint[] => values.toSorted((a, b) => (a < b ? -1 : 1));
const least = (...values: readonly bigint[]): bigint => ascending(values)[0] as bigint;
const greatest = (...values: readonly bigint[]): bigint => ascending(values).at(-1) as bigint;

/** The closest integer that a number holds exactly. */
const safe = (value: bigint): bigint => least(greatest(value, LEAST), GREATEST);

/** The integers in a range that are multiples, closest to zero first. */
function integersIn(int: Int, json: boolean): fc.Arbitrary<bigint> | undefined {
  const { min, max, exclusive_min, exclusive_max, multiple_of } = int as unknown as Limits<AnyNumber>;
  const isSmall = !int.bigint || json;
  const over = whole(exclusive_min, Math.floor);
  const under = whole(exclusive_max, Math.ceil);
  const low = greatest(
    isSmall ? LEAST : -FAR,
    whole(min, Math.ceil) ?? -FAR * FAR,
    over === undefined ? -FAR * FAR : over + 1n,
  );
  const high = least(
    isSmall ? GREATEST : greatest(FAR, low + FAR),
    whole(max, Math.floor) ?? FAR * FAR,
    under === undefined ? FAR * FAR : under - 1n,
  );
  const step = BigInt(multiple_of ?? 1);
  // Division of bigints rounds toward zero.
  const first = low > 0n ? (low + step - 1n) / step : low / step;
  const last = high < 0n ? (high - step + 1n) / step : high / step;
  if (first > last) return undefined;
  const [from, to] = [greatest(first, -USUAL), least(last, USUAL)];
  const all = fc.bigInt({ min: first, max: last });
  const values = from <= to ? fc.oneof(fc.bigInt({ min: from, max: to }), all) : all;
  return values.map((value) => value * step);
}

/** The conditions of numbers, in the order of errors. `near` has the numbers around one. */
function conditionsOf<T extends AnyNumber>(
  { min, max, exclusive_min, exclusive_max, multiple_of }: Limits<T>,
  near: (limit: T) => fc.Arbitrary<T>,
  inside: fc.Arbitrary<T>,
  isActual: boolean,
): Condition<T>[] {
  const all: (Condition<T> | undefined)[] = [
    min === undefined
      ? undefined
      : { code: "min_value", expected: min, isBroken: (value) => value < min, values: near(min) },
    max === undefined
      ? undefined
      : { code: "max_value", expected: max, isBroken: (value) => value > max, values: near(max) },
    exclusive_min === undefined
      ? undefined
      : {
          code: "exclusive_min_value",
          expected: exclusive_min,
          isBroken: (value) => value <= exclusive_min,
          values: near(exclusive_min),
        },
    exclusive_max === undefined
      ? undefined
      : {
          code: "exclusive_max_value",
          expected: exclusive_max,
          isBroken: (value) => value >= exclusive_max,
          values: near(exclusive_max),
        },
    multiple_of === undefined
      ? undefined
      : {
          code: "multiple",
          expected: multiple_of,
          isBroken: (value) => !isMultiple(value, multiple_of),
          values: fc.oneof(inside, near((min ?? exclusive_min ?? max ?? exclusive_max ?? multiple_of) as T)),
        },
  ];
  return all.filter((one) => one !== undefined).map((one) => ({ ...one, isActual }));
}

export const int: Kind<Int> = {
  valid(int, to) {
    const { json } = to;
    const { options, coerce } = int;
    const values: fc.Arbitrary<unknown> | undefined =
      options === undefined
        ? integersIn(int, json)?.map((value) => (int.bigint && !json ? value : Number(value)))
        : fc.constantFrom(...(options as readonly AnyNumber[])).map((value) => (json ? Number(value) : value));
    const texts = coerce && values ? fc.oneof({ weight: 4, arbitrary: values }, values.map(String)) : values;
    const own = texts ?? to.none(int as never, "no integer is within its limits");
    return orNull(int, options === undefined ? own : accepted(int as never, own, to));
  },
  faults(int, { json }) {
    const { options, coerce, bigint } = int;
    const isBig = bigint && !json;
    const toInput = (value: bigint): AnyNumber => (isBig ? value : Number(value));
    const near = (limit: AnyNumber): fc.Arbitrary<AnyNumber> => {
      const middle = whole(limit, Math.round) ?? 0n;
      const [from, to] = [middle - BigInt(NEAR), middle + BigInt(NEAR)];
      return isBig ? fc.bigInt({ min: from, max: to }) : fc.bigInt({ min: safe(from), max: safe(to) }).map(toInput);
    };
    const inside = (integersIn(int, json) ?? fc.bigInt({ min: -BigInt(NEAR), max: BigInt(NEAR) })).map(toInput);
    const conditions = conditionsOf(int as unknown as Limits<AnyNumber>, near, inside, !bigint);
    if (options !== undefined) {
      const known = (options as readonly AnyNumber[]).map(BigInt);
      conditions.push({
        code: "options",
        expected: options,
        isBroken: (value) => !known.includes(BigInt(value)),
        values: fc.oneof(inside, near(known[0] ?? 0n)),
        isActual: !bigint,
      });
    }
    const taken = ["number", ...(coerce === true ? ["boolean", "string"] : []), ...(coerce ? ["string"] : [])];
    const fraction = fault(fc.constantFrom(0.5, -1.25), "invalid_type", () => ({
      expected: "integer",
      actual: "number",
    }));
    const types = wrongType(int, "integer", taken);
    return { single: [types, ...(coerce === true ? [] : [fraction]), ...broken(conditions, nameOf(int as never))] };
  },
};

/** Numbers within the limits, apart from NaN. */
function numbersIn(float: Float, json: boolean): fc.Arbitrary<number> | undefined {
  const given = float as unknown as Limits<AnyNumber>;
  // The validator refuses what is beyond a limit that is a bigint.
  const [min, max, exclusive_min, exclusive_max, multiple_of] = [
    ...[given.min, given.max, given.exclusive_min, given.exclusive_max, given.multiple_of],
  ].map((limit) => (limit === undefined ? undefined : Number(limit)));
  const most = float.inf && !json ? Number.POSITIVE_INFINITY : Number.MAX_VALUE;
  const low = Math.max(min ?? -most, exclusive_min ?? -most, -most);
  const high = Math.min(max ?? most, exclusive_max ?? most, most);
  if (low > high) return undefined;
  if (multiple_of === undefined) {
    const [from, to] = [Math.max(low, -Number(USUAL)), Math.min(high, Number(USUAL))];
    const all = fc.double({ min: low, max: high, noNaN: true });
    return from <= to ? fc.oneof(fc.double({ min: from, max: to, noNaN: true }), all) : all;
  }
  const [first, last] = [Math.ceil(low / multiple_of), Math.floor(high / multiple_of)];
  const bound = (value: number): number => Math.min(Math.max(value, -(2 ** 50)), 2 ** 50);
  return fc
    .integer({ min: Math.min(bound(first), bound(last)), max: Math.max(bound(first), bound(last)) })
    .map((value) => Number((value * multiple_of).toPrecision(12)));
}

export const float: Kind<Float> = {
  valid(float, to) {
    const { nan, coerce } = float;
    const own = numbersIn(float, to.json) ?? to.none(float as never, "no number is within its limits");
    const numbers = accepted(float as never, own, to) as fc.Arbitrary<number> | undefined;
    const all: fc.WeightedArbitrary<unknown>[] = numbers ? [{ weight: 8, arbitrary: numbers }] : [];
    if (numbers && coerce) all.push({ weight: 2, arbitrary: numbers.map(String) });
    if (nan && !to.json) all.push({ weight: 1, arbitrary: fc.constant(Number.NaN) });
    return orNull(float, all.length === 0 ? undefined : accepted(float as never, fc.oneof(...all), to));
  },
  faults(float, { json }) {
    const { nan, inf, coerce } = float;
    const near = (given: number): fc.Arbitrary<number> => {
      const limit = Number(given);
      return fc.oneof(
        fc.integer({ min: -NEAR, max: NEAR }).map((value) => (Number.isFinite(limit) ? limit : 0) + value),
        fc.double({ min: -NEAR, max: NEAR, noNaN: true }).map((value) => (Number.isFinite(limit) ? limit : 0) + value),
      );
    };
    const limits = float as unknown as Limits<number>;
    const conditions = conditionsOf(limits, near, fc.double({ noNaN: true, noDefaultInfinity: true }), true);
    const special = [
      ...(nan || json ? [] : [fault(fc.constant(Number.NaN), "float_value", () => ({ expected: "number" }))]),
      ...(inf || json ? [] : [fault(fc.constantFrom(-1 / 0, 1 / 0), "float_value", () => ({ expected: "finite" }))]),
    ];
    const taken = ["number", ...(coerce === true ? ["boolean", "string"] : []), ...(coerce ? ["string"] : [])];
    return { single: [wrongType(float, "number", taken), ...special, ...broken(conditions, nameOf(float as never))] };
  },
};
