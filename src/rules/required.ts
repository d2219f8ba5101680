/** Keys that must be there, whatever their value: `required`, and those of `exhaustive`. */
import type { Report } from "../report/report.ts";
import type { CheckedObject, ObjectRule, ObjectRuleParts } from "./container.ts";

export class RequiredRule implements ObjectRule {
  readonly kind = "required";
  readonly keys: readonly string[];

  constructor(keys: readonly string[]) {
    this.keys = keys;
  }

  fails(object: CheckedObject, report: Report): void {
    for (const key of this.keys) {
      if (report.truncated) return;
      if (!object.has(key)) object.failMissing(key, report);
    }
  }
}

export const requiredParts: ObjectRuleParts<RequiredRule> = {
  verdict: ({ keys }, { isPresent, fail }) => keys.map((key) => `if (!(${isPresent(key)})) ${fail}\n`).join(""),
  write: ({ keys }, to) => ({ required: to.asked("required", keys) }),
};

/**
 * The keys that the validator of the extra keys names. A member of a type guard that is not enumerable is no extra one.
 */
export class ExhaustiveRule implements ObjectRule {
  readonly kind = "exhaustive";
  readonly keys: readonly string[];

  constructor(keys: readonly string[]) {
    this.keys = keys;
  }

  fails(object: CheckedObject, report: Report): void {
    for (const key of this.keys) {
      if (report.truncated) return;
      if (!Object.hasOwn(object.result, key)) object.failMissing(key, report);
    }
  }
}

export const exhaustiveParts: ObjectRuleParts<ExhaustiveRule> = {
  write: ({ keys }, to) => ({ required: to.asked("exhaustive", keys) }),
};
