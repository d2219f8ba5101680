/**
 * Runs a validator by its check at first, by composed functions once it is warm, and by generated code once it is hot.
 */
import { type Limits, readLimits, verdictLimits } from "../report/limits.ts";
import { FAILED } from "../report/report.ts";
import type { Form } from "../rules/ir.ts";
import type { Checker } from "../schemas/checker.ts";
import { type Compiled, compile, type Entry, type Run } from "./compile.ts";
import { compose } from "./composed/compose.ts";
import { NOT_HANDLED, values } from "./mode.ts";
import { type ParsedText, Runner, refuse } from "./runner.ts";

/**
 * Steps that a validator takes until functions are composed for it: some two hundred calls with a small object. To
 * compose them takes as long as fifty, and V8 has to warm up to them.
 */
const WARM = 3000;
/** Steps that it takes until code is generated for it: about two thousand such calls. */
const HOT = 30_000;
/** A call takes so many apart from those that the check counts: a value without members has none. */
const CALL = 5;
/**
 * With each validator that code has been generated for, the next has to take so many more: V8 has to compile it all,
 * and functions that are composed serve meanwhile.
 */
const HOTTER = HOT / 5;
/** How often functions are composed anew for a validator, or code is generated, when aliases mean something else. */
const MAX_COMPILED = 10;

/**
 * One level of a text for so many characters takes `JSON.parse` no longer than what ordinary texts have in their place:
 * it needs as much as for 50 characters.
 */
const UNITS_PER_LEVEL = 16;
/** More levels take too much memory. */
const MANY_LEVELS = 250_000;

const FIRST_FAILURE = verdictLimits(undefined);

let hot = HOT;

/** Runs one validator. */
export class TieredRunner extends Runner {
  /** The current tier, if it is not the check: one of the two below. */
  #compiled: Compiled | undefined;
  #composed: Compiled | undefined;
  #generated: Compiled | undefined;
  #steps = 0;
  #timesComposed = 0;
  #timesGenerated = 0;

  // The common path comes first and is short, so that V8 inlines it with the generated code.

  override value(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const compiled = this.#compiled;
    if (compiled?.value !== undefined && limits === undefined && values.mode === "auto") {
      const result = compiled.value(x, undefined);
      if (result === FAILED) refuse(compiled.call.takeRefused());
      if (result !== NOT_HANDLED) return result;
    }
    return this.#valueByCheck(root, x, readLimits(limits));
  }

  override verdict(root: Checker, x: unknown, limits: Limits | undefined): boolean {
    const compiled = this.#compiled;
    if (compiled?.verdict !== undefined && limits === undefined && values.mode === "auto") {
      const verdict = compiled.verdict(x, undefined);
      if (verdict !== NOT_HANDLED) return verdict as boolean;
    }
    return this.#verdictByCheck(root, x, limits);
  }

  override mostBrackets(root: Checker, text: string): number {
    const counts = this.#codeForText(root)?.countsContainers;
    return counts ? Math.min(text.length / UNITS_PER_LEVEL, MANY_LEVELS) : 0;
  }

  override parsed(root: Checker, text: ParsedText): unknown {
    const compiled = this.#codeForText(root);
    if (compiled === undefined) return NOT_HANDLED;
    const { call } = compiled;
    const { value: x, size } = text;
    call.bytes = size;
    try {
      if (compiled.json === "itself") return this.#isItself(compiled, text) ? x : NOT_HANDLED;
      // An invalid value falls back to the check, with the caller's limits, so that no more is validated than the check
      // does.
      const result = this.#run(compiled, "value")(x, FIRST_FAILURE);
      if (result !== FAILED) return result;
      call.takeRefused();
      return NOT_HANDLED;
    } finally {
      call.bytes = undefined;
    }
  }

  override isParsed(root: Checker, text: ParsedText): unknown {
    const compiled = this.#codeForText(root);
    if (compiled === undefined) return NOT_HANDLED;
    const { value: x, size } = text;
    compiled.call.bytes = size;
    const { calledOut } = values;
    try {
      if (text.brackets !== undefined && this.#isItself(compiled, text)) return true;
      const verdict = this.#run(compiled, "verdict")(x, undefined);
      // This is the verdict without implicit conversions, but a check that was called may convert what `is` refuses.
      return verdict === true || values.calledOut === calledOut ? verdict : NOT_HANDLED;
    } finally {
      compiled.call.bytes = undefined;
    }
  }

  #codeForText(root: Checker): Compiled | undefined {
    const compiled = this.#codeNow(root);
    return compiled === undefined || compiled.json === "check" || compiled.call.busy ? undefined : compiled;
  }

  #valueByCheck(root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const result = limits?.maxDepth === undefined ? this.#ask("value", root, x, limits) : NOT_HANDLED;
    return result === NOT_HANDLED ? this.check(root, x, limits) : result;
  }

  #verdictByCheck(root: Checker, x: unknown, limits: Limits | undefined): boolean {
    const verdict = limits === undefined ? this.#ask("verdict", root, x, limits) : NOT_HANDLED;
    return verdict === NOT_HANDLED ? super.verdict(root, x, limits) : (verdict as boolean);
  }

  /**
   * Asks code that has not been asked yet: it is written now, or the call has limits of its own, or the mode is that of
   * a test.
   */
  #ask(form: Form, root: Checker, x: unknown, limits: Limits | undefined): unknown {
    const compiled = this.#codeNow(root);
    const wasAsked = limits === undefined && values.mode === "auto" && compiled?.[form] !== undefined;
    if (compiled === undefined || wasAsked) return NOT_HANDLED;
    const result = this.#run(compiled, form)(x, limits);
    if (result === FAILED) refuse(compiled.call.takeRefused());
    return result;
  }

  /** One of the entry points. It is written when it is first asked for: most validators are asked for one. */
  #run(compiled: Compiled, entry: Entry): Run {
    compiled[entry] ??= compiled.write(entry);
    return compiled[entry] ?? this.#giveUp(compiled);
  }

  #giveUp(compiled: Compiled): Run {
    if (compiled === this.#composed) this.#timesComposed = MAX_COMPILED;
    else this.#timesGenerated = MAX_COMPILED;
    this.#forget();
    return () => NOT_HANDLED;
  }

  #forget(): void {
    this.#compiled = this.#composed = this.#generated = undefined;
  }

  /** Whether the value of a text is valid and its own result. Then it is known how many containers it has. */
  #isItself(compiled: Compiled, text: ParsedText): boolean {
    const { call } = compiled;
    const { calledOut } = values;
    call.containers = 0;
    call.dropsSign = false;
    if (this.#run(compiled, "itself")(text.value, undefined) !== true || values.calledOut !== calledOut) return false;
    // The step of a choice that accepts a -0 makes 0 of it, so the next step must not be asked.
    if (call.dropsSign) return false;
    // All containers of the text are in the value, and were validated within the limit.
    if (compiled.countsContainers && call.containers === text.brackets) text.brackets = undefined;
    return true;
  }

  /** The tier of the next call, if it is not the check. */
  #codeNow(root: Checker): Compiled | undefined {
    const { mode } = values;
    if (mode === "check") return undefined;
    if (this.#composed?.isStale() || this.#generated?.isStale()) this.#forget();
    if (mode === "composed") this.#compiled = this.#composed ?? this.#compose(root);
    if (mode === "compiled") this.#compiled = this.#generated ?? this.#generate(root);
    return this.#compiled;
  }

  /** After some steps functions are composed, after many steps code is generated. */
  override warm(root: Checker, steps: number): void {
    this.#steps += CALL + steps;
    if (values.mode !== "auto" || this.#generated !== undefined) return;
    if (this.#steps >= hot && this.#timesGenerated < MAX_COMPILED) {
      this.#compiled = this.#generate(root) ?? this.#composed;
      if (this.#generated !== undefined) this.#composed = undefined;
    } else if (this.#steps >= WARM && this.#composed === undefined) this.#compiled = this.#compose(root);
  }

  #compose(root: Checker): Compiled | undefined {
    if (this.#timesComposed === MAX_COMPILED) return undefined;
    this.#timesComposed++;
    this.#composed = compose(root, (steps) => this.warm(root, steps));
    if (this.#composed === undefined) this.#timesComposed = MAX_COMPILED;
    return this.#composed;
  }

  #generate(root: Checker): Compiled | undefined {
    this.#steps = 0;
    if (this.#timesGenerated === MAX_COMPILED) return undefined;
    this.#timesGenerated++;
    this.#generated = compile(root);
    if (this.#generated === undefined) this.#timesGenerated = MAX_COMPILED;
    else hot += HOTTER;
    return this.#generated;
  }
}
