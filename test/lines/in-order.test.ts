import { describe, expect, test } from "vitest";
import { inOrder, type Load } from "../../src/lines/in-order.ts";

const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

async function* count(to: number) {
  for (let item = 0; item < to; item++) yield item;
}

type Work<R> = Load<number, R>["work"];

/** So many items at the same time, at most; nothing is done here. */
const atOnce = <R>(most: number, work: Work<R>): Load<number, R> => ({
  work,
  workHere: () => expect.fail("nothing is to be done here"),
  most,
  least: most,
  isFarAhead: () => true,
});

async function all<T>(results: AsyncIterable<T>, found: T[] = []): Promise<T[]> {
  for await (const result of results) found.push(result);
  return found;
}

describe("work in order", () => {
  test("gives results in the order of the items, however long each takes", async () => {
    const results = inOrder(
      count(20),
      atOnce(4, async (item) => wait((item * 7) % 5).then(() => item)),
    );
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
    await all(inOrder(count(20), atOnce(most, work)));
    expect(peak).toBe(most);
  });

  test("does not hold a result back until the next item comes", async () => {
    async function* slow() {
      yield 1;
      await new Promise(() => {});
    }
    const results = inOrder(
      slow(),
      atOnce(3, async (item) => item),
    );
    expect(await results.next()).toEqual({ value: 1, done: false });
  });

  test("throws what an item fails with in its place", async () => {
    const found: number[] = [];
    const work = async (item: number) => {
      await wait(item === 3 ? 0 : 3);
      if (item >= 3) throw new Error(`item ${item}`);
      return item;
    };
    await expect(all(inOrder(count(9), atOnce(4, work)), found)).rejects.toThrow("item 3");
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
        inOrder(
          failing(),
          atOnce(4, async (item) => wait(5).then(() => item)),
        ),
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
    for await (const _ of inOrder(items(), atOnce(3, work))) break;
    expect([ended, running]).toEqual([true, 0]);
  });

  describe("is done here too where others have all they may have", () => {
    /** Others take two milliseconds. */
    const shared = (here: (item: number) => string, most = 1): Load<number, string> => ({
      ...atOnce(most, async (item) => wait(2).then(() => `there ${item}`)),
      isFarAhead: () => false,
      workHere: async (item) => wait(0).then(() => here(item)),
    });

    test("and nothing waits for it", async () => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const load: Load<number, string> = {
        ...shared((item) => {
          if (item === 2) release();
          return `here ${item}`;
        }),
        // Others have the first item until two more are done here.
        work: async (item) => released.then(() => `there ${item}`),
      };
      const found = await all(inOrder(count(6), load));
      expect(found.map((text) => text.split(" ")[1])).toEqual(["0", "1", "2", "3", "4", "5"]);
      expect(found.slice(0, 3)).toEqual(["there 0", "here 1", "here 2"]);
    });

    test("and what it throws comes in its place", async () => {
      const found: string[] = [];
      const here = (item: number): string => expect.fail(`item ${item}`);
      await expect(all(inOrder(count(6), shared(here, 2)), found)).rejects.toThrow("item 2");
      expect(found).toEqual(["there 0", "there 1"]);
    });

    test("unless results wait that take too much memory", async () => {
      let waiting = 0;
      const done: string[] = [];
      const load = shared((item) => `here ${item}`);
      const results = inOrder(count(20), {
        ...load,
        isFarAhead: () => waiting >= 3,
        work: (item) => {
          waiting++;
          return load.work(item);
        },
        workHere: (item) => {
          waiting++;
          return load.workHere(item);
        },
      });
      for await (const result of results) {
        expect(waiting--).toBeLessThanOrEqual(3);
        done.push(result);
      }
      expect(done).toHaveLength(20);
    });
  });
});
