/** Runs each test once as it is, then for each mutant that it reaches and that no test has killed so far. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { type RunnerTestCase, TestRunner } from "vitest";
import { type Job, tell } from "./job.ts";

/** What the code that Stryker's instrumenter writes reads and counts. */
interface Switches {
  activeMutant: string | undefined;
  currentTestId: string | undefined;
  /** Set, a loop that would not end throws. */
  hitCount: number | undefined;
  hitLimit: number | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const job = JSON.parse(readFileSync(String(process.env.MUTATION_JOB), "utf8")) as Job;
const switches: Switches = {
  activeMutant: undefined,
  currentTestId: undefined,
  hitCount: undefined,
  hitLimit: undefined,
};
Object.assign(globalThis, { __stryker__: switches });

/** Loops that take this many times as long as without the mutant do not end. */
const LIMIT = 100;
const left = new Set(job.mutants.map(({ id }) => id));

async function passes(run: () => unknown, mutant?: string, hits = 0): Promise<boolean> {
  Object.assign(switches, { activeMutant: mutant, hitCount: 0, hitLimit: LIMIT * (hits + 100) });
  try {
    await run();
    return true;
  } catch {
    return false;
  } finally {
    Object.assign(switches, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
  }
}

export default class MutationRunner extends TestRunner {
  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    tell(job, { loaded: Object.keys(switches.mutantCoverage?.static ?? {}) });
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test) as () => Promise<void>;
    if (job.mode === "fresh") await this.#fresh(test, run);
    else await this.#switched(test, run);
  }

  async #switched(test: RunnerTestCase, run: () => Promise<void>): Promise<void> {
    const before = await registered();
    const again = async (): Promise<void> => {
      await before.restore();
      await run();
    };
    switches.currentTestId = test.id;
    await run().finally(() => {
      switches.currentTestId = undefined;
    });
    const hits = switches.mutantCoverage?.perTest[test.id] ?? {};
    const reaches = Object.keys(hits).filter((id) => left.has(id));
    if (reaches.length === 0) return;
    const file = relative(process.cwd(), test.file.filepath);
    tell(job, { test: test.name, file, reaches });
    // A test that passes once only cannot tell one mutant from another.
    if (!(await passes(again))) return before.restore();
    for (const id of reaches) {
      tell(job, { trying: id });
      if (await passes(again, id, hits[id])) continue;
      const isClean = (await passes(again)) && (await passes(again));
      left.delete(id);
      tell(job, isClean ? { killed: id, by: `${file}: ${test.name}` } : { unclear: id, by: `${file}: ${test.name}` });
      // The next mutants would be blamed for what this one has left: the script goes on in another process.
      if (!isClean) process.exit(1);
    }
    await before.restore();
  }

  /** The tests of a mutant are in a suite that is called as it. */
  async #fresh(test: RunnerTestCase, run: () => Promise<void>): Promise<void> {
    let { suite } = test;
    while (suite?.suite !== undefined && suite.suite.name !== "") suite = suite.suite;
    const id = String(suite?.name);
    if (!left.has(id)) return;
    if (await passes(run, id, 1e5)) return;
    left.delete(id);
    tell(job, { killed: id, by: test.name });
  }
}

/** The validators that are registered now; `restore` forgets those that were registered since. */
async function registered(): Promise<{ restore(): Promise<void> }> {
  const { instances } = await import("../../src/index.ts");
  const before = new Set(instances.entries().map(([alias]) => alias));
  return {
    restore: async () => {
      for (const [alias] of instances.entries()) if (!before.has(alias)) instances.delete(alias);
    },
  };
}
