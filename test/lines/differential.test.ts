import { expect, test } from "vitest";
import { sweep } from "../support/sweep.ts";
import { noCounts, validateStream } from "./differential.ts";

const LINES = sweep(600, 10_000);
const STREAMS = sweep(6, 12);

test("lines of random streams have the results of safeJson for each line, for random schemas", async () => {
  const counts = noCounts();
  const wrong: unknown[] = [];
  // A stream may have thousands of lines, and its schema may refuse all of them.
  for (let seed = 1; counts.lines < LINES || counts.streams < STREAMS; seed++) {
    const one = await validateStream(seed, counts, 1);
    if (one !== undefined) wrong.push(one);
  }
  expect(wrong).toEqual([]);
  expect(counts.good).toBeGreaterThan(LINES / 10);
  expect(counts.bad).toBeGreaterThan(LINES / 10);
});
