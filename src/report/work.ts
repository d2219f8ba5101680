/** The work of one outermost call, counted in steps: a validator that is asked, a member that is handed on. */

import type { Checker } from "../schemas/checker.ts";
import { schemaSize } from "../schemas/graph.ts";

/** Steps any call may take. */
const FREE_STEPS = 200_000;
/** Steps for each byte of JSON text and validator of the schema. What no validator repeats takes one at most. */
const STEPS_PER_BYTE = 32;
/** Steps for each member of a JavaScript value and validator: parts of a value may be shared, and are judged each time. */
const STEPS_PER_MEMBER = 250;
/** Containers that are remembered, to tell new ones from those that came before. */
const MOST_REMEMBERED = 1_000_000;
/** Schemas that are counted, where a check of the caller's own calls other validators: it may make new ones each time. */
const MOST_ROOTS = 16;
/** Steps for errors that are made anew at each level, by calls inside calls. */
const STEPS_FOR_ERRORS = 200_000;

/**
 * Bounds the time of a call: it grows with the size of the input and with the size of the schema, whatever they are.
 * Validators do not judge the same value twice, so no honest schema gets near the bound. It is there for the rest:
 * steps that convert what a reference inside them converts again, values that share their parts, checks of the caller's.
 */
export class Work {
  steps = 0;
  /** Those taken by tries that failed, and by what judges a result of before. */
  wasted = 0;
  /** There is nothing left to take: whatever is judged now is refused. */
  exhausted = false;
  #allowed = FREE_STEPS;
  readonly #root: Checker | undefined;
  /** Those that checks of the caller's call. */
  #others: Set<Checker> | undefined;
  #bytes: number | undefined;
  readonly #share: number;
  /** Containers that were met before they had to be told apart, each with the number of its members behind it. */
  #met: (object | number)[] | undefined;
  #seen: Set<object> | undefined;
  #perMember = 0;
  #forErrors = 0;

  /**
   * @param root the validator that is called.
   * @param bytes the size of the JSON text; undefined for a JavaScript value, whose size shows as it is walked.
   * @param share the part of the bound that applies.
   */
  constructor(root?: Checker, bytes?: number, share = 1) {
    this.#share = share;
    this.#bytes = bytes;
    this.#root = root;
  }

  /** Steps that may be taken. */
  get allowed(): number {
    return this.#allowed;
  }

  /** A check of the caller's calls another validator. */
  include(root: Checker, bytes = 0): void {
    if (root !== this.#root) {
      this.#others ??= new Set();
      if (this.#others.size < MOST_ROOTS) this.#others.add(root);
    }
    if (this.#bytes !== undefined) this.#bytes += bytes;
  }

  /**
   * Counts steps; false when there were too many.
   * @param container the part of the input whose members they are.
   */
  take(steps: number, container?: object): boolean {
    this.steps += steps;
    if (container !== undefined && this.#bytes === undefined) {
      if (this.#seen !== undefined) this.#meet(this.#seen, container, steps);
      else if (this.#met === undefined) this.#met = [container, steps];
      else this.#met.push(container, steps);
    }
    return this.steps <= this.#allowed || this.#extend();
  }

  /** Counts steps for errors; false when there were too many: then fewer of them are shown. The verdict is the same. */
  takeForErrors(steps: number): boolean {
    this.#forErrors += steps;
    return this.#forErrors <= STEPS_FOR_ERRORS;
  }

  /** What is free is used up: how much more does the input warrant? */
  #extend(): boolean {
    if (this.exhausted) return false;
    let size = this.#root === undefined ? 0 : schemaSize(this.#root);
    for (const root of this.#others ?? []) size += schemaSize(root);
    if (this.#bytes !== undefined) {
      this.#allowed = Math.floor((FREE_STEPS + STEPS_PER_BYTE * size * this.#bytes) * this.#share);
    } else if (this.#seen === undefined) {
      const seen = new Set<object>();
      this.#seen = seen;
      this.#perMember = STEPS_PER_MEMBER * size;
      this.#allowed += this.#perMember;
      const met = this.#met ?? [];
      for (let at = 0; at < met.length; at += 2) this.#meet(seen, met[at] as object, met[at + 1] as number);
      this.#met = undefined;
    }
    this.exhausted = this.steps > this.#allowed;
    return !this.exhausted;
  }

  #meet(seen: Set<object>, container: object, members: number): void {
    const { size } = seen;
    if (seen.add(container).size === size) return;
    this.#allowed += members * this.#perMember;
    if (seen.size > MOST_REMEMBERED) seen.clear();
  }
}
