/** Times things that are to be compared: in turns, so that what disturbs one disturbs all. */
import { untilSteady } from "./steady.mjs";

/** Shortest time of one thing in one round, in milliseconds: long beside the clock's grain and a collection. */
const LEAST = 25;
/** How long each thing runs without getting faster before it is measured, and how long at most. */
const WARM_UP = 300;
const LONGEST_WARM_UP = 3000;

/** Where verdicts go, so that nothing is found to be of no use. */
export const sink = { count: 0 };

/**
 * @param {Record<string, (index: number) => boolean>} things Each is called with 0, 1, 2, ...
 * @param {{ rounds: number, least?: number }} options
 * @returns {Record<string, number[]>} Nanoseconds of processor time per call, for each thing and round.
 */
export function measure(things, { rounds, least = LEAST }) {
  const names = Object.keys(things);
  const calls = Object.fromEntries(names.map((name) => [name, calibrate(things[name], least)]));
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    // Who comes after whom changes.
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length];
      // What the one before has left is cleared away, the young part only: a full collection would also make V8 forget
      // what it has learned of the code, which no server does between two requests.
      globalThis.gc?.({ type: "minor" });
      run(things[name], Math.ceil(calls[name] / 10));
      times[name].push((run(things[name], calls[name]) * 1e6) / calls[name]);
    }
  }
  return times;
}

/** How many calls take `least` milliseconds, once the compilers are done. */
function calibrate(thing, least) {
  const calls = untilSteady((count) => run(thing, count), WARM_UP, LONGEST_WARM_UP);
  return Math.max(1, Math.ceil((calls * least) / run(thing, calls)));
}

/**
 * Milliseconds of processor time: what the call and the collections of its garbage cost. On a machine with other work
 * the time of the clock says how long a process had to wait, and ratios of such times say nothing.
 */
function run(thing, calls) {
  const start = process.cpuUsage();
  for (let index = 0; index < calls; index++) {
    if (thing(index)) sink.count++;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
