/** Validates the parts of requests in Fastify by the validators that are the schemas of routes. */
import type { FastifyRequest, FastifySchema, FastifySchemaCompiler } from "fastify";
import type { Result } from "../report/check.ts";
import { isChecker } from "../schemas/checker.ts";
import type { Validator } from "../validator.ts";
import { isBytes } from "../values/input.ts";
import { asQuery, type KnownLimits } from "./parts.ts";
import { invalid, type Part, type ProblemError, unsupportedType } from "./problem.ts";

/**
 * A body that is a URL-encoded form: see {@link form}.
 * @example form(Dict({ name: Str() })) instanceof Form
 */
export class Form<V extends Validator = Validator> {
  readonly validator: V;

  constructor(validator: V) {
    this.validator = validator;
  }
}

/**
 * The schema of a body that is a URL-encoded form. Browsers send forms from any page, so only routes that ask for one
 * get it.
 * @example app.post("/login", { schema: { body: form(login) } }, (request) => request.body.name);
 */
export const form = <V extends Validator>(validator: V): Form<V> => new Form(validator);

const PARTS: Readonly<Record<string, Part>> = {
  body: "body",
  querystring: "query",
  params: "params",
  headers: "headers",
};

/** The type of content of a form. */
export const FORM = "application/x-www-form-urlencoded";

const REQUEST: unique symbol = Symbol("validlib.request");
type JsonText = Uint8Array & { [REQUEST]?: { body: unknown } };

/**
 * Marks bytes as the JSON text of a request, not validated yet. The mark is a property of the bytes, because an entry
 * in a WeakMap would cost more than the validation of a small body.
 */
export function jsonTextOf(request: { body: unknown }, bytes: Uint8Array): Uint8Array {
  (bytes as JsonText)[REQUEST] = request;
  return bytes;
}

/** 415, as another type of content is taken. */
export const refusedBut = (accept: string): ProblemError =>
  unsupportedType(`The Content-Type should be ${accept}.`, accept);

/** What the plugin knows of the body of a route. */
export interface BodyRule {
  readonly takes: "json" | "form" | "unknown";
  readonly maxBytes: number;
}

type ValidateBody = (data: unknown) => { value: unknown } | { error: Error };

/**
 * By the function that validates the bodies of a route; each route has its own. Undefined until the first body comes.
 */
const rules = new WeakMap<object, BodyRule | undefined>();

/** The rule for the body of a request. `routeOptions` are made anew each time they are read: once is enough. */
export function ruleOf(request: FastifyRequest, most: number): BodyRule {
  const validateBody = request.getValidationFunction("body") ?? request;
  const known = rules.get(validateBody);
  if (known !== undefined) return known;
  const { bodyLimit, schema } = request.routeOptions;
  const takes = schema?.body instanceof Form ? "form" : isChecker(schema?.body) ? "json" : "unknown";
  const rule: BodyRule = { takes, maxBytes: Math.min(most, bodyLimit) };
  // Not for a function of the caller's, as several routes may share it.
  if (rules.has(validateBody)) rules.set(validateBody, rule);
  return rule;
}

/** Validates the parts of requests by the validators of their routes. */
export function compilerOf(
  limits: KnownLimits,
  previous: FastifySchemaCompiler<FastifySchema> | undefined,
): (route: { schema: unknown; httpPart?: string }) => unknown {
  const answered = (part: Part, result: Result<unknown>): ReturnType<ValidateBody> =>
    result.ok ? { value: result.value } : { error: invalid([[part, result.error]]) };

  return (route: { schema: unknown; httpPart?: string }) => {
    const { schema, httpPart = "body" } = route;
    const part = PARTS[httpPart] as Part;
    if (part === "body" && schema instanceof Form) {
      return bodies((data) =>
        typeof data === "object" && data !== null && !isBytes(data)
          ? answered(part, schema.validator.safe(asQuery(data), limits))
          : { error: refusedBut(FORM) },
      );
    }
    if (!isChecker(schema)) {
      if (previous !== undefined) return previous(route as never);
      throw new TypeError(
        "The schema is no validator: give its route a validatorCompiler, or register validlib elsewhere",
      );
    }
    const validator = schema as unknown as Validator;
    if (part !== "body")
      return ((data) =>
        answered(part, validator.safe(part === "query" ? asQuery(data) : data, limits))) satisfies ValidateBody;
    return bodies((data) => {
      const request = isBytes(data) ? (data as JsonText)[REQUEST] : undefined;
      // Nothing but what was sent as JSON, whatever other parsers there are.
      if (request === undefined) return { error: refusedBut("application/json") };
      const result = validator.safeJson(data as Uint8Array, limits);
      // Fastify up to 5.6 does not take a value like 0 or null.
      if (result.ok && !result.value) request.body = result.value;
      return answered(part, result);
    });
  };
}

function bodies(validateBody: ValidateBody): ValidateBody {
  rules.set(validateBody, undefined);
  return validateBody;
}
