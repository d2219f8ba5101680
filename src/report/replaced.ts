/**
 * What the Fallbacks of a call have replaced: a tree by the structure of the value. Its nodes are never changed, so
 * memoized results share them.
 */
import type { PathNode } from "../errors/context.ts";
import type { ValidationError } from "../errors/errors.ts";
import { copyOf, type Failure } from "./failure.ts";
import { joined, Path } from "./path.ts";

/** A value that a Fallback has replaced. */
export interface Use {
  /** The depth of the container whose member it is. */
  readonly depth: number;
  /** What was wrong with the value. */
  readonly failures: readonly Failure[];
  /** See `Report.isSingle`. */
  readonly isSingle: boolean;
  /** The replacement. */
  readonly value: unknown;
}

/** What was replaced in a member. */
interface InMember {
  /** The depth of the container whose member holds the container of this one. */
  readonly depth: number;
  readonly key: PathNode;
  readonly inner: readonly Replaced[];
}

export type Replaced = Use | InMember;

/**
 * Puts what was replaced in the member `key`, the last ones of `all`, into one node.
 * @param depth that of the container.
 */
export function placeReplaced(all: Replaced[], key: PathNode, depth: number): void {
  let from = all.length;
  while (from > 0 && (all[from - 1] as Replaced).depth === depth) from--;
  if (from < all.length) all.push({ depth: depth - 1, key, inner: all.splice(from) });
}

/**
 * Calls `tell` for each replaced value.
 * @param make makes the error of failures.
 */
export function tellReplaced(
  all: readonly Replaced[],
  make: (failures: readonly Failure[], isSingle: boolean) => ValidationError,
  tell: (error: ValidationError, value: unknown) => void,
  keys: readonly PathNode[] = [],
): void {
  for (const one of all) {
    if ("inner" in one) tellReplaced(one.inner, make, tell, [...keys, one.key]);
    else
      tell(
        make(
          one.failures.map((failure) => placed(failure, keys)),
          one.isSingle,
        ),
        one.value,
      );
  }
}

/** A copy of a failure, with these keys on the left of its path. */
function placed(failure: Failure, keys: readonly PathNode[]): Failure {
  const copy = copyOf(failure);
  const outer = keys.reduceRight<Path | undefined>((inner, key) => new Path(key, key, inner), undefined);
  copy.path = joined(outer, copy.path);
  return copy;
}
