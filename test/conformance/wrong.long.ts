import "../support/fresh.ts";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ApiRecord } from "./api/mismatch.ts";
import { runRecord } from "./api/run-record.ts";
import type { Expected, ExpectedError } from "./compare.ts";
import { runCase, type ValidationCase } from "./run-case.ts";

const read = <R>(name: string): R[] =>
  readFileSync(new URL(`${name}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Answers that nobody gave. */
function wrong(expect: Expected): Expected[] {
  if (expect.raises !== undefined) return [{ ok: true, result: "nobody's value" }];
  const { errors = [], raised = "" } = expect;
  const [first, ...rest] = errors as [ExpectedError, ...ExpectedError[]];
  if (expect.ok)
    return [
      { ...expect, result: [expect.result ?? null] },
      { ok: false, raised: "OptionsError", errors: [] },
    ];
  return [
    { ok: true, result: null },
    { ...expect, raised: raised === "SchemaError" ? "OptionsError" : "SchemaError" },
    { ...expect, errors: [...errors, first] },
    { ...expect, errors: rest },
    { ...expect, errors: [{ ...first, context: [...first.context, "x"] }, ...rest] },
    { ...expect, errors: [{ ...first, class: "ConditionError" }, ...rest] },
    ...("actual" in first ? [{ ...expect, errors: [{ ...first, actual: ["x"] }, ...rest] }] : []),
    ...(errors.length > 1 ? [{ ...expect, errors: errors.toReversed() }] : []),
  ];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Wrong answers that pass for right ones; our own, where it is another than the original's, may. */
function believed(one: ValidationCase): string[] {
  const right = runCase(one).kind;
  if (right !== "same" && right !== "different") return [];
  const answers = wrong(one.expect).filter((answer) => !same(answer, one.expect));
  const kinds = answers.map((answer) => runCase({ ...one, expect: answer }).kind);
  return answers
    .filter((_, index) => kinds[index] === "different" || (kinds[index] === "same" && right === "same"))
    .map((answer) => `${one.id}: ${JSON.stringify(answer)}`);
}

describe("a wrong expectation is told from a right one, whatever lines are undone", () => {
  test.each(["unit", "generated"])("in every twentieth case of %s", (name) => {
    const cases = read<ValidationCase>(name).filter((_, index) => index % 20 === 0);
    expect(cases.flatMap(believed)).toEqual([]);
  });

  test("in every text of every record of the interface that is the original's", () => {
    const records = read<ApiRecord>("api").filter((record) => runRecord(record).kind === "same");
    const fields = records.flatMap((record) =>
      ["repr", "message"]
        .filter((field) => typeof record.expect[field] === "string")
        .map((field) => ({ record, field })),
    );
    expect(fields.length).toBeGreaterThan(300);
    const missed = fields.filter(({ record, field }) => {
      const expect = { ...record.expect, [field]: `${record.expect[field]}x` };
      return runRecord({ ...record, expect }).kind !== "unexplained";
    });
    expect(missed.map(({ record }) => record.id)).toEqual([]);
  });
});
