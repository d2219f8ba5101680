/**
 * Looks for texts that take long: breeds random validators and texts of up to 4 kB for what each call costs, divided by
 * what it may cost, which is in proportion to the bytes of the text and the number of validators. In some texts one
 * part is stretched to 1 MB: a string, an array or an object. Each engine has a search of its own, and each specimen is
 * tried in a process that is ended when it takes too long.
 *
 *   node scripts/slow-inputs.mjs [--minutes 5] [--seed N] [--engine pure|native|both] [--bound 1]
 *   node scripts/slow-inputs.mjs --again '<a recipe it has printed>' [--engine ...]
 *
 * A finding is what was above the bound four times: twice at once, then measured for longer, and again when it has been
 * made smaller. Beside the bytes the bound allows what does not grow with them, or grows slowly;
 * `test/slow/price.ts` says what and why. What grows as it must not leaves that behind within 4 kB.
 *
 * JavaScript values are validated as users' are; with VALIDLIB_VALUES=compiled by generated code, from the first call
 * on.
 *
 * Ends with a table of the worst of each kind, and with exit code 1 if something was above the bound.
 */
import { fork } from "node:child_process";
import { register } from "node:module";
import { parseArgs } from "node:util";

const { values: given } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    seed: { type: "string" },
    engine: { type: "string", default: "both" },
    bound: { type: "string", default: "1" },
    again: { type: "string" },
    worker: { type: "boolean", default: false },
  },
});

/** Time limits of a call, in milliseconds: while searching, and to be sure. */
const TIMEOUT_MS = { search: 500, sure: 10_000 };
/** Factor of the time limit if a part is stretched to 1 MB. */
const STRETCHED_FACTOR = 6;
/** What such a call may take; that of others depends on the text, but is never so much. */
const NEVER_ALLOWED_NS = 1e8;

register("./typescript.mjs", import.meta.url);
const engines = given.engine === "both" ? ["pure", "native"] : [given.engine];
const bound = Number(given.bound);

/** Takes the times of what it is sent, and says what it is about to do: it may not come back from it. */
async function work() {
  const { __impl__ } = await import("../src/index.ts");
  const { timesOf, HASTY, SURE } = await import("../test/slow/stopwatch.ts");
  if ((process.env.VALIDLIB_IMPL === "native") !== (__impl__ === "N-API")) throw new Error(`not ${__impl__}`);
  process.on("message", ({ specimen, surely }) => {
    const at = (call, size) => process.send({ at: { call, size } });
    try {
      process.send({ costs: timesOf(specimen, surely ? SURE : HASTY, at) });
    } catch (error) {
      // Changed at random, it need not be a validator any more.
      process.send({ costs: [], error: String(error) });
    }
  });
  process.send({});
}

/** A process that takes times; when it has to be ended, the next one is ready. */
class Stopwatch {
  #impl;
  #child;
  #next;
  #running = new Set();

  constructor(impl) {
    this.#impl = impl;
    this.#next = this.#start();
    // One that does not end would go on for ever.
    process.once("exit", () => this.end());
  }

  async evaluate(specimen, surely) {
    const { textOf } = await import("../test/slow/tree.ts");
    if (this.#child === undefined) {
      this.#child = await this.#next;
      this.#next = this.#start();
    }
    const child = this.#child;
    const timeout = (surely ? TIMEOUT_MS.sure : TIMEOUT_MS.search) * (specimen.stretched ? STRETCHED_FACTOR : 1);
    return new Promise((done) => {
      let at;
      const finish = (costs) => {
        clearTimeout(timer);
        child.removeAllListeners("message");
        child.removeAllListeners("exit");
        done(costs);
      };
      const end = () => {
        this.#child = undefined;
        this.#running.delete(child);
        const { call = "building", size = 1 } = at ?? {};
        const bytes = textOf(specimen.tree, size, 4096)?.length ?? 0;
        const cost = { call, outcome: "did not end", size, bytes };
        finish([{ ...cost, work: timeout * 1e6, allowed: NEVER_ALLOWED_NS }]);
      };
      const timer = setTimeout(() => child.kill("SIGKILL"), timeout);
      child.on("message", (message) => {
        timer.refresh();
        if (message.at === undefined) finish(message.costs);
        else at = message.at;
      });
      child.on("exit", end);
      child.send({ specimen, surely });
    });
  }

  #start() {
    return new Promise((done) => {
      const env = { ...process.env, VALIDLIB_IMPL: this.#impl };
      // V8 compiles and collects in the thread that is measured: other threads would have to wait for a busy machine,
      // and it for them.
      const child = fork(import.meta.filename, ["--worker"], { env, execArgv: ["--single-threaded"] });
      this.#running.add(child);
      child.once("exit", (code) => {
        throw new Error(`the process for ${this.#impl} ended with ${code}`);
      });
      child.once("message", () => {
        child.removeAllListeners();
        done(child);
      });
    });
  }

  end() {
    for (const child of this.#running) {
      child.removeAllListeners();
      child.kill("SIGKILL");
    }
  }
}

async function distribute() {
  const { search } = await import("../test/slow/search.ts");
  const { excess } = await import("../test/slow/price.ts");
  const { Random } = await import("../test/native/random.ts");
  const seed = given.seed === undefined ? Date.now() % 1e9 : Number(given.seed);
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1000);
  const last = Number(given.minutes) * 60;
  console.log(`seed ${seed}, ${given.minutes} minutes, bound ${bound}, ${engines.join(" and ")}`);
  const outcomes = Object.fromEntries(
    engines.map((impl) => [impl, { evaluations: 0, best: new Map(), findings: new Map() }]),
  );
  const progress = setInterval(() => {
    const parts = engines.map((impl) => {
      const { evaluations, best, findings } = outcomes[impl];
      const worst = Math.max(0, ...[...best.values()].map(({ cost }) => excess(cost)));
      return `${impl}: ${evaluations} specimens, ${findings.size} findings, else at most ${worst.toFixed(2)} of the bound`;
    });
    console.log(`${seconds()} s  ${parts.join("; ")}`);
  }, 10_000);
  await Promise.all(
    engines.map(async (impl, index) => {
      const stopwatch = new Stopwatch(impl);
      const options = {
        random: new Random(seed + index),
        evaluate: (specimen, surely) => stopwatch.evaluate(specimen, surely),
        isOver: () => seconds() >= last,
        bound,
        onFinding: async (entry) => console.log(`\n${seconds()} s  ${impl}: ${await described(entry)}\n`),
      };
      await search(options, outcomes[impl]);
      stopwatch.end();
    }),
  );
  clearInterval(progress);
  await conclude(outcomes);
}

/** A line for people, and one to see it again with. */
async function described({ specimen, cost }) {
  const { recipeOf, validatorsIn } = await import("../test/slow/price.ts");
  const { textOf } = await import("../test/slow/tree.ts");
  const row = Object.entries(rowOf(cost, validatorsIn(specimen.recipe))).map(([name, value]) => `${name} ${value}`);
  return `${row.join(", ")}\n  ${recipeOf(specimen, cost)}\n  ${textOf(specimen.tree, cost.size, 4096)?.slice(0, 300)}`;
}

function rowOf({ call, outcome, size, bytes, work, allowed, timesParse }, validators) {
  return {
    call,
    outcome,
    bytes,
    size,
    us: (work / 1000).toFixed(1),
    "allowed us": (allowed / 1000).toFixed(1),
    validators,
    "ns/byte/validator": (work / bytes / validators).toFixed(1),
    "JSON.parse": timesParse?.toFixed(1) ?? "",
    "of the bound": (work / allowed / bound).toFixed(2),
  };
}

async function conclude(outcomes) {
  const { excess, recipeOf, validatorsIn } = await import("../test/slow/price.ts");
  const row = ({ specimen, cost }) => rowOf(cost, validatorsIn(specimen.recipe));
  const descending = (entries) => [...entries].sort((a, b) => excess(b.cost) - excess(a.cost));
  for (const [impl, { evaluations, best, findings }] of Object.entries(outcomes)) {
    const found = descending(findings.values());
    const within = descending(best.values());
    console.log(`\n${impl}: ${evaluations} specimens. Above the bound: ${found.length}`);
    console.table(found.map(row));
    for (const [index, { specimen, cost }] of found.entries()) console.log(`${index}  ${recipeOf(specimen, cost)}`);
    console.log(`${impl}: the worst of each kind within the bound`);
    console.table(within.map(row));
    for (const [index, { specimen, cost }] of within.slice(0, 5).entries())
      console.log(`${index}  ${recipeOf(specimen, cost)}`);
  }
  process.exitCode = Object.values(outcomes).some(({ findings }) => findings.size > 0) ? 1 : 0;
}

async function again({ recipe, tree, stretched }) {
  const { validatorsIn } = await import("../test/slow/price.ts");
  for (const impl of engines) {
    const stopwatch = new Stopwatch(impl);
    console.log(impl);
    const costs = await stopwatch.evaluate({ recipe, tree, stretched }, true);
    console.table(costs.map((cost) => rowOf(cost, validatorsIn(recipe))));
    stopwatch.end();
  }
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
if (given.worker) await work();
else if (given.again !== undefined) await again(JSON.parse(given.again));
else await distribute();
