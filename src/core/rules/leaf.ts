/** Values without members: how a class describes them, and the interpreter of that description. */
import { isBeyond } from "../../values/digits.ts";
import { typeName } from "../../values/input.ts";
import { InvalidTypeError } from "../errors/errors.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { Rule, Test } from "./rule.ts";

/** The rules of a value without members, as data: the interpreter, the code generator and JSON Schema read them. */
export interface Leaf {
  readonly kind: "leaf";
  readonly nullable: boolean;
  /**
   * Returns the value that the rules apply to, for any value but a valid null; or reports a failure and returns FAILED.
   * The only place that knows bigints, bytes, names and spellings.
   */
  take(input: unknown, report: Report): unknown;
  /** In the order of errors. Without rules, every value is valid. */
  readonly rules: readonly Rule[];
  /**
   * The fast path leaves numbers beyond the safe range to `take`, which reads the digits of JSON text. Of a JavaScript
   * value, the rules say the same.
   */
  readonly readsDigits?: boolean;
  /** Converts a bigint to a number: the rules have read its digits. */
  readonly rounds?: boolean;
  /** Converts -0 to 0. */
  readonly unsignsZero?: boolean;
  /** Converts a value that has passed the rules to the result. */
  readonly finish?: (value: never) => unknown;
  /** The fast path handles no values. */
  readonly isOpaque?: boolean;
  /** Fast path: the rules that the value has to pass before it is converted. */
  readonly given?: readonly Rule[];
  /** Fast path: converts the value, unless it is a bigint, before the rules are applied; undefined if it cannot. */
  readonly convert?: ((input: never) => unknown) | undefined;
  /** The fast path may reject valid values of any type; otherwise only valid bigints and objects. */
  readonly isInexact?: boolean;
  /** The only valid value, if there is just one. */
  readonly only?: unknown;
}

/** Refuses a value for its type. */
export function wrongType(expected: string, input: unknown, report: Report): Failed {
  return report.fail(InvalidTypeError, expected, typeName(input));
}

/** Refuses a value of a convertible type that cannot be converted: the message quotes it. */
export function notConverted(expected: string, input: unknown, report: Report): Failed {
  return report.fail(InvalidTypeError, expected, typeName(input), undefined, { given: input, unit: undefined });
}

/** The rules in the order of the fast path: options come first, as they imply the type. */
export const byCost = (rules: readonly Rule[]): readonly Rule[] =>
  rules.length > 1 && rules.at(-1)?.kind === "option" ? [rules.at(-1) as Rule, ...rules.slice(0, -1)] : rules;

/** Returns whether a valid value is its own result. */
const isAsGiven = ({ convert, unsignsZero, finish, isOpaque }: Leaf): boolean =>
  convert === undefined && finish === undefined && !unsignsZero && !isOpaque;

/** Returns whether every value is valid, FAILED too, and its own result. */
export const takesAny = (leaf: Leaf): boolean => leaf.rules.length === 0 && isAsGiven(leaf);

/** Returns the result of a value, or FAILED if the slow path has to decide. */
export type Quick = (input: unknown) => unknown;

/** The fast path of a leaf. */
export function quickOf({ nullable, given = [], convert, rules, unsignsZero, isOpaque, readsDigits }: Leaf): Quick {
  if (isOpaque) return () => FAILED;
  const passes = passing(byCost(rules), unsignsZero === true);
  const quick: Quick = readsDigits ? (x) => (typeof x === "number" && isBeyond(x) ? FAILED : passes(x)) : passes;
  const converted = convert === undefined ? quick : converting(given, convert, quick);
  return nullable ? (x) => (x === null ? null : converted(x)) : converted;
}

function passing(rules: readonly Rule[], unsignsZero: boolean): Quick {
  if (rules.length === 0) return (x) => x;
  const test = all(rules);
  if (unsignsZero) return (x) => (test(x as never) ? (x as number) + 0 : FAILED);
  return (x) => (test(x as never) ? x : FAILED);
}

function converting(given: readonly Rule[], convert: (input: never) => unknown, quick: Quick): Quick {
  const test = all(given);
  return (x) => {
    if (typeof x === "bigint" || !test(x as never)) return FAILED;
    const made = convert(x as never);
    // Text may be an integer that no number is: `take` decides what it becomes.
    return made === undefined || typeof made === "bigint" ? FAILED : quick(made);
  };
}

function all(rules: readonly Rule[]): Test {
  const tests = rules.map((rule) => rule.test());
  return tests.reduceRight((rest, test) => (value) => test(value) && rest(value), tests.pop() ?? (() => true));
}

/** Returns whether the value is a primitive that stands only for itself. A bigint may stand for a number. */
export const isPlainPrimitive = (value: unknown): boolean =>
  value === null || (typeof value !== "object" && typeof value !== "function" && typeof value !== "bigint");

/** The slow path of a leaf for a value that its fast path has rejected. */
export function explainRejected(leaf: Leaf, input: unknown, report: Report): unknown | Failed {
  // FAILED is a value like any other, which a leaf without rules accepts.
  const isInvalid = isPlainPrimitive(input) && input !== FAILED && !leaf.isInexact && !leaf.isOpaque;
  // Only now the report knows the digits, which errors show; and a lazy failure is one.
  if (report.allErrors || (typeof input === "number" && isBeyond(input))) return explain(leaf, input, report);
  return isInvalid ? report.failLazily(explain, leaf, input) : explain(leaf, input, report);
}

/** The slow path of a leaf, which handles all values: returns the result, or reports the failure. */
export function explain(leaf: Leaf, input: unknown, report: Report): unknown | Failed {
  if (input === null && leaf.nullable) return null;
  const value = leaf.take(input, report);
  if (value === FAILED) return FAILED;
  let hasFailed = false;
  for (const rule of leaf.rules) {
    if (!rule.fails(value as never, report)) continue;
    if (!report.allErrors) return FAILED;
    hasFailed = true;
  }
  if (hasFailed) return FAILED;
  if (leaf.rounds && typeof value === "bigint") return Number(value);
  if (leaf.unsignsZero && typeof value === "number") return value + 0;
  return leaf.finish === undefined ? value : leaf.finish(value as never);
}
