/** The rule of text in a format that is known by name. */
import { FormatError } from "../errors/errors.ts";
import { formatNamed } from "../formats/basic.ts";
import { type Format, formatsInUse, type Refined, type Refinements, type TextTest } from "../formats/format.ts";
import type { FormatName } from "../formats/index.ts";
import type { Failed, Report } from "../report/report.ts";
import { literal } from "../values/text.ts";
import type { KeywordReader, Rule, RuleParts, Test } from "./rule.ts";

/** The parameter that the keyword `format` stands for. */
export function readFormat(keywords: KeywordReader): FormatName | undefined {
  const name = keywords.text("format");
  if (name === undefined || formatNamed(name) !== undefined) return name as FormatName | undefined;
  return keywords.refuse("format", `${literal(name)} is none of those that are checked: ${formatsInUse().join(", ")}`);
}

/** The parameter that refines a format, and what it makes of it; nothing if none is given. */
function refinement(format: Format, params: Refinements): [name: keyof Refinements, refined: Refined] | [] {
  for (const name of Object.keys(format.refine ?? {}) as (keyof Refinements)[]) {
    const value = params[name];
    const refine = format.refine?.[name] as ((value: unknown) => Refined) | undefined;
    if (value !== undefined && refine !== undefined) return [name, refine(value)];
  }
  return [];
}

export class FormatRule implements Rule {
  readonly kind = "format";
  readonly format: FormatName;
  /** The parameter that refines the format, and what JSON Schema has for both. */
  readonly param: keyof Refinements | undefined;
  readonly keywords: Refined["keywords"];
  readonly #test: TextTest;

  constructor(name: FormatName, params: Refinements = {}) {
    const format = formatNamed(name) as Format;
    const [param, refined] = refinement(format, params);
    this.format = name;
    this.param = param;
    this.keywords = refined === undefined ? { format: name } : refined.keywords;
    this.#test = (refined ?? format).test;
  }

  test(): Test {
    return this.#test;
  }

  fails(value: string, report: Report): Failed | false {
    return !this.#test(value) && report.fail(FormatError, this.format, value);
  }
}

export const formatParts: RuleParts<FormatRule> = {
  params: ["format"],
  code: (rule, v, writer) => `${writer.constant(rule.test())}(${v})`,
  write({ format, param, keywords }, refuse) {
    if (keywords !== undefined) return { ...keywords };
    refuse(param as string, "JSON Schema has no form for it");
    return { format };
  },
};
