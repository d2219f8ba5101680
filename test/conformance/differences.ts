/**
 * Where the library means to differ from the original (ValidX 0.6.1), line by line.
 *
 * A line is not a pattern that a difference has to fit: it can be undone. `original/` holds, for every line of
 * behaviour, what the original does instead; a case is explained by the smallest set of lines that, undone, gives the
 * original's answer exactly, to the last value, context and order. So a line cannot hide anything but itself.
 */

/** One difference that is meant. */
export interface Difference {
  /** The bullet of the design it comes from. */
  readonly decision: string;
  readonly reason: string;
}

const lines = {
  booleans: {
    decision: "Int, Float, Dates: booleans are not numbers",
    reason: "True is 1 in Python; here a boolean is no integer, no number, no timestamp and equal to none (0.8 half agrees)",
  },
  "one number type": {
    decision: "Int, Float: number is one type",
    reason: "5.0 is 5: it is an integer for Bool and Type, and Type(Number) takes either",
  },
} as const satisfies Record<string, Difference>;

/** The name of a line. */
export type LineId = keyof typeof lines;

export const differences: Readonly<Record<LineId, Difference>> = lines;
export const lineIds = Object.keys(lines) as LineId[];

let undone: ReadonlySet<LineId> = new Set();

/** Whether the original's behaviour is to be had in place of the line's. */
export const isUndone = (id: LineId): boolean => undone.has(id);

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
