/** Validates the parts of requests in Fastify by the validators that are the schemas of routes. */
import type { FastifyRequest } from "fastify";
import type { ValidationError } from "../core/errors/errors.ts";
import type { Result } from "../core/report/check.ts";
import { isAsync } from "../core/schemas/async.ts";
import type { AnyValidator } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { isTaken, JsonBytes, parsedParts } from "../interop/openapi/json-parts.ts";
import { isArray, isBytes, isPlainObject } from "../values/input.ts";
import type { Compile, Parsed } from "./fastify-alone.ts";
import type { ReadSchema } from "./fastify-json-schema.ts";
import { kindOf, mediaTypeOf } from "./media.ts";
import {
  absentResultOf,
  asQuery,
  expectValidator,
  jsonLimitsOf,
  jsonResultOf,
  type KnownLimits,
  publicResult,
  resultBy,
  validatorIn,
} from "./parts.ts";
import { inOrder, invalid, type Part, type PartErrors, ProblemError, unsupportedType } from "./problem.ts";

/**
 * A body that is a form: see {@link form}.
 * @example form(Dict({ name: Str() })) instanceof Form
 */
export class Form<V extends AnyValidator = AnyValidator> {
  readonly validator: V;

  constructor(validator: V) {
    expectValidator("a form", validator);
    this.validator = validator;
  }
}

/**
 * The schema of a body that is a form: URL-encoded, or multipart if `@fastify/multipart` attaches its fields to the
 * body. Browsers send forms from any page, so routes accept them only with this schema.
 * @throws TypeError if `validator` is none.
 * @example app.post("/login", { schema: { body: form(login) } }, (request) => request.body.name);
 */
export const form = <V extends AnyValidator>(validator: V): Form<V> => new Form(validator);

const PARTS = { body: "body", querystring: "query", params: "params", headers: "headers" } as const;
/** The name that Fastify has for a part. */
type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[];

/** The order in which Fastify validates parts. Those that are valid are replaced by their values. */
const SEQUENCE: readonly Part[] = ["params", "body", "query", "headers"];

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

/** The plugin's data about the body of a route, or one content type of it. */
export interface BodyRule {
  /** `parsed`: the result of another parser. `none`: the route has validators for other content types. */
  readonly takes: "json" | "form" | "parsed" | "none" | "unknown";
  /** The content types that the route takes. */
  readonly accept: string;
  readonly maxBytes: number;
}

type Validate = (data: unknown) => { value: unknown } | { error: Error };

/**
 * By the function that validates the bodies of a route; each route has its own. Undefined until the first body comes.
 */
const rules = new WeakMap<object, BodyRule | undefined>();

/** The rule for the body of a request. `routeOptions` are created on each access, so they are read once. */
export function ruleOf(request: FastifyRequest, most: number): BodyRule {
  const given: object = request.getValidationFunction("body") ?? request;
  const validate =
    typeof given === "function" ? given : ownFunction(given, mediaTypeOf(request.headers["content-type"]));
  const known = validate && rules.get(validate);
  if (known !== undefined) return known;
  const rule = { ...bodyOf(request), maxBytes: Math.min(most, request.routeOptions.bodyLimit) };
  // Not for a function of the caller, which several routes may share.
  if (validate !== undefined && rules.has(validate)) rules.set(validate, rule);
  return rule;
}

const ownFunction = (functions: object, type: string): object | undefined =>
  Object.hasOwn(functions, type) ? (functions as Record<string, object>)[type] : undefined;

/** What a body of the content type of a request is for its route, and which types the route takes. */
export function bodyOf(request: FastifyRequest): Omit<BodyRule, "maxBytes"> {
  const given = request.getValidationFunction("body") as object | undefined;
  if (given === undefined || typeof given === "function") {
    const schema = given && compiled.get(given);
    return { takes: schema?.takes ?? "unknown", accept: schema?.accept ?? "application/json" };
  }
  const accept = Object.keys(given).join(", ");
  const validate = ownFunction(given, mediaTypeOf(request.headers["content-type"]));
  if (validate !== undefined) return { takes: compiled.get(validate)?.takes ?? "unknown", accept };
  return { takes: Object.values(given).some((one) => compiled.has(one)) ? "none" : "unknown", accept };
}

const takenAs = (contentType: string) => kindOf(contentType) ?? "parsed";

/** By the functions that the compiler has made. */
const compiled = new WeakMap<object, PartSchema>();

/** The schema of a part of requests, as it is compiled. */
interface PartSchema {
  readonly part: Part;
  readonly validator: Validator;
  /** Of a body. */
  readonly takes: "json" | "form" | "parsed";
  readonly accept: string;
  /** It is one of several content types. Versions of Fastify differ in how they find the one of a request. */
  readonly isOfSeveral: boolean;
  /** It is a JSON Schema, whose validator converts the text of a query itself. */
  readonly isJsonSchema: boolean;
}

/** Returns whether the part is validated by `RouteValidation.finish`. */
const isLate = ({ validator, isOfSeveral }: PartSchema): boolean => isOfSeveral || isAsync(validator);

/** @param read makes the validator of a JSON Schema, if that is not left to Fastify. */
function partOf(
  part: Part,
  schema: unknown,
  contentType: string | undefined,
  read: ((part: Part, schema: unknown) => Validator) | undefined,
): PartSchema | undefined {
  const own = validatorIn(part, schema instanceof Form ? schema.validator : schema);
  if (schema instanceof Form && part !== "body") return undefined;
  const accept = contentType ?? (schema instanceof Form ? FORM : "application/json");
  const takes = schema instanceof Form ? "form" : takenAs(accept);
  const validator = own ?? read?.(part, schema);
  if (validator === undefined) return undefined;
  return { part, validator, takes, accept, isOfSeveral: contentType !== undefined, isJsonSchema: own === undefined };
}

/**
 * Returns the result of the validator for a part of a request; a promise of it, if it has async functions.
 * @param data the part, as parsed.
 */
function resultIn(schema: PartSchema, data: unknown, limits: KnownLimits): ReturnType<typeof resultBy> {
  const { part, validator, takes, accept, isJsonSchema } = schema;
  if (part !== "body") return resultBy(validator, part === "query" && !isJsonSchema ? asQuery(data) : data, limits);
  if (data === null || data === undefined) return absentResultOf(validator, refusedBut(accept), limits);
  if (takes === "parsed") return resultBy(validator, data, limits);
  if (takes === "form") {
    if (typeof data !== "object" || isBytes(data)) throw refusedBut(accept);
    if (!isPlainObject(data)) return resultBy(validator, data, limits);
    const read = parsedParts(asQuery(fieldsOf(data, validator)), validator, jsonLimitsOf(limits));
    return read.ok ? resultBy(validator, read.value, limits) : publicResult(read, limits);
  }
  // Only bodies sent as JSON are accepted, whatever other parsers there are.
  if (!isBytes(data) || (data as JsonText)[REQUEST] === undefined) throw refusedBut(accept);
  return jsonResultOf(validator, data, limits);
}

/** The members of a part of a multipart form that are used, if `@fastify/multipart` attaches all of the part. */
interface MultipartPart {
  readonly fields: unknown;
  readonly value?: unknown;
  readonly filename?: string;
  readonly mimetype?: string;
  readonly _buf?: Uint8Array<ArrayBuffer> | null;
}

/**
 * The values of a parsed form. Parts that `@fastify/multipart` has attached become texts and Files, and JSON where the
 * validator takes that.
 */
function fieldsOf(body: Record<string, unknown>, validator: Validator): Record<string, unknown> {
  const fieldValue = (name: string, item: unknown): unknown => {
    const part = item as MultipartPart | null | undefined;
    // Each part refers to the whole body. No JSON can do that.
    if (part?.fields !== body) return item;
    if (part.value !== undefined) return part.value;
    const { _buf: bytes, filename = "", mimetype: type = "" } = part;
    if (!bytes) return item;
    const file = new File([bytes], filename, { type });
    return isTaken(name, file, validator) ? new JsonBytes(bytes) : file;
  };
  return Object.fromEntries(
    Object.entries(body).map(([key, item]) => [
      key,
      isArray(item) ? item.map((one) => fieldValue(key, one)) : fieldValue(key, item),
    ]),
  );
}

/** The schema of a part of the requests of a route; for a body with several content types, of that of the request. */
function schemaOf(request: FastifyRequest, name: PartName): PartSchema | undefined {
  const given = request.getValidationFunction(name) as object | undefined;
  if (given === undefined) return undefined;
  const isOne = typeof given === "function";
  const validate = isOne ? given : ownFunction(given, mediaTypeOf(request.headers["content-type"]));
  return validate && compiled.get(validate);
}

type NamedSchema = readonly [name: PartName, schema: PartSchema];

/** The schemas of all parts of the requests of a route that have one. */
function schemasOf(request: FastifyRequest): NamedSchema[] {
  const schemas: NamedSchema[] = [];
  for (const name of PART_NAMES) {
    const schema = schemaOf(request, name);
    if (schema !== undefined) schemas.push([name, schema]);
  }
  return schemas;
}

/** What Fastify gives a compiler. */
interface RouteSchema {
  readonly schema: unknown;
  readonly method?: string;
  readonly url?: string;
  readonly httpPart?: string;
  readonly contentType?: string;
}

/** Parses JSON text, and calls `parsed` before it returns. */
type ParseJson = (request: FastifyRequest, bytes: Uint8Array, parsed: Parsed) => unknown;

/** Validates the parts of requests by the validators of their routes. */
export class RouteValidation {
  readonly #limits: KnownLimits;
  readonly #parseJson: ParseJson;
  readonly #readSchema: ReadSchema | undefined;
  /** Some part of a request is validated by `finish`. */
  #hasLate = false;
  /** Problems of one part, with which Fastify has ended its validation of the request. */
  readonly #partial = new WeakMap<Error, Part>();

  /**
   * @param parseJson the parser of Fastify, for bodies that no validator has accepted.
   * @param readSchema makes the validators of JSON Schemas, if they are not left to Fastify.
   */
  constructor(limits: KnownLimits, parseJson: ParseJson, readSchema?: ReadSchema) {
    this.#limits = limits;
    this.#parseJson = parseJson;
    this.#readSchema = readSchema;
  }

  /**
   * The validator compiler.
   * @param alone compiles schemas that are not validators.
   * @param shared returns the schemas that have been added to the instance, by their ids.
   */
  readonly compiler =
    (alone: Compile, shared?: () => unknown) =>
    (route: RouteSchema): unknown => {
      const read = this.#readSchema;
      const place = `${route.method ?? ""} ${route.url ?? ""} ${route.httpPart ?? "body"}`.trim();
      const own = read && ((part: Part, schema: unknown) => read(part, schema, shared?.(), place));
      const part = PARTS[(route.httpPart ?? "body") as PartName];
      const schema = partOf(part, route.schema, route.contentType, own);
      if (schema === undefined) return alone(route as never);
      const validate: Validate = (data) => {
        if (isLate(schema)) {
          this.#hasLate = true;
          return { value: data };
        }
        try {
          const result = resultIn(schema, data, this.#limits) as Result<unknown>;
          if (!result.ok) return this.#ended(schema.part, invalid([[schema.part, result.error]]));
          // Fastify up to 5.6 does not accept falsy values such as 0 or null.
          if (!result.value && isBytes(data)) ((data as JsonText)[REQUEST] as { body: unknown }).body = result.value;
          return { value: result.value };
        } catch (error) {
          if (error instanceof ProblemError) return { error };
          throw error;
        }
      };
      compiled.set(validate, schema);
      if (schema.part === "body") rules.set(validate, undefined);
      this.#hasLate ||= schema.isOfSeveral;
      return validate;
    };

  #ended(part: Part, error: ProblemError): { error: Error } {
    this.#partial.set(error, part);
    return { error };
  }

  /**
   * Adds to the problem of one part what is wrong with the others, which Fastify has not validated any more.
   * @returns undefined if there are no others.
   */
  complete(request: FastifyRequest, error: unknown): Promise<void> | undefined {
    const ended = this.#partial.get(error as Error);
    if (ended === undefined) return undefined;
    this.#partial.delete(error as Error);
    const isLeft = (part: Part): boolean => SEQUENCE.indexOf(part) > SEQUENCE.indexOf(ended);
    const left = schemasOf(request).filter(([, schema]) => isLeft(schema.part) || isLate(schema));
    const isWhole = left.length === 0 && bodyOf(request).takes !== "none";
    return isWhole ? undefined : this.#complete(request, error as ProblemError, left);
  }

  async #complete(request: FastifyRequest, problem: ProblemError, left: readonly NamedSchema[]): Promise<void> {
    try {
      const errors = await this.#errorsIn(request, left);
      if (errors.length > 0) ProblemError.extend(problem, errors);
    } catch (refusal) {
      if (!(refusal instanceof ProblemError)) throw refusal;
      ProblemError.become(problem, refusal);
    }
  }

  /** What is wrong with parts of a request; those that are valid get their values, if they are `late`. */
  async #errorsIn(request: FastifyRequest, parts: readonly NamedSchema[]): Promise<PartErrors> {
    const errors: [Part, ValidationError][] = [];
    for (const [name, schema] of parts) {
      const property = name === "querystring" ? "query" : name;
      const result = await resultIn(schema, request[property], this.#limits);
      if (!result.ok) errors.push([schema.part, result.error]);
      else if (isLate(schema)) (request as Record<typeof property, unknown>)[property] = result.value;
    }
    const { takes, accept } = bodyOf(request);
    if (takes === "none") await this.#validateAbsent(request, accept);
    return errors;
  }

  /**
   * A hook for what Fastify's own validation leaves: async functions, because it does not await them; bodies with
   * several content types, because it calls the handler without validation if a body has none of them; and the body of
   * an invalid request whose handler is called all the same.
   * @param done is called without an error if Fastify should go on.
   */
  readonly finish = (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    const isInvalid = request.validationError !== undefined;
    if (isInvalid || this.#hasLate) this.#finish(request, isInvalid).then(() => done(), done);
    else done();
  };

  async #finish(request: FastifyRequest, isInvalid: boolean): Promise<void> {
    const { schema, attachValidation } = request.routeOptions as typeof request.routeOptions & {
      readonly attachValidation?: boolean;
    };
    try {
      if (isInvalid) await this.complete(request, request.validationError);
      else if (schema !== undefined) await this.#validateParts(request);
    } catch (error) {
      if (!attachValidation || !(error instanceof ProblemError)) throw error;
      request.validationError = error as never;
    }
    const { body, validationError } = request;
    if (validationError !== undefined && isBytes(body) && (body as JsonText)[REQUEST] !== undefined) {
      this.#parseJson(request, body, (_error, parsed) => {
        request.body = parsed;
      });
    }
  }

  async #validateParts(request: FastifyRequest): Promise<void> {
    const late = schemasOf(request).filter(([, schema]) => isLate(schema));
    const errors = await this.#errorsIn(request, late);
    if (errors.length > 0) throw invalid(inOrder(errors));
  }

  /** Validates a body of none of the content types: there may be none, if one of the validators takes null. */
  async #validateAbsent(request: FastifyRequest, accept: string): Promise<void> {
    if (request.body !== undefined && request.body !== null) throw refusedBut(accept);
    for (const validate of Object.values(request.getValidationFunction("body") as object)) {
      const schema = compiled.get(validate);
      const result = schema && (await resultBy(schema.validator, null, this.#limits));
      if (!result?.ok) continue;
      request.body = result.value;
      return;
    }
    throw refusedBut(accept);
  }
}
