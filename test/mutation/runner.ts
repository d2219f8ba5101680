/** Runs each test for each mutant that `scripts/mutate.mjs` has planned for it: see `Job`. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from "vitest";
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

const skipped = new Set(job.skipped);
const killed = new Set<string>();
const times = new Map<string, number>();

async function passes(run: () => unknown, mutant = ""): Promise<boolean> {
  Object.assign(switches, { activeMutant: mutant, hitCount: 0, hitLimit: job.limits[mutant] ?? 1e6 });
  try {
    await run();
    return true;
  } catch {
    return false;
  } finally {
    Object.assign(switches, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
  }
}

/** The names of a test and its suites, the outermost first. */
function namesOf(test: RunnerTestCase): string[] {
  const names = [test.name];
  let { suite }: { suite?: RunnerTestSuite | undefined } = test;
  for (; suite !== undefined && suite.name !== ""; { suite } = suite) names.unshift(suite.name);
  return names;
}

export default class MutationRunner extends TestRunner {
  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    tell(job, { loaded: Object.keys(switches.mutantCoverage?.static ?? {}) });
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test) as () => Promise<void>;
    if (job.mode === "fresh") await this.#fresh(test, run);
    else if (job.mode === "profile") await this.#profile(test, run);
    else await this.#switched(test, run);
  }

  /** Names may come twice. */
  #key(file: string, names: readonly string[], mutant = ""): string {
    const key = [file, ...names].join(" > ");
    const time = (times.get(mutant + key) ?? 0) + 1;
    times.set(mutant + key, time);
    return time === 1 ? key : `${key} #${time}`;
  }

  async #profile(test: RunnerTestCase, run: () => Promise<void>): Promise<void> {
    const file = relative(process.cwd(), test.file.filepath).replaceAll("\\", "/");
    const key = this.#key(file, namesOf(test));
    const before = await registered();
    switches.currentTestId = `${key} first`;
    await run().finally(() => {
      switches.currentTestId = undefined;
    });
    before.restore();
    switches.currentTestId = `${key} again`;
    const { user, system } = process.cpuUsage();
    const isRepeatable = await passes(run);
    const end = process.cpuUsage();
    switches.currentTestId = undefined;
    before.restore();
    const perTest = switches.mutantCoverage?.perTest ?? {};
    const first = Object.keys(perTest[`${key} first`] ?? {});
    const again = perTest[`${key} again`] ?? {};
    for (const which of ["first", "again"]) delete perTest[`${key} ${which}`];
    tell(job, {
      test: key,
      file,
      reaches: again,
      once: first.filter((id) => !Object.hasOwn(again, id)),
      milliseconds: Math.round((end.user + end.system - user - system) / 1000),
      isRepeatable,
    });
  }

  async #switched(test: RunnerTestCase, run: () => Promise<void>): Promise<void> {
    const key = this.#key(relative(process.cwd(), test.file.filepath).replaceAll("\\", "/"), namesOf(test));
    const planned = (job.plan[key] ?? []).filter((id) => !killed.has(id));
    if (planned.length === 0) return;
    const before = await registered();
    const again = async (): Promise<void> => {
      before.restore();
      await run();
    };
    // What a mutant of another test has left: the script goes on in another process.
    if (!(await passes(again))) process.exit(1);
    for (const id of planned) {
      tell(job, { trying: id, test: key });
      if (await passes(again, id)) continue;
      const isClean = await passes(again);
      killed.add(id);
      tell(job, isClean ? { killed: id, by: key } : { unclear: id, test: key });
      if (!isClean && !(await passes(again))) process.exit(1);
    }
    before.restore();
    tell(job, { done: key });
  }

  /** The tests of a mutant are in a suite that has its name, and in that those of a file in one with its name. */
  async #fresh(test: RunnerTestCase, run: () => Promise<void>): Promise<void> {
    const [id = "", file = "", ...names] = namesOf(test);
    if (killed.has(id) || skipped.has(this.#key(file, names, id))) return;
    if (await passes(run, id)) return;
    killed.add(id);
    tell(job, { killed: id, by: test.name });
  }
}

/** The validators that are registered now; `restore` forgets those that were registered since. */
async function registered(): Promise<{ restore(): void }> {
  const { instances } = await import("../../src/index.ts");
  const before = new Set(instances.entries().map(([alias]) => alias));
  return {
    restore: () => {
      for (const [alias] of instances.entries()) if (!before.has(alias)) instances.delete(alias);
    },
  };
}
