/** Runs a validator by its check at first, and by generated code once it is hot. */
import { type Limits, readLimits } from "../../core/report/limits.ts";
import { FAILED } from "../../core/report/report.ts";
import { Runner, refuse } from "../../core/runner.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import { type Entries, type GeneratedCode, generate, type Run } from "./generate.ts";
import { execution, NOT_HANDLED } from "./mode.ts";

/**
 * Work units of a validator until code is generated for it: about two thousand calls with a small object. Generating
 * takes about as long as the interpreter needs for them.
 */
const HOT = 30_000;
/** Work units of a call besides those that the check counts, as a value without members has none. */
const CALL = 5;
/** With each validator that has code, the threshold of the next rises by this, because V8 has to compile it all. */
const HOTTER = HOT / 5;
/** It rises no further, so that a program with hundreds of schemas has code for those that it uses often. */
const HOTTEST = 3 * HOT;
/** Maximum number of times that code is generated again for a validator, after aliases have changed. */
const MAX_GENERATED = 10;

let hot = HOT;

/** Runs one validator. */
export class TieredRunner extends Runner {
  #code: GeneratedCode | undefined;
  /** The entry point of its verdicts: the shortest calls. */
  #verdict: Run | undefined;
  #steps = 0;
  #timesGenerated = 0;

  // The common path comes first and is short, so that V8 inlines it with the generated code.

  override value(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const code = this.#code;
    if (code?.value !== undefined && limits === undefined && execution.mode === "auto") {
      const result = code.value(x, undefined);
      if (result === FAILED) refuse(code.call.takeRefused());
      if (result !== NOT_HANDLED) return result;
    }
    return this.#valueByCheck(root, x, readLimits(limits));
  }

  override text(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const code = this.#code;
    if (code?.text !== undefined && limits === undefined && execution.mode === "auto") {
      const result = code.text(x, undefined);
      if (result === FAILED) refuse(code.call.takeRefused());
      if (result !== NOT_HANDLED) return result;
    }
    const read = readLimits(limits);
    const result = this.#outcome("text", root, x, read);
    return result === NOT_HANDLED ? this.textByCheck(root, x, read) : result;
  }

  override verdict(root: Checker, x: unknown, limits: Limits | undefined): boolean {
    const run = this.#verdict;
    if (run !== undefined && limits === undefined && execution.mode === "auto") {
      const verdict = run(x, undefined);
      if (verdict !== NOT_HANDLED) return verdict as boolean;
    }
    return this.#verdictByCheck(root, x, limits);
  }

  #valueByCheck(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const result = this.#outcome("value", root, x, limits);
    return result === NOT_HANDLED ? this.check(root, x, limits) : result;
  }

  /** As `#ask`, unless a limit of the call is one that only the check knows. */
  #outcome(form: "value" | "text", root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const isPlain = limits?.maxDepth === undefined && limits?.onFallback === undefined;
    return isPlain ? this.#ask(form, root, x, limits) : NOT_HANDLED;
  }

  #verdictByCheck(root: Checker, x: unknown, limits: Limits | undefined): boolean {
    const verdict = limits === undefined ? this.#ask("verdict", root, x, limits) : NOT_HANDLED;
    return verdict === NOT_HANDLED ? super.verdict(root, x, limits) : (verdict as boolean);
  }

  /**
   * Runs code off the common path: it is not written yet, or the call has limits of its own, or a test sets the mode.
   */
  #ask(form: keyof Entries, root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const code = this.#codeNow(root);
    const wasAsked = limits === undefined && execution.mode === "auto" && code?.[form] !== undefined;
    if (code === undefined || wasAsked) return NOT_HANDLED;
    const result = this.#run(code, form)(x, limits);
    if (result === FAILED) refuse(code.call.takeRefused());
    return result;
  }

  /** An entry point, written when it is first called: most validators use only one. */
  #run(code: GeneratedCode, form: keyof Entries): Run {
    code[form] ??= code.write(form);
    this.#verdict = code.verdict;
    return code[form] ?? this.#giveUp();
  }

  #giveUp(): Run {
    this.#timesGenerated = MAX_GENERATED;
    this.#code = this.#verdict = undefined;
    return () => NOT_HANDLED;
  }

  /** The code for the next call, unless the check runs it. */
  #codeNow(root: Checker): GeneratedCode | undefined {
    if (execution.mode === "check") return undefined;
    if (this.#code?.isStale()) this.#code = this.#verdict = undefined;
    if (execution.mode === "compiled") this.#code ??= this.#generate(root);
    return this.#code;
  }

  override warm(root: Checker, steps: number): void {
    this.#steps += CALL + steps;
    if (execution.mode === "auto" && this.#code === undefined && this.#steps >= hot) this.#code = this.#generate(root);
  }

  #generate(root: Checker): GeneratedCode | undefined {
    this.#steps = 0;
    if (this.#timesGenerated === MAX_GENERATED) return undefined;
    this.#timesGenerated++;
    const code = generate(root);
    if (code === undefined) this.#timesGenerated = MAX_GENERATED;
    else hot = Math.min(hot + HOTTER, HOTTEST);
    return code;
  }
}
