/**
 * What the Fallbacks of a call have replaced: a tree by the structure of the value. Its nodes are never changed, so
 * memoized results share them. Reports only call their methods, so programs without a Fallback do not include this
 * file.
 */
import type { PathNode } from "../errors/context.ts";
import type { ValidationError } from "../errors/errors.ts";
import { type Failure, placedAt } from "./failure.ts";

/** A replaced value, or what was replaced in a member. */
export interface Replaced {
  /** The depth of the container whose member it is. */
  readonly depth: number;
  /**
   * Puts what was replaced in the member `key`, the last ones of `all`, into one node.
   * @param depth that of the container.
   */
  place(all: Replaced[], key: PathNode, depth: number): void;
  /**
   * Calls `tell` for each replaced value.
   * @param make makes the error of failures; see `Report.isSingle`.
   * @param keys lead to the container.
   */
  tell(
    make: (failures: readonly Failure[], isSingle: boolean) => ValidationError,
    tell: (error: ValidationError, value: unknown) => void,
    keys: readonly PathNode[],
  ): void;
}

function place(all: Replaced[], key: PathNode, depth: number): void {
  let from = all.length;
  while (from > 0 && (all[from - 1] as Replaced).depth === depth) from--;
  if (from < all.length) all.push(inMember(depth - 1, key, all.splice(from)));
}

const inMember = (depth: number, key: PathNode, inner: readonly Replaced[]): Replaced => ({
  depth,
  place,
  tell(make, tell, keys) {
    for (const one of inner) one.tell(make, tell, [...keys, key]);
  },
});

/**
 * A value that a Fallback has replaced.
 * @param failures what was wrong with it.
 * @param value the replacement.
 */
export const replacedBy = (
  value: unknown,
  depth: number,
  failures: readonly Failure[],
  isSingle: boolean,
): Replaced => ({
  depth,
  place,
  tell(make, tell, keys) {
    const placed = failures.map((failure) => placedAt(keys, failure));
    tell(make(placed, isSingle), value);
  },
});
