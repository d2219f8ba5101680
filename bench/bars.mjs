/** Bars of megabytes a second, for the README. SVG, for light and dark pages. */
import { STYLE, text } from "./chart.mjs";

const WIDTH = 760;
const LEFT = 280;
const RIGHT = 90;
const BAR = 20;
const GAP = 6;
const HEAD = 40;

/**
 * @param {ReturnType<import("./texts.mjs").barsOf>} groups
 * @param {string} where what it was measured on
 */
export function barChart(groups, where) {
  const parts = [];
  let y = 0;
  // One scale for all: a bar that is twice as long is twice as fast, in the other group too.
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ rate }) => rate)));
  for (const { title, bars } of groups) {
    parts.push(text(16, y + 26, title, 'class="title"'));
    y += HEAD;
    for (const { label, ours, rate } of bars) {
      const width = Math.max(1, Math.round((rate / most) * (WIDTH - LEFT - RIGHT)));
      parts.push(
        text(LEFT - 10, y + 14, label, 'text-anchor="end"'),
        `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR}" rx="2" class="${ours ? "ours" : "theirs"}"/>`,
        text(LEFT + width + 8, y + 14, `${Math.round(rate)} MB/s`, 'class="dim"'),
      );
      y += BAR + GAP;
    }
  }
  const height = y + 34;
  parts.push(text(WIDTH - 16, height - 10, `longer is faster; ${where}`, 'text-anchor="end" class="dim"'));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>How fast JSON text is checked</title>
<style>
${STYLE}
.ours { fill: #2563eb; }
.theirs { fill: #8b8b8b; }
</style>
<rect class="back" width="${WIDTH}" height="${height}"/>
${parts.join("\n")}
</svg>
`;
}
