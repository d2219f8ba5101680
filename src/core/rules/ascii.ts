/** The rule of text that has only ASCII characters. */
import { FormatError } from "../errors/errors.ts";
import type { Failed, Report } from "../report/report.ts";
import type { Rule, RuleParts, Test } from "./rule.ts";

const NOT_ASCII = /\P{ASCII}/u;

export class AsciiRule implements Rule {
  readonly kind = "ascii";

  test(): Test {
    return (v: string) => !NOT_ASCII.test(v);
  }

  fails(value: string, report: Report): Failed | false {
    return NOT_ASCII.test(value) && report.fail(FormatError, "ASCII text", value);
  }
}

export const asciiParts: RuleParts<AsciiRule> = {
  params: ["ascii"],
  code: (_rule, v, writer) => `!${writer.constant(NOT_ASCII)}.test(${v})`,
  write: () => ({ pattern: "^[\\u0000-\\u007f]*$" }),
};
