/** Finds the functions of a schema: where the modules that it imports export them, or by their own text. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { freeNames, type Node } from "../interop/compiled/free.ts";
import type { FindFunction, FoundFunction } from "../interop/compiled/nodes.ts";
import { CommandError } from "./failure.ts";
import { importModule } from "./module.ts";
import { importRolldown } from "./rolldown.ts";

/** Parses a module, or the expression of a function. */
export type Parse = (text: string, options: { readonly lang: "js" | "ts" }) => { readonly body: readonly Node[] };

interface Exported {
  readonly module: string;
  readonly name: string;
}

const GLOBALS: Readonly<Record<string, unknown>> = {
  ...{ Array, BigInt, Boolean, Date, Error, Map, Number, Object, Promise, RegExp, Set, String, URL },
  ...{ ArrayBuffer, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array },
  ...{ Uint8Array, Uint8ClampedArray, Uint16Array, Uint32Array },
};

type AnyFunction = (...args: never[]) => unknown;

/**
 * Looks up functions for `compile`.
 * @param file the module of the schema.
 * @param output the compiled module, from which they are imported.
 */
export async function functionFinder(file: string, output: string): Promise<FindFunction> {
  const parse = await findParser(file);
  const exported = parse === undefined ? new Map<unknown, Exported>() : await exportsAround(file, output, parse);
  return (given, isAlone) => {
    const { name } = given;
    if (Object.hasOwn(GLOBALS, name) && GLOBALS[name] === given) return { text: name };
    return (isAlone ? undefined : exported.get(given)) ?? (parse === undefined ? PARSER_MISSING : moved(given, parse));
  };
}

const PARSER_MISSING = "to find functions, install rolldown in your project: npm install --save-dev rolldown";

/** The parser of the project, or ours. */
export const findParser = async (file: string): Promise<Parse | undefined> =>
  (await importRolldown<{ readonly parseAst: Parse }>(file, "/parseAst"))?.parseAst;

/** What the modules export that the schema imports, by identity. The library itself is not among them. */
async function exportsAround(file: string, output: string, parse: Parse): Promise<ReadonlyMap<unknown, Exported>> {
  const found = new Map<unknown, Exported>();
  const text = await readFile(file, "utf8");
  for (const specifier of importedBy(parsed(file, text, parse))) {
    if (/^validlib(?:\/|$)/.test(specifier)) continue;
    const isLocal = specifier.startsWith(".");
    const target = resolve(dirname(file), specifier);
    const exports = isLocal ? await importModule(target) : await importPackage(specifier, file);
    if ("Dict" in exports && "fromJsonSchema" in exports) continue;
    const path = relative(dirname(resolve(output)), target).replaceAll("\\", "/");
    const module = isLocal ? (path.startsWith(".") ? path : `./${path}`) : specifier;
    for (const [name, one] of Object.entries(exports))
      if (typeof one === "function" && !found.has(one)) found.set(one, { module, name });
  }
  return found;
}

/** @throws CommandError if the module has errors of syntax. */
export function parsed(file: string, text: string, parse: Parse): readonly Node[] {
  try {
    return parse(text, { lang: /\.[cm]?jsx?$/i.test(file) ? "js" : "ts" }).body;
  } catch (error) {
    throw new CommandError(`the schema '${file}' cannot be parsed: ${(error as Error).message}`, { cause: error });
  }
}

/** What a module imports when it runs. */
export const importedBy = (body: readonly Node[]): string[] =>
  body
    .filter(({ type, importKind }) => type === "ImportDeclaration" && importKind !== "type")
    .map(({ source }) => String((source as Node).value));

async function importPackage(specifier: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(createRequire(resolve(file)).resolve(specifier)).href);
  } catch {
    return import(specifier);
  }
}

/** The text of a function that refers to nothing outside itself; or why it cannot be moved. */
function moved(given: AnyFunction, parse: Parse): FoundFunction | string {
  const text = Function.prototype.toString.call(given);
  const advice = "export it from a module of its own that the schema imports";
  let expression: Node | undefined;
  try {
    const [statement, ...others] = parse(`(${text})`, { lang: "js" }).body;
    if (others.length === 0 && statement?.type === "ExpressionStatement") expression = statement.expression as Node;
  } catch {
    // A method, or a built-in function.
  }
  while (expression?.type === "ParenthesizedExpression") expression = expression.expression as Node;
  if (expression?.type !== "ArrowFunctionExpression" && expression?.type !== "FunctionExpression") return advice;
  const [free] = freeNames(expression);
  return free === undefined ? { text } : `${advice}, since it refers to '${free}' outside itself`;
}
