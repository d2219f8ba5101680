/** Judges JavaScript values with generated code where a validator is much used, else with its check. */
import { mayBeTooDeep } from "../json/scan.ts";
import { type Limits, readLimits, verdictLimits } from "../report/limits.ts";
import { FAILED } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import { type Compiled, compile, type Entry, type Run } from "./compile.ts";
import { Judge, refuse } from "./judge.ts";
import { UNJUDGED, values } from "./mode.ts";

/** Steps that a validator takes until code is generated for it: about two thousand calls with a small object. */
const HOT = 30_000;
/** A call takes so many apart from those that the check counts: a value without members has none. */
const CALL = 5;
/** With each validator that code has been generated for, the next has to take so many more: V8 has to compile it all. */
const HOTTER = HOT / 20;
/** How often code is generated anew for a validator, when aliases mean something else. */
const MAX_COMPILED = 10;

/** However many levels a text has, it may have so many: parsing them takes a quarter of a millisecond. */
const FEW_LEVELS = 2048;
/** One for so many characters takes no longer than what ordinary texts have in their place. */
const UNITS_PER_LEVEL = 16;
/** More take too much memory. */
const MANY_LEVELS = 250_000;

/**
 * Whether `JSON.parse` takes a text within the usual time and memory, however deep it is nested: for each level it needs as
 * much as for 50 characters.
 */
export const isBearable = (text: string): boolean =>
  !mayBeTooDeep(text, Math.min(Math.max(FEW_LEVELS, text.length / UNITS_PER_LEVEL), MANY_LEVELS));

const FIRST_FAILURE = verdictLimits(undefined);

let hot = HOT;

/** Judges the values of one validator. */
export class CompilingJudge extends Judge {
  #compiled: Compiled | undefined;
  #steps = 0;
  #times = 0;

  // What most calls do comes first and is short: V8 makes one piece of code of it and of the generated code.

  override value(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const compiled = this.#compiled;
    if (compiled?.value !== undefined && limits === undefined && values.mode !== "check") {
      const result = compiled.value(x, undefined);
      if (result === FAILED) refuse(compiled.call.takeRefused());
      if (result !== UNJUDGED) return result;
    }
    return this.#valueAnyway(root, x, readLimits(limits));
  }

  override verdict(root: Checker, x: unknown, limits: Limits | undefined): boolean {
    const compiled = this.#compiled;
    if (compiled?.verdict !== undefined && limits === undefined && values.mode !== "check") {
      const verdict = compiled.verdict(x, undefined);
      if (verdict !== UNJUDGED) return verdict as boolean;
    }
    return this.#verdictAnyway(root, x, limits);
  }

  override boundsDepth(root: Checker, text: string): boolean {
    return this.#codeForText(root)?.boundsDepth === true && isBearable(text);
  }

  override parsed(root: Checker, x: unknown, bytes: number): unknown {
    const compiled = this.#codeForText(root);
    if (compiled === undefined) return UNJUDGED;
    const { call } = compiled;
    call.bytes = bytes;
    try {
      if (compiled.json === "itself") {
        const { calledOut } = values;
        const isItself = run(compiled, "itself")(x, undefined) === true && values.calledOut === calledOut;
        return isItself ? x : UNJUDGED;
      }
      // Where it is invalid the check has the say, and the caller's limits with it: no more is looked at than the check does.
      const result = run(compiled, "value")(x, FIRST_FAILURE);
      if (result !== FAILED) return result;
      call.takeRefused();
      return UNJUDGED;
    } finally {
      call.bytes = undefined;
    }
  }

  override isParsed(root: Checker, x: unknown, bytes: number): unknown {
    const compiled = this.#codeForText(root);
    if (compiled === undefined) return UNJUDGED;
    compiled.call.bytes = bytes;
    const { calledOut } = values;
    try {
      const verdict = run(compiled, "verdict")(x, undefined);
      // It is that of the value as it stands, and a check that was called may convert what `is` refuses.
      return verdict === true || values.calledOut === calledOut ? verdict : UNJUDGED;
    } finally {
      compiled.call.bytes = undefined;
    }
  }

  #codeForText(root: Checker): Compiled | undefined {
    const compiled = this.#codeNow(root);
    return compiled === undefined || compiled.json === "check" || compiled.call.busy ? undefined : compiled;
  }

  #valueAnyway(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const result = limits?.maxDepth === undefined ? this.#ask("value", root, x, limits) : UNJUDGED;
    return result === UNJUDGED ? this.check(root, x, limits) : result;
  }

  #verdictAnyway(root: Checker, x: unknown, limits: Limits | undefined): boolean {
    const verdict = limits === undefined ? this.#ask("verdict", root, x, limits) : UNJUDGED;
    return verdict === UNJUDGED ? super.verdict(root, x, limits) : (verdict as boolean);
  }

  /** Asks code that has not been asked yet: it is written now, or the call has limits of its own. */
  #ask(form: "value" | "verdict", root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const compiled = this.#codeNow(root);
    if (compiled === undefined || (limits === undefined && compiled[form] !== undefined)) return UNJUDGED;
    const result = run(compiled, form)(x, limits);
    if (result === FAILED) refuse(compiled.call.takeRefused());
    return result;
  }

  /** The code as it is to be now. */
  #codeNow(root: Checker): Compiled | undefined {
    if (values.mode === "check") return undefined;
    if (this.#compiled?.isStale()) this.#compiled = undefined;
    if (this.#compiled === undefined && values.mode === "compiled") this.#generate(root);
    return this.#compiled;
  }

  /** After many steps code is generated. */
  override warm(root: Checker, steps: number): void {
    this.#steps += CALL + steps;
    if (this.#steps >= hot && values.mode === "auto" && this.#compiled === undefined) this.#generate(root);
  }

  #generate(root: Checker): void {
    this.#steps = 0;
    if (this.#times === MAX_COMPILED) return;
    this.#times++;
    const compiled = compile(root);
    if (compiled === undefined) this.#times = MAX_COMPILED;
    else hot += HOTTER;
    this.#compiled = compiled;
  }
}

/** One of the entry points. It is written when it is first asked for: most validators are asked for one. */
const run = (compiled: Compiled, entry: Entry): Run => (compiled[entry] ??= compiled.write(entry));
