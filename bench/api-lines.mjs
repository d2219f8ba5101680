/** NDJSON of API records of 0.3 kB. */
import { sets } from "./data.mjs";

/** @returns the validator of a line. */
export async function lineValidator() {
  const { validator } = await records().load();
  return validator.item;
}

/** @returns {Promise<Buffer>} about as many megabytes of lines, of which a share of `bad` is refused for its age. */
export async function linesOf(megabytes, bad) {
  const { texts } = await records().load();
  const every = Math.round(1 / bad);
  const all = texts.flatMap((text) => JSON.parse(text));
  const lines = all.map((one, at) => `${JSON.stringify(at % every === every - 1 ? { ...one, age: -1 } : one)}\n`);
  const once = Buffer.from(lines.join(""));
  const times = Math.max(1, Math.round((megabytes * 1e6) / once.length));
  return Buffer.concat(Array(times).fill(once));
}

const records = () => sets.find(({ name }) => name === "records, 200 kB");
