/** The validators of Fastify's routes in the documents of @fastify/swagger. */
import { validatorOf } from "../core/compiled.ts";
import type { OpenApiRoute } from "../interop/openapi/route.ts";
import { isPlainObject } from "../values/input.ts";
import { documented, KEY, type Recorded } from "./documented.ts";
import { Form } from "./fastify-compiler.ts";

type Fields = Readonly<Record<string, unknown>>;

// biome-ignore lint/suspicious/noExplicitAny: the schema of a route for any type provider, and documents of another type
type Foreign = any;

/** The argument of a transform of @fastify/swagger. */
interface Given {
  readonly schema: Foreign;
  readonly url: string;
  readonly route: { readonly method: string | readonly string[]; readonly url: string };
  readonly openapiObject?: object;
}

/** The argument of a transform of whole documents: one of them. */
interface Documents {
  readonly openapiObject?: Foreign;
  readonly swaggerObject?: Foreign;
}

/** The parts of a route's schema, by their names in routes of OpenAPI. */
const PARTS = { params: "params", querystring: "query", query: "query", headers: "headers" } as const;

/** The routes of a document, while it is written. */
const routesIn = new WeakMap<object, Recorded[]>();

/**
 * The option `transform` of @fastify/swagger, together with {@link transformObject}: documents the validators of
 * routes. Schemas that are no validators stay as they are.
 * @example app.register(swagger, { openapi: { info }, transform, transformObject });
 */
export function transform({ schema, url, route, openapiObject }: Given): { schema: Foreign; url: string } {
  if (openapiObject === undefined) throw new TypeError("validlib documents OpenAPI 3: give swagger the option openapi");
  const { validators, rest } = splitSchema(schema ?? {});
  if (Object.keys(validators).length === 0) return { schema, url };
  const routes = routesIn.get(openapiObject) ?? [];
  routesIn.set(openapiObject, routes);
  const [method] = [route.method].flat() as string[];
  const hasOthers = rest.response !== undefined;
  const index = routes.push({ route: { ...validators, method: method as string, path: route.url }, hasOthers }) - 1;
  return { schema: { ...rest, [KEY]: index }, url };
}

/**
 * The option `transformObject` of @fastify/swagger, together with {@link transform}.
 * @example app.register(swagger, { openapi: { info }, transform, transformObject });
 */
export function transformObject(document: Documents): Foreign {
  const { openapiObject } = document;
  const routes = openapiObject && routesIn.get(openapiObject);
  if (routes === undefined) return openapiObject ?? document.swaggerObject;
  return documented(openapiObject, (index) => routes[index]);
}

/** Whether it is a validator, compiled or not. */
const isGiven = (schema: unknown): boolean => validatorOf(schema) !== undefined;

/** Takes the validators out of the schema of a route. */
function splitSchema(schema: Fields): { readonly validators: Partial<OpenApiRoute>; readonly rest: Fields } {
  const validators: Record<string, unknown> = {};
  const rest: Record<string, unknown> = { ...schema };
  const take = (name: string, as: string, value: unknown): void => {
    validators[as] = value;
    delete rest[name];
  };
  for (const [name, as] of Object.entries(PARTS)) if (isGiven(schema[name])) take(name, as, schema[name]);
  const { body, consumes, response } = schema as { readonly body: unknown; consumes?: string[]; response?: Fields };
  const content = contentOf(body);
  if (body instanceof Form) take("body", "form", body.validator);
  else if (isGiven(body) && consumes !== undefined && consumes.length > 0)
    take("body", "body", { content: Object.fromEntries(consumes.map((type) => [type, body])) });
  else if (isGiven(body) || content !== undefined) take("body", "body", content ?? body);
  const responses = Object.entries(response ?? {}).map(([status, one]) => [status, one, responseOf(one)] as const);
  const own = responses.filter(([, , one]) => one !== undefined);
  if (own.length > 0) {
    validators.responses = Object.fromEntries(own.map(([status, , one]) => [status, one]));
    const others = responses.filter(([, , one]) => one === undefined);
    rest.response = Object.fromEntries(others.map(([status, one]) => [status, one]));
    if (others.length === 0) delete rest.response;
  }
  return { validators, rest };
}

/** The validators of a body or a response by types of content; undefined if one is another schema. */
function contentOf(given: unknown): Fields | undefined {
  const content = isPlainObject(given) ? given.content : undefined;
  if (!isPlainObject(content)) return undefined;
  const schemas = Object.entries(content).map(([type, one]) => {
    const schema = isPlainObject(one) ? one.schema : undefined;
    return [type, schema instanceof Form ? schema.validator : schema] as const;
  });
  return schemas.every(([, schema]) => isGiven(schema)) ? { content: Object.fromEntries(schemas) } : undefined;
}

/** A response of OpenAPI for one of Fastify; undefined if its schema is no validator. */
function responseOf(given: unknown): unknown {
  if (isGiven(given)) return given;
  const content = contentOf(given);
  if (content === undefined) return undefined;
  const { description } = given as { description?: string };
  return description === undefined ? content : { ...content, description };
}
