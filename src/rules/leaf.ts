/** Values without members: what a class says of them, and the interpreter of it. */
import { InvalidTypeError } from "../errors/errors.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { typeName } from "../values/input.ts";
import type { Rule, Test } from "./rule.ts";

/** The rules of a value without members, as data: the interpreter, the code generator and JSON Schema read them. */
export interface Leaf {
  readonly kind: "leaf";
  readonly nullable: boolean;
  /**
   * Returns what the rules are applied to, for any value but a valid null; or FAILED after reporting that there is no
   * such thing. The only place that knows bigints, bytes, names and spellings.
   */
  take(input: unknown, report: Report): unknown;
  /** In the order of errors. None: every value is valid. */
  readonly rules: readonly Rule[];
  /** -0 becomes 0. */
  readonly unsignsZero?: boolean;
  /** Makes the result of a value that has passed the rules. */
  readonly finish?: (value: never) => unknown;
  /** The fast path handles no value at all. */
  readonly isOpaque?: boolean;
  /** Fast path: what the value has to pass before it is converted. */
  readonly given?: readonly Rule[];
  /** Fast path: converts the value, unless it is a bigint, before the rules are applied; undefined if it cannot. */
  readonly convert?: ((input: never) => unknown) | undefined;
  /** Values that the fast path rejects may be valid all the same; without it, only bigints and objects may be. */
  readonly isInexact?: boolean;
  /** The only valid value, if there is just one. */
  readonly only?: unknown;
}

/** Refuses a value for its type. */
export function wrongType(expected: string, input: unknown, report: Report): Failed {
  return report.fail(InvalidTypeError, expected, typeName(input));
}

/** Refuses a value that cannot be converted, though its type might do: the message quotes it. */
export function notConverted(expected: string, input: unknown, report: Report): Failed {
  return report.fail(InvalidTypeError, expected, typeName(input), undefined, { given: input, unit: undefined });
}

/** The rules in the order of the fast path: options come first, as they imply the type. */
export const byCost = (rules: readonly Rule[]): readonly Rule[] =>
  rules.length > 1 && rules.at(-1)?.kind === "option" ? [rules.at(-1) as Rule, ...rules.slice(0, -1)] : rules;

/** Whether a valid value is its own result. */
const isAsGiven = ({ convert, unsignsZero, finish, isOpaque }: Leaf): boolean =>
  convert === undefined && finish === undefined && !unsignsZero && !isOpaque;

/** Whether every value is valid, FAILED too, and its own result. */
export const takesAny = (leaf: Leaf): boolean => leaf.rules.length === 0 && isAsGiven(leaf);

/** The result of a value, or FAILED if only the slow path knows it. */
export type Quick = (input: unknown) => unknown;

/** The fast path of a leaf. */
export function quickOf({ nullable, given = [], convert, rules, unsignsZero, isOpaque }: Leaf): Quick {
  if (isOpaque) return () => FAILED;
  const quick = passing(byCost(rules), unsignsZero === true);
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
    return made === undefined ? FAILED : quick(made);
  };
}

function all(rules: readonly Rule[]): Test {
  const tests = rules.map((rule) => rule.test());
  return tests.reduceRight((rest, test) => (value) => test(value) && rest(value), tests.pop() ?? (() => true));
}

/** A primitive that stands for no other value. A bigint may stand for a number. */
export const isPlainPrimitive = (value: unknown): boolean =>
  value === null || (typeof value !== "object" && typeof value !== "function" && typeof value !== "bigint");

/** The slow path of a leaf for a value that its fast path has rejected. */
export function explainRejected(leaf: Leaf, input: unknown, report: Report): unknown | Failed {
  // FAILED is a value like any other, which a leaf without rules accepts.
  const isInvalid = isPlainPrimitive(input) && input !== FAILED && !leaf.isInexact && !leaf.isOpaque;
  return isInvalid ? report.failLazily(explain, leaf, input) : explain(leaf, input, report);
}

/** The slow path of a leaf, which knows all values: returns the result, or reports why there is none. */
export function explain(leaf: Leaf, input: unknown, report: Report): unknown | Failed {
  if (input === null && leaf.nullable) return null;
  const value = leaf.take(input, report);
  if (value === FAILED) return FAILED;
  for (const rule of leaf.rules) if (rule.fails(value as never, report)) return FAILED;
  if (leaf.unsignsZero && typeof value === "number") return value + 0;
  return leaf.finish === undefined ? value : leaf.finish(value as never);
}
