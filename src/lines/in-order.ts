/** Work on several things at once, whose results come in the order of the things. */

/** What became of a promise. */
type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/** A promise, and its outcome when there is one. */
interface Pending<T> {
  outcome?: Outcome<T>;
  readonly settled: Promise<void>;
}

function pending<T>(promise: Promise<T>, settle: () => void): Pending<T> {
  const set = (outcome: Outcome<T>): void => {
    one.outcome = outcome;
    settle();
  };
  const one: Pending<T> = {
    settled: promise.then(
      (value) => set({ value }),
      (error) => set({ error }),
    ),
  };
  return one;
}

function valueOf<T>(outcome: Outcome<T>): T {
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

/** Who works on batches, and on how many at once. */
export interface Load<T, R> {
  /** Has others work on it. */
  work(batch: readonly T[]): Promise<R>;
  /** Works on it at once: what there is to do in place of waiting. Lets other work have its turn. */
  workHere(batch: readonly T[]): Promise<R>;
  /** Batches that others have, at most. */
  readonly most: number;
  /** With fewer of them, a batch does not wait until it is full. */
  readonly least: number;
  isFull(batch: readonly T[]): boolean;
  /** Results that wait for one before them take so much memory that there are to be no more. */
  isFarAhead(): boolean;
}

/**
 * Has work done on batches of items, several at once. A result is given out as soon as those before it have been, and does
 * not wait for more items. What a batch, or the source of the items, fails with comes in its place.
 */
export async function* inOrder<T, R>(items: AsyncIterator<T, void>, load: Load<T, R>): AsyncGenerator<R, void> {
  /** What has not been given out. */
  const begun: Pending<R>[] = [];
  /** How many of them others have. */
  let busy = 0;
  let batch: T[] = [];
  let next: Pending<IteratorResult<T, void>> | undefined;
  let end: { readonly error?: unknown } | undefined;
  let wake = (): void => {};
  try {
    while (end === undefined || batch.length > 0 || begun.length > 0) {
      const head = begun[0]?.outcome;
      if (head !== undefined) {
        begun.shift();
        yield valueOf(head);
        continue;
      }
      const isWhole = batch.length > 0 && (end !== undefined || load.isFull(batch));
      const isFarAhead = load.isFarAhead();
      const mayBegin = isFarAhead ? begun.length < load.least : busy < load.most;
      if (mayBegin && (isWhole || (batch.length > 0 && busy < load.least))) {
        busy++;
        const done = (): void => {
          busy--;
          wake();
        };
        begun.push(pending(load.work(batch), done));
        batch = [];
        continue;
      }
      if (next === undefined && !isWhole && end === undefined) next = pending(items.next(), () => wake());
      if (next?.outcome !== undefined) {
        const item = next.outcome;
        next = undefined;
        if ("error" in item) end = item;
        else if (item.value.done) end = {};
        else batch.push(item.value.value);
      } else if (isWhole && !isFarAhead) {
        const own = pending(load.workHere(batch), () => wake());
        begun.push(own);
        batch = [];
        await own.settled;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    if ("error" in end) throw end.error;
  } finally {
    // Not awaited: it may wait for an item that never comes. What fails now is not what the caller wants to know.
    if (end === undefined) items.return?.().catch(() => {});
    await Promise.all(begun.map(({ settled }) => settled));
  }
}
