/** Loads test files, and with them all of `src`, again for each mutant: see `Job`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, test, vi } from "vitest";
import { type Job, tell } from "./job.ts";

const root = join(import.meta.dirname, "../..");
const job = JSON.parse(readFileSync(String(process.env.MUTATION_JOB), "utf8")) as Job;
const { __stryker__: switches } = globalThis as unknown as { __stryker__: object };

for (const { id, tests } of job.mutants) {
  describe(id, () => {
    // `describe` takes what it is given at once and waits for it before the next one.
    for (const [at, file] of tests.entries()) {
      describe(file, async () => {
        if (at === 0) vi.resetModules();
        tell(job, { trying: id, test: file });
        Object.assign(switches, { activeMutant: id, hitCount: 0, hitLimit: 1e7 });
        try {
          await import(join(root, file));
        } catch {
          tell(job, { killed: id, by: `${file} cannot be loaded` });
        } finally {
          Object.assign(switches, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
        }
        test("is loaded", () => {});
      });
    }
    afterAll(() => tell(job, { survived: id }));
  });
}
