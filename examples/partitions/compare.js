/**
 * The same files on one process, and on four workers, one of them killed: `node compare.js [BYTES]`, by default 1 GB.
 * Shows that both have read the same records and written the same bytes, and exits with 1 if they have not. Uses
 * REDIS_URL, or starts a Redis of its own. All files are in a temporary folder, and gone at the end.
 */
import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { atEnd, freezeInTheMiddle, Process, temporaryFolder } from "../testing/processes.js";
import { startRedis } from "../testing/redis.js";
import { tradesFrom, files as writers } from "../testing/trades.js";
import { KINDS, write } from "./files.js";

const WORKERS = 4;
const MOST_FILE_BYTES = 32e6;
/** For each worker some files, so that all of them have work when one is killed. */
const LEAST_FILES = 3 * WORKERS;
/** Of a trade, about. */
const RECORD_BYTES = 57;
/** Trades with greater numbers are too dear. */
const NUMBERS = 3_000_000;
/** What a test would give. */
const ends = [];
const t = { after: (end) => ends.push(end) };

const bytes = Number(process.argv[2] ?? 1e9);
if (!Number.isInteger(bytes) || bytes < 1) throw new Error("node compare.js BYTES: a positive integer");
async function compare() {
  const redis = process.env.REDIS_URL ?? (await startRedis(t, { timeout: 0 }));
  const folder = temporaryFolder(t);
  const files = filesOf(folder);
  const size = files.reduce((sum, file) => sum + statSync(pathOf(file)).size, 0);
  console.log(`${(size / 1e6).toFixed(1)} MB in ${files.length} files`);
  const alone = await timed("one process", join(folder, "alone"), (out) => onOne(files, out));
  const shared = await timed(`${WORKERS} workers`, join(folder, "shared"), (out) => onMany(files, out, redis));
  const same = JSON.stringify(alone) === JSON.stringify(shared);
  console.log(same ? "the same: nothing is lost, and nothing is doubled" : "NOT the same");
  process.exitCode = same ? 0 : 1;
}

/** Makes files of each kind that have so many bytes together, about. */
function filesOf(folder) {
  const count = Math.max(LEAST_FILES, Math.ceil(bytes / MOST_FILE_BYTES));
  const trades = Math.ceil(bytes / count / RECORD_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const [kind, path] = KINDS[index % KINDS.length];
    const file = join(folder, `part-${index}.${kind}`);
    writeFileSync(file, writers[kind](tradesFrom(1 + ((index * trades) % NUMBERS), trades)));
    return `${file}${path}`;
  });
}

/** Has the files read into a folder, and says what came of it: `{ rows, refused, sha256 }`. */
async function timed(name, out, read) {
  mkdirSync(out);
  const start = performance.now();
  const { rows, refused, more = "" } = await read(out);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const sha256 = await checksum(out);
  console.log(`${name.padEnd(12)} ${seconds} s  ${rows} good, ${refused} refused  sha256 ${sha256}${more}`);
  return { rows, refused, sha256 };
}

const sum = (counts) => ({
  rows: counts.reduce((all, { rows }) => all + rows, 0),
  refused: counts.reduce((all, { refused }) => all + refused, 0),
});

async function onOne(files, out) {
  const counts = [];
  for (const file of files) counts.push(await write(file, out));
  return sum(counts);
}

async function onMany(files, out, redis) {
  const connection = new Redis(redis, { maxRetriesPerRequest: null });
  const queue = new Queue("files", { connection });
  atEnd(t, async () => {
    await queue.close();
    connection.disconnect();
  });
  // A file that was planned before would make no job.
  await queue.obliterate({ force: true });
  const env = { PATIENCE: "3000", ...process.env, REDIS_URL: redis };
  const script = (name, ...args) => Process.node(t, join(import.meta.dirname, name), args, { env, timeout: 0 });
  const { code } = await script("plan.js", out, ...files).ended;
  if (code !== 0) throw new Error("plan.js failed");
  const workers = Array.from({ length: WORKERS }, () => script("worker.js"));
  const [victim, ...survivors] = workers;
  while ((await queue.getActiveCount()) < WORKERS) await sleep(5);
  // All of them are at work, so this one is.
  await freezeInTheMiddle(victim, async () => (await queue.getActiveCount()) === WORKERS);
  await victim.kill();
  for (;;) {
    const { completed, failed } = await queue.getJobCounts();
    if (failed > 0) throw new Error(`${failed} files failed: ${(await queue.getFailed())[0].failedReason}`);
    if (completed === files.length) break;
    if (survivors.every(({ child }) => child.exitCode !== null)) throw new Error(survivors[0].stderr);
    await sleep(20);
  }
  for (const survivor of survivors) await survivor.stop();
  const jobs = await queue.getCompleted();
  const again = jobs.filter(({ stalledCounter }) => stalledCounter > 0);
  if (again.length === 0) throw new Error("no file of the worker that was killed went to another");
  const names = again.map(({ data }) => pathOf(data.file).split("/").at(-1)).join(", ");
  return { ...sum(jobs.map(({ returnvalue }) => returnvalue)), more: `  one was killed; went to another: ${names}` };
}

const pathOf = (file) => file.split("#")[0];

/** Of the names and the bytes of all results. */
async function checksum(out) {
  const hash = createHash("sha256");
  for (const name of readdirSync(out).sort()) {
    if (name.endsWith(".part")) continue;
    hash.update(`${name}\0${statSync(join(out, name)).size}\0`);
    for await (const part of createReadStream(join(out, name))) hash.update(part);
  }
  return hash.digest("hex").slice(0, 16);
}

try {
  await compare();
} finally {
  for (const end of ends) await end();
}
