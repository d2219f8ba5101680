/** Verdicts and copies of small values. */

const names = (count) => Array.from({ length: count }, (_, index) => `key${index}`);
const valueOf = (inputs) => (index) => inputs[index % inputs.length];

/** A JSON Schema as ajv and ata compile it. */
const PEERS = {
  async ajv(schema) {
    const { default: Ajv } = await import("ajv");
    return new Ajv().compile(schema);
  },
  async ata(schema) {
    const { Validator } = await import("ata-validator");
    const validator = new Validator(schema);
    return (value) => validator.isValidObject(value);
  },
};

/** A row for `is` of these values, beside a peer. */
const verdict = (what, peer, least, validator, schema, inputs) => ({
  what,
  peer,
  least,
  async load() {
    const ours = validator(await import("../../dist/index.js"));
    const theirs = await PEERS[peer](schema);
    const value = valueOf(inputs);
    return { ours: (index) => ours.is(value(index)), theirs: (index) => theirs(value(index)) };
  },
});

const objectOf = (properties, required, additionalProperties = false) => ({
  type: "object",
  ...{ properties, required, additionalProperties },
});

const twelve = names(12);
const optional = [
  ({ Dict, Str }) => Dict(Object.fromEntries(twelve.map((key) => [key, Str()])), { optional: twelve }),
  objectOf(Object.fromEntries(twelve.map((key) => [key, { type: "string" }])), []),
  Array.from({ length: 16 }, (_, at) =>
    Object.fromEntries(twelve.filter((_, key) => (key + at) % 2).map((key) => [key, "x"])),
  ),
];

const record = [
  ({ Bool, Dict, Float, Int, Str }) =>
    Dict({ id: Int(), name: Str(), email: Str(), age: Int({ min: 0 }), active: Bool(), role: Str(), score: Float() }),
  objectOf(
    {
      ...{ id: { type: "integer" }, name: { type: "string" }, email: { type: "string" } },
      ...{ age: { type: "integer", minimum: 0 }, active: { type: "boolean" } },
      ...{ role: { type: "string" }, score: { type: "number" } },
    },
    ["id", "name", "email", "age", "active", "role", "score"],
  ),
  Array.from({ length: 16 }, (_, id) => ({
    ...{ id, name: "Ann Miller", email: "ann@example.org", age: id, active: true, role: "user", score: id / 4 },
  })),
];

/** The object of typescript-runtime-type-benchmarks. */
const number = { type: "number" };
const text = { type: "string" };
const bool = { type: "boolean" };
const inner = { foo: text, num: number, bool };
const outer = { number, negNumber: number, maxNumber: number, string: text, longString: text, boolean: bool };
const cases = (isStrict) => [
  ({ Bool, Dict, Float, Str }) => {
    const unknown = isStrict ? "forbid" : "keep";
    const deeplyNested = Dict({ foo: Str(), num: Float(), bool: Bool() }, { unknown });
    const numbers = { number: Float(), negNumber: Float(), maxNumber: Float() };
    return Dict({ ...numbers, string: Str(), longString: Str(), boolean: Bool(), deeplyNested }, { unknown });
  },
  objectOf(
    { ...outer, deeplyNested: objectOf(inner, Object.keys(inner), !isStrict) },
    [...Object.keys(outer), "deeplyNested"],
    !isStrict,
  ),
  Array.from({ length: 4 }, () => ({
    ...{
      number: 1,
      negNumber: -1,
      maxNumber: Number.MAX_VALUE,
      string: "string",
      longString: "Lorem ipsum".repeat(20),
    },
    ...{ boolean: true, deeplyNested: { foo: "bar", num: 1, bool: false } },
  })),
];

const sparse = [250, 1000, 4000].map((count) => ({
  what: `is of an object with one of ${count} optional keys`,
  peer: "safe of it",
  least: 0.7,
  async load() {
    const { Dict, Int } = await import("../../dist/index.js");
    const keys = names(count);
    const make = () => Dict(Object.fromEntries(keys.map((key) => [key, Int()])), { optional: keys });
    const [one, other] = [make(), make()];
    const inputs = keys.slice(0, 16).map((key, index) => ({ [key]: index }));
    const value = valueOf(inputs);
    return { ours: (index) => one.is(value(index)), theirs: (index) => other.safe(value(index)).ok };
  },
}));

export const rows = [
  verdict("is, 12 optional keys, half there", "ajv", 1, ...optional),
  verdict("is of a record of 7 keys", "ata", 0.9, ...record),
  verdict("assertLoose", "ata", 0.9, ...cases(false)),
  verdict("assertStrict", "ata", 0.9, ...cases(true)),
  ...sparse,
];
