/** The routes of an OpenAPI document, as they are given and as they are read. */
import { validatorOf } from "../../core/compiled.ts";
import { ValueError } from "../../core/errors/errors.ts";
import { expectOptions } from "../../core/misspelt.ts";
import { reach } from "../../core/schemas/graph.ts";
import type { AnyValidator } from "../../core/types.ts";
import { classHint, type Validator } from "../../core/validator.ts";
import { Default } from "../../validators/default.ts";
import { Optional } from "../../validators/optional.ts";
import { ownValue } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import { takesFiles } from "../jsonschema/scalars.ts";
import type { Place, Use } from "./schemas.ts";

/**
 * Validators by type of content. Of a stream, such as `application/jsonl`, OpenAPI 3.2 also takes one of its items:
 * `{ itemSchema: validator }`.
 */
export interface OpenApiContent {
  readonly [type: string]:
    | AnyValidator
    | { readonly schema: AnyValidator; readonly itemSchema?: AnyValidator | undefined }
    | { readonly schema?: AnyValidator | undefined; readonly itemSchema: AnyValidator };
}

/** A response: a validator of its JSON body, its description alone, or both and more. Null has no body. */
export type OpenApiResponse =
  | AnyValidator
  | string
  | null
  | {
      /** A short one, of OpenAPI 3.2. */
      readonly summary?: string | undefined;
      readonly description?: string | undefined;
      readonly body?: AnyValidator | undefined;
      readonly content?: OpenApiContent | undefined;
      readonly headers?: AnyValidator | undefined;
    };

/** A route. Other fields of an operation, such as `tags`, `security` or extensions (`x-...`), are copied. */
export interface OpenApiRoute {
  /** `"get"` or `"GET"`. OpenAPI 3.2 also has `"query"`, and any other method, as it is written. */
  readonly method: string;
  /** The path with its parameters: `/orders/{id}`, or `/orders/:id`. */
  readonly path: string;
  readonly operationId?: string | undefined;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly deprecated?: boolean | undefined;
  /** Validators of objects, whose members are the parameters. */
  readonly params?: AnyValidator | undefined;
  readonly query?: AnyValidator | undefined;
  readonly headers?: AnyValidator | undefined;
  readonly cookies?: AnyValidator | undefined;
  /** In place of `query`, of OpenAPI 3.2: the validator of the query as a form, or of the query as another content. */
  readonly querystring?: AnyValidator | { readonly content: OpenApiContent } | undefined;
  /** The validator of a JSON body, or validators by type of content. */
  readonly body?: AnyValidator | { readonly content: OpenApiContent } | undefined;
  /** The validator of a form, which is multipart if a member of it is a `File`. */
  readonly form?: AnyValidator | undefined;
  /** By status: `200`, `"2XX"`, `"default"`. */
  readonly responses?: { readonly [status: string]: OpenApiResponse } | undefined;
  readonly security?: readonly object[] | undefined;
  readonly servers?: readonly object[] | undefined;
  readonly callbacks?: object | undefined;
  readonly externalDocs?: object | undefined;
  readonly [extension: `x-${string}`]: unknown;
}

/** Where a parameter is. */
export type ParameterPlace = "path" | "query" | "header" | "cookie";

/** Contents by type: of the whole, or of the items of a stream. */
export type Contents = readonly {
  readonly type: string;
  readonly field: "schema" | "itemSchema";
  readonly use: Use;
}[];

/** A route that has been read. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly (readonly [place: ParameterPlace, use: Use])[];
  /** The query as a whole. */
  readonly querystring: Contents;
  readonly body: Contents;
  readonly isBodyRequired: boolean;
  readonly responses: readonly {
    readonly status: string;
    readonly summary: string | undefined;
    readonly description: string;
    readonly headers: Use | undefined;
    readonly content: Contents;
  }[];
  /** The fields that are copied. */
  readonly others: Readonly<Record<string, unknown>>;
}

export const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
/** Those that have a field of their own in OpenAPI 3.2. Any other is in `additionalOperations`. */
export const NEWER_METHODS = [...METHODS, "query"];
export const PARTS = { params: "path", query: "query", headers: "header", cookies: "cookie" } as const;
const COPIED = [
  "tags",
  "summary",
  "description",
  "externalDocs",
  "operationId",
  "callbacks",
  "deprecated",
  "security",
  "servers",
];

const JSON_TYPE = "application/json";

/**
 * @param isNewer the document is one of OpenAPI 3.2.
 * @throws TypeError, or ValueError for a method, a path or a status that is none, and for what only 3.2 has.
 */
export function readRoute(route: OpenApiRoute, name: string, isNewer: boolean): Operation {
  const extensions = Object.keys(route ?? {}).filter((key) => key.startsWith("x-"));
  const known = ["method", "path", ...Object.keys(PARTS), "querystring", "body", "form", "responses", ...COPIED];
  expectOptions(route, [...known, ...extensions], name);
  const { params, query, headers, cookies, querystring, body, form, responses } = route;
  const method = methodOf(route.method, name, isNewer);
  if (typeof route.path !== "string" || !route.path.startsWith("/"))
    throw new TypeError(`${name}.path should be a path like /orders/{id}, got ${literal(route.path)}`);
  const parts = Object.entries({ params, query, headers, cookies }).filter(([, validator]) => validator !== undefined);
  const content = [...contentIn(body, `${name}.body`, "body"), ...formIn(form, `${name}.form`)];
  const asForm = validatorOf(querystring) ? { content: { [FORM_TYPE]: querystring } } : querystring;
  const wholeQuery = contentIn(asForm, `${name}.querystring`, "text");
  if (wholeQuery.length > 1) throw new ValueError(`${name}.querystring should have one type of content`);
  if (wholeQuery.length > 0 && query !== undefined)
    throw new ValueError(`${name} should have query or querystring, not both`);
  const operation: Operation = {
    method,
    path: route.path.replace(/:([A-Za-z_]\w*)/g, "{$1}"),
    parameters: parts.map(([part, validator]) => [
      PARTS[part as keyof typeof PARTS],
      useOf(validator, `${name}.${part}`, "text"),
    ]),
    querystring: wholeQuery,
    body: content,
    isBodyRequired: content.every(({ use }) => !mayBeMissing(use.validator)),
    responses: Object.entries(responses ?? {}).map(([status, given]) => readResponse(status, given, name)),
    others: Object.fromEntries(
      Object.entries(route).filter(
        ([key, value]) => (COPIED.includes(key) || key.startsWith("x-")) && value !== undefined,
      ),
    ),
  };
  if (!isNewer) expectOlder(operation, name);
  return operation;
}

/** The name of a method as the document has it: in lower case if there is a field for it. */
function methodOf(given: unknown, name: string, isNewer: boolean): string {
  const method = String(given).toLowerCase();
  if (METHODS.includes(method) || (isNewer && NEWER_METHODS.includes(method))) return method;
  // A token of HTTP (RFC 9110, 5.6.2).
  if (isNewer && /^[\w!#$%&'*+.^`|~-]+$/.test(String(given))) return String(given);
  const why = NEWER_METHODS.includes(method) ? ` before OpenAPI 3.2` : "";
  throw new TypeError(`${name}.method should be a method of HTTP${why}, got ${literal(method)}`);
}

/** @throws ValueError for what only OpenAPI 3.2 has. */
function expectOlder({ querystring, body, responses }: Operation, name: string): void {
  const refuse = (what: string): never => {
    throw new ValueError(`${name}: only OpenAPI 3.2 has ${what}, so give the option version: "3.2.0"`);
  };
  if (querystring.length > 0) refuse("querystring");
  if ([...body, ...responses.flatMap(({ content }) => content)].some(({ field }) => field === "itemSchema"))
    refuse("itemSchema");
  if (responses.some(({ summary }) => summary !== undefined)) refuse("a summary of responses");
}

/** All validators of a route. */
export const usesIn = ({ parameters, querystring, body, responses }: Operation): Use[] => [
  ...parameters.map(([, use]) => use),
  ...querystring.map(({ use }) => use),
  ...body.map(({ use }) => use),
  ...responses.flatMap(({ content, headers }) => [
    ...content.map(({ use }) => use),
    ...(headers === undefined ? [] : [headers]),
  ]),
];

function useOf(given: unknown, name: string, place: Place): Use {
  const validator = validatorOf(given);
  if (validator === undefined) throw new TypeError(`${name} should be of type Validator${classHint(given)}`);
  return { validator, place };
}

/** A validator of JSON, or those by type of content. */
function contentIn(given: unknown, name: string, place: Place): Contents {
  if (given === undefined) return [];
  const content = validatorOf(given) ? undefined : ownValue(given as object, "content");
  if (content === undefined) return [{ type: JSON_TYPE, field: "schema", use: useOf(given, name, place) }];
  return Object.entries(content as OpenApiContent).flatMap(([type, one]) => {
    const where = `${name}.content[${literal(type)}]`;
    const use = (validator: unknown, field: "schema" | "itemSchema"): Contents[number] => {
      const at = field === "schema" ? where : `${where}.${field}`;
      return { type, field, use: useOf(validator, at, isForm(type) ? "text" : place) };
    };
    if (validatorOf(one)) return [use(one, "schema")];
    const [schema, itemSchema] = [ownValue(one, "schema"), ownValue(one, "itemSchema")];
    const item = itemSchema === undefined ? [] : [use(itemSchema, "itemSchema")];
    return schema === undefined && item.length > 0 ? item : [use(schema, "schema"), ...item];
  });
}

/** The type of content of a form. */
const FORM_TYPE = "application/x-www-form-urlencoded";
const isForm = (type: string): boolean => /^(?:application\/x-www-form-urlencoded|multipart\/)/i.test(type);

function formIn(form: unknown, name: string): Contents {
  if (form === undefined) return [];
  const use = useOf(form, name, "text");
  const hasFiles = [...reach(use.validator).keys()].some(takesFiles as (one: unknown) => boolean);
  return [{ type: hasFiles ? "multipart/form-data" : FORM_TYPE, field: "schema", use }];
}

export const mayBeMissing = ({ constructor }: Validator): boolean =>
  constructor === (Default as unknown) || constructor === (Optional as unknown);

/** Descriptions of responses without one. */
const REASONS: Readonly<Record<string, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No content",
  301: "Moved permanently",
  302: "Found",
  303: "See other",
  304: "Not modified",
  307: "Temporary redirect",
  308: "Permanent redirect",
  400: "Bad request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  410: "Gone",
  412: "Precondition failed",
  413: "Content too large",
  415: "Unsupported media type",
  422: "Unprocessable content",
  429: "Too many requests",
  500: "Internal server error",
  503: "Service unavailable",
  default: "Any other response",
};

function readResponse(given: string, response: OpenApiResponse, route: string): Operation["responses"][number] {
  const status = given.replace(/xx$/i, "XX");
  const name = `${route}.responses[${literal(given)}]`;
  if (!/^(?:[1-5](?:\d\d|XX)|default)$/.test(status)) throw new TypeError(`${name} has no status`);
  const reason = REASONS[status] ?? `Status ${status}`;
  const empty = { status, summary: undefined, headers: undefined, content: [] };
  if (typeof response === "string") return { ...empty, description: response };
  if (response === null || response === undefined) return { ...empty, description: reason };
  const whole = validatorOf(response);
  if (whole !== undefined) {
    const description = whole.meta?.description ?? reason;
    return { ...empty, description, content: contentIn(whole, name, "response") };
  }
  expectOptions(response, ["summary", "description", "body", "content", "headers"], name);
  const {
    summary,
    description = reason,
    body,
    content,
    headers,
  } = response as Exclude<OpenApiResponse, AnyValidator | string | null>;
  return {
    status,
    summary,
    description,
    headers: headers === undefined ? undefined : useOf(headers, `${name}.headers`, "response"),
    content: [
      ...contentIn(body, `${name}.body`, "response"),
      ...(content === undefined ? [] : contentIn({ content }, name, "response")),
    ],
  };
}
