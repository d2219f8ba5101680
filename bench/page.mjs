/** Writes tables and charts into docs/performance.md, between its marks. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chart } from "./chart.mjs";
import { fastestOn, lost, lostRows, markdown, tablesOf } from "./table.mjs";

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
  if (runs.length > 1) page = between(page, "nodes", nodes(runs));
  page = between(page, "about", described(about, last));
  page = between(page, "lost", losses(last));
  writeFileSync(file, page);
}

/** The page with other text between the marks of a name. */
export function between(page, name, text, file = "docs/performance.md") {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < 0) throw new Error(`${file} has no marks for ${name}`);
  return `${page.slice(0, from + start.length)}\n${text}\n${page.slice(to)}`;
}

function section(folder, table) {
  const name = `${table.group}-${table.measure}${table.noEval ? "-no-eval" : ""}.svg`;
  mkdirSync(join(folder, "performance"), { recursive: true });
  writeFileSync(join(folder, "performance", name), chart(table));
  return `### ${table.title}\n\n![${table.title}](performance/${name})\n\n${markdown(table)}`;
}

function described({ processor, rounds }, { node, versions, missing }) {
  const peers = Object.entries(versions).filter(([line]) => !/,|validlib|hand|JSON/.test(line));
  const absent = Object.entries(missing).map(([line, reason]) => `${line}: ${reason}`);
  return [
    `Node ${node}, ${processor}, ${rounds} rounds. ${peers.map(([line, version]) => `${line} ${version}`).join(", ")}.`,
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
