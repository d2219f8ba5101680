/**
 * Test data of each kind of rule: values that are likely to satisfy it, and values near its edge, some on either side.
 * Whether a value breaks a rule, and with which issue, the rule itself says.
 */
import fc from "fast-check";
import { FAILED, Report } from "../core/report/report.ts";
import type { AnyRule } from "../core/rules/index.ts";
import type { Leaf } from "../core/rules/leaf.ts";
import type { Lengths, TextRule } from "../core/rules/length.ts";
import type { NumberRule } from "../core/rules/number.ts";
import { formatted } from "./formats.ts";
import { matching } from "./pattern.ts";

/** Values that rules are about; integers are bigints. */
type Values = fc.Arbitrary<unknown>;

/** What else is known of the values of a rule. */
interface Context {
  readonly leaf: Leaf;
  /** They have to be JSON. */
  readonly json: boolean;
}

interface RuleData<R> {
  /** Values for which the other rules have none. */
  readonly ofType?: (rule: R, context: Context) => Values | undefined;
  /** Values that satisfy the rule, most of them. */
  readonly values?: (rule: R, context: Context) => Values | undefined;
  /** Values near the edge: an arbitrary for each way to break the rule. `others` are some of the type. */
  readonly edges: (rule: R, others: Values, context: Context) => readonly Values[];
}

/** How many more characters or bytes there may be than there must be. */
const MORE = 8;
/** How far from a limit numbers go beyond it. */
const NEAR = 1000;
/** Half of the numbers are closer to zero, if such are valid. */
const USUAL = 100;
/** The range of integers without a limit, and of those that JSON has all digits of. */
const FAR = 2n ** 80n;
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

const ofLengths = (sized: (minLength: number, maxLength: number) => Values): RuleData<Lengths> => ({
  ofType: ({ minlen = 0, maxlen = Number.POSITIVE_INFINITY }) =>
    sized(minlen, Math.max(minlen, Math.min(maxlen, minlen + MORE))),
  edges: ({ minlen = 0, maxlen }) => [
    ...(minlen > 0 ? [sized(Math.max(minlen - MORE, 0), minlen - 1)] : []),
    ...(maxlen === undefined ? [] : [sized(maxlen + 1, maxlen + MORE)]),
  ],
});

const ofText = ofLengths((minLength, maxLength) => {
  const texts = (unit: fc.StringConstraints["unit"]): Values => fc.string({ unit, minLength, maxLength } as never);
  return fc.oneof(
    { weight: 2, arbitrary: texts("grapheme-ascii") },
    texts("binary"),
    texts(fc.constantFrom(..."abcxyz")),
  );
});

/** Texts with another character at one place. */
const damaged = (texts: Values, ...characters: readonly string[]): Values =>
  fc.tuple(texts, fc.nat({ max: 30 }), fc.constantFrom(...characters)).map(([text, index, other]) => {
    const at = index % (String(text).length + 1);
    return String(text).slice(0, at) + other + String(text).slice(at + 1);
  });
const misspelt = (texts: Values): Values => fc.oneof(texts, damaged(texts, "", "!", " ", "0", "a", "~", "\u00e9"));

type Limit = number | bigint;

const isGiven = (limit: Limit | undefined): limit is Limit =>
  limit !== undefined && (typeof limit === "bigint" || Number.isFinite(limit));
const whole = (limit: Limit, round = Math.round): bigint => BigInt(typeof limit === "bigint" ? limit : round(limit));
const ascending = (values: readonly bigint[]): bigint[] => values.toSorted((a, b) => (a < b ? -1 : 1));
const least = (values: readonly bigint[]): bigint => ascending(values)[0] as bigint;
const greatest = (values: readonly bigint[]): bigint => ascending(values).at(-1) as bigint;

/** Returns whether the numbers that a leaf takes are integers. */
const areWhole = ({ leaf }: Context): boolean => leaf.take(0.5, new Report()) !== 0.5;

/** Multiples in the range. Exclusive limits are left to the rule. */
function integers({ limits }: NumberRule, json: boolean): Values | undefined {
  const { min, max, exclusive_min, exclusive_max, multiple_of = 1 } = limits;
  const lows = [min, exclusive_min].filter(isGiven).map((limit) => whole(limit, Math.ceil));
  const highs = [max, exclusive_max].filter(isGiven).map((limit) => whole(limit, Math.floor));
  const low = greatest(lows.length > 0 ? lows : [-FAR]);
  const high = least(highs.length > 0 ? highs : [greatest([FAR, low + FAR])]);
  const [first, last] = json ? [greatest([low, -SAFE]), least([high, SAFE])] : [low, high];
  const within = (from: bigint, to: bigint): Values[] =>
    from > to ? [] : [fc.bigInt({ min: from, max: to }).map((value) => value - (value % BigInt(multiple_of)))];
  const usual = within(greatest([first, -BigInt(USUAL)]), least([last, BigInt(USUAL)]));
  return first > last ? undefined : fc.oneof(...usual, ...within(first, last));
}

/** Numbers in the range. Exclusive limits are left to the rule. */
function doubles({ range, limits, nan }: NumberRule, json: boolean): Values | undefined {
  const [low, high] = json ? [Math.max(range[0], -Number.MAX_VALUE), Math.min(range[1], Number.MAX_VALUE)] : range;
  if (low > high) return undefined;
  const special = nan && !json ? [{ weight: 1, arbitrary: fc.constant(Number.NaN) }] : [];
  if (limits.multiple_of !== undefined) {
    const step = Number(limits.multiple_of);
    // So many multiples of a fraction are exact to twelve digits.
    const count = (value: number): number => Math.min(Math.max(value, -(2 ** 50)), 2 ** 50);
    const [least, most] = [count(Math.ceil(low / step)), count(Math.floor(high / step))];
    const multiples = fc.integer({ min: Math.min(least, most), max: Math.max(least, most) });
    return fc.oneof({ weight: 8, arbitrary: multiples.map((one) => Number((one * step).toPrecision(12))) }, ...special);
  }
  const within = (min: number, max: number): fc.WeightedArbitrary<number>[] =>
    min > max ? [] : [{ weight: 4, arbitrary: fc.double({ min, max, noNaN: true }) }];
  return fc.oneof(...within(Math.max(low, -USUAL), Math.min(high, USUAL)), ...within(low, high), ...special);
}

/** Numbers around a limit. */
function around(limit: Limit, context: Context): Values {
  if (areWhole(context)) return fc.bigInt({ min: whole(limit) - BigInt(NEAR), max: whole(limit) + BigInt(NEAR) });
  const distances = fc.oneof(fc.integer({ min: -NEAR, max: NEAR }), fc.double({ min: -NEAR, max: NEAR, noNaN: true }));
  return distances.map((distance) => Number(limit) + distance);
}

const number: RuleData<NumberRule> = {
  ofType: (rule, context) => (areWhole(context) ? integers : doubles)(rule, context.json),
  edges({ limits: { multiple_of, ...limits } }, others, context) {
    // The limits of safe integers are no parameters.
    const isParam = (limit: Limit): boolean => typeof limit === "bigint" || Math.abs(limit) < Number.MAX_SAFE_INTEGER;
    const near = Object.values(limits as Readonly<Record<string, Limit | undefined>>)
      .filter(isGiven)
      .filter(isParam)
      .map((limit) => around(limit, context));
    const multiples = isGiven(multiple_of) ? [fc.oneof(others, ...near, around(multiple_of, context))] : [];
    const special = areWhole(context) || context.json ? [] : [Number.NaN, 1 / 0, -1 / 0].map((one) => fc.constant(one));
    return [...near, ...multiples, ...special];
  },
};

/** By kind: a rule that is missing here does not compile. */
const DATA: { readonly [K in AnyRule["kind"]]: RuleData<Extract<AnyRule, { kind: K }>> } = {
  ascii: { edges: (_, others) => [damaged(others, "\u00e9")] },
  boolean: { ofType: () => fc.boolean(), edges: () => [] },
  bytes: ofLengths((minLength, maxLength) => fc.uint8Array({ minLength, maxLength })),
  format: {
    values: ({ format, params }) => formatted(format, params),
    edges: (_, others) => [misspelt(others)],
  },
  number,
  option: {
    values: ({ options }) => fc.constantFrom(...options),
    edges: ({ options: [first] }, others, context) => [
      typeof first === "string" ? misspelt(others) : fc.oneof(others, around(first as Limit, context)),
    ],
  },
  pattern: {
    values: ({ pattern }, { leaf }) => matching(pattern, lengthsOf(leaf).minlen),
    edges: (_, others) => [misspelt(others)],
  },
  text: ofText,
};

const dataOf = ({ kind }: { readonly kind: string }): RuleData<never> => DATA[kind as AnyRule["kind"]];

/** The lengths of texts. */
const lengthsOf = ({ rules }: Leaf): Lengths =>
  (rules.find(({ kind }) => kind === "text") as TextRule | undefined) ?? { minlen: undefined, maxlen: undefined };

/** Values of the type that the rules are about; undefined if the limits leave none. */
function ofType(context: Context): Values | undefined {
  const { leaf } = context;
  const rule = leaf.rules.find((one) => dataOf(one).ofType !== undefined);
  return rule ? dataOf(rule).ofType?.(rule as never, context) : ofText.ofType?.(lengthsOf(leaf), context);
}

/** Values that satisfy the rules, many of them; undefined if the limits leave none. */
export function valuesOf(leaf: Leaf, json: boolean): Values | undefined {
  const context = { leaf, json };
  const own = leaf.rules
    .map((rule) => dataOf(rule).values?.(rule as never, context))
    .filter((one) => one !== undefined);
  return own.length > 0 ? fc.oneof(...own) : ofType(context);
}

/** For each rule, values near its edge: an arbitrary for each way to break it. */
export function edgesOf(leaf: Leaf, json: boolean): (readonly [rule: Leaf["rules"][number], values: Values])[] {
  const context = { leaf, json };
  const others = [valuesOf(leaf, json), ofType(context)].filter((one) => one !== undefined);
  if (others.length === 0) return [];
  return leaf.rules.flatMap((rule) =>
    dataOf(rule)
      .edges(rule as never, fc.oneof(...others) as never, context)
      .map((values) => [rule, values] as const),
  );
}

/** The rule that refuses an input; undefined if none does, or it is not of the type. */
export function brokenBy({ take, rules }: Leaf, input: unknown): Leaf["rules"][number] | undefined {
  const value = take(input, new Report());
  return value === FAILED ? undefined : rules.find((rule) => rule.fails(value as never, new Report()) !== false);
}
