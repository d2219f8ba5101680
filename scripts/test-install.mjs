/**
 * npm run test:install [-- --quick] [word ...]: packs what users get and installs it in many ways, each in a clean
 * folder. Whatever happens, nothing is printed, the answers are right, and the engine is the one it should be. Prints a
 * table. With words, only the scenarios that have one of them in their names. Package managers and bundlers are
 * fetched.
 */
import { parseArgs } from "node:util";
import { addon, build, install } from "./setup.mjs";

install();
build();
addon();

// Only now is there anything to pack.
const { Kit } = await import("./test-install/kit.mjs");
const { scenarios } = await import("./test-install/scenarios.mjs");

const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: "boolean" } } });
const wanted = scenarios.filter(
  ({ name, quick }) =>
    (!values.quick || quick) && (positionals.length === 0 || positionals.some((word) => name.includes(word))),
);
const width = Math.max(...wanted.map(({ name }) => name.length));
const kit = new Kit();
let failed = 0;
try {
  for (const { name, skip, run } of wanted) {
    let outcome = `skipped: ${skip}`;
    const start = performance.now();
    if (!skip) {
      try {
        outcome = `ok      ${run(kit)?.impl ?? ""}`;
      } catch (error) {
        failed++;
        outcome = `FAILED  ${error.message}`;
      }
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
    console.log(`${name.padEnd(width)} ${seconds} s  ${outcome}`);
  }
} finally {
  kit.end();
}
console.log(`${wanted.length - failed} of ${wanted.length} as they should be`);
process.exitCode = failed === 0 && wanted.length > 0 ? 0 : 1;
