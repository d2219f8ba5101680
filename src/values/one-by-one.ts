/** Items that an async generator makes many at a time, handed out one by one. */

/** Returns the next of some items, or a promise of it; undefined if there are no more. */
export type Take<Item> = () => Item | Promise<Item> | undefined;

type Answer<Item> = Promise<IteratorResult<Item, void>>;

/**
 * An async generator of the items of each `Take` that the source yields. An item at hand costs one promise: a generator
 * makes several for each, which takes longer than validating a short line. If taking an item throws, the source gets
 * the error where it waits. Calls are answered in order, as those of any generator.
 */
export function oneByOne<Item>(source: AsyncGenerator<Take<Item>, void>): AsyncGenerator<Item, void, undefined> {
  let take: Take<Item> = nothing;
  /** Calls that have to wait, and the promise that the last of them is answered. */
  let waiting = 0;
  let answered: Promise<unknown> = Promise.resolve();

  const later = (call: () => Answer<Item>): Answer<Item> => {
    waiting++;
    const answer = answered.then(call);
    const count = (): void => void waiting--;
    answered = answer.then(count, count);
    return answer;
  };
  const end = (ended: Promise<IteratorResult<Take<Item>, void>>): Answer<Item> => {
    take = nothing;
    return ended as Promise<IteratorReturnResult<void>>;
  };
  const advance = async (first?: ReturnType<Take<Item>>): Answer<Item> => {
    for (let taken = first; ; ) {
      try {
        taken ??= take();
        if (taken !== undefined) return { done: false, value: await taken };
      } catch (error) {
        return end(source.throw(error));
      }
      const next = await source.next();
      if (next.done) return end(Promise.resolve(next));
      take = next.value;
    }
  };
  const methods = {
    next(): Answer<Item> {
      if (waiting > 0) return later(() => advance());
      try {
        const taken = take();
        if (taken === undefined || taken instanceof Promise) return later(() => advance(taken));
        return Promise.resolve({ done: false, value: taken });
      } catch (error) {
        return later(() => end(source.throw(error)));
      }
    },
    return: (): Answer<Item> => later(() => end(source.return())),
    throw: (error: unknown): Answer<Item> => later(() => end(source.throw(error))),
  };
  // What the runtime gives generators, such as `Symbol.asyncDispose`.
  return Object.assign(Object.create(Object.getPrototypeOf(source)), methods);
}

const nothing = (): undefined => undefined;
