import { describe, expect, test } from "vitest";
import { Report } from "../../src/core/report/report.ts";

const holder = {};
const digits = "9007199254740993";

function spelling(): Report {
  const made = new Report();
  made.spellings = {
    of: (of, key) => (of === holder && key === "id" ? digits : undefined),
    exact: (container) => container,
    follow() {},
  };
  return made;
}

describe("the spelling of a number", () => {
  test("is that of the member which is checked", () => {
    const one = spelling();
    one.at(holder, "id");
    expect(one.spellingOf(Number(digits))).toBe(digits);
    one.at(holder, "other");
    expect(one.spellingOf(Number(digits))).toBeUndefined();
    one.at();
    expect(one.spellingOf(Number(digits))).toBeUndefined();
  });

  test("is not that of another number, which a validator has made of it", () => {
    const one = spelling();
    one.at(holder, "id");
    expect(one.spellingOf(Number(digits) * 2)).toBeUndefined();
  });

  test("is missed only where a part of a text is checked without it", () => {
    const value = new Report();
    expect([value.spellingOf(2 ** 60), value.lacksText]).toEqual([undefined, false]);
    value.isPart = true;
    expect([value.spellingOf(2 ** 60), value.lacksText]).toEqual([undefined, true]);
  });
});
