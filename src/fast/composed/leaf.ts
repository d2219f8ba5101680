/** Judges values that have no members. */
import { FAILED } from "../../report/report.ts";
import { conditionTest } from "../conditions.ts";
import type { Condition, LeafOutline, Outline } from "../outline.ts";

type Test = (value: never) => boolean;
/** What a value becomes, or FAILED where that is not certain: nobody is told why. */
export type Quick = (x: unknown) => unknown;

export function quickOf({ nullable, given = [], convert, conditions, unsignsZero = false }: LeafOutline): Quick {
  const quick = fulfilling(conditions, unsignsZero);
  const converted = convert === undefined ? quick : converting(given, convert, quick);
  return nullable ? (x) => (x === null ? null : converted(x)) : converted;
}

/** Whether every value is valid, FAILED too. */
export const takesAny = ({ convert, conditions }: LeafOutline): boolean =>
  convert === undefined && conditions.length === 0;

/** Whether a validator has no members, and what it accepts is its own result. */
export const isAsGiven = (outline: Outline | undefined): outline is LeafOutline =>
  outline?.kind === "leaf" && outline.convert === undefined && !outline.unsignsZero;

function fulfilling(conditions: readonly Condition[], unsignsZero: boolean): Quick {
  if (conditions.length === 0) return (x) => x;
  const test = all(conditions);
  if (unsignsZero) return (x) => (test(x as never) ? (x as number) + 0 : FAILED);
  return (x) => (test(x as never) ? x : FAILED);
}

function converting(given: readonly Condition[], convert: (input: never) => unknown, quick: Quick): Quick {
  const test = all(given);
  return (x) => {
    if (typeof x === "bigint" || !test(x as never)) return FAILED;
    const made = convert(x as never);
    return made === undefined ? FAILED : quick(made);
  };
}

function all(conditions: readonly Condition[]): Test {
  const tests = conditions.map(conditionTest);
  return tests.reduceRight((rest, test) => (value) => test(value) && rest(value), tests.pop() ?? (() => true));
}
