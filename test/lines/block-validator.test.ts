import { describe, expect, test } from "vitest";
import { LineVerdict } from "../../src/core/json/engine.ts";
import { Check, Int, type LineOptions, List } from "../../src/index.ts";
import { BlockValidator } from "../../src/lines/block-validator.ts";
import { Frame } from "../../src/lines/frame.ts";
import type { Block } from "../../src/lines/open-record.ts";
import { readLineOptions } from "../../src/lines/options.ts";
import type { Run } from "../../src/lines/run.ts";
import { encode } from "./streams.ts";

const NAMES = Object.fromEntries(Object.entries(LineVerdict).map(([name, verdict]) => [verdict, name]));

const validatorOf = (options?: LineOptions, first?: number, validator: unknown = Int({ min: 0 })) =>
  new BlockValidator(validator as never, readLineOptions(options), first);

const shown = ({ verdict, line, lines, offset, size }: Run) => `${NAMES[verdict]} ${line}+${lines} @${offset}+${size}`;

/** Blocks of texts, one behind the other. */
function blocks(...texts: string[]): Block[] {
  let offset = 0;
  return texts.map((text) => {
    const bytes = encode(text);
    offset += bytes.length;
    return { bytes, offset: offset - bytes.length };
  });
}

const runsOf = (validator: BlockValidator, some: readonly Block[]) => [...validator.runsOf(some)].map(shown);

describe("blocks of lines", () => {
  test("are runs of lines that have the same verdict, numbered through", () => {
    const some = blocks("1\n2\nx\n", "-1\n \n3\n", "", "4");
    expect(runsOf(validatorOf(), some)).toEqual([
      "valid 1+2 @0+4",
      "invalid 3+1 @4+2",
      "invalid 4+1 @6+3",
      "blank 5+1 @9+2",
      "valid 6+1 @11+2",
      "valid 7+1 @13+1",
    ]);
    expect(runsOf(validatorOf({}, 10), blocks("1\n", "2\nx"))).toEqual([
      "valid 10+1 @0+2",
      "valid 11+1 @2+2",
      "invalid 12+1 @4+1",
    ]);
    const two = validatorOf();
    expect([...runsOf(two, blocks("1\n2\n")), ...runsOf(two, blocks("3\n"))]).toEqual([
      "valid 1+2 @0+4",
      "valid 3+1 @0+2",
    ]);
  });

  test("have bad lines where they are blank, if they are not to be skipped", () => {
    expect(runsOf(validatorOf({ blank: "error" }), blocks("1\n\n"))).toEqual(["valid 1+1 @0+2", "invalid 2+1 @2+1"]);
    expect(runsOf(validatorOf({ blank: "error" }), blocks("\ufeff\n"))).toEqual(["invalid 1+1 @0+4"]);
  });

  test("may have a byte order mark in their first line, and in no other", () => {
    expect(runsOf(validatorOf(), blocks("\ufeff1\nx\n"))).toEqual(["valid 1+1 @0+5", "invalid 2+1 @5+2"]);
    expect(runsOf(validatorOf(), blocks("\ufeff \n1\n"))).toEqual(["blank 1+1 @0+5", "valid 2+1 @5+2"]);
    expect(runsOf(validatorOf(), blocks("\ufeffx\n1\n"))).toEqual(["invalid 1+1 @0+5", "valid 2+1 @5+2"]);
    expect(runsOf(validatorOf({}, 2), blocks("\ufeff\n"))).toEqual(["invalid 2+1 @0+4"]);
    expect(runsOf(validatorOf(), blocks("1\n", "\ufeff\n"))).toEqual(["valid 1+1 @0+2", "invalid 2+1 @2+4"]);
  });

  test("are bad where a line is too long, even a blank one", () => {
    const validator = () => validatorOf({ maxLineBytes: 4 });
    expect(runsOf(validator(), blocks("1000\n10000\n    \n     \n"))).toEqual([
      "valid 1+1 @0+5",
      "invalid 2+1 @5+6",
      "blank 3+1 @11+5",
      "invalid 4+1 @16+6",
    ]);
    expect(runsOf(validator(), blocks("\ufeff \n"))).toEqual(["blank 1+1 @0+5"]);
    expect(runsOf(validator(), blocks("\ufeff  \n"))).toEqual(["invalid 1+1 @0+6"]);
  });

  test("count a line that comes in parts where it ends", () => {
    const part = (text: string, size: number, last: boolean) => ({
      bytes: encode(text),
      offset: 2,
      long: { size, last },
    });
    const some = [...blocks("1\n"), part("12", 2, false), part("3\n", 3, false), part("", 3, true), ...blocks("4\n")];
    expect(runsOf(validatorOf({ maxLineBytes: 2 }), some)).toEqual([
      "valid 1+1 @0+2",
      "invalid 2+0 @2+2",
      "invalid 2+0 @2+2",
      "invalid 2+1 @2+0",
      "valid 3+1 @0+2",
    ]);
  });

  test("have the error of the user's code where its line is reached", () => {
    const check = Check((value) => {
      if (value === 13) throw new Error("not this one");
      return value === 1;
    });
    const runs = validatorOf({}, 1, check).runsOf(blocks("1\n2\n13\n"))[Symbol.iterator]();
    expect([shown(runs.next().value), shown(runs.next().value)]).toEqual(["valid 1+1 @0+2", "invalid 2+1 @2+2"]);
    expect(() => runs.next()).toThrow("not this one");
  });

  test("are decided where they are reached, if the user's code has thrown before", () => {
    let isReady = false;
    const check = Check((value) => {
      if (value === 13 && !isReady) throw new Error("not yet");
      return value === 1;
    });
    const runs = validatorOf({}, 1, check).runsOf(blocks("1\n13\n1\n"));
    isReady = true;
    expect([...runs].map(shown)).toEqual(["valid 1+1 @0+2", "invalid 2+1 @2+3", "valid 3+1 @5+2"]);
  });
});

describe("the error of a line", () => {
  const places = (validator: BlockValidator, some: readonly Block[], maxErrors?: number) =>
    [...validator.runsOf(some)].map((run) => {
      const error = validator.lineError(run, maxErrors);
      return error?.issues.map(({ line, column, offset, path, message }) => [
        `${line}:${column}@${offset} ${path.join("/")}`,
        message,
      ]);
    });
  const list = List(Int());

  test("is in its place in the stream, and there is none of a valid line", () => {
    const found = places(validatorOf({}, 1, list), blocks('[1]\n["a", "b"]\n'));
    expect(found).toEqual([
      undefined,
      [
        ["2:2@5 0", expect.any(String)],
        ["2:7@10 1", expect.any(String)],
      ],
    ]);
  });

  test("has as many issues as the call asks for, or its limits", () => {
    const some = blocks('["a", "b"]');
    expect(places(validatorOf({}, 1, list), some, 1)[0]).toHaveLength(1);
    expect(places(validatorOf({ maxErrors: 1 }, 1, list), some)[0]).toHaveLength(1);
    expect(places(validatorOf({}, 1, list), some)[0]).toHaveLength(2);
    // The other limits are those of the options.
    const deep = places(validatorOf({ maxDepth: 1 }, 1, list), blocks("[[1]]"), 1);
    expect(deep).toEqual(places(validatorOf({ maxDepth: 1 }, 1, list), blocks("[[1]]")));
  });

  test("of a line that is too long says how long it is, in the words of the call", () => {
    const validator = () => validatorOf({ maxLineBytes: 3 });
    expect(places(validator(), blocks("123\n1234\n"))).toEqual([
      undefined,
      [["2:1@4 ", "JSON text is too large: 4 bytes, the limit is 3."]],
    ]);
    const long = { bytes: encode("12"), offset: 7, long: { size: 9, last: true } };
    expect(places(validator(), [long])).toEqual([[["1:1@7 ", "JSON text is too large: 9 bytes, the limit is 3."]]]);
    const worded = validatorOf({ maxLineBytes: 3, formatter: () => [["", "too long"]] } as never);
    expect(places(worded, [long])).toEqual([[["1:1@7 ", "too long"]]]);
  });

  test("is in its place in the file, if its records are no lines there", () => {
    const frame = new Frame(encode('[\n"a"],'), { offset: 20, line: 3, column: 5 }, ["items"]);
    const block = { bytes: encode('[\r"a"]\n'), offset: 20, frame };
    expect(places(validatorOf({}, 8, list), [block])).toEqual([[["4:1@22 items/7/0", expect.any(String)]]]);
    expect(places(validatorOf({ maxLineBytes: 3 }, 8, list), [block])).toEqual([
      [["3:5@20 items/7", "JSON text is too large: 6 bytes, the limit is 3."]],
    ]);
  });
});
