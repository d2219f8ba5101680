import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { ValidationError, ValueError } from "../../src/core/errors/errors.ts";
import type { Infer, InferInput } from "../../src/core/types.ts";
import { load } from "../../src/pure.ts";
import { Time, type TimeParams } from "../../src/validators/time.ts";
import { type Temporal, temporal } from "../../src/values/temporal.ts";
import { disguised, impostors } from "../time/hostile.ts";
import { outcome } from "../time/outcome.ts";

const { Instant, PlainDate, PlainDateTime, PlainTime, ZonedDateTime } = temporal();

const half = (text: string) => PlainTime.from(text);

describe("what a Time accepts", () => {
  const rows: [rule: string, params: TimeParams, input: unknown, expected: string][] = [
    ["a PlainTime", {}, PlainTime.from("13:35"), "13:35:00"],
    ["a PlainTime to the nanosecond", {}, PlainTime.from("13:35:00.000000001"), "13:35:00.000000001"],
    ["null when nullable", { nullable: true }, null, "null"],
    ["a PlainTime in disguise", {}, disguised.PlainTime, "10:30:00"],
    ["a string in the format", { format: "%H:%M" }, "13:35", "13:35:00"],
    ["microseconds", { format: "%H:%M:%S.%f" }, "13:35:01.123456", "13:35:01.123456"],
    ["a string in a format with a date", { format: "%Y-%m-%d %I %p" }, "2018-07-03 1 pm", "13:00:00"],
    ["a string in a format of a date", { format: "%Y-%m-%d" }, "2018-07-03", "00:00:00"],
    ["an aware string, as it is", { format: "%H:%M%z" }, "13:35+09:18:59", "13:35:00"],
    ["a time of the parser", { parser: half }, "13:35", "13:35:00"],
    [
      "the time of a naive datetime of the parser",
      { parser: (s) => PlainDateTime.from(s) },
      "2018-07-03T13:35",
      "13:35:00",
    ],
    [
      "the time of an aware datetime of the parser",
      { parser: (s) => ZonedDateTime.from(s) },
      "2018-07-03T13:35[Asia/Tokyo]",
      "13:35:00",
    ],
    [
      "the time of a JavaScript Date of the parser, in UTC",
      { parser: (s) => new Date(s) },
      "2018-07-03T13:35Z",
      "13:35:00",
    ],
    [
      "the time of an Instant of the parser, in UTC",
      { parser: (s) => Instant.from(s) },
      "2018-07-03T13:35+09:00",
      "04:35:00",
    ],
    ["format before parser", { format: "%H", parser: half }, "13", "13:00:00"],
  ];
  test.each(rows)("%s", (_, params, input, expected) => {
    expect(outcome(Time(params), input)).toBe(expected);
    expect(Time(params).is(input)).toBe(true);
  });
});

describe("what a Time refuses", () => {
  const invalidType = (actual: string): string => `<InvalidTypeError(expected='time', actual='${actual}')>`;
  const rows: [rule: string, params: TimeParams, input: unknown, expected: string][] = [
    ["null when not nullable", {}, null, invalidType("null")],
    ["a string without format or parser", {}, "13:35", invalidType("string")],
    ["a number", {}, 0, invalidType("integer")],
    ["a date", {}, PlainDate.from("2018-07-03"), invalidType("date")],
    ["a naive datetime", {}, PlainDateTime.from("2018-07-03T13:35"), invalidType("datetime")],
    ["an aware datetime", {}, ZonedDateTime.from("2018-07-03T13:35[UTC]"), invalidType("datetime")],
    ["an Instant", {}, Instant.from("2018-07-03T13:35Z"), invalidType("datetime")],
    ["a JavaScript Date", {}, new Date(0), invalidType("datetime")],
    ["an invalid JavaScript Date", {}, new Date(Number.NaN), invalidType("invalid datetime")],
    ["trailing text", { format: "%H:%M" }, "13:35:00", "<DatetimeParseError(expected='%H:%M', actual='13:35:00')>"],
    ["hour 24", { format: "%H:%M" }, "24:00", "<DatetimeParseError(expected='%H:%M', actual='24:00')>"],
    ["second 60", { format: "%H:%M:%S" }, "23:59:60", "<DatetimeParseError(expected='%H:%M:%S', actual='23:59:60')>"],
    ["what the parser refuses", { parser: half }, "noon", "<DatetimeParseError(expected=half, actual='noon')>"],
  ];
  test.each(rows)("%s", (_, params, input, expected) => {
    expect(outcome(Time(params), input)).toBe(expected);
    expect(Time(params).is(input)).toBe(false);
  });

  test("a parser that returns a date, which has no time", () => {
    const parser = (text: string) => PlainDate.from(text);
    expect(Time({ parser }).safe("2018-07-03")).toMatchObject({
      ok: false,
      error: { name: "DatetimeParseError", expected: parser },
    });
  });

  test.each(impostors)("%s", (_, value) => {
    expect(outcome(Time({ format: "%H" }), value)).toMatch(/^<InvalidTypeError\(expected='time', actual='[a-z ]+'\)>$/);
  });
});

describe("limits of a Time", () => {
  test.each([
    ["08:30", "08:30:00"],
    ["17:00", "17:00:00"],
    ["08:29:59.999999", "<MinValueError(expected=08:30:00, actual=08:29:59.999999)>"],
    ["17:00:00.000001", "<MaxValueError(expected=17:00:00, actual=17:00:00.000001)>"],
  ])("%s", (text, expected) => {
    expect(outcome(Time({ min: "08:30", max: PlainTime.from("17:00") }), PlainTime.from(text))).toBe(expected);
  });

  test("min is checked before max", () => {
    expect(outcome(Time({ min: "17:00", max: "08:00" }), PlainTime.from("12:00"))).toBe(
      "<MinValueError(expected=17:00:00, actual=12:00:00)>",
    );
  });

  test("agree with the order of nanoseconds since midnight", () => {
    const nanoseconds = fc.integer({ min: 0, max: 86_399_999_999 });
    const time = (value: number) => PlainTime.from("00:00").add({ microseconds: value });
    fc.assert(
      fc.property(nanoseconds, nanoseconds, nanoseconds, (min, max, value) => {
        expect(Time({ min: time(min), max: time(max) }).is(time(value))).toBe(min <= value && value <= max);
      }),
    );
  });
});

describe("parameters of a Time", () => {
  test.each([
    [{ min: "8:30" }, ValueError, "Time.min should be a time in ISO 8601 form, got '8:30'"],
    [{ min: "24:00" }, ValueError, "Time.min should be a time in ISO 8601 form, got '24:00'"],
    [{ max: "23:59:60" }, ValueError, "Time.max should be a time in ISO 8601 form, got '23:59:60'"],
    [{ max: "10:00Z" }, ValueError, "Time.max should be a time in ISO 8601 form, got '10:00Z'"],
    [{ max: "2020-01-01T10:00" }, ValueError, "Time.max should be a time in ISO 8601 form, got '2020-01-01T10:00'"],
    [{ min: PlainDateTime.from("2020-01-01T10:00") }, TypeError, "Time.min should be of type time"],
    [{ min: 8 }, TypeError, "Time.min should be of type time"],
    [{ format: "%J" }, ValueError, "'J' is a bad directive in format '%J'"],
    [{ unixts: true }, TypeError, "Time got an unexpected parameter 'unixts'"],
    [{ tz: "UTC" }, TypeError, "Time got an unexpected parameter 'tz'"],
    [{ relmin: "PT1H" }, TypeError, "Time got an unexpected parameter 'relmin'"],
  ])("%o", (params, type, message) => {
    expect(() => Time(params as TimeParams)).toThrow(new type(message));
    expect(() => Time(params as TimeParams)).toThrow(type);
  });

  test("are dumped as text and loaded again", () => {
    const validator = Time({ nullable: true, format: "%H:%M", min: "08:30", max: "17:00:00.123456" });
    const dump = { __class__: "Time", nullable: true, format: "%H:%M", min: "08:30:00", max: "17:00:00.123456" };
    expect(validator.dump()).toEqual(dump);
    expect(load(dump).equals(validator)).toBe(true);
    expect(String(validator)).toBe("<Time(nullable=true, format='%H:%M', min=08:30:00, max=17:00:00.123456)>");
  });
});

describe("rules of a Time", () => {
  test("no input ends in anything but a result or a ValidationError", () => {
    const validator = Time({ format: "%H:%M:%S.%f", min: "00:00:01" });
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }), (input) => {
        const result = validator.safe(input);
        expect(result.ok || result.error instanceof ValidationError).toBe(true);
      }),
    );
  });

  test("what was written to the microsecond is read to the microsecond", () => {
    const validator = Time({ format: "%H:%M:%S.%f" });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_399_999_999 }), (microseconds) => {
        const text = PlainTime.from("00:00").add({ microseconds }).toString({ fractionalSecondDigits: 6 });
        expect(validator(text).toString({ fractionalSecondDigits: 6 })).toBe(text);
      }),
    );
  });
});

test("the types of a Time follow its parameters", () => {
  const plain = Time();
  expectTypeOf<Infer<typeof plain>>().toEqualTypeOf<Temporal.PlainTime>();
  expectTypeOf<InferInput<typeof plain>>().toEqualTypeOf<Temporal.PlainTime>();
  const text = Time({ format: "%H", nullable: true });
  expectTypeOf<Infer<typeof text>>().toEqualTypeOf<Temporal.PlainTime | null>();
  expectTypeOf<InferInput<typeof text>>().toEqualTypeOf<Temporal.PlainTime | string | null>();
});

test("a Time in the format iso has seconds and a fraction, or not", () => {
  const time = Time({ format: "iso", max: "18:00" });
  expect(String(time("10:11"))).toBe("10:11:00");
  expect(String(time.json('"10:11:12.123456789"'))).toBe("10:11:12.123456789");
  expect(time.is("18:00:00.1")).toBe(false);
  expect(time.is("10:11Z")).toBe(false);
  expect(() => Time({ format: "rfc3339" })).toThrow(
    new ValueError("Time.format should not be 'rfc3339': it has no texts of a time alone"),
  );
});
