type Schedule = (callback: () => void) => unknown;

// Browsers have no setImmediate and clamp timers to a few milliseconds, which is rare enough here.
const { setImmediate: schedule = setTimeout as Schedule } = globalThis as { setImmediate?: Schedule };

/** Resolves after other callbacks that are ready have run. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => schedule(resolve));
