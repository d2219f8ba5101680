/**
 * Mutation tests: changes the code of a folder in some hundred places, one at a time, and checks that tests fail.
 *
 *     npm run mutate                     every folder of test/mutation/folders.json: hours
 *     npm run mutate -- src/core/rules   a folder, or files
 *
 * Stryker's instrumenter, fetched into the cache, writes all mutants into the code with a switch for each. Stryker's
 * own runner starts vitest again for each mutant, which takes seconds; `test/mutation/runner.ts` turns the switch, and
 * runs only the tests that reach it. What survives that is tried again with modules that are loaded for it alone.
 * A survivor has to be in test/mutation/equivalent.json, with the reason why no test can kill it, or is a failure. The
 * scores are written to test/mutation/scores.json.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { tool } from "./test-install/tool.mjs";

const root = join(import.meta.dirname, "..");
const work = join(root, "build/mutation");
/** A run that tells nothing for this time hangs: the mutant that it tried does not end, and counts as killed. */
const PATIENCE = Number(process.env.MUTATION_PATIENCE ?? 120) * 1000;
/** So many mutants are tried in one process with modules of their own: what vitest keeps of each test adds up. */
const BATCH = 5;

const read = (file) => readFileSync(join(root, file), "utf8");
const { folders } = JSON.parse(read("test/mutation/folders.json"));
const equivalent = JSON.parse(read("test/mutation/equivalent.json"));

function filesOf(path, extension) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true })
    .map((name) => join(path, name))
    .filter((name) => name.endsWith(extension))
    .sort();
}

/**
 * Most patterns are constants of a module, made when it is loaded. All methods of strings and patterns ask `exec`, so
 * one that makes the pattern anew each time, with the mutant that is on, lets `switched` runs try them.
 */
function withSwitchedPatterns(code) {
  const constant =
    /^((?:export )?const \w+(?:: RegExp)? = )((?:stryMutAct_9fa48\("\d+"\) \? \/|new RegExp\()[\s\S]*?);$/gm;
  return code.replaceAll(
    constant,
    "$1((make) => Object.assign(make(), { exec(text) {\n" +
      "  const now = make();\n  now.lastIndex = this.lastIndex;\n  const found = now.exec(text);\n" +
      "  this.lastIndex = now.lastIndex;\n  return found;\n} }))(() => $2);",
  );
}

/** @returns {Promise<{ sources: { file: string, code: string }[], mutants: object[] }>} */
async function instrument(files) {
  const home = tool("@stryker-mutator/instrumenter");
  const load = (path) => import(pathToFileURL(path).href);
  const { Instrumenter } = await load(join(home, "dist/src/index.js"));
  const log = { debug() {}, info() {}, warn: console.warn, isDebugEnabled: () => false };
  const given = files.map((name) => ({ name, mutate: true, content: read(name) }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { files: sources, mutants } = await new Instrumenter(log).instrument(given, options);
  return {
    sources: sources.map(({ name, content }) => ({ file: name, code: withSwitchedPatterns(content) })),
    mutants: mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
      const lines = read(fileName).split("\n");
      const from =
        start.line === end.line
          ? lines[start.line].slice(start.column, end.column)
          : `${lines[start.line].slice(start.column)} …`;
      return {
        id,
        file: relative(root, fileName).replaceAll("\\", "/"),
        line: start.line + 1,
        column: start.column + 1,
        kind: mutatorName,
        code: lines[start.line].trim(),
        from,
        to: replacement.replaceAll(/\s+/g, " "),
      };
    }),
  };
}

/** Runs vitest with the job until it ends, or tells nothing for too long. Returns the lines of its record. */
function run(job) {
  const file = join(work, "job.json");
  rmSync(job.record, { force: true });
  writeFileSync(job.record, "");
  writeFileSync(file, JSON.stringify(job));
  return new Promise((resolve, reject) => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const child = spawn(process.execPath, [vitest, "run", "--config", "test/mutation/vitest.config.ts"], {
      cwd: root,
      env: { ...process.env, MUTATION_JOB: file },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
    let size = 0;
    let since = Date.now();
    let hung = false;
    const timer = setInterval(() => {
      const now = statSync(job.record).size;
      if (now !== size) [size, since] = [now, Date.now()];
      else if (now > 0 && Date.now() - since > PATIENCE) {
        hung = true;
        process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
      }
    }, 1000);
    child.on("error", reject);
    child.on("close", (status) => {
      clearInterval(timer);
      const lines = readFileSync(job.record, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      writeFileSync(join(work, "output.txt"), output);
      if (lines.length === 0) reject(new Error(`vitest: exit code ${status}\n${output}`));
      else resolve({ lines, hung, ended: status === 0 });
    });
  });
}

/** @returns {Promise<Map<string, string>>} of each killed mutant the test that killed it. */
async function kill(path, { sources, mutants }, tests) {
  const killed = new Map();
  const reached = new Map();
  const loaded = new Set();
  const unclear = new Set();
  const take = ({ lines, hung }) => {
    let trying;
    for (const line of lines) {
      if (line.trying !== undefined) trying = line.trying;
      if (line.killed !== undefined) killed.set(line.killed, line.by);
      if (line.unclear !== undefined) unclear.add(line.unclear);
      for (const id of line.loaded ?? []) loaded.add(id);
      for (const id of line.reaches ?? []) reached.set(id, (reached.get(id) ?? new Set()).add(line.file));
    }
    if (hung && trying !== undefined) killed.set(trying, "does not end");
  };
  const record = join(work, "record.jsonl");
  const open = () => mutants.filter(({ id }) => !killed.has(id) && !unclear.has(id));
  for (let before = -1; before !== open().length; ) {
    before = open().length;
    const result = await run({ mode: "switched", sources, tests, mutants: open().map(({ id }) => ({ id })), record });
    take(result);
    console.log(`${path}: ${killed.size} of ${mutants.length} killed, ${unclear.size} unclear`);
    if (result.ended) break;
  }
  const alone = ({ id }) => ({ id, tests: loaded.has(id) ? tests : [...reached.get(id)] });
  const { lines } = await run({ mode: "fresh", sources, tests, mutants: [{ id: "none", tests }], record });
  if (lines.some(({ killed: id }) => id === "none")) throw new Error("tests fail in fresh modules without a mutant");
  let rest = mutants.filter(({ id }) => !killed.has(id) && (loaded.has(id) || reached.has(id)));
  while (rest.length > 0) {
    const result = await run({ mode: "fresh", sources, tests, mutants: rest.slice(0, BATCH).map(alone), record });
    take(result);
    const survived = new Set(result.lines.map((line) => line.survived));
    const before = rest.length;
    rest = rest.filter(({ id }) => !killed.has(id) && !survived.has(id));
    if (rest.length === before) throw new Error(readFileSync(join(work, "output.txt"), "utf8"));
    console.log(`${path}: ${killed.size} of ${mutants.length} killed, ${rest.length} left to try`);
  }
  return killed;
}

const isEquivalent = (mutant) =>
  equivalent.find(({ file, code, from, to }) => {
    return file === mutant.file && code === mutant.code && from === mutant.from && to === mutant.to;
  });

mkdirSync(work, { recursive: true });
const named = process.argv.slice(2);
const paths = named.length > 0 ? named : Object.keys(folders);
let failed = false;
for (const path of paths) {
  const folder = Object.keys(folders).find((one) => path === one || path.startsWith(`${one}/`));
  if (folder === undefined) throw new Error(`${path} is in no folder of test/mutation/folders.json`);
  const tests = folders[folder].flatMap((one) => filesOf(one, ".test.ts"));
  const all = await instrument(filesOf(path, ".ts"));
  console.log(`${path}: ${all.mutants.length} mutants, ${tests.length} test files`);
  const killed = await kill(path, all, tests);
  const survivors = all.mutants.filter(({ id }) => !killed.has(id));
  const open = survivors.filter((mutant) => isEquivalent(mutant) === undefined);
  writeFileSync(
    join(work, `${path.replaceAll("/", "-")}.json`),
    JSON.stringify({ killed: [...killed], survivors }, null, 1),
  );
  for (const { file, line, column, from, to } of open) console.log(`${file}:${line}:${column}: ${from} -> ${to}`);
  const score = Math.floor((killed.size / (all.mutants.length - survivors.length + open.length)) * 1000) / 10;
  console.log(`${path}: ${score} % of those that can be killed; ${open.length} survive without a reason`);
  failed ||= open.length > 0;
  const file = join(root, "test/mutation/scores.json");
  const scores = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  scores[path] = {
    mutants: all.mutants.length,
    killed: killed.size,
    equivalent: survivors.length - open.length,
    percent: score,
  };
  writeFileSync(file, `${JSON.stringify(scores, null, 2)}\n`);
}
process.exitCode = failed ? 1 : 0;
