/** One commit's side of `npm run bench -- --against REV`, `fork`ed by against.mjs with the folder of its clone. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { workOf } from "./against-work.mjs";
import { untilSteady } from "./steady.mjs";

const [, , folder] = process.argv;
const library = await import(pathToFileURL(join(folder, "dist/index.js")).href);
const work = workOf(library);

/** Where results go, so that no call is found to be of no use. */
export const sink = { last: undefined };

/** Milliseconds of the processor: another program that runs meanwhile changes them less. */
function timed(call, calls) {
  const start = process.cpuUsage();
  for (let index = 0; index < calls; index++) sink.last = call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

process.on("message", ({ name, warm, calls, least }) => {
  const call = work[name];
  if (!warm) return process.send({ time: timed(call, calls) / calls });
  const block = untilSteady((count) => timed(call, count), warm, warm * 10);
  process.send({ calls: Math.max(1, Math.ceil((block * least) / Math.max(timed(call, block), 0.01))) });
});
/** What the commit does not have yet cannot be compared. */
function isThere(name) {
  try {
    work[name]();
    return true;
  } catch {
    return false;
  }
}
process.send({ names: Object.keys(work).filter(isThere), impl: library.engine().impl });
