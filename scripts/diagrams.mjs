/**
 * Draws the diagrams of the documentation, docs/diagrams/*.svg, for light and dark pages: `node scripts/diagrams.mjs`.
 * A test compares the files with what this draws.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { escaped, STYLE } from "../bench/chart.mjs";

const WIDTH = 160;
const HEIGHT = 62;

/** Boxes are at [x, y], their upper left corner; arrows go from box to box, by their sides. */
const DIAGRAMS = {
  call: {
    title: "A call with a JavaScript value",
    size: [864, 244],
    boxes: {
      value: { at: [8, 96], lines: ["a value", "from anywhere"] },
      code: { at: [236, 24], lines: ["generated code", "for usual values"], kind: "ours" },
      check: { at: [236, 168], lines: ["check", "for all others"], kind: "ours" },
      result: { at: [696, 24], lines: ["a new value", "of checked members"], kind: "good" },
      report: { at: [474, 168], lines: ["report", "class, path, values"], kind: "ours" },
      error: { at: [696, 168], lines: ["one error", "made when it is read"], kind: "bad" },
    },
    arrows: [
      ["value", "code", "later"],
      ["value", "check", "at first"],
      ["code", "check", "the rest"],
      ["code", "result", "valid"],
      ["check", "result", "valid", { path: "M396 188H436V70H689", label: [436, 127] }],
      ["check", "report", "wrong", { path: "M396 206H467", label: [436, 224] }],
      ["report", "error"],
    ],
  },
  text: {
    title: "JSON text, through the engine in C++",
    size: [864, 322],
    boxes: {
      bytes: { at: [8, 48], lines: ["bytes", "of a request, a file"] },
      walk: { at: [236, 48], lines: ["one pass in C++", "syntax, UTF-8, rules"], kind: "ours" },
      tape: { at: [470, 48], lines: ["tape", "of numbers"], kind: "ours" },
      value: { at: [696, 48], lines: ["the value", "built at once"], kind: "good" },
      part: { at: [236, 152], lines: ["check in TypeScript", "of some members"], kind: "ours" },
      records: { at: [470, 152], lines: ["records", "what, and at which byte"], kind: "ours" },
      error: { at: [696, 152], lines: ["one error", "with line and column"], kind: "bad" },
      pure: { at: [470, 250], lines: ["engine in TypeScript", "the whole text"], kind: "ours" },
    },
    arrows: [
      ["bytes", "walk"],
      ["walk", "tape", "valid"],
      ["tape", "value"],
      ["walk", "part", "delegated"],
      ["walk", "records", "wrong"],
      ["records", "error"],
      ["bytes", "pure", "no addon, or a text that it leaves"],
      ["pure", "error", "the same answers"],
    ],
  },
};

const text = (x, y, content, attributes = "") =>
  `<text x="${x}" y="${y}" text-anchor="middle" ${attributes}>${escaped(content)}</text>`;

const label = (x, y, content) => (content === undefined ? [] : [text(x, y, content, 'class="dim label"')]);

/** From side to side to the right; down within a column; else by a corner, or by a path of its own. */
function arrow([fromX, fromY], [toX, toY], content, own) {
  const path = (d) => `<path d="${d}" class="arrow"/>`;
  if (own !== undefined) return [path(own.path), ...label(...own.label, content)];
  const middle = (y) => y + HEIGHT / 2;
  if (fromX === toX) {
    const x = fromX + WIDTH / 2;
    return [
      path(`M${x} ${fromY + HEIGHT}V${toY - 7}`),
      ...label(x + 8 + content.length * 3.2, (fromY + HEIGHT + toY) / 2 + 4, content),
    ];
  }
  const [start, end] = [fromX + WIDTH, toX - 7];
  if (fromY === toY) {
    return [path(`M${start} ${middle(fromY)}H${end}`), ...label((start + end) / 2, middle(fromY) - 8, content)];
  }
  const isLong = toX - fromX > 2 * WIDTH;
  const turn = isLong && toY > fromY ? fromX + WIDTH / 2 : end - 24;
  if (isLong && toY > fromY) {
    const below = `M${turn} ${fromY + HEIGHT}V${middle(toY)}H${end}`;
    return [path(below), ...label((turn + end) / 2, middle(toY) - 8, content)];
  }
  const line = `M${start} ${middle(fromY)}H${turn}V${middle(toY)}H${end}`;
  return [path(line), ...label(turn - 8, (middle(fromY) + middle(toY)) / 2 + 4, content)];
}

/** @param {(typeof DIAGRAMS)["call"]} diagram */
function draw({ title, size: [width, height], boxes, arrows }) {
  const parts = [];
  for (const [from, to, content, own] of arrows) parts.push(...arrow(boxes[from].at, boxes[to].at, content, own));
  for (const {
    at: [x, y],
    lines: [head, detail],
    kind = "plain",
  } of Object.values(boxes)) {
    parts.push(
      `<rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="8" class="box ${kind}"/>`,
      text(x + WIDTH / 2, y + 26, head, 'class="head"'),
      text(x + WIDTH / 2, y + 45, detail, 'class="dim"'),
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>
${STYLE}
.head { font-size: 13px; font-weight: 600; }
.label { paint-order: stroke; stroke: #ffffff; stroke-width: 5px; }
.box { fill: #f6f8fa; stroke: #8b949e; stroke-width: 1.5; }
.ours { stroke: #2563eb; }
.good { stroke: #059669; }
.bad { stroke: #dc2626; }
.arrow { fill: none; stroke: #59636e; stroke-width: 1.5; marker-end: url(#tip); }
.tip { fill: #59636e; }
@media (prefers-color-scheme: dark) {
  .label { stroke: #0d1117; }
  .box { fill: #161b22; }
  .ours { stroke: #60a5fa; }
  .good { stroke: #34d399; }
  .bad { stroke: #f87171; }
  .arrow { stroke: #9198a1; }
  .tip { fill: #9198a1; }
}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0l8 4l-8 4z" class="tip"/></marker></defs>
<rect class="back" width="${width}" height="${height}"/>
${parts.join("\n")}
</svg>
`;
}

/** The files, by their paths. */
export const files = () =>
  Object.entries(DIAGRAMS).map(([name, diagram]) => [`docs/diagrams/${name}.svg`, draw(diagram)]);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = join(import.meta.dirname, "..");
  mkdirSync(join(root, "docs/diagrams"), { recursive: true });
  for (const [path, svg] of files()) writeFileSync(join(root, path), svg);
}
