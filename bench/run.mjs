/**
 * npm run bench [-- options]: how fast the library is, beside peers that check the same. Every figure is a ratio of
 * times measured in turns in one run; docs/performance.md says how to read them.
 *
 *   --only values/user,json   what to run: groups (values, cases, json, cold, rotation, texts), or one workload of one;
 *                             losses: where we have lost, beside the bars; losses/json: rows with that word
 *                             compiled: what `validlib compile` writes, beside the library
 *                             records: gigabytes of records, as values and as columns; records/ipc: rows with that word
 *   --peers ajv,zod           beside these only
 *   --node 20,22,24,26        on these versions of Node, fetched from npm; without it on the one at hand
 *   --rounds 11               how often all take turns
 *   --quick                   a few turns of a few milliseconds: to see that it runs, not to read figures
 *   --json file               all results, with quartiles
 *   --from file               measures nothing: shows what --json has written; several files are put together
 *   --charts folder           a chart of each table, as SVG
 *   --docs                    tables and charts into docs/performance*, the number and the picture of README.md
 *   --against REV             beside another commit, which is built in the cache: a short list of work
 *   --offline                 installs no peers: those that are not there are left out
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { node, programOf } from "../scripts/hosts.mjs";
import { against } from "./against.mjs";
import { chart } from "./chart.mjs";
import { compare, plan, quick, thorough, verify } from "./compare.mjs";
import { compiled } from "./compiled.mjs";
import { installPeers, isBuilt } from "./install.mjs";
import { losses } from "./losses.mjs";
import { writePage, writeReadme } from "./page.mjs";
import { records } from "./records.mjs";
import { fastestOn, lost, lostRows, printed, tablesOf } from "./table.mjs";
import { measureTexts, textsTable } from "./texts.mjs";

const { values: given } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    peers: { type: "string" },
    node: { type: "string", default: "" },
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    from: { type: "string", multiple: true },
    charts: { type: "string" },
    docs: { type: "boolean", default: false },
    offline: { type: "boolean", default: false },
    against: { type: "string" },
  },
});

const isTerminal = process.stderr.isTTY === true;
/** One line that is written over again; what should stay is a line of its own. */
function progress(text, stays = false) {
  if (isTerminal) process.stderr.write(`\r\u001b[K${stays ? `${text}\n` : text.slice(0, process.stderr.columns - 1)}`);
  else if (stays) process.stderr.write(`${text}\n`);
}

function fail(message) {
  console.error(message);
  process.exit(2);
}

/** The workloads that `--only` names, by group; and the sets of texts, which are measured by json.mjs. */
async function chosenOf(only) {
  const { sets } = await import("./data.mjs");
  const words = only.split(",").filter(Boolean);
  const isChosen = (group, name) =>
    words.length === 0 || words.some((word) => word === group || word === name || word === `${group}/${name}`);
  const chosen = Object.entries(plan).map(([group, of]) => [group, of.filter(({ name }) => isChosen(group, name))]);
  const groups = Object.fromEntries(chosen.filter(([, of]) => of.length > 0));
  return { groups, texts: sets.map(({ name }) => name).filter((name) => isChosen("texts", name)) };
}

/** The programs to run on: the Node at hand, or those that `--node` names. */
function programs() {
  if (given.node === "") return [{ program: process.execPath, version: process.versions.node }];
  return given.node.split(",").flatMap((major) => {
    const program = programOf(node(process.platform, process.arch, major));
    if (!existsSync(program)) {
      progress(`Node ${major} cannot be had from npm: it is left out`, true);
      return [];
    }
    return [{ program, version: spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.trim().slice(1) }];
  });
}

if (given.against !== undefined) {
  if (!isBuilt()) fail("there is no dist/: npm run build");
  const rounds = given.quick ? 1 : Number(given.rounds ?? 21);
  const { only } = given;
  try {
    await against({ revision: given.against, programs: programs(), rounds, only, quick: given.quick, progress });
  } catch (error) {
    fail(error.message);
  }
  process.exit();
}

if (given.only === "losses" || given.only.startsWith("losses/")) {
  if (!isBuilt()) fail("there is no dist/: npm run build");
  const rounds = given.quick ? 3 : Number(given.rounds ?? 11);
  const rows = await losses({ programs: programs(), rounds, only: given.only.slice("losses/".length) });
  write({ about: { processor: `${cpus()[0]?.model} x ${cpus().length}`, rounds }, rows });
  process.exit();
}

if (given.only === "compiled") {
  if (!isBuilt()) fail("there is no dist/: npm run build");
  const rounds = given.quick ? 3 : Number(given.rounds ?? 11);
  const rows = await compiled({ programs: programs(), rounds });
  write({ about: { processor: `${cpus()[0]?.model} x ${cpus().length}`, rounds }, rows });
  process.exit();
}

if (given.only === "records" || given.only.startsWith("records/")) {
  if (!isBuilt()) fail("there is no dist/: npm run build");
  if (!given.offline) installPeers((text) => progress(text, true));
  const rounds = given.quick ? 3 : Number(given.rounds ?? 11);
  const only = given.only.slice("records/".length);
  const rows = await records({ programs: programs(), rounds, only, gigabytes: given.quick ? 0.1 : 4 });
  write({ about: { processor: `${cpus()[0]?.model} x ${cpus().length}`, rounds }, rows });
  process.exit();
}

const { about, runs } = given.from ? earlier(given.from) : await measuredNow();
progress("", false);

for (const run of runs) show(run);
if (runs.length > 1) console.log(columnsOf(runs));
write({ about, runs });
if (given.charts) {
  mkdirSync(given.charts, { recursive: true });
  for (const run of runs) {
    const major = runs.length > 1 ? `node${run.node.split(".")[0]}-` : "";
    for (const table of tablesOf(run.results)) {
      writeFileSync(
        join(given.charts, `${major}${table.group}-${table.measure}${table.noEval ? "-no-eval" : ""}.svg`),
        chart(table),
      );
    }
  }
}
if (given.docs) {
  writePage(join(import.meta.dirname, "../docs"), { about, runs });
  writeReadme(join(import.meta.dirname, ".."), { about, runs });
}

function write(all) {
  if (given.json) writeFileSync(given.json, `${JSON.stringify(all, undefined, 2)}\n`);
}

async function measuredNow() {
  if (!isBuilt()) fail("there is no dist/: npm run build");
  const chosen = await chosenOf(given.only);
  if (Object.keys(chosen.groups).length + chosen.texts.length === 0)
    fail(`--only ${given.only} names nothing: ${[...Object.keys(plan), "texts"].join(", ")}`);
  if (!given.offline) installPeers((text) => progress(text, true));
  const settings = { ...(given.quick ? quick : thorough), progress };
  if (given.rounds) settings.rounds = Number(given.rounds);
  if (given.peers) settings.peers = given.peers.split(",");
  const about = { processor: `${cpus()[0]?.model} x ${cpus().length}`, rounds: settings.rounds, quick: given.quick };
  const runs = [];
  for (const { program, version } of programs()) {
    // What has been measured is there even if a run is broken off.
    const keep = (run) => write({ about, runs: [...runs, run] });
    const texts = chosen.texts.slice(0, given.quick ? 2 : undefined);
    runs.push(await measured({ ...chosen, texts }, { ...settings, program }, version, keep));
  }
  return { about, runs };
}

/** What earlier runs have written; of one Node they become one. */
function earlier(files) {
  const all = files.map((file) => JSON.parse(readFileSync(file, "utf8")));
  const runs = new Map();
  for (const run of all.flatMap((one) => one.runs)) {
    const before = runs.get(run.node) ?? { versions: {}, missing: {}, results: [], texts: [] };
    runs.set(run.node, {
      node: run.node,
      versions: { ...before.versions, ...run.versions },
      missing: { ...before.missing, ...run.missing },
      results: [...before.results, ...run.results],
      texts: [...before.texts, ...(run.texts ?? [])],
    });
  }
  const major = ({ node }) => Number.parseInt(node, 10);
  return { about: all[0].about, runs: [...runs.values()].sort((one, other) => major(one) - major(other)) };
}

/** All that is chosen, on one Node. */
async function measured({ groups, texts }, settings, version, keep) {
  const { versions, missing, samples } = await verify(groups, settings);
  for (const [line, reason] of missing) progress(`${line} is left out: ${reason}`, true);
  if (samples > 0) {
    progress(`Node ${version}: ${samples.toLocaleString("en")} samples were compared, and all agree`, true);
  }
  const run = { node: version, versions, missing: Object.fromEntries(missing), results: [], texts: [] };
  for (const [group, workloads] of Object.entries(groups)) {
    for (const one of workloads) {
      run.results.push(...(await compare(group, one, settings, missing)));
      keep(run);
    }
  }
  const found = (result) => {
    run.texts.push(result);
    keep(run);
  };
  const report = (name) => progress(`texts: ${name}`);
  await measureTexts({ names: texts, rounds: settings.rounds, program: settings.program, report, found });
  return run;
}

function show({ node, versions, missing, results, texts = [] }) {
  const peers = Object.entries(versions).filter(([line]) => !/,|hand|JSON/.test(line));
  console.log(
    `Node ${node}, ${about.processor}, ${about.rounds} rounds${about.quick ? ", QUICK: figures mean nothing" : ""}`,
  );
  console.log(peers.map(([line, version]) => `${line} ${version}`).join(", "));
  for (const [line, reason] of Object.entries(missing)) console.log(`left out: ${line} (${reason})`);
  console.log("Time as a multiple of validlib's: 2 takes twice as long, below 1 is faster. * hands back its input.\n");
  const tables = tablesOf(results);
  for (const table of tables) console.log(printed(table, process.stdout.isTTY));
  if (texts.length > 0) console.log(`Times as fast as JSON.parse alone\n\n${textsTable(texts)}\n`);
  const losses = lost(tables);
  if (losses.length > 0) console.log("Where a peer is faster, and how many times as fast the fastest is:");
  for (const one of losses) console.log(`  ${one.table}: ${one.rows.length} of ${one.of}: ${lostRows(one)}`);
  console.log("");
}

/** The fastest peer of each row, a column for each Node. */
function columnsOf(all) {
  const { columns, rows } = fastestOn(all);
  const full = ({ table, title }) => `${table}: ${title}`;
  const width = Math.max(...rows.map((row) => full(row).length)) + 2;
  return [
    "The fastest peer, on each Node",
    `${"".padEnd(width)}${columns.map((column) => column.padEnd(15)).join("")}`,
    ...rows.map((row) => `${full(row).padEnd(width)}${row.cells.map((cell) => cell.padEnd(15)).join("")}`),
  ].join("\n");
}
