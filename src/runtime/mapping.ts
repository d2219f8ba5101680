/** The members of a mapping, as `values/mapping.ts` reads them for a `Dict` without `multikeys`. */
import { isStep } from "../core/errors/context.ts";
import { isArray, isErrorOf, isMap, isPlainObject, ownValue } from "../values/input.ts";
import {
  isForm,
  type Members,
  mapMembers,
  membersOfPlain,
  type NamedKeys,
  pairsOf,
  reader,
} from "../values/mapping.ts";
import type { Path } from "./path.ts";

/** Whether a path leads to no member. */
export function isOfValue(path: Path | undefined): boolean {
  for (let at = path; at !== undefined; at = at.inner) if (!isStep(at.key)) return false;
  return true;
}

/** A failure of a member, as far as it is explained. */
interface Failed {
  readonly expected: unknown;
  readonly path?: Path | undefined;
  text?: string | undefined;
}

/** The members of a mapping. */
export interface ReadMembers extends Members {
  /** Says more in the failures of a member: those since there were so many. */
  readonly explain?: (failures: readonly Failed[], since: number) => void;
}

/** For the developer, as in `Dict`: without it, a List in the schema of a query is never valid. */
export function hintAtMulti(failures: readonly Failed[], since: number): void {
  for (const failure of failures.slice(since))
    if (failure.expected === "array" && isOfValue(failure.path?.inner))
      failure.text ??= "Expected an array of values: the schema has to name this key in multikeys.";
}

/**
 * @param strict only a plain object is a mapping.
 * @returns undefined if it is none.
 */
export function membersIn(input: unknown, strict: boolean, named: NamedKeys): ReadMembers | undefined {
  if (isPlainObject(input)) return membersOfPlain(input, named);
  if (strict || typeof input !== "object" || input === null || isArray(input)) return undefined;
  try {
    if (reader(input) === undefined) return isMap(input) ? mapMembers(input) : undefined;
    const last = new Map<unknown, unknown>();
    for (const pair of pairsOf(input) ?? [undefined]) {
      if (!isArray(pair)) return undefined;
      last.set(ownValue(pair, 0), ownValue(pair, 1));
    }
    return { ...mapMembers(last), explain: hintAtMulti };
  } catch (error) {
    if (isErrorOf(error, TypeError) && isForm(input)) return undefined;
    throw error;
  }
}
