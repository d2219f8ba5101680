/** Issues: the failures of a value as plain data, for programs, screens and responses. */

/** The types of `expected` and `actual`, by the code of the issue. */
export interface IssueValues {
  readonly validation: [expected: undefined, actual: undefined];
  readonly condition: [expected: unknown, actual: unknown];
  /** Names of types; for `Type`, the name of the class. A list, if several alternatives expect different ones. */
  readonly invalid_type: [expected: string | readonly string[], actual: string];
  readonly options: [expected: readonly unknown[], actual: unknown];
  readonly min_value: [expected: unknown, actual: unknown];
  readonly max_value: [expected: unknown, actual: unknown];
  readonly exclusive_min_value: [expected: unknown, actual: unknown];
  readonly exclusive_max_value: [expected: unknown, actual: unknown];
  readonly multiple: [expected: number | bigint, actual: number | bigint];
  readonly float_value: [expected: "number" | "finite", actual: number];
  /** The name of an encoding. */
  readonly str_decode: [expected: string, actual: unknown];
  readonly min_length: [expected: number, actual: number];
  readonly max_length: [expected: number, actual: number];
  readonly tuple_length: [expected: number, actual: number];
  /** The index of the earlier item, and the item. */
  readonly duplicate_item: [expected: number, actual: unknown];
  readonly forbidden_value: [expected: undefined, actual: unknown];
  /** The numbers of the steps that accept the value. */
  readonly ambiguous: [expected: 1, actual: readonly number[]];
  /** A regular expression. */
  readonly pattern_match: [expected: unknown, actual: string];
  /** The name of a format. */
  readonly format: [expected: string, actual: string];
  readonly datetime_parse: [expected: unknown, actual: unknown];
  readonly datetime_type: [expected: "naive" | "tzaware", actual: unknown];
  readonly recursion_max_depth: [expected: number, actual: number];
  readonly work_limit: [expected: number, actual: number];
  readonly check: [expected: undefined, actual: undefined];
  readonly mapping_key: [expected: undefined, actual: undefined];
  readonly forbidden_key: [expected: undefined, actual: undefined];
  readonly missing_key: [expected: undefined, actual: undefined];
  /** The limit, if the text is too large or too deep. */
  readonly json_decode: [expected: number | undefined, actual: number | undefined];
}

/** The properties of all issues. */
export interface IssueBase {
  /** Keys and indexes from the validated value to the failing one. */
  readonly path: (string | number)[];
  /** The path as a JSON Pointer (RFC 6901): `""` for the value itself. */
  readonly pointer: string;
  /** For people. */
  readonly message: string;
  /** Start of the value in the JSON text, from 0: in bytes if bytes were given, else in UTF-16 units. */
  readonly offset: number | undefined;
  /** Its line in the JSON text, from 1. */
  readonly line: number | undefined;
  /** Its column in the JSON text, from 1, in code points. */
  readonly column: number | undefined;
  /**
   * The name of the form field, with `nested` of `Dict`: as it was sent; of one that is missing, as it would be.
   */
  readonly field?: string;
  /** Where the value is in CSV. */
  readonly cell?: Cell;
  /** Data of a `Check`, for programs. */
  readonly params?: Readonly<Record<string, unknown>>;
  /**
   * The alternative that the issue belongs to, if all steps of a `OneOf` refuse the value; the closest one, if several
   * have it. An issue that all of them have has none.
   */
  readonly alternative?: Alternative;
  /**
   * Why the rule applies to the value: the condition of the `If` whose branch refuses it, the key that asks for the
   * missing one, or what a `Not` excludes.
   */
  readonly condition?: Condition;
}

/** A place in a table. */
export interface Cell {
  /** Number of the row, from 1, without the header: that of the record. Missing for the header. */
  readonly row?: number | undefined;
  /** Number of the column, from 1. Missing for the row as a whole. */
  readonly column?: number | undefined;
  /** Name of the column, if it has one. */
  readonly name?: string | undefined;
}

/** The condition that makes a rule apply. */
export interface Condition {
  /** False if the rule applies because the condition is not met. That of the innermost `If` if they are nested. */
  readonly met: boolean;
  /** In the language of the message, without a full stop: `kind is “card”`. */
  readonly text: string;
}

/** One of the steps of a `OneOf` that refuses a value. In nested ones, it is the innermost. */
export interface Alternative {
  /** Its position among the steps, from 0. */
  readonly step: number;
  /** The number of alternatives. */
  readonly of: number;
  /**
   * True if no other alternative is closer: its issues come first. In nested ones, true if all of them are the closest.
   */
  readonly closest: boolean;
}

/** One failure. `code` is the name of the error's class, without `Error`, in snake case. */
export interface IssueOf<Code extends string, Expected = unknown, Actual = unknown> extends IssueBase {
  readonly code: Code;
  readonly expected: Expected;
  readonly actual: Actual;
}

/**
 * One failure. `code` tells the compiler the types of `expected` and `actual`. Error classes of your own have their own
 * codes at run time.
 */
export type Issue = {
  [Code in keyof IssueValues]: IssueOf<Code, IssueValues[Code][0], IssueValues[Code][1]>;
}[keyof IssueValues];

/** Messages by top-level key, for forms without nested fields. */
export interface FlatErrors {
  /** About the value as a whole. */
  readonly formErrors: string[];
  /** About a key of the value, or anything below it. */
  readonly fieldErrors: Record<string, string[]>;
}

/** Messages in the structure of the value. */
export interface ErrorTree {
  /** About this value itself. */
  readonly errors: string[];
  /** By key, for an object. */
  readonly properties?: Record<string, ErrorTree>;
  /** By index, for an array; sparse. */
  readonly items?: ErrorTree[];
}

/**
 * Cached without bound, because there are few names of classes. Without a prototype, whose properties are names too.
 */
const codes: Record<string, string> = Object.create(null);

/**
 * `MinLengthError` -> `min_length`, `HTTPProxyError` -> `http_proxy`. A single capital begins a word: `OAuth`, `IPv4`.
 */
export function codeOf(name: string): string {
  codes[name] ??= name
    .replace(/Error$/, "")
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z]{2})(?=[A-Z][a-z])/g, "_")
    .toLowerCase();
  return codes[name];
}

/** An issue as JSON shows it: one has a form of its own only where that bounds its size. */
export function shownIssue(issue: object): object {
  const { toJSON } = issue as { readonly toJSON?: () => object };
  return toJSON === undefined ? issue : toJSON.call(issue);
}
