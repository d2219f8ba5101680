/** The JSON Schema Test Suite; suite/README.md says where it comes from. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Values that are valid or invalid by a schema. */
export interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "suite", `${name}.json`), "utf8"));

/** The cases of a draft, by the name of their file. */
export const casesOf = (draft: string): Readonly<Record<string, readonly Group[]>> =>
  read(draft) as Record<string, Group[]>;

/** The documents that schemas of the suite refer to, by URI. */
export const remotes = read("remotes") as Record<string, unknown>;
