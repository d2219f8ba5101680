/** The language of the border between TypeScript and C++. scripts/border.mjs writes it from native/border.json. */

/** Both sides must have the same: the number of the table that this file was written from. */
export const FORMAT = 1526384998;

/** Integers in front of the tape. */
export const HEAD_SIZE = 17;

/** Bytes behind the text that the addon may read. */
export const TEXT_PADDING = 64;

/** Integers of the smallest tape: it has room for no value. */
export const LEAST_TAPE = 16;

/** Beside the kind of a validator: its values may be delegated, and a mark in front of them says so. */
export const MAY_DELEGATE_BIT = 256;

/** Keys of a Dict that have a bit in `Mark.subset`: the first. */
export const SUBSET_KEYS = 29;

/** Bytes that each string takes among those that come more than once. */
export const REPEAT_WIDTH = 16;

/** How many numbers `ItemPart` names. */
export const ITEM_PARTS = 4;

/** Integers about each column in front of what was filled. */
export const COLUMN_HEAD = 8;

/** Shapes that a Dict has at most, the order of its schema among them. */
export const MAX_SHAPES = 16;

/** Classes of validators that the addon knows. It delegates all others to their own checks. */
export const Class = {
  AllOf: 0,
  Any: 1,
  Bool: 2,
  Const: 3,
  Date: 4,
  Datetime: 5,
  Dict: 6,
  Float: 7,
  Int: 8,
  LazyRef: 9,
  List: 10,
  OneOf: 11,
  Set: 12,
  Str: 13,
  Time: 14,
  Tuple: 15,
  If: 16,
  Not: 17,
  Closed: 18,
} as const;

/** What the addon makes of a validator. */
export const Kind = {
  anything: 0,
  allOf: 1,
  bigInteger: 2,
  boolean: 3,
  constant: 4,
  delegated: 5,
  dict: 6,
  floating: 7,
  integer: 8,
  lazyRef: 9,
  list: 10,
  oneOf: 11,
  string: 12,
  tuple: 13,
  /** A text that the validator's own check makes a date, a time or both of. */
  moment: 14,
  /** A list that the builder makes a Set of, without items that are equal to an earlier one. */
  set: 15,
  /** A constant that is an array or an object. */
  structure: 16,
  /** Several validators of one value, inside a Dict: no validator of a plan. */
  sequence: 17,
  negation: 18,
  conditional: 19,
  closed: 20,
} as const;

/** Marks in place of an integer. */
export const Mark = {
  /** The value is the next double. */
  number: -2147483648,
  /** The value is null. */
  null: -2147483647,
  /** The value is a bigint: its digits follow, a string. */
  digits: -2147483646,
  /** The same, with a minus in front. */
  negativeDigits: -2147483645,
  /** The value is a bigint of 64 bits: they are those of the next double. */
  word: -2147483644,
  /** A string that is null; or one that came before, if the end behind it is not 0. */
  noString: -1,
  /** An array or object that is null. */
  nullContainer: -2,
  /** An array or object that is delegated whole to its validator's own check. */
  delegatedContainer: -3,
  /** In place of a step's number: the same for a OneOf. */
  delegatedSteps: -1,
  /** In front of a value that might have been delegated, and was not. */
  handled: 0,
  /** And was. */
  delegated: 1,
  /** In place of a key's number: its text follows. */
  extraKey: -1,
  /** The same, from here down: the number of the last pattern that the key matches, subtracted; its text follows. */
  patternKey: -3,
  /** Of an object that is no shape to its end. */
  endOfMembers: -2,
  /** From here down: so many keys of that shape, then others; see cutObject in tape.hpp. */
  cut: -4,
  /** From here up: a bit for each key of the schema that has come in its order; the lowest says that others follow. */
  subset: 16,
} as const;

/** How a value of no known type is written; the last two stand in failures only. */
export const Form = {
  null: 0,
  no: 1,
  yes: 2,
  number: 3,
  string: 4,
  json: 5,
  array: 6,
  object: 7,
} as const;

/** What stands at the head of the integers. */
export const Head = {
  /** Of the text, in bytes. */
  size: 0,
  purpose: 1,
  maxDepth: 2,
  maxErrors: 3,
  unit: 4,
  verdict: 5,
  /** How many values and defaults are delegated; the greatest depths they stand at:. */
  delegated: 6,
  /** Levels of the text. */
  depth: 7,
  /** Validators inside each other. */
  schemaDepth: 8,
  /** References that count theirs. */
  references: 9,
  /** Of the first character that makes the text not JSON. */
  offset: 10,
  line: 11,
  column: 12,
  /** 1 where strings of a value are sought that come more than once, else 0. */
  repeats: 13,
  /** 1 where the run has left large buffers in the addon, else 0. */
  large: 14,
  /** How many texts of a batch were validated. */
  texts: 15,
  /** Of a text that is refused: 1 where its errors are nested, and all of them are known, else 0. */
  nested: 16,
} as const;

/** What a run is for. */
export const Purpose = {
  /** The tape, or the failures. */
  value: 0,
  /** Neither. */
  verdict: 1,
  /** The failures, with the delegated values among them. */
  failures: 2,
  /** Of many texts: the tape, without learned shapes; columns are filled from it. */
  columns: 3,
} as const;

/** What a column keeps. */
export const ColumnData = {
  /** All rows are null. */
  nothing: 0,
  bits: 1,
  int32: 2,
  int64: 3,
  float64: 4,
  /** Offsets, and bytes. */
  texts: 5,
  /** Columns of its members. */
  structure: 6,
  /** Offsets, and the column of its items. */
  list: 7,
} as const;

/** An array of a column. */
export const ColumnPart = {
  validity: 0,
  values: 1,
  offsets: 2,
} as const;

/** How a value of the tape gets into its column. In front of each is the number of the column. */
export const ColumnRead = {
  /** The value is null. */
  nothing: 0,
  integer: 1,
  bigInteger: 2,
  floating: 3,
  nullableFloating: 4,
  boolean: 5,
  string: 6,
  option: 7,
  /** A constant. */
  number: 8,
  /** The constant 0, or -0. */
  zero: 9,
  /** A constant. */
  text: 10,
  structure: 11,
  list: 12,
  choice: 13,
  /** A mark is in front of the value. */
  handled: 14,
} as const;

/** What a run has come to. */
export const Verdict = {
  /** There was no run yet. */
  none: -1,
  valid: 0,
  invalid: 1,
  /** The addon has no verdict: the call falls back to the pure engine. */
  fallBack: 2,
  /** The tape is too small. */
  tape: 3,
  /** The text is not JSON; where is at the head. */
  notJson: 4,
} as const;

/** The verdict on one of many lines. */
export const LineVerdict = {
  valid: 0,
  invalid: 1,
  /** Nothing but white space. */
  blank: 2,
  /** IsJson must validate it. */
  undecided: 3,
} as const;

/** Where in an item of an array a chunk ended, in numbers; the last three are 0 or 1. */
export const ItemPart = {
  /** How many brackets are open. */
  depth: 0,
  inString: 1,
  /** Behind a backslash in a string. */
  escaped: 2,
  /** The item has more than white space so far. */
  hasContent: 3,
} as const;

/** What offsets of failures count. */
export const Unit = {
  bytes: 0,
  utf16: 1,
} as const;

/** Why a record of a failure was made. */
export const Reason = {
  /** The node's own check says why it refuses the value. */
  value: 0,
  /** Not a failure yet: the node's own check decides. */
  delegated: 1,
  /** Number: the length. */
  minLength: 2,
  /** Number: the length. */
  maxLength: 3,
  /** Number: the length. */
  tupleLength: 4,
  /** Number: the depth. */
  depth: 5,
  /** Number: the key, which is not on the path. */
  missingKey: 6,
  /** Not a failure yet: the default of that key must be made and checked. */
  defaulted: 7,
  /** The key is the last of the path. */
  forbiddenKey: 8,
  /** The value does not match it; no check runs the pattern again. */
  pattern: 9,
  /** The value is none of them, but matches the pattern. */
  options: 10,
  /** The value, the last of the path, is none of the OneOf's tags. */
  tag: 11,
  /** There is no tag; it is not on the path. */
  missingTag: 12,
  /** The value is not of it; no check runs the pattern again. */
  format: 13,
  forbiddenValue: 14,
  /** Number: a bit for each step that passes. */
  ambiguous: 15,
  /** Number: how many items contains accepts. */
  minMatches: 16,
  /** Number: the same. */
  maxMatches: 17,
  /** The value is equal to the item of that number; no check compares them again. */
  duplicateItem: 18,
  /** Number: the key among those of exhaustive and required; it is not on the path. */
  requiredKey: 19,
  /** Number: the key among all of dependent_required; it is not on the path. */
  dependentKey: 20,
} as const;

/** What a path of a failure is made of. */
export const PathKind = {
  /** Of an array: number. */
  index: 0,
  /** Of a schema: the number of the key, and the Dict's node. */
  key: 1,
  /** Of the text: a string. */
  unknownKey: 2,
  extraKey: 3,
  extraValue: 4,
  /** Of a OneOf: number. */
  step: 5,
  /** The discriminator of a OneOf: 0, and its node. */
  tag: 6,
  /** Of an AllOf: number. */
  stepInOrder: 7,
  /** Of an If: 1 or 2, and its node. */
  branch: 8,
  /** No element: the key among those of dependent_schemas, and the Dict's node. */
  dependent: 9,
} as const;
