import { describe, expect, test } from "vitest";
import { Digits } from "../../src/core/report/digits.ts";
import { Report } from "../../src/core/report/report.ts";

const holder = {};
const written = "9007199254740993";
const id = { holder, key: "id" };

const digits = new Digits();
digits.read({
  of: (of, key) => (of === holder && key === "id" ? written : undefined),
  exact: (container) => container,
  follow() {},
});

describe("the spelling of a number", () => {
  test("is that of the member which is checked", () => {
    expect(digits.spellingOf(Number(written), id)).toBe(written);
    expect(digits.exact(Number(written), id)).toBe(BigInt(written));
    expect(digits.spellingOf(Number(written), { holder, key: "other" })).toBeUndefined();
    expect(digits.spellingOf(Number(written), { holder: undefined, key: undefined })).toBeUndefined();
  });

  test("is not that of another number, which a validator has made of it", () => {
    expect(digits.spellingOf(Number(written) * 2, id)).toBeUndefined();
  });

  test("is missed only where a part of a text is checked without it", () => {
    const whole = new Report();
    expect([whole.exact([2 ** 60]), whole.digits]).toEqual([[2 ** 60], undefined]);
    const part = new Report(undefined, { depth: 1, schemaDepth: 1, references: 0 });
    expect([part.exact([1]), part.digits?.areLacking, part.digits?.source]).toEqual([[1], false, true]);
    expect([part.exact(2 ** 60), part.digits?.areLacking]).toEqual([2 ** 60, true]);
    expect([digits.exact([2 ** 60], id), digits.areLacking]).toEqual([[2 ** 60], false]);
  });
});
