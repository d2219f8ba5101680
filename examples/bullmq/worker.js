/**
 * A BullMQ worker that validates the data of jobs. Valid orders go to a second queue, invalid ones with their issues to
 * a third, and fail without another attempt. Start as many as you like: `node worker.js`. SIGTERM lets it finish its
 * jobs.
 */
import { Queue, UnrecoverableError, Worker } from "bullmq";
import { Redis } from "ioredis";
import order from "../schemas/order.js";

/** For how many milliseconds a job is left to a worker that shows no sign of life. */
const PATIENCE = Number(process.env.PATIENCE ?? 30_000);

// A worker waits for Redis as long as it takes, as BullMQ wants it.
const connection = new Redis(process.env.REDIS_URL ?? "redis://localhost:6379", { maxRetriesPerRequest: null });
const valid = new Queue("orders-valid", { connection });
const refused = new Queue("orders-refused", { connection });

const worker = new Worker("orders", validate, {
  connection,
  concurrency: 50,
  lockDuration: PATIENCE,
  stalledInterval: PATIENCE,
  // How many workers may die over a job before it fails. The default of 1 is soon reached where machines come and go.
  maxStalledCount: 10,
});
worker.on("error", ({ message }) => console.error(message));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await worker.close();
    await Promise.all([valid.close(), refused.close()]);
    await connection.quit();
  });
}

async function validate({ id, name, data }) {
  // A worker may die when it has passed the order on and its job has not ended. Then the job is done again. So what
  // comes of it has an id made from that of the job, and a queue takes an id once.
  const same = { jobId: `orders-${id}` };
  const result = order.safe(data);
  if (result.ok) {
    await valid.add(name, result.value, same);
    return;
  }
  await refused.add(name, { data, issues: result.error.issues }, same);
  throw new UnrecoverableError(`refused: ${result.error.issues[0].message}`);
}
