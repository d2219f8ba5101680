/**
 * Runs bundled test files for `scripts/mutate.mjs`, which asks for one at a time. A bundle has the test file and all of
 * `src`: each run evaluates it anew, in some 20 ms, so no state of one mutant is left to the next.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, Script } from "node:vm";

// What `expect` and `vi` read of a worker of vitest. There are no modules to reset: each run evaluates its bundle anew.
Object.assign(globalThis, {
  __vitest_worker__: {
    config: { expect: {}, snapshotOptions: { expand: false } },
    environment: { name: "node" },
    evaluatedModules: { idToModuleMap: new Map() },
  },
});
const vitest = await import("vitest");
const { startTests } = await import("vitest/internal/browser");

/** What the code that Stryker's instrumenter writes reads and counts. It keeps `mutantCoverage`, not what is in it. */
const switches = { mutantCoverage: { static: {}, perTest: {} } };
Object.assign(globalThis, { __stryker__: switches });

const require = createRequire(import.meta.url);
const load = (name) => (name === "vitest" ? vitest : require(name));
const config = {
  root: process.cwd(),
  setupFiles: [],
  sequence: { shuffle: false, concurrent: false, hooks: "stack", setupFiles: "list" },
  tags: [],
  allowOnly: true,
  maxConcurrency: 1,
  testTimeout: 600_000,
  hookTimeout: 600_000,
  retry: 0,
};

const scripts = new Map();
function scriptOf(bundle) {
  if (!scripts.has(bundle)) {
    const code = `(function (require, module, exports) { ${readFileSync(bundle, "utf8")}\n})`;
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    scripts.set(bundle, new Script(code, { filename: bundle, importModuleDynamically }));
  }
  return scripts.get(bundle);
}

const testsOf = (task) => (task.type === "suite" ? task.tasks.flatMap(testsOf) : [task]);

/** The tests of a file by their names, the outermost suite first. Names may come twice. */
function named(file) {
  const times = new Map();
  return testsOf(file).map((test) => {
    const names = [test.name];
    for (let { suite } = test; suite !== undefined && suite !== file; { suite } = suite) names.unshift(suite.name);
    const name = names.join(" > ");
    times.set(name, (times.get(name) ?? 0) + 1);
    return [test, times.get(name) === 1 ? name : `${name} #${times.get(name)}`];
  });
}

/**
 * @param {object} job
 * @param {string} job.bundle of a test file
 * @param {string[]} [job.tests] the names of those that run: all, unless given, and then all of them, failures or not.
 * @param {string} [job.mutant] that is on
 * @param {number} [job.limit] So often it is reached by one test: more, and that does not end.
 * @returns what each test did, what was reached outside of tests, and the first failure
 */
async function run({ bundle, tests, mutant, limit }) {
  const { mutantCoverage } = switches;
  Object.assign(mutantCoverage, { static: {}, perTest: {} });
  Object.assign(switches, { activeMutant: mutant, hitCount: 0, hitLimit: limit, currentTestId: undefined });
  const wanted = tests && new Set(tests);
  const names = new Map();
  const results = [];
  let failed;
  const cpu = () => process.cpuUsage().user + process.cpuUsage().system;
  let since = 0;
  const [file] = await startTests([bundle], {
    config,
    importFile(_, source) {
      if (source !== "collect") return;
      const module = { exports: {} };
      scriptOf(bundle).runInThisContext()(load, module, module.exports);
    },
    onCollected([collected]) {
      for (const [test, name] of named(collected)) {
        names.set(test, name);
        if (wanted?.has(name) === false && test.mode === "run") test.mode = "skip";
      }
    },
    onBeforeRunTask(test) {
      if (wanted !== undefined && failed !== undefined) test.mode = "skip";
      Object.assign(switches, { currentTestId: names.get(test), hitCount: 0 });
      since = cpu();
    },
    onAfterRunTask(test) {
      switches.currentTestId = undefined;
      const name = names.get(test);
      if (test.result?.state === "fail") failed ??= name;
      if (wanted !== undefined || test.mode !== "run") return;
      const milliseconds = (cpu() - since) / 1000;
      const reaches = mutantCoverage.perTest[name] ?? {};
      results.push({ name, milliseconds, passes: test.result?.state === "pass", reaches });
    },
  });
  Object.assign(switches, { activeMutant: undefined, hitLimit: undefined });
  const error = file.result?.errors?.[0]?.message;
  if (file.result?.state === "fail") failed ??= error === undefined ? "a hook fails" : "cannot be loaded";
  return { failed, error, results, loaded: mutantCoverage.static };
}

// What a mutant leaves running may fail after its test.
for (const event of ["unhandledRejection", "uncaughtException"]) process.on(event, () => {});
process.on("disconnect", () => process.exit());
process.on("message", async (job) => process.send(await run(job)));
process.send("ready");
