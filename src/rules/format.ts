/** The rule of text in a format that is known by name. */
import { FormatError } from "../errors/errors.ts";
import { FORMATS, type FormatName } from "../formats/index.ts";
import type { Failed, Report } from "../report/report.ts";
import type { Rule, RuleParts, Test } from "./rule.ts";

export class FormatRule implements Rule {
  readonly kind = "format";
  readonly format: FormatName;

  constructor(format: FormatName) {
    this.format = format;
  }

  test(): Test {
    return FORMATS[this.format];
  }

  fails(value: string, report: Report): Failed | false {
    return !FORMATS[this.format](value) && report.fail(FormatError, this.format, value);
  }
}

export const formatParts: RuleParts<FormatRule> = {
  code: (rule, v, writer) => `${writer.constant(rule.test())}(${v})`,
  write: ({ format }) => ({ format }),
};
