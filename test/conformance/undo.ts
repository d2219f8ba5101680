/** Which lines of the differences are undone now. */
import type { LineId } from "./differences.ts";

let undone: ReadonlySet<LineId> = new Set();

/** Whether the original's behaviour is to be had in place of the line's. */
export const isUndone = (id: LineId): boolean => undone.has(id);

export const isAnyUndone = (): boolean => undone.size > 0;

/** Calls `call` with exactly the lines `ids` undone. */
export function withUndone<T>(ids: Iterable<LineId>, call: () => T): T {
  const before = undone;
  undone = new Set(ids);
  try {
    return call();
  } finally {
    undone = before;
  }
}
