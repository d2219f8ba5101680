/** A worker that validates without end, and tells what it has found after each text. */
import { parentPort, workerData } from "node:worker_threads";
import { Dict, engine, Float, Int, List, Str } from "../../dist/index.js";

const validator = List(Dict({ id: Int({ min: 0 }), name: Str({ minlen: 1 }), score: Float() }));
const { valid, invalid, rounds } = workerData;

parentPort.postMessage({ impl: engine().impl });
let values = 0;
let errors = 0;
for (let round = 0; round < rounds; round++) {
  const value = validator.json(valid);
  if (value.length > 0 && value.at(-1).name === value[0].name && validator.isJson(valid)) values++;
  const result = validator.safeJson(invalid);
  if (!result.ok && result.error.length === 1 && !validator.isJson(invalid)) errors++;
}
parentPort.postMessage({ values, errors });
