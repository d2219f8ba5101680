/** The rule of booleans. */
import type { Failed } from "../report/report.ts";
import type { Rule, RuleParts, Test } from "./rule.ts";

export class BooleanRule implements Rule {
  readonly kind = "boolean";

  test(): Test {
    return (v: unknown) => typeof v === "boolean";
  }

  /** A value that has been taken for a boolean is always one. */
  fails(): Failed | false {
    return false;
  }
}

export const booleanParts: RuleParts<BooleanRule> = {
  params: [],
  code: (_rule, v) => `typeof ${v} === "boolean"`,
  write: () => ({}),
};
