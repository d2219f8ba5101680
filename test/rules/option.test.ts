import { describe, expect, test } from "vitest";
import { Report } from "../../src/core/report/report.ts";
import { OptionRule, optionParts } from "../../src/core/rules/option.ts";
import { Int } from "../../src/index.ts";
import { verdict } from "../support/verdict.ts";

/** The keywords that are written, and what is refused. */
function written(options: readonly unknown[], keepsDigits = false): object {
  const refused: string[] = [];
  const rule = new OptionRule(options);
  const keywords = optionParts.write(rule, (param, why) => void refused.push(`${param}: ${why}`), keepsDigits);
  return { ...keywords, ...(refused.length > 0 && { refused }) };
}

const REFUSED = ["options: they are not all safe integers"];
const LONG = 2n ** 60n + 1n;

describe("options in JSON Schema", () => {
  test.each<[readonly unknown[], object]>([
    [["a", null, true], { enum: ["a", null, true] }],
    [[1, -0], { enum: [1, 0] }],
    [[0, -0, 0n], { enum: [0] }],
    [[5n], { enum: [5] }],
    [[1n, LONG], { enum: [1, 2 ** 60], refused: REFUSED }],
  ])("%o are %o", (options, keywords) => {
    expect(written(options)).toStrictEqual(keywords);
  });

  test("keep the digits of long integers, and only those, where the reader does", () => {
    expect(written([1n, LONG, 2], true)).toStrictEqual({ enum: [1, LONG, 2] });
  });
});

describe("generated code of options", () => {
  test("compares up to eight, and looks more up in one set", () => {
    const constants: unknown[] = [];
    const writer = { constant: (value: unknown) => `K${constants.push(value) - 1}`, literal: String };
    const codeOf = (options: readonly unknown[]): string => optionParts.code(new OptionRule(options), "v", writer);
    const eight = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(codeOf([1, 2])).toBe("(v === 1 || v === 2)");
    expect(codeOf(eight)).toBe(`(${eight.map((one) => `v === ${one}`).join(" || ")})`);
    const nine = [...eight, 9];
    expect([codeOf(nine), codeOf(nine)]).toEqual(["K0.has(v)", "K1.has(v)"]);
    expect(constants[0]).toEqual(new Set(nine));
    expect(constants[1]).toBe(constants[0]);
  });
});

describe("an integer of text", () => {
  test("is the option that is the same number, and is shown as it", () => {
    const int = Int({ options: [1, 2 ** 64], unsafe: true });
    expect(int.json("18446744073709551616")).toBe(2 ** 64);
    expect(verdict(int, 3)).toBe("<OptionsError(expected=[1, 18446744073709552000], actual=3)>");
    expect(verdict(int, -0)).toContain("actual=0");
  });
});

describe("a value that is no option", () => {
  const actual = (options: readonly unknown[], value: unknown): unknown => {
    const report = new Report();
    return new OptionRule(options).fails(value, report) === false ? "none" : report.explainedAt(0).actual;
  };

  test("is shown as it is, but 0 for -0, and the number that an integer is beside numbers", () => {
    expect(actual([1], "a")).toBe("a");
    expect(actual([1], "0.5")).toBe("0.5");
    expect(actual(["a"], "0.5")).toBe("0.5");
    expect(actual([1], -0)).toBe(0);
    expect(actual([1], 5n)).toBe(5);
    expect(actual(["a"], 5n)).toBe(5n);
  });

  test("is none of them, nor an integer like one of them", () => {
    expect(actual([1, "a"], "a")).toBe("none");
    expect(actual([1], 1n)).toBe("none");
    expect(actual([1n], 1n)).toBe("none");
    expect(actual([1n], 1)).toBe(1);
  });
});
