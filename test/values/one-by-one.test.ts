import fc from "fast-check";
import { expect, test } from "vitest";
import { oneByOne, type Take } from "../../src/values/one-by-one.ts";
import { sweep } from "../support/sweep.ts";

const FAULT = new Error("fault");

/** A source of groups of items, of which 0 and 1 are faults and the odd ones come later. Logs what happens in it. */
function sourceOf(groups: readonly (readonly number[])[], log: unknown[]) {
  const guarded = async function* <Item>(each: (group: readonly number[]) => Iterable<Item>) {
    log.push("open");
    try {
      for (const group of groups) {
        await Promise.resolve();
        for (const item of each(group)) yield item;
      }
    } catch (error) {
      log.push(error);
      throw error;
    } finally {
      await Promise.resolve();
      log.push("closed");
    }
  };
  const valid = (item: number): number => {
    if (item < 2) throw FAULT;
    return item;
  };
  const later = async (item: number): Promise<number> => {
    await Promise.resolve();
    return valid(item);
  };
  const given = (item: number): number | Promise<number> => (item % 2 === 1 ? later(item) : valid(item));
  const taking = (group: readonly number[]): Take<number> => {
    const items = [...group];
    return () => (items.length === 0 ? undefined : given(items.shift() as number));
  };
  return {
    plain: () =>
      guarded(function* (group) {
        for (const item of group) yield given(item);
      }),
    taken: () => oneByOne(guarded<Take<number>>((group) => [taking(group)])),
  };
}

interface Call {
  readonly call: "next" | "return" | "throw";
  readonly waits: boolean;
}

const call = fc.constantFrom<Call["call"][]>("next", "next", "next", "next", "return", "throw");
const calls = fc.array(fc.record<Call>({ call, waits: fc.boolean() }), { maxLength: 12 });
const groups = fc.array(fc.array(fc.nat(20), { maxLength: 4 }), { maxLength: 4 });

test("calls have the answers of a generator of the items, in the same order", async () => {
  const answersOf = async (generator: AsyncGenerator<unknown, void>, made: readonly Call[]): Promise<unknown[]> => {
    const answers: unknown[] = [];
    const pending = [];
    for (const [index, { call, waits }] of made.entries()) {
      const answer = call === "throw" ? generator.throw(new Error("given")) : generator[call]();
      const settled = answer.then(
        (value) => answers.push([index, value]),
        (error) => answers.push([index, error]),
      );
      pending.push(settled);
      if (waits) await settled;
    }
    await Promise.all(pending);
    return answers;
  };
  await fc.assert(
    fc.asyncProperty(groups, calls, async (items, made) => {
      const happened: { plain: unknown[]; taken: unknown[] } = { plain: [], taken: [] };
      const expected = await answersOf(sourceOf(items, happened.plain).plain(), made);
      expect(await answersOf(sourceOf(items, happened.taken).taken(), made)).toEqual(expected);
      expect(happened.taken).toEqual(happened.plain);
    }),
    { numRuns: sweep(500, 10_000) },
  );
});

/** A source of what the functions give, one after another; logs what it is told. */
const sourceIn = async function* (log: unknown[], takes: readonly Take<number>[]): AsyncGenerator<Take<number>, void> {
  try {
    for (const take of takes) yield take;
    log.push("end");
  } catch (error) {
    log.push(error);
    throw error;
  } finally {
    log.push("closed");
  }
};
const listed = (...items: (number | Promise<number> | (() => number | Promise<number>))[]): Take<number> => {
  return () => {
    const item = items.shift();
    return typeof item === "function" ? item() : item;
  };
};
const rest = async (generator: AsyncGenerator<number, void>): Promise<number[]> => {
  const items: number[] = [];
  for await (const item of generator) items.push(item);
  return items;
};

test("the items of all groups come one by one, those that are promises when they are there", async () => {
  const log: unknown[] = [];
  const groups = [listed(), listed(1, 2, Promise.resolve(3), 4), listed(), listed(Promise.resolve(5)), listed(6)];
  expect(await rest(oneByOne(sourceIn(log, groups)))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(log).toEqual(["end", "closed"]);
});

test("calls that are made at once are answered in order", async () => {
  const generator = oneByOne(sourceIn([], [listed(1, 2, Promise.resolve(3)), listed(4)]));
  const answers = await Promise.all(Array.from({ length: 6 }, () => generator.next()));
  expect(answers.map(({ value }) => value)).toEqual([1, 2, 3, 4, undefined, undefined]);
  expect(answers.map(({ done }) => done)).toEqual([false, false, false, false, true, true]);
  const other = oneByOne(sourceIn([], [listed(1, 2, 3)]));
  await other.next();
  const [, end, after] = await Promise.all([other.next(), other.return(), other.next()]);
  expect([end, after]).toEqual(Array(2).fill({ done: true, value: undefined }));
});

test("an item at hand takes one promise: it is there in the next turn", async () => {
  const generator = oneByOne(sourceIn([], [listed(1, 2, 3)]));
  await generator.next();
  const order: string[] = [];
  const turn = Promise.resolve().then(() => order.push("turn"));
  const item = generator.next().then(({ value }) => order.push(`item ${value}`));
  await Promise.all([item, turn]);
  expect(order).toEqual(["turn", "item 2"]);
  const items = [generator.next().then(() => order.push("item")), Promise.resolve().then(() => order.push("turn"))];
  await Promise.all(items);
  expect(order.slice(2)).toEqual(["item", "turn"]);
});

const thrown = (): never => {
  throw FAULT;
};
test.each<[what: string, items: (number | (() => Promise<number>))[]]>([
  ["the first", [thrown]],
  ["one at hand", [1, thrown, 2]],
  ["one that comes later", [1, () => Promise.reject(FAULT), 2]],
])("what is thrown for %s is thrown in the source, and ends both", async (_, items) => {
  const log: unknown[] = [];
  const generator = oneByOne(sourceIn(log, [listed(...items), listed(3)]));
  for (let count = 1; count < items.length - 1; count++) expect((await generator.next()).value).toBe(count);
  await expect(generator.next()).rejects.toBe(FAULT);
  expect(log).toEqual([FAULT, "closed"]);
  expect(await generator.next()).toEqual({ done: true, value: undefined });
});

test("an error of the source is that of the call", async () => {
  const broken = async function* (): AsyncGenerator<Take<number>, void> {
    yield listed(1);
    throw FAULT;
  };
  const generator = oneByOne(broken());
  expect((await generator.next()).value).toBe(1);
  await expect(generator.next()).rejects.toBe(FAULT);
});

test("a source is closed by whoever leaves early, whose items at hand are gone", async () => {
  for (const end of ["return", "throw"] as const) {
    const log: unknown[] = [];
    const generator = oneByOne(sourceIn(log, [listed(1, 2)]));
    expect((await generator.next()).value).toBe(1);
    const ended = end === "return" ? generator.return() : generator.throw(FAULT);
    if (end === "return") expect(await ended).toEqual({ done: true, value: undefined });
    else await expect(ended).rejects.toBe(FAULT);
    expect(log.at(-1)).toBe("closed");
    expect(await generator.next()).toEqual({ done: true, value: undefined });
  }
});

test("it is a generator to the runtime", async () => {
  const generator = sourceOf([[2], [3]], []).taken();
  expect(generator[Symbol.asyncIterator]()).toBe(generator);
  expect(String(generator)).toBe("[object AsyncGenerator]");
  const items: unknown[] = [];
  for await (const item of generator) items.push(item);
  expect(items).toEqual([2, 3]);
});
