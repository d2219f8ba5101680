/** Small bodies. */
import { randomly } from "../random.mjs";

const WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath"];
const textOf = (random, words) => Array.from({ length: words }, () => random.pick(WORDS)).join(" ");

/** Of about 0.2 kB each: the schema, and what one of them is. */
const KINDS = {
  "an order": ({ Bool, Dict, Float, Int, List, Str }) => [
    Dict({
      id: Int({ min: 0 }),
      customer: Dict({ name: Str({ minlen: 1 }), vip: Bool() }),
      items: List(Dict({ sku: Str(), count: Int({ min: 1 }), price: Float({ min: 0 }) })),
      total: Float(),
      paid: Bool(),
    }),
    (random) => ({
      id: random.below(1e6),
      customer: { name: textOf(random, 2), vip: random.chance(0.5) },
      items: Array.from({ length: 2 }, () => ({ sku: random.pick(WORDS), count: 1, price: random.below(9999) / 100 })),
      total: random.below(99999) / 100,
      paid: random.chance(0.5),
    }),
  ],
  "an event of short strings": ({ Dict, Str }) => {
    const keys = ["type", "source", "user", "action", "target", "region", "device", "result", "session", "channel"];
    return [
      Dict(Object.fromEntries(keys.map((key) => [key, Str({ maxlen: 40 })]))),
      (random) => Object.fromEntries(keys.map((key) => [key, random.pick(WORDS)])),
    ];
  },
  numbers: ({ Dict, Float, Int, List }) => [
    Dict({ id: Int(), values: List(Float()), counts: List(Int()), sum: Float() }),
    (random) => ({
      id: random.below(1e6),
      values: Array.from({ length: 12 }, () => random.below(1e5) / 1000),
      counts: Array.from({ length: 12 }, () => random.below(1e4)),
      sum: random.below(1e6) / 100,
    }),
  ],
  "strings of 25 to 50 characters": ({ Dict, Str }) => [
    Dict({ title: Str(), author: Str(), address: Str(), note: Str(), comment: Str() }),
    (random) =>
      Object.fromEntries(
        ["title", "author", "address", "note", "comment"].map((key) => [key, textOf(random, 5 + random.below(4))]),
      ),
  ],
};

export const rows = Object.entries(KINDS).map(([what, made]) => ({
  what: `json of 0.2 kB, ${what}`,
  peer: "JSON.parse",
  least: 2,
  async load() {
    const [validator, value] = made(await import("../../dist/index.js"));
    const random = randomly(1);
    const texts = Array.from({ length: 64 }, () => Buffer.from(JSON.stringify(value(random))));
    return {
      ours: (index) => validator.json(texts[index % 64]) !== undefined,
      theirs: (index) => JSON.parse(texts[index % 64].toString()) !== undefined,
    };
  },
}));
