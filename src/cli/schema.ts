/** Loads the schema of a check: the default export of a module, a dump, or a JSON Schema. */
import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Any, formatError, fromJsonSchema, load, type Validator } from "../index.ts";
import { isValidator } from "../validator.ts";
import { isArray, isError, isPlainObject, typeName } from "../values/input.ts";
import { expectUtf8 } from "./encoding.ts";
import { CommandError, describe, fileError } from "./failure.ts";

/**
 * Loads a schema. A module is executed. A dump and a JSON Schema are data and use only registered classes.
 * @throws CommandError if the file has no valid schema.
 */
export async function loadSchema(file: string): Promise<Validator> {
  return extname(file).toLowerCase() === ".json" ? fromData(file) : fromModule(file);
}

async function fromModule(file: string): Promise<Validator> {
  // Read first, because the errors of an import for a missing file vary.
  await read(file);
  let found: string;
  try {
    const { default: schema } = (await import(urlOf(file))) as { default?: unknown };
    if (isValidator(schema)) return schema;
    found = schema === undefined ? "has no default export" : `exports a default of type ${typeName(schema)}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.code === "ERR_UNKNOWN_FILE_EXTENSION" && /ts$/.test(file)) {
      throw new CommandError(`the schema '${file}' is TypeScript, which Node runs from version 22.18 on`);
    }
    const { message, cause } = schemaFailure(file, error);
    throw new CommandError(`${message}${hintOn(file)}`, { cause });
  }
  throw new CommandError(`the schema '${file}' ${found}: it should be a validator${hintOn(file)}`);
}

/** A hint for a file that was executed although it may be data. */
const hintOn = (file: string): string =>
  extname(file) === ""
    ? " (it has no extension, so it was run as a module: JSON has to be in a file that ends in .json)"
    : "";

async function fromData(file: string): Promise<Validator> {
  const result = Any().safeJson(await read(file));
  if (!result.ok) throw new CommandError(`the schema '${file}' is not JSON: ${formatError(result.error)[0]?.[1]}`);
  return isJsonSchema(result.value) ? fromStandard(file, result.value) : fromDump(file, result.value);
}

/** Every JSON Schema that restricts anything has one of these keywords. */
const KEYWORDS =
  /^(?:\$\w+|type|properties|required|additionalProperties|items|prefixItems|enum|const|allOf|anyOf|oneOf|not|if|definitions)$/;

/** A dump has none of these keywords: its own begin with underscores. */
const isJsonSchema = (data: unknown): boolean =>
  isPlainObject(data) && !Object.hasOwn(data, "__class__") && Object.keys(data).some((key) => KEYWORDS.test(key));

function fromStandard(file: string, data: unknown): Validator {
  try {
    return fromJsonSchema(data);
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
    return /^:(\d+)/.exec(stack.split(urlOf(file), 2)[1] ?? "")?.[1];
  } catch {
    return undefined;
  }
}

const urlOf = (file: string): string => pathToFileURL(resolve(file)).href;
