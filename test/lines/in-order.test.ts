import { describe, expect, test } from "vitest";
import { inOrder } from "../../src/lines/in-order.ts";

const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

async function* count(to: number) {
  for (let item = 0; item < to; item++) yield item;
}

/** One item at a time. */
const single = (most: number) => ({ most: () => most, least: most, isFull: () => true });

async function all<T>(results: AsyncIterable<T>, found: T[] = []): Promise<T[]> {
  for await (const result of results) found.push(result);
  return found;
}

describe("work in order", () => {
  test("gives results in the order of the items, however long each takes", async () => {
    const results = inOrder(count(20), async ([item = 0]) => wait((item * 7) % 5).then(() => item), single(4));
    expect(await all(results)).toEqual(Array.from(Array(20).keys()));
  });

  test.each([1, 2, 5])("does no more than %d things at once, and that many", async (most) => {
    let running = 0;
    let peak = 0;
    const work = async () => {
      peak = Math.max(peak, ++running);
      await wait(2);
      running--;
    };
    await all(inOrder(count(20), work, single(most)));
    expect(peak).toBe(most);
  });

  test("does not hold a result back until the next item comes", async () => {
    async function* slow() {
      yield 1;
      await new Promise(() => {});
    }
    const results = inOrder(slow(), async ([item]) => item, single(3));
    expect(await results.next()).toEqual({ value: 1, done: false });
  });

  test("throws what an item fails with in its place", async () => {
    const found: number[] = [];
    const work = async ([item = 0]: readonly number[]) => {
      await wait(item === 3 ? 0 : 3);
      if (item >= 3) throw new Error(`item ${item}`);
      return item;
    };
    await expect(all(inOrder(count(9), work, single(4)), found)).rejects.toThrow("item 3");
    expect(found).toEqual([0, 1, 2]);
  });

  test("throws what the items fail with after the results before it", async () => {
    async function* failing() {
      yield* [1, 2];
      throw new Error("no more");
    }
    const found: number[] = [];
    await expect(
      all(
        inOrder(failing(), async ([item]) => wait(5).then(() => item), single(4)),
        found,
      ),
    ).rejects.toThrow("no more");
    expect(found).toEqual([1, 2]);
  });

  test("that is no longer wanted ends the items, and has ended itself", async () => {
    let ended = false;
    let running = 0;
    async function* items() {
      try {
        for (;;) yield 1;
      } finally {
        ended = true;
      }
    }
    const work = async () => {
      running++;
      await wait(3);
      running--;
    };
    for await (const _ of inOrder(items(), work, single(3))) break;
    expect([ended, running]).toEqual([true, 0]);
  });

  test("hands out full batches while there is work, and what there is to whoever would have none", async () => {
    const ends: (() => void)[] = [];
    const batches: (readonly number[])[] = [];
    const work = (batch: readonly number[]) => {
      batches.push(batch);
      return new Promise<readonly number[]>((done) => ends.push(() => done(batch)));
    };
    const isFull = (batch: readonly number[]) => batch.length === 3;
    const results = all(inOrder(count(12), work, { most: () => 4, least: 2, isFull }));
    await wait(5);
    expect(batches).toEqual([[0], [1], [2, 3, 4], [5, 6, 7]]);
    for (let at = 0; at < 5; at++) {
      ends[at]?.();
      await wait(1);
    }
    expect(batches.slice(4)).toEqual([[8, 9, 10], [11]]);
    ends[5]?.();
    expect((await results).flat()).toEqual(Array.from(Array(12).keys()));
  });

  test("does not let a batch wait for more items where there is no other work", async () => {
    const batches: (readonly number[])[] = [];
    async function* slow() {
      yield* [0, 1, 2];
      await wait(20);
      yield 3;
    }
    const work = async (batch: readonly number[]) => {
      batches.push(batch);
      await wait(2);
    };
    await all(inOrder(slow(), work, { most: () => 4, least: 1, isFull: () => false }));
    expect(batches).toEqual([[0], [1, 2], [3]]);
  });

  test("throws what the items fail with after the batch before it", async () => {
    async function* failing() {
      yield* [0, 1, 2];
      throw new Error("no more");
    }
    const found: (readonly number[])[] = [];
    const work = async (batch: readonly number[]) => wait(2).then(() => batch);
    const results = inOrder(failing(), work, { most: () => 4, least: 1, isFull: () => false });
    await expect(all(results, found)).rejects.toThrow("no more");
    expect(found).toEqual([[0], [1, 2]]);
  });
});
