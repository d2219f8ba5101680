/** Work on several things at once, whose results come in the order of the things. */

/** What became of a promise. */
type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/** Watches a promise. */
class Watched<T> {
  /** There once the promise has settled. */
  outcome: Outcome<T> | undefined;
  /** Resolves then. */
  readonly settled: Promise<void>;

  /** @param tell is called then. */
  constructor(promise: Promise<T>, tell: () => void) {
    const settle = (outcome: Outcome<T>): void => {
      this.outcome = outcome;
      tell();
    };
    this.settled = promise.then(
      (value) => settle({ value }),
      (error) => settle({ error }),
    );
  }
}

function valueOf<T>(outcome: Outcome<T>): T {
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

/** Who works on items, and on how many at once. */
export interface Load<T, R> {
  /** Has others work on it. */
  work(item: T): Promise<R>;
  /** Works on it at once: what there is to do in place of waiting. Lets other work have its turn. */
  workHere(item: T): Promise<R>;
  /** How many items others have, most often. With as many, this one works too. */
  readonly most: number;
  /** How many they need, as there are so many of them. */
  readonly least: number;
  /** Results that wait for one before them take so much memory that there are to be no more but `least`. */
  isFarAhead(): boolean;
}

/**
 * Has work done on items, several at once. A result is given out as soon as those before it have been, and does not wait for
 * more items. What work on an item, or the source of the items, fails with comes in its place.
 *
 * What can be done first is done: to give out a result, to hand over an item, to read one, to work here, to wait.
 */
export async function* inOrder<T, R>(items: AsyncIterator<T, void>, load: Load<T, R>): AsyncGenerator<R, void> {
  /** Items whose results have not been given out. */
  const begun: Watched<R>[] = [];
  /** How many of them others work on, or will. */
  let busy = 0;
  let item: { readonly value: T } | undefined;
  let next: Watched<IteratorResult<T, void>> | undefined;
  let end: { readonly error?: unknown } | undefined;
  let wake = (): void => {};
  try {
    while (end === undefined || item !== undefined || begun.length > 0) {
      const head = begun[0]?.outcome;
      if (head !== undefined) {
        begun.shift();
        yield valueOf(head);
        continue;
      }
      const isFarAhead = load.isFarAhead();
      if (item !== undefined && (isFarAhead ? begun.length < load.least : busy < load.most)) {
        busy++;
        const done = (): void => {
          busy--;
          wake();
        };
        begun.push(new Watched(load.work(item.value), done));
        item = undefined;
        continue;
      }
      if (item === undefined && end === undefined) next ??= new Watched(items.next(), () => wake());
      if (next?.outcome !== undefined) {
        const { outcome } = next;
        next = undefined;
        if ("error" in outcome) end = outcome;
        else if (outcome.value.done) end = {};
        else item = { value: outcome.value.value };
      } else if (item !== undefined && !isFarAhead) {
        const own = new Watched(load.workHere(item.value), () => {});
        begun.push(own);
        item = undefined;
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
