/**
 * Judges random texts with random validators on both engines, on all cores, and prints every difference as small as it
 * gets: node scripts/differential.mjs [--pairs 1000000] [--seed N] [--workers N]. `--case N` judges one seed's case
 * only. `--workers 0` starts no other process: an emulator may not follow into one.
 *
 * With `--values` random JavaScript values are judged in place of texts: by generated code, and by `check`. With
 * `--json-schema` the pairs are of JSON Schemas and documents: ours and Ajv's verdicts, in both directions.
 */
import { fork } from "node:child_process";
import { register } from "node:module";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { add } from "./sums.mjs";

const { values: given } = parseArgs({
  options: {
    pairs: { type: "string", default: "1000000" },
    seed: { type: "string" },
    workers: { type: "string", default: String(availableParallelism()) },
    case: { type: "string" },
    values: { type: "boolean", default: false },
    "json-schema": { type: "boolean", default: false },
    worker: { type: "boolean", default: false },
  },
});

/** Pairs a worker judges between two reports. */
const BATCH = 2000;
/** Seeds are this far apart from batch to batch: a case has ten texts. */
const SEEDS = BATCH;

/** What is judged, if not texts by both engines. */
const kind = ["values", "json-schema"].filter((name) => given[name]).map((name) => `--${name}`);

process.env.VALIDLIB_IMPL = given.values ? "pure" : "native";
// Set at all, it makes an accelerator that fails throw.
process.env.VALIDLIB_VALUES ||= "auto";

if (given.worker) await work();
else if (given.case !== undefined) await judgeOne(Number(given.case));
else await distribute();

/** What judges as many pairs as are asked for, from a seed on, and counts for the report. */
async function judge() {
  if (!process.features.typescript) register("./typescript.mjs", import.meta.url);
  if (given.values) {
    const { judgeCases, explain } = await import("../test/fast/differential.ts");
    return (first, pairs) => {
      const kinds = {};
      const { tally, differences } = judgeCases({ first, pairs, kinds });
      return { tally, kinds, differences: differences.map(explain) };
    };
  }
  if (given["json-schema"]) {
    const { judgeSchemas, judgeValidators } = await import("../test/json-schema/differential.ts");
    return (first, pairs) => {
      const [ones, others] = [judgeValidators(first, pairs / 2), judgeSchemas(first, pairs / 2)];
      const tally = { pairs: ones.tally.pairs + others.tally.pairs, validators: ones.tally, schemas: others.tally };
      return { tally, kinds: {}, differences: [...ones.differences, ...others.differences] };
    };
  }
  const { native, eager } = await import("../test/native/addon.ts");
  const { judgeCases, explain } = await import("../test/native/differential.ts");
  return (first, pairs) => {
    const kinds = {};
    const { differences, ...counts } = judgeCases([native, eager], { first, pairs, kinds });
    return { ...counts, kinds, differences: differences.map(explain) };
  };
}

async function judgeOne(seed) {
  const { tally, differences } = (await judge())(seed, 1);
  console.log(differences.join("\n") || "no difference", tally);
  process.exitCode = differences.length > 0 ? 1 : 0;
}

async function work() {
  const judged = await judge();
  process.on("message", (first) => process.send(judged(first, BATCH)));
  process.send({});
}

async function distribute() {
  const pairs = Number(given.pairs);
  const seed = given.seed === undefined ? Date.now() % 1e9 : Number(given.seed);
  const batches = Math.ceil(pairs / BATCH);
  const total = { tally: { pairs: 0 }, calls: {}, kinds: {}, suspects: {} };
  const differences = [];
  let next = 0;
  let crashes = 0;
  const start = performance.now();
  const rate = () => Math.round((total.tally.pairs / (performance.now() - start)) * 1000);
  const progress = setInterval(() => process.stderr.write(`${total.tally.pairs} pairs, ${rate()} a second\n`), 10_000);
  console.log(`seed ${seed}, ${batches * BATCH} pairs, ${given.workers} workers`);
  const take = ({ differences: found = [], ...counts }) => {
    if (counts.tally !== undefined) add(total, counts);
    for (const text of found) {
      differences.push(text);
      if (differences.length <= 20) console.log(`\n${text}`);
    }
    return next < batches && differences.length < 100 ? seed + next++ * SEEDS : undefined;
  };
  const run = () =>
    new Promise((done) => {
      const child = fork(import.meta.filename, ["--worker", ...kind]);
      let first;
      child.on("message", (batch) => {
        first = take(batch);
        if (first === undefined) child.disconnect();
        else child.send(first);
      });
      child.on("exit", (code, signal) => {
        if (code !== 0) {
          crashes++;
          console.log(`\nThe process died (${signal ?? code}) between seeds ${first} and ${first + BATCH}`);
        }
        done();
      });
    });
  await Promise.all(Array.from({ length: Number(given.workers) }, run));
  if (given.workers === "0") {
    const judged = await judge();
    for (let first = take({}); first !== undefined; ) first = take(judged(first, BATCH));
  }
  clearInterval(progress);
  console.log(`\n${JSON.stringify(total.tally)}`);
  if (kind.length === 0) console.log(`calls: ${JSON.stringify(total.calls)}`);
  console.table(total.kinds);
  if (kind.length === 0) console.table(total.suspects);
  console.log(`${differences.length} differences, ${crashes} crashes, seed ${seed}, ${rate()} pairs a second`);
  process.exitCode = differences.length > 0 || crashes > 0 ? 1 : 0;
}
