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
const { report } = await import("./test-install/report.mjs");
const { scenarios } = await import("./test-install/scenarios.mjs");

const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: "boolean" } } });
const wanted = scenarios.filter(
  ({ name, quick }) =>
    (!values.quick || quick) && (positionals.length === 0 || positionals.some((word) => name.includes(word))),
);
const kit = new Kit();
try {
  process.exitCode = (await report(wanted, kit)) ? 0 : 1;
} finally {
  kit.end();
}
