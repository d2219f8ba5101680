/**
 * Mutation tests: changes the code of a folder in some hundred places, one at a time, and checks that tests fail.
 *
 *     npm run mutate                     every folder of test/mutation/folders.json
 *     npm run mutate -- src/core/rules   a folder, or files
 *     npm run mutate -- --again src/core/rules/length.ts test/rules   what survived before, with these tests
 *     npm run mutate -- --sample 500 --seed 1 src/lines   500 mutants of a folder, chosen at random
 *
 * Stryker's instrumenter, fetched into the cache, writes all mutants into the code with a switch for each. Stryker's
 * own runner starts vitest again for each mutant, which takes seconds; this bundles each test file with `src`, and
 * `test/mutation/worker.mjs` evaluates a bundle again for each mutant, and runs only tests that reach it. A survivor
 * has to be in test/mutation/equivalent.json, with the reason why no test can kill it, or is a failure. The scores of
 * the files are merged into test/mutation/scores.json.
 */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { tool } from "./test-install/tool.mjs";

const root = join(import.meta.dirname, "..");
const work = join(root, "build/mutation");
/** A run that takes longer hangs. If it does so twice with a mutant, that does not end: it is killed. */
const PATIENCE = Number(process.env.MUTATION_PATIENCE ?? 30) * 1000;
/** All tests of a file, those that take long included, run once. */
const LONG_PATIENCE = 20 * PATIENCE;
/** Milliseconds from one line of progress to the next. */
const PROGRESS = 20_000;
/** Tests that take more milliseconds of the processor kill no mutant: what only they find lacks a test that says it. */
const LONGEST = 300;
/** Tests that take more are run once the others of their file have found nothing. */
const LONG = 5;
/** Milliseconds to evaluate a bundle and to collect its tests. */
const LOADING = 50;
/** A mutant for which whole files run is tried with those that reach most of its source. */
const WHOLE_FILES = 8;
/** A process takes so many runs: some of what they load stays. */
const RUNS = 500;

const read = (file) => readFileSync(join(root, file), "utf8");
const hashOf = (file) => createHash("sha256").update(read(file)).digest("hex");
const { folders } = JSON.parse(read("test/mutation/folders.json"));
const equivalent = JSON.parse(read("test/mutation/equivalent.json"));

function filesOf(path, extension) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true })
    .map((name) => join(path, name))
    .filter((name) => name.endsWith(extension))
    .sort();
}

/** The instrumenter writes `(x as number)++` without its parentheses. */
const withParentheses = (code) => code.replaceAll(/([\w.]+(?:\[[^\]]*\])? as \w+)(\+\+|--)/g, "($1)$2");

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
    sources: sources.map(({ name, content }) => ({ file: name, code: withParentheses(content) })),
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
 * Bundles a test file with `src`, mutants included. Packages are left out.
 * @returns {Promise<string>} the path of the bundle.
 */
async function bundle(test, sources) {
  const codes = new Map(sources.map(({ file, code }) => [join(root, file), code]));
  const input = join(root, test);
  codes.set(input, `import ${JSON.stringify(join(root, "test/support/seed.ts"))};\n${read(test)}`);
  const plugin = {
    name: "mutants",
    load: (id) => codes.get(id),
    transform: (code, id) => {
      const meta = { url: pathToFileURL(id).href, dirname: dirname(id), filename: id };
      return code.replaceAll(/(?<!")import\.meta\.(url|dirname|filename)/g, (_, name) => JSON.stringify(meta[name]));
    },
  };
  const isPackage = (id) => !/^[./]|^\w:/.test(id);
  const built = await rolldown({ input, platform: "node", external: isPackage, plugins: [plugin], logLevel: "silent" });
  const file = join(work, `${test.replaceAll("/", "+")}.cjs`);
  await built.write({ file, format: "cjs", keepNames: true, codeSplitting: false, comments: false });
  return file;
}

/** Asks `test/mutation/worker.mjs` for one run after another, in processes that are replaced when they hang or end. */
class Worker {
  #child;
  #runs = 0;

  /** @returns {Promise<object | undefined>} undefined if the run hangs, or ends its process. */
  async run(job, patience = PATIENCE) {
    if (this.#child === undefined || this.#runs++ === RUNS) await this.#start();
    const child = this.#child;
    return new Promise((resolve) => {
      const end = (result) => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (result === undefined) this.stop();
        resolve(result);
      };
      const timer = setTimeout(end, patience);
      child.once("message", end).once("exit", () => end());
      child.send(job);
    });
  }

  async #start() {
    this.stop();
    this.#runs = 0;
    const env = { ...process.env, VALIDLIB_IMPL: "pure", VALIDLIB_VALUES: "check", TZ: "UTC" };
    const child = fork(join(root, "test/mutation/worker.mjs"), {
      cwd: root,
      env,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let output = "";
    child.stderr.on("data", (part) => (output += part));
    await new Promise((resolve, reject) => {
      child.once("message", resolve).once("exit", () => reject(new Error(output)));
    });
    child.removeAllListeners();
    this.#child = child;
  }

  stop() {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }
}

/**
 * What the tests of a file reach, by itself and when it is loaded.
 * @returns {Promise<{ bundle: string, tests: object[], loaded: string[], limits: Map<string, number> }>}
 */
async function profile(worker, test, sources) {
  const file = await bundle(test, sources);
  const saved = `${file}.json`;
  const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
  let known = existsSync(saved) ? JSON.parse(readFileSync(saved, "utf8")) : {};
  if (known.hash !== hash) {
    const { results, loaded, failed, error } = (await worker.run({ bundle: file }, LONG_PATIENCE)) ?? {
      failed: "does not end",
    };
    if (error !== undefined || results === undefined) throw new Error(`${test}: ${error ?? failed}`);
    known = { hash, results, loaded };
    writeFileSync(saved, JSON.stringify(known));
  }
  const limits = new Map();
  for (const reaches of [known.loaded, ...known.results.map((one) => one.reaches)]) {
    for (const [id, hits] of Object.entries(reaches)) limits.set(id, Math.max(limits.get(id) ?? 2000, 20 * hits));
  }
  const tests = known.results.map(({ reaches, ...rest }) => ({ ...rest, reaches: new Set(Object.keys(reaches)) }));
  return { test, bundle: file, tests, loaded: new Set(Object.keys(known.loaded)), limits };
}

/**
 * @param {object[]} mutants that are tried: all, or a sample.
 * @param {Map<string, string>} killed of each mutant the test that killed it: takes more.
 * @param {() => void} save is called when it has.
 * @returns {Promise<Set<string>>} the mutants that tests reach.
 */
async function kill(folder, { sources, mutants: all }, mutants, tests, killed, save) {
  const show = (text) => console.log(`${folder}: ${text}`);
  const worker = new Worker();
  // A run that does not end does not see that this one has.
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => {
      worker.stop();
      process.exit(1);
    });
  const files = [];
  for (const test of tests) files.push(await profile(worker, test, sources));
  const profiled = files.flatMap((file) => file.tests);
  const isUsable = ({ passes, milliseconds }) => passes && milliseconds <= LONGEST;
  const reached = new Set([
    ...profiled.flatMap(({ reaches }) => [...reaches]),
    ...files.flatMap(({ loaded }) => [...loaded]),
  ]);
  const number = mutants.filter(({ id }) => reached.has(id)).length;
  show(
    `${number} of ${mutants.length} mutants are reached; ${profiled.filter(isUsable).length} of ${profiled.length} tests are used`,
  );

  /** Runs tests of a file with a mutant until one fails that passes without it. */
  const isKilled = async ({ id, file: source }, { test, bundle: path, limits }, chosen) => {
    let names = chosen.map(({ name }) => name);
    while (names.length > 0) {
      const job = { bundle: path, tests: names, mutant: id, limit: limits.get(id) ?? 1e6 };
      const result = (await worker.run(job)) ?? (await worker.run(job));
      if (result === undefined) killed.set(id, `${test}: does not end`);
      else if (result.failed === undefined) return false;
      else {
        // What comes after a failure has not run.
        const needed = names.slice(0, names.indexOf(result.failed) + 1);
        const without = await worker.run({ ...job, tests: needed, mutant: undefined });
        if (without?.failed === undefined) killed.set(id, `${test} > ${result.failed}`);
        // Without the tests that do not run it fails: it builds upon them. Or a mutant has changed the process.
        else if (!names.includes(without.failed)) return false;
        else names = names.filter((name) => name !== without.failed);
        if (without?.failed !== undefined) worker.stop();
      }
      if (killed.has(id)) {
        chosen.find(({ name }) => name === result?.failed)?.about.add(source);
        save();
        return true;
      }
    }
    return false;
  };

  const fileOf = new Map(all.map(({ id, file }) => [id, file]));
  for (const file of files) {
    file.about = {};
    for (const id of new Set(file.tests.flatMap(({ reaches }) => [...reaches]))) {
      file.about[fileOf.get(id)] = (file.about[fileOf.get(id)] ?? 0) + 1;
    }
    for (const one of file.tests) one.about = new Set([...one.reaches].map((id) => fileOf.get(id)));
  }
  let tried = 0;
  let shown = Date.now();
  const survivors = [];
  /** Tests that are about the source of a mutant, or have killed one of it; others; and those that take long. */
  const partsOf = (chosen, { file }) => {
    const kindOf = ({ milliseconds, about }) => (milliseconds > LONG ? 2 : about.has(file) ? 0 : 1);
    return [0, 1, 2].map((kind) => chosen.filter((one) => kindOf(one) === kind)).filter(({ length }) => length > 0);
  };
  const costOf = (chosen) => chosen.reduce((sum, { milliseconds }) => sum + milliseconds + 1, LOADING);
  for (const mutant of mutants) {
    const { id } = mutant;
    tried++;
    if (killed.has(id) || (isAgain && isEquivalent(mutant) !== undefined)) continue;
    if (Date.now() - shown > PROGRESS) {
      shown = Date.now();
      show(`${tried} of ${mutants.length} tried, ${survivors.length} survive so far`);
    }
    const plan = files.map((file) => {
      const usable = file.tests.filter(isUsable);
      const chosen = usable.filter(({ reaches }) => reaches.has(id));
      return { file, usable, chosen, isLoaded: file.loaded.has(id) };
    });
    // The test of a source has its name, and may be short.
    const about = ({ file }) => (stemOf(file.test) === stemOf(mutant.file) ? Infinity : (file.about[mutant.file] ?? 0));
    const most = plan.toSorted((one, other) => about(other) - about(one)).slice(0, WHOLE_FILES);
    const trials = plan
      .map((one) => [one.file, one.isLoaded && most.includes(one) ? one.usable : one.chosen])
      .flatMap(([file, chosen]) => partsOf(chosen, mutant).map((part) => [file, part]))
      .toSorted(([, one], [, other]) => costOf(one) - costOf(other));
    // A value that is kept is made by the first test that asks for it, and read by others.
    if (trials.length > 0) trials.push(...most.slice(0, 2).map(({ file, usable }) => [file, usable]));
    let isDead = false;
    for (const [file, chosen] of trials) {
      isDead = await isKilled(mutant, file, chosen);
      if (isDead) break;
    }
    if (isDead) continue;
    survivors.push(mutant);
    if (isEquivalent(mutant) === undefined) console.log(textOf(mutant));
  }
  worker.stop();
  return reached;
}

const stemOf = (path) => basename(path).replace(/(?:\.test)?\.ts$/, "");

const textOf = ({ file, line, column, from, to }) => `${file}:${line}:${column}: ${from} -> ${to}`;

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
  const reached = await kill(folder, all, tried, tests, killed, save);
  const scores = JSON.parse(readFileSync(scoresFile, "utf8"));
  for (const [file, { length }] of files) {
    if (length === 0) continue;
    const mutants = tried.filter((mutant) => mutant.file === file);
    if (mutants.length === 0) continue;
    const isSample = mutants.length < length;
    const survivors = mutants.filter(({ id }) => !killed.has(id));
    const open = survivors.filter((mutant) => isEquivalent(mutant) === undefined);
    for (const mutant of open) console.log(`${textOf(mutant)}${reached.has(mutant.id) ? "" : " (reached by no test)"}`);
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
