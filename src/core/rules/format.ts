/** The rule of text in a named format. */
import { formatNamed } from "../../text/formats/basic.ts";
import type { Format, Refined, Refinements, TextTest } from "../../text/formats/format.ts";
import type { FormatName } from "../../text/formats/index.ts";
import { FormatError } from "../errors/errors.ts";
import type { Failed, Report } from "../report/report.ts";
import type { Rule, RuleParts, Test } from "./rule.ts";

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
