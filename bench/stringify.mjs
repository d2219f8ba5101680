/**
 * How fast values are written, beside `JSON.stringify` and fast-json-stringify, which validate nothing:
 * node bench/stringify.mjs [--rounds 15]. The things compared take turns; ratios are medians of ratios within a round.
 */
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { Dict, Int, List, Str, toJsonSchema } from "../dist/index.js";
import { sets } from "./data.mjs";
import { measure, median } from "./measure.mjs";
import { version } from "./versions.mjs";

const require = createRequire(import.meta.url);
const fastJson = require("fast-json-stringify");

const { values: given } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, set: { type: "string", default: "" } },
});

/** The object of the README of fast-json-stringify; there `reg` is a regular expression, which it writes as text. */
const readme = {
  name: "README, 0.08 kB",
  validator: Dict({ firstName: Str(), lastName: Str(), age: Int(), reg: Str() }),
  values: [{ firstName: "Matteo", lastName: "Collina", age: 32, reg: '"([^"]|\\\\")*"' }],
};

const RECORDS = ["0.2", "0.3", "1", "4", "16"].map((size) => `records, ${size} kB`);

async function casesOf() {
  const records = sets.filter(({ name }) => RECORDS.includes(name));
  const loaded = await Promise.all(
    records.map(async (set) => {
      const { validator, texts } = await set.load();
      return { name: set.name, validator, values: texts.map((text) => JSON.parse(String(text))) };
    }),
  );
  const { validator, values } = loaded.find(({ name }) => name === "records, 16 kB");
  const more = (index) => values[(index + 1) % values.length].slice(0, values[index].length / 4);
  const longer = values.map((items, index) => [...items, ...more(index)]);
  return [readme, ...loaded, { name: "records, 20 kB", validator: List(validator.item), values: longer }];
}

const sizes = (values) => Math.round(JSON.stringify(values[0]).length / 100) / 10;

console.log(`Node ${process.version}, ${cpus()[0].model}, fast-json-stringify ${version("fast-json-stringify")}`);
console.log("how many times as fast as the other                 JSON.stringify   fast-json-stringify");
for (const { name, validator, values } of await casesOf()) {
  if (!name.startsWith(given.set)) continue;
  const write = fastJson(toJsonSchema(validator, { target: "draft-07", io: "output" }));
  const value = (index) => values[index % values.length];
  for (const one of values) {
    const text = JSON.stringify(one);
    if (validator.stringify(one) !== text || write(one) !== text) throw new Error(`${name}: the texts differ`);
  }
  const times = measure(
    {
      stringify: (index) => validator.stringify(value(index)).length > 0,
      "JSON.stringify": (index) => JSON.stringify(value(index)).length > 0,
      "fast-json-stringify": (index) => write(value(index)).length > 0,
    },
    { rounds: Number(given.rounds) },
  );
  const ratio = (other) => median(times[other].map((time, round) => time / times.stringify[round])).toFixed(2);
  const label = `${name} (${sizes(values)} kB, ${Math.round(median(times.stringify))} ns)`;
  console.log(label.padEnd(52), ratio("JSON.stringify").padEnd(16), ratio("fast-json-stringify"));
}
