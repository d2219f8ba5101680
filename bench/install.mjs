/** The peers: packages of bench/package.json, installed when the bench is first run. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "../scripts/npm.mjs";
import { compile, isCompiled } from "./peers/typia-compile.mjs";
import { version } from "./versions.mjs";

const here = import.meta.dirname;
const pinned = () =>
  Object.entries(JSON.parse(readFileSync(join(here, "package.json"), "utf8")).dependencies).map(([name, wanted]) => ({
    name,
    wanted,
  }));
const absent = () => pinned().filter(({ name, wanted }) => version(name) !== wanted);

/** Installs what is missing. What cannot be had is told to `report`; the bench goes on without it. */
export function installPeers(report) {
  if (absent().length > 0) {
    report(`installing ${absent().length} peers into bench/node_modules ...`);
    const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    const { status, stderr } = npm(args, { cwd: here });
    if (status !== 0) report(`npm ci: ${reasonIn(stderr)}`);
    const left = absent().map(({ name, wanted }) => `${name} ${wanted}`);
    if (left.length > 0) report(`not installed: ${left.join(", ")}`);
  }
  if (version("typia") === undefined || version("typescript") === undefined || isCompiled()) return;
  report("compiling typia's functions ...");
  try {
    compile();
  } catch ({ message }) {
    report(`typia's functions could not be compiled: ${message.split("\n")[0]}`);
  }
}

/** What npm says is wrong: the line behind the one with the code. */
const reasonIn = (text) =>
  text?.split("\n").find((line) => /^npm error (?!code|syscall|errno|path)/.test(line)) ??
  "it failed, and gave no reason";

/** Whether the library has been compiled. */
export const isBuilt = () => existsSync(join(here, "../dist/index.js"));
