/** Compiles the validators that a module exports, for the command and for the plugin. */
import { basename, dirname, extname, relative, resolve } from "node:path";
import { type CompiledModule, compile } from "../interop/compiled/compile.ts";
import { camelCase } from "../interop/source/tokens.ts";
import { CommandError, describe } from "./failure.ts";
import { functionFinder } from "./functions.ts";
import { loadExports } from "./schema.ts";

/** The name of the default export of a module. */
export const defaultName = (file: string): string => camelCase(basename(file, extname(file)).replaceAll(".", "-"));

/**
 * Compiles the validators that a module exports.
 * @param out the file of the compiled module, from which it imports others.
 * @param small the module reads plain data only: see `compile`.
 * @throws CommandError if one cannot be compiled, or the module cannot be loaded.
 */
export async function compileModule(file: string, out: string, small: boolean): Promise<CompiledModule> {
  const validators = await loadExports(file, defaultName(file));
  const source = relative(dirname(resolve(out)), resolve(file)).replaceAll("\\", "/");
  const find = await functionFinder(file, out);
  try {
    return compile(validators, { source: source.startsWith(".") ? source : `./${source}`, find, small });
  } catch (error) {
    throw new CommandError(`the schema '${file}': ${describe(error)}`, { cause: error });
  }
}
