/** Unions by a tag that may be missing, null, blank or converted. */
import { isBlank, isPlainObject } from "../values/input.ts";
import { wrongType } from "./leaves.ts";
import { FAILED, type Node, type Report } from "./report.ts";
import { failTag, type Tags } from "./tagged.ts";
import { tried } from "./trial.ts";
import { NO_OBJECT, type ReadMember } from "./values.ts";

/** What few unions have. */
export interface TagRules {
  /** Tags that no error names: null, and a text for blank fields. */
  readonly more?: Tags;
  /** The step whose key may be missing. */
  readonly missing?: Node;
  /** The step that takes null in place of an object. */
  readonly nullable?: Node;
  /** Validators of the key: the first that accepts another value decides the step. */
  readonly converting?: readonly (readonly [member: Node, step: Node])[];
  /** Messages that the schema has for a missing tag, and for one that selects no step. */
  readonly texts?: readonly [missing: string | undefined, other: string | undefined];
}

/** As `tagged`, with more rules, in any schema. */
/*#__NO_SIDE_EFFECTS__*/ export function taggedBy(key: string, tags: Tags, read: ReadMember, rules: TagRules): Node {
  const { more = [], missing, nullable, converting = [], texts } = rules;
  const steps = new Map([...tags, ...more]);
  const all = Object.freeze(tags.map(([tag]) => tag));
  const stepOf = (tag: unknown, report: Report): Node | undefined =>
    tag === undefined
      ? missing
      : (steps.get(isBlank(tag) ? "" : tag) ??
        converting.find(([member]) => tried(member, tag, report) !== FAILED)?.[1]);
  const chosen: Node = (input, report) => {
    if (input === null && nullable !== undefined) return nullable(input, report);
    const tag = read(input, key, report.strict);
    if (tag === NO_OBJECT) return wrongType("object", input, report);
    const step = stepOf(tag, report);
    if (step !== undefined) return step(input, report);
    // A step would count the keys itself.
    if (isPlainObject(input) && !report.counts(Object.keys(input).length, input)) return FAILED;
    return failTag(key, tag, all, report, { text: texts?.[tag === undefined ? 0 : 1] });
  };
  return (input, report) => {
    if (!report.enter(0, 1)) return FAILED;
    const checked = chosen(input, report);
    report.leave(0);
    return checked;
  };
}
