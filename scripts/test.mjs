/**
 * npm test: sets the project up, then runs the suite once per implementation. With `--long`, npm run test:long: the
 * tests that take long, and random tests at their full length. Other arguments go to vitest. Ends with one line: `N
 * passed, N failed`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADVICE, addon, build, install } from "./setup.mjs";

const root = join(import.meta.dirname, "..");
const isLong = process.argv.includes("--long");
const results = join(tmpdir(), `validlib-test-${process.pid}.json`);

install();
build();
addon();
const isNative = existsSync(join(root, "build/Release/validlib.node"));
if (!isNative && process.env.VALIDLIB_IMPL === "native") {
  throw new Error("VALIDLIB_IMPL=native, but the addon could not be compiled");
}
console.error(
  isNative
    ? "engines: TypeScript and C++, in turn"
    : `engine: TypeScript only (${process.env.VALIDLIB_IMPL === "pure" ? "VALIDLIB_IMPL=pure" : ADVICE})`,
);

// What was compiled; a project that is named, and coverage, are of the sources. See vitest.config.ts.
const isOfDist = !process.argv.some((one) => /^--(?:project|coverage)/.test(one));
const vitest = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}`,
    ...process.argv.slice(2).filter((one) => one !== "--long"),
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...(isLong && { VALIDLIB_TESTS: "long" }), ...(isOfDist && { VALIDLIB_TESTED: "dist" }) },
  },
);

let passed = 0;
let failed = 0;
try {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, "utf8"));
  passed = numPassedTests;
  // A file that could not be loaded has failed as a whole, with no test to its name.
  failed =
    numFailedTests +
    testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
} catch {
  failed = 1;
}
rmSync(results, { force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = vitest.status === 0 && failed === 0 && passed > 0 ? 0 : 1;
