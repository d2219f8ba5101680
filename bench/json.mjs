/**
 * How fast JSON text is validated, beside `JSON.parse(buffer.toString())` alone and with other validators behind it:
 * node bench/json.mjs [--set records] [--rounds 15] [--json]. Each set has a process of its own; the things compared
 * take turns; ratios are medians of ratios within a round, so that a busy machine does not change them.
 * `npm run bench -- --only texts` measures the same, for docs/performance.md and README.md.
 */
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { aliases, sets } from "./data.mjs";
import { jsonSchema } from "./json-schema.mjs";
import { measure, median } from "./measure.mjs";
import { measureTexts } from "./texts.mjs";
import { version } from "./versions.mjs";
import { zodSchema } from "./zod-schema.mjs";

const { values: given } = parseArgs({
  options: {
    set: { type: "string", default: "" },
    rounds: { type: "string", default: "15" },
    json: { type: "boolean", default: false },
    worker: { type: "boolean", default: false },
    /** Where ata-validator is installed, if not here. */
    modules: { type: "string", default: "" },
  },
});

/** Texts of one call of `jsonMany`, as a queue gives them. */
const MANY = 64;
const JSON_MANY = `${MANY} texts`;

if (given.worker) process.send(await measureSet(sets.find(({ name }) => name === given.set)));
else await main();

/** Loads a package, or a file of it, from here or from `--modules`; undefined if it is nowhere. */
function load(name, file = name) {
  for (const place of [import.meta.url, given.modules && `${given.modules}/`]) {
    try {
      const require = createRequire(place);
      return { module: require(file), version: require(`${name}/package.json`).version };
    } catch {
      // Not there.
    }
  }
  return undefined;
}

async function measureSet(set) {
  const { engine, instances } = await import("../dist/index.js");
  const { pure } = await import("../dist/core/json/pure.js");
  for (const [alias, validator] of Object.entries(aliases)) instances.put(alias, validator);
  const { validator, texts } = await set.load();
  const { valid = true } = set;
  const text = (index) => texts[index % texts.length];
  // All of them return a verdict, so that none keeps a value alive that others have to work around.
  const things = { "JSON.parse": (index) => parseOnly(text(index)) !== undefined };
  if (engine().impl === "N-API") {
    things.json = valid
      ? (index) => validator.json(text(index)) !== undefined
      : (index) => validator.safeJson(text(index)).ok;
    things.isJson = (index) => validator.isJson(text(index));
  }
  // 64 texts in one call; what is told is the time of one.
  const many = validator.jsonMany && set.queue ? Array.from({ length: MANY }, (_, index) => text(index)) : undefined;
  if (many !== undefined) things[JSON_MANY] = () => validator.jsonMany(many).every(({ ok }) => ok);
  things["pure json"] = (index) => pure.parse(validator, text(index)).ok;
  things["pure isJson"] = (index) => pure.test(validator, text(index));
  // What a program writes without the library.
  const { as } = validator;
  if (as !== undefined) {
    const of = globalThis[as];
    const item = as.startsWith("Big") ? BigInt : undefined;
    things["parse + from"] = (index) => of.from(parseOnly(text(index)), item).length > 0;
  }
  const schema = jsonSchema(validator, set.name.startsWith("tree") ? aliases : await aliasesOf(validator, instances));
  for (const [name, validate] of Object.entries(await peers(schema, valid))) {
    things[name] = (index) => {
      const value = parseOnly(text(index));
      return value !== undefined && validate(value);
    };
  }
  for (const [name, thing] of Object.entries(things)) {
    if (name === "JSON.parse") continue;
    for (let index = 0; index < texts.length; index++) {
      const verdict = thing(index);
      if ((verdict === true || typeof verdict === "object") !== valid)
        throw new Error(`${set.name}: ${name} is of another opinion`);
    }
  }
  const bytes = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  const times = measure(things, { rounds: Number(given.rounds) });
  times[JSON_MANY] &&= times[JSON_MANY].map((time) => time / MANY);
  const result = { name: set.name, bytes, things: {} };
  for (const [name, all] of Object.entries(times)) {
    const ratio = median(all.map((time, round) => times["JSON.parse"][round] / time));
    result.things[name] = { microseconds: median(all) / 1000, ratio };
  }
  return result;
}

/** undefined for what is not JSON. */
function parseOnly(buffer) {
  try {
    return JSON.parse(buffer.toString());
  } catch {
    return undefined;
  }
}

/** Those a validator's references lead to. */
async function aliasesOf(validator, instances) {
  const found = {};
  const visit = (data) => {
    if (typeof data !== "object" || data === null) return;
    if (data.__class__ === "LazyRef" && found[data.use] === undefined) {
      found[data.use] = instances.get(data.use);
      visit(found[data.use].dump());
    }
    Object.values(data).forEach(visit);
  };
  visit(validator.dump());
  return found;
}

/** Compiled validators that say yes or no; of invalid values they collect all errors, as `safeJson` does. */
async function peers(schema, valid) {
  const found = {};
  const ajv = load("ajv", "ajv/dist/2020.js");
  if (ajv !== undefined) {
    const validate = new ajv.module.default({ allErrors: !valid, strict: false, validateSchema: false }).compile(
      schema,
    );
    found["parse + ajv"] = (value) => validate(value);
  }
  const ata = load("ata-validator");
  if (ata !== undefined) {
    const validator = new ata.module.Validator(schema);
    found["parse + ata"] = valid
      ? (value) => validator.isValidObject(value)
      : (value) => validator.validate(value).valid;
  }
  if (version("zod") !== undefined) {
    const { z } = await import("zod");
    const made = zodSchema(z, schema);
    found["parse + zod"] = (value) => made.safeParse(value).success;
  }
  return found;
}

function machine() {
  return {
    processor: `${cpus()[0]?.model} x ${cpus().length}`,
    node: process.version,
    v8: process.versions.v8,
    ...Object.fromEntries(["ajv", "ata-validator", "zod"].map((name) => [name, version(name) ?? "not installed"])),
  };
}

async function main() {
  const about = { ...machine(), rounds: Number(given.rounds) };
  if (!given.json) for (const [name, value] of Object.entries(about)) console.log(`${name}: ${value}`);
  const names = sets.map(({ name }) => name).filter((name) => name.includes(given.set));
  const results = await measureTexts({
    names,
    rounds: given.rounds,
    args: ["--modules", given.modules],
    report: (text) => process.stderr.write(`${text}\n`),
    found: given.json ? undefined : print,
  });
  if (given.json) console.log(JSON.stringify({ about, results }, undefined, 2));
}

/** Microseconds for each, and how many times as fast as JSON.parse alone. */
function print({ name, bytes, things }) {
  console.log(`\n${name} (${(bytes / 1000).toFixed(1)} kB)`);
  for (const [thing, { microseconds, ratio }] of Object.entries(things)) {
    console.log(
      `  ${thing.padEnd(12)} ${microseconds.toFixed(microseconds < 100 ? 2 : 0).padStart(10)} us ${ratio.toFixed(2).padStart(8)} x`,
    );
  }
}
