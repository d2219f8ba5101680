/** The forms of each rule agree, and readers decline a rule that they do not know. */
import { describe, expect, test } from "vitest";
import { RULES } from "../../src/core/builtin.ts";
import { FAILED, Report } from "../../src/core/report/report.ts";
import { AsciiRule } from "../../src/core/rules/ascii.ts";
import { BooleanRule } from "../../src/core/rules/boolean.ts";
import { FormatRule } from "../../src/core/rules/format.ts";
import { type AnyRule, rulePartsOf } from "../../src/core/rules/index.ts";
import { explain, type Leaf, quickOf } from "../../src/core/rules/leaf.ts";
import { BytesRule, TextRule } from "../../src/core/rules/length.ts";
import { Member } from "../../src/core/rules/member.ts";
import { NumberRule } from "../../src/core/rules/number.ts";
import { OptionRule } from "../../src/core/rules/option.ts";
import { PatternRule } from "../../src/core/rules/pattern.ts";
import type { RuleParts } from "../../src/core/rules/rule.ts";
import { copyModelOf } from "../../src/engines/fast/copy-model.ts";
import { primitive } from "../../src/engines/fast/literals.ts";
import { Bool, Bytes, Float, Int, List, Str, toJsonSchema, type Validator } from "../../src/index.ts";
import { matcher } from "../../src/text/pattern/pattern.ts";
import { codePoints } from "../../src/values/input.ts";
import { verdict } from "../support/verdict.ts";

const NUMBERS = [0, -0, 1, 2, 3, -1, 0.5, 1.5, 0.3, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, -1e300];
const TEXTS = ["", "a", "ab", "abc", "\u00e9", "\u{1f37a}", "\u{1f37a}\u{1f37a}", "\ud800", "ann@example.org"];
const BYTES = [new Uint8Array(), Uint8Array.of(1), Uint8Array.of(1, 2, 3)];

const none = { min: undefined, max: undefined, exclusive_min: undefined, exclusive_max: undefined };
const limits = (given: object): NumberRule["limits"] => ({ ...none, multiple_of: undefined, ...given });
const special = [false, true].flatMap((nan) => [false, true].map((inf) => ({ nan, inf })));
const ranges = [{}, { min: 1 }, { max: 1 }, { min: 0, max: 1 }, { exclusive_min: 0 }, { exclusive_max: 2 }];
const numbers = (["integer", "number", "converted"] as const).flatMap((type) =>
  special.flatMap((one) =>
    [...ranges, { multiple_of: 2 }, { multiple_of: 0.1, max: 2 }].map(
      (given) => new NumberRule(type, limits(given), one),
    ),
  ),
);
const lengths = [undefined, 0, 1, 2, 3].flatMap((minlen) => [undefined, 0, 1, 2].map((maxlen) => ({ minlen, maxlen })));
const many = [...TEXTS, ...Array.from({ length: 20 }, (_, index) => `option ${index}`)];

/** Rules of each kind, and values of the type that they expect. */
const CASES: { readonly [K in AnyRule["kind"]]: readonly [readonly AnyRule[], readonly unknown[]] } = {
  ascii: [[new AsciiRule()], TEXTS],
  boolean: [[new BooleanRule()], [true, false]],
  bytes: [lengths.map((one) => new BytesRule(one)), BYTES],
  format: [[new FormatRule("email"), new FormatRule("hex")], TEXTS],
  number: [numbers, NUMBERS],
  option: [
    [new OptionRule(["a"]), new OptionRule(["a", 1, null]), new OptionRule(many)],
    [...TEXTS, ...NUMBERS, null],
  ],
  pattern: [["a", "[a-z]+$"].map((source) => new PatternRule(source, matcher(source))), TEXTS],
  text: [lengths.flatMap((one) => [new TextRule(one), new TextRule(one, true)]), TEXTS],
};

/** Parameters that say more of a format, whose error is that of `format`. */
const OF_FORMATS = ["protocols", "alg", "mode"];

/** The parameters of each kind: readers that know the rule know them. */
const PARAMS: { readonly [K in AnyRule["kind"]]: readonly string[] } = {
  ascii: ["ascii"],
  boolean: [],
  bytes: ["minlen", "maxlen"],
  format: ["format", ...OF_FORMATS],
  number: ["min", "max", "exclusive_min", "exclusive_max", "multiple_of", "nan", "inf"],
  option: ["options"],
  pattern: ["pattern"],
  text: ["minlen", "maxlen"],
};

interface AnyClass {
  new (params: object): Validator;
}

/** The function that generated code would be. */
function generated(rule: AnyRule): (value: unknown) => boolean {
  const constants: unknown[] = [];
  const constant = (value: unknown): string => `K[${constants.push(value) - 1}]`;
  const writer = { constant, literal: (value: unknown) => primitive(value, writer) };
  const code = (rulePartsOf(rule) as RuleParts<AnyRule>).code(rule, "v", writer);
  return new Function("K", "codePoints", "isInteger", "isSafeInteger", `return (v) => ${code};`)(
    constants,
    codePoints,
    Number.isInteger,
    Number.isSafeInteger,
  ) as (value: unknown) => boolean;
}

/** A validator that has this rule. */
function withRule(rule: AnyRule): Int {
  const unsignsZero = rule.kind === "number";
  const leaf: Leaf = { kind: "leaf", nullable: false, take: (input) => input, rules: [rule], unsignsZero };
  return new (class extends (Int as unknown as { new (): Int }) {
    [RULES](): Leaf {
      return leaf;
    }
  })();
}

describe.each(Object.entries(CASES))("a rule of the kind %s", (kind, [rules, values]) => {
  test("is in the table of kinds", () => {
    expect(rules.every((rule) => rule.kind === kind && rulePartsOf(rule) !== undefined)).toBe(true);
  });

  test("comes from its parameters", () => {
    const { params } = rulePartsOf(rules[0] as AnyRule) as RuleParts<AnyRule>;
    expect([...params].sort()).toEqual([...PARAMS[kind as AnyRule["kind"]]].sort());
  });

  test("has a text of its own in `messages` for each parameter that refuses values", () => {
    for (const name of (rulePartsOf(rules[0] as AnyRule) as RuleParts<AnyRule>).params) {
      if (OF_FORMATS.includes(name)) continue;
      const Class = [Str, Float, Int, Bytes, Bool].find(({ params }) => name in params) as unknown as AnyClass;
      expect(() => new Class({ messages: { [name]: "No." } })).not.toThrow();
    }
  });

  test("accepts the same as a function, as code and by its failures", () => {
    for (const rule of rules) {
      const [quick, code] = [rule.test() as (value: unknown) => boolean, generated(rule)];
      for (const value of values) {
        const report = new Report();
        const fails = rule.fails(value as never, report);
        expect([quick(value), code(value), report.count], `${kind} ${String(value)}`).toEqual(
          fails === FAILED ? [false, false, 1] : [quick(value), quick(value), 0],
        );
        // A number that is no integer, and NaN as an option, are left to the slow path.
        const isKnown = rule.kind !== "option" && !(rule instanceof NumberRule && rule.type === "integer");
        if (isKnown) expect(quick(value)).toBe(fails === false);
      }
    }
  });

  test("accepts the same where a container has a fast path for it", () => {
    for (const rule of rules) {
      const quick = rule.test() as (value: unknown) => boolean;
      const member = new Member(withRule(rule));
      // The first value takes the slow path.
      expect(member.quick(values[0])).toBe(FAILED);
      for (const value of values) {
        const result = rule.kind === "number" ? (value as number) + 0 : value;
        expect(member.quick(value), `${kind} ${String(value)}`).toEqual(quick(value) ? result : FAILED);
      }
    }
  });
});

describe("a rule that readers do not know", () => {
  class Odd extends NumberRule {
    override readonly kind = "odd" as never;
    override fails(value: number, report: Report): typeof FAILED | false {
      return value % 2 === 0 && report.fail(RangeError as never, "odd", value);
    }
    override test(): (value: never) => boolean {
      return (value: number) => value % 2 !== 0;
    }
  }

  const validator = Int();
  const rules = {
    ...(validator as unknown as { [RULES](): Leaf })[RULES](),
    rules: [new Odd("integer", limits({}), { nan: false, inf: true })],
  };

  test("has no other forms", () => {
    expect(rulePartsOf(rules.rules[0] as never)).toBeUndefined();
    for (const kind of ["constructor", "__proto__", "toString"]) expect(rulePartsOf({ kind } as never)).toBeUndefined();
  });

  test("is interpreted, but makes generated code and JSON Schema decline the validator", () => {
    const Odds = Int as unknown as { new (): Int };
    class OddInt extends Odds {
      [RULES](): Leaf {
        return rules;
      }
    }
    const odd = new OddInt();
    expect([odd.is(1), odd.is(2)]).toEqual([true, false]);
    expect(copyModelOf(odd)).toBeUndefined();
    expect(copyModelOf(List(odd))).toBeDefined();
    expect([List(odd).is([1, 3]), List(odd).is([1, 2])]).toEqual([true, false]);
    expect(() => toJsonSchema(odd)).toThrow();
  });
});

describe("the fast path", () => {
  test("handles no value of an opaque leaf", () => {
    const leaf: Leaf = { kind: "leaf", nullable: true, take: (input) => input, rules: [], isOpaque: true };
    expect([null, 1, "a"].map(quickOf(leaf))).toEqual([FAILED, FAILED, FAILED]);
    expect(explain(leaf, 1, new Report())).toBe(1);
  });

  test("of a member that converts and has no rules is not that of any value", () => {
    const member = new Member(Str({ case: "lower" }));
    // The first value takes the slow path.
    expect(["A", 1, "A"].map((value) => member.quick(value))).toEqual([FAILED, FAILED, "a"]);
    expect(verdict(List(Str({ strip: true })), [" a", 1])).toEqual([
      "<1: InvalidTypeError(expected='string', actual='integer')>",
    ]);
  });
});

describe("in JSON Schema", () => {
  const ofPattern = (pattern: string | RegExp): unknown =>
    (toJsonSchema(Str({ pattern })) as { pattern: string }).pattern;

  test("a pattern is anchored, unless all of its alternatives are", () => {
    expect(["a", "^a", "^a|b", "^a|^b"].map(ofPattern)).toEqual(["^(?:a)", "^a", "^(?:^a|b)", "^a|^b"]);
  });

  test("a pattern with flags, or that reads code units, is refused", () => {
    expect(ofPattern(/^.b{3}$/u)).toBe("^.b{3}$");
    expect(() => ofPattern(/a/iu)).toThrow("pattern: a pattern of JSON Schema has no flags such as 'i'");
    expect(() => ofPattern(/^.{3}$/)).toThrow(
      "pattern: without the flag 'u' it means something else than in JSON Schema",
    );
  });

  test("a format is refused with a parameter that has no keywords", () => {
    expect(() => toJsonSchema(Str({ format: "jwt", alg: "HS256" }))).toThrow("alg: JSON Schema has no form for it");
  });
});
