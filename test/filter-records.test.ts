import { expect, test } from "vitest";
import { filterRecords, Int } from "../src/index.ts";
import { Kept } from "./lines/streams.ts";

test("filterRecords is a function, too", async () => {
  const kept = new Kept();
  const call = filterRecords(Int({ min: 0 }), "[1,-2]", { format: "json", valid: kept });
  expect(await call).toMatchObject({ good: 1, bad: 1 });
  expect(kept.text).toBe("[1]\n");
  await expect(filterRecords({} as never, "", { format: "json" })).rejects.toThrow("filterRecords takes a validator");
});
