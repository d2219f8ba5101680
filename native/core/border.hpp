// What both sides of the border to TypeScript call by number: written by scripts/border.mjs from native/border.json.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// clang-format off
namespace validlib {

// Both sides must have the same: the number of the table that this file was written from.
inline constexpr std::int32_t formatVersion = 1526384998;

// Integers in front of the tape.
inline constexpr std::size_t headSize = 17;

// Bytes behind the text that the addon may read.
inline constexpr std::size_t textPadding = 64;

// Integers of the smallest tape: it has room for no value.
inline constexpr std::size_t leastTape = 16;

// Beside the kind of a validator: its values may be delegated, and a mark in front of them says so.
inline constexpr std::int32_t mayDelegateBit = 256;

// Keys of a Dict that have a bit in `Mark.subset`: the first.
inline constexpr std::int32_t subsetKeys = 29;

// Bytes that each string takes among those that come more than once.
inline constexpr std::size_t repeatWidth = 16;

// How many numbers `ItemPart` names.
inline constexpr std::size_t itemParts = 4;

// Integers about each column in front of what was filled.
inline constexpr std::size_t columnHead = 8;

// Shapes that a Dict has at most, the order of its schema among them.
inline constexpr std::int32_t maxShapes = 16;

// Classes of validators that the addon knows. It delegates all others to their own checks.
enum class Class : std::uint8_t {
  AllOf = 0,
  Any = 1,
  Bool = 2,
  Const = 3,
  Date = 4,
  Datetime = 5,
  Dict = 6,
  Float = 7,
  Int = 8,
  LazyRef = 9,
  List = 10,
  OneOf = 11,
  Set = 12,
  Str = 13,
  Time = 14,
  Tuple = 15,
  If = 16,
  Not = 17,
  Closed = 18,
};

// False when there is none of that name.
inline bool classNamed(std::string_view name, Class& into) noexcept {
  constexpr std::array<std::string_view, 19> names = {
    "AllOf",
    "Any",
    "Bool",
    "Const",
    "Date",
    "Datetime",
    "Dict",
    "Float",
    "Int",
    "LazyRef",
    "List",
    "OneOf",
    "Set",
    "Str",
    "Time",
    "Tuple",
    "If",
    "Not",
    "Closed",
  };
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != name) continue;
    into = static_cast<Class>(i);
    return true;
  }
  return false;
}

// What the addon makes of a validator.
enum class Kind : std::uint8_t {
  anything = 0,
  allOf = 1,
  bigInteger = 2,
  boolean = 3,
  constant = 4,
  delegated = 5,
  dict = 6,
  floating = 7,
  integer = 8,
  lazyRef = 9,
  list = 10,
  oneOf = 11,
  string = 12,
  tuple = 13,
  moment = 14,  // a text that the validator's own check makes a date, a time or both of
  set = 15,  // a list that the builder makes a Set of, without items that are equal to an earlier one
  structure = 16,  // a constant that is an array or an object
  sequence = 17,  // several validators of one value, inside a Dict: no validator of a plan
  negation = 18,
  conditional = 19,
  closed = 20,
};

// Marks in place of an integer.
namespace mark {
inline constexpr std::int32_t number = -2147483648;  // the value is the next double
inline constexpr std::int32_t null = -2147483647;  // the value is null
inline constexpr std::int32_t digits = -2147483646;  // the value is a bigint: its digits follow, a string
inline constexpr std::int32_t negativeDigits = -2147483645;  // the same, with a minus in front
// The value is a bigint of 64 bits: they are those of the next double.
inline constexpr std::int32_t word = -2147483644;
// A string that is null; or one that came before, if the end behind it is not 0.
inline constexpr std::int32_t noString = -1;
inline constexpr std::int32_t nullContainer = -2;  // an array or object that is null
// An array or object that is delegated whole to its validator's own check.
inline constexpr std::int32_t delegatedContainer = -3;
inline constexpr std::int32_t delegatedSteps = -1;  // in place of a step's number: the same for a OneOf
inline constexpr std::int32_t handled = 0;  // in front of a value that might have been delegated, and was not
inline constexpr std::int32_t delegated = 1;  // and was
inline constexpr std::int32_t extraKey = -1;  // in place of a key's number: its text follows
// The same, from here down: the number of the last pattern that the key matches, subtracted; its text follows.
inline constexpr std::int32_t patternKey = -3;
inline constexpr std::int32_t endOfMembers = -2;  // of an object that is no shape to its end
// From here down: so many keys of that shape, then others; see cutObject in tape.hpp.
inline constexpr std::int32_t cut = -4;
// From here up: a bit for each key of the schema that has come in its order; the lowest says that others follow.
inline constexpr std::int32_t subset = 16;
}  // namespace mark

// How a value of no known type is written; the last two stand in failures only.
namespace form {
inline constexpr std::int32_t null = 0;
inline constexpr std::int32_t no = 1;
inline constexpr std::int32_t yes = 2;
inline constexpr std::int32_t number = 3;
inline constexpr std::int32_t string = 4;
inline constexpr std::int32_t json = 5;
inline constexpr std::int32_t array = 6;
inline constexpr std::int32_t object = 7;
}  // namespace form

// What stands at the head of the integers.
enum Head : std::size_t {
  size = 0,  // of the text, in bytes
  purpose = 1,
  maxDepth = 2,
  maxErrors = 3,
  unit = 4,
  verdict = 5,
  delegated = 6,  // how many values and defaults are delegated; the greatest depths they stand at:
  depth = 7,  // levels of the text
  schemaDepth = 8,  // validators inside each other
  references = 9,  // references that count theirs
  offset = 10,  // of the first character that makes the text not JSON
  line = 11,
  column = 12,
  repeats = 13,  // 1 where strings of a value are sought that come more than once, else 0
  large = 14,  // 1 where the run has left large buffers in the addon, else 0
  texts = 15,  // how many texts of a batch were validated
  nested = 16,  // of a text that is refused: 1 where its errors are nested, and all of them are known, else 0
};

// What a run is for.
enum class Purpose : std::int32_t {
  value = 0,  // the tape, or the failures
  verdict = 1,  // neither
  failures = 2,  // the failures, with the delegated values among them
  columns = 3,  // of many texts: the tape, without learned shapes; columns are filled from it
};

// What a column keeps.
enum class ColumnData : std::int32_t {
  nothing = 0,  // all rows are null
  bits = 1,
  int32 = 2,
  int64 = 3,
  float64 = 4,
  texts = 5,  // offsets, and bytes
  structure = 6,  // columns of its members
  list = 7,  // offsets, and the column of its items
};

// An array of a column.
enum class ColumnPart : std::uint32_t {
  validity = 0,
  values = 1,
  offsets = 2,
};

// How a value of the tape gets into its column. In front of each is the number of the column.
enum class ColumnRead : std::int32_t {
  nothing = 0,  // the value is null
  integer = 1,
  bigInteger = 2,
  floating = 3,
  nullableFloating = 4,
  boolean = 5,
  string = 6,
  option = 7,
  number = 8,  // a constant
  zero = 9,  // the constant 0, or -0
  text = 10,  // a constant
  structure = 11,
  list = 12,
  choice = 13,
  handled = 14,  // a mark is in front of the value
};

// What a run has come to.
enum class Verdict : std::int32_t {
  none = -1,  // there was no run yet
  valid = 0,
  invalid = 1,
  fallBack = 2,  // the addon has no verdict: the call falls back to the pure engine
  tape = 3,  // the tape is too small
  notJson = 4,  // the text is not JSON; where is at the head
};

// The verdict on one of many lines.
enum class LineVerdict : std::uint32_t {
  valid = 0,
  invalid = 1,
  blank = 2,  // nothing but white space
  undecided = 3,  // isJson must validate it
};

// Where in an item of an array a chunk ended, in numbers; the last three are 0 or 1.
namespace itemPart {
inline constexpr std::int32_t depth = 0;  // how many brackets are open
inline constexpr std::int32_t inString = 1;
inline constexpr std::int32_t escaped = 2;  // behind a backslash in a string
inline constexpr std::int32_t hasContent = 3;  // the item has more than white space so far
}  // namespace itemPart

// What offsets of failures count.
enum class Unit : std::uint8_t {
  bytes = 0,
  utf16 = 1,
};

// Why a record of a failure was made.
enum class Reason : std::int32_t {
  value = 0,  // the node's own check says why it refuses the value
  delegated = 1,  // not a failure yet: the node's own check decides
  minLength = 2,  // number: the length
  maxLength = 3,  // number: the length
  tupleLength = 4,  // number: the length
  depth = 5,  // number: the depth
  missingKey = 6,  // number: the key, which is not on the path
  defaulted = 7,  // not a failure yet: the default of that key must be made and checked
  forbiddenKey = 8,  // the key is the last of the path
  pattern = 9,  // the value does not match it; no check runs the pattern again
  options = 10,  // the value is none of them, but matches the pattern
  tag = 11,  // the value, the last of the path, is none of the OneOf's tags
  missingTag = 12,  // there is no tag; it is not on the path
  format = 13,  // the value is not of it; no check runs the pattern again
  forbiddenValue = 14,
  ambiguous = 15,  // number: a bit for each step that passes
  minMatches = 16,  // number: how many items contains accepts
  maxMatches = 17,  // number: the same
  duplicateItem = 18,  // the value is equal to the item of that number; no check compares them again
  requiredKey = 19,  // number: the key among those of exhaustive and required; it is not on the path
  dependentKey = 20,  // number: the key among all of dependent_required; it is not on the path
};

// What a path of a failure is made of.
enum class PathKind : std::int32_t {
  index = 0,  // of an array: number
  key = 1,  // of a schema: the number of the key, and the Dict's node
  unknownKey = 2,  // of the text: a string
  extraKey = 3,
  extraValue = 4,
  step = 5,  // of a OneOf: number
  tag = 6,  // the discriminator of a OneOf: 0, and its node
  stepInOrder = 7,  // of an AllOf: number
  branch = 8,  // of an If: 1 or 2, and its node
  dependent = 9,  // no element: the key among those of dependent_schemas, and the Dict's node
};

// How it is put together:
//   plan: {root: dump, aliases: {alias: dump}, properties?: {end: code point, sets: {name: [first, behind the last,
//   ...]}}}
//   compiled: for each validator: kind, and mayDelegateBit
//   integer: value | number, and the next double | null
//   bigInteger: value | word | (digits | negativeDigits) begin end | null
//   floating: the next double; nullable: number or null in front
//   string: begin end | noString 0 | noString repeated; with options: the number of the option, or noString; where
//   mayDelegateBit is set: handled in front, or delegated value
//   repeated: where it ends among those that come more than once; it begins at a multiple of repeatWidth
//   moment: begin end | noString 0
//   boolean: 1 | 0 | null
//   constant: nothing; for 0: 1 when it was -0
//   structure: as value
//   list: length items | nullContainer | delegatedContainer value
//   set: as list
//   tuple: items; nullable: 0 or nullContainer in front
//   dict: shape values | cutObject values members | subsetObject values members? | nullContainer | delegatedContainer
//   value
//   members: (number value | extraKey begin end value | patternKey - pattern begin end value)* endOfMembers
//   allOf: the last step's; where mayDelegateBit is set: handled, or delegated value
//   oneOf: step value | delegatedSteps value; nullable, or with a discriminator: nullContainer too
//   conditional: 0 value | 1, and the consequent's | 2, and the alternate's
//   negation: as value
//   closed: the item's; where mayDelegateBit is set: handled, or delegated value
//   value: form, then: number: the next double; string, json: begin end
//   chunk: begin < -1: at -2 - begin in the UTF-16 chunk; end < 0: ~end, in the next chunk. For columns: begin and end
//   in the text; begin < -1: at -2 - begin in what was decoded
//   failures: behind the head, in the array of the tape or in one of their own: truncated count failure*
//   columns: for each, those inside it behind it: data and how many are inside it
//   filled: for each column: rows nulls, and the offset and the size of its validity, its values and its offsets;
//   behind all of them these bytes, each at a multiple of 8
//   columnRead: column and how; behind it, for number: the low and the high half of a double, or of an integer of 64
//   bits where the column has those; text: how many bytes, and each; structure: how many keys, and for each what to
//   read where it is missing, and where it is not; list, handled: what to read; choice: how many steps, and what to
//   read for each
//   failure: reason node number collected offset line column form a b size (kind a b)*, the innermost item first
//   learned: (size key*)*
//   lines: (end lines verdict)*
//   blocks: (numbers lines)*
//   extent: lineFeeds characters, those behind the last line feed

}  // namespace validlib
// clang-format on
