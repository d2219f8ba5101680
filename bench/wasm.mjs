/**
 * The engine in WebAssembly beside `JSON.parse`, in one run: node bench/wasm.mjs. Prints how many times as fast
 * `isJson` and `json` are on records of 0.2 to 200 kB; the medians of interleaved rounds.
 */
process.env.VALIDLIB_IMPL ||= "wasm";
const { Bool, Dict, engine, Float, Int, List, Str } = await import("../dist/index.js");

const address = Dict({ street: Str(), city: Str(), zip: Str() });
const record = Dict({
  ...{ id: Int({ min: 0 }), name: Str({ maxlen: 60 }), email: Str(), score: Float(), active: Bool() },
  ...{ tags: List(Str()), address },
});
const records = List(record);

const make = (id) => ({
  ...{ id, name: `Craft Beer number ${id}`, email: `user${id}@example.com`, score: Math.round(id * 37.77) / 100 },
  ...{ active: id % 2 === 0, tags: ["alpha", `beta${id}`] },
  address: { street: `${id} Main Street`, city: "Springfield", zip: String(10_000 + id) },
});

const ROUNDS = 101;
/** Bytes read by one measurement. */
const BYTES = 1_000_000;

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

console.log(`${engine().impl}, Node ${process.versions.node}`);
for (const count of [1, 10, 100, 1000]) {
  const text = JSON.stringify(Array.from({ length: count }, (_, id) => make(id)));
  const bytes = Buffer.from(text);
  const calls = [() => JSON.parse(text), () => records.isJson(bytes), () => records.json(bytes)];
  const times = calls.map(() => []);
  const repeats = Math.ceil(BYTES / bytes.length);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, call] of calls.entries()) {
      const begin = performance.now();
      for (let i = 0; i < repeats; i++) call();
      times[index].push((performance.now() - begin) / repeats);
    }
  }
  const [parse, isJson, json] = times.map(median);
  const kilobytes = (bytes.length / 1000).toFixed(1).padStart(6);
  console.log(`${kilobytes} kB   isJson ${(parse / isJson).toFixed(2)}   json ${(parse / json).toFixed(2)}`);
}
