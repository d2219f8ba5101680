/** Tables of results, for a terminal and for a page. */
import { plan } from "./compare.mjs";
import { lines } from "./entrants.mjs";
import { measures } from "./measures.mjs";

/** With two significant digits: the third means nothing. */
export function figure(ratio) {
  if (ratio >= 9.95) return ratio >= 999.5 ? `${Math.round(ratio / 100) / 10}k` : String(Math.round(ratio));
  if (ratio < 0.0095) return ratio.toPrecision(1);
  return ratio.toFixed(ratio < 0.0995 ? 3 : ratio >= 1.995 ? 1 : 2);
}

const ROWS = {
  import: "import",
  first: "first schema, first call",
  built: "another schema",
  called: "with its first call",
};

/**
 * Tables of one Node's results. Cells are results, or undefined.
 * @returns {{ group: string, measure: string, noEval: boolean, title: string, columns: string[], rows: { title: string,
 *   cells: object[] }[] }[]}
 */
export function tablesOf(results) {
  const tables = [];
  for (const group of Object.keys(plan)) {
    for (const noEval of [false, true]) {
      const columns = lines[group].filter((line) => Boolean(line.noEval) === noEval).map(({ name }) => name);
      const present = results.filter((result) => result.group === group && columns.includes(result.line));
      for (const { measure, title, rows } of rowsOf(group, present)) {
        const filled = rows.map((row) => ({
          title: row.title,
          cells: columns.map((column) => row.results.find(({ line }) => line === column)),
        }));
        if (filled.length > 0)
          tables.push({ group, measure, noEval, title: suffixed(title, noEval), columns, rows: filled });
      }
    }
  }
  return tables;
}

const suffixed = (title, noEval) => (noEval ? `${title}; no code generation` : title);

/** What the tables of a group are, and what the rows in them. */
function rowsOf(group, results) {
  const titled = (rows) => rows.filter((row) => row.results.length > 0);
  const given = (key, value) => results.filter((result) => result[key] === value);
  if (group === "cold" || group === "cases") {
    const key = group === "cold" ? "measure" : "workload";
    const names = group === "cold" ? plan.cold[0].measures : plan.cases.map(({ name }) => name);
    const title = group === "cold" ? "Cold" : "The cases of typescript-runtime-type-benchmarks";
    const rows = titled(names.map((name) => ({ title: ROWS[name] ?? name, results: given(key, name) })));
    return rows.length > 0 ? [{ measure: group, title, rows }] : [];
  }
  return Object.entries(measures[group]).flatMap(([measure, { title }]) => {
    const of = given("measure", measure);
    const rows =
      group === "rotation"
        ? [...new Set(of.map(({ stage }) => stage))].map((stage) => ({
            title: `${Number(stage).toLocaleString("en")} calls each`,
            results: of.filter((result) => result.stage === stage),
          }))
        : plan[group].map(({ name, title }) => ({
            title,
            results: of.filter((result) => result.workload === name),
          }));
    const heading = { values: "Values: ", json: "JSON: ", rotation: "" }[group];
    return titled(rows).length > 0 ? [{ measure, title: heading + title, rows: titled(rows) }] : [];
  });
}

/** The column's name without what the whole table says. */
export const short = (column) => column.replace(", no eval", "");

const cellText = (cell) => (cell === undefined ? "—" : `${figure(cell.ratio)}${cell.same ? "*" : ""}`);
/** The half of the distance between the quartiles, in percent of the median: the widest of a row. */
const spreadOf = (cells) =>
  `${Math.round(Math.max(...cells.map((cell) => (cell ? ((cell.high - cell.low) / 2 / cell.ratio) * 100 : 0))))} %`;
const fastest = (cells) => {
  const ratios = cells.map((cell) => cell?.ratio ?? Infinity);
  return ratios.indexOf(Math.min(...ratios));
};

/** For a terminal; the fastest of a row stands out if `colour`. */
export function printed({ title, columns, rows }, colour) {
  const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const first = Math.max(24, ...rows.map((row) => row.title.length)) + 2;
  const widths = columns.map((column) => Math.max(7, short(column).length) + 2);
  const head = columns.map((column, index) => short(column).padStart(widths[index])).join("");
  const body = rows.map((row) => {
    const best = fastest(row.cells);
    const cells = row.cells.map((cell, index) => {
      const text = cellText(cell).padStart(widths[index]);
      if (index === best) return paint("1;32", text);
      return cell === undefined ? paint("2", text) : text;
    });
    return `${row.title.padEnd(first)}${cells.join("")}${paint("2", spreadOf(row.cells).padStart(7))}`;
  });
  return [paint("1", title), paint("2", `${"".padEnd(first)}${head}${"±".padStart(7)}`), ...body, ""].join("\n");
}

/** For a page; the fastest of a row is bold. */
export function markdown({ columns, rows }) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [
    line(["", ...columns.map(short), "±"]),
    `|---|${"---:|".repeat(columns.length + 1)}`,
    ...rows.map(({ title, cells }) => {
      const best = fastest(cells);
      const texts = cells.map((cell, index) => (index === best ? `**${cellText(cell)}**` : cellText(cell)));
      return line([title, ...texts, spreadOf(cells)]);
    }),
  ].join("\n");
}

/** Neither ourselves, nor what does less: checks nothing, is made for one schema, or hands back its input. */
const isRival = (cell) => cell !== undefined && !cell.same && !/^(?:validlib|hand|JSON\.parse)/.test(cell.line);
const fastestRival = (cells) => cells.filter(isRival).toSorted((a, b) => a.ratio - b.ratio)[0];

/**
 * Where a peer is faster than we are by more than a twentieth: by table, the worst first. Of each row the fastest peer.
 */
export function lost(tables) {
  return tables.flatMap(({ title, rows }) => {
    const found = rows.flatMap(({ title: row, cells }) => {
      const best = fastestRival(cells);
      return best !== undefined && best.ratio < 0.95 ? [{ row, peer: short(best.line), factor: 1 / best.ratio }] : [];
    });
    if (found.length === 0) return [];
    return [{ table: title, of: rows.length, rows: found.sort((a, b) => b.factor - a.factor) }];
  });
}

/** What `lost` has found in one table, in a line. */
export const lostRows = ({ rows }) =>
  rows.map(({ row, peer, factor }) => `${row} ${figure(factor)} (${peer})`).join("; ");

/** The fastest peer of each row of all tables, a column for each Node. */
export function fastestOn(runs) {
  const columns = runs.map(({ node }) => `Node ${node.split(".")[0]}`);
  const rows = new Map();
  for (const [index, { results }] of runs.entries()) {
    for (const table of tablesOf(results)) {
      for (const { title, cells } of table.rows) {
        const best = fastestRival(cells);
        if (best === undefined) continue;
        const name = `${table.title}: ${title}`;
        const shown = rows.get(name)?.cells ?? new Array(columns.length).fill("—");
        shown[index] = `${figure(best.ratio)} ${short(best.line)}`;
        rows.set(name, { table: table.title, noEval: table.noEval, title, cells: shown });
      }
    }
  }
  return { columns, rows: [...rows.values()] };
}

/** Of each table one row: the median of each peer's figures, of the rows that it has. */
export function medians(tables) {
  const peers = ["ajv", "ata", "typebox", "typia", "zod", "valibot", "arktype"];
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [
    line(["", ...peers]),
    `|---|${"---:|".repeat(peers.length)}`,
    ...tables.map(({ title, columns, rows }) => {
      const medianOf = (peer) => {
        const of = rows.map(({ cells }) => cells[columns.indexOf(peer)]).filter((cell) => cell !== undefined);
        if (of.length === 0) return "—";
        const ratios = of.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
        const middle = (ratios[(ratios.length - 1) >> 1] + ratios[ratios.length >> 1]) / 2;
        return `${figure(middle)}${of.some(({ same }) => same) ? "*" : ""}`;
      };
      return line([title, ...peers.map(medianOf)]);
    }),
  ].join("\n");
}
