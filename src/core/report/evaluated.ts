/**
 * The evaluated members of a value, for a `Closed` around it: a log of the keys and indexes that validators have looked
 * at. Each container adds to it when it passes, and what a refused step has added is removed.
 */

/** In the log: all members. */
export const ALL_MEMBERS: unique symbol = Symbol("all members");

/** The owner of the logs of a call: its report. */
interface Owner {
  logs: Evaluated | undefined;
}

/** Sets the log of the value that is checked. Returns the one before. */
export function evaluate(report: Owner, log: unknown[] | undefined): unknown[] | undefined {
  report.logs ??= new Evaluated();
  return report.logs.begin(log);
}

export class Evaluated {
  #log: unknown[] | undefined;
  /** The logs of the containers around the value that were entered, and their depths. */
  readonly #suspended: { readonly depth: number; readonly log: unknown[] }[] = [];

  /** That of the value being checked; undefined if there is no Closed around it. */
  get log(): unknown[] | undefined {
    return this.#log;
  }

  /** Sets the log. Returns the one before. */
  begin(log: unknown[] | undefined): unknown[] | undefined {
    const outer = this.#log;
    this.#log = log;
    return outer;
  }

  /** Goes into a container, to that depth: its members do not count as members of the value around it. */
  enter(depth: number): void {
    if (this.#log === undefined) return;
    this.#suspended.push({ depth, log: this.#log });
    this.#log = undefined;
  }

  /** Returns from that depth. */
  leave(depth: number): void {
    if (this.#suspended.length > 0 && this.#suspended.at(-1)?.depth === depth) this.#log = this.#suspended.pop()?.log;
  }

  /** Restores the log from before a check at that depth, in case it did not leave all that it entered. */
  restore(log: unknown[] | undefined, depth: number): void {
    this.#log = log;
    while ((this.#suspended.at(-1)?.depth ?? 0) > depth) this.#suspended.pop();
  }
}
