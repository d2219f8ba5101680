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
    decision: "Int, Float",
    reason:
      "True is 1 in Python. Here a boolean is no integer, number or timestamp, and equal to no number; 0.8 began to say so too.",
  },
  "one number type": {
    decision: "Int, Float",
    reason: "5.0 is 5: an integer for Bool and for Type, and every integer is a number.",
  },
  "big integers": {
    decision: "Int, Float",
    reason:
      "A bigint beyond 2^53 - 1, as a value or as text, would lose digits as a number: InvalidTypeError. A limit is a number.",
  },
  "infinite integers": {
    decision: "Int, Float",
    reason: "An infinity is no integer: InvalidTypeError, where int() ends in an OverflowError.",
  },
  "bytes are no text": {
    decision: "Int, Float",
    reason: "coerce reads strings; int() and float() read bytes too.",
  },
  "ASCII digits": {
    decision: "Int, Float",
    reason: "coerce reads the digits 0 to 9; int() and float() read those of every script.",
  },
  "no negative zero": {
    decision: "-0",
    reason: "-0 becomes 0, or 1 / x would tell two equal results apart.",
  },
  "regular expressions": {
    decision: "Str",
    reason:
      "Patterns are JavaScript's: no (?i) (?x) (?P<name>) \\A \\Z, `$` not before a last line break, `.` no U+2028.",
  },
  "ASCII classes": {
    decision: "Str",
    reason: "\\w \\d \\b are ASCII in JavaScript and Unicode in Python; \\s has U+FEFF in JavaScript.",
  },
  "encodings of the web": {
    decision: "Str",
    reason: "An encoding is TextDecoder's: windows-1251 has a character for the byte 0x98, Python's cp1251 has none.",
  },
  "timestamps out of range": {
    decision: "Dates",
    reason:
      "A timestamp outside the years 1 to 9999 is a MinValueError or MaxValueError, as in 0.8, where fromtimestamp() fails.",
  },
  "today in the time zone": {
    decision: "Dates",
    reason: "For Date with tz, today is the date there (as since 0.7), not that of the process.",
  },
  "lengths of the input": {
    decision: "Dict",
    reason: "minlen and maxlen count the keys of the input (specification, rule 9), not those of the result.",
  },
  mappings: {
    decision: "Dict",
    reason: "A mapping is a plain object, a Map or a multi-value mapping; an instance of another class is none.",
  },
  "multikeys once": {
    decision: "Dict",
    reason: "A key with n values is validated once, not n times with n times the errors.",
  },
  "result keys": {
    decision: "Dict",
    reason: "A result is a plain object: keys are strings, and those that look like indexes come first.",
  },
  "indexes as keys": {
    decision: "Dict",
    reason: "A schema is a plain object: keys that look like indexes come first, so their errors do too.",
  },
  "keys in contexts": {
    decision: "Dict",
    reason:
      "A key in a context is a string or a number; any other is there as text, null included, which is no key in Python.",
  },
  sequences: {
    decision: "List, Tuple",
    reason: "An array is what Array.isArray takes; an instance of another class is none.",
  },
  "one array type": {
    decision: "List, Tuple",
    reason: "Lists and tuples are arrays: Const and Type cannot tell them apart.",
  },
  "unique by structure": {
    decision: "List, Tuple",
    reason:
      "unique compares by structure, so lists and objects can be compared; Python raises TypeError for what has no hash.",
  },
  "depth counter": {
    decision: "LazyRef",
    reason:
      "A branch that failed leaves no trace; in the original each failure lets later siblings go one level deeper.",
  },
  constructors: {
    decision: "Type",
    reason:
      "coerce calls JavaScript's Number, String, Boolean, which refuse and round other values than Python's int, str, bool.",
  },
  "objects have no length": {
    decision: "Type",
    reason: "A plain object has no length that minlen and maxlen could count.",
  },
  "Type refuses null": {
    decision: "Type",
    reason: "null needs nullable, also for the class of all objects, as in 0.8.",
  },
  "order of contexts": {
    decision: "Errors",
    reason:
      "Contexts are sorted node by node, indexes as numbers; the original sorts by the text of the nodes: 10 before 2.",
  },
  "formatting leaves order": {
    decision: "Errors",
    reason: "formatError sorts a copy; format_error sorts the error it is given.",
  },
} as const satisfies Record<string, Difference>;

/** The name of a line. */
export type LineId = keyof typeof lines;

export const differences: Readonly<Record<LineId, Difference>> = lines;
export const lineIds = Object.keys(lines) as LineId[];

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
