/** Runs the lines of a group beside each other: in turns, so that what disturbs one disturbs all. */
import { lines } from "./entrants.mjs";
import { measures } from "./measures.mjs";
import { Worker } from "./workers.mjs";
import { cases, workloads } from "./workloads.mjs";

/** Not asked for texts: they are about keys in objects. */
const OF_TEXTS = workloads.filter(({ name }) => !["union-last", "extra", "optional", "order"].includes(name));
const STAGES = [10, 100, 1000, 10_000, 40_000];

/** What can be run, by group: workloads, and the measures of each. */
export const plan = {
  values: workloads.map((one) => ({ ...one, measures: Object.keys(measures.values) })),
  cases,
  json: OF_TEXTS.map((one) => ({ ...one, measures: Object.keys(measures.json) })),
  cold: [{ name: "cold", title: "from nothing", measures: Object.keys(measures.cold) }],
  rotation: [{ name: "rotation", title: "200 schemas in rotation", measures: Object.keys(measures.rotation) }],
};

/**
 * @typedef {object} Settings
 * @property {string} program the Node that lines run on
 * @property {string} node its version
 * @property {number} rounds
 * @property {number} warm nanoseconds that each call runs without getting faster before it is measured
 * @property {number} least nanoseconds that it runs in a round
 * @property {number[]} stages of the rotation: calls of each schema
 * @property {number} patience nanoseconds after which a line does not begin another stage
 * @property {string[]} [peers] those that are wanted, if not all
 * @property {(text: string) => void} progress
 */

export const thorough = { rounds: 9, warm: 60e6, least: 4e6, stages: STAGES, patience: 1e9 };
export const quick = { rounds: 3, warm: 5e6, least: 0.5e6, stages: STAGES.slice(0, 2), patience: 2e9 };

/** The lines of a group, or those of them whose peers were asked for; our own always. */
const linesOf = (group, { peers }) =>
  lines[group].filter(({ peer }) => peers === undefined || peer === "validlib" || peers.includes(peer));

/**
 * Has each line validate the samples of all workloads it will be asked for.
 * @returns {Promise<{ versions: Record<string, string>, missing: Map<string, string>, samples: number }>} `missing` are
 * the lines that cannot run here, and the "line: workload" that cannot say a shape or validate otherwise than it; with
 * reasons.
 */
export async function verify(chosen, settings) {
  const versions = {};
  const missing = new Map();
  let samples = 0;
  const asked = new Map();
  for (const [group, of] of Object.entries(chosen)) {
    const names = group === "cold" ? ["flat"] : group === "rotation" ? ["user"] : of.map(({ name }) => name);
    for (const line of linesOf(group, settings)) {
      const before = asked.get(line.name);
      asked.set(line.name, {
        line,
        names: [...new Set([...(before?.names ?? []), ...names])],
        texts: before?.texts || group === "json",
      });
    }
  }
  for (const { line, names, texts } of asked.values()) {
    settings.progress(`checking that all agree: ${line.name}`);
    const worker = new Worker(line, { task: "verify", names, texts }, settings.program);
    const said = await worker.ready;
    worker.end();
    if (said.failed !== undefined) missing.set(line.name, said.failed);
    for (const [name, fault] of Object.entries(said.faults ?? {})) missing.set(`${line.name}: ${name}`, fault);
    if (said.version) versions[line.name] = said.version;
    samples += said.samples ?? 0;
  }
  return { versions, missing, samples };
}

/** @returns {Promise<object[]>} Results: see `resultsOf`. */
export async function compare(group, one, settings, missing) {
  const present = linesOf(group, settings).filter(
    ({ name }) => !missing.has(name) && !missing.has(`${name}: ${one.name}`),
  );
  const run = { cold: compareCold, rotation: compareRotation }[group] ?? compareHot;
  const times = await run(group, one, present, settings);
  return times.flatMap(({ measure, stage, byLine }) =>
    resultsOf({ group, workload: one.name, measure, stage }, byLine),
  );
}

async function compareHot(group, one, present, settings) {
  const { program, rounds, warm, least, progress } = settings;
  const title = `${group}/${one.name}`;
  progress(`${title}: starting`);
  const started = present.map((line) => new Worker(line, { task: "time", group, name: one.name }, program));
  const workers = [];
  for (const worker of started) {
    const { failed } = await worker.ready;
    if (failed === undefined) workers.push(worker);
    else progress(`${title}: ${worker.line.name}: ${failed}`, true);
  }
  const found = [];
  for (const measure of one.measures) {
    const able = [];
    for (const worker of workers) {
      progress(`${title}: ${measure}: ${worker.line.name}`);
      const { failed, missing, same } = await worker.ask({ measure, warm, least });
      if (failed !== undefined) progress(`${title}: ${worker.line.name}: ${failed}`, true);
      else if (!missing) able.push({ worker, same, times: [] });
    }
    if (!able.some(({ worker }) => worker.line.name === "validlib")) {
      progress(`${title}: ${measure}: validlib has no call for it`, true);
      continue;
    }
    progress(`${title}: ${measure}: ${rounds} rounds`);
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < able.length; turn++) {
        // Who comes after whom changes.
        const { worker, times } = able[(turn + round) % able.length];
        times.push((await worker.ask({ measure, run: true })).time);
      }
    }
    found.push({ measure, byLine: able.map(({ worker, same, times }) => ({ line: worker.line, same, times })) });
  }
  for (const worker of started) worker.end();
  return found;
}

/** Each measurement in a fresh process, `rounds` of them for each line. */
async function compareCold(group, one, present, { program, rounds, progress }) {
  const gathered = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const line of present) {
      progress(`${group}: round ${round + 1} of ${rounds}: ${line.name}`);
      const worker = new Worker(line, { task: "cold" }, program);
      const { times, failed } = await worker.ready;
      worker.end();
      if (failed !== undefined) progress(`${group}: ${line.name}: ${failed}`, true);
      for (const [measure, time] of Object.entries(times ?? {})) add(gathered, measure, line, time);
    }
  }
  return one.measures.map((measure) => ({ measure, byLine: [...(gathered.get(measure)?.values() ?? [])] }));
}

async function compareRotation(group, one, present, { program, rounds, stages, patience, progress }) {
  const found = [];
  for (const measure of one.measures) {
    const gathered = new Map();
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      for (const line of present) {
        progress(`${group}: ${measure}: round ${round + 1}: ${line.name}`);
        const worker = new Worker(line, { task: "rotation", measure, stages, patience }, program);
        const { times, failed } = await worker.ready;
        worker.end();
        if (failed !== undefined) progress(`${group}: ${line.name}: ${failed}`, true);
        for (const [stage, time] of Object.entries(times ?? {})) add(gathered, stage, line, time);
      }
    }
    for (const [stage, byLine] of gathered) found.push({ measure, stage, byLine: [...byLine.values()] });
  }
  return found;
}

function add(gathered, key, line, time) {
  if (!gathered.has(key)) gathered.set(key, new Map());
  const lines = gathered.get(key);
  if (!lines.has(line.name)) lines.set(line.name, { line, times: [] });
  lines.get(line.name).times.push(time);
}

/**
 * One result for each line: the median of its times (nanoseconds), and how many times as long as its base it takes: the
 * median and the quartiles of ratios within a round.
 */
function resultsOf(what, byLine) {
  return byLine.flatMap(({ line, same, times }) => {
    const base = byLine.find((other) => other.line.name === line.base);
    if (base === undefined) return [];
    const ratios = times.map((time, round) => time / (base.times[round] ?? quantile(base.times, 0.5)));
    return {
      ...what,
      line: line.name,
      base: line.base,
      nanoseconds: quantile(times, 0.5),
      ratio: quantile(ratios, 0.5),
      low: quantile(ratios, 0.25),
      high: quantile(ratios, 0.75),
      ...(same && what.measure === "value" && { same }),
    };
  });
}

function quantile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place % 1);
}
