import { describe, expect, test } from "vitest";
import {
  ALWAYS,
  type Clause,
  ConditionReason,
  joined,
  MORE,
  negated,
  type Statement,
} from "../../src/core/errors/clauses.ts";
import { Language } from "../../src/core/errors/language.ts";
import { en } from "../../src/text/locales/en.ts";

const say = (about: Statement["about"], key: string, expected?: unknown): Statement => ({
  ...{ about, path: [key], holds: true, expected },
});
const there = (key: string): Statement => say("there", key);
const is = (key: string, ...values: readonly unknown[]): Statement => say("is", key, values);
const textOf = (clause: Clause): string | undefined =>
  new ConditionReason(() => clause, { of: "if" }).text(Language.of(en), []);
const NEVER = negated(ALWAYS);

describe("clauses", () => {
  test.each<[Clause, string]>([
    [joined("all", [there("a"), there("b")]), "a is provided and b is provided"],
    [
      joined("any", [there("a"), joined("any", [there("b"), there("c")])]),
      "a is provided, b is provided or c is provided",
    ],
    [
      joined("all", [there("a"), joined("any", [there("b"), there("c")])]),
      "a is provided and (b is provided or c is provided)",
    ],
    [joined("all", [there("a"), ALWAYS]), "a is provided"],
    [joined("any", [there("a"), NEVER]), "a is provided"],
    // What goes without saying.
    [joined("all", [there("a"), is("a", 1)]), "a is 1"],
    [joined("any", [negated(there("a")), negated(is("a", 1))]), "a is not 1"],
    [joined("any", [there("a"), is("a", 1)]), "a is provided or a is 1"],
    [joined("any", [is("a", 1), is("b", 2), is("a", 3)]), "a is 1 or 3 or b is 2"],
    [joined("all", [negated(is("a", 1)), negated(is("a", 3))]), "a is not 1 or 3"],
    [joined("all", [is("a", 1), is("a", 3)]), "a is 1 and a is 3"],
    // What is not known.
    [joined("all", [MORE, there("a"), MORE]), "a is provided and …"],
    [joined("any", [there("a"), MORE]), "the condition of “if” is met"],
    [negated(joined("all", [there("a"), MORE])), "the condition of “if” is met"],
    [joined("any", [there("a"), ALWAYS]), "the condition of “if” is met"],
    [joined("all", [there("a"), NEVER]), "the condition of “if” is met"],
    [joined("all", ["a", "b", "c", "d", "e"].map(there)), "the condition of “if” is met"],
  ])("%j", (clause, text) => {
    expect(textOf(clause)).toBe(text);
  });

  test("are what they were when they are negated twice", () => {
    const clause = joined("all", [there("a"), joined("any", [is("b", 1), say("limit", "c", "\u2265 5")])]);
    expect(negated(negated(clause))).toEqual(clause);
    expect(negated(MORE)).toBe(MORE);
  });

  test("are not described where they have to be hidden", () => {
    const reason = new ConditionReason(() => is("a", "hunter2"), { met: false, of: "if" });
    expect(reason.paths).toEqual([["a"]]);
    expect(reason.hidden?.text(Language.of(en), [])).toBe("the condition of “if” is not met");
    expect(new ConditionReason(() => is("a", 1)).hidden).toBeUndefined();
    expect(new ConditionReason(() => MORE).text(Language.of(en), [])).toBeUndefined();
  });
});
