/** What `npm run mutate` runs: tests of the checks alone, on sources with all mutants in them, of which one is on. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import type { Job } from "./job.ts";

const root = join(import.meta.dirname, "../..");
const job = JSON.parse(readFileSync(String(process.env.MUTATION_JOB), "utf8")) as Job;
const sources = new Map(job.sources.map(({ file, code }) => [join(root, file), code]));

/** Vitest knows only the files on the disk: what stands in their place is a part of the keys of its cache. */
const mutants: Plugin = {
  name: "mutants",
  enforce: "pre",
  load: (id) => sources.get(id),
  configureVitest: ({ experimental_defineCacheKeyGenerator }) => {
    experimental_defineCacheKeyGenerator(({ id }) => sources.get(id));
  },
};

export default defineConfig({
  root,
  plugins: [mutants],
  test: {
    name: "mutants",
    include: job.mode === "fresh" ? ["test/mutation/fresh.ts"] : [...job.tests],
    runner: "test/mutation/runner.ts",
    setupFiles: ["test/support/seed.ts", "test/support/state.ts"],
    isolate: false,
    // A run starts vitest again some ten times, which then takes half the time.
    experimental: { fsModuleCache: true, fsModuleCachePath: "build/mutation/modules" },
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What a test says is said once for each mutant.
    reporters: [["json", { outputFile: "build/mutation/vitest.json" }]],
    silent: true,
    env: { VALIDLIB_IMPL: "pure", VALIDLIB_VALUES: "check", TZ: "UTC" },
  },
});
