/** How much of the stack is left, for recursions as deep as a schema is nested. */

/** So many values, of eight bytes each, are more than some levels of any recursion need. */
const ROOM = 8_192;
let values: readonly unknown[] | undefined;
const nothing = (): boolean => true;

/**
 * Returns whether the stack has room for some more levels. Near its end, V8 ends the process if it has to compile a
 * regular expression.
 */
export function hasRoom(): boolean {
  try {
    values ??= Array.from({ length: ROOM });
    // The arguments are put on the stack.
    return Reflect.apply(nothing, undefined, values as unknown[]);
  } catch {
    return false;
  }
}

/** The same, looked at every fourth level only. */
export const hasRoomAt = (depth: number): boolean => depth % 4 !== 0 || hasRoom();

/** Returns whether an error says that the stack is used up. */
const isOverflow = (error: unknown): boolean =>
  error instanceof Error && /^(?:Maximum call stack size exceeded|too much recursion)/.test(error.message);

/**
 * Calls a function that recurs.
 * @throws what `tooDeep` returns, if it uses up the stack.
 */
export function withinStack<T>(recur: () => T, tooDeep: () => Error): T {
  try {
    return recur();
  } catch (error) {
    throw isOverflow(error) ? tooDeep() : error;
  }
}

/** A recursion that is run without the stack: it yields those whose results it needs, and gets the results. */
// biome-ignore lint/suspicious/noExplicitAny: what is yielded gives a result of a type of its own
export type Recursion<T> = Generator<Recursion<unknown>, T, any>;

/** Runs a recursion, however deep it is. What one of them throws ends all of them. */
export function unstacked<T>(recursion: Recursion<T>): T {
  const open: Recursion<unknown>[] = [recursion];
  let result: unknown;
  for (let one = open.at(-1); one !== undefined; one = open.at(-1)) {
    const { done, value } = one.next(result);
    if (done) {
      open.pop();
      result = value;
    } else {
      open.push(value);
      result = undefined;
    }
  }
  return result as T;
}
