/**
 * Reads random large texts with random validators, through the addon and the TypeScript around it, under
 * AddressSanitizer: node scripts/fuzz-engine.mjs [--minutes 30] [--seed N] [--workers N] [--plain]. Each text is
 * refused in many places, or in the last of many; limits are those of a server, or none. Every call is compared with
 * the TypeScript engine. Stops at the first finding, with an error. `--plain` takes the addon as it is built for use,
 * which is some ten times as fast; `--case N` reads one seed's text only.
 */
import { fork, spawnSync } from "node:child_process";
import { register } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildAddon, environment, place } from "./sanitized.mjs";

const { values: given } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    seed: { type: "string", default: String(Date.now() % 1e9) },
    workers: { type: "string", default: String(availableParallelism()) },
    plain: { type: "boolean", default: false },
    case: { type: "string" },
    worker: { type: "boolean", default: false },
  },
});

if (given.worker) await work();
else process.exitCode = (await watch()) ? 0 : 1;

/** Reads the text of each seed that comes, and answers when that is done. */
async function work() {
  if (!process.features.typescript) register("./typescript.mjs", import.meta.url);
  const { native, eager } = await import("../test/native/addon.ts");
  const { differenceIn } = await import("../test/native/large.ts");
  process.on("message", async (seed) => {
    process.send({ difference: await differenceIn(seed, seed % 2 === 0 ? native : eager) });
  });
  process.send({});
}

/** Returns whether there was no finding. */
async function watch() {
  const root = join(import.meta.dirname, "..");
  if (!given.plain) {
    const { status } = spawnSync(process.execPath, buildAddon, { cwd: root, stdio: "inherit" });
    if (status !== 0) throw new Error("the addon could not be built");
    place();
  }
  const env = { ...process.env, VALIDLIB_IMPL: "native", ...(given.plain ? {} : environment()) };
  const end = performance.now() + Number(given.minutes) * 60_000;
  const single = given.case === undefined ? undefined : Number(given.case);
  let next = single ?? Number(given.seed);
  let count = 0;
  let found = false;
  console.log(`seed ${next}, ${given.minutes} minutes, ${given.workers} processes`);
  const progress = setInterval(() => process.stderr.write(`${count} texts\n`), 30_000);
  const run = () =>
    new Promise((done) => {
      const child = fork(import.meta.filename, ["--worker"], { env });
      let seed;
      child.on("message", ({ difference }) => {
        if (seed !== undefined) count++;
        if (difference !== undefined) {
          found = true;
          console.log(`Finding in --case ${seed}: ${difference}`);
        }
        if (found || performance.now() > end || (single !== undefined && count > 0)) return child.disconnect();
        seed = next++;
        child.send(seed);
      });
      child.on("exit", (code, signal) => {
        if (code !== 0) {
          found = true;
          console.log(`The process died (${signal ?? code}) in --case ${seed}`);
        }
        done();
      });
    });
  const workers = single === undefined ? Number(given.workers) : 1;
  await Promise.all(Array.from({ length: workers }, run));
  clearInterval(progress);
  console.log(`${count} texts, ${found ? "stopped at a finding" : "no finding"}`);
  return !found;
}
