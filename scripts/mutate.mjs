/**
 * Mutation tests: changes the code of a folder in some hundred places, one at a time, and checks that tests fail.
 *
 *     npm run mutate                     every folder of test/mutation/folders.json
 *     npm run mutate -- src/core/rules   a folder, or files
 *     npm run mutate -- --again src/core/rules/length.ts test/rules   what survived before, with these tests
 *     npm run mutate -- --sample 500 --seed 1 src/lines   500 mutants of a folder, chosen at random
 *
 * Stryker's instrumenter, fetched into the cache, writes all mutants into the code with a switch for each. Stryker's
 * own runner starts vitest again for each mutant, which takes seconds; `test/mutation/runner.ts` turns the switch, and
 * runs only tests that reach it: test/mutation/README.md says which. A survivor has to be in
 * test/mutation/equivalent.json, with the reason why no test can kill it, or is a failure. The scores of the files are
 * merged into test/mutation/scores.json.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { tool } from "./test-install/tool.mjs";

const root = join(import.meta.dirname, "..");
const work = join(root, "build/mutation");
/** A run that tells nothing for this time hangs. If it does so twice with a mutant, that does not end: it is killed. */
const PATIENCE = Number(process.env.MUTATION_PATIENCE ?? 60) * 1000;
/** Milliseconds from one line of progress to the next. */
const PROGRESS = 20_000;
/** Tests that take more milliseconds of the processor kill no mutant: what only they find lacks a test that says it. */
const LONGEST = 300;
/**
 * In each round a mutant is tried with so many tests, those of the rounds before included, of those that take less than
 * so many milliseconds: by turns those that reach the fewest mutants, as they say the most of it, and those that reach
 * the most, as the others may pass by what the code is for.
 */
const ROUNDS = [
  { number: 8, below: 10 },
  { number: 40, below: 50 },
  { number: 300, below: 50 },
  { number: 100, below: LONGEST + 1 },
];
/** What one process loads again: vitest keeps something of each test, and unused modules stay for a while. */
const TESTS_AT_ONCE = 20_000;
const MODULES_AT_ONCE = 40;
/** With the test files that reach most of a source, a mutant that needs fresh modules is tried. */
const FILES_FOR_ONE = 8;

const read = (file) => readFileSync(join(root, file), "utf8");
const hashOf = (...files) => createHash("sha256").update(files.map(read).join("\0")).digest("hex");
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

/** The instrumenter writes `(x as number)++` without its parentheses. */
const withParentheses = (code) => code.replaceAll(/([\w.]+ as \w+)(\+\+|--)/g, "($1)$2");

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
    sources: sources.map(({ name, content }) => ({ file: name, code: withSwitchedPatterns(withParentheses(content)) })),
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

/**
 * Runs vitest with the job until it ends, or tells nothing for too long. Returns the lines of its record.
 * @param {(lines: object[]) => string} progress
 */
function run(job, progress) {
  const file = join(work, "job.json");
  const record = join(work, "record.jsonl");
  writeFileSync(record, "");
  writeFileSync(file, JSON.stringify({ plan: {}, limits: {}, mutants: [], skipped: [], ...job, record }));
  const recorded = () =>
    readFileSync(record, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
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
    const kill = () => process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
    const stop = (signal) => {
      kill();
      process.exit(signal === "SIGINT" ? 130 : 143);
    };
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
    let size = 0;
    let since = Date.now();
    let shown = Date.now();
    let hung = false;
    const timer = setInterval(() => {
      const now = statSync(record).size;
      if (now !== size) [size, since] = [now, Date.now()];
      else if (now > 0 && Date.now() - since > PATIENCE) {
        hung = true;
        kill();
      }
      if (Date.now() - shown > PROGRESS) {
        shown = Date.now();
        console.log(progress(recorded()));
      }
    }, 1000);
    child.on("error", reject);
    child.on("close", (status) => {
      clearInterval(timer);
      for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
      writeFileSync(join(work, "output.txt"), output);
      const lines = recorded();
      if (lines.length === 0) reject(new Error(`vitest: exit code ${status}\n${output}`));
      else resolve({ lines, hung, ended: status === 0 });
    });
  });
}

/** What each test reaches. `--again` runs only tests of changed files, as long as the sources are the same. */
async function profileOf(folder, sources, tests) {
  const file = join(work, `profile-${hashOf(...sources.map((source) => source.file)).slice(0, 16)}.json`);
  const profile = isAgain && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { files: {}, loaded: [] };
  const changed = tests.filter((test) => profile.files[test]?.hash !== hashOf(test));
  if (changed.length > 0) {
    const progress = (lines) => `${folder}: ${lines.length} tests run`;
    const { lines } = await run({ mode: "profile", sources, tests: changed }, progress);
    const ends = lines.flatMap(({ loaded }) => (loaded === undefined ? [] : [loaded]));
    if (ends.length < changed.length) throw new Error(readFileSync(join(work, "output.txt"), "utf8"));
    const { testResults } = JSON.parse(readFileSync(join(work, "vitest.json"), "utf8"));
    const broken = testResults.find(({ status, assertionResults: all }) => status === "failed" && all.length === 0);
    if (broken !== undefined) throw new Error(`${broken.name} cannot be loaded: ${broken.message}`);
    profile.loaded = [...new Set([...profile.loaded, ...ends.flat()])];
    for (const test of changed) {
      profile.files[test] = { hash: hashOf(test), lines: lines.filter((line) => line.file === test) };
    }
    writeFileSync(file, JSON.stringify(profile));
  }
  return [{ loaded: profile.loaded }, ...tests.flatMap((test) => profile.files[test].lines)];
}

/**
 * @param {Map<string, string>} killed of each mutant the test that killed it: takes more.
 * @param {() => void} save is called when it has.
 * @returns {Promise<Set<string>>} the mutants that tests reach.
 */
async function kill(folder, { sources, mutants }, tests, killed, save) {
  const ids = new Set(mutants.map(({ id }) => id));
  const show = (text) => console.log(`${folder}: ${text}`);

  const profile = await profileOf(folder, sources, tests);
  const loaded = new Set(profile.flatMap((line) => line.loaded ?? []).filter((id) => ids.has(id)));
  const limits = {};
  const profiled = profile.flatMap(({ test, reaches, ...rest }) => {
    if (test === undefined) return [];
    for (const [id, hits] of Object.entries(reaches)) limits[id] = Math.max(limits[id] ?? 2000, 20 * hits);
    return [{ test, reaches: Object.keys(reaches), ...rest }];
  });
  const usable = profiled
    .filter(({ isRepeatable, milliseconds }) => isRepeatable && milliseconds <= LONGEST)
    .sort((one, other) => one.reaches.length - other.reaches.length);
  const skipped = profiled.filter(({ milliseconds }) => milliseconds > LONGEST).map(({ test }) => test);
  const touched = profiled.flatMap(({ reaches, once }) => [...reaches, ...once]).filter((id) => ids.has(id));
  const reached = new Set([...loaded, ...touched]);
  show(
    `${reached.size} of ${mutants.length} mutants are reached, ${loaded.size} when modules are loaded; ` +
      `${usable.length} of ${profiled.length} tests are used`,
  );

  const unclear = new Map();
  const tried = new Set();
  /** Those with which a run has hung: a busy machine may have been the reason. */
  const hanging = new Set();
  const take = ({ lines, hung }) => {
    let last;
    for (const line of lines) {
      if (line.trying !== undefined) {
        if (last !== undefined) tried.add(last);
        last = `${line.trying} ${line.test}`;
      }
      if (line.done !== undefined && last !== undefined) tried.add(last);
      if (line.killed !== undefined) killed.set(line.killed, line.by);
      if (line.unclear !== undefined) unclear.set(line.unclear, line.test);
      if (line.done !== undefined || line.killed !== undefined || line.unclear !== undefined) last = undefined;
    }
    if (hung && last !== undefined) {
      const id = last.slice(0, last.indexOf(" "));
      if (hanging.has(id)) killed.set(id, "does not end");
      else hanging.add(id);
    }
    save();
  };
  const numberKilled = () => mutants.filter(({ id }) => killed.has(id)).length;
  const open = (id) => ids.has(id) && !killed.has(id) && !unclear.has(id);
  /** Of each mutant the tests that reach it, those that reach the fewest first. */
  const usableOf = new Map();
  for (const one of usable) {
    for (const id of one.reaches) {
      if (usableOf.has(id)) usableOf.get(id).push(one);
      else usableOf.set(id, [one]);
    }
  }
  for (const { number, below } of ROUNDS) {
    for (;;) {
      const plan = {};
      let trials = 0;
      const files = new Set();
      for (const [id, reaching] of usableOf) {
        if (!open(id)) continue;
        const fast = reaching.filter(({ milliseconds }) => milliseconds < below);
        for (let time = 0; time < Math.min(number, fast.length); time++) {
          const { test, file } = fast.at(time % 2 === 0 ? time / 2 : -(time + 1) / 2);
          if (tried.has(`${id} ${test}`)) continue;
          plan[test] ??= [];
          plan[test].push(id);
          trials++;
          files.add(file);
        }
      }
      if (files.size === 0) break;
      show(`${trials} trials at most, with tests below ${below} ms`);
      const done = () => killed.size + unclear.size + tried.size + hanging.size;
      const before = done();
      const result = await run({ mode: "switched", sources, tests: [...files], plan, limits }, (lines) => {
        const count = (name) => lines.filter((line) => line[name] !== undefined).length;
        return `${folder}: ${killed.size + count("killed")} killed, ${count("trying")} of at most ${trials} trials`;
      });
      take(result);
      show(`${numberKilled()} of ${mutants.length} killed, ${unclear.size} unclear`);
      if (result.ended) break;
      if (before === done()) {
        throw new Error(readFileSync(join(work, "output.txt"), "utf8"));
      }
    }
  }

  // Code that runs once in a process. The test files that reach most of its file come first.
  const fileOf = new Map(mutants.map(({ id, file }) => [id, file]));
  const numberOf = new Map();
  const reachedOf = new Map(sources.map(({ file }) => [file, new Map()]));
  const testsOf = new Map();
  for (const { file, reaches, once } of profiled) {
    numberOf.set(file, (numberOf.get(file) ?? 0) + 1);
    for (const id of [...reaches, ...once].filter((one) => ids.has(one))) {
      const count = reachedOf.get(fileOf.get(id));
      count.set(file, (count.get(file) ?? new Set()).add(id));
      if (once.includes(id) || unclear.has(id)) testsOf.set(id, (testsOf.get(id) ?? new Set()).add(file));
    }
  }
  const queue = new Map();
  for (const id of new Set([...testsOf.keys(), ...loaded])) {
    if (killed.has(id) || !ids.has(id)) continue;
    const count = reachedOf.get(fileOf.get(id));
    // Of a file that only has tables, no test reaches a mutant: each test may tell.
    const files = [...(loaded.has(id) ? (count.size > 0 ? count : numberOf).keys() : testsOf.get(id))];
    files.sort((one, other) => (count.get(other)?.size ?? 0) - (count.get(one)?.size ?? 0));
    if (files.length > 0) queue.set(id, files.slice(0, FILES_FOR_ONE));
  }
  while (queue.size > 0) {
    const batch = [];
    let number = 0;
    for (const [id, files] of queue) {
      let own = 0;
      let taken = 0;
      while (taken < files.length && (taken === 0 || own + numberOf.get(files[taken]) <= TESTS_AT_ONCE / 10)) {
        own += numberOf.get(files[taken++]);
      }
      if (batch.length > 0 && number + own > TESTS_AT_ONCE) break;
      number += own;
      batch.push({ id, tests: files.slice(0, taken) });
      if (batch.length === MODULES_AT_ONCE) break;
    }
    const before = killed.size + hanging.size;
    const result = await run({ mode: "fresh", sources, mutants: batch, skipped, tests: [] }, (lines) => {
      return `${folder}: ${lines.filter(({ trying }) => trying !== undefined).length} files loaded again`;
    });
    take(result);
    const survived = new Set(result.lines.map((line) => line.survived));
    let progress = killed.size + hanging.size - before;
    for (const { id, tests: used } of batch) {
      const files = queue.get(id);
      queue.delete(id);
      if (killed.has(id)) continue;
      const rest = survived.has(id) ? files.slice(used.length) : files;
      if (survived.has(id)) progress++;
      if (rest.length > 0) queue.set(id, rest);
    }
    show(`${numberKilled()} of ${mutants.length} killed, ${queue.size} left to try in fresh modules`);
    if (progress === 0) throw new Error(readFileSync(join(work, "output.txt"), "utf8"));
  }
  return reached;
}

/** An entry without `from` and `to` is about all of a line that survive. */
const isEquivalent = (mutant) =>
  equivalent.find(({ file, code, from = mutant.from, to = mutant.to }) => {
    return file === mutant.file && code === mutant.code && from === mutant.from && to === mutant.to;
  });

/**
 * The mutants that are tried. They are in the order of hashes: a larger sample with the same seed has those of a
 * smaller one, and a change of the code elsewhere does not choose others.
 */
function sampleOf(mutants) {
  if (sampleSize === undefined || sampleSize >= mutants.length) return mutants;
  const rank = ({ file, code, column, from, to }) =>
    createHash("sha256").update([seed, file, code, column, from, to].join("\0")).digest("hex");
  const ranked = mutants.map((mutant) => [rank(mutant), mutant]).sort(([one], [other]) => (one < other ? -1 : 1));
  return ranked.slice(0, sampleSize).map(([, mutant]) => mutant);
}

mkdirSync(work, { recursive: true });
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { again: { type: "boolean" }, sample: { type: "string" }, seed: { type: "string" } },
});
const given = positionals.map((path) => path.replaceAll("\\", "/").replace(/\/$/, ""));
const isAgain = options.again === true;
const sampleSize = options.sample === undefined ? undefined : Number(options.sample);
const seed = Number(options.seed ?? 1);
if (sampleSize !== undefined && !(Number.isSafeInteger(sampleSize) && sampleSize > 0)) {
  throw new Error(`--sample ${options.sample}: a number of mutants, 1 or more`);
}
if (!Number.isSafeInteger(seed)) throw new Error(`--seed ${options.seed}: an integer`);
if (options.seed !== undefined && sampleSize === undefined) throw new Error("--seed is of use with --sample only");
const named = given.filter((path) => path.startsWith("src/"));
const namedTests = given.filter((path) => path.startsWith("test/"));
const unknown = given.find((path) => !/^(src|test)\//.test(path));
if (unknown !== undefined) throw new Error(`${unknown} is no source and no test`);
const folderOf = (path) => Object.keys(folders).find((one) => path === one || path.startsWith(`${one}/`));
for (const path of named) {
  if (folderOf(path) === undefined) throw new Error(`${path} is in no folder of test/mutation/folders.json`);
}
/** What each run has killed, by source: the mutants are numbered in it, as long as it does not change. */
const killedFile = join(work, "killed.json");
const known = existsSync(killedFile) ? JSON.parse(readFileSync(killedFile, "utf8")) : {};
const scoresFile = join(root, "test/mutation/scores.json");
let failed = false;
for (const folder of Object.keys(folders)) {
  const paths = named.length > 0 ? named.filter((path) => folderOf(path) === folder) : [folder];
  if (paths.length === 0) continue;
  const tests = (namedTests.length > 0 ? namedTests : folders[folder]).flatMap((one) => filesOf(one, ".test.ts"));
  const all = await instrument([...new Set(paths.flatMap((path) => filesOf(path, ".ts")))]);
  console.log(`${folder}: ${all.mutants.length} mutants, ${tests.length} test files`);
  const files = new Map(all.sources.map(({ file }) => [file, all.mutants.filter((mutant) => mutant.file === file)]));
  const killed = new Map();
  for (const [file, mutants] of files) {
    const { hash, by } = known[file] ?? {};
    if (!isAgain || hash !== hashOf(file)) continue;
    for (const [at, { id }] of mutants.entries()) if (by[at] !== undefined) killed.set(id, by[at]);
  }
  const save = () => {
    for (const [file, mutants] of files) {
      const by = mutants.flatMap(({ id }, at) => (killed.has(id) ? [[at, killed.get(id)]] : []));
      known[file] = { hash: hashOf(file), by: Object.fromEntries(by) };
    }
    writeFileSync(killedFile, JSON.stringify(known));
  };
  const tried = sampleOf(all.mutants);
  if (tried.length < all.mutants.length) console.log(`${folder}: a sample of ${tried.length}, seed ${seed}`);
  const reached = await kill(folder, { sources: all.sources, mutants: tried }, tests, killed, save);
  const scores = JSON.parse(readFileSync(scoresFile, "utf8"));
  for (const [file, { length }] of files) {
    const mutants = tried.filter((mutant) => mutant.file === file);
    if (mutants.length === 0 && length > 0) continue;
    const isSample = mutants.length < length;
    const survivors = mutants.filter(({ id }) => !killed.has(id));
    const open = survivors.filter((mutant) => isEquivalent(mutant) === undefined);
    for (const { id, line, column, from, to } of open) {
      console.log(`${file}:${line}:${column}: ${from} -> ${to}${reached.has(id) ? "" : " (reached by no test)"}`);
    }
    const number = mutants.length - survivors.length;
    const percent = Math.floor((number / Math.max(1, number + open.length)) * 1000) / 10;
    const score = { mutants: mutants.length, killed: number, equivalent: survivors.length - open.length, percent };
    // Of a file that has been run as a whole, a sample says less.
    const isKnownWhole = scores[file] !== undefined && scores[file].of === undefined;
    if (!isSample) scores[file] = score;
    else if (!isKnownWhole) scores[file] = { ...score, of: length, seed };
    console.log(`${file}: ${percent} % of those that can be killed; ${open.length} survive without a reason`);
    failed ||= open.length > 0;
  }
  const sorted = Object.fromEntries(Object.entries(scores).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(scoresFile, `${JSON.stringify(sorted, null, 2)}\n`);
}
process.exitCode = failed ? 1 : 0;
