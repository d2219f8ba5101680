/**
 * How fast lines of NDJSON are validated, split and read: node bench/lines.mjs [--rounds 5] [--megabytes 128] [--bad
 * 0.01]. API records of 0.3 kB, of which some are refused, in chunks of 1 MB; each engine has a process of its own, and
 * all take turns. Beside them are a loop of `JSON.parse(buffer.toString("utf8", from, to))`, simdjson's own
 * `parse_many` where there is a C++ compiler, and jq where it is installed. A turn lasts 0.2 s at least; for an engine,
 * behind a pass that does not count. Ratios are medians of those within the rounds: how many times as fast as
 * `JSON.parse`; and for two threads, how many times as fast as one.
 *
 * `--cpu` counts the time of the processor (of all threads together) in place of the clock's: for a machine that has
 * other work. `--gigabyte` pushes 1 GB through instead, on each engine, and shows how much memory the process has.
 */
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { linesOf, lineValidator } from "./api-lines.mjs";
import { median } from "./measure.mjs";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    megabytes: { type: "string", default: "128" },
    bad: { type: "string", default: "0.01" },
    cpu: { type: "boolean", default: false },
    gigabyte: { type: "boolean", default: false },
    engine: { type: "string" },
  },
});

const BASE = "JSON.parse";
/** Milliseconds. */
const TURN = 200;
const root = join(import.meta.dirname, "..");

if (given.engine) await push();
else if (given.gigabyte) {
  for (const engine of ["native", "pure"]) {
    const env = { ...process.env, VALIDLIB_IMPL: engine };
    spawnSync(process.execPath, [import.meta.filename, "--engine", engine], { stdio: "inherit", env });
  }
} else await compare();

async function compare() {
  const folder = mkdtempSync(join(tmpdir(), "validlib-lines-"));
  try {
    const file = join(folder, "lines.ndjson");
    const bytes = await linesOf(Number(given.megabytes), Number(given.bad));
    writeFileSync(file, bytes);
    const runners = [...(await engines(file)), ...parseMany(folder, file), ...jq(file)];
    const times = await rounds(runners);
    print(times, bytes.length);
    for (const { stop } of runners) stop?.();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What both engines can be told to do. */
async function engines(file) {
  const found = [];
  for (const engine of ["native", "pure"]) {
    const env = { ...process.env, VALIDLIB_IMPL: engine };
    const child = fork(join(root, "bench/lines-worker.mjs"), [file], { env, execArgv: ["--expose-gc"] });
    const [{ names }] = await once(child, "message");
    for (const name of names) {
      if (name === BASE && engine === "pure") continue;
      const title = name === BASE ? name : `${name}, ${engine}`;
      const run = async () => {
        child.send({ name, milliseconds: TURN });
        const [times] = await once(child, "message");
        return times;
      };
      // A child that has been told so before does not mind.
      found.push({ title, run, stop: () => child.connected && child.disconnect() });
    }
  }
  return found;
}

function parseMany(folder, file) {
  const { stdout } = spawnSync(process.execPath, ["scripts/vendored.mjs", "simdjson"], { cwd: root, encoding: "utf8" });
  const source = join(root, stdout.trim());
  const program = join(folder, "parse-many");
  const flags = ["-std=c++20", "-O3", "-DNDEBUG", "-DSIMDJSON_EXCEPTIONS=0", `-I${source}`, "-pthread"];
  const files = [join(root, "bench/parse-many.cpp"), join(source, "simdjson.cpp")];
  const compiled = spawnSync(process.env.CXX ?? "c++", [...flags, ...files, "-o", program], { encoding: "utf8" });
  if (compiled.status !== 0) {
    console.log(`simdjson parse_many is left out: ${compiled.error?.message ?? compiled.stderr.split("\n")[0]}`);
    return [];
  }
  const run = () => {
    const [wall, cpu, good] = spawnSync(program, [file, String(TURN / 1000)], { encoding: "utf8" })
      .stdout.split(" ")
      .map(Number);
    return { wall: wall / 1e6, cpu: cpu / 1e6, good };
  };
  return [{ title: "simdjson parse_many", run }];
}

function jq(file) {
  if (spawnSync("jq", ["--version"]).status !== 0) {
    console.log("jq is left out: it is not installed");
    return [];
  }
  const run = () => {
    const start = performance.now();
    spawnSync("jq", ["empty", file]);
    // What a process used that has ended is not known here.
    const wall = performance.now() - start;
    return { wall, cpu: wall, good: undefined };
  };
  return [{ title: "jq empty", run }];
}

/** Milliseconds by title, for each round. The first one, in which compilers are at work, does not count. */
async function rounds(runners) {
  const times = new Map(runners.map(({ title }) => [title, []]));
  const seen = new Map();
  for (let round = -1; round < Number(given.rounds); round++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const { title, run } = runners[(turn + round + runners.length) % runners.length];
      const { [given.cpu ? "cpu" : "wall"]: milliseconds, good } = await run();
      if (round >= 0) times.get(title).push(milliseconds);
      seen.set(title, good);
    }
  }
  const verdicts = [...seen]
    .filter(([title]) => /^(?:verdict|split|values|isJson)/.test(title))
    .map(([, good]) => good);
  if (new Set(verdicts).size !== 1) throw new Error(`The counts differ: ${JSON.stringify([...seen])}`);
  return times;
}

function print(times, size) {
  const [{ model }] = cpus();
  console.log(
    `${(size / 1e6).toFixed(0)} MB, ${given.rounds} rounds, Node ${process.versions.node}, ${cpus().length} x ${model}`,
  );
  for (const [title, all] of times) {
    const speed = size / 1e3 / median(all);
    const timesAsFast = (other) => median(all.map((one, round) => times.get(other)[round] / one)).toFixed(2);
    const alone = title.replace(", 2 threads", "");
    const beside = alone === title ? "" : `  ${timesAsFast(alone)} times one thread`;
    console.log(`${title.padEnd(40)} ${speed.toFixed(0).padStart(6)} MB/s  ${timesAsFast(BASE).padStart(6)}${beside}`);
  }
}

/** 1 GB through one engine, made as it is read; what the process has of memory, on the way. */
async function push() {
  const validator = await lineValidator();
  const piece = await linesOf(2, Number(given.bad));
  const total = 1e9;
  const { Writable } = await import("node:stream");
  for (const what of ["filterLines", "lines"]) {
    const samples = [];
    let bytes = 0;
    let most = 0;
    // Pieces that do not end with a line, each with memory of its own, as a stream gives them.
    const source = async function* () {
      for (let at = 0; bytes < total; at = (at + 60_000) % piece.length) {
        const chunk = Buffer.from(piece.subarray(at, at + 60_000));
        bytes += chunk.length;
        yield chunk;
        if (bytes > (samples.length + 1) * (total / 10)) {
          globalThis.gc?.();
          samples.push(Math.round(process.memoryUsage().rss / 1e6));
        }
      }
    };
    const start = performance.now();
    if (what === "lines") for await (const { line } of validator.lines(source())) most = line;
    else {
      const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
      const counts = await validator.filterLines(source(), { valid: nowhere(), invalid: nowhere() });
      most = counts.good + counts.bad;
    }
    const seconds = (performance.now() - start) / 1000;
    console.log(
      `${given.engine}, ${what}: ${(bytes / 1e9).toFixed(1)} GB, ${most} lines, ${(bytes / 1e6 / seconds).toFixed(0)} MB/s`,
    );
    console.log(`  MB of memory after each tenth: ${samples.join(" ")}`);
  }
}
