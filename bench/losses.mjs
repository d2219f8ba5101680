/**
 * npm run bench -- --only losses: where the library has lost to a peer. Each row has a bar, and says whether it is met.
 * Its things are measured in turns, in a process of their own; the files in losses/ have the rows.
 */
import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { measure, median } from "./measure.mjs";
import { figure } from "./table.mjs";

/**
 * @typedef {object} Row
 * @property {string} what what is measured
 * @property {string} peer beside what: how many times as fast as that we are is the ratio
 * @property {number} [least] the bar: the least ratio
 * @property {{ unit: string, value: number, of: number }} [most] the bar, if it is a time: `of` times the milliseconds
 *   of a call are the figure
 * @property {() => Promise<{ ours: (index: number) => boolean, theirs?: (index: number) => boolean }>} [load]
 * @property {(program: string) => Promise<Apart>} [open] in place of `load`: what is measured in processes of its own
 *
 * @typedef {object} Apart
 * @property {() => Promise<number>} ours the milliseconds of one turn
 * @property {() => Promise<number>} [theirs] likewise, what ours is over: the figure is the difference
 * @property {() => void} [close]
 */

const folder = join(import.meta.dirname, "losses");

/** All rows, by the name of their file and their number in it. */
async function rows() {
  const files = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
  const loaded = await Promise.all(
    files.map(async (file) => ({ file, rows: (await import(join(folder, file))).rows })),
  );
  return loaded.flatMap(({ file, rows }) => rows.map((row, number) => ({ ...row, id: `${file}#${number}` })));
}

/** Those that are measured in processes of their own: one turn each before the first that counts. */
async function measuredApart(open, rounds, program) {
  const { ours, theirs = () => 0, close = () => {} } = await open(program);
  try {
    await ours();
    await theirs();
    const turns = [];
    for (let round = 0; round < rounds; round++) turns.push((await ours()) - (await theirs()));
    return { ours: median(turns) * 1e6 };
  } finally {
    close();
  }
}

if (process.argv[2] === "--row") {
  const [, , , id, rounds] = process.argv;
  const { load } = (await rows()).find((row) => row.id === id);
  const things = await load();
  for (const [name, thing] of Object.entries(things)) if (!thing(0)) throw new Error(`${name} does not work`);
  process.send(Object.fromEntries(Object.entries(measure(things, { rounds: Number(rounds) })).map(summary)));
}

/** Nanoseconds of a call. */
function summary([name, times]) {
  return [name, median(times)];
}

function measured(id, rounds, program) {
  return new Promise((done, fail) => {
    const child = fork(import.meta.filename, ["--row", id, String(rounds)], {
      execPath: program,
      execArgv: ["--expose-gc"],
      env: { ...process.env, NODE_ENV: "production" },
    });
    child.on("message", done);
    child.on("exit", (code) => code !== 0 && fail(new Error(`${id} failed`)));
  });
}

/**
 * Measures the rows, those whose words `only` names, and prints them as they come.
 * @param {object} options
 * @param {{ program: string, version: string }[]} options.programs the versions of Node
 * @param {number} options.rounds
 * @param {string} [options.only] part of the names of rows
 * @returns {Promise<object[]>} the rows, with the figures by version
 */
export async function losses({ programs, rounds, only = "" }) {
  const results = [];
  const line = (cells) => console.log(`| ${cells.join(" | ")} |`);
  line(["", "beside", "bar", ...programs.map(({ version }) => `Node ${version}`)]);
  console.log(`|---|---|---|${programs.map(() => "---:|").join("")}`);
  for (const { id, what, peer, least, most, open } of await sorted(only)) {
    const figures = [];
    for (const { program } of programs) {
      const { ours, theirs } = await (open ? measuredApart(open, rounds, program) : measured(id, rounds, program));
      const value = most ? (most.of * ours) / 1e6 : theirs / ours;
      figures.push({ value, met: most ? value <= most.value : value >= least });
    }
    const bar = most ? `≤ ${most.value} ${most.unit}` : `≥ ${least}`;
    line([what, peer, bar, ...figures.map(({ value, met }) => `${figure(value)}${met ? "" : " ✗"}`)]);
    results.push({ what, peer, bar, figures });
  }
  return results;
}

async function sorted(only) {
  return (await rows()).filter(({ what }) => what.includes(only)).sort((a, b) => (a.id < b.id ? -1 : 1));
}
