/** Keys that must be there, whatever their value: `required`, and those of `exhaustive`. */
import type { Report } from "../report/report.ts";
import type { CheckedObject, ObjectRule, ObjectRuleParts, SchemaReader } from "./container.ts";

/** Keys that must be there, and what counts as being there. */
abstract class NeededKeys {
  readonly keys: readonly string[];

  constructor(keys: readonly string[]) {
    this.keys = keys;
  }

  protected abstract isThere(object: CheckedObject, key: string): boolean;

  fails(object: CheckedObject, report: Report): void {
    for (const key of this.keys) {
      if (report.truncated) return;
      if (!this.isThere(object, key)) object.failMissing(key, report);
    }
  }
}

export class RequiredRule extends NeededKeys implements ObjectRule {
  readonly kind = "required";

  protected isThere(object: CheckedObject, key: string): boolean {
    return object.has(key);
  }
}

export const readRequired = (keywords: SchemaReader<unknown>): readonly string[] => keywords.texts("required");

export const requiredParts: ObjectRuleParts<RequiredRule> = {
  verdict: ({ keys }, { isPresent, fail }) => keys.map((key) => `if (!(${isPresent(key)})) ${fail}\n`).join(""),
  write: ({ keys }, to) => ({ required: to.asked("required", keys) }),
};

/** The keys that the validator of the extra keys names. */
export class ExhaustiveRule extends NeededKeys implements ObjectRule {
  readonly kind = "exhaustive";

  protected isThere({ result }: CheckedObject, key: string): boolean {
    return Object.hasOwn(result, key);
  }
}

export const exhaustiveParts: ObjectRuleParts<ExhaustiveRule> = {
  write: ({ keys }, to) => ({ required: to.asked("exhaustive", keys) }),
};
