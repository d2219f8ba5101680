/**
 * How fast the command splits a file into two: node bench/lines-disk.mjs [--rounds 5] [--megabytes 1000] [--bad 0.01]
 * [--folder .] [--cold].
 * Beside it are `filterLines` with streams of files, a loop of `JSON.parse` over the lines in memory, and the copy that
 * the system makes of the file, which takes what the disk and its driver take. All take turns, and each writes new
 * files. The first figure is until the program has ended, when the system may hold in memory what was written; the
 * second until that is on the disk. What is read is in memory in all turns, as just after it was written; with `--cold`
 * it comes from the disk in all turns (Linux, GNU's dd). The command is the one that users install, and its time is
 * with its start, which is told by itself too.
 */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { stage } from "../scripts/pack.mjs";
import { linesOf, lineValidator } from "./api-lines.mjs";
import { median } from "./measure.mjs";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    megabytes: { type: "string", default: "1000" },
    bad: { type: "string", default: "0.01" },
    folder: { type: "string", default: "." },
    cold: { type: "boolean", default: false },
  },
});

const COPY = "copy";
const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(given.folder, "lines-disk-"));
const file = (name) => join(folder, name);
const [source, schema, good, bad] = ["lines.ndjson", "schema.json", "good.ndjson", "bad.ndjson"].map(file);

const command = join(file("package"), "dist/cli/main.js");

try {
  stage(file("package"));
  symlinkSync(join(root, "node_modules"), join(file("package"), "node_modules"), "junction");
  // The addon that was compiled here, in place of one that comes with the package.
  if (existsSync(join(root, "build"))) cpSync(join(root, "build"), join(file("package"), "build"), { recursive: true });
  writeFileSync(source, await linesOf(Number(given.megabytes), Number(given.bad)));
  writeFileSync(schema, JSON.stringify((await lineValidator()).dump()));
  print(rounds(), statSync(source).size);
} finally {
  rmSync(folder, { recursive: true });
}

function rounds() {
  const runners = [
    { title: COPY, run: () => copyFileSync(source, good) },
    { title: "check", run: () => check(1) },
    { title: "check --jobs 2", run: () => check(2) },
    { title: "filterLines", run: () => inProcess("filterLines") },
    { title: "JSON.parse", run: () => inProcess("parse") },
  ];
  const times = new Map(runners.map(({ title }) => [title, { ended: [], onDisk: [] }]));
  for (let round = -1; round < Number(given.rounds); round++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const { title, run } = runners[(turn + round + runners.length) % runners.length];
      for (const old of [good, bad]) rmSync(old, { force: true });
      if (given.cold) forget(source);
      const start = performance.now();
      const own = run();
      const all = performance.now() - start;
      const ended = own ?? all;
      for (const written of [good, bad]) flush(written);
      // The first round does not count: files are read for the first time.
      if (round < 0) continue;
      times.get(title).ended.push(ended);
      times.get(title).onDisk.push(performance.now() - start - all + ended);
    }
  }
  return times;
}

function check(jobs, input = source) {
  const options = ["--schema", schema, "--quiet", "--jobs", String(jobs), "--valid", good, "--invalid", bad];
  const { status, stderr } = spawnSync(process.execPath, [command, "check", ...options, input], { encoding: "utf8" });
  const written = statSync(good).size + statSync(bad).size;
  if (status > 1 || written !== statSync(input).size) throw new Error(`The command failed: ${stderr}`);
}

/** Milliseconds that the command takes for a file without lines. */
function startOfCheck() {
  const empty = file("empty.ndjson");
  writeFileSync(empty, "");
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    check(1, empty);
    return performance.now() - start;
  });
  return median(times);
}

/** Milliseconds that the process counts itself. */
function inProcess(what) {
  const program = join(root, "bench/lines-file.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, what, source, good, bad], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${what} failed: ${stderr}`);
  return Number(stdout);
}

function flush(name) {
  if (!existsSync(name)) return;
  const open = openSync(name, "r+");
  fsyncSync(open);
  closeSync(open);
}

/** What the system holds of a file in memory is given back. */
function forget(name) {
  flush(name);
  const { status, error } = spawnSync("dd", [`if=${name}`, "iflag=nocache", "count=0"]);
  if (status !== 0)
    throw new Error("What was read stays in memory: dd cannot be run, or does not know nocache", { cause: error });
}

function print(times, size) {
  console.log(
    `${(size / 1e6).toFixed(0)} MB${given.cold ? " from the disk" : ""}, ${given.rounds} rounds, Node ${process.versions.node}, ${cpus().length} x ${cpus()[0].model}`,
  );
  const cell = (all) => `${(size / 1e3 / median(all)).toFixed(0).padStart(6)} MB/s`;
  const ratio = (all, others) => median(all.map((one, round) => others[round] / one)).toFixed(2);
  console.log(`${"".padEnd(16)} ended               on the disk (how many times as fast as the copy)`);
  console.log(`start of the command: ${startOfCheck().toFixed(0)} ms`);
  for (const [title, { ended, onDisk }] of times) {
    const copy = times.get(COPY);
    const columns = [ended, onDisk].map((all, at) => `${cell(all)} ${ratio(all, at === 0 ? copy.ended : copy.onDisk)}`);
    console.log(title.padEnd(16), columns.join("     "));
  }
}
