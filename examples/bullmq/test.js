import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import order from "../schemas/order.js";
import { orderTexts } from "../testing/orders.js";
import { atEnd, freezeInTheMiddle, Process, until } from "../testing/processes.js";
import { startRedis } from "../testing/redis.js";

const script = join(import.meta.dirname, "worker.js");

/** What jobs can carry: values. A text that is not JSON is a string. */
const payloads = orderTexts(2000).map((text) => {
  try {
    return JSON.parse(text.toString());
  } catch {
    return text.toString();
  }
});

async function setUp(t) {
  const socket = await startRedis(t);
  const connection = new Redis(socket, { maxRetriesPerRequest: null });
  const [orders, valid, refused] = ["orders", "orders-valid", "orders-refused"].map(
    (name) => new Queue(name, { connection }),
  );
  atEnd(t, async () => {
    await Promise.all([orders, valid, refused].map((queue) => queue.close()));
    connection.disconnect();
  });
  // Three attempts, so it shows that a refused job gets one only.
  await orders.addBulk(payloads.map((data) => ({ name: "order", data, opts: { attempts: 3 } })));
  const worker = (patience = 1000) =>
    Process.node(t, script, [], { env: { REDIS_URL: socket, PATIENCE: String(patience) } });
  return { orders, valid, refused, worker };
}

async function isAllDone({ orders }) {
  const { completed, failed } = await orders.getJobCounts();
  return completed + failed === payloads.length;
}

/** Whether a job has been passed on, and has not ended. */
async function isBetweenQueues({ orders, valid, refused }) {
  for (const { id } of await orders.getActive()) {
    for (const queue of [valid, refused]) {
      if (await queue.getJob(`orders-${id}`)) return true;
    }
  }
  return false;
}

const byContent = (a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** That every job is in one of the two queues, once, as it was. */
async function assertNothingLostOrDoubled({ orders, valid, refused }) {
  const contents = async (queue) => (await queue.getJobs()).map(({ data }) => data).sort(byContent);
  const good = payloads.filter((data) => order.is(data));
  const bad = payloads.filter((data) => !order.is(data));
  assert.deepEqual(await contents(valid), good.sort(byContent));
  const withIssues = bad.map((data) => ({ data, issues: order.safe(data).error.issues }));
  assert.deepEqual(await contents(refused), JSON.parse(JSON.stringify(withIssues)).sort(byContent));
  const { completed, failed } = await orders.getJobCounts();
  assert.deepEqual({ completed, failed }, { completed: good.length, failed: bad.length });
}

test("valid jobs are passed on, refused ones are kept with their issues and not tried again", async (t) => {
  const queues = await setUp(t);
  const worker = queues.worker();
  await until(() => isAllDone(queues), "all jobs are done", worker);
  await assertNothingLostOrDoubled(queues);
  const [failed] = await queues.orders.getFailed(0, 0);
  assert.match(failed.failedReason, /^refused: ./);
  assert.equal(failed.attemptsMade, 1);
});

test("workers killed in the middle lose nothing and double nothing", async (t) => {
  const queues = await setUp(t);
  for (let round = 0; round < 3; round++) {
    const victim = queues.worker();
    await freezeInTheMiddle(victim, () => isBetweenQueues(queues));
    await victim.kill();
    assert.equal(await isAllDone(queues), false);
  }
  const survivors = [queues.worker(), queues.worker()];
  await until(() => isAllDone(queues), "all jobs are done", ...survivors);
  await assertNothingLostOrDoubled(queues);
});

test("a worker that was only slow finds its jobs done, and doubles nothing", async (t) => {
  const queues = await setUp(t);
  const slow = queues.worker();
  await freezeInTheMiddle(slow, () => isBetweenQueues(queues));
  const other = queues.worker();
  await until(() => isAllDone(queues), "all jobs are done", other);
  slow.thaw();
  assert.deepEqual(await slow.stop(), { code: 0, signal: null }, slow.stderr);
  await assertNothingLostOrDoubled(queues);
});

test("a worker that is told to stop leaves no job half done", async (t) => {
  const queues = await setUp(t);
  const worker = queues.worker();
  await until(async () => (await queues.orders.getCompletedCount()) > 0, "the first jobs are done", worker);
  assert.deepEqual(await worker.stop(), { code: 0, signal: null }, worker.stderr);
  assert.equal(await queues.orders.getActiveCount(), 0);
  assert.equal(worker.stderr, "");
});
