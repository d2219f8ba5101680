/**
 * Where errors point: valid documents of JSON Schemas, each with one fault, and how often the first issue is at the
 * place of the fault: node bench/pointers.mjs FOLDER [--only NAME] [--all] [--seed N]. The folder is that of
 * `schemastore.mjs`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fromJsonSchema } from "../dist/index.js";
import { faultsIn, KINDS } from "./faults.mjs";
import { randomly } from "./random.mjs";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    all: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("usage: node bench/pointers.mjs FOLDER [--only NAME] [--all] [--seed N]");

/** Faults of each kind in a document, those that are not refused included. */
const FAULTS = 6;
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

const totals = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, { refused: 0, there: 0 }]));
const bySchema = [];
const names = readdirSync(join(folder, "schemas"))
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length))
  .filter((name) => given.only === undefined || new RegExp(given.only).test(name));
for (const name of names) {
  let documents;
  let validator;
  try {
    const place = join(folder, "test", name);
    documents = readdirSync(place).flatMap((file) => (file.endsWith(".json") ? [read(join(place, file))] : []));
    validator = fromJsonSchema(read(join(folder, "schemas", `${name}.json`)), { dialect: "draft-07", backtrack: true });
  } catch {
    continue;
  }
  const { pick } = randomly(Number(given.seed));
  const row = { name, refused: 0, there: 0 };
  for (const document of documents) {
    if (!validator.is(document)) continue;
    for (const fault of faultsIn(document, FAULTS, pick)) {
      const { error } = validator.safe(fault.document);
      if (error === undefined) continue;
      const [{ pointer, message }] = error.issues;
      const isThere = fault.isThere(pointer);
      for (const count of [totals[fault.kind], row]) {
        count.refused++;
        if (isThere) count.there++;
      }
      if (!given.all || isThere) continue;
      console.log(`${name}: ${fault.kind} at ${fault.pointer || "/"}: ${JSON.stringify(fault.value)?.slice(0, 40)}`);
      console.log(`  ${pointer || "/"} ${message.slice(0, 200)}`);
    }
  }
  if (row.refused > 0) bySchema.push(row);
}

const share = ({ refused, there }) => `${((100 * there) / refused).toFixed(1)} % of ${refused}`;
for (const [kind, count] of Object.entries(totals)) console.log(`${kind}: ${share(count)}`);
const sum = (key) => Object.values(totals).reduce((all, count) => all + count[key], 0);
console.log(`all: ${share({ refused: sum("refused"), there: sum("there") })}, ${bySchema.length} schemas`);
const least = bySchema.filter(({ refused }) => refused >= 10).sort((a, b) => a.there / a.refused - b.there / b.refused);
console.log(`below 90 %: ${least.filter(({ there, refused }) => there < 0.9 * refused).length} schemas`);
for (const row of least.slice(0, 12)) console.log(`  ${row.name}: ${share(row)}`);
