import { expect, test } from "vitest";
import { Lanes } from "../../src/native/lanes.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("no more are made than allowed, and whoever waits is served in order", async () => {
  let made = 0;
  const lanes = new Lanes(() => ++made, 2);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const calls = ["a", "b", "c", "d"].map((name) =>
    lanes.with(async (lane) => {
      log.push(`${name}${lane}`);
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
  const lanes = new Lanes(() => ++made, 9);
  const used = () => lanes.with(async (lane) => lane);
  expect(await Promise.all([used(), used()])).toEqual([1, 2]);
  expect([await used(), await used()]).toEqual([2, 2]);
});

test("a call that fails gives back what it had", async () => {
  const lanes = new Lanes(() => 1, 1);
  await expect(lanes.with(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await lanes.with(async (lane) => lane)).toBe(1);
});

test("one that cannot be made fails the call, and no other", async () => {
  let broken = true;
  const lanes = new Lanes(() => {
    if (broken) throw new Error("no memory");
    return 1;
  }, 1);
  await expect(lanes.with(async (lane) => lane)).rejects.toThrow("no memory");
  broken = false;
  expect(await lanes.with(async (lane) => lane)).toBe(1);
});
