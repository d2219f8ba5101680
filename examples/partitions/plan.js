/**
 * Makes a job of each file: `node plan.js FOLDER FILE...`. Its results go into FOLDER. Planned again, a file that was
 * done, or is to be done, makes no second job.
 */
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { Queue } from "bullmq";
import { Redis } from "ioredis";

const [folder, ...files] = process.argv.slice(2);
const connection = new Redis(process.env.REDIS_URL ?? "redis://localhost:6379", { maxRetriesPerRequest: null });
const queue = new Queue("files", { connection });
const opts = { attempts: 5, backoff: { type: "exponential", delay: Number(process.env.DELAY ?? 1000) } };
await queue.addBulk(
  files.map((file) => {
    const data = { file: resolve(file), folder: resolve(folder) };
    return { name: "file", data, opts: { ...opts, jobId: createHash("sha256").update(data.file).digest("hex") } };
  }),
);
console.log(`${files.length} files`);
await queue.close();
await connection.quit();
