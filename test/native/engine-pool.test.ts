import { expect, test } from "vitest";
import { EnginePool } from "../../src/engines/native/engine-pool.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("no more are made than allowed, and whoever waits is served in order", async () => {
  let made = 0;
  const lanes = new EnginePool(() => ++made, 2);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const calls = ["a", "b", "c", "d"].map((name) =>
    lanes.with(async (engine) => {
      log.push(`${name}${engine}`);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    }),
  );
  await turn();
  expect(log).toEqual(["a1", "b2"]);
  ends[1]?.();
  await turn();
  expect(log).toEqual(["a1", "b2", "c2"]);
  ends[0]?.();
  await turn();
  expect(log).toEqual(["a1", "b2", "c2", "d1"]);
  for (const end of ends) end();
  expect(await Promise.all(calls)).toEqual(["a", "b", "c", "d"]);
});

test("the one that was used last comes first", async () => {
  let made = 0;
  const lanes = new EnginePool(() => ++made, 9);
  const used = () => lanes.with(async (engine) => engine);
  expect(await Promise.all([used(), used()])).toEqual([1, 2]);
  expect([await used(), await used()]).toEqual([2, 2]);
});

test("a call that fails gives back what it had", async () => {
  const lanes = new EnginePool(() => 1, 1);
  await expect(lanes.with(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await lanes.with(async (engine) => engine)).toBe(1);
});

test("one that cannot be made fails the call, and no other", async () => {
  let broken = true;
  const lanes = new EnginePool(() => {
    if (broken) throw new Error("no memory");
    return 1;
  }, 1);
  await expect(lanes.with(async (engine) => engine)).rejects.toThrow("no memory");
  broken = false;
  expect(await lanes.with(async (engine) => engine)).toBe(1);
});
