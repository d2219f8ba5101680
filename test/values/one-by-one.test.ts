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

test("it is a generator to the runtime", async () => {
  const generator = sourceOf([[2], [3]], []).taken();
  expect(generator[Symbol.asyncIterator]()).toBe(generator);
  expect(String(generator)).toBe("[object AsyncGenerator]");
  const items: unknown[] = [];
  for await (const item of generator) items.push(item);
  expect(items).toEqual([2, 3]);
});
