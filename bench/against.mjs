/**
 * `npm run bench -- --against REV`: this checkout beside another commit. It is built in the cache, and a short list of
 * work runs in two processes that take turns. The figures are ratios: above 1, this checkout is faster.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cache } from "../scripts/zig.mjs";
import { WITHOUT_CODE } from "./against-work.mjs";
import { median } from "./measure.mjs";

const root = join(import.meta.dirname, "..");

/**
 * How long a call must have got no faster before it is measured, and how long one turn takes, in milliseconds. V8
 * leaves the code of a wide object unoptimized for half a second.
 */
const WARM_UP = 1000;
const TURN = 40;

/** In which processes the work runs: what each flag forbids or allows. */
const WAYS = [
  { flags: [], isOfIt: () => true, nameOf: (name) => name },
  {
    flags: ["--disallow-code-generation-from-strings"],
    isOfIt: (name) => WITHOUT_CODE.includes(name),
    nameOf: (name) => `${name}, no code made`,
  },
];

/** Both sides run on the first core, where that can be asked for: those of a rented machine differ by a third. */
const ON_ONE_CORE = spawnSync("taskset", ["-c", "0", "true"]).status === 0 ? ["taskset", "-c", "0"] : [];

/** Runs a command; what it prints is shown if it fails. */
function run(command, args, cwd, input) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, input, maxBuffer: 2 ** 30 });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(" ")} failed${error ? `: ${error.message}` : ""}\n${stdout}${stderr}`);
}

/** The folder with the built clone of a commit. */
function clone(revision, progress) {
  const commit = run("git", ["rev-parse", "--verify", `${revision}^{commit}`], root)
    .toString()
    .trim();
  const folder = join(cache, "against", commit);
  if (existsSync(folder)) return { commit, folder };
  const made = `${folder}.part`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  run("tar", ["-x"], made, run("git", ["archive", commit], root));
  for (const [title, ...command] of [
    ["installing packages", "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
    ["compiling TypeScript", "npm", "run", "build"],
    ["compiling the addon", process.execPath, "scripts/build-native.mjs"],
  ]) {
    progress(`${commit.slice(0, 8)}: ${title}`);
    run(command[0], command.slice(1), made);
  }
  renameSync(made, folder);
  return { commit, folder };
}

/** One side, in a process of its own. */
class Side {
  #child;
  #pending = [];

  constructor(folder, program, flags) {
    const worker = [...flags, join(import.meta.dirname, "against-worker.mjs"), folder];
    const [command, ...before] = [...ON_ONE_CORE, program];
    this.#child = spawn(command, [...before, ...worker], {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { ...process.env, NODE_ENV: "production" },
    });
    this.#child.on("message", (message) => this.#pending.shift()?.resolve(message));
    this.#child.on("exit", (code) => {
      for (const { reject } of this.#pending) reject(new Error(`the process of ${folder} has ended with ${code}`));
    });
    this.ready = this.#answer();
  }

  #answer() {
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
    });
  }

  ask(message) {
    const answer = this.#answer();
    this.#child.send(message);
    return answer;
  }

  end() {
    this.#child.removeAllListeners("exit");
    this.#child.kill();
  }
}

/** The work of both, with the ratio of each turn. */
async function ratiosOf(ours, theirs, name, { rounds, quick }) {
  const sides = [theirs, ours];
  const calls = [];
  for (const side of sides)
    calls.push((await side.ask({ name, warm: quick ? 1 : WARM_UP, least: quick ? 1 : TURN })).calls);
  const ratios = [];
  for (let round = 0; round < rounds; round++) {
    const times = [0, 0];
    // Who comes after whom changes.
    for (const index of round % 2 ? [1, 0] : [0, 1])
      times[index] = (await sides[index].ask({ name, calls: calls[index] })).time;
    ratios.push(times[0] / times[1]);
  }
  return ratios.sort((a, b) => a - b);
}

/**
 * Prints the table for some versions of Node.
 * @param {{ revision: string, programs: { program: string, version: string }[], rounds: number, only: string,
 *   quick: boolean, progress: (text: string, stays?: boolean) => void }} options
 */
export async function against({ revision, programs, rounds, only, quick, progress }) {
  const other = clone(revision, progress);
  const columns = [];
  const words = only.split(",").filter(Boolean);
  for (const { program, version } of programs) {
    const column = { version, rows: new Map() };
    for (const { flags, isOfIt, nameOf } of WAYS) {
      const sides = [new Side(root, program, flags), new Side(other.folder, program, flags)];
      const [{ names, impl }, theirs] = await Promise.all(sides.map(({ ready }) => ready));
      Object.assign(column, { impl, theirs: theirs.impl });
      for (const name of names.filter((one) => theirs.names.includes(one) && isOfIt(one))) {
        const title = nameOf(name);
        if (words.length > 0 && !words.some((word) => title.includes(word))) continue;
        progress(`Node ${version}: ${title}`);
        column.rows.set(title, await ratiosOf(...sides, name, { rounds, quick }));
      }
      for (const side of sides) side.end();
    }
    columns.push(column);
  }
  progress("", false);
  print(other.commit, columns);
}

function print(commit, columns) {
  const names = [...(columns[0]?.rows.keys() ?? [])];
  const width = Math.max(...names.map(({ length }) => length)) + 2;
  console.log(`Times as fast as ${commit.slice(0, 8)}: the median of the turns, and the middle half of them`);
  for (const { version, impl, theirs } of columns)
    if (impl !== theirs) console.log(`Node ${version}: the engines differ, ${impl} here, ${theirs} there`);
  console.log(`${"".padEnd(width)}${columns.map(({ version }) => `Node ${version}`.padEnd(20)).join("")}`);
  for (const name of names) {
    const cells = columns.map(({ rows }) => {
      const ratios = rows.get(name);
      const at = (share) => ratios[Math.round((ratios.length - 1) * share)].toFixed(2);
      return `${median(ratios).toFixed(2)} (${at(0.25)}-${at(0.75)})`.padEnd(20);
    });
    console.log(`${name.padEnd(width)}${cells.join("")}`);
  }
}
