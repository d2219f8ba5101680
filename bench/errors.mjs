/**
 * How fast values and texts are refused: node --expose-gc bench/errors.mjs [--rounds 15]. Each line is measured beside
 * what does the same work: ajv that collects all errors for values, `JSON.parse(buffer.toString())` for texts, inside a
 * `try` where it throws. A ratio above 1 is faster than that.
 */
import { parseArgs } from "node:util";
import { Ajv } from "ajv";
import { Bool, Dict, engine, Float, Int, List, Str } from "../dist/index.js";
import { jsonSchema } from "./json-schema.mjs";
import { measure, median } from "./measure.mjs";

const { values: given } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });

const address = Dict({ street: Str(), city: Str(), zip: Str() });
const user = Dict({
  id: Int({ min: 0 }),
  name: Str({ minlen: 1 }),
  email: Str(),
  age: Int({ min: 0, max: 150 }),
  active: Bool(),
  score: Float(),
  tags: List(Str()),
  address,
});
const users = List(user);
const valid = (id) => ({
  id,
  name: `User ${id}`,
  email: `user${id}@example.com`,
  age: 20 + (id % 50),
  active: true,
  score: 1.5 * id,
  tags: ["alpha", "beta"],
  address: { street: `Main Street ${id}`, city: "Town", zip: "12345" },
});
const invalid = (id) => ({ ...valid(id), name: "", age: 200 });
const thousand = Array.from({ length: 1000 }, (_, id) => invalid(id));

/** Reads all there is to read of an error. */
function readAll(error) {
  let size = 0;
  for (const one of error) size += one.message.length + one.context.length;
  return size;
}

/** Values: how `safe` compares with ajv. */
function ofValues(validator, value) {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(jsonSchema(validator, {}));
  const read = () => validate.errors.reduce((size, one) => size + one.message.length + one.instancePath.length, 0);
  if (validate(value) || validator.safe(value).ok) throw new Error("The value should be invalid");
  return {
    "ok alone": [() => !validate(value), () => !validator.safe(value).ok],
    "all messages": [() => !validate(value) && read() > 0, () => readAll(validator.safe(value).error) > 0],
  };
}

function parse(text) {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

/** Texts: how `safeJson` compares with `JSON.parse`. */
function ofText(validator, text) {
  if (validator.safeJson(text).ok) throw new Error("The text should be invalid");
  return {
    "ok alone": [() => parse(text) !== null, () => !validator.safeJson(text).ok],
    "all messages": [() => parse(text) !== null, () => readAll(validator.safeJson(text).error) > 0],
  };
}

/** The text with one character wrong, at the start, in the middle or at the end. */
function broken(value, where) {
  const text = JSON.stringify(value);
  const at = { start: 1, middle: text.indexOf(":", text.length >> 1), end: text.length - 1 }[where];
  return Buffer.from(`${text.slice(0, at)}?${text.slice(at + 1)}`);
}

const hundred = Array.from({ length: 100 }, (_, id) => valid(id));
const groups = {
  "flat record, two errors": ofValues(user, invalid(1)),
  "1,000 records, two errors each": ofValues(users, thousand),
  "the same as JSON text": ofText(users, Buffer.from(JSON.stringify(thousand))),
};
for (const [value, validator, size] of [
  [valid(1), user, "0.2 kB"],
  [hundred, users, "20 kB"],
]) {
  for (const where of ["start", "middle", "end"]) {
    groups[`not JSON, ${size}, at the ${where}`] = ofText(validator, broken(value, where));
  }
}

console.log(`Node ${process.version}, ${engine().impl}`);
for (const [group, lines] of Object.entries(groups)) {
  for (const [line, [theirs, ours]] of Object.entries(lines)) {
    const times = measure({ theirs, ours }, { rounds: Number(given.rounds) });
    const ratio = median(times.ours.map((time, round) => times.theirs[round] / time));
    console.log(`${group.padEnd(34)} ${line.padEnd(14)} ${ratio.toFixed(2)}`);
  }
}
