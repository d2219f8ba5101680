/** Where a failure is. */
import type { PathNode } from "../core/errors/context.ts";

/** Keys, indexes and markers from a value to the failing one, outermost first. They share their ends. */
export interface Path {
  readonly key: PathNode;
  readonly inner: Path | undefined;
  readonly length: number;
}
