/** Validates the parts of requests in Fastify by the validators that are the schemas of routes. */
import type { FastifyRequest, FastifySchema, FastifySchemaCompiler } from "fastify";
import type { Result } from "../report/check.ts";
import { isAsync } from "../schemas/async.ts";
import { isChecker } from "../schemas/checker.ts";
import type { Validator } from "../validator.ts";
import { isBytes } from "../values/input.ts";
import { asQuery, jsonResultOf, type KnownLimits, resultOf } from "./parts.ts";
import { invalid, type Part, ProblemError, unsupportedType } from "./problem.ts";

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
 * The schema of a body that is a URL-encoded form. Browsers send forms from any page, so routes accept them only with
 * this schema.
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

/** 415: another content type is accepted. */
export const refusedBut = (accept: string): ProblemError =>
  unsupportedType(`The Content-Type should be ${accept}.`, accept);

/** The plugin's data about the body of a route. */
export interface BodyRule {
  readonly takes: "json" | "form" | "unknown";
  readonly maxBytes: number;
}

type ValidateBody = (data: unknown) => { value: unknown } | { error: Error };

/**
 * By the function that validates the bodies of a route; each route has its own. Undefined until the first body comes.
 */
const rules = new WeakMap<object, BodyRule | undefined>();

/** The rule for the body of a request. `routeOptions` are created on each access, so they are read once. */
export function ruleOf(request: FastifyRequest, most: number): BodyRule {
  const validateBody = request.getValidationFunction("body") ?? request;
  const known = rules.get(validateBody);
  if (known !== undefined) return known;
  const { bodyLimit, schema } = request.routeOptions;
  const takes = schema?.body instanceof Form ? "form" : isChecker(schema?.body) ? "json" : "unknown";
  const rule: BodyRule = { takes, maxBytes: Math.min(most, bodyLimit) };
  // Not for a function of the caller, which several routes may share.
  if (rules.has(validateBody)) rules.set(validateBody, rule);
  return rule;
}

/** The validator of a part of requests, if its schema is one. */
const validatorOf = (schema: unknown): Validator | undefined =>
  schema instanceof Form ? schema.validator : isChecker(schema) ? (schema as unknown as Validator) : undefined;

/**
 * Returns the result of the validator of `schema` for a part of a request; a promise of it, if it has async functions.
 * @param data the part, as parsed.
 */
function resultIn(part: Part, schema: unknown, data: unknown, limits: KnownLimits): ReturnType<typeof resultOf> {
  const validator = validatorOf(schema) as Validator;
  if (part !== "body") return resultOf(validator, part === "query" ? asQuery(data) : data, limits);
  if (schema instanceof Form) {
    if (typeof data === "object" && data !== null && !isBytes(data)) return resultOf(validator, asQuery(data), limits);
    throw refusedBut(FORM);
  }
  const request = isBytes(data) ? (data as JsonText)[REQUEST] : undefined;
  // Only bodies sent as JSON are accepted, whatever other parsers there are.
  if (request === undefined) throw refusedBut("application/json");
  return jsonResultOf(validator, data as Uint8Array, limits);
}

/** Validates the parts of requests by the validators of their routes. */
export class RouteValidation {
  readonly #limits: KnownLimits;
  readonly #previous: FastifySchemaCompiler<FastifySchema> | undefined;
  /** A part of a request is validated by `validateLater`. */
  #hasAsync = false;

  constructor(limits: KnownLimits, previous: FastifySchemaCompiler<FastifySchema> | undefined) {
    this.#limits = limits;
    this.#previous = previous;
  }

  /** The validator compiler. */
  readonly compile = (route: { schema: unknown; httpPart?: string }): unknown => {
    const { schema, httpPart = "body" } = route;
    const part = PARTS[httpPart] as Part;
    const validator = validatorOf(schema);
    if (validator === undefined || (schema instanceof Form && part !== "body")) {
      if (this.#previous !== undefined) return this.#previous(route as never);
      throw new TypeError(
        "The schema is no validator: give its route a validatorCompiler, or register validlib elsewhere",
      );
    }
    const validate: ValidateBody = (data) => {
      // Fastify does not await the result.
      if (isAsync(validator)) {
        this.#hasAsync = true;
        return { value: data };
      }
      try {
        const result = resultIn(part, schema, data, this.#limits) as Result<unknown>;
        if (!result.ok) return { error: invalid([[part, result.error]]) };
        // Fastify up to 5.6 does not accept falsy values such as 0 or null.
        if (!result.value && isBytes(data)) ((data as JsonText)[REQUEST] as { body: unknown }).body = result.value;
        return { value: result.value };
      } catch (error) {
        if (error instanceof ProblemError) return { error };
        throw error;
      }
    };
    return part === "body" ? bodies(validate) : validate;
  };

  /**
   * A hook that validates the parts of a request whose validators have async functions.
   * @param done is called without an error if Fastify should go on.
   */
  readonly validateLater = (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    if (this.#hasAsync) this.#validateParts(request).then(() => done(), done);
    else done();
  };

  async #validateParts(request: FastifyRequest): Promise<void> {
    const { schema, attachValidation } = request.routeOptions as typeof request.routeOptions & {
      readonly attachValidation?: boolean;
    };
    for (const [name, part] of Object.entries(PARTS)) {
      const given = schema?.[name as keyof FastifySchema];
      const validator = validatorOf(given);
      if (validator === undefined || !isAsync(validator)) continue;
      const property = name === "querystring" ? "query" : (name as "body" | "params" | "headers");
      try {
        const result = await resultIn(part, given, request[property], this.#limits);
        if (!result.ok) throw invalid([[part, result.error]]);
        (request as Record<typeof property, unknown>)[property] = result.value;
      } catch (error) {
        if (!attachValidation || !(error instanceof ProblemError)) throw error;
        request.validationError = error as never;
        return;
      }
    }
  }
}

function bodies(validateBody: ValidateBody): ValidateBody {
  rules.set(validateBody, undefined);
  return validateBody;
}
