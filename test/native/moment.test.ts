/** Date, Time and Datetime with a format that has a name: their texts are validated by the addon. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import {
  AllOf,
  Any,
  Const,
  Datetime,
  Date as DateValidator,
  Dict,
  Float,
  Int,
  List,
  OneOf,
  Time,
  Type,
  type Validator,
} from "../../src/index.ts";
import { countKinds, type Kinds, native } from "./addon.ts";
import { near } from "./near.ts";
import { expectAnswered, expectSame } from "./outcome.ts";
import { Random } from "./random.ts";
import { DATES } from "./vocabulary.ts";

const texts = DATES.filter(({ format }) => format === "iso" || format === "rfc3339").flatMap(({ texts }) => texts);

/** Of each kind, with limits to both sides of the texts and on some of them. */
const validators: readonly (readonly [string, Validator])[] = [
  ["a date", DateValidator({ format: "iso" })],
  ["a date as a JavaScript Date", DateValidator({ format: "rfc3339", as: "date", tz: "Europe/Berlin" })],
  ["a date with limits", DateValidator({ format: "iso", min: "2005-06-07", max: "2020-02-29" })],
  ["a date with limits and a zone", DateValidator({ format: "iso", min: "2005-06-07", tz: "+05:30" })],
  ["a time", Time({ format: "iso", nullable: true })],
  ["a time with limits", Time({ format: "iso", min: "08:30", max: "23:59:59.4" })],
  ["a moment", Datetime({ format: "rfc3339" })],
  ["a moment as a JavaScript Date", Datetime({ format: "rfc3339", as: "date" })],
  ["a moment as an Instant", Datetime({ format: "rfc3339", as: "instant", tz: "Europe/Berlin" })],
  ["a moment with limits", Datetime({ format: "rfc3339", min: "2005-06-07T08:30Z", max: "2016-12-31T23:59:59Z" })],
  ["a moment with a date as its limit", Datetime({ format: "rfc3339", min: "2005-06-07", tz: "+05:30" })],
  ["a moment after another before 1970", Datetime({ format: "rfc3339", min: "1969-12-31T23:59:59.999999999Z" })],
  ["a naive datetime", Datetime({ format: "iso" })],
  ["a naive datetime with limits", Datetime({ format: "iso", min: "2005-06-07T08:30", max: "2020-02-29" })],
  ["an aware datetime", Datetime({ format: "iso", tz: "America/New_York", min: "2005-06-07" })],
];

describe.each(validators)("%s", (_, validator) => {
  test("is validated by the addon, valid or not", () => {
    for (const text of [...texts, "", "today", "2020-02-29T12:30:00.5\u00e9"]) {
      expectAnswered("native", validator, JSON.stringify(text));
    }
    for (const text of ["null", "0", "1.5", "true", "[]", '{"a":1}', '"\\u0032020-02-29"', '"2020-02-29\\u0000"']) {
      expectAnswered("native", validator, text);
    }
  });

  test.skipIf(native === undefined)(
    "is validated as the reference validates it, also where a text is nearly one",
    () => {
      const taken = texts.filter((text) => pure.test(validator, JSON.stringify(text)));
      let valid = 0;
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const random = new Random(seed);
          const mutants = Array.from({ length: 100 }, () =>
            JSON.stringify(near(random, random.pick(random.chance(0.7) ? taken : texts), texts)),
          );
          const verdicts = mutants.map((text) => pure.test(validator, text));
          valid += verdicts.filter(Boolean).length;
          expect(mutants.filter((text, at) => validator.isJson(text) !== verdicts[at])).toEqual([]);
        }),
        { numRuns: 30 },
      );
      expect(valid).toBeGreaterThan(20);
    },
  );

  test("values and failures of many are those of check", () => {
    expectSame(List(validator), JSON.stringify(texts));
    expectSame(List(validator), JSON.stringify(texts), { maxErrors: 2 });
    expectSame(
      List(validator, { unique: true }),
      JSON.stringify([...texts, ...texts].filter((text) => validator.is(text))),
    );
  });
});

test("each bit of a limit counts", () => {
  for (const limit of [
    "0001-01-02T00:00Z",
    "1969-12-31T23:59:59.999999999Z",
    "1970-01-01T00:00:00.000000001Z",
    "9999-12-30T00:00Z",
  ]) {
    const [least, most] = [Datetime({ format: "rfc3339", min: limit }), Datetime({ format: "rfc3339", max: limit })];
    const [, day = "", time = "", fraction = "0"] = /^(.*)T(\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?Z$/.exec(limit) ?? [];
    const clock = time.length === 5 ? `${time}:00` : time;
    for (const nanosecond of [0, 1, 2, 999_999_998, 999_999_999, Number(fraction)]) {
      const text = JSON.stringify(`${day}T${clock}.${String(nanosecond).padStart(9, "0")}Z`);
      for (const validator of [least, most]) expectAnswered("native", validator, text);
    }
  }
});

test("in a time zone the date of a limit begins there", () => {
  const validator = Datetime({ format: "rfc3339", tz: "Europe/Berlin", min: "2020-07-01" });
  for (const [text, is] of [
    ["2020-06-30T21:59:59.999Z", false],
    ["2020-06-30T22:00:00Z", true],
  ] as const) {
    expectAnswered("native", validator, JSON.stringify(text));
    expect(validator.isJson(JSON.stringify(text))).toBe(is);
  }
});

describe("in other validators", () => {
  const moment = Datetime({ format: "rfc3339", as: "date" });

  test("a step of OneOf or the last of AllOf", () => {
    for (const text of ['"2020-02-29T12:30:00Z"', '"2020-02-30T12:30:00Z"', "5", '"x"', "null"]) {
      expectAnswered("native", OneOf([Int(), moment, Const("x")]), text);
      expectAnswered("native", OneOf([moment, Any()]), text);
      expectAnswered("native", AllOf([Any(), moment]), text);
      // What it returns is no text any more.
      expectSame(AllOf([moment, Any()]), text);
    }
  });

  test("a member that may be missing, be null, or have a default", () => {
    const record = Dict(
      { id: Int(), at: moment, on: DateValidator({ format: "iso", nullable: true }), x: Float() },
      { optional: ["on"], defaults: { x: 1 }, unknown: "strip" },
    );
    const rows = [
      { id: 1, at: "2020-02-29T12:30:00Z", on: "2020-02-29", x: 2 },
      { id: 1, at: "2020-02-29T12:30:00Z", on: null },
      { at: "2020-02-29T12:30:00Z", more: "\u00e9", id: 1 },
    ];
    expectAnswered("native", List(record), JSON.stringify(rows));
    expectAnswered(
      "native",
      List(record),
      JSON.stringify([...rows, { ...rows[0], at: "12:30" }, { ...rows[0], on: "0" }]),
    );
  });

  test("beside what the addon leaves to its own check", () => {
    const record = Dict({ at: moment, by: Type(URL, { coerce: true }) });
    for (const by of ["http://h", "h"]) {
      expectAnswered("delegated", record, JSON.stringify({ at: "2020-02-29T12:30:00Z", by }));
      expectSame(record, JSON.stringify({ at: "2020-02-30T12:30:00Z", by }));
    }
  });

  test("strings in more than one chunk, of either kind", () => {
    const rows = Array.from({ length: 500 }, (_, at) => [
      `2020-02-29T12:30:00.${at}Z`,
      at % 7 === 0 ? "\u65e5".repeat(at) : "\u00e9".repeat(at),
    ]);
    expectSame(List(List(OneOf([moment, Any()]))), JSON.stringify(rows));
  });
});

test.skipIf(native === undefined)("all others are left to their own check", () => {
  const kinds: Kinds = {};
  for (const validator of [
    DateValidator({ format: "%Y-%m-%d" }),
    DateValidator(),
    DateValidator({ format: "iso", unixts: true }),
    DateValidator({ format: "iso", relmin: "-P1D" }),
    Datetime({ format: "iso", relmax: "P1D" }),
    Datetime({ parser: (text) => new Date(text) }),
    Time({ format: "%H" }),
  ]) {
    countKinds(validator as Validator, kinds);
  }
  for (const name of ["Date", "Datetime", "Time"]) expect(kinds[name]?.native, name).toBe(0);
});
