/**
 * Compares both engines on random texts and validators, on all cores, and prints every difference as small as it gets:
 * node scripts/differential.mjs [--pairs 1000000] [--seed N] [--workers N]. `--case N` compares only the case of one
 * seed. `--workers 0` starts no other process: an emulator may not follow into one. `--engine wasm` compares the
 * WebAssembly module instead of the addon.
 *
 * `--values` compares generated code with `check` on random JavaScript values instead. `--json-schema` compares our
 * verdicts with those of Ajv on JSON Schemas and documents, in both directions.
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
    engine: { type: "string", default: "native" },
    values: { type: "boolean", default: false },
    "json-schema": { type: "boolean", default: false },
    worker: { type: "boolean", default: false },
  },
});

/** Pairs per report of a worker. */
const BATCH = 2000;
/** Seeds are this far apart from batch to batch: a case has ten texts. */
const SEEDS = BATCH;

/** What is compared, if not both engines on texts. */
const kind = ["values", "json-schema"].filter((name) => given[name]).map((name) => `--${name}`);

process.env.VALIDLIB_IMPL = given.values ? "pure" : given.engine;
// Set at all, it makes an accelerator that fails throw.
process.env.VALIDLIB_VALUES ||= "auto";

if (given.worker) await work();
else if (given.case !== undefined) await compareOne(Number(given.case));
else await distribute();

/** Returns a function that compares a number of pairs, from a seed on, and counts them for the report. */
async function comparison() {
  if (!process.features.typescript) register("./typescript.mjs", import.meta.url);
  if (given.values) {
    const { compareCases, explain } = await import("../test/fast/differential.ts");
    return (first, pairs) => {
      const kinds = {};
      const { tally, differences } = compareCases({ first, pairs, kinds });
      return { tally, kinds, differences: differences.map(explain) };
    };
  }
  if (given["json-schema"]) {
    const { compareSchemas, compareValidators } = await import("../test/json-schema/differential.ts");
    return (first, pairs) => {
      const [ones, others] = [compareValidators(first, pairs / 2), compareSchemas(first, pairs / 2)];
      const tally = { pairs: ones.tally.pairs + others.tally.pairs, validators: ones.tally, schemas: others.tally };
      return { tally, kinds: {}, differences: [...ones.differences, ...others.differences] };
    };
  }
  const { native, eager } = await import("../test/native/addon.ts");
  const { compareCases, explain } = await import("../test/native/differential.ts");
  return (first, pairs) => {
    const kinds = {};
    const { differences, ...counts } = compareCases([native, eager], { first, pairs, kinds });
    return { ...counts, kinds, differences: differences.map(explain) };
  };
}

async function compareOne(seed) {
  const { tally, differences } = (await comparison())(seed, 1);
  console.log(differences.join("\n") || "no difference", tally);
  process.exitCode = differences.length > 0 ? 1 : 0;
}

async function work() {
  const compare = await comparison();
  process.on("message", (first) => process.send(compare(first, BATCH)));
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
      const child = fork(import.meta.filename, ["--worker", `--engine=${given.engine}`, ...kind]);
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
    const compare = await comparison();
    for (let first = take({}); first !== undefined; ) first = take(compare(first, BATCH));
  }
  clearInterval(progress);
  console.log(`\n${JSON.stringify(total.tally)}`);
  if (kind.length === 0) console.log(`calls: ${JSON.stringify(total.calls)}`);
  console.table(total.kinds);
  if (kind.length === 0) console.table(total.suspects);
  console.log(`${differences.length} differences, ${crashes} crashes, seed ${seed}, ${rate()} pairs a second`);
  process.exitCode = differences.length > 0 || crashes > 0 ? 1 : 0;
}
