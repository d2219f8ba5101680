/**
 * One consumer of a group on a Redis stream. Valid orders go on to a second stream, refused ones with their issues to a
 * third. Start as many as you like: `node consumer.js NAME`. SIGTERM lets it finish what it has begun.
 */
import { readFileSync } from "node:fs";
import { Redis } from "ioredis";
import order from "../schemas/order.js";

const GROUP = "validators";
const SOURCE = "orders";
// In a Redis Cluster the word in braces decides where a key lives, and a script needs all its keys in one place.
const VALID = "{orders}:valid";
const REFUSED = "{orders}:refused";

/** Most entries that are read at once. */
const BATCH = 100;
/** For how many milliseconds an entry is left to the consumer that has read it. */
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

const name = process.argv[2] ?? `consumer-${process.pid}`;
const redis = new Redis(process.env.REDIS_URL ?? "redis://localhost:6379");
redis.on("error", ({ message }) => console.error(message));
redis.defineCommand("settle", {
  numberOfKeys: 2,
  lua: readFileSync(new URL("settle.lua", import.meta.url), "utf8"),
});

/** How many entries were put where; `late` had been settled by somebody else. */
const counts = { valid: 0, refused: 0, late: 0 };
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    isStopping = true;
  });
}

await join();
for (let cursor = "0-0"; !isStopping; ) {
  const [next, orphans] = await takeOver(cursor);
  await settle(orphans.length > 0 ? orphans : await read());
  cursor = next;
}
await redis.quit();
console.log(JSON.stringify(counts));

async function join() {
  try {
    await redis.xgroup("CREATE", SOURCE, GROUP, "0", "MKSTREAM");
  } catch (error) {
    // The group is there already.
    if (!error.message.startsWith("BUSYGROUP")) throw error;
  }
}

/**
 * Takes over entries that were read and not settled in time: their consumer has crashed, or it is this one, restarted.
 */
function takeOver(cursor) {
  return redis.xautoclaimBuffer(SOURCE, GROUP, name, PATIENCE, cursor, "COUNT", BATCH);
}

/** Reads entries that nobody has read. Waits a second for the first. */
async function read() {
  const from = ["COUNT", BATCH, "BLOCK", 1000, "STREAMS", SOURCE, ">"];
  const streams = await redis.xreadgroupBuffer("GROUP", GROUP, name, ...from);
  return streams?.[0][1] ?? [];
}

/** Validates entries, puts them where they belong and acknowledges them, all in one round trip. */
async function settle(entries) {
  const pipeline = redis.pipeline();
  // The bytes as Redis sent them: nothing decodes or parses them before they are validated, all in one call.
  const docs = entries.map(([, fields]) => docOf(fields));
  const results = order.jsonMany(docs);
  const verdicts = entries.map(([id], index) => {
    const result = results[index];
    const doc = docs[index];
    const [target, issues] = result.ok ? [VALID, []] : [REFUSED, ["issues", JSON.stringify(result.error)]];
    pipeline.settle(SOURCE, target, GROUP, id, "id", id, "doc", doc, ...issues);
    return result.ok ? "valid" : "refused";
  });
  const replies = await pipeline.exec();
  for (const [index, [error, settled]] of replies.entries()) {
    if (error) throw error;
    counts[settled ? verdicts[index] : "late"]++;
  }
}

/** The value of the field `doc`. An entry that has none is validated as an empty text, and refused. */
function docOf(fields) {
  const at = fields.findIndex((field, index) => index % 2 === 0 && field.toString() === "doc");
  return at < 0 ? Buffer.alloc(0) : fields[at + 1];
}
