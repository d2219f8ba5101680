/**
 * One turn of bench/lines-disk.mjs in a process of its own, whose start does not count: `filterLines` from a stream of
 * the file to two others, or a loop of `JSON.parse` over its lines. Prints the milliseconds of the second of two turns.
 */
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { lineValidator } from "./api-lines.mjs";

const [what, source, valid, invalid] = process.argv.slice(2);
const validator = await lineValidator();

const turns = {
  filterLines: () =>
    validator.filterLines(createReadStream(source), {
      valid: createWriteStream(valid),
      invalid: createWriteStream(invalid),
    }),
  parse() {
    const bytes = readFileSync(source);
    for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
      end = bytes.indexOf(10, at);
      JSON.parse(bytes.toString("utf8", at, end));
    }
  },
};

let took = 0;
for (let turn = 0; turn < 2; turn++) {
  const start = performance.now();
  await turns[what]();
  took = performance.now() - start;
}
console.log(took);
