/** Work on several things at once, whose results come in the order of the things. */

/** What became of a promise that somebody waits for. */
type Settled<T> = { readonly value: T } | { readonly error: unknown };

const settled = <T>(promise: Promise<T>): Promise<Settled<T>> =>
  promise.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );

function valueOf<T>(outcome: Settled<T>): T {
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

/**
 * Has `work` done on at most `most` items at once. A result is given out as soon as those before it have been, and does not
 * wait for more items. What an item, or the source of the items, fails with comes in its place.
 */
export async function* inOrder<T, R>(
  items: AsyncIterator<T, void>,
  work: (item: T) => Promise<R>,
  most: number,
): AsyncGenerator<R, void> {
  const running: Promise<Settled<R>>[] = [];
  let next: Promise<Settled<IteratorResult<T, void>>> | undefined;
  let isDone = false;
  try {
    while (!isDone || running.length > 0) {
      const [head] = running;
      if (!isDone && running.length < most) {
        next ??= settled(items.next());
        const outcome = head === undefined ? await next : await Promise.race([next, head.then(() => undefined)]);
        if (outcome !== undefined) {
          next = undefined;
          if ("error" in outcome) {
            isDone = true;
            running.push(Promise.resolve(outcome));
          } else if (outcome.value.done) isDone = true;
          else running.push(settled(work(outcome.value.value)));
          continue;
        }
      }
      if (head !== undefined) {
        const outcome = await head;
        running.shift();
        yield valueOf(outcome);
      }
    }
  } finally {
    // Not awaited: it may wait for an item that never comes. What fails now is not what the caller wants to know.
    if (!isDone) items.return?.().catch(() => {});
    await Promise.all(running);
  }
}
