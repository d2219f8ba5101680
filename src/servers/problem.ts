/** The response of a server to a request that it cannot accept: RFC 9457, `application/problem+json`. */
import { type CheckError, InvalidTypeError, JsonDecodeError, ValidationError } from "../errors/errors.ts";
import type { ErrorFormatter } from "../errors/formatter.ts";
import type { Issue } from "../errors/issue.ts";
import { Language } from "../errors/language.ts";
import { SchemaError } from "../errors/schema-error.ts";
import { en } from "../locales/en.ts";
import type { Locale } from "../locales/locale.ts";
import { clip, visible } from "../values/text.ts";

/** The part of a request that is invalid. */
export type Part = "body" | "query" | "params" | "headers";

/** One thing that is wrong with a request: an issue, and the part of the request where it is. */
export type ProblemIssue = Issue & { readonly in: Part };

/** The statuses of problems. */
export type ProblemStatus = 400 | 413 | 415 | 422;

/** A problem in the form of the response. */
export interface Problem {
  /** `"about:blank"`: the status says what kind of problem it is. */
  readonly type: string;
  /** The name of the status. */
  readonly title: string;
  readonly status: ProblemStatus;
  /** The problem in words for people: the first issue if there are any. */
  readonly detail: string;
  /** Everything that is wrong with the request; empty if nothing of it was validated. */
  readonly issues: readonly ProblemIssue[];
  /** There is more that is wrong than `maxErrors` lets collect. */
  readonly truncated?: true;
}

const TITLES: Readonly<Record<ProblemStatus, string>> = {
  400: "Bad Request",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
};

/** Maximum number of characters of an issue in a detail: messages quote the input. */
const MAX_DETAIL = 500;

/** Optional properties of a problem, besides its status and detail. */
export interface ProblemInit {
  readonly issues?: readonly ProblemIssue[];
  readonly truncated?: boolean;
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * A request that cannot be accepted. It has the properties of the problem, and `statusCode` and `headers`, which error
 * handlers of servers read.
 * @example if (error instanceof ProblemError) return error.toResponse();
 */
export class ProblemError extends Error {
  readonly status: ProblemStatus;
  /** The same as `status`. */
  readonly statusCode: ProblemStatus;
  readonly title: string;
  readonly detail: string;
  readonly issues: readonly ProblemIssue[];
  readonly truncated: boolean;
  /** Headers of the response, besides its `content-type`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ProblemStatus, detail: string, init: ProblemInit = {}) {
    super(detail, init.cause === undefined ? undefined : { cause: init.cause });
    this.status = status;
    this.statusCode = status;
    this.title = TITLES[status];
    this.detail = this.message;
    this.issues = init.issues ?? [];
    this.truncated = init.truncated ?? false;
    this.headers = init.headers ?? {};
  }

  /**
   * The problem of a part of a request, 422: for what a handler finds out after the validator. Its answer does not show
   * the value of the error.
   * @example throw ProblemError.of("body", new CheckError({ message: "Taken.", context: ["email"] }));
   */
  static of(part: Part, error: ValidationError): ProblemError {
    hideValues(error);
    return invalid([[part, error]]);
  }

  /**
   * Writes its messages anew in a language, or by a formatter. A problem that no validator has found stays as it is.
   * @example app.setErrorHandler((error, request, reply) => problemHandler(error.formatWith(de), request, reply));
   */
  formatWith(wording: Locale | ErrorFormatter): this {
    const errors = errorsOf.get(this);
    if (errors !== undefined) {
      const { message, detail, issues, headers } = invalid(errors, wording);
      Object.assign(this, { message, detail, issues, headers });
    }
    return this;
  }

  /** The data of the response. The size of its JSON is bounded, as that of `error.issues` is. */
  toJSON(): Problem {
    const { title, status, detail, issues, truncated } = this;
    return { type: "about:blank", title, status, detail, issues, ...(truncated && { truncated }) };
  }

  /** The response, for servers that return one. */
  toResponse(): Response {
    return new Response(JSON.stringify(this), { status: this.status, headers: headersOf(this) });
  }
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
  SchemaError.forEach(error, (one) => {
    if (one instanceof JsonDecodeError) return;
    const quotes = quotesValue(one);
    const isKept = (name: string | symbol): boolean => {
      if (name === "text") return !quotes;
      if (name === "actual") return one instanceof InvalidTypeError && TYPE_NAMES.test(one.actual);
      return name !== "cause";
    };
    ValidationError.conceal(one, isKept);
  });
}

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
type PartErrors = readonly (readonly [Part, ValidationError])[];

/** Of problems that `invalid` has made, for `formatWith`. */
const errorsOf = /*#__PURE__*/ new WeakMap<ProblemError, PartErrors>();

/**
 * 400, 413 or 422: what validators say of the parts of a request.
 * @param wording the language of the messages, if the request has chosen one; or what writes them.
 */
export function invalid(errors: PartErrors, wording?: Locale | ErrorFormatter): ProblemError {
  const decoding = errors.map(([, error]) => error).find((error) => error instanceof JsonDecodeError);
  if (decoding?.reason === "size") return tooLarge(decoding.expected as number);
  if (wording !== undefined) for (const [, error] of errors) error.formatWith(wording);
  const locale = typeof wording === "function" ? undefined : wording;
  const issues = errors.flatMap(([part, error]) => issuesOf(error, part));
  const truncated = errors.some(([, error]) => error.truncated);
  const problem = new ProblemError(decoding === undefined ? 422 : 400, detailOf(issues, truncated, locale), {
    issues,
    truncated,
    ...(locale !== undefined && { headers: { "content-language": locale.code } }),
    cause: errors.length === 1 ? errors[0]?.[1] : undefined,
  });
  errorsOf.set(problem, errors);
  return problem;
}

function issuesOf(error: ValidationError, part: Part): ProblemIssue[] {
  const hidesValue = error.at(0)?.hidesValue === true;
  return error.issues.map((issue) => Object.assign(issue, { in: part }, hidesValue && { actual: undefined }));
}

function detailOf(issues: readonly ProblemIssue[], truncated: boolean, locale: Locale = en): string {
  const [first] = issues;
  if (first === undefined) return "The request is not valid.";
  const place = first.pointer === "" ? first.in : `${first.in} ${visible(first.pointer)}`;
  const others = issues.length - 1;
  const text = clip(`${place}: ${first.message}`, MAX_DETAIL);
  const language = Language.of(locale);
  const more = (key: "more" | "more_at_least", count: number): string =>
    `${text} ${language.message(key, { count: language.value(count) }, count)}`;
  // The first one left out is known, but not how many follow it.
  return truncated ? more("more_at_least", others + 1) : others === 0 ? text : more("more", others);
}
