/** A worker: loads the schema it is started with, and answers blocks of lines with the verdicts on each. */
import "../fast/use.ts";
import { parentPort, workerData } from "node:worker_threads";
import { load } from "../load.ts";
import { instances, type Validator } from "../validator.ts";
import { judgeEachLine } from "./each-line.ts";
import type { WorkerSchema } from "./workers.ts";

const { dumps, limits } = workerData as WorkerSchema;
let schema: Validator | undefined;
for (const [alias, dump] of dumps) {
  schema = load(dump);
  if (alias !== undefined) instances.put(alias, schema);
}
parentPort?.on("message", (blocks: readonly Uint8Array[]) => {
  parentPort?.postMessage(blocks.map((bytes) => judgeEachLine(schema as Validator, bytes, limits)));
});
