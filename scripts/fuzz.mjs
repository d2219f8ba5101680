/**
 * Fuzzes the core with libFuzzer under AddressSanitizer and UndefinedBehaviorSanitizer:
 * node scripts/fuzz.mjs [--runs 1000000] [--processes N] [--seed N] [--compiler clang++-19]. It begins with the plans
 * and texts of the differential test; what it finds stays in build-fuzz/.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { register } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values: given } = parseArgs({
  options: {
    runs: { type: "string", default: "1000000" },
    processes: { type: "string", default: String(availableParallelism()) },
    seed: { type: "string", default: "1" },
    compiler: { type: "string", default: "clang++-19" },
  },
});

const root = join(import.meta.dirname, "..");
const build = join(root, "build-fuzz");
/** Plans for the fuzzer, and texts for each. */
const PLANS = 1500;
const TEXTS = 4;

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}

function compile() {
  const sanitize = "-DVALIDLIB_SANITIZE=address,undefined";
  run("cmake", ["-S", "native", "-B", build, `-DCMAKE_CXX_COMPILER=${given.compiler}`, "-DVALIDLIB_FUZZ=ON", sanitize]);
  run("cmake", ["--build", build, "--target", "engine-fuzzer"]);
}

/** Writes the plans, one on each line, and inputs that begin with the number of one: see engine_fuzzer.cpp. */
async function writeCorpus(folder) {
  process.env.VALIDLIB_IMPL = "pure";
  register("./typescript.mjs", import.meta.url);
  const { Plan } = await import("../src/engines/native/plan.ts");
  const { cases } = await import("../test/json/corpus.ts");
  const { recipes } = await import("../test/native/corpus.ts");
  const { randomCase } = await import("../test/native/differential.ts");
  const { build: make } = await import("../test/native/recipe.ts");
  const plans = [];
  let inputs = 0;
  const write = (plan, source) => {
    const bytes = typeof source === "string" ? Buffer.from(source) : source;
    // Of a length the fuzzer is fast with.
    if (bytes.length > 4000) return;
    writeFileSync(join(folder, String(inputs++)), Buffer.concat([Buffer.from([plan & 255, plan >> 8, 1]), bytes]));
  };
  for (const recipe of Object.values(recipes)) {
    const plan = plans.push(new Plan(make(recipe), true).text) - 1;
    for (const { bytes } of cases) write(plan, bytes());
  }
  for (let seed = 1; seed <= PLANS; seed++) {
    const { recipe, steps } = randomCase(seed);
    const plan = plans.push(new Plan(make(recipe), true).text) - 1;
    for (const { source } of steps.slice(0, TEXTS)) write(plan, source);
  }
  writeFileSync(join(build, "plans.jsonl"), plans.join("\n"));
}

function fuzz(index, corpus) {
  const found = join(build, `found-${index}`);
  mkdirSync(found, { recursive: true });
  const runs = Math.ceil(Number(given.runs) / Number(given.processes));
  const options = {
    runs,
    seed: Number(given.seed) + index,
    max_len: 4096,
    len_control: 0,
    timeout: 10,
    rss_limit_mb: 3000,
    print_final_stats: 1,
    dict: join(root, "native/fuzz/json.dict"),
    artifact_prefix: `${build}/`,
  };
  const args = [found, corpus, ...Object.entries(options).map(([name, value]) => `-${name}=${value}`)];
  const child = spawn(join(build, "engine-fuzzer"), args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, VALIDLIB_PLANS: join(build, "plans.jsonl") },
  });
  let executed = 0;
  let slowest = 0;
  child.stderr.setEncoding("utf8").on("data", (text) => {
    process.stderr.write(text);
    executed = Number(/stat::number_of_executed_units:\s*(\d+)/.exec(text)?.[1] ?? executed);
    slowest = Number(/stat::slowest_unit_time_sec:\s*(\d+)/.exec(text)?.[1] ?? slowest);
  });
  return new Promise((done) => {
    child.on("exit", (status) => done({ status, executed, slowest }));
  });
}

compile();
const corpus = join(build, "corpus");
rmSync(corpus, { recursive: true, force: true });
mkdirSync(corpus, { recursive: true });
await writeCorpus(corpus);
const start = performance.now();
const ended = await Promise.all(Array.from({ length: Number(given.processes) }, (_, index) => fuzz(index, corpus)));
const executed = ended.reduce((sum, one) => sum + one.executed, 0);
const seconds = Math.round((performance.now() - start) / 1000);
/** What libFuzzer ends with when it was asked to. */
const INTERRUPTED = 72;
const interrupted = ended.some(({ status }) => status === INTERRUPTED);
const failed = ended.some(({ status }) => status !== 0 && status !== INTERRUPTED);
const slowest = Math.max(...ended.map((one) => one.slowest));
const outcome = failed ? `findings: see ${build}` : interrupted ? "no finding, but interrupted" : "no finding";
console.log(`${executed} executions in ${seconds} s, slowest ${slowest} s, ${outcome}`);
process.exitCode = failed || interrupted ? 1 : 0;
