/** Queries and forms, which may have several values for a key: as `multikeys` of `Dict`. */
import { isPlainObject } from "../values/input.ts";
import { membersOf } from "../values/mapping.ts";
import { wrongType } from "./leaves.ts";
import { hintAtMulti } from "./mapping.ts";
import type { Node } from "./report.ts";

/**
 * An object whose mapping may have several values for a key.
 * @param keys those whose value is the list of all.
 */
/*#__NO_SIDE_EFFECTS__*/ export const multikeys =
  (keys: readonly string[], node: Node): Node =>
  (input, report) => {
    if (isPlainObject(input)) return node(input, report);
    const members = membersOf(input, keys, report.strict);
    if (members === undefined) return wrongType("object", input, report);
    if (!members.isMulti) return node(input, report);
    const since = report.failures.length;
    const result = node(new Map(members.keys.map((key, index) => [key, members.values[index]])), report);
    hintAtMulti(report.failures, since);
    return result;
  };
