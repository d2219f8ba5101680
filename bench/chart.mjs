/** Charts of results: a dot for each line, on a logarithmic scale of time. SVG, for light and dark pages. */
import { short } from "./table.mjs";

const WIDTH = 860;
const LEFT = 190;
const RIGHT = 24;
const ROW = 26;
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
const text = (x, y, content, attributes = "") => `<text x="${x}" y="${y}" ${attributes}>${escaped(content)}</text>`;
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
  const height = HEAD + rows.length * ROW + FOOT;
  const bottom = HEAD + rows.length * ROW;
  const parts = [text(16, 26, title, 'class="title"')];

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
  rows.forEach((row, index) => {
    const y = HEAD + index * ROW + ROW / 2;
    parts.push(text(LEFT - 14, y + 4, row.title, 'text-anchor="end"'));
    const present = row.cells.filter((cell) => cell !== undefined);
    // Our own is drawn last, on top.
    for (const { line, ratio, low, high } of present.toReversed()) {
      parts.push(
        `<g><title>${escaped(`${line}: ${ratio.toFixed(3)}`)}</title>`,
        `<line x1="${place(low)}" y1="${y}" x2="${place(high)}" y2="${y}" class="spread"/>`,
        mark(place(ratio), y, short(line)),
        "</g>",
      );
    }
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>
${STYLE}
</style>
<rect class="back" width="${WIDTH}" height="${height}"/>
${parts.join("\n")}
</svg>
`;
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
