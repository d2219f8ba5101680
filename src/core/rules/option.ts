/** The rule of options: a few primitives that are the only valid values. */
import { numberLike } from "../../values/digits.ts";
import { OptionsError } from "../errors/errors.ts";
import type { Failed, Report } from "../report/report.ts";
import type { Keywords, Refuse, Rule, RuleParts, RuleWriter, Test } from "./rule.ts";

/** Up to this number, options are compared one by one. */
const MAX_COMPARED = 8;

export class OptionRule implements Rule {
  readonly kind = "option";
  readonly options: readonly unknown[];

  constructor(options: readonly unknown[]) {
    this.options = options;
  }

  test(): Test {
    const { options } = this;
    if (options.length > MAX_COMPARED) {
      const set = setOf(options);
      return (v: unknown) => set.has(v);
    }
    const [only] = options;
    return options.length === 1 ? (v: unknown) => v === only : (v: unknown) => options.includes(v);
  }

  fails(value: unknown, report: Report): Failed | false {
    const like = typeof value === "bigint" && typeof this.options[0] === "number" ? numberLike(value) : value;
    if (this.options.includes(value) || this.options.includes(like)) return false;
    // Adding 0 turns -0 into 0.
    return report.fail(OptionsError, this.options, typeof like === "number" ? like + 0 : like);
  }
}

/** Sets of options, made once, however many tests use them. */
const sets = /*#__PURE__*/ new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

function setOf(options: readonly unknown[]): ReadonlySet<unknown> {
  const set = sets.get(options) ?? new Set(options);
  sets.set(options, set);
  return set;
}

function code({ options }: OptionRule, v: string, writer: RuleWriter): string {
  if (options.length > MAX_COMPARED) return `${writer.constant(setOf(options))}.has(${v})`;
  return `(${options.map((option) => `${v} === ${writer.literal(option)}`).join(" || ")})`;
}

function write({ options }: OptionRule, refuse: Refuse, keepsDigits: boolean): Keywords {
  const isLong = (option: unknown): boolean => typeof option === "bigint" && !Number.isSafeInteger(Number(option));
  if (!keepsDigits && options.some(isLong)) refuse("options", "they are not all safe integers");
  const written = (option: unknown): unknown =>
    typeof option === "bigint" && !(keepsDigits && isLong(option)) ? Number(option) : option;
  // A Set makes 0 of -0.
  return { enum: [...new Set(options.map(written))] };
}

export const optionParts: RuleParts<OptionRule> = { params: ["options"], code, write };
