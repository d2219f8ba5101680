/** Loads the schema of a check: an export of a module, a dump, a JSON Schema, or one of an OpenAPI document. */
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type CompiledValidator, fromCompiled } from "../core/compiled.ts";
import { suggestionFor } from "../core/misspelt.ts";
import { DEFAULT_MAX_BYTES } from "../core/report/limits.ts";
import { isOfAnyCopy } from "../core/schemas/checker.ts";
import { isCompiled } from "../core/validator.ts";
import {
  Any,
  type FromJsonSchemaOptions,
  formatError,
  fromJsonSchema,
  JsonSchemaError,
  load,
  type Validator,
} from "../index.ts";
import { KEYWORDS } from "../interop/jsonschema/annotations.ts";
import { modernDocument, VERSIONS } from "../interop/openapi/modern.ts";
import { convertSchema, convertSchemas } from "../interop/zod/convert.ts";
import type { ZodWarning } from "../interop/zod/error.ts";
import { isZodSchema } from "../interop/zod/schema.ts";
import { escaped, unescaped } from "../text/json-pointer.ts";
import { shortestIn } from "../values/digits.ts";
import { isArray, isError, isPlainObject, ownValue, typeName } from "../values/input.ts";
import { literal } from "../values/text.ts";
import { expectUtf8 } from "./encoding.ts";
import { CommandError, describe, fileError, isThrown, UsageError } from "./failure.ts";
import type { Host } from "./host.ts";
import { importModule, urlOf } from "./module.ts";
import { printable } from "./printable.ts";
import { readYaml, YAML, type YamlDocument } from "./yaml.ts";

/** The file and the name in `file#name`. A file of that very name comes first. */
export function splitFragment(schema: string): { file: string; name: string | undefined } {
  const last = schema.lastIndexOf("#");
  if (last <= 0 || existsSync(schema)) return { file: schema, name: undefined };
  // A JSON Pointer may have the character, too.
  let at = last;
  while (at > 0 && !existsSync(schema.slice(0, at))) at = at - 1 < 1 ? 0 : schema.lastIndexOf("#", at - 1);
  if (at <= 0) at = last;
  return { file: schema.slice(0, at), name: schema.slice(at + 1) };
}

/** Names of files that are data, and are not run. */
const DATA = /\.(?:json|ya?ml)$/i;
export const isData = (file: string): boolean => DATA.test(file);

/**
 * Loads a schema. A module is executed. Dumps, JSON Schemas and OpenAPI documents are data, and use only registered
 * classes.
 * @param name of the export of a module, or the place of a schema in data: a JSON Pointer or an anchor.
 * @param options for schemas that are data.
 * @throws CommandError if the file has no valid schema.
 */
export async function loadSchema(file: string, name?: string, options?: DataOptions): Promise<Validator> {
  if (!isData(file)) return fromModule(file, name, options);
  return fromData(file, readData(file, undefined, options?.maxExpansion), { ...options, name });
}

/**
 * Loads what a module exports: its default export, or else all schemas, by name.
 * @throws CommandError if it has none.
 */
export async function loadExports(
  file: string,
  name: string,
  options?: FromJsonSchemaOptions,
): Promise<Readonly<Record<string, Validator>>> {
  const exports = await exportsIn(file);
  return ofModule(file, () => {
    const all = new Map(Object.entries(exports).filter(([, one]) => isSchema(one)));
    if (all.size === 0 || ownValue(exports, "default") !== undefined) {
      return { [name]: validatorIn(file, "default", exports, options) };
    }
    const zod = new Map([...all].filter(([, one]) => isZodSchema(one)));
    const converted = converting(file, () => convertSchemas(zod as never, zodWarning(options)));
    return Object.fromEntries([...all].map(([name, one]) => [name, converted.get(name) ?? (one as Validator)]));
  });
}

/** Options that print the warnings about a JSON Schema. */
export const warningOn = (host: Host, file: string): FromJsonSchemaOptions => ({
  onWarning: ({ keyword, pointer, message }) =>
    host.stderr.write(`validlib: ${printable(`warning: ${keyword} at ${pointer} in '${file}': ${message}`)}\n`),
});

/**
 * Loads the schema that a document names as its `$schema`.
 * @param json the document, as JSON text.
 * @param base the file that it is in.
 * @param optionsFor the options for the schema in a file.
 * @returns undefined if the text is not JSON.
 * @throws CommandError if it names no local file of data, or that has no valid schema.
 */
export async function schemaNamedBy(
  json: Uint8Array,
  base: string,
  optionsFor: (file: string) => DataOptions,
): Promise<Validator | undefined> {
  const result = Any().safeJson(json);
  if (!result.ok) return undefined;
  const uri = isPlainObject(result.value) ? ownValue(result.value, "$schema") : undefined;
  const what = base === "-" ? "the document" : `'${base}'`;
  if (typeof uri !== "string") throw new UsageError(`no --schema given, and ${what} has no "$schema"`);
  const [file, name] = localFile(uri, base);
  if (isData(file)) return loadSchema(file, name, optionsFor(file));
  throw new UsageError(`no --schema given, and the "$schema" of ${what} is no local file of JSON or YAML: '${uri}'`);
}

/** The file that a URI in another file leads to, empty if it leads elsewhere, and the fragment of the URI. */
function localFile(uri: string, base: string): [file: string, fragment?: string | undefined] {
  try {
    const url = new URL(uri, urlOf(base));
    const fragment = url.hash.slice(1) || undefined;
    url.hash = "";
    return [fileURLToPath(url), fragment];
  } catch {
    return [""];
  }
}

async function fromModule(file: string, name = "default", options?: FromJsonSchemaOptions): Promise<Validator> {
  const exports = await exportsIn(file);
  return ofModule(file, () => validatorIn(file, name, exports, options));
}

/** @throws CommandError also for what the module's own code throws, such as that of a Proxy. */
function ofModule<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw failureOf(file, error);
  }
}

function failureOf(file: string, error: unknown): unknown {
  if (isThrown(error, CommandError)) return error;
  const { message, cause } = schemaFailure(file, error);
  return new CommandError(`${message}${hintOn(file)}`, { cause });
}

async function exportsIn(file: string): Promise<object> {
  // Read first, because the errors of an import for a missing file vary.
  await read(file);
  try {
    return exportsOf(await importModule(file));
  } catch (error) {
    throw failureOf(file, error);
  }
}

/** The validator that is an export, or that is made of one of zod. */
function validatorIn(file: string, name: string, exports: object, options?: FromJsonSchemaOptions): Validator {
  const schema = ownValue(exports, name);
  // A module may import a copy of its own, whose validators can be called.
  if (isOfAnyCopy(schema)) return schema as Validator;
  if (isCompiled(schema)) return fromCompiled(schema as CompiledValidator);
  if (isZodSchema(schema)) return converting(file, () => convertSchema(schema, zodWarning(options)));
  throw new CommandError(`the schema '${file}' ${problemOf(file, name, exports)}${hintOn(file)}`);
}

const isSchema = (value: unknown): boolean => isOfAnyCopy(value) || isZodSchema(value);

/** @throws CommandError if a schema of zod has no validator. */
function converting<T>(file: string, convert: () => T): T {
  try {
    return convert();
  } catch (error) {
    throw new CommandError(`the zod schema '${file}' has no validator: ${describe(error)}`, { cause: error });
  }
}

/** The function that prints warnings, for those of zod schemas. */
const zodWarning =
  ({ onWarning }: FromJsonSchemaOptions = {}) =>
  ({ type, pointer, message }: ZodWarning): void =>
    onWarning?.({ keyword: type, pointer, message });

/** The exports of a module. Those of CommonJS are an object that is the default export. */
function exportsOf(exports: object): object {
  const inner = ownValue(exports, "default");
  if (typeof inner !== "object" || inner === null) return exports;
  const isConverted = ownValue(inner, "__esModule") === true;
  return { ...exports, ...inner, ...(!isConverted && { default: inner }) };
}

/** More exports than these are not named. */
const MAX_NAMED = 10;

function problemOf(file: string, name: string, exports: object): string {
  const value = ownValue(exports, name);
  const isDefault = name === "default";
  if (value !== undefined) {
    const what = isDefault ? "a default" : `a '${name}'`;
    return `exports ${what} of type ${typeName(value)}: it should be a validator`;
  }
  const missing = isDefault ? "has no default export" : `has no export '${name}'`;
  const known = Object.keys(exports).filter((key) => key !== "default" && isSchema(ownValue(exports, key)));
  const meant = suggestionFor(name, known);
  if (meant !== undefined) return `${missing}: did you mean '${file}#${meant}'?`;
  if (known.length === 0) return `${missing}: it should be a validator`;
  const names = known.slice(0, MAX_NAMED).map((key) => `'${file}#${key}'`);
  return `${missing}: there is ${names.join(", ")}${known.length > MAX_NAMED ? ", \u2026" : ""}`;
}

/** A hint for a file that was executed although it may be data. */
const hintOn = (file: string): string =>
  extname(file) === ""
    ? " (it has no extension, so it was run as a module: JSON has to be in a file that ends in .json)"
    : "";

/**
 * The value of a file of data.
 * @throws CommandError if it cannot be read, or is neither JSON nor YAML.
 */
export function readData(file: string, given?: Uint8Array, maxExpansion?: number): unknown {
  const bytes = given ?? readSync(file);
  if (!YAML.test(file)) return parseExact(file, bytes);
  const documents = readYaml(file, bytes, DEFAULT_MAX_BYTES, maxExpansion);
  const { json, error } = documents.next().value as YamlDocument;
  if (json === undefined) {
    const [{ line, column } = {}] = error?.issues ?? [];
    throw new CommandError(`the schema '${file}' is refused: ${describe(error)} (line ${line}, column ${column})`);
  }
  if (!documents.next().done) throw new CommandError(`the schema '${file}' has more than one document`);
  return parseExact(file, json);
}

/** Integers that a number would round are bigints, because verdicts are about their digits. */
function parseExact(file: string, bytes: Uint8Array): unknown {
  const result = Any({ integers: "exact" }).safeJson(bytes);
  if (result.ok) return shortestIn(result.value);
  throw new CommandError(`the schema '${file}' is not JSON: ${formatError(result.error)[0]?.[1]}`);
}

/** Options for schemas that are data: those of JSON Schemas, and the place of the schema in it. */
export interface DataOptions extends FromJsonSchemaOptions {
  readonly name?: string | undefined;
  /** See `readYaml`. */
  readonly maxExpansion?: number | undefined;
}

/**
 * The validator of a dump, an array of dumps, a JSON Schema, or a schema of an OpenAPI document.
 * @throws CommandError if there is none.
 */
export function fromData(file: string, data: unknown, { name, ...options }: DataOptions = {}): Validator {
  const document = openApiIn(file, data);
  if (document !== undefined && name === undefined) {
    const schemas = ownValue(ownValue(document, "components") as object, "schemas");
    throw new CommandError(`'${file}' is an OpenAPI document${named(file, "/components/schemas/", schemas)}`);
  }
  if (document !== undefined) return fromStandard(file, modernDocument(document, options.onWarning), name, options);
  if (isJsonSchema(data) || (name !== undefined && !isDump(data))) return fromStandard(file, data, name, options);
  if (name !== undefined) throw new UsageError(`'${file}' is data, which has no exports such as '${name}'`);
  return fromDump(file, data);
}

/** The data, if it is an OpenAPI document. */
export function openApiIn(file: string, data: unknown): object | undefined {
  if (!isPlainObject(data)) return undefined;
  if (typeof ownValue(data, "swagger") === "string") {
    throw new CommandError(`the schema '${file}' is a Swagger 2.0 document: only OpenAPI 3 is read`);
  }
  const version = ownValue(data, "openapi");
  if (typeof version !== "string") return undefined;
  if (VERSIONS.test(version)) return data;
  throw new CommandError(
    `the schema '${file}' is a document of OpenAPI ${literal(version)}: only OpenAPI 3.0 to 3.2 is read`,
  );
}

/** The end of a sentence: the places of the schemas in an object. */
function named(file: string, place: string, schemas: unknown): string {
  const keys = isPlainObject(schemas) ? Object.keys(schemas) : [];
  if (keys.length === 0) return " without schemas in its components";
  const names = keys.slice(0, MAX_NAMED).map((key) => `'${file}#${place}${escaped(key)}'`);
  return `: say which schema, ${names.join(", ")}${keys.length > MAX_NAMED ? ", \u2026" : ""}`;
}

/** Keywords that constrain nothing alone, and may be parameters in a dump that lacks its `__class__`. */
const WEAK: readonly string[] = ["id", "nullable", "discriminator"];

/** Every JSON Schema that restricts anything has one of the other keywords. */
const isKeyword = (key: string): boolean => /^\$\w|^format$/.test(key) || (KEYWORDS.has(key) && !WEAK.includes(key));

/** What describes a schema, and restricts nothing. No parameter of a validator has such a name. */
const isAnnotation = (key: string): boolean =>
  /^(?:title|description|default|examples|deprecated|readOnly|writeOnly|content\w+|x-.*)$/.test(key);

/** A dump has none of the keywords: its own begin with underscores. An empty schema accepts everything. */
const isJsonSchema = (data: unknown): boolean => {
  if (!isPlainObject(data) || isDump(data)) return typeof data === "boolean";
  const keys = Object.keys(data);
  return keys.some(isKeyword) || keys.every(isAnnotation);
};
const isDump = (data: unknown): boolean =>
  isArray(data) ||
  (isPlainObject(data) && ["__class__", "__use__", "__clone__"].some((key) => Object.hasOwn(data, key)));

/** @param name the place of the schema in the document. Other documents that it refers to are files beside it. */
function fromStandard(
  file: string,
  document: unknown,
  name: string | undefined,
  { maxExpansion, ...options }: DataOptions,
): Validator {
  const base = urlOf(file);
  const resolve = (uri: string): unknown =>
    uri.startsWith("file:") ? readData(fileURLToPath(uri), undefined, maxExpansion) : undefined;
  try {
    // An alias of the caller's is the name of the whole document.
    return name === undefined && options.alias !== undefined
      ? fromJsonSchema(document, options)
      : fromJsonSchema({ $ref: `${base}#${name ?? ""}` }, { ...options, documents: { [base]: document }, resolve });
  } catch (error) {
    const why = describe(error).replaceAll(` in ${base}`, "").replaceAll(base, "");
    const problem =
      name !== undefined &&
      isThrown(error, JsonSchemaError) &&
      /^\$ref at \/\$ref: .* leads nowhere$/.test(error.message)
        ? `the JSON Schema '${file}' has nothing at '#${name}'${suggestion(file, document, name)}`
        : `the JSON Schema '${file}' has no validator: ${advised(why)}`;
    throw new CommandError(problem, { cause: error });
  }
}

/** The end of a sentence: a place beside the one that is not there. */
function suggestion(file: string, document: unknown, pointer: string): string {
  const keys = pointer.split("/").map(unescaped);
  const last = keys.pop() as string;
  let holder: unknown = document;
  for (const key of keys.slice(1))
    holder = isPlainObject(holder) || isArray(holder) ? ownValue(holder, key) : undefined;
  const meant = isPlainObject(holder) ? suggestionFor(last, Object.keys(holder)) : undefined;
  return meant === undefined ? "" : `: did you mean '${file}#${[...keys, meant].map(escaped).join("/")}'?`;
}

/** What the options of `fromJsonSchema` solve has to be solved in another way here. */
const advised = (why: string): string =>
  why
    .replace(
      /the option `backtrack: true` takes the risk$/,
      "a module can take the risk, by the option `backtrack: true`",
    )
    .replace(/: give it as documents\['.*'\]$/, ", which is not fetched: save it as a file, and refer to that");

function fromDump(file: string, data: unknown): Validator {
  const dumps = isArray(data) ? data : [data];
  let schema: Validator | undefined;
  try {
    // All but the last only define aliases for references.
    for (const dump of dumps) schema = load(dump);
  } catch (error) {
    throw new CommandError(`the schema '${file}' is no dump: ${describe(error)}`, { cause: error });
  }
  if (schema === undefined) throw new CommandError(`the schema '${file}' is an empty array`);
  return schema;
}

async function read(file: string): Promise<void> {
  try {
    expectUtf8(await readFile(file));
  } catch (error) {
    throw fileError("read", file, error);
  }
}

function readSync(file: string): Uint8Array {
  try {
    const bytes = readFileSync(file);
    expectUtf8(bytes);
    return bytes;
  } catch (error) {
    throw fileError("read", file, error);
  }
}

/** The error for a value thrown by code of the schema: its message, and its line if known. */
export function schemaFailure(file: string, error: unknown): CommandError {
  const line = lineOf(file, error);
  const place = line === undefined ? "" : ` (line ${line})`;
  return new CommandError(`the schema '${file}' fails: ${describe(error)}${place}`, { cause: error });
}

function lineOf(file: string, error: unknown): string | undefined {
  try {
    const stack = isError(error) ? String(error.stack) : "";
    // A loader may use the path instead, or add a query.
    const rest = [urlOf(file), resolve(file)].map((name) => stack.split(name, 2)[1]).find((text) => text !== undefined);
    return /^(?:\?\w+)?:(\d+)/.exec(rest ?? "")?.[1];
  } catch {
    return undefined;
  }
}
