/** The members of a mapping, as `values/mapping.ts` reads them for a `Dict` without `multikeys`. */
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

/**
 * @param strict only a plain object is a mapping.
 * @returns undefined if it is none.
 */
export function membersIn(input: unknown, strict: boolean, named: NamedKeys): Members | undefined {
  if (isPlainObject(input)) return membersOfPlain(input, named);
  if (strict || typeof input !== "object" || input === null || isArray(input)) return undefined;
  try {
    if (reader(input) === undefined) return isMap(input) ? mapMembers(input) : undefined;
    const last = new Map<unknown, unknown>();
    for (const pair of pairsOf(input) ?? [undefined]) {
      if (!isArray(pair)) return undefined;
      last.set(ownValue(pair, 0), ownValue(pair, 1));
    }
    return { ...mapMembers(last), isMulti: true };
  } catch (error) {
    if (isErrorOf(error, TypeError) && isForm(input)) return undefined;
    throw error;
  }
}
