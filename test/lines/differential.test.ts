import { expect, test } from "vitest";
import { judgeStream, noCounts } from "./differential.ts";

test("lines of random streams, for random schemas, are judged as safeJson judges each alone", async () => {
  const counts = noCounts();
  const wrong: unknown[] = [];
  for (let seed = 1; counts.lines < 20_000; seed++) {
    const one = await judgeStream(seed, counts, 1);
    if (one !== undefined) wrong.push(one);
  }
  expect(wrong).toEqual([]);
  expect(counts.good).toBeGreaterThan(2000);
  expect(counts.bad).toBeGreaterThan(2000);
});
