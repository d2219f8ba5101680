/** Unions by a tag: the value of a key selects the step. */
import { quotedValue, wrongType } from "./leaves.ts";
import { FAILED, type Node, type Report } from "./report.ts";
import { optional, plainly } from "./texts.ts";
import { NO_OBJECT, type ReadMember } from "./values.ts";

export type Tags = readonly (readonly [tag: unknown, step: Node])[];

/** Fails a value whose tag is missing, or selects no step. */
export function failTag(
  key: string,
  tag: unknown,
  all: readonly unknown[],
  report: Report,
  more?: object,
): typeof FAILED {
  const since = report.failures.length;
  if (tag === undefined) report.fail(plainly, "missing_key", undefined, undefined, more);
  else report.fail(optional(quotedValue), "options", all, tag, more);
  report.under(key, since);
  return FAILED;
}

/** In a schema that bounds what its calls take. */
/*#__NO_SIDE_EFFECTS__*/ export function tagged(key: string, tags: Tags, read: ReadMember): Node {
  const steps = new Map(tags);
  const all = Object.freeze(tags.map(([tag]) => tag));
  return (input, report) => {
    if (!report.enter(0, 1)) return FAILED;
    const tag = read(input, key, report.strict);
    const step = steps.get(tag);
    let checked: unknown;
    if (tag === NO_OBJECT) checked = wrongType("object", input, report);
    else checked = step ? step(input, report) : failTag(key, tag, all, report);
    report.leave(0);
    return checked;
  };
}
