/**
 * What scripts/prove-prebuilds.mjs runs on each host, inside a folder with the package in it: the addon must be in use,
 * and must answer as the pure engine does. Writes proof.json: standard output is not to be had on every host.
 */
import { writeFileSync } from "node:fs";
import { engineInUse } from "./dist/core/json/in-use.js";
import { pure } from "./dist/core/json/pure.js";
import { engine } from "./dist/index.js";
import { AllOf, Bool, Const, Dict, Float, Int, LazyRef, List, OneOf, Str, Tuple } from "./dist/pure.js";

const ROUNDS = Number(process.argv[2] ?? 300);

/** The same numbers on every host: Park and Miller's generator. */
let state = 20261121;
function random(below) {
  state = (state * 48271) % 2147483647;
  return state % below;
}

const tree = OneOf(Int(), Dict({ op: Const("add"), left: LazyRef("tree"), right: LazyRef("tree") }), { alias: "tree" });
const user = Dict(
  {
    id: Int({ min: 1 }),
    big: Int({ bigint: true }),
    name: Str({ minlen: 1, maxlen: 20, pattern: "^[^0-9]*$" }),
    score: Float({ coerce: true }),
    tags: List(Str({ options: ["a", "b"] }), { unique: true }),
    at: Tuple(Float(), Float()),
    ok: AllOf(Bool(), Bool()),
    tree,
  },
  { optional: ["big", "tags", "ok", "tree"], extra: [Str({ maxlen: 3 }), Int()] },
);
const schema = List(user);

const names = ["Ann", "J\u00f6rg", "\u65e5\u672c", "\ud83d\ude00", "a\nb"];
const record = () => ({
  id: random(90),
  ...(random(2) === 0 && { big: random(2) === 0 ? 7 : -(2 ** 52) }),
  name: random(90) === 0 ? "9" : names[random(names.length)],
  score: random(90) === 0 ? "x" : [1.5, "2.25", -0.001, 1e300][random(4)],
  ...(random(2) === 0 && { tags: ["a", "b", "a", "c"].slice(random(3)) }),
  at: [random(1000) / 7, random(1000)],
  ...(random(2) === 0 && { ok: random(90) > 0 || null }),
  ...(random(2) === 0 && { tree: { op: "add", left: random(5), right: { op: "add", left: 1, right: 2 } } }),
  ...(random(9) === 0 && { [`k${random(random(9) === 0 ? 2000 : 100)}`]: 1 }),
});

/** The text of some records, at times with a byte that was not there. */
function text() {
  const bytes = new TextEncoder().encode(JSON.stringify(Array.from({ length: 1 + random(20) }, record)));
  if (random(4) === 0) bytes[random(bytes.length)] = random(256);
  return bytes;
}

const told = (result) =>
  JSON.stringify(
    result.ok
      ? result.value
      : Array.from(result.error, (one) => [one.name, String(one), one.offset, one.line, one.column]),
    (_, value) => (typeof value === "bigint" ? `${value}n` : value),
  );

const counts = { valid: 0, invalid: 0, differences: 0 };
const addon = engineInUse();
for (let round = 0; round < ROUNDS; round++) {
  const source = text();
  const result = addon.parse(schema, source);
  counts[result.ok ? "valid" : "invalid"]++;
  const isSame = told(result) === told(pure.parse(schema, source)) && addon.test(schema, source) === result.ok;
  if (!isSame) counts.differences++;
}

// Threads of the addon's own: for lines, and for a text that is long enough.
const one = Dict({ id: Int() });
const many = 100_000;
const lines = new TextEncoder().encode(`${'{"id":1}\n'.repeat(many)}{}\n`);
const { good, bad } = await one.filterLines([lines], { threads: 2 });
const list = await List(one).jsonAsync(`[${'{"id":1},'.repeat(many)}{"id":2}]`);
if (good !== many || bad !== 1 || list.length !== many + 1) counts.differences++;

const { impl, path } = engine();
writeFileSync("proof.json", JSON.stringify({ impl, path, ...counts, tally: addon.tally }));
