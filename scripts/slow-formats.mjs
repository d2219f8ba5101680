/**
 * Looks for texts that take long to be tested for a format of Str: every format, and texts of 1 MB of one part
 * repeated, by itself and behind what is valid. The parts are the characters and the texts of the cases of the format.
 *
 *   node scripts/slow-formats.mjs [--format regex] [--bound 300]
 *
 * Prints the slowest text of each format, in milliseconds of the processor; ends with exit code 1 if one takes longer
 * than the bound. The greatest are those of formats that ask Unicode about every character.
 */
import { register } from "node:module";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { format: { type: "string" }, bound: { type: "string", default: "300" } } });
const LENGTH = 2 ** 20;
/** Measured again if it takes longer, and the least time counts. */
const SURE_MS = 20;

register("./typescript.mjs", import.meta.url);
const { FORMATS } = await import("../src/text/formats/index.ts");
const { CASES } = await import("../test/formats/cases.ts");

function timeOf(call) {
  const begin = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

const SYNTAX = [
  "(",
  "(?:",
  "(?<a>b)|",
  "()",
  "(a)|",
  "[",
  "[a]",
  "\\d",
  "\\p{L}",
  "\\u{61}",
  "a{1,2}",
  "{a}",
  "%41",
  "~0",
];
const SCRIPTS = [
  "\u00fc",
  "\u{1f60e}",
  "\u{1f3fd}",
  "\u{1f1e9}\u{1f1ea}",
  "\ud800",
  "\u0915\u094d\u200d",
  "\u1e9b\u0323",
];
const MORE = ["xn--", "a-", "a.", "1.", "0:", "http://", ...SYNTAX, ...SCRIPTS];

let isSlow = false;
for (const [name, { test }] of Object.entries(FORMATS)) {
  if (values.format !== undefined && values.format !== name) continue;
  const { good } = CASES[name];
  const parts = new Set([...good.filter((text) => text.length < 40), ...good.join(""), ...MORE]);
  parts.delete("");
  const starts = ["", ...good.slice(0, 2), "http://", "a@"];
  let [most, slowest] = [0, ""];
  for (const part of parts) {
    for (const start of starts) {
      const text = start + part.repeat(LENGTH / part.length);
      let time = timeOf(() => test(text));
      for (let again = 0; again < 3 && time > SURE_MS; again++)
        time = Math.min(
          time,
          timeOf(() => test(text)),
        );
      if (time > most) [most, slowest] = [time, `${start}${part.repeat(2)}`];
    }
  }
  isSlow ||= most > Number(values.bound);
  console.log(`${most.toFixed(1).padStart(7)} ms  ${name}  ${JSON.stringify(slowest)}\u2026`);
}
process.exitCode = isSlow ? 1 : 0;
