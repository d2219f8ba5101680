/** Validators of the values whose key matches, by regular expression: `patterns`. */
import { type Matcher, matcher } from "../../text/pattern/pattern.ts";
import { FAILED, type Report } from "../report/report.ts";
import { passedOn } from "../report/results.ts";
import type { Checker } from "../schemas/checker.ts";

/** A pattern of keys, and the validator of the values. */
export interface KeyPattern<V extends Checker = Checker> {
  readonly source: string;
  readonly matches: Matcher;
  readonly validator: V;
}

/** The outcome of a key that matches no pattern. */
export const NO_MATCH: unique symbol = Symbol("no match");

/** @throws ValueError see `matcher`. */
export const keyPatterns = <V extends Checker>(
  patterns: Readonly<Record<string, V>>,
  backtrack: boolean,
): readonly KeyPattern<V>[] =>
  Object.entries(patterns).map(([source, validator]) => ({ source, matches: matcher(source, backtrack), validator }));

/**
 * Passes a value through the validators whose pattern its key matches; NO_MATCH if there are none.
 * @param before the validator of the key in the schema, which has made the value of `given`.
 */
export function checkPatterns(
  patterns: readonly KeyPattern[],
  key: unknown,
  value: unknown,
  report: Report,
  before?: Checker,
  given?: unknown,
): unknown {
  let result = value;
  let source = given;
  let last = before;
  // By index: an iterator takes as much of the stack as all the rest, and values may be deep.
  for (let index = 0; index < patterns.length; index++) {
    const { matches, validator } = patterns[index] as KeyPattern;
    if (typeof key !== "string" || !matches(key)) continue;
    const input = last ? passedOn(last, source, result, report) : result;
    const taken = last && report.proceed(last, source, input);
    const since = report.count;
    source = input;
    last = validator;
    result = report.memberDone(validator.check(input, report), key, since);
    if (taken !== undefined) report.proceeded(taken);
    if (result === FAILED) return FAILED;
  }
  return last === undefined ? NO_MATCH : result;
}
