/**
 * npm run bench -- --only records: gigabytes of records, beside what people do without the library. Records of seven
 * members and 250 bytes; records/rows.mjs has the rows, records/data.mjs the records.
 *
 * Each row has a process of its own, in which both take turns; times are those of the processor, all threads together,
 * unless the row says that it is by the clock: that needs two processors without other work.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { median } from "./measure.mjs";
import { grown } from "./records/memory.mjs";
import { rows } from "./records/rows.mjs";
import { figure } from "./table.mjs";
import { version } from "./versions.mjs";

/** Turns of each that do not count: compilers are at work. */
const WARM_UP = 3;

/** What each takes of a JSON array that is read. */
const MEMORY = {
  records: "memory while the records of a JSON array are read",
  released: "memory while its columns are read, each batch released",
  columns: "memory while its columns are read, left to the garbage collector",
};
/** Megabytes, beside the largest item. */
const MOST_MEMORY = 64;

/** Milliseconds of the processor, all threads together. */
function work() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** In a process of its own: the milliseconds that each takes, by round. */
async function measured(number, rounds) {
  const { load, isByClock = false } = rows[number];
  const now = isByClock ? () => performance.now() : work;
  const things = Object.entries(await load());
  const times = Object.fromEntries(things.map(([name]) => [name, []]));
  const counts = new Set();
  for (let round = -WARM_UP; round < rounds; round++) {
    for (let turn = 0; turn < things.length; turn++) {
      const [name, run] = things[(turn + round + WARM_UP) % things.length];
      globalThis.gc?.({ type: "minor" });
      const start = now();
      counts.add(await run());
      if (round >= 0) times[name].push(now() - start);
    }
  }
  if (counts.size !== 1) throw new Error(`The counts differ: ${[...counts]}`);
  return times;
}

/**
 * Measures the rows whose words `only` names, and prints them as they come.
 * @param {{ programs: { program: string, version: string }[], rounds: number, only: string,
 *   gigabytes: number }} options: gigabytes of the document whose memory is measured
 */
export async function records({ programs, rounds, only, gigabytes }) {
  const results = [];
  for (const { program, version: node } of programs) {
    console.log(`Node ${node}: times as fast; ${rounds} rounds`);
    for (const [number, { what, peer, least, needs }] of rows.entries()) {
      if (!what.includes(only)) continue;
      if (needs !== undefined && version(needs) === undefined) {
        console.log(`  ${"-".padStart(6)}  ${what} / ${peer}: ${needs} is not installed`);
        continue;
      }
      const times = await answered(program, ["--row", String(number), String(rounds)], what);
      const ratio = median(times.ours.map((ours, round) => times.theirs[round] / ours));
      const milliseconds = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
      results.push({ node, what, peer, least, ratio, milliseconds });
      const mark = ratio >= least ? "met" : "MISSED";
      console.log(`  ${figure(ratio).padStart(6)}  ${what} / ${peer}; bar ${least}: ${mark}`);
    }
    for (const [how, what] of Object.entries(MEMORY)) {
      if (!what.includes(only)) continue;
      const megabytes = await answered(program, ["--memory", how, String(gigabytes)], what);
      results.push({ node, what: `${what}, of ${gigabytes} GB`, most: MOST_MEMORY, megabytes });
      const mark = megabytes <= MOST_MEMORY ? "met" : "MISSED";
      console.log(`  ${figure(megabytes).padStart(6)}  MB: ${what}, of ${gigabytes} GB; bar ${MOST_MEMORY}: ${mark}`);
    }
  }
  return results;
}

/** What a process of its own sends. */
async function answered(program, args, what) {
  const child = fork(import.meta.filename, args, {
    execPath: program,
    execArgv: ["--expose-gc"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [answer] = await Promise.race([once(child, "message"), failed(child, what)]);
  return answer;
}

async function failed(child, what) {
  const [code] = await once(child, "exit");
  // The message of a process that has ended well is on its way.
  if (code === 0) return new Promise(() => {});
  throw new Error(`${what} failed`);
}

if (process.argv[2] === "--row") {
  process.send(await measured(Number(process.argv[3]), Number(process.argv[4])));
  process.disconnect();
}
if (process.argv[2] === "--memory") {
  process.send(await grown(process.argv[3], Number(process.argv[4])));
  process.disconnect();
}
