/** The base of all validation errors (specification, "Errors"). */
import type { Locale } from "../../text/locales/locale.ts";
import { equal } from "../../values/equal.ts";
import { typeName, withoutPrototype } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import { STACKLESS, ValueError } from "../../values/value-error.ts";
import { contextText, type PathNode, sameNode } from "./context.ts";
import { type Cell, codeOf, type ErrorTree, type FlatErrors, type Issue } from "./issue.ts";
import { Language } from "./language.ts";
import type { Reason } from "./reason.ts";

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
  /** The error that caused this one, such as one that a `parser` threw. */
  cause?: unknown;
  /**
   * Takes a quarter of the time: an instance of Error like any other, except that `util.types.isNativeError` is false.
   * For errors that are returned, not thrown.
   * @internal
   */
  stackless?: boolean;
}

/** A reason, and how many nodes of the context, the last ones, lead from its value to the error. */
export type PlacedReason = readonly [reason: Reason, length: number];
const NONE: readonly PlacedReason[] = Object.freeze([]);

/** Has no prototype, so that no property of `Object.prototype` is taken for an argument. Internal. */
export const NO_ARGUMENTS: ErrorInit = Object.freeze(Object.create(null));

/** Sets how many calls the stacks of new errors have. It has no effect if the intrinsics are frozen. Internal. */
export const limitStack = (limit: number): boolean => Reflect.set(Error, "stackTraceLimit", limit);

/** What an error may have beside its fields. */
class More {
  position: (() => Position) | undefined = undefined;
  message: string | undefined = undefined;
  words: Words | undefined = undefined;
  reasons: readonly PlacedReason[] = NONE;
  field: string | undefined = undefined;
  cell: Cell | undefined = undefined;
  format: Wording | undefined = undefined;
  hidesValue = false;
  valueType: string | undefined = undefined;
  input: ErrorInput | undefined = undefined;
}

/**
 * Base of all validation errors. It is a sequence of errors: a `SchemaError` of its nested ones, any other of itself.
 * @example const { error } = List(Int()).safe(["a", "b"]);
 * Array.from(error ?? [], (one) => one.formatContext()); // [ "0", "1" ]
 */
export class ValidationError extends ValueError {
  /** Path from the validated value to the failing member: keys, indexes, `Step`s and `Extra`s. */
  readonly context: PathNode[];
  /** True if there were more errors than `maxErrors`. */
  truncated = false;
  /** What most errors do not have: each field takes time. */
  #more: More | undefined;

  constructor(init: ErrorInit = NO_ARGUMENTS) {
    const { context, cause, stackless } = init;
    const isStackless = stackless === true && cause === undefined;
    const limit = Error.stackTraceLimit;
    // Only the error that leaves the outermost call shows a stack; see `traced`.
    if (!isStackless) limitStack(0);
    super(undefined, isStackless ? STACKLESS : cause === undefined ? undefined : { cause });
    if (!isStackless) limitStack(limit);
    this.context = context ? [...context] : [];
  }

  get #own(): More {
    this.#more ??= new More();
    return this.#more;
  }

  override get name(): string {
    return this.constructor.name;
  }

  /** The kind of error: the name of its class without `Error`, in snake case. */
  get code(): string {
    return codeOf(this.name);
  }

  /** The message for people, as in the issue; or the text that was assigned to it. */
  override get message(): string {
    return this.#more?.message ?? issueFormatter().messageOf(this, this.#more?.format);
  }

  override set message(text: string) {
    this.#own.message = String(text);
  }

  /**
   * Every error as plain data, with a message for people: see {@link Issue}. They are created anew each time it is
   * read.
   * @example response.status(422).json({ issues: error.issues })
   */
  get issues(): Issue[] {
    return issueFormatter().issuesOf(this, this.#more?.format);
  }

  /**
   * The messages by top-level key, for a form.
   * @example const { formErrors, fieldErrors } = error.flatten()
   */
  flatten(): FlatErrors {
    return issueFormatter().flatten(this, this.#more?.format);
  }

  /**
   * The messages in the structure of the value.
   * @example error.tree().properties?.address?.properties?.zip?.errors
   */
  tree(): ErrorTree {
    return issueFormatter().treeOf(this, this.#more?.format);
  }

  /**
   * Sets the language, or the formatter, of the messages of `issues`, `flatten` and `tree`: for the one place of a
   * program that responds to the errors of all calls. Returns the error itself.
   * @throws TypeError if it is neither.
   * @example app.onError((error) => response(422, error.formatWith(localeOf(request)).issues))
   */
  formatWith(wording: Format | Locale): this {
    this.#own.format = typeof wording === "function" ? wording : Language.of(wording);
    return this;
  }

  /** Offset of the failing value in the JSON text it came from; undefined for errors of JavaScript values. */
  get offset(): number | undefined {
    return this.#more?.position?.().offset;
  }
  /** Line (from 1) in the JSON text; undefined for errors of JavaScript values. */
  get line(): number | undefined {
    return this.#more?.position?.().line;
  }
  /** Column (from 1, in code points) in the JSON text; undefined for errors of JavaScript values. */
  get column(): number | undefined {
    return this.#more?.position?.().column;
  }

  /** The value is not in the error: it is secret, or a server does not send it. */
  get hidesValue(): boolean {
    return this.#more?.hidesValue === true;
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

  /** Prepends a key, an index or a marker to the context and returns the error itself. */
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
    const fields = this.hidesValue ? this.fields().filter(([, value]) => value !== undefined) : this.fields();
    // Not destructured, which takes V8 longer.
    for (const field of fields) text += `${text && ", "}${field[0]}=${literal(field[1])}`;
    return `${this.name}(${text})`;
  }

  /** Names and values in the text form, in order. */
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

  /** `<context: ClassName(expected=..., actual=...)>`; or the text that was assigned to `message`. */
  override toString(): string {
    const own = this.#more?.message;
    const text = own ?? this.formatError();
    // A key may be the empty text, so an empty text does not mean an empty context.
    const isPlain = own !== undefined || this.context.length === 0;
    return isPlain ? `<${text}>` : `<${this.formatContext()}: ${text}>`;
  }

  /**
   * The issues, for `JSON.stringify`. The size is bounded: long keys and values are truncated, members of containers
   * and the middle of paths are left out. An ellipsis marks each omission.
   */
  toJSON(): unknown {
    return this.issues;
  }

  /** Sets the position of `error` in a JSON text; it is computed when first read. @internal */
  static place(error: ValidationError, position: () => Position): void {
    error.#own.position = position;
  }

  /** Changes the position, if there is one, when it is read. @internal */
  static move(error: ValidationError, moved: (position: Position) => Position): void {
    const more = error.#more;
    const position = more?.position;
    if (more !== undefined && position !== undefined) more.position = () => moved(position());
  }

  /** Sets the message of the validator that has refused the value. @internal */
  static word(error: ValidationError, words: Words | undefined): void {
    if (words !== undefined || error.#more !== undefined) error.#own.words = words;
  }

  /** The message of the validator. @internal */
  static words(error: ValidationError): Words | undefined {
    return error.#more?.words;
  }

  /** The language or formatter of its messages. @internal */
  static format(error: ValidationError): Wording | undefined {
    return error.#more?.format;
  }

  /**
   * Removes the value, and what may have it.
   * @internal
   * @param isKept whether a property stays.
   */
  static conceal(error: ValidationError, isKept: (name: string | symbol) => boolean): void {
    const more = error.#own;
    if (!more.hidesValue) more.valueType = typeName((error as { readonly actual?: unknown }).actual);
    more.hidesValue = true;
    if (!isKept("message")) more.message = undefined;
    for (const name of Reflect.ownKeys(error)) {
      if (name === "context" || name === "truncated" || (name !== "stack" && isKept(name))) continue;
      // A stack of its own begins with the message.
      if (name === "stack") Error.captureStackTrace?.(error);
      else if (name === "message" || name === "cause") Reflect.deleteProperty(error, name);
      else Reflect.set(error, name, undefined);
    }
  }

  /** The type of `actual`, also where that was removed. @internal */
  static valueType(error: ValidationError): string {
    return error.#more?.valueType ?? typeName((error as { readonly actual?: unknown }).actual);
  }

  /** Copies what is not among the fields of an error to one that is made in its place. @internal */
  static inherit(error: ValidationError, from: ValidationError): void {
    if (from.#more === undefined) return;
    const { hidesValue, valueType, input, words, reasons, field, cell } = from.#more;
    Object.assign(error.#own, { hidesValue, valueType, input, words, reasons, field, cell });
  }

  /** Sets why its rule applies, beside the branches in its context. @internal */
  static explain(error: ValidationError, reasons: readonly PlacedReason[]): void {
    error.#own.reasons = reasons;
  }

  /** Why its rule applies, beside the branches in its context; the innermost reason first. @internal */
  static reasons(error: ValidationError): readonly PlacedReason[] {
    return error.#more?.reasons ?? NONE;
  }

  /** Sets the name of the form field that it is about. @internal */
  static setField(error: ValidationError, field: string): void {
    error.#own.field = field;
  }

  /** The name of the form field that it is about. @internal */
  static field(error: ValidationError): string | undefined {
    return error.#more?.field;
  }

  /** Sets the place in a table that it is about. @internal */
  static setCell(error: ValidationError, cell: Cell | undefined): void {
    if (cell !== undefined) error.#own.cell = cell;
  }

  /** The place in a table that it is about. @internal */
  static cell(error: ValidationError): Cell | undefined {
    return error.#more?.cell;
  }

  /** Sets the value that a function of the caller's has refused with the error. @internal */
  static refuse(error: ValidationError, value: unknown): void {
    error.#own.input ??= { value, length: error.context.length };
  }

  /** The value that a function of the caller's has refused. @internal */
  static input(error: ValidationError): ErrorInput | undefined {
    return error.#more?.input;
  }

  /** What was assigned to `message`. @internal */
  static ownMessage(error: ValidationError): string | undefined {
    return Object.hasOwn(error, "message") ? error.message : error.#more?.message;
  }
}

// The `stack` of stackless errors: class and message. The tag makes tools, such as those that compare errors in tests,
// treat them as errors and not copy them member by member. It is not declared in the class, because TypeScript does not
// allow a property in place of an accessor.
Object.defineProperties(ValidationError.prototype, {
  stack: {
    get(this: ValidationError): string {
      return `${this.name}: ${this.message}`;
    },
    set(this: ValidationError, value: unknown): void {
      Object.defineProperty(this, "stack", withoutPrototype({ value, writable: true, configurable: true }));
    },
    configurable: true,
  },
  [Symbol.toStringTag]: {
    get(this: ValidationError): string | undefined {
      return Object.hasOwn(this, "stack") ? undefined : "Error";
    },
    configurable: true,
  },
});

/** A formatter, as `core/errors/formatter.ts` makes them. */
export type Format = (error: ValidationError) => [context: string, message: string][];

/** The form of messages: a formatter, or a language. */
export type Wording = Format | Language;

/** The value that a function of the caller's has refused. */
export interface ErrorInput {
  readonly value: unknown;
  /** How many nodes of the context, the last ones, lead from the value to the error. */
  readonly length: number;
}

/** A text of a validator for its own errors, with placeholders as in a `Formatter`; or a function that returns it. */
export type Words = string | ((error: ValidationError) => string);

/** The formats of errors as data. `core/errors/issues.ts` implements them; it imports this file. */
export interface IssueFormatter {
  /** The message of a single error. */
  messageOf(error: ValidationError, wording: Wording | undefined): string;
  issuesOf(error: ValidationError, wording: Wording | undefined): Issue[];
  flatten(error: ValidationError, wording: Wording | undefined): FlatErrors;
  treeOf(error: ValidationError, wording: Wording | undefined): ErrorTree;
}

let current: IssueFormatter | undefined;

/** Sets the implementation. Internal. */
export function setIssueFormatter(issueFormatter: IssueFormatter): void {
  current = issueFormatter;
}

const issueFormatter = (): IssueFormatter => current as IssueFormatter;

/** The message of the validator that has refused the value, if it has one. Internal. */
export const wordsOf = (error: ValidationError): Words | undefined => ValidationError.words(error);

/** The text that was assigned to the message of an error, if any. Internal. */
export const ownMessageOf = (error: ValidationError): string | undefined => ValidationError.ownMessage(error);

/** As `equal`, but NaN equals NaN. */
const sameFields = (a: [string, unknown][], b: [string, unknown][]): boolean =>
  a.length === b.length &&
  a.every(([, value], index) => Object.is(value, b[index]?.[1]) || equal(value, b[index]?.[1]));

/**
 * Returns `error`, with a stack that begins at the caller of `entry`. Internal: for the error that leaves the outermost
 * call.
 */
export function traced<E extends Error>(error: E, entry: (...args: never[]) => unknown): E {
  Error.captureStackTrace?.(error, entry);
  return error;
}
