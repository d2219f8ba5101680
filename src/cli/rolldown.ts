/** The package rolldown, an optional peer: it parses functions, and joins modules. */
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** A module of the package, in the project of a file or beside the library; undefined if it is installed in neither. */
export async function importRolldown<T>(file: string, path = ""): Promise<T | undefined> {
  for (const from of [resolve(file), import.meta.filename]) {
    try {
      return await import(pathToFileURL(createRequire(from).resolve(`rolldown${path}`)).href);
    } catch {
      // It is not installed there.
    }
  }
  return undefined;
}
