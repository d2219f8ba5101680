/**
 * How long the event loop waits while a long text is validated: node --expose-gc bench/event-loop.mjs [--mb 16]
 * [--rounds 10]
 *
 * The longest pause of a round, by `perf_hooks.monitorEventLoopDelay`, while one text of records is read: by `json`, by
 * `jsonAsync`, by `JSON.parse`. Beside it what the building of the value takes alone, which stays on this thread: the
 * time of `json` less that of reading, which `isJson` and the copy of the text stand for. Medians of rounds in turns.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Bool, Dict, engine, Float, Int, List, Str } from "../dist/index.js";

const { values } = parseArgs({ options: { mb: { type: "string" }, rounds: { type: "string" } } });
const size = Number(values.mb ?? 16) * 1e6;
const rounds = Number(values.rounds ?? 10);

const validator = List(
  Dict({
    id: Int({ min: 0 }),
    name: Str({ maxlen: 50 }),
    email: Str(),
    score: Float(),
    active: Bool(),
    tags: List(Str()),
  }),
);
const record = (id) => ({
  id,
  name: `Person ${id}`,
  email: `person.${id}@example.com`,
  score: id / 8,
  active: id % 3 === 0,
  tags: ["alpha", `t${id % 50}`],
});
const count = Math.ceil(size / JSON.stringify(record(100_000)).length);
const text = Buffer.from(JSON.stringify(Array.from({ length: count }, (_, id) => record(id))));

const ways = {
  json: () => validator.json(text),
  jsonAsync: () => validator.jsonAsync(text),
  isJson: () => validator.isJson(text),
  copy: () => Buffer.from(text),
  "JSON.parse": () => JSON.parse(text.toString()),
};

/** Milliseconds: the longest pause of the loop, and until the answer. */
async function measured(way) {
  // What the one before has left behind is not its own.
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(20);
  delay.reset();
  // The first turn behind a reset is not counted.
  await sleep(5);
  const start = performance.now();
  let value = await way();
  const time = performance.now() - start;
  await sleep(20);
  delay.disable();
  value = undefined;
  return { pause: delay.max / 1e6, time };
}

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
const results = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let round = -2; round < rounds; round++) {
  for (const [name, way] of Object.entries(ways)) {
    const result = await measured(way);
    if (round >= 0) results[name].push(result);
  }
}
const of = (name, what) => median(results[name].map((result) => result[what]));
console.log(
  `${engine().impl}, ${(text.length / 1e6).toFixed(1)} MB of records, medians of ${rounds} rounds, milliseconds`,
);
for (const name of Object.keys(ways)) {
  console.log(
    `${name.padEnd(12)} longest pause ${of(name, "pause").toFixed(1).padStart(7)}, answer after ${of(name, "time").toFixed(1).padStart(7)}`,
  );
}
const building = of("json", "time") - of("isJson", "time");
console.log(
  `building alone about ${building.toFixed(1)}; the longest pause of jsonAsync is ${(of("jsonAsync", "pause") / building).toFixed(2)} of it`,
);
