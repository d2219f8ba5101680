/** The short list of work for `npm run bench -- --against REV`: what a server does each day. */
import { randomly } from "./random.mjs";

const NAMES = ["Ann Miller", "Bo Li", "Carla Gómez", "Dmitri Ivanov", "Emma Ørsted"];

function person(random, id) {
  return {
    id,
    name: random.pick(NAMES),
    email: `user${id}@example.org`,
    age: 18 + random.below(60),
    active: random.chance(0.5),
    tags: ["amber", "birch", "cedar"].slice(random.below(4)),
    balance: random.below(1_000_000) / 100,
  };
}

/** What runs again in processes in which V8 may make no code from texts, as on a platform that forbids it. */
export const WITHOUT_CODE = ["a call, valid", "is, valid", "is, refused", "a tree of 127 nodes", "json, 15 kB"];

/** A tree whose nodes have two children each. */
const treeOf = (levels) => ({
  value: levels,
  children: levels === 1 ? [] : [treeOf(levels - 1), treeOf(levels - 1)],
});

/**
 * The work, by name: functions that are called again and again.
 * @param library the module of one of the two commits
 */
export function workOf({ Dict, Int, Str, Bool, Float, List, LazyRef, OneOf, Const, fromJsonSchema }) {
  const random = randomly(1);
  const make = () =>
    Dict({
      id: Int({ min: 0 }),
      name: Str({ minlen: 1, maxlen: 100 }),
      email: Str({ format: "email" }),
      age: Int({ min: 0, max: 150 }),
      active: Bool(),
      tags: List(Str({ maxlen: 40 }), { maxlen: 20 }),
      balance: Float(),
    });
  const user = make();
  const users = List(make());
  const optional = Dict(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`key${index}`, Str()])), {
    optional: Array.from({ length: 12 }, (_, index) => `key${index}`),
  });
  const wide = Dict(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key${index}`, Int()])));
  const event = OneOf(
    ["created", "changed", "removed"].map((type) => Dict({ type: Const(type), id: Int(), note: Str() })),
    { discriminator: "type" },
  );
  const node = Dict({ value: Int(), children: List(LazyRef(() => node)) });
  const tree = treeOf(7);
  const schema = fromJsonSchema({
    type: "object",
    properties: {
      id: { type: "integer" },
      name: { type: "string", minLength: 1 },
      tags: { items: { type: "string" } },
    },
    required: ["id", "name"],
  });
  const good = Array.from({ length: 16 }, (_, index) => person(random, index));
  const bad = good.map((one, index) => ({ ...one, age: -1, ...(index % 2 ? { email: "nobody" } : { name: 5 }) }));
  const half = good.map((_, index) =>
    Object.fromEntries(Array.from({ length: 6 }, (_, key) => [`key${(key * 2 + index) % 12}`, "x"])),
  );
  const wides = good.map((_, id) => Object.fromEntries(Array.from({ length: 300 }, (_, key) => [`key${key}`, id])));
  const events = good.map((_, id) => ({ type: ["created", "changed", "removed"][id % 3], id, note: "a note" }));
  const bytes = (value) => Buffer.from(JSON.stringify(value));
  const records = Array.from({ length: 100 }, (_, index) => person(random, index));
  const texts = { good: good.map(bytes), bad: bad.map(bytes), events: events.map(bytes), records: [bytes(records)] };
  const over = (inputs, call) => {
    let next = 0;
    return () => call(inputs[next++ % inputs.length]);
  };
  let count = 0;
  return {
    "a call, valid": over(good, user),
    "is, valid": over(good, (value) => user.is(value)),
    "is, refused": over(bad, (value) => user.is(value)),
    "safe, refused, ok read": over(bad, (value) => user.safe(value).ok),
    "safe, refused, issues read": over(bad, (value) => user.safe(value).error.issues),
    "a call, 100 records": over([records], users),
    "is, 12 optional keys, half there": over(half, (value) => optional.is(value)),
    "a call, 300 keys": over(wides, wide),
    "a union by tag": over(events, event),
    "a tree of 127 nodes": () => node(tree),
    "is, of a JSON Schema": over(good, (value) => schema.is(value)),
    "json, 0.2 kB": over(texts.good, (text) => user.json(text)),
    "json, 15 kB": over(texts.records, (text) => users.json(text)),
    "json, a union by tag": over(texts.events, (text) => event.json(text)),
    "isJson, 0.2 kB": over(texts.good, (text) => user.isJson(text)),
    "isJson, 15 kB": over(texts.records, (text) => users.isJson(text)),
    "isJson, of a JSON Schema": over(texts.good, (text) => schema.isJson(text)),
    "safeJson, refused, ok read": over(texts.bad, (text) => user.safeJson(text).ok),
    "safeJson, refused, issues read": over(texts.bad, (text) => user.safeJson(text).error.issues),
    "stringify, 0.2 kB": over(good, (value) => user.stringify(value)),
    "stringify, 15 kB": over([records], (value) => users.stringify(value)),
    "a schema of 7 keys is made": make,
    "one is made, and called once": () => Dict({ [`key${count++ % 1000}`]: Int() }).is({}),
  };
}
