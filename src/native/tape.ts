/** The language of the tape: native/core/tape.hpp and node.hpp have the same names. */

/** The version of all that crosses the border; it goes up with every change, on both sides. */
export const FORMAT = 8;

/** What the addon makes of a validator. */
export const Kind = {
  anything: 0,
  allOf: 1,
  bigInteger: 2,
  boolean: 3,
  constant: 4,
  deferred: 5,
  dict: 6,
  floating: 7,
  integer: 8,
  lazyRef: 9,
  list: 10,
  oneOf: 11,
  string: 12,
  tuple: 13,
} as const;

/** A bit beside the kind of a validator whose values have a mark in front of them. */
export const TAGGED = 0x100;

/** Marks in place of an integer. */
export const Mark = {
  number: -0x80000000,
  null: -0x7fffffff,
  digits: -0x7ffffffe,
  negativeDigits: -0x7ffffffd,
  noString: -1,
  nullContainer: -2,
  leftContainer: -3,
  leftSteps: -1,
  judged: 0,
  left: 1,
  extraKey: -1,
  endOfMembers: -2,
  /** From here down: so many keys of that shape, then others; see `cutObject` in tape.hpp. */
  cut: -4,
  /** From here up: a bit for each key of the schema that has come in its order; the lowest says that others follow. */
  subset: 16,
} as const;

/** How a value of no known type is written. */
export const Form = { null: 0, no: 1, yes: 2, number: 3, string: 4, json: 5, array: 6, object: 7 } as const;

/** What stands at the head of the integers. */
export const Head = {
  size: 0,
  purpose: 1,
  maxDepth: 2,
  maxErrors: 3,
  unit: 4,
  verdict: 5,
  deferred: 6,
  /** The greatest depths of what was deferred. */
  depth: 7,
  frames: 8,
  references: 9,
} as const;
export const HEAD_SIZE = 16;

export const Purpose = { value: 0, verdict: 1, failures: 2 } as const;
export const Verdict = { none: -1, valid: 0, invalid: 1, rejudge: 2, tape: 3 } as const;
export const Unit = { bytes: 0, utf16: 1 } as const;
