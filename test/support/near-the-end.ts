/** Calls a function where most of the stack is used up. */

/** How many calls of `descend` the stack has room for. */
let most: number | undefined;

function descend<T>(levels: number, act: () => T): T {
  if (levels <= 0) return act();
  const result = descend(levels - 1, act);
  // No tail call.
  return result;
}

function measured(): number {
  let levels = 0;
  const count = (): void => {
    levels++;
    count();
  };
  try {
    count();
  } catch {
    // It is used up.
  }
  let [low, high] = [0, 2 * levels];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    try {
      descend(middle, () => undefined);
      low = middle;
    } catch {
      high = middle;
    }
  }
  return low;
}

/** @param part of the stack, at most 1. */
export function near<T>(part: number, act: () => T): T {
  most ??= measured();
  return descend(Math.floor(most * part), act);
}
