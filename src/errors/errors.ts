/** Every error class (specification, "Errors"). The hierarchy is the table at the end of the file. */
import { equal } from "../values/equal.ts";
import { literal, plainData, shareOf } from "../values/text.ts";
import { contextText, type PathNode, sameNode, shownContext } from "./context.ts";

/** A parameter, or an input, of the right type and the wrong value; the root of the validation errors. */
export class ValueError extends Error {}

/** An alias or class name is already registered, or a precondition of `load` is not met. */
export class AssertionError extends Error {}

/** A name is not registered, or a key that should be removed does not exist. */
export class KeyError extends Error {}

/** A position in a JSON text. */
export interface Position {
  /** 0-based: bytes into a Uint8Array, UTF-16 code units into a string. */
  readonly offset: number;
  /** 1-based; lines end at `\n`. */
  readonly line: number;
  /** 1-based, in code points. */
  readonly column: number;
}

/** The arguments of every error's constructor. */
export interface ErrorInit {
  /** Path from the validated value to the failing member. */
  context?: Iterable<PathNode> | undefined;
  /** The error that made this one happen, such as the one a `parser` threw. */
  cause?: unknown;
}

/** Has no prototype, so that nothing on `Object.prototype` is taken for an argument. */
const NO_ARGUMENTS: ErrorInit = Object.freeze(Object.create(null));

/** Assigns in `try`. Reflect.set would not throw, but take a fifth of the time of making many errors. */
function limitStack(limit: number): void {
  try {
    Error.stackTraceLimit = limit;
  } catch {
    // The intrinsics may be frozen.
  }
}

/**
 * Base of all validation errors. It is a sequence of errors: a `SchemaError` of its nested ones, any other of itself.
 */
export class ValidationError extends ValueError {
  /** Path from the validated value to the failing member: keys, indexes, `Step`s and `Extra`s. */
  readonly context: PathNode[];
  /** True when more errors were met than `maxErrors` lets collect. */
  truncated = false;
  #position: (() => Position) | undefined;

  constructor(init: ErrorInit = NO_ARGUMENTS) {
    const limit = Error.stackTraceLimit;
    // Only the error that leaves the outermost call shows a stack; see `traced`.
    limitStack(0);
    super(undefined, init.cause === undefined ? undefined : { cause: init.cause });
    limitStack(limit);
    const { context } = init;
    this.context = context ? [...context] : [];
  }

  override get name(): string {
    return this.constructor.name;
  }

  override get message(): string {
    // A key may be the empty text: that is a context too.
    return this.context.length === 0 ? this.formatError() : `${this.formatContext()}: ${this.formatError()}`;
  }

  /** Offset of the failing value in the JSON text it came from; undefined for errors of JavaScript values. */
  get offset(): number | undefined {
    return this.#position?.().offset;
  }
  /** Line (from 1) in the JSON text; undefined for errors of JavaScript values. */
  get line(): number | undefined {
    return this.#position?.().line;
  }
  /** Column (from 1, in code points) in the JSON text; undefined for errors of JavaScript values. */
  get column(): number | undefined {
    return this.#position?.().column;
  }

  /** Number of errors: nested ones of a `SchemaError`, 1 otherwise. */
  get length(): number {
    return 1;
  }

  /** The error at `index`, as `Array.prototype.at`. */
  at(index: number): ValidationError | undefined {
    return [...this].at(index);
  }

  *[Symbol.iterator](): Iterator<ValidationError> {
    yield this;
  }

  /** Sorts nested errors by context, in place; see `compareContexts`. */
  sort(_reverse = false): this {
    return this;
  }

  /** Puts a key, an index or a marker on the left of the context and returns the error itself. */
  addContext(node: PathNode): this {
    this.context.unshift(node);
    return this;
  }

  /** The context as text, path elements joined by dots; empty for an empty context. */
  formatContext(): string {
    return contextText(this.context);
  }

  /** `ClassName(expected=..., actual=...)`. */
  formatError(): string {
    let text = "";
    for (const [name, value] of this.fields()) text += `${text && ", "}${name}=${literal(value)}`;
    return `${this.name}(${text})`;
  }

  /** Names and values the text form shows, in order. */
  fields(): [name: string, value: unknown][] {
    return [];
  }

  /** Same class, same context and same fields. */
  equals(other: unknown): boolean {
    return (
      other instanceof ValidationError &&
      other.constructor === this.constructor &&
      other.context.length === this.context.length &&
      other.context.every((node, index) => sameNode(node, this.context[index] as PathNode)) &&
      sameFields(this.fields(), other.fields())
    );
  }

  override toString(): string {
    return `<${this.message}>`;
  }

  /**
   * The properties, for `JSON.stringify`. The size is bounded: long keys and values are cut short, members of containers and
   * the middle of paths are left out. An ellipsis stands for what is missing.
   */
  toJSON(): Record<string, unknown> {
    return dataOf(this, 1);
  }

  /** Sets the position of `error` in a JSON text; it is computed when first read. Internal. */
  static place(error: ValidationError, position: () => Position): void {
    error.#position = position;
  }
}

/** The properties of one of `count` errors. */
export function dataOf(error: ValidationError, count: number): Record<string, unknown> {
  const most = shareOf(count);
  const properties = Object.entries(error).map(([name, value]): [string, unknown] => [
    name,
    name === "context" ? shownContext(error.context, most) : plainData(value, Math.min(most, MAX_DATA)),
  ]);
  return Object.fromEntries(properties);
}

/** The most characters of `expected` and `actual` that become data. */
const MAX_DATA = 4000;

/** As `equal`, but NaN equals NaN. */
const sameFields = (a: [string, unknown][], b: [string, unknown][]): boolean =>
  a.length === b.length &&
  a.every(([, value], index) => Object.is(value, b[index]?.[1]) || equal(value, b[index]?.[1]));

/** The arguments of a `ConditionError`. */
export interface ConditionInit extends ErrorInit {
  expected?: unknown;
  actual?: unknown;
}

/** Base of the errors that say what was `expected` and what is `actual`. */
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
}

/** Not of the type; `expected` and `actual` are type names, or a class name for `Type`. */
export class InvalidTypeError extends ConditionError {}
/** Not one of `expected`, an array in the order it was given. */
export class OptionsError extends ConditionError {}
/** Less than `expected`. */
export class MinValueError extends ConditionError {}
/** Greater than `expected`. */
export class MaxValueError extends ConditionError {}
/** NaN where a `"number"`, or an infinity where a `"finite"` number is expected. */
export class FloatValueError extends ConditionError {}
/** Bytes that are not text in the encoding `expected`. */
export class StrDecodeError extends ConditionError {}
/** Shorter than `expected`; `actual` is the length. */
export class MinLengthError extends ConditionError {}
/** Longer than `expected`; `actual` is the length. */
export class MaxLengthError extends ConditionError {}
/** Not of exactly `expected` members; `actual` is the length. */
export class TupleLengthError extends ConditionError {}
/** Does not match the regular expression `expected`. */
export class PatternMatchError extends ConditionError {}
/** Not a date, time or datetime in the format `expected`; the `parser`'s own error is the `cause`. */
export class DatetimeParseError extends ConditionError {}
/** `expected` is `"naive"` or `"tzaware"`, `actual` the datetime. */
export class DatetimeTypeError extends ConditionError {}
/** Nested deeper than `expected` levels. */
export class RecursionMaxDepthError extends ConditionError {}
/** Judging the value takes more than `expected` steps, far more than its size and that of the schema warrant. */
export class WorkLimitError extends ConditionError {}

/** Base of the errors about a key of a mapping: the key is the last element of the context. */
export class MappingKeyError extends ValidationError {
  /** @param init the key itself, the whole context as an array, or `{ context }`. */
  constructor(init: string | number | readonly PathNode[] | ErrorInit = {}) {
    if (typeof init === "string" || typeof init === "number") super({ context: [init] });
    else super(Symbol.iterator in init ? { context: init } : init);
  }
}
/** A key that is not in the schema. */
export class ForbiddenKeyError extends MappingKeyError {}
/** A key of the schema that is not in the value. */
export class MissingKeyError extends MappingKeyError {}

/** Why a JSON text was refused before any validator saw it. */
export type JsonReason = "size" | "depth" | "utf8" | "syntax";

/** The arguments of a `JsonDecodeError`. */
export interface JsonDecodeInit extends ErrorInit {
  reason: JsonReason;
  expected?: unknown;
  actual?: unknown;
}

/**
 * Not JSON text, or more of it than the limits allow; `offset`, `line` and `column` say where. `expected` is the limit
 * when `reason` is `size` (bytes) or `depth` (levels).
 */
export class JsonDecodeError extends ValidationError {
  readonly reason: JsonReason;
  readonly expected: unknown;
  readonly actual: unknown;

  constructor(init: JsonDecodeInit) {
    super(init);
    this.reason = init.reason;
    this.expected = init.expected;
    this.actual = init.actual;
  }

  override fields(): [string, unknown][] {
    const fields: [string, unknown][] = [["reason", this.reason]];
    if (this.expected !== undefined) fields.push(["expected", this.expected]);
    if (this.actual !== undefined) fields.push(["actual", this.actual]);
    if (this.offset !== undefined) fields.push(["offset", this.offset]);
    return fields;
  }
}

/** A class of errors a validator can report: see `Report.fail`. */
export type ErrorClass = new (init: ConditionInit) => ValidationError;

const CLASSES = {
  ValueError,
  AssertionError,
  KeyError,
  ValidationError,
  ConditionError,
  InvalidTypeError,
  OptionsError,
  MinValueError,
  MaxValueError,
  FloatValueError,
  StrDecodeError,
  MinLengthError,
  MaxLengthError,
  TupleLengthError,
  PatternMatchError,
  DatetimeParseError,
  DatetimeTypeError,
  RecursionMaxDepthError,
  WorkLimitError,
  MappingKeyError,
  ForbiddenKeyError,
  MissingKeyError,
  JsonDecodeError,
};

const builtIn: ReadonlySet<unknown> = new Set(Object.values(CLASSES));

/** Whether making an error of the class runs no code of the user's, so that it makes no difference when. Internal. */
export const isBuiltIn = (errorClass: ErrorClass): boolean => builtIn.has(errorClass);

// Names are data: they show in text forms and choose message templates, so a minifier must not change them.
for (const [name, errorClass] of Object.entries(CLASSES)) {
  Object.defineProperty(errorClass, "name", { value: name });
  if (!Object.hasOwn(errorClass.prototype, "name") && errorClass !== (ValidationError as unknown)) {
    if (!(errorClass.prototype instanceof ValidationError)) {
      Object.defineProperty(errorClass.prototype, "name", { value: name, configurable: true, writable: true });
    }
  }
}

/** `error`, with a stack that begins at the caller of `entry`. Internal: for the error that leaves the outermost call. */
export function traced<E extends Error>(error: E, entry: (...args: never[]) => unknown): E {
  Error.captureStackTrace?.(error, entry);
  return error;
}
