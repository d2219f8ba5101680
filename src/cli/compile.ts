/** `validlib compile`: a module of schemas as one that validates without the library. */
import { readFile, writeFile } from "node:fs/promises";
import type { CompileOptions } from "./args.ts";
import { compileModule } from "./compile-module.ts";
import { fileError, UsageError } from "./failure.ts";
import type { Host } from "./host.ts";
import { identityAt } from "./identity.ts";
import { printable } from "./printable.ts";
import { isData } from "./schema.ts";
import { withRuntime } from "./standalone.ts";

const SCRIPT = /\.(m?)js$/i;

/**
 * Compiles the validators that a module exports, and writes the module and its types.
 * @returns the exit code: 1 if, with `--check`, a file is not what would be written.
 * @throws CommandError if a validator cannot be compiled, or a file cannot be read or written.
 */
export async function compile({ file, out, check, small, standalone }: CompileOptions, host: Host): Promise<number> {
  if (isData(file)) throw new UsageError("compile takes a module of schemas: convert --to ts makes one of data");
  const given = await identityAt(file);
  if (given !== undefined && (await identityAt(out)) === given) throw new UsageError("--out is the schema");
  const module = await compileModule(file, out, small);
  for (const warning of module.warnings) host.stderr.write(`validlib: ${printable(`warning: ${warning}`)}\n`);
  const files = [
    [out, standalone ? await withRuntime(module.code, out) : module.code],
    [out.replace(SCRIPT, ".d.$1ts"), module.declarations],
  ] as const;
  if (check) return await compareWith(files, host);
  for (const [path, text] of files) {
    await writeFile(path, text).catch((error) => {
      throw fileError("write", path, error);
    });
  }
  return 0;
}

async function compareWith(files: readonly (readonly [path: string, text: string])[], host: Host): Promise<number> {
  let code = 0;
  for (const [path, text] of files) {
    const there = await readFile(path, "utf8").catch(() => undefined);
    if (there === text) continue;
    host.stderr.write(`validlib: ${printable(`'${path}' is not what compile writes now: run it again`)}\n`);
    code = 1;
  }
  return code;
}
