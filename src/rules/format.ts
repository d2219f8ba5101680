/** The rule of text in a named format. */
import { FormatError } from "../errors/errors.ts";
import { formatNamed } from "../formats/basic.ts";
import { type Format, formatsInUse, type Refined, type Refinements, type TextTest } from "../formats/format.ts";
import type { FormatName } from "../formats/index.ts";
import type { Failed, Report } from "../report/report.ts";
import { literal } from "../values/text.ts";
import type { KeywordReader, Rule, RuleParts, Test } from "./rule.ts";

/** Returns the parameter for the keyword `format`. */
export function readFormat(keywords: KeywordReader): FormatName | undefined {
  const name = keywords.text("format");
  if (name === undefined || formatNamed(name) !== undefined) return name as FormatName | undefined;
  return keywords.refuse("format", `${literal(name)} is none of those that are checked: ${formatsInUse().join(", ")}`);
}

/** Refines the format by its parameter, which a contract has checked; undefined if it is not given. */
function refined({ param, refine }: Format, params: Refinements): Refined | undefined {
  const value = param && params[param];
  return value === undefined ? undefined : (refine?.(value as never) as Refined);
}

export class FormatRule implements Rule {
  readonly kind = "format";
  readonly format: FormatName;
  readonly params: Refinements;
  readonly #test: TextTest;

  constructor(name: FormatName, params: Refinements = {}) {
    const format = formatNamed(name) as Format;
    this.format = name;
    this.params = params;
    this.#test = (refined(format, params) ?? format).test;
  }

  test(): Test {
    return this.#test;
  }

  fails(value: string, report: Report): Failed | false {
    return !this.#test(value) && report.fail(FormatError, this.format, value);
  }
}

export const formatParts: RuleParts<FormatRule> = {
  params: ["format", "protocols", "alg", "mode"],
  code: (rule, v, writer) => `${writer.constant(rule.test())}(${v})`,
  write({ format: name, params }, refuse) {
    const format = formatNamed(name) as Format;
    const own = refined(format, params);
    if (own?.keywords !== undefined) return { ...own.keywords };
    if (own !== undefined) refuse(format.param as string, "JSON Schema has no form for it");
    return { format: name };
  },
};
