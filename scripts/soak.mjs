/**
 * Whether memory stays flat over millions of calls of each JSON entry point, and what a small value keeps alive of a
 * large text: node --expose-gc scripts/soak.mjs [--calls 5000000] [--only json] [--limit BYTES] [--rss-limit BYTES].
 * Prints one line of JSON for each. Ends with an error when memory grows by more than the limits, a byte a call (heap
 * and resident: 1 MiB in a million calls): less is what the collector and the allocator go up and down by.
 */
import { parseArgs } from "node:util";
import { AllOf, Bool, Dict, engine, Float, Int, LazyRef, List, OneOf, Str } from "../dist/index.js";

const { values: given } = parseArgs({
  options: {
    calls: { type: "string", default: "5000000" },
    only: { type: "string", default: "" },
    limit: { type: "string", default: "1048576" },
    "rss-limit": { type: "string", default: "1048576" },
  },
});

const calls = Number(given.calls);
/** Calls that V8 needs to have compiled what it will compile, which takes memory too. */
const WARM_UP = 100_000;
/** Windows whose ends are compared, after one that warms up. */
const WINDOWS = 10;
const limit = Number(given.limit);
const rssLimit = Number(given["rss-limit"]);

const node = Dict(
  {
    id: Int({ min: 0 }),
    name: Str({ maxlen: 40 }),
    active: Bool(),
    score: OneOf(Float(), Str()),
    tags: List(Str(), { unique: true }),
    // Left to TypeScript.
    code: AllOf(Str({ pattern: "^[a-z]+$" }), Str()),
  },
  { optional: ["tags"], defaults: { score: 0 }, extra: [Str(), LazyRef("soak", { maxdepth: 3 })], alias: "soak" },
);

const valid = {
  id: 7,
  name: "caf\u00e9 \u65e5\u672c \ud83d\ude00",
  active: true,
  score: 1.5,
  tags: ["a", "b", "a"],
  code: "abc",
  child: { id: 1, name: "x", active: false, code: "x" },
};
const encode = (value) => new TextEncoder().encode(JSON.stringify(value));
const texts = {
  valid: [encode(valid), encode({ ...valid, id: 2 ** 40, name: '"\\\n"' }), JSON.stringify(valid)],
  invalid: [
    encode({ ...valid, id: -1, active: null }),
    encode({ ...valid, more: 5 }),
    encode({ id: "x" }),
    encode(valid).subarray(1),
    `${JSON.stringify(valid)},`,
  ],
};

const entries = {
  "json, valid": (index) => node.json(pick(texts.valid, index)),
  "json, invalid": (index) => {
    try {
      node.json(pick(texts.invalid, index));
    } catch (error) {
      return error.message;
    }
    throw new Error("an invalid text was accepted");
  },
  "safeJson, valid": (index) => node.safeJson(pick(texts.valid, index)),
  "safeJson, invalid": (index) => node.safeJson(pick(texts.invalid, index)).error.offset,
  "isJson, valid": (index) => node.isJson(pick(texts.valid, index)),
  "isJson, invalid": (index) => node.isJson(pick(texts.invalid, index)),
  "a new validator": (index) =>
    Dict({ [`key${index % 100}`]: Int() }, { extra: [Str(), LazyRef("soak")] }).isJson("{}"),
};

/** Calls that need fewer repetitions, because they cost a hundred times as much. */
const SLOW = { "a new validator": 100 };

const pick = (items, index) => items[index % items.length];

let result;
let failed = false;
for (const [name, call] of Object.entries(entries)) {
  if (!name.includes(given.only)) continue;
  const count = Math.ceil(calls / (SLOW[name] ?? 1));
  const window = Math.ceil(count / WINDOWS);
  const sizes = [];
  const start = performance.now();
  for (let at = -1; at < WINDOWS; at++) {
    const most = at < 0 ? Math.max(window, Math.ceil(WARM_UP / (SLOW[name] ?? 1))) : window;
    for (let index = 0; index < most; index++) result = call(index);
    result = undefined;
    await settle();
    sizes.push(process.memoryUsage());
  }
  const growth = Object.fromEntries(
    ["rss", "heapUsed", "external"].map((kind) => [
      kind,
      Math.round(slope(sizes.map((size) => size[kind])) * (1e6 / window)),
    ]),
  );
  const { rss, heapUsed } = sizes.at(-1);
  const perCall = ((performance.now() - start) * 1000) / (window * (WINDOWS + 1));
  console.log(
    JSON.stringify({
      name,
      impl: engine().impl,
      calls: window * WINDOWS,
      microseconds: Number(perCall.toFixed(2)),
      rss,
      heapUsed,
      bytesPerMillionCalls: growth,
    }),
  );
  const scale = SLOW[name] ?? 1;
  if (Math.max(growth.heapUsed, growth.external) > limit * scale || growth.rss > rssLimit * scale) failed = true;
}
if ("what is kept".includes(given.only)) for await (const line of kept()) console.log(JSON.stringify(line));
if (failed) {
  console.error(`memory grows by more than ${limit} bytes (resident: ${rssLimit}) in a million calls`);
  process.exitCode = 1;
}

/** Finalizers run when nothing else does. */
async function settle() {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc();
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** The slope of the line through the points, by Theil and Sen: steps of the allocator do not tilt it. */
function slope(points) {
  const slopes = points.flatMap((a, i) => points.slice(i + 1).map((b, j) => (b - a) / (j + 1))).sort((a, b) => a - b);
  return slopes[slopes.length >> 1];
}

/** The memory that a string of 20 characters keeps alive of its text of a megabyte. */
async function* kept() {
  const validator = Dict({ id: Str(), rest: List(Str()) });
  for (const [of, filler] of [
    ["ASCII", "plain text in many words "],
    ["accents", "na\u00efve caf\u00e9 fa\u00e7ade "],
    ["Chinese", "\u65e5\u672c\u8a9e\u306e\u6587\u7ae0 "],
  ]) {
    const json = await retained((text) => validator.json(text), filler);
    const parse = await retained((text) => JSON.parse(new TextDecoder().decode(text)), filler);
    yield { name: "what is kept", impl: engine().impl, of, bytes: { json, "JSON.parse": parse } };
  }
}

async function retained(parse, filler) {
  const COUNT = 200;
  const rest = Array.from({ length: 1000 }, () => filler.repeat(Math.ceil(1000 / filler.length)));
  const text = (index) => encode({ id: `${filler}${index}`.padEnd(20, ".").slice(0, 20), rest });
  // What an engine keeps for its next call is no part of the figure.
  parse(text(0));
  await settle();
  const before = process.memoryUsage();
  const strings = Array.from({ length: COUNT }, (_, index) => parse(text(index)).id);
  await settle();
  const after = process.memoryUsage();
  return Math.round((after.heapUsed + after.external - before.heapUsed - before.external) / strings.length);
}
