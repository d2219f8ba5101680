/** How far the current outcome of a call reaches: what a memo has to know of it. */

/** The state of an outcome, to be combined with that of the outcome inside it. */
export interface Reached {
  /** The greatest depths. */
  readonly depth: number;
  readonly schemaDepth: number;
  readonly schemaTooDeep: boolean;
  readonly errorBudget: number;
}

export class Reach {
  #depth = 0;
  #schemaDepth = 0;
  #schemaTooDeep = false;
  #errorBudget = 0;
  #tooDeep = false;

  /** The greatest depths since the outcome began. */
  get depth(): number {
    return this.#depth;
  }

  get schemaDepth(): number {
    return this.#schemaDepth;
  }

  /** The schema depth was exceeded since then in a call with its own limits. Any other call ends. */
  get schemaTooDeep(): boolean {
    return this.#schemaTooDeep;
  }

  /** The error budget with which nested calls would collect all errors that they are asked for. */
  get errorBudget(): number {
    return this.#errorBudget;
  }

  /** A depth limit was exceeded since the call or a verdict began, even if another step accepted the value. */
  get tooDeep(): boolean {
    return this.#tooDeep;
  }

  /** @param isTooDeep false where a verdict begins. */
  exceedDepth(isTooDeep = true): void {
    this.#tooDeep = isTooDeep;
  }

  /** Begins an outcome at these depths. Returns the state of the one around it, for `end`. */
  begin(depth: number, schemaDepth: number): Reached {
    const outer: Reached = {
      depth: this.#depth,
      schemaDepth: this.#schemaDepth,
      schemaTooDeep: this.#schemaTooDeep,
      errorBudget: this.#errorBudget,
    };
    this.reset(depth, schemaDepth);
    return outer;
  }

  reset(depth: number, schemaDepth: number): void {
    this.#depth = depth;
    this.#schemaDepth = schemaDepth;
    this.#schemaTooDeep = false;
    this.#errorBudget = 0;
  }

  /** Goes to these depths. */
  enter(depth: number, schemaDepth: number): void {
    if (depth > this.#depth) this.#depth = depth;
    if (schemaDepth > this.#schemaDepth) this.#schemaDepth = schemaDepth;
  }

  /** Adds an outcome to the current one: that of a nested call, a memoized one, or the one around it. */
  include({ depth, schemaDepth, schemaTooDeep, errorBudget }: Reached): void {
    this.enter(depth, schemaDepth);
    this.#schemaTooDeep ||= schemaTooDeep;
    this.#errorBudget = Math.max(this.#errorBudget, errorBudget);
  }

  exceedSchemaDepth(): void {
    this.#schemaTooDeep = true;
  }

  /** Ends a trial, which has no error budget, whatever the budget around it: sets the one from before. */
  endTrial(errorBudget: number): void {
    this.#errorBudget = errorBudget;
  }
}
