import { describe, expect, test } from "vitest";
import { LineVerdict } from "../../src/core/json/engine.ts";
import { Check, Int } from "../../src/index.ts";
import { validateEachLine } from "../../src/lines/each-line.ts";
import { encode } from "./streams.ts";

const NAMES = Object.fromEntries(Object.entries(LineVerdict).map(([name, verdict]) => [verdict, name]));
const check = Check((value) => {
  if (value === 13) throw new Error("not this one");
  return value === 1;
});

/** The runs of lines: the end of each, how many lines it has, and their verdict. */
function runsOf(text: string, limits?: object, validator: unknown = Int({ min: 0 })): unknown[] {
  const numbers = [...validateEachLine(validator as never, encode(text), limits)];
  return Array.from({ length: numbers.length / 3 }, (_, run) => {
    const [end, lines, verdict] = numbers.slice(run * 3) as [number, number, number];
    return [end, lines, NAMES[verdict]];
  });
}

describe("lines one by one", () => {
  test.each<[text: string, runs: unknown[]]>([
    ["", []],
    ["1", [[1, 1, "valid"]]],
    ["1\n", [[2, 1, "valid"]]],
    ["1\n2\n3", [[5, 3, "valid"]]],
    ["\n \t\r\n", [[5, 2, "blank"]]],
    [
      "1\n2\n-1\nx\n\n3",
      [
        [4, 2, "valid"],
        [9, 2, "invalid"],
        [10, 1, "blank"],
        [11, 1, "valid"],
      ],
    ],
  ])("of %j are the runs %j", (text, runs) => {
    expect(runsOf(text)).toEqual(runs);
    expect(runsOf(text, {})).toEqual(runs);
  });

  test("are undecided where the code of the user throws, so that it throws again where the line is read", () => {
    expect(runsOf("1\n13\n2", undefined, check)).toEqual([
      [2, 1, "valid"],
      [5, 1, "undecided"],
      [6, 1, "invalid"],
    ]);
  });

  test("are invalid if they have more bytes than a text may, even blank ones", () => {
    expect(runsOf("   \n    \n100\n1000", { maxBytes: 3 })).toEqual([
      [4, 1, "blank"],
      [9, 1, "invalid"],
      [13, 1, "valid"],
      [17, 1, "invalid"],
    ]);
  });
});
