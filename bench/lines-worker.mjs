/** One engine of bench/lines.mjs, in a process of its own: runs what it is told to, and says how long it took. */
import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { engineInUse } from "../dist/core/json/in-use.js";
import { engine } from "../dist/index.js";
import { validateEachLine } from "../dist/lines/each-line.js";
import { sets } from "./data.mjs";

const [file] = process.argv.slice(2);
const { validator: records } = await sets.find(({ name }) => name === "records, 200 kB").load();
const record = records.item;
const bytes = readFileSync(file);
/** As `validlib check` reads a file; and as a stream of Node's reads it. */
const CHUNK = 1024 * 1024;
const SMALL_CHUNK = 64 * 1024;
const cut = (size) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
const all = cut(CHUNK);
const chunks = () => all;
const small = cut(SMALL_CHUNK);
/** The same, cut at line feeds: whole lines, as the engine gets them. */
const wholeLines = [];
for (let at = 0, end = 0; at < bytes.length; at = end) {
  end = bytes.lastIndexOf(10, at + CHUNK - 1) + 1;
  wholeLines.push(bytes.subarray(at, end));
}
const engineOfLines = engineInUse().openLines?.(record, 1);
const runsOf = (lines) => engineOfLines?.validate([lines])[0] ?? validateEachLine(record, lines);
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
const filter =
  (options, source = chunks) =>
  async () =>
    (await record.filterLines(source(), options?.())).good;

const batches = (options) => async () => {
  let good = 0;
  for await (const { values } of record.batches(chunks(), options)) good += values.length;
  return good;
};

/** Each returns how many lines are good. */
const things = {
  "JSON.parse": () => {
    let good = 0;
    for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
      end = bytes.indexOf(10, at);
      JSON.parse(bytes.toString("utf8", at, end));
      good++;
    }
    return good;
  },
  isJson: () => {
    let good = 0;
    for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
      end = bytes.indexOf(10, at);
      if (record.isJson(bytes.subarray(at, end))) good++;
    }
    return good;
  },
  engine: () => {
    let good = 0;
    for (const lines of wholeLines) {
      const runs = runsOf(lines);
      for (let at = 0; at < runs.length; at += 3) if (runs[at + 2] === 0) good += runs[at + 1];
    }
    return good;
  },
  verdict: filter(),
  "verdict, 2 threads": filter(() => ({ threads: 2 })),
  "verdict, 64 kB chunks": filter(undefined, () => small),
  "verdict, 64 kB chunks, 2 threads": filter(
    () => ({ threads: 2 }),
    () => small,
  ),
  split: filter(() => ({ valid: nowhere(), invalid: nowhere() })),
  "split, 2 threads": filter(() => ({ valid: nowhere(), invalid: nowhere(), threads: 2 })),
  "split, all errors": filter(() => ({ valid: nowhere(), invalid: nowhere(), errorsTo: nowhere() })),
  values: async () => {
    let good = 0;
    for await (const { ok } of record.lines(chunks())) if (ok) good++;
    return good;
  },
  "values in batches": batches(),
  "values in batches, 2 threads": batches({ threads: 2 }),
};

process.on("message", async ({ name, milliseconds }) => {
  // Streams are long: threads that end, and memory that is given back, when nobody has asked for a second are there
  // again.
  await things[name]();
  globalThis.gc?.({ type: "minor" });
  const used = process.cpuUsage();
  const start = performance.now();
  let passes = 0;
  let good = 0;
  let wall = 0;
  do {
    good = await things[name]();
    passes++;
    wall = performance.now() - start;
  } while (wall < milliseconds);
  const { user, system } = process.cpuUsage(used);
  process.send({ wall: wall / passes, cpu: (user + system) / 1000 / passes, good });
});
process.send({ impl: engine().impl, names: Object.keys(things) });
