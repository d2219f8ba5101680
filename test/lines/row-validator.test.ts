import { describe, expect, test } from "vitest";
import { LineVerdict } from "../../src/core/json/engine.ts";
import {
  AllOf,
  Check,
  Dict,
  Int,
  OneOf,
  type RecordOptions,
  Str,
  Transform,
  type ValidationError,
  type Validator,
} from "../../src/index.ts";
import type { RowBlock } from "../../src/lines/csv-cutter.ts";
import { readRecordOptions } from "../../src/lines/options.ts";
import { openRows, RowRuns, type RowValidator, startOf } from "../../src/lines/row-validator.ts";
import { de } from "../../src/text/locales/de.ts";
import { Stop } from "../../src/values/stop.ts";
import { encode } from "./streams.ts";

const item = Dict({ id: Int({ min: 0 }), name: Str({ minlen: 2 }) }, { optional: ["name"] });
const columns = ["id", "name"];
const stop = new Stop(undefined);

interface Opened {
  readonly rows: RowValidator<unknown>;
  readonly blocks: readonly RowBlock[];
}

/** The rows of a table without a header, in a block for each of the texts. */
async function opened(
  texts: readonly (string | Uint8Array)[],
  options?: object,
  of: Validator = item,
): Promise<Opened> {
  const known = readRecordOptions(of, { format: "csv", columns, ...options } as RecordOptions);
  const { cutter, rows } = await openRows(of, known);
  const blocks = texts.flatMap((text) => [...cutter.push(typeof text === "string" ? encode(text) : text)]);
  return { rows, blocks: [...blocks, ...cutter.end()] };
}

/** The issues: "line:column@offset [row,column,name] /pointer: message". */
const shown = (error: ValidationError): string[] =>
  error.issues.map(({ line, column, offset, cell, pointer, message }) => {
    const at = Object.entries(cell ?? {}).map(([name, value]) => (name === "row" ? `${value}` : value));
    return `${line}:${column}@${offset} [${at.join(",")}] ${pointer}: ${message}`;
  });

/** The results of all rows: "number@offset", and the value or the issues. Each row is accepted if it is valid. */
function resultsOf({ rows, blocks }: Opened, maxErrors?: number): unknown[] {
  return blocks.flatMap((block) =>
    block.rows.map((_, index) => {
      const result = rows.resultOf(block, index, stop, maxErrors);
      if (result instanceof Promise) throw new Error("Nothing is waited for");
      expect(rows.accepts(block, index)).toBe(result.ok);
      return [`${result.line}@${result.offset}`, result.ok ? result.value : shown(result.error)];
    }),
  );
}

const withByte = (before: string, byte: number, after = ""): Uint8Array =>
  Uint8Array.of(...encode(before), byte, ...encode(after));
const cells = (expected: number, actual: number): string =>
  `Number of cells in the row: expected ${expected}, got ${actual}.`;
const NO_TEXT = "The row is not text in UTF-8.";
const TOO_SMALL = "Expected at least 0, got -1.";
const TOO_SHORT = "Expected at least 2 characters, got 1.";

describe("a row", () => {
  test.each<[text: string | Uint8Array, results: unknown[], options?: object, of?: Validator]>([
    [
      "1,ab\n2,cd\n",
      [
        ["1@0", { id: 1, name: "ab" }],
        ["2@5", { id: 2, name: "cd" }],
      ],
    ],
    [
      "1,ab\n2,cd\n",
      [
        ["7@90", { id: 1, name: "ab" }],
        ["8@95", { id: 2, name: "cd" }],
      ],
      { from: { offset: 90, record: 7 } },
    ],
    ["-1,é\n", [["1@0", [`1:1@0 [1,1,id] /id: ${TOO_SMALL}`, `1:4@3 [1,2,name] /name: ${TOO_SHORT}`]]]],
    [
      '1,"a\né"\n\n2,c',
      [
        ["1@0", { id: 1, name: "a\né" }],
        ["2@9", [`3:1@9 [2,2,name] : ${cells(2, 1)}`]],
        ["3@10", [`4:3@12 [3,2,name] /name: ${TOO_SHORT}`]],
      ],
    ],
    // An empty cell is no member, or a text.
    ["1,\n", [["1@0", { id: 1 }]]],
    [",ab\n", [["1@0", ["1:1@0 [1,1,id] /id: Required key is not provided."]]]],
    ["1,\n", [["1@0", { id: 1, name: "" }]], { skipBlank: false }, Dict({ id: Int(), name: Str() })],
    // Cells that are too few or too many.
    ["é\r\n", [["1@0", [`1:2@2 [1,2,name] : ${cells(2, 1)}`]]]],
    ["é", [["1@0", [`1:2@2 [1,2,name] : ${cells(2, 1)}`]]]],
    ["1,é,3,4\n", [["1@0", [`1:5@5 [1,3] : ${cells(2, 4)}`]]]],
    ["\n", [["1@0", [`1:1@0 [1,2,name] : ${cells(2, 1)}`]]]],
    // Cells that are not text, before all else.
    [withByte("1,é", 0xff, "\n"), [["1@0", [`1:4@4 [1,2,name] : ${NO_TEXT}`]]]],
    [withByte("1,", 0xff, ",3\n"), [["1@0", [`1:3@2 [1,2,name] : ${NO_TEXT}`]]]],
    [withByte("", 0xff, "\n"), [["1@0", [`1:1@0 [1,1,id] : ${NO_TEXT}`]]]],
    [withByte("1,2,", 0xff, "\n"), [["1@0", [`1:5@4 [1,3] : ${NO_TEXT}`]]]],
    ["1,\ufffd\ufffd\n", [["1@0", { id: 1, name: "\ufffd\ufffd" }]]],
    [
      withByte("1,ab", 0x81, "\n"),
      [["1@0", ["1:5@4 [1,2,name] : The row is not text in shift_jis."]]],
      { encoding: "shift_jis" },
    ],
    // Members that have their own names.
    [
      "a,b\n",
      [
        [
          "1@0",
          Object.fromEntries([
            ["__proto__", "a"],
            ["constructor", "b"],
          ]),
        ],
      ],
      { columns: ["__proto__", "constructor"] },
      Dict({}, { unknown: "keep" }),
    ],
    ["1\n", [["1@0", { undefined: "1" }]], { columns: ["undefined"] }, Dict({}, { unknown: "keep" })],
    // What is read from text, and rules that are not about a column.
    ["1\n", [["1@0", { id: 1 }]], { columns: ["id"] }, Dict({ id: AllOf(Str(), Transform(BigInt as never), Int()) })],
    [
      "1,ab\n",
      [["1@0", 1]],
      {},
      AllOf(
        item,
        Transform((value) => (value as { id: number }).id),
      ),
    ],
    [
      "1,ab\n",
      [["1@0", ["1:1@0 [1] : Value is not valid."]]],
      {},
      AllOf(
        item,
        Check(() => false),
      ),
    ],
    [
      "x,y\n",
      [["1@0", ["1:3@2 [1,2,name] /name: Expected at least 2 characters, got 1."]]],
      {},
      Dict({ name: Str({ minlen: 2 }) }, { unknown: "keep" }),
    ],
    [
      "x,y\n",
      [
        [
          "1@0",
          [
            "1:3@2 [1,2,name] /name: Expected an integer, got “y” (closest of 2 alternatives).",
            "1:1@0 [1,1,id] /id: Expected “z”, got “x”.",
          ],
        ],
      ],
      {},
      OneOf(Dict({ id: Str({ options: ["x"] }), name: Int() }), Dict({ id: Str({ options: ["z"] }), name: Str() })),
    ],
    // Limits.
    ["1,ab\n", [["1@0", ["1:1@0 [1] : Nested too deep: the limit is 0."]]], { maxDepth: 0 }],
  ])("%j", async (text, results, options, of) => {
    expect(resultsOf(await opened([text], options, of))).toStrictEqual(results);
  });

  test("has no more errors than are asked for, in the language of the call", async () => {
    const wrong = await opened(["-1,é\n"], { locale: de });
    const [[, all], [, first]] = [resultsOf(wrong), resultsOf(wrong, 1)].flat() as [
      [string, string[]],
      [string, string[]],
    ];
    expect([all.length, first]).toEqual([2, all.slice(0, 1)]);
    expect(first[0]).toContain("erwartet");
    const [[, short]] = resultsOf(await opened(["1"], { locale: de })) as [[string, string[]]];
    expect(short[0]).toContain("Zellen");
    const [[, one]] = resultsOf(await opened(["-1,é\n"], { maxErrors: 1 })) as [[string, string[]]];
    expect(one.length).toBe(1);
  });

  test("says how many cells it has among the parameters of an issue", async () => {
    const { rows, blocks } = await opened(["1\n"]);
    const result = await rows.resultOf(blocks[0] as RowBlock, 0, stop);
    expect(!result.ok && result.error.issues).toMatchObject([{ code: "csv_cells", params: { columns: 2, cells: 1 } }]);
  });

  test("is found in its block, whichever came before", async () => {
    const { rows, blocks } = await opened(["-1,é\n-1,\n1,22222", "22\n-1,cc\n-1,ddddddd", "\n-1,ee"]);
    const all = blocks.flatMap((block) => block.rows.map((_, index) => [block, index] as const));
    const lines = (some: typeof all) =>
      some.map(([block, index]) => {
        const result = rows.resultOf(block, index, stop);
        return (
          "ok" in result &&
          (result.ok
            ? "ok"
            : result.error.issues.map(({ line, column, offset }) => `${line}:${column}@${offset}`).join())
        );
      });
    const found = ["1:1@0,1:4@3", "2:1@6", "ok", "4:1@20", "5:1@26", "6:1@37"];
    expect(blocks.length).toBeGreaterThan(2);
    expect(lines(all)).toEqual(found);
    expect(lines(all)).toEqual(found);
    expect(lines([...all].reverse())).toEqual([...found].reverse());
  });

  test.each([1, 20_000])("has errors whose places do not need the memory of a block (%i bytes)", async (size) => {
    const { rows, blocks } = await opened(
      [`-1,"\n${" ".repeat(size)}"\n`, `-1,é\n`],
      {},
      Dict({ id: Int({ min: 0 }), name: Int() }),
    );
    const errors = blocks.flatMap((block) => block.rows.map((_, index) => rows.resultOf(block, index, stop)));
    for (const { bytes } of blocks) bytes.fill(0x0a);
    expect(
      errors.map((one) => "ok" in one && !one.ok && one.error.issues.map(({ line, column }) => `${line}:${column}`)),
    ).toEqual([
      ["1:1", "1:4"],
      ["3:1", "3:4"],
    ]);
  });

  test("that is blank is skipped, unless it should be an error", async () => {
    for (const [blank, skipped] of [
      ["skip", [false, true, true]],
      ["error", [false, false, false]],
    ] as const) {
      const { rows, blocks } = await opened(["1,ab\n\n \t\n"], { blank });
      const found = blocks.flatMap((block) => block.rows.map((_, index) => rows.isSkipped(block, index)));
      expect(found).toEqual(skipped);
    }
  });

  test("is waited for if the schema waits", async () => {
    const check = Check(async (value) => (value as { id: number }).id !== 2, { async: true });
    const { rows, blocks } = await opened(["1,ab\n2,cd\n33333"], { concurrency: 1 }, AllOf(item, check));
    const [block] = blocks as readonly [RowBlock];
    expect(rows.isAsync).toBe(true);
    expect((await opened([""])).rows.isAsync).toBe(false);
    const results = [0, 1].map((index) => rows.resultOf(block, index, stop));
    expect(results.every((one) => one instanceof Promise)).toBe(true);
    const [good, bad] = await Promise.all(results);
    expect(good).toEqual({ ok: true, value: { id: 1, name: "ab" }, line: 1, offset: 0 });
    expect(bad).toMatchObject({ ok: false, line: 2, offset: 5 });
    expect(bad?.ok === false && shown(bad.error)).toEqual(["2:1@5 [2] : Value is not valid."]);
  });
});

const NAMES = Object.fromEntries(Object.entries(LineVerdict).map(([name, verdict]) => [verdict, name]));
const TEXTS = ["1,ab\n2,cd\n-1,ef\n-2,gh\n", "\n \n3,ij\nx,kl\n4,m", "n\n\n5\n6,op"];
const RUNS = [
  "valid 1+2 @0+10",
  "invalid 3+1 @10+6",
  "invalid 4+1 @16+6",
  "blank 5+2 @22+3",
  "valid 7+1 @25+5",
  "invalid 8+1 @30+5",
  "valid 9+1 @35+5",
  "blank 10+1 @40+1",
  "invalid 11+1 @41+2",
  "valid 12+1 @43+4",
];

describe("the runs of rows", () => {
  /** The runs of all blocks that are joined where they have one verdict, with the errors of those that are invalid. */
  const runsOf = ({ rows, blocks }: Opened, take?: (values: unknown[]) => void) => {
    const runs = new RowRuns(rows, take);
    const errors: (ValidationError | undefined)[] = [];
    const found: string[] = [];
    for (const run of runs.runsOf(blocks)) {
      const { verdict, line, lines, offset, size } = run;
      found.push(`${NAMES[verdict]} ${line}+${lines} @${offset}+${size}`);
      if (verdict === LineVerdict.invalid) errors.push(runs.lineError(run));
      if (verdict === LineVerdict.valid) expect(runs.lineError(run)).toBe(undefined);
    }
    return { found, errors };
  };

  test("have one verdict each, and each invalid row is one", async () => {
    const [text] = [TEXTS.join("")];
    expect(runsOf(await opened([text])).found).toEqual(RUNS);
    const { errors } = runsOf(await opened(TEXTS));
    expect(errors.map((error) => error && shown(error)[0])).toEqual([
      "3:1@10 [3,1,id] /id: Expected at least 0, got -1.",
      "4:1@16 [4,1,id] /id: Expected at least 0, got -2.",
      "8:1@30 [8,1,id] /id: Expected an integer, got “x”.",
      `11:2@42 [11,2,name] : ${cells(2, 1)}`,
    ]);
  });

  test("come after the values of their rows, if these are taken", async () => {
    const all = await opened([TEXTS.join("")]);
    const events: unknown[] = [];
    const runs = new RowRuns(all.rows, (values) => events.push(values.map((one) => (one as { id: number }).id)));
    for (const { line } of runs.runsOf(all.blocks)) events.push(line);
    expect(events.slice(0, 9)).toEqual([[1, 2], 1, 3, 4, [3], 5, 7, 8, [4]]);
    expect(runsOf(all, () => {}).found).toEqual(RUNS);
  });

  test("pass on no more than 1,024 values at once", async () => {
    const sizes: number[] = [];
    runsOf(await opened(["1,ab\n".repeat(2050)]), (values) => sizes.push(values.length));
    expect(Math.max(...sizes)).toBe(1024);
    expect(sizes.reduce((sum, one) => sum + one)).toBe(2050);
    expect(sizes).not.toContain(0);
  });

  test("have the errors that were found when the values were read", async () => {
    let calls = 0;
    const check = Check(() => ++calls < 0);
    const { errors } = runsOf(await opened(["1,ab\n"], {}, AllOf(item, check)), () => {});
    expect([errors.length, calls]).toEqual([1, 1]);
  });

  test("explain a row with no more errors than are asked for", async () => {
    const { rows, blocks } = await opened(["-1,é\n"]);
    const runs = new RowRuns(rows);
    const [run] = [...runs.runsOf(blocks)];
    if (run === undefined) throw new Error("There is a run");
    expect([undefined, 1].map((most) => runs.lineError(run, most)?.issues.length)).toEqual([2, 1]);
  });
});

test("the offset of a row is the end of the one before it", () => {
  const block = { rows: [{ end: 3 }, { end: 7 }] } as unknown as RowBlock;
  expect([0, 1, 2].map((index) => startOf(block, index))).toEqual([0, 3, 7]);
});
