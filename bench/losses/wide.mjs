/** Objects of many keys, and small ones beside schemas of many keys. */

const KEYS = [250, 1000, 4000];
const names = (count) => Array.from({ length: count }, (_, index) => `key${index}`);
const bytes = (value) => Buffer.from(JSON.stringify(value));

/** 2,000 objects of one key each, beside a schema of so many, all optional. */
const sparse = KEYS.map((count) => ({
  what: `isJson of 2,000 objects with one of ${count} optional keys`,
  peer: "JSON.parse",
  least: 1,
  async load() {
    const { Dict, Int, List } = await import("../../dist/index.js");
    const keys = names(count);
    const validator = List(Dict(Object.fromEntries(keys.map((key) => [key, Int()])), { optional: keys }));
    const text = bytes(Array.from({ length: 2000 }, (_, index) => ({ [keys[(index * 7919) % count]]: index })));
    return { ours: () => validator.isJson(text), theirs: () => JSON.parse(text.toString()).length > 0 };
  },
}));

/** An object that has all keys of its schema. */
const whole = [1000, 1100, 3000].map((count) => ({
  what: `json of ${count.toLocaleString("en")} keys`,
  peer: "JSON.parse",
  least: 1.5,
  async load() {
    const { Bool, Dict, Float, Int, Str } = await import("../../dist/index.js");
    const kinds = [
      [Int(), (index) => index],
      [Str(), (index) => `a text of ${index}`],
      [Float(), (index) => index + 0.25],
      [Bool(), (index) => index % 8 === 3],
    ];
    const of = (column) =>
      Object.fromEntries(names(count).map((key, index) => [key, column(kinds[index % kinds.length], index)]));
    const validator = Dict(of(([kind]) => kind));
    const text = bytes(of(([, value], index) => value(index)));
    return {
      ours: () => validator.json(text) !== undefined,
      theirs: () => JSON.parse(text.toString()) !== undefined,
    };
  },
}));

/** Objects that have none of so many keys that would need another. */
const dependent = {
  what: "isJson of empty objects, `dependent_required` of 2,000 keys",
  peer: "",
  most: { unit: "ms a MB", value: 50, of: 2 ** 20 / 3000 },
  async load() {
    const { Dict, Int, List } = await import("../../dist/index.js");
    const keys = names(2000);
    const validator = List(
      Dict(Object.fromEntries(keys.map((key) => [key, Int()])), {
        optional: keys,
        dependent_required: Object.fromEntries(keys.map((key, index) => [key, [keys[(index + 1) % keys.length]]])),
      }),
    );
    const text = bytes(Array.from({ length: 1000 }, () => ({})));
    return { ours: () => validator.isJson(text) };
  },
};

export const rows = [...sparse, ...whole, dependent];
