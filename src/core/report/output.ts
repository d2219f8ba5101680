/** Whether the containers of a call need the results of their members, and what those are. */
import type { Checker } from "../schemas/checker.ts";
import { resultFormOf } from "../schemas/graph.ts";

export class Output {
  /** The validator of a call that only needs a verdict, until a container asks what is needed for that. */
  #verdictOf: Checker | undefined;
  #isNeeded = true;
  #hasUndefined = false;

  /** Begins a call: one that only needs a verdict if its validator is given. */
  begin(verdictOf?: Checker): void {
    this.#verdictOf = verdictOf;
    this.#isNeeded = true;
    this.#hasUndefined = false;
  }

  /**
   * Whether containers need to collect the output of their members. A verdict does not need it if all results have the
   * structure of the input: then only the steps of an AllOf depend on output.
   */
  get isNeeded(): boolean {
    if (this.#verdictOf !== undefined) {
      this.#isNeeded = resultFormOf(this.#verdictOf) !== "input";
      this.#verdictOf = undefined;
    }
    return this.#isNeeded;
  }

  /** Sets whether output is needed from now on. Returns whether it was before. */
  need(isNeeded: boolean): boolean {
    const before = this.isNeeded;
    this.#isNeeded = isNeeded;
    return before;
  }

  /** The value of a member has become undefined, so Dicts look for such members in their results. */
  get hasUndefined(): boolean {
    return this.#hasUndefined;
  }

  noteUndefined(): void {
    this.#hasUndefined = true;
  }
}
