/** Every error class (specification, "Errors"). The hierarchy is the table at the end of the file. */

import { ownValue } from "../../values/input.ts";
import { literal, shownPattern } from "../../values/text.ts";
import { ValueError } from "../../values/value-error.ts";
import type { PathNode } from "./context.ts";
import { codeOf } from "./issue.ts";
import type { Language } from "./language.ts";
import { type ErrorInit, NO_ARGUMENTS, ValidationError } from "./validation-error.ts";

export { ValueError } from "../../values/value-error.ts";
export {
  type ErrorInit,
  type Format,
  type IssueFormatter,
  limitStack,
  ownMessageOf,
  type PlacedReason,
  type Position,
  setIssueFormatter,
  traced,
  ValidationError,
  type Words,
  wordsOf,
} from "./validation-error.ts";

/**
 * An alias or class name is already registered, or a precondition of `load` is not met.
 * @example load({}); // throws AssertionError: One of keys ['__class__', '__use__', '__clone__'] must be specified in: {}
 */
export class AssertionError extends Error {}

/**
 * A name is not registered, or a key that should be removed does not exist.
 * @example load({ __use__: "missing" }); // throws KeyError: Instance 'missing' is not registered
 */
export class KeyError extends Error {}

/** The arguments of a `ConditionError`. */
export interface ConditionInit extends ErrorInit {
  expected?: unknown;
  actual?: unknown;
  /** The value that messages quote: see {@link InvalidTypeError}. */
  given?: unknown;
  /** The unit of a length: see {@link MinLengthError}. */
  unit?: LengthUnit | undefined;
}

/** The unit that a length counts. */
export type LengthUnit = "character" | "byte" | "item" | "match" | "key" | "digit";

/**
 * Base of the errors that have `expected` and `actual`.
 * @example const { error } = Int({ min: 1 }).safe(0);
 * error instanceof ConditionError && error.expected; // 1
 */
export class ConditionError extends ValidationError {
  readonly expected: unknown;
  readonly actual: unknown;

  constructor(init: ConditionInit = NO_ARGUMENTS) {
    super(init);
    this.expected = init.expected;
    this.actual = init.actual;
  }

  override fields(): [string, unknown][] {
    return [
      ["expected", this.expected],
      ["actual", this.actual],
    ];
  }

  /** As inherited, but without a list of fields if the class has no others: takes half the time. */
  override formatError(): string {
    if (this.fields !== conditionFields || this.hidesValue) return super.formatError();
    return `${this.name}(expected=${literal(this.expected)}, actual=${literal(this.actual)})`;
  }
}

const conditionFields = ConditionError.prototype.fields;

/** A value that messages may quote. Internal. */
export const quotable = (given: unknown): string | number | undefined =>
  typeof given === "string" || typeof given === "number" ? given : undefined;

/**
 * Not of the type; `expected` and `actual` are type names, or a class name for `Type`.
 * @example Int()("5"); // throws <InvalidTypeError(expected='integer', actual='string')>
 */
export class InvalidTypeError extends ConditionError {
  declare readonly expected: string;
  declare readonly actual: string;
  readonly #given: string | number | undefined;

  constructor(init: ConditionInit = NO_ARGUMENTS) {
    super(init);
    this.#given = quotable(init.given);
  }

  /**
   * The text or number itself, if its type is not the problem: a text that cannot be converted, a fraction. It may be
   * long, or secret, so it is not enumerable: a log that shows the properties of an error does not include it.
   */
  get given(): string | number | undefined {
    return this.hidesValue ? undefined : this.#given;
  }

  /**
   * The text or number, also if it is hidden: then the type of the value might do, and says nothing without the value.
   * @internal
   */
  static givenTo(error: ValidationError): string | number | undefined {
    return error instanceof InvalidTypeError ? error.#given : undefined;
  }
}
/**
 * Not one of `expected`, an array in the order it was given.
 * @example Str({ options: ["a", "b"] })("c"); // throws <OptionsError(expected=['a', 'b'], actual='c')>
 */
export class OptionsError extends ConditionError {
  declare readonly expected: readonly unknown[];
}
/**
 * Less than `expected`.
 * @example Int({ min: 5 })(4); // throws <MinValueError(expected=5, actual=4)>
 */
export class MinValueError extends ConditionError {}
/**
 * Greater than `expected`.
 * @example Int({ max: 5 })(6); // throws <MaxValueError(expected=5, actual=6)>
 */
export class MaxValueError extends ConditionError {}
/**
 * Not greater than `expected`.
 * @example Int({ exclusive_min: 5 })(5); // throws <ExclusiveMinValueError(expected=5, actual=5)>
 */
export class ExclusiveMinValueError extends MinValueError {}
/**
 * Not less than `expected`.
 * @example Int({ exclusive_max: 5 })(5); // throws <ExclusiveMaxValueError(expected=5, actual=5)>
 */
export class ExclusiveMaxValueError extends MaxValueError {}
/**
 * Not a multiple of `expected`.
 * @example Int({ multiple_of: 5 })(7); // throws <MultipleError(expected=5, actual=7)>
 */
export class MultipleError extends ConditionError {
  declare readonly expected: number | bigint;
  declare readonly actual: number | bigint;
}
/**
 * NaN where a `"number"`, or an infinity where a `"finite"` number is expected.
 * @example Float()(NaN); // throws <FloatValueError(expected='number', actual=NaN)>
 */
export class FloatValueError extends ConditionError {
  declare readonly expected: "number" | "finite";
  declare readonly actual: number;
}
/**
 * Bytes that are not text in the encoding `expected`.
 * @example Str({ encoding: "utf-8" })(Uint8Array.of(0xff)); // throws <StrDecodeError(expected='utf-8', actual=bytes(ff))>
 */
export class StrDecodeError extends ConditionError {
  declare readonly expected: string;
}
/**
 * Shorter than `expected`; `actual` is the length.
 * @example Str({ minlen: 2 })("a"); // throws <MinLengthError(expected=2, actual=1)>
 */
export class MinLengthError extends ConditionError {
  declare readonly expected: number;
  declare readonly actual: number;
  /** The unit of the length, if known. */
  readonly unit: LengthUnit | undefined;

  constructor(init: ConditionInit = NO_ARGUMENTS) {
    super(init);
    this.unit = init.unit;
  }
}
/**
 * Longer than `expected`; `actual` is the length.
 * @example Str({ maxlen: 2 })("abc"); // throws <MaxLengthError(expected=2, actual=3)>
 */
export class MaxLengthError extends ConditionError {
  declare readonly expected: number;
  declare readonly actual: number;
  /** The unit of the length, if known. */
  readonly unit: LengthUnit | undefined;

  constructor(init: ConditionInit = NO_ARGUMENTS) {
    super(init);
    this.unit = init.unit;
  }
}
/**
 * Not of `expected` members; `actual` is the length. If the number of members may vary, `expected` is the least or the
 * greatest one.
 * @example Tuple(Int(), Int())([1]); // throws <TupleLengthError(expected=2, actual=1)>
 */
export class TupleLengthError extends ConditionError {
  declare readonly expected: number;
  declare readonly actual: number;
  /** The unit of the length, if that may vary. */
  readonly unit: "item" | undefined;

  constructor(init: ConditionInit = NO_ARGUMENTS) {
    super(init);
    this.unit = init.unit === "item" ? "item" : undefined;
  }
}
/**
 * Equal to an earlier item, that at the index `expected`; `actual` is the item.
 * @example List(Int(), { unique_items: true })([1, 2, 1]); // throws <SchemaError(errors=[ <2: DuplicateItemError(expected=0, actual=1)> ])>
 */
export class DuplicateItemError extends ConditionError {
  declare readonly expected: number;
}
/**
 * A value that `Not` excludes; `actual` is the value.
 * @example Not(Int())(5); // throws <ForbiddenValueError(expected=undefined, actual=5)>
 */
export class ForbiddenValueError extends ConditionError {
  declare readonly expected: undefined;
}
/**
 * Accepted by more than one step of an exclusive `OneOf`; `actual` has the numbers of these steps.
 * @example OneOf([Int(), Int({ min: 1 })], { exclusive: true })(5); // throws <AmbiguousError(expected=1, actual=[0, 1])>
 */
export class AmbiguousError extends ConditionError {
  declare readonly expected: 1;
  declare readonly actual: readonly number[];
}
/**
 * Does not match the regular expression `expected`.
 * @example Str({ pattern: "\\d" })("a"); // throws <PatternMatchError(expected='\\d', actual='a')>
 */
export class PatternMatchError extends ConditionError {
  declare readonly actual: string;

  /** As inherited, with the beginning of a long pattern. */
  override formatError(): string {
    const expected = shownPattern(this.expected);
    if (expected === this.expected || this.fields !== conditionFields) return super.formatError();
    return `${this.name}(expected=${literal(expected)}${this.hidesValue ? "" : `, actual=${literal(this.actual)}`})`;
  }
}
/**
 * Not in the format with the name `expected`.
 * @example Str({ format: "email" })("ann"); // throws <FormatError(expected='email', actual='ann')>
 */
export class FormatError extends ConditionError {
  declare readonly expected: string;
  declare readonly actual: string;
}
/**
 * Not a date, time or datetime in the format `expected`; the `parser`'s own error is the `cause`.
 * @example v.Date({ format: "iso" })("2026-02-30"); // throws <DatetimeParseError(expected='iso', actual='2026-02-30')>
 */
export class DatetimeParseError extends ConditionError {}
/**
 * A datetime without a time zone where one with it is expected, or the other way round.
 * `expected` is `"naive"` or `"tzaware"`, `actual` the datetime.
 * @example Datetime().safe(new globalThis.Date()).error instanceof DatetimeTypeError; // true
 */
export class DatetimeTypeError extends ConditionError {
  declare readonly expected: "naive" | "tzaware";
}
/**
 * Nested deeper than `expected` levels.
 * @example List(List(Int()))([[1]], { maxDepth: 1 });
 * // -> throws <SchemaError(errors=[ <0: RecursionMaxDepthError(expected=1, actual=2)> ])>
 */
export class RecursionMaxDepthError extends ConditionError {
  declare readonly expected: number;
  declare readonly actual: number;
}
/**
 * Checking the value takes more than `expected` work units: far more than its size and that of the schema explain. Or
 * its async functions are nested in each other more than `expected` times.
 * @example result.error instanceof WorkLimitError
 */
export class WorkLimitError extends ConditionError {
  declare readonly expected: number;
  declare readonly actual: number;
}

/**
 * Base of the errors about a key of a mapping: the key is the last element of the context.
 * @example Dict({}).safe({ a: 1 }).error?.at(0) instanceof MappingKeyError; // true
 */
export class MappingKeyError extends ValidationError {
  /** @param init the key itself, the whole context as an array, or `{ context }`. */
  constructor(init: string | number | readonly PathNode[] | ErrorInit = {}) {
    if (typeof init === "string" || typeof init === "number") super({ context: [init] });
    else super(Symbol.iterator in init ? { context: init } : init);
  }
}
/**
 * A key that is not in the schema.
 * @example Dict({})({ a: 1 }); // throws <SchemaError(errors=[ <a: ForbiddenKeyError()> ])>
 */
export class ForbiddenKeyError extends MappingKeyError {}
/**
 * A key of the schema that is not in the value.
 * @example Dict({ a: Int() })({}); // throws <SchemaError(errors=[ <a: MissingKeyError()> ])>
 */
export class MissingKeyError extends MappingKeyError {}

/** The arguments of a `CheckError`. */
export interface CheckInit extends ErrorInit {
  message?: string | undefined;
  code?: string | undefined;
  params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A `Check` or `Transform` refused the value. `text` is its message, `code` the code of the issue, and `params` its
 * data for programs.
 * @example Check((value) => value > 0, { message: "Not positive." })(-1); // throws <CheckError(message='Not positive.')>
 */
export class CheckError extends ValidationError {
  readonly text: string | undefined;
  readonly params: Readonly<Record<string, unknown>> | undefined;
  #code: string | undefined;
  #write: ((language: Language) => string) | undefined;

  constructor(init: CheckInit = NO_ARGUMENTS) {
    super(init);
    this.text = ownValue(init, "message") as CheckInit["message"];
    this.params = ownValue(init, "params") as CheckInit["params"];
    this.#code = ownValue(init, "code") as CheckInit["code"];
  }

  override get code(): string {
    return this.#code ?? super.code;
  }

  override fields(): [string, unknown][] {
    const fields: [string, unknown][] = [["message", this.text]];
    if (this.#code !== undefined) fields.push(["code", this.#code]);
    if (this.params !== undefined) fields.push(["params", this.params]);
    return fields;
  }

  /** Has a function write the message of the issue, in place of `text`, which is in English. @internal */
  static writeBy(error: CheckError, write: (language: Language) => string): void {
    error.#write = write;
  }

  /** The message by such a function, if there is one. @internal */
  static writtenIn(error: CheckError, language: Language): string | undefined {
    return error.#write?.(language);
  }

  /** Removes a code of the caller's for which the function returns true. @internal */
  static hideCode(error: CheckError, isHidden: (code: string) => boolean): void {
    if (error.#code !== undefined && isHidden(error.#code)) error.#code = undefined;
  }
}

/** Why a JSON text was refused before any validator saw it. */
export type JsonReason = "size" | "depth" | "utf8" | "syntax";

/** The arguments of a `JsonDecodeError`. */
export interface JsonDecodeInit extends ErrorInit {
  reason: JsonReason;
  expected?: number | undefined;
  actual?: number | undefined;
}

/**
 * Not JSON text, or text that exceeds a limit; `offset`, `line` and `column` say where. `expected` is the limit if
 * `reason` is `size` (bytes) or `depth` (levels).
 * @example Int().json("[1,]"); // throws <JsonDecodeError(reason='syntax', offset=3)>
 */
export class JsonDecodeError extends ValidationError {
  readonly reason: JsonReason;
  readonly expected: number | undefined;
  readonly actual: number | undefined;

  constructor(init: JsonDecodeInit) {
    super(init);
    this.reason = init.reason;
    this.expected = init.expected;
    this.actual = init.actual;
  }

  override fields(): [string, unknown][] {
    const { reason, expected, actual, offset } = this;
    return Object.entries({ reason, expected, actual, offset }).filter(([, value]) => value !== undefined);
  }
}

/** A class of errors a validator can report: see `Report.fail`. */
export type ErrorClass = new (init: ConditionInit) => ValidationError;

/** Errors that validators do not report. */
const OTHERS = { ValueError, AssertionError, KeyError };

/** The classes of errors that validators report, except for `SchemaError`, which holds the others. */
const CLASSES = {
  ValidationError,
  ConditionError,
  InvalidTypeError,
  OptionsError,
  MinValueError,
  MaxValueError,
  ExclusiveMinValueError,
  ExclusiveMaxValueError,
  MultipleError,
  FloatValueError,
  StrDecodeError,
  MinLengthError,
  MaxLengthError,
  TupleLengthError,
  DuplicateItemError,
  ForbiddenValueError,
  AmbiguousError,
  PatternMatchError,
  FormatError,
  DatetimeParseError,
  DatetimeTypeError,
  RecursionMaxDepthError,
  WorkLimitError,
  CheckError,
  MappingKeyError,
  ForbiddenKeyError,
  MissingKeyError,
  JsonDecodeError,
};

/** The names of the error classes. */
export type ErrorName = keyof typeof CLASSES | "SchemaError";
/** @internal */
export const errorNames: readonly string[] = /*#__PURE__*/ Object.keys(CLASSES).concat("SchemaError");

const builtIn: ReadonlySet<unknown> = new Set(Object.values(CLASSES));

/** The class of errors with this code; undefined if none has it. @internal */
export const errorClassOf = (code: string): ErrorClass | undefined =>
  (Object.values(CLASSES) as ErrorClass[]).find(({ name }) => codeOf(name) === code);

/**
 * Returns whether creating an error of the class runs no code of the user, so that it can be created lazily. Internal.
 */
export const isBuiltIn = (errorClass: ErrorClass): boolean => builtIn.has(errorClass);

// Names are data: text forms show them and they select message templates, so a minifier must not change them.
for (const [name, errorClass] of Object.entries({ ...OTHERS, ...CLASSES })) {
  Object.defineProperty(errorClass, "name", { value: name });
  // Validation errors read the name of their class.
  if (name in OTHERS) {
    Object.defineProperty(errorClass.prototype, "name", { value: name, configurable: true, writable: true });
  }
}
