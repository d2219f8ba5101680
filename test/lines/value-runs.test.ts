/** Runs of lines whose valid ones are taken as values: what `validlib check` does to write columns. */
import { describe, expect, test } from "vitest";
import { LineVerdict } from "../../src/core/json/engine.ts";
import { Check, Int, type LineOptions, type Validator } from "../../src/index.ts";
import type { Block } from "../../src/lines/open-record.ts";
import { readLineOptions } from "../../src/lines/options.ts";
import type { Run } from "../../src/lines/run.ts";
import { ValueRuns } from "../../src/lines/value-runs.ts";
import type { BatchReader } from "../../src/lines/values.ts";
import { batchReader, noReader } from "./batch-reader.ts";
import { encode } from "./streams.ts";

const NAMES = Object.fromEntries(Object.entries(LineVerdict).map(([name, verdict]) => [verdict, name]));
const shown = ({ verdict, line, lines, offset, size }: Run) => `${NAMES[verdict]} ${line}+${lines} @${offset}+${size}`;
const positive = Int({ min: 0 });

function valueRuns(reader = noReader, options?: LineOptions, validator: Validator = positive) {
  const taken: unknown[][] = [];
  const runs = new ValueRuns(validator as never, readLineOptions(options), reader, (values) => taken.push(values));
  /** The runs of blocks, one behind the other, and what was taken of each. */
  const read = (...texts: (string | Partial<Block>)[]): unknown[] => {
    let offset = 0;
    const blocks = texts.map((text) => {
      const block = { bytes: encode(typeof text === "string" ? text : ""), offset, ...(text as object) };
      offset += block.bytes.length;
      return block;
    });
    const found: unknown[] = [];
    for (const run of runs.runsOf(blocks)) found.push(...taken.splice(0), shown(run));
    return found;
  };
  return { runs, read };
}

/** Readers of no lines, and those that read all lines of a block, or two of them. */
const READERS: [string, () => BatchReader][] = [
  ["one by one", () => noReader],
  ["all at once", () => batchReader(positive)],
  ["by two", () => batchReader(positive, { most: 2 })],
  ["all at once but some", () => batchReader(positive, { undecided: /[2 ]/ })],
];

describe.each(READERS)("blocks of lines that are read %s", (_, reader) => {
  test("are runs of one verdict each, numbered through, behind the values of their block", () => {
    const { read } = valueRuns(reader());
    const found = read("1\n2\nx\n-1\n", "3\n", "", " \n\n4\n5");
    expect(found.filter((one) => typeof one === "string")).toEqual([
      "valid 1+2 @0+4",
      "invalid 3+2 @4+5",
      "valid 5+1 @9+2",
      "blank 6+2 @11+3",
      "valid 8+2 @14+3",
    ]);
    expect(found.filter((one) => typeof one !== "string").flat()).toEqual([1, 2, 3, 4, 5]);
    const valuesBefore = (run: string) => found.slice(0, found.indexOf(run)).filter((one) => typeof one !== "string");
    expect(valuesBefore("valid 1+2 @0+4").flat()).toEqual([1, 2]);
    expect(valuesBefore("valid 5+1 @9+2").flat()).toEqual([1, 2, 3]);
  });

  test("have the errors of their lines, at most as many issues as the call asks for", () => {
    const { runs } = valueRuns(reader(), { maxErrors: 3 });
    const [first, second] = [...runs.runsOf([{ bytes: encode("x\n1\n-1\n"), offset: 5 }])].filter(
      ({ verdict }) => verdict === LineVerdict.invalid,
    ) as [Run, Run];
    const messages = [first, second].map((run) =>
      runs.lineError(run)?.issues.map(({ line, column, message }) => [line, column, message]),
    );
    expect(messages).toEqual([
      [[1, 1, "Not valid JSON at line 1, column 1."]],
      [[3, 1, "Expected at least 0, got -1."]],
    ]);
  });
});

describe("the values of valid lines", () => {
  test("are taken when those of the reader have been, and at once where there are none", () => {
    expect(valueRuns().read("1\n2\nx\n3\n")).toEqual([
      [1],
      [2],
      [3],
      "valid 1+2 @0+4",
      "invalid 3+1 @4+2",
      "valid 4+1 @6+2",
    ]);
    const all = valueRuns(batchReader(positive)).read("1\n2\nx\n3\n");
    expect(all.slice(0, 2)).toEqual([[1, 2, 3], "valid 1+2 @0+4"]);
    const byTwo = valueRuns(batchReader(positive, { most: 2 })).read("1\n2\nx\n3\n", "x\nx\n", "4\n");
    expect(byTwo.filter((one) => typeof one !== "string")).toEqual([[1, 2], [3], [4]]);
  });

  test("of long lines are read on this thread, however many there may be", () => {
    const long = `${" ".repeat(262_144)}7`;
    expect(valueRuns(undefined, { threads: 2 }).read(`${long}\n`)).toEqual([[7], `valid 1+1 @0+${long.length + 1}`]);
  });
});

test("a line that is too long is invalid in each of its parts, and counts where it ends", () => {
  const { read, runs } = valueRuns(undefined, { maxLineBytes: 2 });
  const part = (text: string, size: number, last: boolean) => ({ bytes: encode(text), long: { size, last } });
  expect(read("1\n", part("12", 2, false), part("3\n", 3, false), part("", 3, true), "4\n")).toEqual([
    [1],
    "valid 1+1 @0+2",
    "invalid 2+0 @2+2",
    "invalid 2+0 @4+2",
    "invalid 2+1 @6+0",
    [4],
    "valid 3+1 @6+2",
  ]);
  const [last] = [...runs.runsOf([{ bytes: encode("5"), offset: 8, long: { size: 9, last: true } }])] as [Run];
  expect(runs.lineError(last)?.message).toBe("JSON text is too large: 9 bytes, the limit is 2.");
});

test("an error is that of the call that read the values, and is found again when its block is not known any more", () => {
  let calls = 0;
  const check = Check(() => ++calls < 0);
  const { runs } = valueRuns(undefined, {}, check);
  const [run] = [...runs.runsOf([{ bytes: encode("1\n"), offset: 0 }])] as [Run];
  const before = calls;
  const error = runs.lineError(run);
  expect(runs.lineError(run)).toBe(error);
  expect(calls).toBe(before);
  expect([...runs.runsOf([{ bytes: encode("2\n"), offset: 2 }])]).toHaveLength(1);
  expect(runs.lineError(run)?.issues).toEqual(error?.issues);
});
