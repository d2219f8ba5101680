import { describe, expect, test } from "vitest";
import type { CheckReport, Failed } from "../../src/core/report/check.ts";
import { SchemaError } from "../../src/exc.ts";
import { Int, Validator } from "../../src/index.ts";

describe("a container of the caller's", () => {
  class Members extends Validator<unknown[]> {
    override check(input: unknown, report: CheckReport): unknown[] | Failed {
      const members = [...(input as Iterable<unknown>)];
      return report.nest(
        () =>
          members.map((member, index) => report.member<unknown>(Array.isArray(member) ? this : Int(), member, index)),
        members.length,
      );
    }
  }
  const members = new Members();

  test("returns what its members made of themselves", () => {
    expect(members([1, [2, [3]]])).toEqual([1, [2, [3]]]);
  });

  test("fails with all errors of its members, under their keys", () => {
    const result = members.safe([1, "2", [3, ["4"]]]);
    expect(result.ok ? [] : [...result.error].map(String)).toEqual([
      "<1: InvalidTypeError(expected='integer', actual='string')>",
      "<2.1.0: InvalidTypeError(expected='integer', actual='string')>",
    ]);
    expect(result.ok ? undefined : result.error).toBeInstanceOf(SchemaError);
  });

  test("asks no member more when the most errors have been collected", () => {
    const result = members.safe(["1", "2", "3"], { maxErrors: 1 });
    expect(result.ok ? undefined : [result.error.length, result.error.truncated]).toEqual([1, true]);
  });

  test("counts its levels", () => {
    const result = members.safe([[[1]]], { maxDepth: 2 });
    expect(result.ok ? "" : String(result.error)).toMatch(/0\.0: RecursionMaxDepthError/);
  });
});
