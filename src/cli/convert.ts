/** `validlib convert`: schemas of one kind as another. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { buffer } from "node:stream/consumers";
import {
  type FromJsonSchemaOptions,
  fromOpenApi,
  functions,
  toJsonSchema,
  toSource,
  type Validator,
} from "../index.ts";
import { withDigits } from "../interop/jsonschema/scalars.ts";
import { Names } from "../interop/source/names.ts";
import { camelCase, isIdentifier, isReserved } from "../interop/source/tokens.ts";
import { type OpenApiDocument, openapi } from "../openapi.ts";
import { isArray, isPlainObject, ownValue } from "../values/input.ts";
import { HIDDEN, unicodeEscape } from "../values/text.ts";
import type { ConvertOptions } from "./args.ts";
import { CommandError, describe, fileError, UsageError } from "./failure.ts";
import type { Host } from "./host.ts";
import { identityAt } from "./identity.ts";
import { fromData, isData, loadExports, loadSchema, openApiIn, readData, splitFragment, warningOn } from "./schema.ts";
import { Sink } from "./sink.ts";

/**
 * Converts the schemas of a file, and writes the result to the standard output or to a file.
 * @throws CommandError if a file cannot be read or written, or a part of a schema has no counterpart.
 */
export async function convert(options: ConvertOptions, host: Host): Promise<void> {
  const { file, output } = options;
  const given = await identityAt(splitFragment(file).file);
  if (output !== undefined && given !== undefined && (await identityAt(output)) === given) {
    throw new UsageError("--output is the schema");
  }
  const schemas = await schemasIn(options, host);
  let text: string;
  try {
    text = WRITERS[options.to](schemas);
  } catch (error) {
    throw new CommandError(`the schema '${file}' cannot be converted: ${describe(error)}`, { cause: error });
  }
  if (output !== undefined) {
    await writeFile(output, text).catch((error) => {
      throw fileError("write", output, error);
    });
    return;
  }
  const sink = new Sink(host.stdout);
  sink.write(text);
  await sink.end();
}

/** Schemas by name. */
type Schemas = Readonly<Record<string, Validator>>;

const WRITERS: Readonly<Record<ConvertOptions["to"], (schemas: Schemas) => string>> = {
  ts(schemas) {
    const names = new Names();
    for (const name of Object.keys(schemas)) if (isName(name)) names.keep(name);
    const entries = Object.entries(schemas);
    return toSource(
      Object.fromEntries(entries.map(([name, one]) => [isName(name) ? name : names.take(camelCase(name)), one])),
    );
  },
  "json-schema"(schemas) {
    const [only, ...others] = Object.values(schemas);
    if (only !== undefined && others.length === 0) return json(withDigits(() => toJsonSchema(only)));
    const $defs = document(schemas, "3.1.0").components?.schemas;
    const text = json({ $schema: "https://json-schema.org/draft/2020-12/schema", $defs });
    return text.replaceAll('"#/components/schemas/', '"#/$defs/');
  },
  openapi: (schemas) => json(document(schemas, "3.1.0")),
  "openapi-3.0": (schemas) => json(document(schemas, "3.0.3")),
  "openapi-3.2": (schemas) => json(document(schemas, "3.2.0")),
};

const isName = (name: string): boolean => isIdentifier(name) && !isReserved(name);

/** An OpenAPI document without routes. */
function document(schemas: Schemas, version: "3.0.3" | "3.1.0" | "3.2.0"): OpenApiDocument {
  const info = { title: Object.keys(schemas)[0] ?? "", version: "1.0.0" };
  return withDigits(() => openapi({ info, routes: [], version, components: { schemas }, unrepresentable: "error" }));
}

/** JSON in which characters that terminals obey are escaped. Bigints are written with all their digits. */
function json(value: unknown): string {
  // No text of a schema has it.
  const mark = randomUUID();
  const marked = (_: string, one: unknown): unknown => (typeof one === "bigint" ? `${mark}${one}` : one);
  const text = JSON.stringify(value, marked, 2).replace(new RegExp(`"${mark}(-?[0-9]+)"`, "g"), "$1");
  return `${text.replace(HIDDEN, (char) => (char === "\n" ? char : unicodeEscape(char)))}\n`;
}

async function schemasIn({ file, name, formats, maxExpansion }: ConvertOptions, host: Host): Promise<Schemas> {
  const { file: path, name: exported } = splitFragment(file);
  const stem = file === "-" ? "schema" : camelCase(basename(path, extname(path)).replaceAll(".", "-"));
  const own = name ?? exported ?? stem;
  if (file !== "-" && !isData(path)) {
    const warning = warningOn(host, path);
    return exported === undefined
      ? loadExports(path, own, warning)
      : { [own]: await loadSchema(path, exported, warning) };
  }
  const data = readData(path, file === "-" ? await buffer(host.stdin) : undefined, maxExpansion);
  const options = { ...warningOn(host, path), alias: own, ...(formats && { format: "assertion" as const }) };
  const document = openApiIn(path, data);
  if (document !== undefined && exported === undefined) return componentsOf(path, document, options);
  registerFunctions(data);
  return { [own]: fromData(path, data, { ...options, name: exported, maxExpansion }) };
}

/** The schemas of an OpenAPI document. */
function componentsOf(file: string, document: object, options: FromJsonSchemaOptions): Schemas {
  let schemas: Schemas;
  try {
    schemas = fromOpenApi({ ...document, paths: {} }, options).components;
  } catch (error) {
    throw new CommandError(`the document '${file}' has no validators: ${describe(error)}`, { cause: error });
  }
  if (Object.keys(schemas).length > 0) return schemas;
  throw new CommandError(`the schema '${file}' is an OpenAPI document without schemas in its components`);
}

/** A dump may name functions that only the program has whose schema it is. Nothing calls them here. */
function registerFunctions(data: unknown): void {
  if (isArray(data)) data.forEach(registerFunctions);
  if (!isPlainObject(data)) return;
  const name = ownValue(data, "__value__") === "function" ? ownValue(data, "text") : undefined;
  if (typeof name === "string" && !functions.has(name)) functions.add(name, () => undefined);
  for (const key of Object.keys(data)) registerFunctions(ownValue(data, key));
}
