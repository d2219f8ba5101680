/** Lets other work have its turn. */

type Schedule = (callback: () => void) => unknown;

// Browsers have no setImmediate, and make a timer wait a few milliseconds: rarely enough.
const { setImmediate: schedule = setTimeout as Schedule } = globalThis as { setImmediate?: Schedule };

/** Resolves when what is ready to run has run. */
export const turn = (): Promise<void> => new Promise((resolve) => schedule(resolve));
