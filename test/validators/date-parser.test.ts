import { describe, expect, test, vi } from "vitest";
import { Date as DateOf } from "../../src/validators/date.ts";
import { temporal } from "../../src/values/temporal.ts";

const { PlainDate, PlainDateTime, PlainTime } = temporal();

const parseIso = (text: string) => PlainDateTime.from(text);

describe("the parser of a Date", () => {
  test.each([
    ["a string", "2018-07-03"],
    ["null", null],
    ["undefined", undefined],
    ["a number", 0],
    ["a time", PlainTime.from("10:00")],
    ["an invalid JavaScript Date", new Date(Number.NaN)],
    ["a Promise", Promise.resolve(new PlainDate(2018, 7, 3))],
  ])("refuses by returning %s", (_, answer) => {
    const parser = () => answer as never;
    expect(DateOf({ parser }).safe("x")).toMatchObject({
      ok: false,
      error: { name: "DatetimeParseError", expected: parser },
    });
  });

  test("refuses by throwing an Error, which becomes the cause", () => {
    const cause = new SyntaxError("no");
    const result = DateOf({
      parser: () => {
        throw cause;
      },
    }).safe("x");
    expect(result).toMatchObject({ ok: false, error: { name: "DatetimeParseError", actual: "x" } });
    expect(!result.ok && result.error.cause).toBe(cause);
  });

  test.each([new TypeError("bug"), new ReferenceError("bug"), "not an Error", undefined])(
    "lets %s through",
    (thrown) => {
      const validator = DateOf({
        parser: () => {
          throw thrown;
        },
      });
      let caught: unknown = "nothing";
      try {
        validator("x");
      } catch (error) {
        caught = error;
      }
      expect(caught).toBe(thrown);
    },
  );

  test("is not called for anything but strings, nor when there is a format", () => {
    const parser = vi.fn(parseIso);
    DateOf({ parser, unixts: true })(0);
    DateOf({ parser })(new PlainDate(2020, 1, 1));
    DateOf({ parser, format: "%Y" }).safe("garbage");
    DateOf({ parser }).safe({ toString: () => "2020-01-01" });
    expect(parser).not.toHaveBeenCalled();
  });
});
