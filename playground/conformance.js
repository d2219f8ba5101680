/** Runs the conformance cases in this browser, and shows what came of them beside what should. */
import { runRecord } from "../test/conformance/api/run-record.ts";
import api from "../test/conformance/api.jsonl?raw";
import { counts } from "../test/conformance/counts.ts";
import generated from "../test/conformance/generated.jsonl?raw";
import { runCase } from "../test/conformance/run-case.ts";
import { countOf, sum, total } from "../test/conformance/tally.ts";
import unit from "../test/conformance/unit.jsonl?raw";

const files = {
  unit: { text: unit, run: runCase },
  generated: { text: generated, run: runCase },
  api: { text: api, run: runRecord },
};

/** Cases between two moments in which the page can do something else. */
const GROUP = 25;

/** @typedef {{ found: object, cases: number, unexplained: string[] }} Outcome of a file */

/** What comes of a case; where validating it fails, that it is not explained. */
function verdictOf(run, record) {
  try {
    return run(record);
  } catch (error) {
    return { kind: "unexplained", text: `${record.id}: ${error.stack ?? error}` };
  }
}

async function runFile({ text, run }, progress) {
  const records = text.trim().split("\n");
  const verdicts = [];
  for (const [index, record] of records.entries()) {
    verdicts.push(verdictOf(run, JSON.parse(record)));
    if (index % GROUP > 0) continue;
    progress(index);
    await new Promise((resume) => setTimeout(resume));
  }
  const unexplained = verdicts.filter(({ kind }) => kind === "unexplained").map(({ text }) => text);
  return { found: countOf(verdicts), cases: records.length, unexplained };
}

/** The rows of the table: how a number is taken from the figures of a file. */
const ROWS = {
  same: ({ same }) => same,
  "different by decision": ({ different }) => different,
  "not expressible": (found) => total(found["not expressible"]),
  "not in this version": (found) => found["not in this version"],
};

const cell = (name, text, className) =>
  Object.assign(document.createElement(name), { textContent: String(text) }, className && { className });

function row(...cells) {
  const one = document.createElement("tr");
  one.append(...cells);
  return one;
}

const heading = (scope, text, className) => Object.assign(cell("th", text, className), { scope });

/** @param {Record<string, Outcome>} outcomes */
function tableOf(outcomes) {
  const table = document.createElement("table");
  const all = Object.entries(outcomes);
  table.append(row(cell("td", ""), ...all.map(([name]) => heading("col", name, "number"))));
  for (const [name, figure] of Object.entries(ROWS)) {
    const cells = all.map(([file, { found }]) => {
      const [is, should] = [figure(found), figure(counts[file])];
      return is === should ? cell("td", is, "number") : cell("td", `${is}, not ${should}`, "number bad");
    });
    table.append(row(heading("row", name), ...cells));
  }
  return table;
}

/**
 * Runs all cases and shows the counts.
 * @param {HTMLElement} place for the table
 * @param {HTMLElement} progress for a word on how far it is
 */
export async function show(place, progress) {
  const outcomes = {};
  for (const [name, file] of Object.entries(files)) {
    outcomes[name] = await runFile(file, (index) => {
      progress.textContent = `${name}: ${index}`;
    });
  }
  const unexplained = Object.values(outcomes).flatMap((one) => one.unexplained);
  const cases = Object.values(outcomes).reduce((all, one) => all + one.cases, 0);
  const counted = Object.values(outcomes).reduce((all, { found }) => all + sum(found), 0);
  progress.textContent = counted === cases ? `${cases} cases, each accounted for` : `${cases - counted} cases are not`;
  progress.className = counted === cases ? "good" : "bad";
  const list = document.createElement("pre");
  list.textContent = unexplained.join("\n\n");
  place.replaceChildren(tableOf(outcomes), ...(unexplained.length === 0 ? [] : [list]), asData(outcomes));
}

/** The same for scripts/test-browser.mjs, which reads the page. */
function asData(outcomes) {
  const data = cell("script", JSON.stringify(outcomes).replaceAll("<", "\\u003c"));
  return Object.assign(data, { type: "application/json", id: "outcomes" });
}
