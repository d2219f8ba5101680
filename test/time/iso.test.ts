import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { epochNanoseconds, jsDate } from "../../src/text/time/clock.ts";
import { isNamed, isoReader, type Kind, type NamedFormat } from "../../src/text/time/iso.ts";

const read = (format: NamedFormat, kind: Kind, text: string) => isoReader(format, kind)?.(text);

describe("RFC 3339", () => {
  test.each([
    ["1985-04-12T23:20:50.52Z", 482196050520000000n],
    ["1996-12-19T16:39:57-08:00", 851042397000000000n],
    ["1937-01-01T12:00:27.87+00:20", -1041337172130000000n],
    ["2018-07-03t10:11:12z", 1530612672000000000n],
    ["2018-07-03T10:11:12.123456789Z", 1530612672123456789n],
    ["2018-07-03T10:11:12.1234567899999Z", 1530612672123456789n],
    ["0001-01-01T00:00:00Z", -62135596800000000000n],
    ["2000-02-29T00:00:00-00:00", 951782400000000000n],
    // A second that is inserted is taken for the one before it.
    ["1990-12-31T23:59:60Z", 662687999000000000n],
    ["1990-12-31T15:59:60-08:00", 662687999000000000n],
    ["1991-01-01T01:29:60+01:30", 662687999000000000n],
    ["1990-06-30T23:59:60Z", 646790399000000000n],
    ["1990-07-01T23:29:60+23:30", 646790399000000000n],
    ["1990-06-30T00:29:60-23:30", 646790399000000000n],
  ])("%s is a moment", (text, moment) => {
    const civil = read("rfc3339", "datetime", text);
    expect(civil && epochNanoseconds(civil)).toBe(moment);
    expect(civil && BigInt(jsDate(civil).getTime())).toBe(moment / 1_000_000n - (moment % 1_000_000n < 0n ? 1n : 0n));
  });

  test.each([
    "",
    "2018-07-03",
    "2018-07-03 10:11:12Z",
    "2018-07-03T10:11:12",
    "2018-07-03T10:11Z",
    "2018-07-03T10:11:12.Z",
    "2018-07-03T10:11:12,5Z",
    "2018-07-03T10:11:12+0200",
    "2018-07-03T10:11:12+02",
    "2018-07-03T24:00:00Z",
    "2018-07-03T10:60:00Z",
    "2018-07-03T10:11:61Z",
    "2018-07-03T10:11:60Z",
    "2018-07-03T23:59:60Z",
    "2018-05-31T23:59:60Z",
    "2018-12-30T23:59:60Z",
    "2018-07-01T23:59:60Z",
    "2018-07-02T00:59:60+01:00",
    "2018-06-29T15:59:60-08:00",
    "2018-06-30T15:59:60+08:00",
    "2018-07-03T10:11:12+24:00",
    "2018-07-03T10:11:12+02:60",
    "2018-02-29T00:00:00Z",
    "2018-00-01T00:00:00Z",
    "2018-13-01T00:00:00Z",
    "2018-01-00T00:00:00Z",
    "2018-04-31T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "+002018-01-01T00:00:00Z",
    "2018-07-03T10:11:12Z\n",
    " 2018-07-03T10:11:12Z",
    "2018-07-03T10:11:12\u2212 08:00",
    "\u0662018-07-03T10:11:12Z",
  ])("%j is none", (text) => {
    expect(read("rfc3339", "datetime", text)).toBeUndefined();
  });

  test("has no times of day alone", () => {
    expect(isoReader("rfc3339", "time")).toBeUndefined();
  });

  test("what a Date writes is read as it was", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
        (date) => {
          const civil = read("rfc3339", "datetime", date.toISOString());
          expect(civil && jsDate(civil).toISOString()).toBe(date.toISOString());
        },
      ),
    );
  });
});

describe("ISO 8601", () => {
  test.each<[Kind, string]>([
    ["date", "2018-07-03"],
    ["time", "10:11"],
    ["time", "10:11:12"],
    ["time", "10:11:12.5"],
    ["datetime", "2018-07-03T10:11"],
    ["datetime", "2018-07-03T10:11:12.000000001"],
    ["datetime", "2018-07-03T10:11:12+05:30"],
    ["datetime", "2018-07-03T10:11Z"],
  ])("a %s: %s", (kind, text) => {
    expect(read("iso", kind, text)).toBeDefined();
  });

  test.each<[Kind, string]>([
    ["date", "2018-7-3"],
    ["date", "20180703"],
    ["date", "2018-07-03T10:11"],
    ["time", "10"],
    ["time", "10:11Z"],
    ["time", "25:00"],
    ["datetime", "2018-07-03"],
    ["datetime", "2018-07-03 10:11"],
  ])("no %s: %s", (kind, text) => {
    expect(read("iso", kind, text)).toBeUndefined();
  });

  test("without an offset it is naive", () => {
    expect(read("iso", "datetime", "2018-07-03T10:11")?.offset).toBeUndefined();
    expect(read("iso", "datetime", "2018-07-03T10:11Z")?.offset).toBe(0);
    expect(read("iso", "datetime", "2018-07-03T10:11-00:30")?.offset).toBe(-30 * 60_000_000);
  });
});

test("two formats have a name, the others are of strptime", () => {
  expect(["iso", "rfc3339", "%Y", "ISO"].map(isNamed)).toEqual([true, true, false, false]);
});
