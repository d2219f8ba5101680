/**
 * Reads files of records into columns, one at a time: `node worker.js`. Start as many as you like, on as many machines
 * as see the files. SIGTERM lets it finish its file.
 */
import { mkdir } from "node:fs/promises";
import { UnrecoverableError, Worker } from "bullmq";
import { Redis } from "ioredis";
import { refuse, write } from "./files.js";

/** For how many milliseconds a file is left to a worker that shows no sign of life. */
const PATIENCE = Number(process.env.PATIENCE ?? 30_000);

const connection = new Redis(process.env.REDIS_URL ?? "redis://localhost:6379", { maxRetriesPerRequest: null });
const worker = new Worker("files", convert, {
  connection,
  lockDuration: PATIENCE,
  stalledInterval: PATIENCE,
  // How many workers may die over a file before its job fails.
  maxStalledCount: 10,
});
worker.on("error", ({ message }) => console.error(message));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await worker.close();
    await connection.quit();
  });
}

async function convert({ data: { file, folder }, opts, attemptsMade }) {
  await mkdir(folder, { recursive: true });
  try {
    return await write(file, folder);
  } catch (error) {
    // A document that was cut is cut the next time, too. A file that is not there, or a full disk, may be mended.
    const isData = Array.isArray(error.issues);
    if (!isData && attemptsMade + 1 < opts.attempts) throw error;
    // Written before the job fails, and again if the worker dies in between: it has the same name and content.
    await refuse(file, folder, error);
    throw isData ? new UnrecoverableError(error.message) : error;
  }
}
