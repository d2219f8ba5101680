/** Queries and forms, which may have several values for a key: as `multikeys` of `Dict`. */
import { membersOf } from "../values/mapping.ts";
import type { ReadWith } from "./containers.ts";
import { hintAtMulti } from "./mapping.ts";

/**
 * Reads the members of a mapping that may have several values for a key.
 * @param keys those whose value is the list of all.
 */
/*#__NO_SIDE_EFFECTS__*/ export const multikeys =
  (keys: readonly string[]): ReadWith =>
  (input, strict, named) => {
    const members = membersOf(input, keys, strict, named);
    return members?.isMulti ? { ...members, explain: hintAtMulti } : members;
  };
