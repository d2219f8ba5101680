/**
 * npm run test:examples [-- word ...]: the examples of queues, pipelines and forms, each against the real thing, which
 * its test starts in a temporary folder. With words, only the examples that have one of them in their names. Prints a
 * table. An example whose server is not installed has failed; the table says which Debian package has it.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { program } from "../examples/testing/processes.js";
import { addon, build, install } from "./setup.mjs";

const folder = join(import.meta.dirname, "../examples");

/** Which programs each needs, and which Debian package has them. */
const examples = {
  "redis-streams": { "redis-server": "redis-server" },
  bullmq: { "redis-server": "redis-server" },
  partitions: { "redis-server": "redis-server" },
  duckdb: {},
  postgres: { initdb: "postgresql", postgres: "postgresql" },
  parallel: { parallel: "parallel", bash: "bash" },
  hadoop: {},
  "react-form": {},
};

install();
build();
addon();

const words = process.argv.slice(2);
const wanted = Object.keys(examples).filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
const width = Math.max(...wanted.map((name) => name.length));
let failed = 0;
for (const name of wanted) {
  const start = performance.now();
  let outcome;
  try {
    outcome = run(name);
  } catch ({ message }) {
    failed++;
    outcome = `FAILED  ${message}`;
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  console.log(`${name.padEnd(width)} ${seconds} s  ${outcome}`);
}
console.log(`${wanted.length - failed} of ${wanted.length} as they should be`);
process.exitCode = failed === 0 && wanted.length > 0 ? 0 : 1;

/** Runs the test of an example. Throws if anything is missing, and if a test fails. */
function run(name) {
  for (const [needed, debianPackage] of Object.entries(examples[name])) program(needed, debianPackage);
  if (existsSync(join(folder, name, "package.json"))) install(join(folder, name));
  const test = join(folder, name, "test.js");
  const args = ["--test", "--test-reporter=tap", test];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 28 });
  const count = (what) => Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(stdout)?.[1] ?? 0);
  const [passed, tests] = [count("pass"), count("tests")];
  if (passed === 0 || passed !== tests) {
    console.log(`${stdout}${stderr}`);
    throw new Error(`${passed} of ${tests} tests passed, see above`);
  }
  return `ok      ${passed} tests`;
}
