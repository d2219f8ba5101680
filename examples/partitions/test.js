import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { atEnd, Process, temporaryFolder, until } from "../testing/processes.js";
import { startRedis } from "../testing/redis.js";
import { isRefused, tradesFrom, files as writers } from "../testing/trades.js";
import { KINDS, write } from "./files.js";

const COUNT = 20_000;
const FILES = 12;

/** A Redis, files of trades, and ways to plan and do the work. */
async function setUp(t) {
  const socket = await startRedis(t);
  const connection = new Redis(socket, { maxRetriesPerRequest: null });
  const queue = new Queue("files", { connection });
  atEnd(t, async () => {
    await queue.close();
    connection.disconnect();
  });
  const folder = temporaryFolder(t);
  const out = join(folder, "out");
  const files = Array.from({ length: FILES }, (_, index) => {
    const [kind, path] = KINDS[index % KINDS.length];
    const file = join(folder, `part-${index}.${kind}`);
    writeFileSync(file, writers[kind](tradesFrom(1 + index * COUNT, COUNT)));
    return `${file}${path}`;
  });
  const script = (name, args, env = {}) =>
    Process.node(t, join(import.meta.dirname, name), args, { env: { REDIS_URL: socket, DELAY: "200", ...env } });
  const plan = async (...names) => {
    const done = script("plan.js", [out, ...names]);
    assert.deepEqual(await done.ended, { code: 0, signal: null }, done.stderr);
  };
  const results = () => readdirSync(out).filter((name) => !name.endsWith(".part"));
  const parts = () => readdirSync(out).filter((name) => name.endsWith(".part"));
  const isDone = (count) => async () => {
    const { completed, failed } = await queue.getJobCounts();
    return completed + failed === count;
  };
  return {
    queue,
    folder,
    out,
    files,
    plan,
    results,
    parts,
    isDone,
    worker: () => script("worker.js", [], { PATIENCE: "1000" }),
  };
}

const namesOf = (files) => files.map((file) => file.split("#")[0].split("/").at(-1));

/** That the columns and the refused records are those that one process writes. */
async function assertSame({ folder, out, files, results }) {
  const alone = join(folder, "alone");
  mkdirSync(alone);
  const counts = { rows: 0, refused: 0 };
  for (const file of files) {
    const { rows, refused } = await write(file, alone);
    counts.rows += rows;
    counts.refused += refused;
  }
  const bad = Array.from({ length: FILES * COUNT }, (_, index) => index + 1).filter(isRefused).length;
  assert.deepEqual(counts, { rows: FILES * COUNT - bad, refused: bad });
  const expected = namesOf(files).flatMap((name) => [`${name}.arrows`, `${name}.refused.ndjson`]);
  assert.deepEqual(results().sort(), expected.sort());
  for (const name of expected) assert.ok(readFileSync(join(out, name)).equals(readFileSync(join(alone, name))), name);
}

test("four workers write what one process does, though one is killed in the middle of a file", async (t) => {
  const all = await setUp(t);
  const { queue, files, plan, parts, worker, isDone } = all;
  await plan(...files);
  // A file that is planned again makes no second job.
  await plan(...files.slice(0, 3));
  const victim = worker();
  await until(() => queue.getActiveCount(), "it has begun", victim);
  await until(
    () => {
      try {
        return parts().length > 0;
      } catch {
        return false;
      }
    },
    "a part is there",
    victim,
  );
  await victim.kill();
  const survivors = [worker(), worker(), worker()];
  await until(isDone(FILES), "all is done", ...survivors);
  assert.equal((await queue.getJobCounts()).failed, 0);
  for (const one of survivors) assert.deepEqual(await one.stop(), { code: 0, signal: null }, one.stderr);
  // Of the one that was killed.
  assert.ok(parts().length > 0);
  await assertSame(all);
});

test("a document that was cut has a dead letter, and a file that comes late is tried again", async (t) => {
  const { queue, folder, out, files, plan, results, worker, isDone } = await setUp(t);
  const [late, cut, gone] = ["late.ndjson", "cut.json", "gone.csv"].map((name) => join(folder, name));
  writeFileSync(cut, writers.json(tradesFrom(1, 1000)).slice(0, -100));
  await plan(late, `${cut}#/trades`, gone);
  const one = worker();
  await until(() => queue.getDelayedCount(), "it was tried", one);
  renameSync(files[1], late);
  await until(isDone(3), "all is done", one);
  assert.deepEqual(await one.stop(), { code: 0, signal: null }, one.stderr);
  const expected = ["cut.json.dead.json", "gone.csv.dead.json", "late.ndjson.arrows", "late.ndjson.refused.ndjson"];
  assert.deepEqual(results().sort(), expected);
  const letter = (name) => JSON.parse(readFileSync(join(out, `${name}.dead.json`), "utf8"));
  assert.equal(letter("cut.json").issues[0].code, "json_decode");
  assert.match(letter("gone.csv").message, /ENOENT/);
  const jobs = await queue.getJobs(["completed", "failed"]);
  const attempts = Object.fromEntries(jobs.map(({ data, attemptsMade }) => [namesOf([data.file])[0], attemptsMade]));
  assert.equal(attempts["cut.json"], 1);
  assert.equal(attempts["gone.csv"], 5);
  assert.ok(attempts["late.ndjson"] > 1);
});

/** Runs compare.js. Gives what it has written, and how it has ended. */
async function compared(t, args, env) {
  const compare = Process.node(t, join(import.meta.dirname, "compare.js"), args, { env });
  const { code } = await compare.ended;
  return { code, stdout: compare.stdout, stderr: compare.stderr };
}

test("compare.js finds the same records and bytes on one process as on four workers, of which it kills one", async (t) => {
  const { code, stdout, stderr } = await compared(t, ["2000000"], { REDIS_URL: await startRedis(t) });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /one was killed; went to another: part-/);
  assert.match(stdout, /the same: nothing is lost/);
  const [alone, shared] = stdout.matchAll(/(\d+) good, (\d+) refused {2}sha256 (\w+)/g);
  assert.deepEqual(alone.slice(1), shared.slice(1));
  assert.ok(Number(alone[1]) > Number(alone[2]) && Number(alone[2]) > 1000);
});

test("compare.js says what is missing", async (t) => {
  assert.match((await compared(t, ["much"])).stderr, /node compare\.js BYTES: a positive integer/);
  const { code, stderr } = await compared(t, ["1000"], { REDIS_URL: undefined, PATH: "" });
  assert.equal(code, 1);
  assert.match(stderr, /redis-server is not installed: apt-get install redis-server/);
});
