import { describe, expect, test } from "vitest";
import { areSpelled, type Spellings, Unspelled } from "../../src/core/report/digits.ts";
import { Report } from "../../src/core/report/report.ts";

const holder = {};
const digits = "9007199254740993";

const spellings: Spellings = {
  of: (of, key) => (of === holder && key === "id" ? digits : undefined),
  exact: (container) => container,
  follow() {},
};

function spelled(): Report {
  const report = new Report();
  report.spell(spellings);
  return report;
}

describe("the spelling of a number", () => {
  test("is that of the member which is checked", () => {
    const report = spelled();
    expect(areSpelled(report.digits)).toBe(true);
    report.at(holder, "id");
    expect(report.spellingOf(Number(digits))).toBe(digits);
    expect(report.exact(Number(digits))).toBe(BigInt(digits));
    report.at(holder, "other");
    expect(report.spellingOf(Number(digits))).toBeUndefined();
    report.at();
    expect(report.spellingOf(Number(digits))).toBeUndefined();
  });

  test("is not that of another number, which a validator has made of it", () => {
    const report = spelled();
    report.at(holder, "id");
    expect(report.spellingOf(Number(digits) * 2)).toBeUndefined();
  });

  test("is missed only where a part of a text is checked without it", () => {
    const value = new Report();
    expect([value.spellingOf(2 ** 60), value.exact([2 ** 60]), areSpelled(value.digits)]).toEqual([
      undefined,
      [2 ** 60],
      false,
    ]);
    const part = new Report();
    part.spell(new Unspelled());
    expect([part.exact([1]), part.digits?.areLacking, areSpelled(part.digits)]).toEqual([[1], false, false]);
    expect([part.spellingOf(2 ** 60), part.digits?.areLacking, areSpelled(part.digits)]).toEqual([
      undefined,
      true,
      false,
    ]);
  });
});
