/** Imports the module of a schema: as Node does, or TypeScript with a loader of the project. */
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError, isThrown } from "./failure.ts";

type Exports = Readonly<Record<string, unknown>>;

const TYPESCRIPT = /\.[cm]?tsx?$/i;

/** What Node reports of TypeScript that it cannot run: its syntax, or names of modules that only a bundler resolves. */
const CODES: ReadonlySet<unknown> = new Set([
  "ERR_UNKNOWN_FILE_EXTENSION",
  "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX",
  "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING",
  "ERR_UNSUPPORTED_DIR_IMPORT",
  "ERR_MODULE_NOT_FOUND",
  "MODULE_NOT_FOUND",
]);

/** By package, whose main file is given: imports a file with it. */
const LOADERS: Readonly<Record<string, (main: string, file: string) => Promise<Exports>>> = {
  async jiti(main, file) {
    const { createJiti } = (await import(pathToFileURL(main).href)) as typeof import("jiti");
    return createJiti(urlOf(file), { fsCache: false }).import(resolve(file));
  },
  async tsx(main, file) {
    await import(pathToFileURL(main).href);
    return import(urlOf(file));
  },
};

/**
 * The exports of a module. TypeScript that Node refuses is loaded with a loader of the project.
 * @throws CommandError if it has none; errors of the module.
 */
export async function importModule(file: string): Promise<Exports> {
  if (!TYPESCRIPT.test(file)) return import(urlOf(file));
  const load = loaderFor(file);
  // Before a first attempt, because Node 20 keeps its failure.
  if (load !== undefined && !(process.features as { typescript?: unknown }).typescript) return load();
  try {
    return await import(urlOf(file));
  } catch (error) {
    if (!isThrown(error, Error) || !(error instanceof SyntaxError || CODES.has(codeOf(error)))) throw error;
    if (load !== undefined) return await load();
    throw new CommandError(withAdvice(file, error), { cause: error });
  }
}

/** The loader of the project that the file, or the working directory, belongs to. */
function loaderFor(file: string): (() => Promise<Exports>) | undefined {
  for (const from of [resolve(file), join(process.cwd(), "schema")]) {
    for (const [name, load] of Object.entries(LOADERS)) {
      try {
        const main = createRequire(from).resolve(name);
        return () => load(main, file);
      } catch {
        // It is not installed there.
      }
    }
  }
  return undefined;
}

const codeOf = (error: Error): unknown => (error as NodeJS.ErrnoException).code;

function withAdvice(file: string, error: Error): string {
  const advice = "install a loader in your project: npm install --save-dev jiti (or tsx)";
  return codeOf(error) === "ERR_UNKNOWN_FILE_EXTENSION"
    ? `the schema '${file}' is TypeScript, which Node runs from version 22.18 on; for this one, ${advice}`
    : `the schema '${file}' fails: ${error.message.split("\n", 1)[0]} (Node runs only TypeScript with erasable types and ` +
        `full names of files; for the rest, ${advice})`;
}

export const urlOf = (file: string): string => pathToFileURL(resolve(file)).href;
