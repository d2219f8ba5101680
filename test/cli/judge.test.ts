import { describe, expect, test } from "vitest";
import { Judge } from "../../src/cli/judge.ts";
import type { Piece } from "../../src/cli/lines.ts";
import { classes, Int, InvalidTypeError, type Report, Validator } from "../../src/index.ts";

const piece = (text: string, about: Partial<Piece> = {}): Piece => {
  const bytes = new TextEncoder().encode(text);
  return { bytes, line: 1, offset: 0, size: bytes.length, long: false, last: true, ...about };
};

describe("the judge", () => {
  test("finds the end of a cut document where the line ends", () => {
    const judge = new Judge(Int(), { maxBytes: 100 }, true);
    expect(judge.judge(piece("[1,\n"))).toMatchObject({ line: 1, column: 4, offset: 3 });
    expect(new Judge(Int(), { maxBytes: 100 }, false).judge(piece("[1,\n"))).toMatchObject({ line: 2, column: 1 });
  });

  test("counts what it is given", () => {
    const judge = new Judge(Int(), { maxBytes: 100, maxErrors: 0 }, true);
    for (const text of ["1\n", "x\n", " \r\n", '"a"', "2"]) judge.judge(piece(text));
    judge.judge(piece("", { long: true, size: 500 }));
    expect(judge).toMatchObject({ good: 2, bad: 3, errors: 2, truncated: true });
  });

  test("takes a document for good that is so when it is asked again", () => {
    let calls = 0;
    class Moody extends Validator {
      override check(input: unknown, report: Report) {
        return calls++ === 0 ? report.fail(InvalidTypeError) : input;
      }
    }
    classes.add(Moody);
    const judge = new Judge(new Moody(), { maxBytes: 100 }, true);
    expect(judge.judge(piece("1"))).toBe(undefined);
    expect(judge).toMatchObject({ good: 1, bad: 0 });
  });
});
