/** Hono: a validator as a middleware. `validlib/hono`. */
import type { Context, Env, MiddlewareHandler, TypedResponse } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Encoded } from "../core/encode/encoded.ts";
import { didYouMean } from "../core/misspelt.ts";
import type { Result } from "../core/report/check.ts";
import type { AnyValidator, Infer, InferInput } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { isBytes } from "../values/input.ts";
import { type BodyKind, bodyRefusal, missingBody } from "./media.ts";
import {
  absentResultOf,
  asQuery,
  expectValidator,
  formIn,
  formResultOf,
  jsonResultOf,
  type KnownLimits,
  limitsOf,
  localeFor,
  Outcome,
  type RequestLimits,
  resultBy,
} from "./parts.ts";
import { headersOf, type Part, ProblemError } from "./problem.ts";
import { textOf } from "./response.ts";
import { hasNoBody, readRequestBytes } from "./stream.ts";

export * from "./exports.ts";

/** The part of a request that is validated, in Hono's terms. */
export type Target = "json" | "form" | "query" | "param" | "header";

/** In the order of their issues. */
const PARTS: Readonly<Record<Target, Part>> = {
  param: "params",
  query: "query",
  header: "headers",
  json: "body",
  form: "body",
};

/** Options of `validator`. */
export interface ValidatorOptions<E extends Env = Env> extends RequestLimits<Context<E>> {
  /** Makes the response for a problem. */
  readonly onError?: ((error: ProblemError, c: Context<E>) => Response | Promise<Response>) | undefined;
}

/** The validators of several parts. */
export type Targets = { readonly [T in Target]?: AnyValidator | undefined };

/**
 * A middleware that validates a part of requests, for `c.req.valid(target)`, or responds with a problem. A GET or HEAD
 * has no body, so it is refused if the body is validated.
 * @param options limits, and `onError`, in an object: not a function, unlike other hooks.
 * @throws TypeError if `schema` is not a validator, or a limit is invalid.
 * @example app.post("/orders", validator("json", order), (c) => c.json(c.req.valid("json").count));
 */
export function validator<T extends Target, V extends AnyValidator, E extends Env = Env, P extends string = string>(
  target: T,
  schema: V,
  options?: ValidatorOptions<E>,
): MiddlewareHandler<
  E,
  P,
  { in: { [K in T]: K extends "json" ? Json<V> : InferInput<V> }; out: { [K in T]: Infer<V> } }
>;
/**
 * The same for several parts of requests, whose problem has the issues of all of them.
 * @throws TypeError if one of the schemas is not a validator, there are both `json` and `form`, or a limit is invalid.
 * @example app.post("/orders", validator({ query: search, json: order }), (c) => c.json(c.req.valid("json").count));
 */
export function validator<const S extends Targets, E extends Env = Env, P extends string = string>(
  schemas: S,
  options?: ValidatorOptions<E>,
): MiddlewareHandler<
  E,
  P,
  {
    in: { [K in keyof S]: S[K] extends AnyValidator ? (K extends "json" ? Json<S[K]> : InferInput<S[K]>) : never };
    out: { [K in keyof S]: S[K] extends AnyValidator ? Infer<S[K]> : never };
  }
>;
/**
 * A middleware for one part of requests, or for several.
 * @example app.use(validator("header", key), validator({ query: search, json: order }));
 */
export function validator(...given: readonly unknown[]): MiddlewareHandler {
  const [first, second] = given;
  const isOne = typeof first !== "object" || first === null;
  const targets = (isOne ? { [String(first)]: second } : first) as Readonly<Record<string, unknown>>;
  const { [isOne ? 2 : 1]: options = {} } = given as readonly ValidatorOptions[];
  // Of those that are missing none is validated.
  const schemas = Object.keys(targets).filter((target) => isOne || targets[target] !== undefined);
  const validators = new Map<string, Validator>();
  for (const target of schemas) {
    if (!Object.hasOwn(PARTS, target))
      throw new TypeError(`There is no target '${target}'${didYouMean(target, Object.keys(PARTS))}`);
    validators.set(target, expectValidator(target, targets[target]));
  }
  if (schemas.includes("json") && schemas.includes("form"))
    throw new TypeError("validator takes json or a form, not both");
  // A body that cannot be read is refused for that alone.
  const parts = (Object.keys(PARTS) as Target[]).filter((target) => validators.has(target));
  const limits = limitsOf(options, ["onError"], "options");
  const { onError = answer } = options;
  return async (c, next) => {
    const choose = () => localeFor(options, c as never, c.req.header("accept-language"));
    try {
      const outcome = new Outcome();
      for (const target of parts)
        outcome.add(
          PARTS[target],
          await resultIn(c as never, target, validators.get(target) as Validator, limits),
          target,
        );
      const problem = outcome.problem(choose);
      if (problem !== undefined) throw problem;
      for (const target of parts) c.req.addValidatedData(target, outcome.valid[target] as object);
    } catch (error) {
      if (error instanceof ProblemError) return onError(error, c as never);
      throw error;
    }
    await next();
    return undefined;
  };
}

async function resultIn(c: Context, target: Target, schema: Validator, limits: KnownLimits): Promise<Result<unknown>> {
  if (target === "query") return resultBy(schema, asQuery(c.req.queries()), limits);
  if (target === "param") return resultBy(schema, c.req.param(), limits);
  if (target === "header") return resultBy(schema, c.req.header(), limits);
  if (c.req.header("content-type") === undefined && hasNoBody(c.req.raw)) {
    return absentResultOf(schema, missingBody(target), limits);
  }
  const body = await bodyOf(c, target, limits.maxBytes);
  if (target === "json") return jsonResultOf(schema, body as Uint8Array, limits);
  const isRead = !isBytes(body);
  const fields = isRead ? body : await formIn(body, c.req.header("content-type"), limits.maxBytes);
  return formResultOf(schema, fields, limits);
}

/**
 * The bytes of the body, or the form that other code has read. They stay available to code that reads the body before
 * or after.
 */
async function bodyOf({ req }: Context, kind: BodyKind, maxBytes: number): Promise<Uint8Array | FormData> {
  const [type, length] = [req.header("content-type"), req.header("content-length")];
  const refusal = bodyRefusal({ type, encoding: req.header("content-encoding"), length }, kind, maxBytes);
  if (refusal !== undefined) throw refusal;
  const { bodyCache, raw } = req;
  const [first] = Object.keys(bodyCache);
  // Hono would encode a form to different bytes: multipart, with a boundary that differs from that of the Content-Type.
  if (first === "formData" && kind === "form") return req.formData();
  if (first !== undefined) return new Uint8Array(await req.arrayBuffer());
  const bytes = await readRequestBytes(raw, maxBytes, length ?? null);
  const isWhole = bytes.length === bytes.buffer.byteLength;
  bodyCache.arrayBuffer = Promise.resolve((isWhole ? bytes.buffer : bytes.slice().buffer) as ArrayBuffer) as never;
  return bytes;
}

const answer = (error: ProblemError, c: Context): Response =>
  c.body(error.toText(), error.status as ContentfulStatusCode, headersOf(error));

/** JSON, with numbers in place of bigints: what `JSON.parse` makes of the text. */
type Parsed<T> = T extends bigint
  ? number
  : T extends string | number | boolean | null
    ? T
    : unknown extends T
      ? unknown
      : { [K in keyof T]: Parsed<T[K]> };

/** The type of the JSON of a validator: what clients send and get. */
export type Json<V extends AnyValidator> = Parsed<Encoded<InferInput<V>>>;

/**
 * A response with a value as JSON, as that of `c.json`, if it fits its schema. The client of `hono/client` knows its
 * type.
 * @throws ResponseError if it does not fit: the error handler of the application responds with 500. TypeError if
 *   `schema` is not a validator. ValueError if it has no encoding.
 * @example app.get("/orders/:id", async (c) => respond(c, order, await find(c.req.param("id"))));
 */
export function respond<V extends AnyValidator, S extends ContentfulStatusCode = ContentfulStatusCode>(
  c: Context,
  schema: V,
  value: Infer<V>,
  status?: S,
  headers?: Readonly<Record<string, string | string[]>>,
): Response & TypedResponse<Json<V>, S, "json"> {
  const all = { "Content-Type": "application/json", ...headers };
  return c.body(textOf(schema, value), status, all) as never;
}
