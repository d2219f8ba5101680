/**
 * Validates random streams of lines on both engines, on one thread and on several, cut into chunks anywhere, and prints
 * where the result of a line differs from that of `safeJson`: node scripts/differential-lines.mjs [--lines 5000000]
 * [--seed N] [--threads 4] [--workers N] [--engines native,pure]. `--workers` is how many processes there are. The
 * lines are shared out among the engines.
 */
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { add } from "./sums.mjs";

const { values: given } = parseArgs({
  options: {
    lines: { type: "string", default: "5000000" },
    seed: { type: "string", default: String(Date.now() % 1e9) },
    threads: { type: "string", default: "4" },
    workers: { type: "string", default: String(availableParallelism()) },
    engines: { type: "string", default: "native,pure" },
    worker: { type: "boolean", default: false },
  },
});

/** Streams between two reports. */
const BATCH = 10;
// For every thread, which `register` in this file would not do on Node 20.
const typescript = `import { register } from "node:module"; register("./typescript.mjs", ${JSON.stringify(import.meta.url)});`;
const execArgv = process.features.typescript
  ? []
  : ["--import", `data:text/javascript,${encodeURIComponent(typescript)}`];

if (given.worker) await work();
else await distribute();

async function work() {
  const { validateStream, noCounts } = await import("../test/lines/differential.ts");
  const threads = Number(given.threads);
  process.on("message", async (first) => {
    const counts = noCounts();
    const wrong = [];
    for (let seed = first; seed < first + BATCH; seed++) {
      const one = await validateStream(seed, counts, threads);
      if (one !== undefined) wrong.push(one);
    }
    process.send({ counts, wrong });
  });
  process.send({});
}

async function distribute() {
  const seed = Number(given.seed);
  const engines = given.engines.split(",");
  const most = Number(given.lines) / engines.length;
  console.log(`seed ${seed}, ${given.lines} lines, ${given.workers} processes, up to ${given.threads} threads each`);
  let failed = false;
  for (const engine of engines) failed = (await validate(engine, seed, most)) || failed;
  process.exitCode = failed ? 1 : 0;
}

/** Validates lines with one engine. Returns whether something was wrong. */
async function validate(engine, seed, most) {
  const total = {};
  const wrong = [];
  let next = seed;
  let crashes = 0;
  const progress = setInterval(() => process.stderr.write(`${engine}: ${total.lines ?? 0} lines\n`), 10_000);
  const run = () =>
    new Promise((done) => {
      const env = { ...process.env, VALIDLIB_IMPL: engine };
      const child = fork(import.meta.filename, ["--worker", "--threads", given.threads], { env, execArgv });
      child.on("message", ({ counts = {}, wrong: found = [] }) => {
        add(total, counts);
        for (const one of found) {
          wrong.push(one);
          if (wrong.length <= 20) console.log(`\n${engine}: ${one}`);
        }
        if ((total.lines ?? 0) >= most || wrong.length >= 100) return child.disconnect();
        child.send(next);
        next += BATCH;
      });
      child.on("exit", (code, signal) => {
        if (code !== 0) {
          crashes++;
          console.log(`\n${engine}: a process died (${signal ?? code}) at a seed below ${next}`);
        }
        done();
      });
    });
  await Promise.all(Array.from({ length: Number(given.workers) }, run));
  clearInterval(progress);
  console.log(`${engine}: ${JSON.stringify(total)}, ${wrong.length} differences, ${crashes} crashes`);
  return wrong.length > 0 || crashes > 0;
}
