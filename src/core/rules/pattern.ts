/** The rule of text that matches a regular expression from its start. */
import { alternativesOf } from "../../text/pattern/compose.ts";
import { type Matcher, type Pattern, sourceOf, unicodeForm } from "../../text/pattern/pattern.ts";
import { PatternMatchError } from "../errors/errors.ts";
import type { Failed, Report } from "../report/report.ts";
import type { Keywords, Refuse, Rule, RuleParts, Test } from "./rule.ts";

export class PatternRule implements Rule {
  readonly kind = "pattern";
  readonly pattern: Pattern;
  readonly #matches: Matcher;

  constructor(pattern: Pattern, matches: Matcher) {
    this.pattern = pattern;
    this.#matches = matches;
  }

  test(): Test {
    return this.#matches;
  }

  fails(value: string, report: Report): Failed | false {
    return !this.#matches(value) && report.fail(PatternMatchError, sourceOf(this.pattern), value);
  }
}

const isAnchored = (source: string): boolean => alternativesOf(source).every((one) => one.startsWith("^"));

/** Our patterns match from the start of the text, those of JSON Schema anywhere in it. */
function write({ pattern }: PatternRule, refuse: Refuse): Keywords {
  const known = unicodeForm(pattern);
  if (known === undefined) refuse("pattern", "without the flag 'u' it means something else than in JSON Schema");
  else if (known.flags === "") return { pattern: isAnchored(known.source) ? known.source : `^(?:${known.source})` };
  else refuse("pattern", `a pattern of JSON Schema has no flags such as '${known.flags}'`);
  return {};
}

export const patternParts: RuleParts<PatternRule> = {
  params: ["pattern"],
  code: (rule, v, writer) => `${writer.constant(rule.test())}(${v})`,
  write,
};
