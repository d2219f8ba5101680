/**
 * Runs tests with an addon that is watched by AddressSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer:
 * node scripts/sanitize.mjs [files or names of tests]. Without any, the core's own tests and every test of the native
 * project, as .github/workflows/ci.yml runs it. With --quick, calls of each kind and some files of tests. The addon is
 * built into build-sanitize/, by cmake-js. The core's tests of allocations that fail run without the sanitizers, from
 * build-plain/.
 *
 * node scripts/sanitize.mjs --thread: threads of the core that share a schema, watched by ThreadSanitizer, which does
 * not go together with the others. It is built into build-sanitize-thread/.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildAddon, environment, folder, options, place } from "./sanitized.mjs";

const root = join(import.meta.dirname, "..");
const isQuick = process.argv.includes("--quick");
/** Those that end processes, share memory with other threads, or read what the addon has refused. */
const QUICK = ["async", "ends", "engine", "lines", "memory"].map((name) => `test/native/${name}.test.ts`);
const tests = isQuick ? QUICK : process.argv.slice(2);

function run(title, command, args, env = {}) {
  console.log(`${title}: ${[command, ...args].join(" ")}`);
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  if (status !== 0) {
    console.log(`${title} failed: ${signal ?? status}`);
    process.exit(1);
  }
}

if (tests[0] === "--thread") {
  const watched = join(root, "build-sanitize-thread");
  run("configuration", "cmake", ["-S", "native", "-B", watched, "-DVALIDLIB_SANITIZE=thread"]);
  run("build", "cmake", ["--build", watched, "--target", "pool-test", "parallel_lines-test"]);
  run("threads", "ctest", ["--test-dir", watched, "--output-on-failure", "-R", "^(pool|parallel_lines)$"], {
    TSAN_OPTIONS: "halt_on_error=1",
  });
  console.log("no finding");
  process.exit(0);
}

run("build", process.execPath, buildAddon);
run("library", "npm", ["run", "build"]);
place();

if (tests.length === 0) {
  run("build of the core's tests", "cmake", ["--build", folder]);
  run("core", "ctest", ["--test-dir", folder, "--output-on-failure"], options);
  // Allocations that fail are put in the place of malloc, where a sanitizer puts its own: these tests are built
  // without.
  const plain = join(root, "build-plain");
  run("configuration", "cmake", ["-S", "native", "-B", plain]);
  run("build", "cmake", ["--build", plain, "--target", "memory-test", "addon-test"]);
  run("no memory", "ctest", ["--test-dir", plain, "--output-on-failure", "-R", "^(memory|addon)$"]);
}

const env = environment();

run(
  "leaks",
  process.execPath,
  [
    "--expose-gc",
    "scripts/soak.mjs",
    "--calls",
    isQuick ? "2000" : "20000",
    "--limit",
    "Infinity",
    "--rss-limit",
    "Infinity",
  ],
  env,
);
function vitest(title, args, more = "") {
  const command = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "native", "--pool", "forks"];
  run(title, process.execPath, [...command, ...args], { ...env, ASAN_OPTIONS: `${env.ASAN_OPTIONS}${more}` });
}

/**
 * Tests that measure what the sanitizers change. They keep freed memory for a while, so one is run without that, and
 * need more of the stack, so that fewer levels fit into a stack of 1 MB.
 */
const MEASURING = "needs no more memory for large inputs than for small ones";
const SMALL_STACK = "also in a worker with a stack of 1 MB";
if (tests.length > 0) vitest("tests", tests);
else {
  vitest("tests", ["--testNamePattern", `^(?!.*(?:${MEASURING}|${SMALL_STACK}))`]);
  const quarantine = ":quarantine_size_mb=0:thread_local_quarantine_size_kb=0";
  vitest("tests that measure memory", ["test/cli/main.test.ts", "--testNamePattern", MEASURING], quarantine);
}
console.log("no finding");
