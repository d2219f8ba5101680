/** Runs one case and says what came of it. */
import { instances, load, type Validator } from "../../src/pure.ts";
import { difference, type Expected, type Outcome, outcomeOf } from "./compare.ts";
import { isAnyUndone, type LineId, lineIds, withUndone } from "./differences.ts";
import { asOriginal } from "./original/index.ts";
import { decode, decodeSchema, NotExpressible, type Tagged } from "./tagged.ts";

/** A call of a validator: the schema, the value, what came out. */
export interface ValidationCase {
  readonly id: string;
  readonly schema: Tagged;
  readonly value: Tagged;
  /** The clock, in UTC. */
  readonly now?: string;
  readonly expect: Expected;
  /** The answer of the original without its mistake in counting depths. */
  readonly expect_without_quirk?: Expected;
  readonly version?: string;
}

/** What came of a case. */
export type Verdict =
  | { readonly kind: "same" }
  | { readonly kind: "different"; readonly lines: readonly LineId[] }
  | { readonly kind: "not expressible"; readonly reason: string }
  | { readonly kind: "unexplained"; readonly text: string };

const realNow = Date.now;

/** Calls `call` while the clock shows `now`, to the microsecond; without it, the clock goes on. */
function at<T>(now: string | undefined, call: () => T): T {
  if (now === undefined) return call();
  const [seconds, fraction = ""] = now.split(".");
  const time = Date.parse(`${seconds}Z`) + Number(fraction.padEnd(6, "0")) / 1000;
  Date.now = () => time;
  try {
    return call();
  } finally {
    Date.now = realNow;
  }
}

interface Answer {
  readonly outcome: Outcome;
  readonly input: unknown;
  readonly validator: Validator | undefined;
}

/** What the library answers, with the classes of the original where lines are undone. */
function answer(one: ValidationCase, schema: Tagged): Answer {
  instances.clear();
  const input = decode(one.value);
  const loaded = decodeSchema(schema);
  let validator: Validator | undefined;
  const outcome = at(one.now, () =>
    outcomeOf(() => {
      validator = load(loaded);
      return validator(input);
    }),
  );
  return { outcome, input, validator };
}

/** How the library differs from the original, with the lines that are undone now. */
type Check = () => string | undefined;

/** The fewest lines that, undone, leave no difference; undefined if not even all do. */
function explain(check: Check): readonly LineId[] | undefined {
  if (withUndone(lineIds, check) !== undefined) return undefined;
  let lines: readonly LineId[] = lineIds;
  for (const line of lineIds) {
    const fewer = lines.filter((other) => other !== line);
    if (withUndone(fewer, check) === undefined) lines = fewer;
  }
  return lines;
}

/** What comes of a check. */
export function verdictOf(id: string, check: Check): Verdict {
  try {
    const found = withUndone([], check);
    if (found === undefined) return { kind: "same" };
    const lines = explain(check);
    if (lines !== undefined) return { kind: "different", lines };
    return { kind: "unexplained", text: `${id}: ${found}\nwith every line undone: ${withUndone(lineIds, check)}` };
  } catch (error) {
    if (error instanceof NotExpressible) return { kind: "not expressible", reason: error.message };
    throw error;
  }
}

/** The answer of the library, or of the original as far as lines are undone, and how it differs from `expect`. */
export function compareAnswer(one: ValidationCase, expect: Expected): Answer & { readonly found: string | undefined } {
  const result = answer(one, isAnyUndone() ? asOriginal(one.schema) : one.schema);
  return { ...result, found: difference(expect, result.outcome, result.input) };
}

/** What comes of a validation. */
export function judge(one: ValidationCase): Verdict {
  return verdictOf(one.id, () => compareAnswer(one, one.expect).found);
}
