/** The rule of text in a format that is known by name. */
import { FormatError } from "../errors/errors.ts";
import { FORMAT_NAMES, FORMATS, type FormatName } from "../formats/index.ts";
import type { Failed, Report } from "../report/report.ts";
import { literal } from "../values/text.ts";
import type { KeywordReader, Rule, RuleParts, Test } from "./rule.ts";

/** The parameter that the keyword `format` stands for. */
export function readFormat(keywords: KeywordReader): FormatName | undefined {
  const name = keywords.text("format");
  if (name === undefined || Object.hasOwn(FORMAT_NAMES, name)) return name as FormatName | undefined;
  const known = Object.keys(FORMAT_NAMES).join(", ");
  return keywords.refuse("format", `${literal(name)} is none of those that are checked: ${known}`);
}

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
  params: ["format"],
  code: (rule, v, writer) => `${writer.constant(rule.test())}(${v})`,
  write: ({ format }) => ({ format }),
};
