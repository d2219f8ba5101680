/** How many keys of a group are there: `exactly_one`, `at_most_one` and `at_least_one`. */
import type { Report } from "../report/report.ts";
import type { CheckedObject, ObjectRule, ObjectRuleParts, ObjectSchemaWriter } from "./container.ts";
import type { Keywords } from "./rule.ts";

/** Groups of keys, and how many of each must be there. */
export type KeyGroupParam = "exactly_one" | "at_most_one" | "at_least_one";
export const KEY_GROUPS: readonly KeyGroupParam[] = ["exactly_one", "at_most_one", "at_least_one"];

export class KeyGroupsRule implements ObjectRule {
  readonly kind: KeyGroupParam;
  readonly groups: readonly (readonly string[])[];

  constructor(kind: KeyGroupParam, groups: readonly (readonly string[])[]) {
    this.kind = kind;
    this.groups = groups;
  }

  /** Without any, the first key is missing; beside the first that is there, the others are forbidden. */
  fails(object: CheckedObject, report: Report): void {
    for (const group of this.groups) {
      const [first, ...others] = group.filter((key) => object.has(key));
      if (first === undefined && this.kind !== "at_most_one") object.failMissing(group[0] as string, report);
      if (this.kind === "at_least_one") continue;
      for (const key of others) object.failForbidden(key, report);
    }
  }
}

const oneOf = (some: readonly Keywords[]): Keywords => ({ oneOf: some });

function write({ kind, groups }: KeyGroupsRule, to: ObjectSchemaWriter): Keywords {
  const allOf = groups.map((names) => {
    if (to.asked(kind, names).length < names.length) to.refuse(kind, "a default fills one of its keys");
    const each = names.map((name) => to.there(name));
    if (kind === "at_least_one") return { anyOf: each };
    return kind === "exactly_one" ? oneOf(each) : oneOf([...each, { not: { anyOf: each } }]);
  });
  return { allOf };
}

export const keyGroupParts: ObjectRuleParts<KeyGroupsRule> = {
  verdict: ({ kind, groups }, { isPresent, fail }) =>
    groups
      .map((group) => {
        const count = group.map((key) => `(${isPresent(key)} ? 1 : 0)`).join(" + ");
        const wrong = { exactly_one: "!== 1", at_most_one: "> 1", at_least_one: "< 1" }[kind];
        return `if (${count} ${wrong}) ${fail}\n`;
      })
      .join(""),
  write,
};
