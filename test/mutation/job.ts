/** What `scripts/mutate.mjs` tells the tests, and what they tell it: one file for each run. */
import { appendFileSync } from "node:fs";

/** One run of vitest. */
export interface Job {
  /**
   * `profile` runs each test twice and says which mutants it reaches. `switched` runs tests for one mutant after
   * another on modules that are loaded once; `fresh` loads the modules again for each mutant, which is the only way for
   * code that runs when a module is loaded, or once in a process.
   */
  readonly mode: "profile" | "switched" | "fresh";
  readonly sources: readonly { readonly file: string; readonly code: string }[];
  /** Test files, paths from the root. */
  readonly tests: readonly string[];
  /** In the mode `switched` the mutants to try with a test, by its key. */
  readonly plan: Readonly<Record<string, readonly string[]>>;
  /** So often a mutant is reached in one test: more, and it does not end. */
  readonly limits: Readonly<Record<string, number>>;
  /** In the mode `fresh` the mutants to try, and the test files for each. */
  readonly mutants: readonly { readonly id: string; readonly tests: readonly string[] }[];
  /** The keys of tests that are not run for mutants: they take long, or fail if they run twice. */
  readonly skipped: readonly string[];
  /** Where lines are appended as it goes on, so that a run that hangs can be continued. */
  readonly record: string;
}

/** A line of the record. */
export type Line =
  /** A mutant is being tried: if nothing follows, it has hung. */
  | { readonly trying: string; readonly test: string }
  /** A test fails with the mutant, and passes without it. */
  | { readonly killed: string; readonly by: string }
  /** With the mutant a test fails, but without it, too: state is left. Only fresh modules can tell. */
  | { readonly unclear: string; readonly test: string }
  /** All mutants of the plan have been tried with a test. */
  | { readonly done: string }
  /** The mutants that are reached when modules are loaded. */
  | { readonly loaded: readonly string[] }
  /**
   * A test: how often it reaches which mutants when it runs again, those that it reaches the first time only, how long
   * it takes.
   */
  | {
      readonly test: string;
      readonly file: string;
      readonly reaches: Readonly<Record<string, number>>;
      readonly once: readonly string[];
      readonly milliseconds: number;
      /** It passes when it runs again. */
      readonly isRepeatable: boolean;
    }
  | { readonly survived: string };

export const tell = (job: Job, line: Line): void => appendFileSync(job.record, `${JSON.stringify(line)}\n`);
