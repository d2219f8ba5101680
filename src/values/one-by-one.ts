/** Items that an async generator makes many at a time, handed out one by one. */

/** Returns the next of some items, or a promise of it; undefined if there are no more. */
export type Take<Item> = () => Item | Promise<Item> | undefined;

/**
 * An async generator of the items of each `Take` that the source yields. An item at hand costs one promise: a generator
 * makes several for each, which takes longer than validating a short line. If taking an item throws, the source gets
 * the error where it waits. Calls are answered in order, as those of any generator.
 */
export function oneByOne<Item>(source: AsyncGenerator<Take<Item>, void>): AsyncGenerator<Item, void, undefined> {
  let take: Take<Item> = nothing;
  let taken: ReturnType<Take<Item>>;
  /** Calls that the generator has yet to answer. */
  let waiting = 0;
  async function* items(): AsyncGenerator<Item, void, undefined> {
    try {
      for (let next = await source.next(); !next.done; next = await source.next()) {
        take = next.value;
        for (;;) {
          const item = taken ?? take();
          taken = undefined;
          if (item === undefined) break;
          yield item;
        }
      }
    } catch (error) {
      await source.throw(error);
    } finally {
      take = nothing;
      await source.return();
    }
  }
  const generator = items();
  const counted = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    waiting++;
    const count = (): void => void waiting--;
    answer.then(count, count);
    return answer;
  };
  const { next, return: end, throw: fail } = generator;
  return Object.assign(generator, {
    next(): Promise<IteratorResult<Item, void>> {
      if (waiting > 0) return counted(next.call(generator));
      try {
        taken = take();
      } catch (error) {
        return counted(fail.call(generator, error));
      }
      if (taken === undefined || taken instanceof Promise) return counted(next.call(generator));
      const value = taken;
      taken = undefined;
      return Promise.resolve({ done: false, value });
    },
    return: () => counted(end.call(generator)),
    throw: (error: unknown) => counted(fail.call(generator, error)),
  });
}

const nothing = (): undefined => undefined;
