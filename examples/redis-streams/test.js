import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Redis } from "ioredis";
import order from "../schemas/order.js";
import { isRefused, orderTexts } from "../testing/orders.js";
import { atEnd, freezeInTheMiddle, Process, until } from "../testing/processes.js";
import { startRedis } from "../testing/redis.js";

const COUNT = 10_000;
const script = join(import.meta.dirname, "consumer.js");
const expected = orderTexts(COUNT).map((doc) => doc.toString("latin1"));

/** A Redis with orders in it, and ways to consume them. */
async function setUp(t) {
  const socket = await startRedis(t);
  const redis = new Redis(socket);
  atEnd(t, () => redis.disconnect());
  await publish(redis, orderTexts(COUNT));
  const consumer = (name, patience = 200) =>
    Process.node(t, script, [name], { env: { REDIS_URL: socket, PATIENCE: String(patience) } });
  return { redis, consumer };
}

async function publish(redis, docs) {
  const pipeline = redis.pipeline();
  for (const doc of docs) pipeline.xadd("orders", "*", "doc", doc);
  await pipeline.exec();
}

/** How many entries somebody has read and nobody has settled. */
async function pending(redis, name) {
  const [group] = await redis.xinfo("GROUPS", "orders");
  if (group === undefined) return 0;
  const [, , , consumers] = await redis.xpending("orders", "validators");
  return Number(consumers?.find(([consumer]) => consumer === name)?.[1] ?? 0);
}

async function isAllSettled(redis) {
  const [group] = await redis.xinfo("GROUPS", "orders");
  if (group === undefined) return false;
  const { pending, lag } = Object.fromEntries(Array.from({ length: group.length / 2 }, (_, i) => group.slice(2 * i)));
  return pending === 0 && lag === 0;
}

async function entriesOf(redis, stream) {
  const entries = await redis.xrangeBuffer(stream, "-", "+");
  return entries.map(([, fields]) => ({
    id: fields[1].toString(),
    doc: fields[3].toString("latin1"),
    issues: fields[5]?.toString(),
  }));
}

/** That every order is on one of the two streams, once, as it was. */
async function assertNothingLostOrDoubled(redis) {
  const valid = await entriesOf(redis, "{orders}:valid");
  const refused = await entriesOf(redis, "{orders}:refused");
  const docs = (isWanted) => expected.filter((_, index) => isWanted(index + 1)).sort();
  assert.deepEqual(
    valid.map(({ doc }) => doc).sort(),
    docs((id) => !isRefused(id)),
  );
  assert.deepEqual(refused.map(({ doc }) => doc).sort(), docs(isRefused));
  return { valid, refused };
}

test("valid orders are passed on, refused ones are kept with their issues and their entry's id", async (t) => {
  const { redis, consumer } = await setUp(t);
  await redis.xadd("orders", "*", "text", "doc");
  const ann = consumer("ann");
  await until(() => isAllSettled(redis), "all is settled", ann);
  const [nameless] = await redis.xrevrange("{orders}:refused", "+", "-", "COUNT", 1);
  assert.match(nameless[1].join(" "), /^id \S+ doc {2}issues \[{"code":"json_decode"/);
  await redis.xdel("{orders}:refused", nameless[0]);

  const { refused } = await assertNothingLostOrDoubled(redis);
  for (const { id, doc, issues } of refused.slice(0, 100)) {
    assert.equal(issues, JSON.stringify(order.safeJson(Buffer.from(doc, "latin1")).error));
    const [[, original]] = await redis.xrangeBuffer("orders", id, id);
    assert.equal(original[1].toString("latin1"), doc);
  }
});

test("consumers killed in the middle lose nothing and double nothing", async (t) => {
  const { redis, consumer } = await setUp(t);
  for (const name of ["ann", "bob", "cy"]) {
    const victim = consumer(name);
    await until(() => redis.exists("{orders}:valid"), "the first orders are through", victim);
    await freezeInTheMiddle(victim, () => pending(redis, name));
    await victim.kill();
    assert.notEqual(await pending(redis, name), 0);
  }
  const survivors = [consumer("dan"), consumer("eve")];
  await until(() => isAllSettled(redis), "all is settled", ...survivors);
  await assertNothingLostOrDoubled(redis);
});

test("a consumer that comes back under its name settles what it had left", async (t) => {
  const { redis, consumer } = await setUp(t);
  const victim = consumer("ann");
  await freezeInTheMiddle(victim, () => pending(redis, "ann"));
  await victim.kill();
  const again = consumer("ann");
  await until(() => isAllSettled(redis), "all is settled", again);
  await assertNothingLostOrDoubled(redis);
});

test("a consumer that was only slow finds its entries settled, and doubles nothing", async (t) => {
  const { redis, consumer } = await setUp(t);
  const slow = consumer("ann");
  await freezeInTheMiddle(slow, () => pending(redis, "ann"));
  const other = consumer("bob");
  await until(() => isAllSettled(redis), "all is settled", other);
  slow.thaw();
  assert.deepEqual(await slow.stop(), { code: 0, signal: null }, slow.stderr);
  assert.ok(JSON.parse(slow.stdout).late > 0, "it was late");
  await assertNothingLostOrDoubled(redis);
});

test("a consumer that is told to stop leaves nothing pending", async (t) => {
  const { redis, consumer } = await setUp(t);
  const ann = consumer("ann");
  await until(() => redis.exists("{orders}:valid"), "the first orders are through", ann);
  assert.deepEqual(await ann.stop(), { code: 0, signal: null }, ann.stderr);
  assert.equal(await pending(redis, "ann"), 0);
  const { valid, refused } = JSON.parse(ann.stdout);
  assert.equal(valid, await redis.xlen("{orders}:valid"));
  assert.equal(refused, await redis.xlen("{orders}:refused"));
});

test("what cannot be passed on stays pending, and the consumer says why it gives up", async (t) => {
  const { redis, consumer } = await setUp(t);
  await redis.set("{orders}:valid", "a string, where a stream should be");
  const ann = consumer("ann");
  assert.equal((await ann.ended).code, 1);
  assert.match(ann.stderr, /WRONGTYPE/);
  assert.notEqual(await pending(redis, "ann"), 0);
  await redis.del("{orders}:valid");
  const bob = consumer("bob");
  await until(() => isAllSettled(redis), "all is settled", bob);
  await assertNothingLostOrDoubled(redis);
});
