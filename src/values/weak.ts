/**
 * Weak references. Runtimes without them, as Cloudflare Workers with a compatibility date before 2025-05-05, keep the
 * objects instead.
 */

/** Returns a reference that does not keep its target, if the runtime has such. */
export const weakly = <T extends object>(target: T): Pick<WeakRef<T>, "deref"> =>
  typeof WeakRef === "undefined" ? { deref: () => target } : new WeakRef(target);

/** Returns a registry that calls `act` after an object has gone; undefined if the runtime does not say so. */
export const whenGone = <T>(act: (held: T) => void): FinalizationRegistry<T> | undefined =>
  typeof FinalizationRegistry === "undefined" ? undefined : new FinalizationRegistry(act);
