/** Loads the schema of a check: an export of a module, a dump, or a JSON Schema. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { Any, type FromJsonSchemaOptions, formatError, fromJsonSchema, load, type Validator } from "../index.ts";
import { suggestionFor } from "../misspelt.ts";
import { isValidator } from "../validator.ts";
import { isArray, isError, isPlainObject, ownValue, typeName } from "../values/input.ts";
import { expectUtf8 } from "./encoding.ts";
import { CommandError, describe, fileError, isThrown, UsageError } from "./failure.ts";
import { importModule, urlOf } from "./module.ts";

/** The file and the name of an export in `file#name`. A file of that very name comes first. */
export function partsOf(schema: string): { file: string; name: string | undefined } {
  const at = schema.lastIndexOf("#");
  if (at <= 0 || existsSync(schema)) return { file: schema, name: undefined };
  return { file: schema.slice(0, at), name: schema.slice(at + 1) };
}

/**
 * Loads a schema. A module is executed. A dump and a JSON Schema are data and use only registered classes.
 * @param name of the export of a module.
 * @throws CommandError if the file has no valid schema.
 */
export async function loadSchema(file: string, name?: string): Promise<Validator> {
  if (extname(file).toLowerCase() !== ".json") return fromModule(file, name);
  if (name !== undefined) throw new UsageError(`'${file}' is data, which has no exports such as '${name}'`);
  return fromData(file, await readData(file));
}

async function fromModule(file: string, name = "default"): Promise<Validator> {
  // Read first, because the errors of an import for a missing file vary.
  await read(file);
  let found: string;
  try {
    const exports = exportsOf(await importModule(file));
    const schema = ownValue(exports, name);
    if (isValidator(schema)) return schema;
    found = problemOf(file, name, exports);
  } catch (error) {
    if (isThrown(error, CommandError)) throw error;
    const { message, cause } = schemaFailure(file, error);
    throw new CommandError(`${message}${hintOn(file)}`, { cause });
  }
  throw new CommandError(`the schema '${file}' ${found}${hintOn(file)}`);
}

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
  const known = Object.keys(exports).filter((key) => key !== "default" && isValidator(ownValue(exports, key)));
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
 * The value of a JSON file.
 * @throws CommandError if it cannot be read, or is not JSON.
 */
export async function readData(file: string, given?: Uint8Array): Promise<unknown> {
  const result = Any().safeJson(given ?? (await read(file)));
  if (result.ok) return result.value;
  throw new CommandError(`the schema '${file}' is not JSON: ${formatError(result.error)[0]?.[1]}`);
}

/**
 * The validator of a dump, an array of dumps, or a JSON Schema.
 * @throws CommandError if there is none.
 */
export const fromData = (file: string, data: unknown, options?: FromJsonSchemaOptions): Validator =>
  isJsonSchema(data) ? fromStandard(file, data, options) : fromDump(file, data);

/** Every JSON Schema that restricts anything has one of these keywords. */
const KEYWORDS =
  /^(?:\$\w+|type|properties|required|additionalProperties|items|prefixItems|enum|const|allOf|anyOf|oneOf|not|if|definitions)$/;

/** A dump has none of these keywords: its own begin with underscores. */
const isJsonSchema = (data: unknown): boolean =>
  isPlainObject(data) && !Object.hasOwn(data, "__class__") && Object.keys(data).some((key) => KEYWORDS.test(key));

function fromStandard(file: string, data: unknown, options?: FromJsonSchemaOptions): Validator {
  try {
    return fromJsonSchema(data, options);
  } catch (error) {
    throw new CommandError(`the JSON Schema '${file}' has no validator: ${describe(error)}`, { cause: error });
  }
}

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

async function read(file: string): Promise<Uint8Array> {
  try {
    const bytes = await readFile(file);
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
