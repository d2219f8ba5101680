/** The members of a value, of whatever container they are. */
import { entriesOf, isArray, isMap, isPlainObject, isSet, membersOfSet, ownValue } from "./input.ts";

export const hasMembers = (value: unknown): value is object =>
  isArray(value) || isPlainObject(value) || isMap(value) || isSet(value);

/** Keys, or indexes, and members: those of a Map as they are, those of a Set by their positions. */
export function membersIn(value: object): Iterable<readonly [unknown, unknown]> {
  if (isMap(value)) return entriesOf(value);
  const members = isSet(value) ? membersOfSet(value) : value;
  return Object.keys(members).map((key) => [isArray(members) ? Number(key) : key, ownValue(members, key)] as const);
}
