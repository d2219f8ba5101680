import { describe, expect, test } from "vitest";
import { Judge } from "../../src/cli/judge.ts";
import { classes, Int, InvalidTypeError, type Report, Validator } from "../../src/index.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("the judge", () => {
  test("finds where a document is cut", () => {
    const judge = new Judge(Int(), { maxBytes: 100 });
    expect(judge.explain(encode("[1,"))).toMatchObject({ line: 1, column: 4, offset: 3 });
    expect(judge.judge(encode("[1,\n"))).toMatchObject({ line: 2, column: 1 });
  });

  test("counts what it is given", () => {
    const judge = new Judge(Int(), { maxBytes: 100, maxErrors: 0 });
    for (const text of ["1\n", "x\n", '"a"', "2"]) judge.judge(encode(text));
    expect(judge.explain(encode(""), 500)).toMatchObject({ reason: "size", expected: 100, actual: 500 });
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
    const judge = new Judge(new Moody(), { maxBytes: 100 });
    expect(judge.judge(encode("1"))).toBe(undefined);
    expect(judge).toMatchObject({ good: 1, bad: 0 });
  });
});
