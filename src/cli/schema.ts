/** The schema of a check: a module's default export, or a dump. */
import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Any, formatError, load, type Validator } from "../index.ts";
import { isValidator } from "../validator.ts";
import { isArray, typeName } from "../values/input.ts";
import { CommandError, describe, fileError } from "./failure.ts";

/**
 * Loads a schema. A module is code and is run; a dump is data, built from the registered classes only.
 * @throws CommandError if there is none.
 */
export async function loadSchema(file: string): Promise<Validator> {
  return extname(file).toLowerCase() === ".json" ? fromDump(file) : fromModule(file);
}

async function fromModule(file: string): Promise<Validator> {
  // Read first: the errors of an import say in many different ways that there is no such file.
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
    throw schemaFailure(file, error);
  }
  throw new CommandError(`the schema '${file}' ${found}: it should be a validator`);
}

async function fromDump(file: string): Promise<Validator> {
  const result = Any().safeJson(await read(file));
  if (!result.ok) throw new CommandError(`the schema '${file}' is no dump: ${formatError(result.error)[0]?.[1]}`);
  const dumps = isArray(result.value) ? result.value : [result.value];
  let schema: Validator | undefined;
  try {
    // Each but the last is there for its alias: a reference may lead to any of them, and to itself.
    for (const dump of dumps) schema = load(dump);
  } catch (error) {
    throw new CommandError(`the schema '${file}' is no dump: ${describe(error)}`, { cause: error });
  }
  if (schema === undefined) throw new CommandError(`the schema '${file}' is an empty array`);
  return schema;
}

async function read(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw fileError("read", file, error);
  }
}

/** The error for something that the schema's own code has thrown: its message and, if it is known, its line. */
export function schemaFailure(file: string, error: unknown): CommandError {
  const line = lineOf(file, error);
  const place = line === undefined ? "" : ` (line ${line})`;
  return new CommandError(`the schema '${file}' fails: ${describe(error)}${place}`, { cause: error });
}

function lineOf(file: string, error: unknown): string | undefined {
  try {
    const stack = error instanceof Error ? String(error.stack) : "";
    return /^:(\d+)/.exec(stack.split(urlOf(file), 2)[1] ?? "")?.[1];
  } catch {
    return undefined;
  }
}

const urlOf = (file: string): string => pathToFileURL(resolve(file)).href;
