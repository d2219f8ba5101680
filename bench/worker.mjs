/** One line of a table, in a process of its own: `fork`ed by workers.mjs with what it shall do. */
import { disagreements } from "./agreement.mjs";
import { measures, withJson } from "./measures.mjs";
import { untilSteady } from "./steady.mjs";
import { cases, rotation, rotationValues, variant, variantValues, workloads } from "./workloads.mjs";

/** How many times as long as usual a call is warmed up at most. */
const LONGEST = 20;

const work = JSON.parse(process.argv[2]);
const workload = (name) => [...workloads, ...cases].find((one) => one.name === name);
const elapsed = (start) => Number(process.hrtime.bigint() - start);

async function load(name) {
  const { load } = await import(`./peers/${work.peer}.mjs`);
  return load({ noEval: work.noEval, name });
}

const tasks = {
  async verify() {
    const peer = await load(work.names[0]);
    const faults = {};
    let samples = 0;
    for (const name of work.names) {
      const found = await disagreements(peer, workload(name), { texts: work.texts });
      if (found.faults.length > 0) faults[name] = found.faults[0];
      samples += found.samples;
    }
    return { version: peer.version, faults, samples };
  },

  async time() {
    const peer = withJson(await load(work.name));
    const one = workload(work.name);
    const timed = {};
    process.on("message", async ({ measure, warm, least, run }) => {
      if (run) return process.send({ time: timed[measure].run() });
      timed[measure] = await timedCall(peer, one, measure, { warm, least });
      process.send(timed[measure] ? { same: timed[measure].same } : { missing: true });
    });
    return {};
  },

  async cold() {
    const start = process.hrtime.bigint();
    const peer = await load("variant");
    const imported = elapsed(start);
    const values = variantValues();
    const one = async (index) => {
      const from = process.hrtime.bigint();
      const is = await peer.is(variant(index), "variant");
      const built = elapsed(from);
      if (!is(values[index % values.length])) throw new Error("a valid value is refused");
      return { built, called: elapsed(from) };
    };
    const { called: first } = await one(0);
    // Ahead of time there is nothing to build, and another schema is another program.
    if (work.peer === "typia") return { times: { import: imported, first } };
    const more = [];
    for (let index = 1; index <= 100; index++) more.push(await one(index));
    const middle = (key) => more.map((times) => times[key]).sort((a, b) => a - b)[more.length >> 1];
    return { times: { import: imported, first, built: middle("built"), called: middle("called") } };
  },

  async rotation() {
    const peer = await load("user");
    if (peer[work.measure] === undefined) return { missing: true };
    const values = rotationValues();
    const start = process.hrtime.bigint();
    const calls = [];
    for (const shape of rotation) calls.push(await peer[work.measure](shape, "user"));
    const times = {};
    let done = 0;
    let last;
    for (const stage of work.stages) {
      for (; done < stage; done++) {
        for (const call of calls) last = call(values[done & 15]);
      }
      times[stage] = elapsed(start);
      // Who is that slow is not waited for.
      if (times[stage] > work.patience) break;
    }
    return { times, last: typeof last };
  },
};

/** A call of the peer, warmed up. `run` gives nanoseconds per call. */
async function timedCall(peer, one, measure, { warm, least }) {
  const { call: name, inputs: make } = measures[work.group][measure];
  const call = await peer[name]?.(one.shape, one.name);
  if (call === undefined) return undefined;
  const inputs = make(one);
  const { run } = await import(`./loop.mjs?${measure}`);
  // Of the processor's time, not of the clock's, in which a busy machine may have done other things.
  const busy = (count) => {
    const began = process.cpuUsage();
    run(call, inputs, count);
    const { user, system } = process.cpuUsage(began);
    return (user + system) * 1000;
  };
  const warmed = untilSteady(busy, warm, warm * LONGEST);
  const calls = Math.max(1, Math.ceil((warmed * least) / run(call, inputs, warmed)));
  return {
    same: call(inputs[0]) === inputs[0],
    run() {
      // What is left from before is cleared away, the young part only: a full collection would also make V8 forget what
      // it has learned of the code, which no server does between two requests.
      globalThis.gc?.({ type: "minor" });
      run(call, inputs, Math.ceil(calls / 10));
      return run(call, inputs, calls) / calls;
    },
  };
}

/** Not from where a package was looked for: that is a path of this machine. */
const reasonOf = (error) =>
  error?.code === "ERR_MODULE_NOT_FOUND" ? "it is not installed" : String(error?.message ?? error).split("\n")[0];

try {
  process.send(await tasks[work.task]());
} catch (error) {
  process.send({ failed: reasonOf(error) });
}
if (work.task !== "time") process.disconnect();
