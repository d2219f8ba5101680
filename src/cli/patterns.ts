/** Patterns of files, such as `data/*.json`, which some shells leave as they are: that of Windows always does. */
import * as fs from "node:fs/promises";
import { CommandError } from "./failure.ts";

const isPattern = (file: string): boolean => /[*?[\]{}]/.test(file);

const exists = (file: string): Promise<boolean> =>
  fs.stat(file).then(
    () => true,
    () => false,
  );

/**
 * The files, those that a pattern matches in its place, in alphabetical order. A file of that name is no pattern.
 * @throws CommandError if a pattern matches none.
 */
export async function filesOf(names: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const name of names) {
    if (!isPattern(name) || (await exists(name))) files.push(name);
    else files.push(...(await matchesOf(name)));
  }
  return files;
}

async function matchesOf(pattern: string): Promise<string[]> {
  // Node has it from version 22.
  const { glob } = fs as { readonly glob?: (pattern: string) => AsyncIterable<string> };
  if (glob === undefined)
    throw new CommandError(`no file is called '${pattern}', and only Node 22 and newer look for files that match it`);
  const matches: string[] = [];
  for await (const file of glob(pattern)) if (!(await fs.stat(file)).isDirectory()) matches.push(file);
  if (matches.length === 0) throw new CommandError(`no file matches '${pattern}'`);
  return matches.sort();
}
