/** A worker that validates deep texts and tells how many were valid, and how many the addon has answered by itself. */
import { parentPort, resourceLimits, workerData } from "node:worker_threads";
import { engineInUse } from "../../dist/core/json/in-use.js";
import { instances, load } from "../../dist/index.js";

let valid = 0;
for (const { alias, dump, text } of workerData) {
  const validator = instances.put(alias, load(dump));
  if (validator.isJson(text)) valid++;
  if (validator.safeJson(text).ok) valid++;
}
parentPort.postMessage({ stackSizeMb: resourceLimits.stackSizeMb, valid, native: engineInUse().tally.native });
