/**
 * Where the library means to differ from the original (ValidX 0.6.1), line by line.
 *
 * A line about validation is not a pattern that differences have to fit: it can be undone. `original/` holds what the
 * original does instead, and a case is explained by the fewest lines that, undone, give the original's answer exactly,
 * to the last value, context and order: so a line cannot hide anything but itself. Lines about the rest of the
 * interface say of a field of a record whether it is their doing.
 */
import { Validator } from "../../src/index.ts";
import { type Mismatch, Thrown } from "./api/mismatch.ts";
import { isTaggedAs } from "./tagged-json.ts";

/** One difference that is meant. */
export interface Difference {
  /** What the library decides about otherwise. */
  readonly decision: string;
  readonly reason: string;
  /** For records of the interface: whether this is the line's doing. */
  readonly explains?: (mismatch: Mismatch) => boolean;
}

const isThrown = (value: unknown, raises: string, message: RegExp): boolean =>
  value instanceof Thrown && value.raises === raises && message.test(value.message);
const isValidator = (value: unknown): boolean => value instanceof Validator;
const text = ({ record }: Mismatch): string => JSON.stringify(record);
/** The names of the parameters a record gives, with their values. */
const parameters = ({ record }: Mismatch): [string, unknown][] =>
  Object.entries((record.kw ?? record.schema ?? record.params ?? {}) as object);
const updates = ({ record }: Mismatch): [string, unknown][] => Object.entries((record.update ?? {}) as object);

const lines = {
  booleans: {
    decision: "Int, Float",
    reason:
      "True is 1 in Python. Here a boolean is no integer, number or timestamp, and equal to no number; 0.8 began to say so too.",
    explains: (mismatch) =>
      isThrown(mismatch.ours, "TypeError", /should be of type (?:integer|number|integer or number)$/) &&
      (typeof mismatch.record.value === "boolean" ||
        parameters(mismatch).some(([, value]) => typeof value === "boolean")),
  },
  "one number type": {
    decision: "Int, Float",
    reason: "5.0 is 5: an integer for Bool and for Type, and every integer is a number.",
    explains: ({ record, expected, ours }) =>
      isThrown(expected, "TypeError", /of type integer(?:, got number)?$/) &&
      isValidator(ours) &&
      record.class === "Int",
  },
  "big integers": {
    decision: "Int, Float",
    reason:
      "Float and Type refuse a bigint beyond 2^53 - 1, which would lose digits as a number. Int takes it with bigint, without it not even as a limit.",
    explains: (mismatch) =>
      isThrown(mismatch.ours, "TypeError", /of type integer$/) && text(mismatch).includes('"$int"'),
  },
  "infinite integers": {
    decision: "Int, Float",
    reason: "An infinity is no integer: InvalidTypeError, where int() ends in an OverflowError.",
  },
  "bytes are no text": {
    decision: "Int, Float",
    reason: "coerce reads strings; int() and float() read bytes too.",
  },
  "coerced text": {
    decision: "Str",
    reason:
      "coerce makes text of numbers and booleans as JavaScript writes them, and refuses null, bytes and objects; str() takes anything.",
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
    reason:
      "\\w \\d \\b are ASCII in JavaScript and Unicode in Python; \\s has U+FEFF here and U+001C to U+001F there.",
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
    explains: ({ record, ours }) =>
      record.function === "expect_mapping" &&
      isThrown(ours, "TypeError", /of type object$/) &&
      isTaggedAs("$mapping", record.value),
  },
  "disposed keys": {
    decision: "Dict",
    reason:
      "A key of the schema that is in dispose is always missing: it has to be optional or have a default, or the schema is refused.",
  },
  "multikeys once": {
    decision: "Dict",
    reason: "A key with n values is validated once, not n times with n times the errors.",
  },
  "extra never overwrites": {
    decision: "Dict",
    reason: "An extra key that becomes one of the schema, or one that has come, is forbidden: it would take its place.",
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
    decision: "List, Tuple, Set",
    reason: "An array is what Array.isArray takes, and a Set is one too for Set; an instance of another class is none.",
  },
  "one array type": {
    decision: "List, Tuple",
    reason: "Lists and tuples are arrays: Const and Type cannot tell them apart.",
    explains: (mismatch) =>
      ["reload_equal", "equal_to_original", "failure"].includes(mismatch.field) && text(mismatch).includes('"$tuple"'),
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
  "values without order": {
    decision: "Type",
    reason:
      "A value that cannot be compared with a limit is an InvalidTypeError; in Python `<` ends the call in a TypeError.",
    explains: ({ field, ours }) => field === "call" && String(ours).startsWith("expected TypeError: '<' not supported"),
  },
  "Type refuses null": {
    decision: "Type",
    reason: "null needs nullable, also for the class of all objects, as in 0.8.",
    explains: ({ record, field }) => field === "call" && record.class === "Type" && record.value === null,
  },
  "Const keeps its value": {
    decision: "Const",
    reason: "Const(null) and Const(false) keep their value in dumps and texts, and differ, as in 0.8.1.",
    explains: (mismatch) =>
      /"__class__":"Const","value":(?:null|false)|"class":"Const","args":\[false\]/.test(text(mismatch)),
  },
  "NaN in parameters": {
    decision: "Float, Const",
    reason: "A limit NaN, which nothing meets, is refused; a Const of NaN is equal to one made the same way.",
    explains: ({ record, ours }) =>
      isThrown(ours, "ValueError", /should not be NaN$/) ||
      (record.kind === "eq" && JSON.stringify(record).includes("nan")),
  },
  "checked at construction": {
    decision: "Str",
    reason:
      "An unknown encoding and a pattern that is none are refused when the validator is made, not when it is first needed.",
    explains: ({ ours }) => isThrown(ours, "ValueError", /^Unknown encoding /),
  },
  "ISO 8601 texts": {
    decision: "Dates",
    reason: "Limits of dates may be given as text, so that dumps are JSON.",
    explains: (mismatch) =>
      isThrown(mismatch.expected, "TypeError", /\.(?:min|max) should be of type (?:date|time|datetime)$/) &&
      isValidator(mismatch.ours),
  },
  "time zones by name": {
    decision: "Dates",
    reason: "A time zone is its name.",
    explains: (mismatch) =>
      isThrown(mismatch.expected, "TypeError", /\.tz should be of type/) &&
      isValidator(mismatch.ours) &&
      typeof parameters(mismatch)[0]?.[1] === "string",
  },
  "parsers of dates": {
    decision: "Dates",
    reason:
      "A parser of Datetime may return a date, which is its midnight; in the original the call ends in an AttributeError.",
    explains: ({ record, ours }) => record.class === "Datetime" && String(ours).startsWith("expected AttributeError"),
  },
  "arguments of Tuple": {
    decision: "Tuple, AllOf, OneOf",
    reason:
      "Tuple([a, b], params) and Tuple(a, b, params) are forms of the constructor: a last argument that is no validator is the parameters.",
    explains: ({ record, ours }) =>
      isThrown(ours, "TypeError", /^(?:Tuple|OneOf) parameters should be an object$/) ||
      (record.class === "Tuple" && isValidator(ours) && Array.isArray((record.args as unknown[])[0])),
  },
  "nullable pipelines": {
    decision: "Tuple, AllOf, OneOf",
    reason: "AllOf and OneOf take nullable, as other validators do.",
    explains: ({ expected, ours }) =>
      isThrown(expected, "TypeError", /^(?:AllOf|OneOf) got an unexpected parameter 'nullable'$/) && isValidator(ours),
  },
  "sets are arrays": {
    decision: "dump",
    reason: "A dump is JSON: a set is an array in it, and so it is in the message about a member that is not there.",
    explains: ({ expected, ours }) =>
      isThrown(expected, "KeyError", / in set at /) && isThrown(ours, "ValueError", / in array at /),
  },
  "paths with slashes": {
    decision: "clone",
    reason: "The older forms of an update, /a/b and unset=, give no warnings.",
    explains: ({ field }) => field === "warnings",
  },
  "paths that lead nowhere": {
    decision: "clone",
    reason: "A path that leads nowhere is a KeyError that names it; the original does nothing.",
    explains: ({ expected, ours }) => expected === "no failure" && isThrown(ours, "KeyError", /^'.*' leads nowhere: /),
  },
  "parameters that are not set": {
    decision: "clone",
    reason: "What is added to a parameter that is not set is all there is of it; the original does nothing.",
  },
  "several signs": {
    decision: "clone",
    reason: "The sign at the end of a path is one character, so that keys may end in one.",
    explains: (mismatch) => updates(mismatch).some(([key]) => key.endsWith("++")),
  },
  "updates by type": {
    decision: "clone",
    reason:
      "An update that is no object, text for an array, an array for an object, a new value of an index: TypeError.",
    explains: ({ record, expected, ours }) =>
      record.kind === "clone" &&
      ours instanceof Thrown &&
      ours.raises === "TypeError" &&
      /^(?:The update of '\w*' should be an (?:array|object)|Int got an unexpected parameter '0')$/.test(
        ours.message,
      ) &&
      (expected === "no failure" ||
        isThrown(expected, "AttributeError", /'list'/) ||
        isThrown(expected, "TypeError", /items\[2\]/)),
  },
  "names of classes": {
    decision: "load",
    reason: "The name of a class is text: anything else is a name that is not registered.",
    explains: ({ expected, ours }) =>
      isThrown(expected, "TypeError", /^unhashable/) && isThrown(ours, "KeyError", /is not registered$/),
  },
  "a message for every class": {
    decision: "Errors",
    reason: "Every error class has a default message; the original shows the text form of the abstract ones.",
    explains: ({ record, field }) =>
      field === "format" &&
      ["MappingKeyError", "ConditionError"].includes((record.error as { class: string } | undefined)?.class ?? ""),
  },
  templates: {
    decision: "Errors",
    reason: "A template shows the context as text, and one that is none is a TypeError.",
    explains: ({ record, ours }) =>
      record.kind === "formatter" &&
      (JSON.stringify(record).includes("{0.context}") || isThrown(ours, "TypeError", /^The template of/)),
  },
  "not given is undefined": {
    decision: "Contracts",
    reason: "A parameter that is not given is undefined.",
    explains: ({ record, field, expected, ours }) =>
      record.kind === "contracts" && field === "result" && expected === null && ours === undefined,
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
