/** The report of an outermost call is used again by the next one, which must not show. */
import { describe, expect, test } from "vitest";
import { openReport, releaseReport } from "../../src/core/report/pool.ts";
import { FAILED, type Report } from "../../src/core/report/report.ts";
import { AllOf, Dict, Float, Int, List, OneOf, Str, Validator } from "../../src/index.ts";
import { texts, verdict } from "../support/verdict.ts";

describe("a report that is used again", () => {
  const person = Dict({ name: Str(), tags: List(Str(), { unique: true }), age: OneOf(Int({ min: 0 }), Str()) });

  test("knows nothing of the call before, whatever that was", () => {
    const calls: (() => unknown)[] = [
      () => person({ name: "Ann", tags: ["a", "a"], age: 1 }),
      () => verdict(person, { name: 1, tags: [2], age: -1, more: 1 }),
      () => verdict(person, { name: 1, tags: [2] }, { maxErrors: 1 }),
      () => verdict(person, [[[]]], { maxDepth: 1 }),
      () => person.is({ name: "Ann", tags: [], age: 2n }),
      () => person.is({ name: 1 }),
      () => verdict(Int(), "x"),
      () => AllOf(Str(), Int({ coerce: true }))("7"),
      () => verdict(List(Float()), Array(500).fill("x")),
    ];
    const alone = calls.map((call) => call());
    for (const [first, call] of calls.entries()) {
      for (const [second, next] of calls.entries()) {
        expect([call(), next()]).toStrictEqual([alone[first], alone[second]]);
      }
    }
  });

  test("is not used by an error, which keeps its own failures", () => {
    const { error } = person.safe({ name: 1, tags: [2], age: -1 });
    const before = texts(person.safe({ name: 1, tags: [2], age: -1 }).error as never);
    person({ name: "Ann", tags: [], age: 1 });
    expect(texts(error as never)).toEqual(before);
  });

  test("is none that a check of the caller's may have kept", () => {
    const kept: Report[] = [];
    class Keeping extends Validator {
      override check(input: unknown, report: never): unknown {
        kept.push(report);
        return input;
      }
    }
    new Keeping()(1);
    new Keeping()(2);
    expect(new Set(kept).size).toBe(2);
  });

  test("is none of a call that a getter of the value throws in, or makes", () => {
    const value = {
      get name(): string {
        throw new Error("no name");
      },
    };
    expect(() => person(value)).toThrow("no name");
    const nested = {
      name: "Ann",
      tags: [],
      get age() {
        return person.is({}) ? 1 : 2;
      },
    };
    expect(person(nested)).toStrictEqual({ name: "Ann", tags: [], age: 2 });
  });

  test("holds nothing of the value", () => {
    const report = openReport(Int(), undefined);
    const value = [1];
    report.at(value, 0);
    report.descend(100, value);
    expect(report.fail(Error as never)).toBe(FAILED);
    report.close();
    releaseReport(report);
    const next = openReport(Str(), undefined);
    expect(next).toBe(report);
    expect([next.holder, next.key, next.count, next.steps, next.truncated]).toEqual([
      undefined,
      undefined,
      0,
      0,
      false,
    ]);
    next.close();
  });
});
