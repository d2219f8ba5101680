/** OpenAPI documents from validators, and validators from documents. `validlib/openapi`. */
import { ValueError } from "./core/errors/errors.ts";
import { expectOptions } from "./core/misspelt.ts";
import { expectOneOf } from "./interop/jsonschema/error.ts";
import { isNewer, OperationWriter, parametersOf } from "./interop/openapi/operation.ts";
import {
  NEWER_METHODS,
  type OpenApiRoute,
  type Operation,
  type ParameterPlace,
  readRoute,
} from "./interop/openapi/route.ts";
import { define } from "./values/define.ts";
import { isArray, isPlainObject } from "./values/input.ts";

/** A document, as far as it is known: it is plain data. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: OpenApiInfo;
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components?: Record<string, Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** The object `info`. */
export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

/** Options of a document. Other fields of a document, such as `servers`, `tags` or extensions, are copied. */
export interface OpenApiOptions {
  readonly info: OpenApiInfo;
  readonly routes: readonly OpenApiRoute[];
  /** The version of OpenAPI: `"3.1.0"` (the default), or another of 3.0 to 3.2. */
  readonly version?: `3.0.${number}` | `3.1.${number}` | `3.2.${number}` | undefined;
  /** The URI of the document, of OpenAPI 3.2. */
  readonly $self?: string | undefined;
  /** More components. `schemas` may have validators, and JSON Schemas of the version. */
  readonly components?: { readonly schemas?: { readonly [name: string]: unknown }; readonly [kind: string]: unknown };
  /** The treatment of parts that JSON Schema cannot express: left out (`"any"`, the default), or an error. */
  readonly unrepresentable?: "error" | "any" | undefined;
  readonly servers?: readonly object[] | undefined;
  readonly tags?: readonly object[] | undefined;
  readonly security?: readonly object[] | undefined;
  readonly externalDocs?: object | undefined;
  readonly [extension: `x-${string}`]: unknown;
}

const COPIED = ["servers", "tags", "security", "externalDocs", "webhooks", "jsonSchemaDialect"];

/**
 * An OpenAPI document of routes whose requests and responses are validated by validators. It is plain data, for
 * `JSON.stringify`. A validator with an `alias` or with `meta: { id }`, and one that contains itself, becomes a
 * component.
 * @throws TypeError or ValueError for a route that is none; JsonSchemaError if an `id` names two schemas.
 * @example openapi({ info: { title: "Shop", version: "1" }, routes: [{ method: "get", path: "/", responses: { 200: order } }] })
 */
export function openapi(options: OpenApiOptions): OpenApiDocument {
  const extensions = Object.keys(options ?? {}).filter((name) => name.startsWith("x-"));
  expectOptions(options, [
    "$self",
    "info",
    "routes",
    "version",
    "components",
    "unrepresentable",
    ...COPIED,
    ...extensions,
  ]);
  const { $self, info, routes, version = "3.1.0", components = {}, unrepresentable = "any" } = options;
  expectOneOf("unrepresentable", unrepresentable, ["error", "any"]);
  if (!isPlainObject(info) || typeof info.title !== "string" || typeof info.version !== "string")
    throw new TypeError("info should have a title and a version, which are text");
  if (!isArray(routes)) throw new TypeError("routes should be of type array");
  const operations = (routes as OpenApiRoute[]).map((route, index) =>
    readRoute(route, `routes[${index}]`, isNewer(version)),
  );
  const writer = new OperationWriter(operations, components.schemas ?? {}, version, unrepresentable === "any");
  const paths = pathsOf(operations, writer);
  const schemas = writer.components();
  const all = { ...components, ...(Object.keys(schemas).length > 0 && { schemas }) };
  const copied = [...COPIED, ...extensions].map((name) => [name, options[name as keyof OpenApiOptions]] as const);
  if ($self !== undefined && !isNewer(version)) throw new ValueError("only OpenAPI 3.2 has $self");
  return {
    openapi: version,
    ...($self !== undefined && { $self }),
    info,
    paths,
    ...(Object.keys(all).length > 0 && { components: all as never }),
    ...Object.fromEntries(copied.filter(([, value]) => value !== undefined)),
  };
}

interface NamedParameter extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly in: ParameterPlace;
}

/** The paths. A parameter of a path that no validator asks for is text. */
function pathsOf(operations: readonly Operation[], writer: OperationWriter): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const { method, path, others } = operation;
    if (!Object.hasOwn(paths, path)) define(paths, path, {});
    const item = paths[path] as Record<string, unknown>;
    if (!NEWER_METHODS.includes(method)) item.additionalOperations ??= {};
    const methods = (NEWER_METHODS.includes(method) ? item : item.additionalOperations) as Record<string, unknown>;
    if (Object.hasOwn(methods, method)) throw new ValueError(`There are two routes ${method.toUpperCase()} ${path}`);
    const written = writer.write(operation);
    const parameters = [...((written.parameters as NamedParameter[] | undefined) ?? [])];
    for (const name of parametersOf(path)) {
      const isKnown = parameters.some((one) => one.in === "path" && one.name === name);
      if (!isKnown) parameters.push({ name, in: "path", required: true, schema: { type: "string" } });
    }
    define(methods, method, { ...others, ...written, ...(parameters.length > 0 && { parameters }) });
  }
  return paths;
}

export {
  type FromOpenApiDocument,
  type FromOpenApiOperation,
  type FromOpenApiOptions,
  fromOpenApi,
  type ValidatorsByType,
} from "./interop/openapi/from.ts";
export type { OpenApiContent, OpenApiResponse, OpenApiRoute } from "./interop/openapi/route.ts";
