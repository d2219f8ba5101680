/**
 * JSON Schemas and their documents, beside ajv: `is` on JavaScript values, warm, and the time to compile a schema:
 * node bench/schemastore.mjs FOLDER [--only NAME] [--all]. The folder has `schemas/NAME.json` and `test/NAME/*.json`,
 * as that of SchemaStore. Schemas may refer to others of the folder.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import Ajv04 from "ajv-draft-04";
import { fromJsonSchema } from "../dist/index.js";
import { untilSteady } from "./steady.mjs";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, all: { type: "boolean", default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("usage: node bench/schemastore.mjs FOLDER [--only NAME] [--all]");

/** `is` is timed when it has not become faster for so many milliseconds, at the latest after so many. */
const STEADY = { least: 300, most: 4000 };
const ROUNDS = 7;

const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const timed = (run) => {
  const start = performance.now();
  const result = run();
  return { result, time: performance.now() - start };
};

function ajvFor(schema) {
  const options = { strict: false, validateFormats: false, logger: false };
  const draft = String(schema.$schema);
  if (draft.includes("draft-04") || draft.includes("draft-03")) return new Ajv04(options);
  if (draft.includes("2020-12")) return new Ajv2020(options);
  if (draft.includes("2019-09")) return new Ajv2019(options);
  const ajv = new Ajv(options);
  ajv.addMetaSchema(read(new URL("../node_modules/ajv/dist/refs/json-schema-draft-06.json", import.meta.url)));
  return ajv;
}

const names = readdirSync(join(folder, "schemas"))
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));
const byUri = {};
for (const name of names) {
  const schema = read(join(folder, "schemas", `${name}.json`));
  const id = schema.$id ?? schema.id;
  for (const uri of [
    `${name}.json`,
    id,
    `https://json.schemastore.org/${name}`,
    `https://json.schemastore.org/${name}.json`,
  ])
    if (typeof uri === "string") byUri[uri.replace(/#$/, "")] ??= schema;
}

const fromSchema = (schema) =>
  fromJsonSchema(schema, { dialect: "draft-07", backtrack: true, resolve: (uri) => byUri[uri] });

/** What ajv makes of a schema, and how long that takes after it was given the other documents. */
function compiledByAjv(schema, others = []) {
  const ajv = ajvFor(schema);
  for (const uri of others) ajv.addSchema(byUri[uri], uri);
  try {
    return { ...timed(() => ajv.compile(structuredClone(schema))), others };
  } catch (error) {
    const uri = error.missingSchema;
    if (uri === undefined || byUri[uri] === undefined || others.includes(uri)) throw error;
    return compiledByAjv(schema, [...others, uri]);
  }
}

/** The least time of some compilations, each of a copy of its own: both libraries remember schemas by identity. */
function compileTimes(schema) {
  const times = { ours: [], ajv: [] };
  let compiled;
  const { others } = compiledByAjv(schema);
  for (let round = 0; round < 3; round++) {
    const copy = structuredClone(schema);
    const ours = timed(() => fromSchema(copy));
    const theirs = compiledByAjv(schema, others);
    times.ours.push(ours.time);
    times.ajv.push(theirs.time);
    compiled = { ours: ours.result, ajv: theirs.result };
  }
  return { compiled, ours: Math.min(...times.ours), ajv: Math.min(...times.ajv) };
}

/** Milliseconds for some passes over the documents. */
const passes = (run, documents) => (count) =>
  timed(() => {
    for (let pass = 0; pass < count; pass++) for (const document of documents) run(document);
  }).time;

function measure(name) {
  const schema = read(join(folder, "schemas", `${name}.json`));
  let compile;
  try {
    compile = compileTimes(schema);
  } catch (error) {
    return { name, refused: String(error.message).split("\n", 1)[0].slice(0, 150) };
  }
  let documents = [];
  try {
    const place = join(folder, "test", name);
    documents = readdirSync(place).flatMap((file) => (file.endsWith(".json") ? [read(join(place, file))] : []));
  } catch {
    // Not all have documents.
  }
  const row = { name, bytes: JSON.stringify(schema).length, compile };
  if (documents.length === 0) return row;
  const { ours, ajv } = compile.compiled;
  const calls = { ours: (value) => ours.is(value), ajv: (value) => ajv(value) };
  const differs = documents.some((value) => calls.ours(value) !== calls.ajv(value));
  const runs = Object.values(calls).map((run) => {
    const time = passes(run, documents);
    return { time, count: untilSteady(time, STEADY.least, STEADY.most), times: [] };
  });
  for (let round = 0; round < ROUNDS; round++)
    for (const { time, count, times } of runs) times.push((time(count) / count) * 1e6);
  const [mine, theirs] = runs.map(({ times }) => median(times));
  return { ...row, is: { ours: mine, ajv: theirs, ratio: theirs / mine }, differs };
}

const rows = [];
for (const name of names) {
  if (given.only !== undefined && !new RegExp(given.only).test(name)) continue;
  const row = measure(name);
  rows.push(row);
  if (row.refused !== undefined) console.log(`${name}: ${row.refused}`);
  else if (given.all || row.differs || given.only !== undefined) {
    const is =
      row.is && `is ${row.is.ratio.toFixed(2)} (${row.is.ours.toFixed(0)} ns, ajv ${row.is.ajv.toFixed(0)} ns)`;
    const compile = `compile ${row.compile.ours.toFixed(2)} ms, ajv ${row.compile.ajv.toFixed(2)} ms`;
    console.log([name, is, compile, row.differs && "VERDICTS DIFFER"].filter(Boolean).join(": "));
  }
}

const lines = (title, list, valueOf) => {
  if (list.length === 0) return;
  const sorted = list.toSorted((a, b) => valueOf(a) - valueOf(b));
  const at = (share) => valueOf(sorted[Math.floor(share * (sorted.length - 1))]).toFixed(2);
  console.log(`\n${title}: ${list.length} sets, median ${at(0.5)}, tenth ${at(0.1)}, worst ${at(0)}`);
  const below = sorted.filter((row) => valueOf(row) < 0.5).length;
  console.log(`  below 1.0: ${sorted.filter((row) => valueOf(row) < 1).length}, below 0.5: ${below}`);
  console.log(
    sorted
      .slice(0, 12)
      .map((row) => `  ${valueOf(row).toFixed(2)} ${row.name}`)
      .join("\n"),
  );
};
const compiled = rows.filter(({ refused }) => refused === undefined);
lines(
  "is(value): ajv's time by ours",
  compiled.filter(({ is }) => is !== undefined),
  ({ is }) => is.ratio,
);
lines("compile: ajv's time by ours", compiled, ({ compile }) => compile.ajv / compile.ours);
const total = (key) => compiled.reduce((sum, { compile }) => sum + compile[key], 0);
console.log(`\ncompile, all schemas: ours ${total("ours").toFixed(0)} ms, ajv ${total("ajv").toFixed(0)} ms`);
