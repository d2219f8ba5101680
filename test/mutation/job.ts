/** What `scripts/mutate.mjs` tells the tests, and what they tell it: one file for each run. */
import { appendFileSync } from "node:fs";

/** One run of vitest. */
export interface Job {
  /**
   * `switched` runs each test for one mutant after another on modules that are loaded once; `fresh` loads the modules
   * again for each mutant, which is the only way for code that runs when a module is loaded.
   */
  readonly mode: "switched" | "fresh";
  readonly sources: readonly { readonly file: string; readonly code: string }[];
  /** Test files, paths from the root. */
  readonly tests: readonly string[];
  /** The mutants to try, and in the mode `fresh` the test files for each. */
  readonly mutants: readonly { readonly id: string; readonly tests?: readonly string[] }[];
  /** Where lines are appended as it goes on, so that a run that hangs can be continued. */
  readonly record: string;
}

/** A line of the record. */
export type Line =
  /** A mutant is being tried: if nothing follows, it has hung. */
  | { readonly trying: string }
  /** A test fails with the mutant, and passes without it. */
  | { readonly killed: string; readonly by: string }
  /** With the mutant a test fails, but without it, too: state is left. Only fresh modules can tell. */
  | { readonly unclear: string; readonly by: string }
  /** The mutants that are reached when modules are loaded. */
  | { readonly loaded: readonly string[] }
  /** The mutants that a test reaches. */
  | { readonly test: string; readonly file: string; readonly reaches: readonly string[] }
  | { readonly survived: string };

export const tell = (job: Job, line: Line): void => appendFileSync(job.record, `${JSON.stringify(line)}\n`);
