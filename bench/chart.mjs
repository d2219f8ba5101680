/** Charts of results: a dot for each line, on a logarithmic scale of time. SVG, for light and dark pages. */
import { short } from "./table.mjs";

const WIDTH = 860;
const LEFT = 190;
const RIGHT = 24;
/** The height of a row with one lane of markers, and what each further lane adds. */
const ROW = 26;
const LANE = 15;
const HEAD = 78;
const FOOT = 34;

/** Colours that can be told apart on white and on black, also by those who see fewer of them; shapes help. */
const STYLES = {
  validlib: ["#2563eb", "diamond"],
  "validlib, compiled": ["#60a5fa", "diamond"],
  "validlib, pure": ["#60a5fa", "diamond"],
  hand: ["#8b8b8b", "bar"],
  "JSON.parse": ["#8b8b8b", "bar"],
  ajv: ["#d97706", "circle"],
  ata: ["#dc2626", "circle"],
  "ata, native": ["#dc2626", "square"],
  typebox: ["#059669", "square"],
  typia: ["#0891b2", "triangle"],
  zod: ["#7c3aed", "circle"],
  valibot: ["#ca8a04", "square"],
  arktype: ["#db2777", "triangle"],
};

/** What all pictures have. */
export const STYLE = `text { font: 12px system-ui, sans-serif; fill: #1f2328; }
.title { font-size: 15px; font-weight: 600; }
.dim { fill: #59636e; }
.grid { stroke: #d1d9e0; }
.faint { opacity: 0.5; }
.one { stroke: #59636e; stroke-width: 1.5; }
.spread { stroke: #59636e; stroke-width: 1.5; }
.back { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; }
  .dim { fill: #9198a1; }
  .grid { stroke: #3d444d; }
  .one, .spread { stroke: #9198a1; }
  .back { fill: #0d1117; }
}`;

export const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
export const text = (x, y, content, attributes = "") =>
  `<text x="${x}" y="${y}" ${attributes}>${escaped(content)}</text>`;
const round = (number) => Math.round(number * 10) / 10;

function mark(x, y, line) {
  const [colour, shape] = STYLES[line] ?? ["#8b8b8b", "circle"];
  const fill = `fill="${colour}"`;
  switch (shape) {
    case "diamond":
      return `<path d="M${x} ${y - 7}l7 7l-7 7l-7-7z" ${fill}/>`;
    case "bar":
      return `<rect x="${x - 1.5}" y="${y - 9}" width="3" height="18" ${fill}/>`;
    case "square":
      return `<rect x="${x - 4.5}" y="${y - 4.5}" width="9" height="9" ${fill}/>`;
    case "triangle":
      return `<path d="M${x} ${y - 6}l5.5 10h-11z" ${fill}/>`;
    default:
      return `<circle cx="${x}" cy="${y}" r="5" ${fill}/>`;
  }
}

/** @param {ReturnType<import("./table.mjs").tablesOf>[number]} table */
export function chart({ title, columns, rows }) {
  const cells = rows.flatMap((row) => row.cells).filter((cell) => cell !== undefined);
  const from = Math.floor(Math.log10(Math.min(0.5, ...cells.map(({ low }) => low))) * 4) / 4;
  const to = Math.ceil(Math.log10(Math.max(2, ...cells.map(({ high }) => high))) * 4) / 4;
  const place = (ratio) => round(LEFT + ((Math.log10(ratio) - from) / (to - from)) * (WIDTH - LEFT - RIGHT));
  const drawn = rows.map((row) => ({ title: row.title, ...laned(row.cells.filter(Boolean), place) }));
  const bottom = HEAD + drawn.reduce((sum, { height }) => sum + height, 0);
  const height = bottom + FOOT;
  const heading = title.replaceAll("`", "");
  const parts = [text(16, 26, heading, 'class="title"')];

  let x = 24;
  for (const column of columns.filter((_, index) => rows.some((row) => row.cells[index]))) {
    parts.push(mark(x, 48, short(column)), text(x + 11, 52, short(column)));
    x += 30 + short(column).length * 6.3;
  }
  for (const [factor, label] of ticks(from, to)) {
    parts.push(
      `<line x1="${place(factor)}" y1="${HEAD - 6}" x2="${place(factor)}" y2="${bottom}" class="${factor === 1 ? "one" : "grid"}"/>`,
      text(place(factor), bottom + 16, label, 'text-anchor="middle" class="dim"'),
    );
  }
  parts.push(
    text(
      WIDTH - RIGHT,
      height - 4,
      "time, as a multiple of validlib's; left of 1 is faster",
      'text-anchor="end" class="dim"',
    ),
  );
  let top = HEAD;
  for (const row of drawn) {
    const middle = top + row.height / 2;
    if (top > HEAD) parts.push(`<line x1="16" y1="${top}" x2="${WIDTH - RIGHT}" y2="${top}" class="grid faint"/>`);
    parts.push(text(LEFT - 14, middle + 4, row.title, 'text-anchor="end"'));
    for (const { line, ratio, low, high, lane } of row.marks) {
      const y = middle + lane * LANE;
      parts.push(
        `<g><title>${escaped(`${line}: ${ratio.toFixed(3)}`)}</title>`,
        `<line x1="${place(low)}" y1="${y}" x2="${place(high)}" y2="${y}" class="spread"/>`,
        mark(place(ratio), y, short(line)),
        "</g>",
      );
    }
    top += row.height;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escaped(heading)}</title>
<style>
${STYLE}
</style>
<rect class="back" width="${WIDTH}" height="${height}"/>
${parts.join("\n")}
</svg>
`;
}

/** The marks of a row in lanes, so that none covers another; ours is in the middle, the others near it. */
function laned(cells, place) {
  const taken = new Map();
  const marks = cells.map((cell) => {
    const x = place(cell.ratio);
    const isFree = (lane) => (taken.get(lane) ?? []).every((other) => Math.abs(other - x) >= 14);
    let lane = 0;
    for (let distance = 1; !isFree(lane); distance++) lane = distance % 2 === 1 ? (distance + 1) / 2 : -distance / 2;
    taken.set(lane, [...(taken.get(lane) ?? []), x]);
    return { ...cell, lane };
  });
  const lanes = marks.map(({ lane }) => Math.abs(lane));
  return { marks, height: ROW + 2 * LANE * Math.max(0, ...lanes) };
}

/** Powers of ten, and twice and five times them where there is room. */
function* ticks(from, to) {
  const steps = to - from > 2.5 ? [1] : [1, 2, 5];
  for (let power = Math.floor(from); power <= Math.ceil(to); power++) {
    for (const step of steps) {
      const factor = step * 10 ** power;
      const log = Math.log10(factor);
      if (log >= from - 1e-9 && log <= to + 1e-9)
        yield [power === 0 && step === 1 ? 1 : factor, `${Number(factor.toPrecision(1))}`];
    }
  }
}
