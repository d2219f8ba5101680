/** The error that holds others. They are created lazily, because most callers only test whether there is an error. */
import type { Locale } from "../../text/locales/locale.ts";
import { clip, shareOf, visible } from "../../values/text.ts";
import type { Placed } from "./closest.ts";
import { compareContexts, contextText, isAlternative, type PathNode, valuePath } from "./context.ts";
import type { Issue } from "./issue.ts";
import { issueFormatter, issuesOfStated, messageOf, placedIn } from "./issues.ts";
import type { Stated } from "./stated.ts";
import { type ErrorInit, type Format, ownMessageOf, setIssueFormatter, ValidationError } from "./validation-error.ts";

/** Maximum number of nested errors that a `message` spells out. */
const MESSAGE_LINES = 20;
/** If there are more errors than these, the message begins with the first ones, whichever alternative they are of. */
const MAX_ARRANGED = 1000;
/** Maximum number of characters of each of them. */
const MESSAGE_LENGTH = 1000;

/**
 * Has every property that is read, so none is read from `Object.prototype`. Reading an object without a prototype is
 * slow.
 */
const STACKLESS: ErrorInit = Object.freeze({ context: undefined, cause: undefined, stackless: true });

/** What errors are created of. */
export interface Failures {
  /** Creates the first of them, or all. Each call creates new errors with the same content. */
  make(most?: number): ValidationError[];
  /** What their issues say, where that needs no errors. */
  stated(): readonly Stated[] | undefined;
}

/** Errors that are created lazily. Internal. */
export class Unmade implements Iterable<ValidationError> {
  readonly length: number;
  readonly failures: Failures;
  /** True if the error that holds them is stackless: see `ErrorInit`. */
  readonly stackless: boolean;

  constructor(length: number, failures: Failures, stackless = false) {
    this.length = length;
    this.failures = failures;
    this.stackless = stackless;
  }

  *[Symbol.iterator](): Iterator<ValidationError> {
    yield* this.failures.make();
  }
}

/** Errors that the caller has not read yet: it is known that there are some. Internal. */
export class Unread {
  readonly read: () => ValidationError;
  /** As in {@link Unmade}. */
  readonly stackless: boolean;

  /** @param read gives the error that a call without this class would have made. */
  constructor(read: () => ValidationError, stackless: boolean) {
    this.read = read;
    this.stackless = stackless;
  }
}

/**
 * The errors of a value that has members. Its own context is always empty.
 * @example const { error } = Dict({ a: Int(), b: Int() }).safe({});
 * error instanceof SchemaError && error.length; // 2
 */
export class SchemaError extends ValidationError {
  #held: ValidationError[] | Unmade | Unread;
  /** What is done with nested errors when they are made. */
  #finish: ((error: ValidationError) => void) | undefined;
  /** The same with failures that become no errors; undefined if that is not possible. */
  #finishStated: ((stated: Stated) => void) | undefined;

  constructor(errors: Iterable<ValidationError> | Unread = []) {
    const waits = errors instanceof Unmade || errors instanceof Unread;
    super(waits && errors.stackless ? STACKLESS : undefined);
    this.#held = waits ? errors : [...errors];
  }

  get #errors(): ValidationError[] | Unmade {
    if (this.#held instanceof Unread) {
      const error = this.#held.read();
      const errors = error instanceof SchemaError ? error.#errors : [error];
      this.truncated = error.truncated;
      this.#held = errors;
      if (Array.isArray(errors)) this.#formatAlike(this.#finished(errors));
    }
    return this.#held;
  }

  /** The nested errors, created when they are first read. */
  get errors(): ValidationError[] {
    const errors = this.#errors;
    if (!(errors instanceof Unmade)) return errors;
    const made = this.#finished(errors.failures.make());
    this.#held = made;
    this.#formatAlike(made);
    return made;
  }

  #finished(errors: ValidationError[]): ValidationError[] {
    if (this.#finish !== undefined) errors.forEach(this.#finish);
    return errors;
  }

  /**
   * Calls `finish` with each error in `error`: at once, or when it is made.
   * @param finishStated does the same with a failure that becomes no error.
   * @internal
   */
  static forEach(
    error: ValidationError,
    finish: (error: ValidationError) => void,
    finishStated?: (stated: Stated) => void,
  ): void {
    if (!(error instanceof SchemaError)) finish(error);
    else if (Array.isArray(error.#held)) error.#held.forEach(finish);
    else {
      const before = error.#finish;
      // What is done already is done with errors only.
      error.#finishStated = before === undefined ? finishStated : undefined;
      error.#finish = (one) => {
        before?.(one);
        finish(one);
      };
    }
  }

  /** Without errors, where nothing but the failures decides what the issues say. */
  override get issues(): Issue[] {
    const stated = SchemaError.stated(this);
    return (stated && issuesOfStated(stated, ValidationError.format(this))) ?? super.issues;
  }

  /** Its errors have not been made: nothing of them has been changed. @internal */
  static isUnmade(error: ValidationError): boolean {
    return error instanceof SchemaError && error.#held instanceof Unmade;
  }

  /** What the issues of an error say, where that needs no errors. @internal */
  static stated(error: ValidationError): readonly Stated[] | undefined {
    const errors = error instanceof SchemaError ? error.#errors : undefined;
    if (!(error instanceof SchemaError && errors instanceof Unmade)) return undefined;
    if (error.#finish !== undefined && error.#finishStated === undefined) return undefined;
    const stated = errors.failures.stated();
    if (error.#finishStated !== undefined) stated?.forEach(error.#finishStated);
    return stated;
  }

  override formatWith(wording: Format | Locale): this {
    super.formatWith(wording);
    if (Array.isArray(this.#held)) this.#formatAlike(this.#held);
    return this;
  }

  /** Sets the same language for the messages of nested errors. */
  #formatAlike(errors: readonly ValidationError[]): void {
    const format = ValidationError.format(this);
    if (format !== undefined) for (const error of errors) error.formatWith(format as Format);
  }

  override get length(): number {
    return this.#errors.length;
  }

  /**
   * The paths and messages of the first errors, a line each, in the order of the issues; or the text that was assigned
   * to it.
   */
  override get message(): string {
    const own = ownMessageOf(this);
    if (own !== undefined) return own;
    const format = ValidationError.format(this);
    const { first, count } = this.#firstPlaced();
    const lines = first.map((one) => {
      const message = visible(clip(messageOf(one, format), MESSAGE_LENGTH));
      const path = valuePath(one.error.context);
      return path.length === 0 ? message : `${contextText(path)}: ${message}`;
    });
    if (count === 1) return lines.join();
    const rest = count - lines.length;
    if (rest > 0) lines.push(`and ${rest} more`);
    return [`${count} errors`, ...lines].join("\n  ");
  }

  // A setter without its getter would hide the inherited getter.
  override set message(text: string) {
    super.message = text;
  }

  /** Offset of the first nested error in the JSON text. */
  override get offset(): number | undefined {
    return this.#first(1)[0]?.offset;
  }
  override get line(): number | undefined {
    return this.#first(1)[0]?.line;
  }
  override get column(): number | undefined {
    return this.#first(1)[0]?.column;
  }

  /** The first errors. If there are more, they are created anew for each call. */
  #first(most: number): ValidationError[] {
    const errors = this.#errors;
    return errors instanceof Unmade && errors.length > most
      ? this.#finished(errors.failures.make(most))
      : this.errors.slice(0, most);
  }

  /** The errors of the message, and how many there are. Only those of alternatives depend on all errors. */
  #firstPlaced(): { readonly first: readonly Placed[]; readonly count: number } {
    const first = this.#first(MESSAGE_LINES);
    const hasAlternatives = first.some(({ context }) => context.some(isAlternative));
    if (!hasAlternatives || this.length > MAX_ARRANGED)
      return { first: first.map((error) => ({ error })), count: this.length };
    const placed = placedIn(this, ValidationError.format(this));
    return { first: placed.slice(0, MESSAGE_LINES), count: placed.length };
  }

  override at(index: number): ValidationError | undefined {
    return this.errors.at(index);
  }

  override [Symbol.iterator](): Iterator<ValidationError> {
    return this.errors[Symbol.iterator]();
  }

  override sort(reverse = false): this {
    const sign = reverse ? -1 : 1;
    this.errors.sort((a, b) => sign * compareContexts(a.context, b.context));
    return this;
  }

  override addContext(node: PathNode): this {
    for (const error of this.errors) error.addContext(node);
    return this;
  }

  override formatError(): string {
    const most = shareOf(this.length);
    return `SchemaError(errors=[\n${this.errors.map((error) => `    ${clip(String(error), most)}`).join(",\n")}\n])`;
  }

  override equals(other: unknown): boolean {
    return (
      other instanceof SchemaError &&
      other.length === this.length &&
      this.errors.every((error, index) => error.equals(other.errors[index]))
    );
  }

  override toString(): string {
    return `<${this.formatError()}>`;
  }
}

setIssueFormatter(issueFormatter);

// As in errors.ts: names are data.
Object.defineProperty(SchemaError, "name", { value: "SchemaError" });
