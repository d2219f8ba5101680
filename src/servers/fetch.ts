/** Requests and responses of the Fetch API, for Deno, Bun, Workers, and other runtimes. `validlib/fetch`. */
import { expectOptions } from "../core/misspelt.ts";
import type { Result } from "../core/report/check.ts";
import { expectSync } from "../core/schemas/async.ts";
import type { AnyValidator, Infer } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import type { Locale } from "../text/locales/locale.ts";
import { type BodyKind, bodyRefusal, kindOf, missingBody } from "./media.ts";
import {
  absentResultOf,
  expectValidator,
  expectValidators,
  formIn,
  formResultOf,
  jsonResultOf,
  type KnownLimits,
  limitsOf,
  localeFor,
  Outcome,
  publicResult,
  queryOf,
  type RequestLimits,
  resultBy,
  valueOrProblem,
} from "./parts.ts";
import { type Part, ProblemError } from "./problem.ts";
import { ResponseError, textOf } from "./response.ts";
import { hasNoBody, readRequestBytes } from "./stream.ts";

export * from "./exports.ts";

/**
 * The value of a JSON body.
 * @throws ProblemError: 415 if it is not JSON by its Content-Type, 413 if it is too large, 400 if it is not JSON text,
 *   422 if the value is invalid. TypeError if the body has been read before, or `schema` is not a
 *   validator.
 * @example const order = await readJson(request, Dict({ item: Str() }), { maxBytes: 10_000 });
 */
export async function readJson<V extends AnyValidator>(
  request: Request,
  schema: V,
  limits?: RequestLimits,
): Promise<Infer<V>> {
  return valueIn("body", request, await validateBody(request, schema, "json", limitsOf(limits)), limits) as Infer<V>;
}

/**
 * The value of a body that is a form, URL-encoded or multipart.
 * @throws ProblemError, as {@link readJson}. TypeError if the body has been read before.
 * @example const { name } = await readForm(request, Dict({ name: Str({ minlen: 1 }) }));
 */
export async function readForm<V extends AnyValidator>(
  request: Request,
  schema: V,
  limits?: RequestLimits,
): Promise<Infer<V>> {
  return valueIn("body", request, await validateBody(request, schema, "form", limitsOf(limits)), limits) as Infer<V>;
}

/**
 * The value of a body that is JSON or a form, by its Content-Type. Browsers send forms from any page: take care if
 * requests are trusted because of their cookies.
 * @throws ProblemError, as {@link readJson}. TypeError if the body has been read before.
 * @example const order = await readBody(request, Dict({ item: Str(), count: Int({ coerce: true }) }));
 */
export function readBody<V extends AnyValidator>(
  request: Request,
  schema: V,
  limits?: RequestLimits,
): Promise<Infer<V>> {
  return kindOf(request.headers.get("content-type")) === "form"
    ? readForm(request, schema, limits)
    : readJson(request, schema, limits);
}

/**
 * The value of the query.
 * @throws ProblemError, 422, if it is invalid. TypeError if functions of its schema are to be waited for: use
 *   {@link readRequest}.
 * @example const { page } = readQuery(request, Dict({ page: Default(Int({ coerce: true }), 1) }));
 */
export function readQuery<V extends AnyValidator>(request: Request, schema: V, limits?: RequestLimits): Infer<V> {
  const validator = expectValidator("query", schema);
  expectSync(validator, "readQuery", "readRequest");
  return valueIn("query", request, safe(validator, queryOf(request.url), limitsOf(limits)), limits) as Infer<V>;
}

/**
 * The value of the header fields, whose names are in lower case.
 * @throws ProblemError, 422, if it is invalid. TypeError, as {@link readQuery}.
 * @example const { host } = readHeaders(request, Dict({ host: Str() }, { unknown: "strip" }));
 */
export function readHeaders<V extends AnyValidator>(request: Request, schema: V, limits?: RequestLimits): Infer<V> {
  const validator = expectValidator("headers", schema);
  expectSync(validator, "readHeaders", "readRequest");
  return valueIn("headers", request, safe(validator, request.headers, limitsOf(limits)), limits) as Infer<V>;
}

const safe = (schema: Validator, value: unknown, limits: KnownLimits) =>
  publicResult(schema.safe(value, limits), limits);

/** The validators of a request. */
export interface RequestSchemas {
  /** Of a body that is JSON. */
  readonly json?: AnyValidator | undefined;
  /** Of a body that is a form, URL-encoded or multipart. */
  readonly form?: AnyValidator | undefined;
  readonly query?: AnyValidator | undefined;
  readonly headers?: AnyValidator | undefined;
}

/** The validated values of a request. */
export type Valid<S extends RequestSchemas> = {
  [K in keyof S & keyof RequestSchemas as S[K] extends AnyValidator ? K : never]: S[K] extends AnyValidator
    ? Infer<S[K]>
    : never;
};

const PARTS = ["json", "form", "query", "headers"] as const;

/**
 * The values of several parts of a request. One problem covers the errors of all parts.
 * @throws ProblemError, as {@link readJson}. TypeError if the body has been read before, or should be both JSON and a
 *   form, for an unknown part, and if a schema is not a validator.
 * @example const { json, query } = await readRequest(request, { json: order, query: Dict({ dry: Bool({ coerce_str: true }) }) });
 */
export async function readRequest<const S extends RequestSchemas>(
  request: Request,
  schemas: S,
  limits?: RequestLimits,
): Promise<Valid<S>> {
  expectOptions(schemas, PARTS, "schemas");
  const { json, form, query, headers } = expectValidators(PARTS, schemas);
  if (json !== undefined && form !== undefined) throw new TypeError("readRequest takes json or a form, not both");
  const known = limitsOf(limits);
  const outcome = new Outcome();
  if (query) outcome.add("query", await resultBy(query, queryOf(request.url), known));
  if (headers) outcome.add("headers", await resultBy(headers, request.headers, known));
  if (json) outcome.add("body", await validateBody(request, json, "json", known), "json");
  if (form) outcome.add("body", await validateBody(request, form, "form", known), "form");
  const problem = outcome.problem(() => localeOf(request, limits));
  if (problem !== undefined) throw problem;
  return outcome.valid as Valid<S>;
}

/**
 * A JSON response of a value that fits its schema, as `Response.json` makes it of any.
 * @throws ResponseError if it does not fit: {@link handler} responds with 500. TypeError if `schema` is not a
 *   validator. ValueError if it has no encoding.
 * @example return respond(order, await find(id), { headers: { "cache-control": "no-store" } });
 */
export function respond<V extends AnyValidator>(schema: V, value: Infer<V>, init?: ResponseInit): Response {
  const response = new Response(textOf(schema, value), init);
  if (!new Headers(init?.headers).has("content-type")) response.headers.set("content-type", "application/json");
  return response;
}

/** Options of `handler`. */
export interface HandlerOptions {
  /** Gets the error of a response that is not valid. Default `console.error`. */
  readonly log?: ((error: ResponseError) => void) | undefined;
}

/**
 * A handler that answers with the problem where the one it is given throws a ProblemError; and with 500 where it throws
 * a ResponseError, whose reason only `log` gets.
 * @example export default { fetch: handler(async (request) => Response.json(await readJson(request, order))) };
 */
export function handler<R extends Request, A extends readonly unknown[]>(
  handle: (request: R, ...rest: A) => Response | Promise<Response>,
  { log = console.error }: HandlerOptions = {},
): (request: R, ...rest: A) => Promise<Response> {
  return async (request, ...rest) => {
    try {
      return await handle(request, ...rest);
    } catch (error) {
      if (error instanceof ProblemError) return error.toResponse();
      if (!(error instanceof ResponseError)) throw error;
      log(error);
      return error.toProblem().toResponse();
    }
  };
}

const localeOf = (request: Request, limits: RequestLimits | undefined): Locale | undefined =>
  localeFor(limits, request, request.headers.get("accept-language"));

const valueIn = (part: Part, request: Request, result: Result<unknown>, limits: RequestLimits | undefined): unknown =>
  valueOrProblem(part, result, () => localeOf(request, limits));

async function validateBody(request: Request, given: AnyValidator, kind: BodyKind, limits: KnownLimits) {
  const schema = expectValidator(kind, given);
  const { maxBytes } = limits;
  const { headers } = request;
  const [type, length] = [headers.get("content-type"), headers.get("content-length")];
  if (type === null && hasNoBody(request)) return absentResultOf(schema, missingBody(kind), limits);
  const refusal = bodyRefusal({ type, encoding: headers.get("content-encoding"), length }, kind, maxBytes);
  if (refusal !== undefined) throw refusal;
  const bytes = await readRequestBytes(request, maxBytes, length);
  return kind === "json"
    ? jsonResultOf(schema, bytes, limits)
    : formResultOf(schema, await formIn(bytes, type, maxBytes), limits);
}
