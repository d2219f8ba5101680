/** The response of a server to a request that it cannot accept: RFC 9457, `application/problem+json`. */
import {
  type CheckError,
  InvalidTypeError,
  JsonDecodeError,
  limitStack,
  ValidationError,
} from "../core/errors/errors.ts";
import type { ErrorFormatter } from "../core/errors/formatter.ts";
import type { Issue } from "../core/errors/issue.ts";
import { Language } from "../core/errors/language.ts";
import { SchemaError } from "../core/errors/schema-error.ts";
import { en } from "../text/locales/en.ts";
import type { Locale } from "../text/locales/locale.ts";
import { clip, visible } from "../values/text.ts";
import { type Bounds, boundsFor, MAX_UNIT, withinBounds } from "./bounds.ts";
import { titleOf } from "./statuses.ts";

/** The part of a request that is invalid. */
export type Part = "body" | "query" | "params" | "headers";

/** One thing that is wrong with a request: an issue, and the part of the request where it is. */
export type ProblemIssue = Issue & { readonly in: Part };

/** A problem in the form of the response. */
export interface Problem {
  /** A URI that names the kind of problem. `"about:blank"`: the status says what kind it is. */
  readonly type: string;
  /** The kind of problem in words for people: for `"about:blank"` the name of the status. */
  readonly title: string;
  /** From 400 to 599. */
  readonly status: number;
  /** The problem in words for people: the first issue if there are any. */
  readonly detail: string;
  /** A URI of this occurrence of the problem. */
  readonly instance?: string;
  /**
   * What is wrong with the request, as much of it as `maxIssues` and `maxProblemBytes` permit; empty if nothing of it
   * was validated.
   */
  readonly issues: readonly ProblemIssue[];
  /** How many issues more there are, at least. */
  readonly more?: number;
  /** There is more that is wrong than `maxErrors` lets collect. */
  readonly truncated?: true;
}

/** Maximum number of characters of an issue in a detail: messages quote the input. */
const MAX_DETAIL = 500;

/** Optional properties of a problem, besides its status and detail. */
export interface ProblemInit {
  /** Default `"about:blank"`. */
  readonly type?: string | undefined;
  /** Default: the name of the status. */
  readonly title?: string | undefined;
  readonly instance?: string | undefined;
  readonly issues?: readonly ProblemIssue[];
  readonly truncated?: boolean;
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** Optional properties of the problem of a part of a request. */
export interface PartProblemInit extends Pick<ProblemInit, "type" | "title" | "instance" | "headers"> {
  /** Default 422. */
  readonly status?: number;
}

/**
 * A request that cannot be accepted. It has the properties of the problem, and `statusCode` and `headers`, which error
 * handlers of servers read.
 * @param status from 400 to 599.
 * @throws TypeError if the status is another one, or `type`, `title` or `instance` is not a string.
 * @example throw new ProblemError(409, "The order has been sent.", { type: "https://example.org/problems/sent" });
 */
export class ProblemError extends Error {
  readonly status: number;
  /** The same as `status`. */
  readonly statusCode: number;
  readonly type: string;
  readonly title: string;
  readonly instance: string | undefined;
  readonly truncated: boolean;
  #content: Content;

  constructor(status: number, detail: string, init: ProblemInit = {}) {
    const limit = Error.stackTraceLimit;
    // It would show how a server calls validators, and takes longer than to validate a small body.
    if (init instanceof Found) limitStack(0);
    super(detail, init.cause === undefined ? undefined : { cause: init.cause });
    if (init instanceof Found) limitStack(limit);
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new TypeError("The status of a problem should be an integer from 400 to 599");
    }
    const { type = "about:blank", title = titleOf(status), instance } = init;
    expectText("type", type);
    expectText("title", title);
    if (instance !== undefined && instance !== null) expectText("instance", instance);
    this.status = status;
    this.statusCode = status;
    this.type = type;
    this.title = title;
    this.instance = instance;
    this.truncated = init.truncated ?? false;
    this.#content =
      init instanceof Found ? init : { detail: this.message, issues: init.issues ?? [], headers: init.headers ?? {} };
  }

  get detail(): string {
    return this.#content.detail;
  }

  get issues(): readonly ProblemIssue[] {
    return this.#content.issues;
  }

  /** Headers of the response, besides its `content-type`. */
  get headers(): Readonly<Record<string, string>> {
    return this.#content.headers;
  }

  /**
   * The problem of a part of a request: for what a handler finds out after the validator. Its answer does not show the
   * value of the error.
   * @throws TypeError, as the constructor.
   * @example throw ProblemError.of("body", new CheckError({ message: "Taken.", context: ["email"] }), { status: 409 });
   */
  static of(part: Part, error: ValidationError, init: PartProblemInit = {}): ProblemError {
    hideValues(error);
    return invalid([[part, error]], undefined, init);
  }

  /**
   * Writes its messages anew in a language, or by a formatter. A problem that no validator has found stays as it is.
   * @example app.setErrorHandler((error, request, reply) => problemHandler(error.formatWith(de), request, reply));
   */
  formatWith(wording: Locale | ErrorFormatter): this {
    if (this.#content instanceof Found) {
      for (const [, error] of this.#content.errors) error.formatWith(wording);
      this.message = this.detail;
    }
    return this;
  }

  /**
   * The data of the response: at most 100 issues, and 32 kB of JSON, unless the server has other limits. `more` says
   * how many issues have no room.
   */
  toJSON(): Problem {
    const { issues } = this;
    const shown = withinBounds(issues, this.#bounds, this.#showing([], issues));
    return this.#showing(shown, issues);
  }

  /**
   * The JSON text of the response.
   * @example res.status(problem.status).type("application/problem+json").end(problem.toText())
   */
  toText(): string {
    const { issues } = this;
    const { maxIssues, maxProblemBytes } = this.#bounds;
    // Most are so short that no part of them need be measured.
    const text = issues.length > maxIssues ? undefined : JSON.stringify(this.#showing(issues, issues));
    return text !== undefined && text.length * MAX_UNIT <= maxProblemBytes ? text : JSON.stringify(this);
  }

  get #bounds(): Bounds {
    return boundsFor(this.#errors.map(([, error]) => error));
  }

  get #errors(): PartErrors {
    return this.#content instanceof Found ? this.#content.errors : [];
  }

  /** The data of the response with the issues that are `shown`. */
  #showing(shown: readonly ProblemIssue[], issues: readonly ProblemIssue[]): Problem {
    const { type, title, status, instance, truncated } = this;
    const detail = this.#content instanceof Found ? detailOf(this.#content.errors, issues) : this.detail;
    const problem: { -readonly [K in keyof Problem]?: Problem[K] } = { type, title, status, detail };
    if (instance !== undefined) problem.instance = instance;
    problem.issues = shown;
    if (shown.length < issues.length) problem.more = issues.length - shown.length;
    if (truncated) problem.truncated = true;
    return problem as Problem;
  }

  /** The response, for servers that return one. */
  toResponse(): Response {
    return new Response(this.toText(), { status: this.status, headers: headersOf(this) });
  }

  /** The same, by the name that Hono calls if a handler throws the problem. */
  getResponse(): Response {
    return this.toResponse();
  }

  /** Makes a problem one of further parts too, if validators have found it. @internal */
  static extend(problem: ProblemError, errors: PartErrors): void {
    ProblemError.become(problem, invalid(inOrder([...problem.#errors, ...errors])));
  }

  /** Gives a problem all that another one says. @internal */
  static become(problem: ProblemError, other: ProblemError): void {
    problem.#content = other.#content;
    const { stack: _, ...properties } = Object.getOwnPropertyDescriptors(other);
    Object.defineProperties(problem, properties);
    if (!Object.hasOwn(properties, "cause")) delete problem.cause;
  }
}

// As properties of its own would be: loggers list them.
for (const name of ["detail", "issues", "headers"]) {
  Object.defineProperty(ProblemError.prototype, name, { enumerable: true });
}

function expectText(name: string, text: unknown): void {
  if (typeof text !== "string") throw new TypeError(`The ${name} of a problem should be a string`);
}

/** All headers of the response. */
export const headersOf = ({ headers }: ProblemError): Record<string, string> => ({
  ...headers,
  "content-type": "application/problem+json",
});

// Names are data: a minifier must not change them.
Object.defineProperty(ProblemError.prototype, "name", { value: "ProblemError", configurable: true, writable: true });

/** 413: the body has more bytes than the limit. */
export const tooLarge = (maxBytes: number): ProblemError =>
  new ProblemError(413, `The body is larger than ${maxBytes} bytes.`);

/** 415: the content type is not the expected one. */
export const unsupportedType = (detail: string, accept: string): ProblemError =>
  new ProblemError(415, detail, { headers: { accept } });

/** 415: the body is compressed. */
export const unsupportedEncoding = (): ProblemError =>
  new ProblemError(415, "The body should have no Content-Encoding.", { headers: { "accept-encoding": "identity" } });

/**
 * Removes from errors what the client need not know, and logs should not have: the values that are wrong. What
 * functions of the schema say stays, unless it is the message of an Error that quotes the value.
 */
export function hideValues(error: ValidationError): void {
  SchemaError.forEach(error, hideValue, (stated) => {
    stated.hide(stated.code === "invalid_type" && TYPE_NAMES.test(stated.actual as string));
  });
}

function hideValue(error: ValidationError): void {
  if (error instanceof JsonDecodeError) return;
  const quotes = quotesValue(error);
  const isKept = (name: string | symbol): boolean => {
    if (name === "text") return !quotes;
    if (name === "actual") return namesType(error);
    return name !== "cause";
  };
  ValidationError.conceal(error, isKept);
}

/** Returns whether `actual` is the name of a built-in type, which says nothing of the value. */
export const namesType = (error: ValidationError): boolean =>
  error instanceof InvalidTypeError && TYPE_NAMES.test(error.actual);

/** The names of types that errors have. */
const TYPE_NAMES =
  /^(?:null|undefined|integer|number|string|boolean|bigint|symbol|function|array|object|bytes|instance|date|time|(?:invalid )?datetime|duration)$/;

/** Texts of fewer characters stand in many messages by chance. */
const QUOTED = 3;

/** Whether the text of an error is the message of an Error that has the value, or some of it, in it. */
function quotesValue(error: ValidationError): boolean {
  const { text, cause } = error as CheckError;
  const input = ValidationError.input(error)?.value;
  if (cause === undefined || typeof text !== "string") return false;
  // What an engine quotes of a long text is its beginning.
  const quoted = String(input).slice(0, 10);
  return typeof input !== "string" || (quoted.length >= QUOTED && text.includes(quoted));
}

/** The errors of parts of a request. */
export type PartErrors = readonly (readonly [Part, ValidationError])[];

/** What a problem says beside its kind. */
interface Content {
  readonly detail: string;
  readonly issues: readonly ProblemIssue[];
  readonly headers: Readonly<Record<string, string>>;
}

/** What validators have found: as the errors say it when it is read. */
class Found implements Content, ProblemInit {
  readonly errors: PartErrors;
  readonly type: string | undefined;
  readonly title: string | undefined;
  readonly instance: string | undefined;
  readonly cause: unknown;
  readonly truncated: boolean;
  readonly #headers: Readonly<Record<string, string>> | undefined;
  /** The issues that the detail was made of, until they are read. */
  #issues: ProblemIssue[] | undefined;
  /** What has written them. */
  #wording: unknown;

  constructor(errors: PartErrors, { type, title, instance, headers }: PartProblemInit) {
    this.errors = errors;
    this.type = type;
    this.title = title;
    this.instance = instance;
    this.cause = errors.length === 1 ? errors[0]?.[1] : undefined;
    this.truncated = errors.some(([, error]) => error.truncated);
    this.#headers = headers;
  }

  get detail(): string {
    const { errors } = this;
    this.#issues = issuesOf(errors);
    this.#wording = errors[0] && ValidationError.format(errors[0][1]);
    return detailOf(errors, this.#issues);
  }

  /** Those that are there, if nothing can have changed. */
  get issues(): ProblemIssue[] {
    const { errors } = this;
    const issues = this.#issues;
    this.#issues = undefined;
    const isSame = (error: ValidationError): boolean =>
      SchemaError.isUnmade(error) && ValidationError.format(error) === this.#wording;
    return issues !== undefined && errors.every(([, error]) => isSame(error)) ? issues : issuesOf(errors);
  }

  get headers(): Readonly<Record<string, string>> {
    return { ...this.#headers, ...languageHeader(this.errors) };
  }
}

/**
 * 400, 413 or 422: what validators say of the parts of a request. Its texts are those that the errors have when they
 * are read, so `formatWith` of its cause changes them too.
 * @param wording the language of the messages, if the request has chosen one; or what writes them.
 */
export function invalid(
  errors: PartErrors,
  wording?: Locale | ErrorFormatter,
  { status, ...init }: PartProblemInit = {},
): ProblemError {
  const decoding = errors.map(([, error]) => error).find((error) => error instanceof JsonDecodeError);
  if (decoding?.reason === "size") return tooLarge(decoding.expected as number);
  if (wording !== undefined) for (const [, error] of errors) error.formatWith(wording);
  const found = new Found(errors, init);
  return new ProblemError(status ?? (decoding === undefined ? 422 : 400), found.detail, found);
}

/** The parts in the order of their issues. */
const ORDER: readonly Part[] = ["params", "query", "headers", "body"];

/** In the order of the parts, which servers may validate in another. */
export const inOrder = (errors: PartErrors): PartErrors =>
  errors.toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));

const issuesOf = (errors: PartErrors): ProblemIssue[] =>
  errors.flatMap(([part, error]) => {
    const hidesValue = (SchemaError.stated(error) ?? error).at(0)?.hidesValue === true;
    return error.issues.map((issue) => Object.assign(issue, { in: part }, hidesValue && { actual: undefined }));
  });

/** The language of the errors, if they were given one. */
function languageOf(errors: PartErrors): Language | undefined {
  const wording = errors[0] && ValidationError.format(errors[0][1]);
  return wording instanceof Language ? wording : undefined;
}

function languageHeader(errors: PartErrors): Record<string, string> | undefined {
  const language = languageOf(errors);
  return language && { "content-language": language.code };
}

function detailOf(errors: PartErrors, issues: readonly ProblemIssue[]): string {
  const [first] = issues;
  if (first === undefined) return "The request is not valid.";
  return summaryOf(
    first.in,
    issues,
    errors.some(([, error]) => error.truncated),
    languageOf(errors),
  );
}

/** The first issue in words, and how many others there are. */
export function summaryOf(
  part: string,
  issues: readonly Issue[],
  truncated: boolean,
  language: Language = Language.of(en),
): string {
  const { pointer, message } = issues[0] as Issue;
  const place = pointer === "" ? part : `${part} ${visible(pointer)}`;
  const others = issues.length - 1;
  const text = clip(`${place}: ${message}`, MAX_DETAIL);
  const more = (key: "more" | "more_at_least", count: number): string =>
    `${text} ${language.message(key, { count: language.value(count) }, count)}`;
  // The first one left out is known, but not how many follow it.
  if (truncated) return more("more_at_least", others + 1);
  return others === 0 ? text : more("more", others);
}
