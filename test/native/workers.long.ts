import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { __impl__ } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";

const WORKERS = sweep(16, 40);
const AT_ONCE = 4;
const ROUNDS = 30;

interface Ended {
  readonly code: number;
  readonly impl: string | undefined;
  readonly values: number | undefined;
  readonly errors: number | undefined;
}

const records = (count: number, score: unknown): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, id) => ({
      id,
      name: "a name, \u00e9",
      score: id === count - 1 ? score : id / 7,
    })),
  );

/** One worker's life; every fourth is stopped in the middle of a call. */
async function live(index: number): Promise<Ended> {
  const stopped = index % 4 === 3;
  const workerData = {
    valid: new TextEncoder().encode(records(2000, 1)),
    invalid: new TextEncoder().encode(records(2000, "none")),
    // One that is stopped would never end.
    rounds: stopped ? 1e9 : ROUNDS,
  };
  const worker = new Worker(new URL("worker.mjs", import.meta.url), { workerData });
  const messages: Partial<Ended>[] = [];
  worker.on("message", (message) => {
    messages.push(message);
    // The calls take milliseconds each, and there is nothing between them.
    if (stopped) setTimeout(() => worker.terminate(), 5 + ((index * 7) % 30));
  });
  const [code] = await once(worker, "exit");
  return { impl: messages[0]?.impl, values: messages[1]?.values, errors: messages[1]?.errors, code };
}

test(`${WORKERS} workers, a quarter of them terminated in the middle of a call, leave the others and this thread alone`, async () => {
  const ended: Ended[] = [];
  for (let first = 0; first < WORKERS; first += AT_ONCE) {
    ended.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => live(first + index)))));
  }
  for (const [index, one] of ended.entries()) {
    const stopped = index % 4 === 3;
    expect(one).toEqual({
      impl: __impl__,
      values: stopped ? undefined : ROUNDS,
      errors: stopped ? undefined : ROUNDS,
      code: stopped ? 1 : 0,
    });
  }
});
