/** A validator that accepts some of the items: `contains`, `min_contains` and `max_contains`. */
import { MaxLengthError, MinLengthError } from "../errors/errors.ts";
import { FAILED, type Report } from "../report/report.ts";
import { closeVerdict, openVerdict } from "../report/verdict.ts";
import type { Checker } from "../schemas/checker.ts";
import type { ArrayRule, ArrayRuleParts, CheckedArray, SchemaReader } from "./container.ts";
import { failLength } from "./length.ts";

/** The limits of the number of items that match. */
export interface Matches {
  readonly min_contains: number | undefined;
  readonly max_contains: number | undefined;
}

export class ContainsRule implements ArrayRule {
  readonly kind = "contains";
  readonly params = ["contains", "min_contains", "max_contains"];
  readonly item: Checker;
  readonly given: Matches;
  readonly min: number;
  readonly max: number;

  constructor(item: Checker, given: Matches) {
    this.item = item;
    this.given = given;
    ({ min_contains: this.min = 1, max_contains: this.max = Number.POSITIVE_INFINITY } = given);
  }

  fails({ items, input }: CheckedArray, report: Report): boolean {
    // Few variables: each takes stack on each level of a deep value.
    const log = report.evaluated;
    const start = report.descend(items.length);
    if (start === FAILED) return true;
    // The results are no new input: nested lists would validate their items twice as often at each level.
    const taken = report.proceed();
    let count = 0;
    let isUnknown = false;
    for (let index = 0; index < items.length && !report.truncated; index++) {
      // Without a log, no more items matter than the limits say.
      if (log === undefined && count >= this.min && this.max === Number.POSITIVE_INFINITY) break;
      const since = report.memberAt(input, index);
      const outside = openVerdict(report);
      const verdict = closeVerdict(outside, report, this.item.check(items[index], report));
      if (verdict === FAILED) report.under(index, since);
      isUnknown ||= verdict === undefined;
      if (verdict !== true) continue;
      count++;
      log?.push(index);
    }
    report.proceeded(taken);
    if (!report.ascend(start)) return true;
    const { min, max } = this;
    if (isUnknown) return false;
    if (count < min) return failLength(MinLengthError, min, count, "match", report) === FAILED;
    return count > max && failLength(MaxLengthError, max, count, "match", report) === FAILED;
  }
}

export const containsParts: ArrayRuleParts<ContainsRule> = {
  verdict({ item, min, max }, { countMatches, fail }) {
    const { count, code, end } = countMatches(item);
    const wrong = [`${count} < ${min}`, ...(max === Number.POSITIVE_INFINITY ? [] : [`${count} > ${max}`])];
    return `${code}if (${wrong.join(" || ")}) ${fail}\n${end}`;
  },
  write({ item, given: { min_contains, max_contains } }, to) {
    if (to.isConverted(item)) {
      to.refuse("contains", "it validates results, and the items are converted");
      return {};
    }
    return {
      contains: to.write(item, "contains"),
      // Of equal items, unique keeps one.
      minContains: to.dropsEqual && min_contains !== 0 ? undefined : min_contains,
      maxContains: to.isWider(item) ? undefined : max_contains,
    };
  },
};

/** What the keywords say: how many items have to be valid by a schema. */
export interface Contains<Schema> {
  readonly item: Schema;
  readonly min: number;
  readonly max: number;
}

/** Undefined without `contains`. */
export function readContains<Schema>(keywords: SchemaReader<Schema>): Contains<Schema> | undefined {
  const item = keywords.test("contains");
  const [min = 1, max = Number.POSITIVE_INFINITY] = ["minContains", "maxContains"].map((name) => keywords.length(name));
  return item === undefined ? undefined : { item, min, max };
}

/** The parameters for them. */
export const containsParams = <Item>({
  item,
  min,
  max,
}: Contains<Item>): { readonly contains: Item } & Partial<Matches> => ({
  contains: item,
  ...(min !== 1 && { min_contains: min }),
  ...(max < Number.POSITIVE_INFINITY && { max_contains: max }),
});
