/**
 * Evaluated members: the keys and indexes of the current value that validators have looked at, for `Closed`. Inside one,
 * the report has a log of them; each container adds to it when it passes, and what a refused step has added is removed.
 */

/** In a log: all members. */
export const ALL: unique symbol = Symbol("all");
