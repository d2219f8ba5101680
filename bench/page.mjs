/** Writes tables and charts into docs/performance.md, the pages below it, and README.md, between their marks. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { barChart } from "./bars.mjs";
import { chart } from "./chart.mjs";
import { fastestOn, lost, lostRows, markdown, medians, tablesOf } from "./table.mjs";
import { barsOf, headline, textsByNode, textsTable } from "./texts.mjs";

/** Groups of tables, by the page that has them. */
const GROUPS = {
  values: ["values"],
  "no-eval": ["no-eval"],
  json: ["json"],
  schemas: ["cold", "rotation", "cases"],
};

/** @param {string} folder of the documentation */
export function writePage(folder, { about, runs }) {
  const last = runs.at(-1);
  const write = (page, marks) => {
    const file = join(folder, page === "" ? "performance.md" : `performance/${page}.md`);
    let text = readFileSync(file, "utf8");
    for (const [name, content] of Object.entries(marks)) text = between(text, name, content, file);
    writeFileSync(file, text);
  };
  const tables = tablesOf(last.results);
  for (const [page, groups] of Object.entries(GROUPS)) {
    for (const group of groups) {
      const of = tables.filter((table) =>
        group === "no-eval" ? table.noEval : table.group === group && !table.noEval,
      );
      // A page of several groups has a heading for each.
      const level = groups.length > 1 ? "###" : "##";
      if (of.length > 0) write(page, { [group]: of.map((table) => section(folder, table, level)).join("\n\n") });
    }
  }
  if (last.texts?.length > 0) write("texts", { texts: `${textsTable(last.texts)}\n\n${placeOf(about, last)}` });
  const withTexts = runs.filter(({ texts }) => texts?.length > 0);
  if (withTexts.length > 1) write("texts", { "texts-nodes": textsByNode(withTexts) });
  if (last.results.length === 0) return;
  if (runs.length > 1) {
    write("nodes", { nodes: nodes(runs, false) });
    write("nodes-no-eval", { "nodes-no-eval": nodes(runs, true) });
  }
  const summary = medians(tables.filter(({ group, noEval }) => group !== "cold" && !noEval));
  write("", { summary, about: described(about, last) });
  write("losses", { lost: losses(last) });
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
export function between(page, name, text, file) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  const isOnce = from >= 0 && to > from && page.lastIndexOf(start) === from && page.lastIndexOf(end) === to;
  if (!isOnce) throw new Error(`${file} should have the marks for ${name} once`);
  return `${page.slice(0, from + start.length)}\n${text}\n${page.slice(to)}`;
}

function section(folder, table, level) {
  const name = `${table.group}-${table.measure}${table.noEval ? "-no-eval" : ""}.svg`;
  writeFileSync(join(folder, "performance", name), chart(table));
  return `${level} ${table.title}\n\n![${table.title.replaceAll("`", "")}](${name})\n\n${markdown(table)}`;
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

/** A table for each table of results: the fastest peer of its rows, on each Node. */
function nodes(runs, noEval) {
  const { columns, rows } = fastestOn(runs);
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const of = rows.filter((row) => row.noEval === noEval);
  return [...new Set(of.map(({ table }) => table))]
    .map((table) =>
      [
        `## ${table.replace("; no code generation", "")}\n`,
        line(["", ...columns]),
        `|---|${"---|".repeat(columns.length)}`,
        ...of.filter((row) => row.table === table).map(({ title, cells }) => line([title, ...cells])),
      ].join("\n"),
    )
    .join("\n\n");
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
