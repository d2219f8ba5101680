/** Runs one case and says what came of it. */
import { classes, instances, KeyError, load, type Validator } from "../../src/index.ts";
import { difference, type Expected, type Outcome, outcomeOf } from "./compare.ts";
import { type LineId, lineIds } from "./differences.ts";
import { differentEntryPoint, differentJson, differentOutcome } from "./entry-points.ts";
import { asOriginal } from "./original/index.ts";
import { decode, decodeSchema } from "./tagged.ts";
import { isPlainJson, NotExpressible, type Tagged } from "./tagged-json.ts";
import { isAnyUndone, withUndone } from "./undo.ts";

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
  | { readonly kind: "not in this version" }
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
  // Where the case has integers that no number is, as they are or as text.
  const loaded = decodeSchema(schema, /"\$int"|\d{16}/.test(JSON.stringify(one)));
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
function explain(check: Check, all: readonly LineId[]): readonly LineId[] | undefined {
  const suffice = (lines: readonly LineId[]) => withUndone(lines, check) === undefined;
  if (!suffice(all)) return undefined;
  const needed: LineId[] = [];
  let next = 0;
  while (!suffice(needed)) {
    // All lines from `next` on suffice, none do not: halving finds the last line without which the rest does not.
    let end = all.length;
    while (end - next > 1) {
      const middle = (next + end) >> 1;
      if (suffice([...needed, ...all.slice(middle)])) next = middle;
      else end = middle;
    }
    needed.push(all[next] as LineId);
    next += 1;
  }
  return needed;
}

/** What comes of a check. */
export function verdictOf(id: string, check: Check, all: readonly LineId[] = lineIds): Verdict {
  try {
    const found = withUndone([], check);
    if (found === undefined) return { kind: "same" };
    const lines = explain(check, all);
    if (lines !== undefined) return { kind: "different", lines };
    return { kind: "unexplained", text: `${id}: ${found}\nwith every line undone: ${withUndone(all, check)}` };
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
export function runCase(one: ValidationCase): Verdict {
  if (one.version === "0.8.1" && isLater(one.schema)) return refused(one);
  const verdict = verdictOf(one.id, () => compareAnswer(one, one.expect).found);
  const text = verdict.kind === "not expressible" ? undefined : (withoutMistake(one) ?? otherWays(one));
  return text === undefined ? verdict : { kind: "unexplained", text: `${one.id}: ${text}` };
}

/** The schema names a class, or a parameter of one, that there is none of here. */
function isLater(schema: Tagged): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const { __class__: name, ...params } = schema as { readonly [key: string]: Tagged };
  if (typeof name === "string") {
    if (!classes.has(name)) return true;
    const known = ["alias", "replace", ...Object.keys(classes.get(name).params)];
    if (!Object.keys(params).every((param) => known.includes(param))) return true;
  }
  return Object.values(schema).some(isLater);
}

/** What is not here is refused, not ignored. */
function refused(one: ValidationCase): Verdict {
  try {
    load(decodeSchema(one.schema));
  } catch (error) {
    if (error instanceof NotExpressible || error instanceof KeyError || error instanceof TypeError)
      return { kind: "not in this version" };
  }
  return { kind: "unexplained", text: `${one.id}: a schema of a later version is not refused` };
}

/** Where the data says what the original would answer without its mistake in counting, that is our answer. */
function withoutMistake(one: ValidationCase): string | undefined {
  const { expect_without_quirk: expect } = one;
  if (expect === undefined) return undefined;
  const others = lineIds.filter((line) => line !== "depth counter");
  const verdict = verdictOf(one.id, () => compareAnswer(one, expect).found, others);
  return verdict.kind === "unexplained" ? verdict.text : undefined;
}

/** The ways of asking a validator that do not give the answer of the call. */
function otherWays(one: ValidationCase): string | undefined {
  const original = answer(one, asOriginal(one.schema));
  const { input, outcome, validator } = answer(one, one.schema);
  const found = differentOutcome("the original without a line undone", outcome, original.outcome);
  if (found !== undefined || validator === undefined) return found;
  return at(
    one.now,
    () =>
      differentEntryPoint(validator, input) ?? (isPlainJson(one.value) ? differentJson(validator, input) : undefined),
  );
}
