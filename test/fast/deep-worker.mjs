/** A worker that validates an object of many keys that contains itself as often as may be, and once more. */
import { parentPort, workerData } from "node:worker_threads";

const { Dict, Int, LazyRef, List } = await import(workerData);

const KEYS = 300;
const names = Array.from({ length: KEYS }, (_, index) => `key${index}`);
const members = Object.fromEntries(names.map((name) => [name, Int()]));
const wide = Dict({ ...members, next: LazyRef("wide") }, { alias: "wide", optional: ["next"] });
const tree = Dict({ value: Int(), children: List(LazyRef("tree")) }, { alias: "tree" });

const numbers = Object.fromEntries(names.map((name, index) => [name, index]));
let chain = { ...numbers };
for (let level = 1; level < 512; level++) chain = { ...numbers, next: chain };
let branch = { value: 1, children: [] };
for (let level = 2; level < 512; level += 2) branch = { value: 1, children: [branch] };

const tooDeep = wide.safe({ ...numbers, next: chain });
parentPort.postMessage([wide.is(chain), wide.safe(chain).ok, tree.safe(branch).ok, tooDeep.error?.at(0)?.name]);
