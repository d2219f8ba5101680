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

/** How much is done at once. */
export interface Load<T> {
  /** Batches under way, at most; asked whenever one might begin. */
  most(): number;
  /** With fewer than these, a batch does not wait until it is full. */
  readonly least: number;
  isFull(batch: readonly T[]): boolean;
}

/**
 * Has `work` done on batches of items, several at once. A result is given out as soon as those before it have been, and does
 * not wait for more items. What a batch, or the source of the items, fails with comes in its place.
 */
export async function* inOrder<T, R>(
  items: AsyncIterator<T, void>,
  work: (batch: readonly T[]) => Promise<R>,
  { most, least, isFull }: Load<T>,
): AsyncGenerator<R, void> {
  const running: Promise<Settled<R>>[] = [];
  let batch: T[] = [];
  let next: Promise<Settled<IteratorResult<T, void>>> | undefined;
  let end: { readonly error?: unknown } | undefined;
  try {
    while (end === undefined || batch.length > 0 || running.length > 0) {
      const isWhole = batch.length > 0 && (end !== undefined || isFull(batch));
      if (batch.length > 0 && running.length < (isWhole ? most() : least)) {
        running.push(settled(work(batch)));
        batch = [];
        continue;
      }
      const [head] = running;
      if (end === undefined && !isWhole) {
        next ??= settled(items.next());
        const outcome = head === undefined ? await next : await Promise.race([next, head.then(() => undefined)]);
        if (outcome !== undefined) {
          next = undefined;
          if ("error" in outcome) end = outcome;
          else if (outcome.value.done) end = {};
          else batch.push(outcome.value.value);
          continue;
        }
      }
      if (head !== undefined) {
        const outcome = await head;
        running.shift();
        yield valueOf(outcome);
      }
    }
    if ("error" in end) throw end.error;
  } finally {
    // Not awaited: it may wait for an item that never comes. What fails now is not what the caller wants to know.
    if (end === undefined) items.return?.().catch(() => {});
    await Promise.all(running);
  }
}
