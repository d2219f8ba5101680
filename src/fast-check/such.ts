/** Values of an arbitrary that pass a test. As `filter` of fast-check, but it gives up where none is found. */
import fc from "fast-check";

/** An arbitrary with fewer valid values than one among these is refused, and certain to give one within the second. */
const PROBED = 500;
const MAX_ATTEMPTS = 10_000;
let most = MAX_ATTEMPTS;
/** All attempts for one value may be so many times as many: those for its parts multiply otherwise. */
const NESTED = 4;
let [depth, left] = [0, 0];
/** One of so many values is biased, where fast-check asks for none. */
const BIAS = 2;

class Such<T> extends fc.Arbitrary<T> {
  readonly #from: fc.Arbitrary<T>;
  readonly #test: (value: T) => boolean;
  readonly #what: string;

  constructor(from: fc.Arbitrary<T>, test: (value: T) => boolean, what: string) {
    super();
    this.#from = from;
    this.#test = test;
    this.#what = what;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    if (depth === 0) left = most * NESTED;
    depth++;
    try {
      for (let attempt = 0; attempt < most && left > 0; attempt++) {
        left--;
        // Biased values are small or extreme. Both kinds are tried, as all of one may be refused.
        const value = this.#from.generate(random, attempt % 2 === 1 ? undefined : (bias ?? BIAS));
        if (this.#test(value.value)) return value;
      }
    } finally {
      depth--;
    }
    throw new Error(`No value of ${this.#what} was found in ${most} attempts`);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#from.canShrinkWithoutContext(value) && this.#test(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#from.shrink(value, context).filter((one) => this.#test(one.value));
  }
}

/** @param what the name of the values, for the error if none is found. */
export const such = <T>(from: fc.Arbitrary<T>, test: (value: T) => boolean, what: string): fc.Arbitrary<T> =>
  new Such(from, test, what);

/**
 * Lists of distinct values. As `uniqueArray` of fast-check, which never ends if there are fewer values than it needs.
 * @param what the name of the values, for the error if there are too few.
 */
export function distinct<T>(
  item: fc.Arbitrary<T>,
  { minLength, maxLength }: { readonly minLength: number; readonly maxLength: number },
  isSame: (one: T, other: T) => boolean,
  what: string,
): fc.Arbitrary<T[]> {
  const first = (values: readonly T[], length: number): T[] =>
    values.filter((one, index) => values.findIndex((other) => isSame(one, other)) === index).slice(0, length);
  // Some of the values may be equal, so there are twice as many.
  const candidates = fc.array(item, { minLength: 2 * minLength, maxLength: 2 * maxLength });
  const all = fc
    .tuple(candidates, fc.integer({ min: minLength, max: maxLength }))
    .map(([values, n]) => first(values, n));
  return such(all, (values) => values.length >= minLength, what);
}

/** Returns whether a value is found at all. */
export function isPossible(arbitrary: fc.Arbitrary<unknown>): boolean {
  const before = most;
  most = PROBED;
  try {
    fc.sample(arbitrary, { numRuns: 1, seed: 0 });
    return true;
  } catch {
    return false;
  } finally {
    most = before;
  }
}
