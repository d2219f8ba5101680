/** Queries and forms, which may have several values for a key: as `multikeys` of `Dict`. */
import { membersOf } from "../values/mapping.ts";
import { hintAtMulti } from "./mapping.ts";
import type { Values } from "./values.ts";

/**
 * Reads the members of a mapping that may have several values for a key.
 * @param keys those whose value is the list of all.
 */
/*#__NO_SIDE_EFFECTS__*/ export const multikeys =
  (keys: readonly string[]): Values["membersIn"] =>
  (input, strict, named) => {
    const members = membersOf(input, keys, strict, named);
    return members?.isMulti ? { ...members, explain: hintAtMulti } : members;
  };
