/** Express: a middleware that validates the parts of a request. `validlib/express`. */
import type { NextFunction, Request, RequestHandler, Response } from "express";
import type { AnyValidator, Infer } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { isBytes, isPlainObject } from "../values/input.ts";
import { type BodyKind, bodyRefusal, missingBody } from "./media.ts";
import {
  absentResultOf,
  asQuery,
  expectValidators,
  formIn,
  formResultOf,
  jsonResultOf,
  type KnownLimits,
  limitsOf,
  localeFor,
  Outcome,
  queryOf,
  type RequestLimits,
  resultBy,
} from "./parts.ts";
import { headersOf, ProblemError } from "./problem.ts";
import { ResponseError, textOf } from "./response.ts";
import { lacksBody, readStream } from "./stream.ts";

export * from "./exports.ts";

declare global {
  namespace Express {
    interface Request {
      /** The values that `validate` of validlib/express has validated; a `ValidRequest` has their type. */
      // biome-ignore lint/suspicious/noExplicitAny: a handler that names its type gets a request of this one
      valid: any;
    }
  }
}

/** The validators of a request. */
export interface RequestSchemas {
  /** Of a body that is JSON. */
  readonly body?: AnyValidator | undefined;
  /** Of a body that is a form, URL-encoded or multipart. */
  readonly form?: AnyValidator | undefined;
  readonly query?: AnyValidator | undefined;
  readonly params?: AnyValidator | undefined;
  /** Of the header fields, whose names are in lower case. */
  readonly headers?: AnyValidator | undefined;
}

/** Options of `validate`. */
export interface ValidateOptions extends RequestLimits<Request> {
  /** Called with the problem instead of sending it: pass it to `next`, or write a response of your own. */
  readonly onError?: ((error: ProblemError, req: Request, res: Response, next: NextFunction) => void) | undefined;
}

/** The validated values of a request. */
export type Valid<S extends RequestSchemas> = {
  [K in keyof S & keyof RequestSchemas as S[K] extends AnyValidator ? K : never]: S[K] extends AnyValidator
    ? Infer<S[K]>
    : never;
};

/** A request that was validated by schemas of that type. */
export interface ValidRequest<S extends RequestSchemas> extends Request {
  valid: Valid<S>;
}

/** A handler of such requests. */
export type ValidHandler<S extends RequestSchemas> = (
  req: ValidRequest<S>,
  res: Response,
  next: NextFunction,
) => unknown;

const PARTS = ["body", "form", "query", "params", "headers"] as const;

/**
 * A middleware that validates requests and puts the values into `req.valid`, or responds with a problem. It reads the
 * body itself unless a parser has run before. The body of a GET or HEAD is not read: with a schema for the body, such a
 * request is refused.
 * @param handler called with valid requests, typed by the schemas.
 * @throws TypeError if a limit is invalid, a schema is not a validator, `handler` is not a function, or if there are
 *   both a `body` and a `form`.
 * @example app.post("/orders", validate({ body: order }, (req, res) => res.json(req.valid.body.count)));
 */
export function validate<const S extends RequestSchemas & ValidateOptions>(
  schemas: S,
  handler?: ValidHandler<S>,
): RequestHandler {
  const limits = limitsOf(schemas, [...PARTS, "onError"], "schemas");
  const { body, form, onError = answer } = schemas;
  if (body !== undefined && form !== undefined) throw new TypeError("validate takes a body or a form, not both");
  if (handler !== undefined && typeof handler !== "function") {
    throw new TypeError("validate takes a function as its second argument; limits stand beside the schemas");
  }
  const validators = expectValidators(PARTS, schemas);
  return (req, res, next) => {
    validateParts(req, validators, limits)
      .then((outcome) => {
        const problem = outcome.problem(() => localeFor(schemas, req, req.headers["accept-language"]));
        if (problem !== undefined) throw problem;
        // Another middleware may have validated other parts, as in a router.
        req.valid = { ...req.valid, ...outcome.valid };
        return handler === undefined ? next() : handler(req, res, next);
      })
      .catch((error) => (error instanceof ProblemError ? onError(error, req, res, next) : next(error)))
      // Errors that `onError` throws: an unhandled rejection would end the process.
      .catch(next);
  };
}

type Validators = ReturnType<typeof expectValidators<(typeof PARTS)[number]>>;

async function validateParts(req: Request, schemas: Validators, limits: KnownLimits): Promise<Outcome> {
  const { params, query, headers, body, form } = schemas;
  const outcome = new Outcome();
  if (params) outcome.add("params", await resultBy(params, req.params, limits));
  if (query) outcome.add("query", await resultBy(query, queryOf(req.url), limits));
  if (headers) outcome.add("headers", await resultBy(headers, req.headers, limits));
  if (body) outcome.add("body", await bodyResultOf(req, body, "json", limits));
  if (form) outcome.add("body", await bodyResultOf(req, form, "form", limits), "form");
  return outcome;
}

async function bodyResultOf(req: Request, schema: Validator, kind: BodyKind, limits: KnownLimits) {
  const { "content-type": type, "content-length": length, "transfer-encoding": transfer } = req.headers;
  if (type === undefined && lacksBody(length, transfer)) return absentResultOf(schema, missingBody(kind), limits);
  const source = await bodyOf(req, kind, limits.maxBytes);
  if (kind === "form") {
    const fields = isBytes(source) ? await formIn(source, type, limits.maxBytes) : asQuery(source);
    return formResultOf(schema, fields, limits);
  }
  // Bytes are JSON text; any other result of a parser is a value. A string may be either: express.text() returns JSON
  // text such as `"5"`, but express.json() returns a string value, which must not become a number.
  return isBytes(source) ? jsonResultOf(schema, source, limits) : resultBy(schema, source, limits);
}

const NOTHING = new Uint8Array(0);

/** The bytes of the body: another `validate` cannot read it again. */
const BYTES = Symbol("validlib.bytes");

/** Parsers of the Express 4 era set an empty object for a body of another type, without reading it. */
const isPlaceholder = ({ body, readableDidRead }: Request): boolean =>
  readableDidRead === false && isPlainObject(body) && Object.keys(body).length === 0;

/**
 * The body: its bytes, or the result of a parser.
 * @throws ProblemError if it is of another kind, or too large.
 */
async function bodyOf(req: Request, kind: BodyKind, maxBytes: number): Promise<unknown> {
  const { "content-type": type, "content-encoding": encoding, "content-length": length } = req.headers;
  const isParsed = req.body !== undefined && !isPlaceholder(req);
  const refusal = bodyRefusal({ type, encoding, length }, kind, maxBytes, isParsed);
  if (refusal !== undefined) throw refusal;
  if (req.method === "GET" || req.method === "HEAD") return NOTHING;
  if (isParsed) return req.body;
  const held = req as { [BYTES]?: Uint8Array };
  held[BYTES] ??= await readStream(req, maxBytes);
  return held[BYTES];
}

function answer(error: ProblemError, req: Request, res: Response): void {
  // A middleware, such as one with a timeout, may have responded while a slow body was awaited.
  if (res.headersSent) return;
  // The rest of a body would have to be read before the next request.
  if (error.status === 413 && req.httpVersionMajor === 1) res.set("connection", "close");
  res.status(error.status).set(headersOf(error)).end(error.toText());
}

/**
 * Sends a value as JSON, as `res.json` does, if it fits its schema. Its status is that of `res.status`.
 * @throws ResponseError if it does not fit: the error handlers of the application respond with 500. TypeError if
 *   `schema` is not a validator. ValueError if it has no encoding.
 * @example app.get("/orders/:id", async (req, res) => respond(res, order, await find(req.params.id)));
 */
export function respond<V extends AnyValidator>(res: Response, schema: V, value: Infer<V>): Response {
  const text = textOf(schema, value);
  if (!res.get("content-type")) res.set("content-type", "application/json");
  return res.send(text);
}

/**
 * An error handler: problems that handlers throw become responses. A response that is not valid becomes a 500, whose
 * reason is only on the console. All other errors are passed on.
 * @example app.use(problemHandler);
 */
export function problemHandler(error: unknown, req: Request, res: Response, next: NextFunction): void {
  const problem = error instanceof ResponseError ? error.toProblem() : error;
  if (!(problem instanceof ProblemError) || res.headersSent) {
    next(error);
    return;
  }
  if (problem.status >= 500) console.error(error);
  answer(problem, req, res);
}
