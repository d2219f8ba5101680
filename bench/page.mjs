/** Writes tables and charts into docs/performance.md and README.md, between their marks. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { barChart } from "./bars.mjs";
import { chart } from "./chart.mjs";
import { fastestOn, lost, lostRows, markdown, tablesOf } from "./table.mjs";
import { barsOf, headline, textsByNode, textsTable } from "./texts.mjs";

/** @param {string} folder of the documentation */
export function writePage(folder, { about, runs }) {
  const file = join(folder, "performance.md");
  let page = readFileSync(file, "utf8");
  const last = runs.at(-1);
  for (const group of ["values", "no-eval", "cases", "json", "cold", "rotation"]) {
    const tables = tablesOf(last.results).filter((table) =>
      group === "no-eval" ? table.noEval : table.group === group && !table.noEval,
    );
    if (tables.length > 0) page = between(page, group, tables.map((table) => section(folder, table)).join("\n\n"));
  }
  if (last.texts?.length > 0) page = between(page, "texts", `${textsTable(last.texts)}\n\n${placeOf(about, last)}`);
  const withTexts = runs.filter(({ texts }) => texts?.length > 0);
  if (withTexts.length > 1) page = between(page, "texts-nodes", textsByNode(withTexts));
  if (runs.length > 1 && last.results.length > 0) page = between(page, "nodes", nodes(runs));
  if (last.results.length > 0) {
    page = between(page, "about", described(about, last));
    page = between(page, "lost", losses(last));
  }
  writeFileSync(file, page);
}

/**
 * The number and the picture of the README.
 * @param {string} folder of the project
 */
export function writeReadme(folder, { about, runs }) {
  const last = runs.at(-1);
  const number = headline(last.texts ?? []);
  if (number === undefined) return;
  const where = `Node ${last.node}, ${about.processor}`;
  writeFileSync(join(folder, "docs/performance/readme.svg"), barChart(barsOf(last.texts), where));
  const file = join(folder, "README.md");
  const text = `**${number.parse} times as fast as \`JSON.parse\` alone**, and ${number.zod} times as fast as \`JSON.parse\` and zod: from the bytes of
250 API records to checked values (\`npm run bench -- --only texts\`, ${where}).`;
  writeFileSync(file, between(readFileSync(file, "utf8"), "number", text, "README.md"));
}

/** The page with other text between the marks of a name. */
export function between(page, name, text, file = "docs/performance.md") {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  const isOnce = from >= 0 && to > from && page.lastIndexOf(start) === from && page.lastIndexOf(end) === to;
  if (!isOnce) throw new Error(`${file} should have the marks for ${name} once`);
  return `${page.slice(0, from + start.length)}\n${text}\n${page.slice(to)}`;
}

function section(folder, table) {
  const name = `${table.group}-${table.measure}${table.noEval ? "-no-eval" : ""}.svg`;
  mkdirSync(join(folder, "performance"), { recursive: true });
  writeFileSync(join(folder, "performance", name), chart(table));
  return `### ${table.title}\n\n![${table.title}](performance/${name})\n\n${markdown(table)}`;
}

const placeOf = ({ processor, rounds }, { node }) => `Node ${node}, ${processor}, ${rounds} rounds.`;

function described(about, run) {
  const { versions, missing } = run;
  const peers = Object.entries(versions).filter(([line]) => !/,|validlib|hand|JSON/.test(line));
  const absent = Object.entries(missing).map(([line, reason]) => `${line}: ${reason}`);
  return [
    `${placeOf(about, run)} ${peers.map(([line, version]) => `${line} ${version}`).join(", ")}.`,
    ...absent.map((text) => `Left out: ${text}.`),
  ].join("\n");
}

function nodes(runs) {
  const { columns, rows } = fastestOn(runs);
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [
    line(["", ...columns]),
    `|---|${"---|".repeat(columns.length)}`,
    ...rows.map(({ title, cells }) => line([title, ...cells])),
  ].join("\n");
}

function losses({ results }) {
  const found = lost(tablesOf(results));
  if (found.length === 0) return "Nowhere in this run.";
  return [
    "| | rows | how many times as fast the fastest peer is |",
    "|---|---|---|",
    ...found.map((one) => `| ${one.table} | ${one.rows.length} of ${one.of} | ${lostRows(one)} |`),
  ].join("\n");
}
