import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/errors/errors.ts";
import { load } from "../../src/pure.ts";
import { Datetime } from "../../src/validators/datetime.ts";
import { temporal } from "../../src/values/temporal.ts";
import { at } from "../time/now.ts";
import { outcome } from "../time/outcome.ts";
import { UTC } from "./datetime.ts";

const { PlainDateTime } = temporal();

describe("a Datetime in the format rfc3339", () => {
  const text = "2018-07-03T10:11:12.123456789+02:00";
  const moment = Datetime({ format: "rfc3339" });

  test("is a moment, with its offset as it came, or in the time zone", () => {
    expect(String(moment(text))).toBe(`${text}[+02:00]`);
    expect(String(moment.json(JSON.stringify(text)))).toBe(`${text}[+02:00]`);
    expect(String(moment("2018-07-03T10:11:12Z"))).toBe("2018-07-03T10:11:12+00:00[UTC]");
    expect(String(Datetime({ format: "rfc3339", ...UTC })(text))).toBe("2018-07-03T08:11:12.123456789+00:00[UTC]");
    expect(outcome(moment, "2018-07-03T10:11:12")).toBe(
      "<DatetimeParseError(expected='rfc3339', actual='2018-07-03T10:11:12')>",
    );
    expect(moment.safe(PlainDateTime.from("2018-07-03T10:11")).error?.name).toBe("DatetimeTypeError");
    expect(String(moment(new Date(0)))).toBe("1970-01-01T00:00:00+00:00[UTC]");
  });

  test("is what is asked for", () => {
    expect(Datetime({ format: "rfc3339", as: "date" })(text)).toEqual(new Date("2018-07-03T08:11:12.123Z"));
    expect(Datetime({ format: "rfc3339", as: "date", min: "2018-01-01" })(text)).toEqual(
      new Date("2018-07-03T08:11:12.123Z"),
    );
    expect(String(Datetime({ format: "rfc3339", as: "instant" })(text))).toBe("2018-07-03T08:11:12.123456789Z");
    expect(Datetime({ unixts: true, ...UTC, as: "date" })(1.5)).toEqual(new Date(1500));
    expect(() => Datetime({ format: "iso", as: "date" })).toThrow(ValueError);
  });

  test("has limits that are moments", () => {
    const limited = Datetime({ format: "rfc3339", min: "2018-07-03T10:00+02:00", max: "2018-07-04", as: "date" });
    expect(limited.is("2018-07-03T08:00:00Z")).toBe(true);
    expect(limited.is("2018-07-03T07:59:59.999999999Z")).toBe(false);
    expect(limited.is("2018-07-04T00:00:00Z")).toBe(true);
    expect(limited.is("2018-07-04T01:59:59+01:00")).toBe(false);
    expect(() => Datetime({ format: "rfc3339", min: "2018-07-03T10:00" })).toThrow(ValueError);
    at("2020-01-01T00:00:00Z");
    const past = Datetime({ format: "rfc3339", relmax: "PT0S" });
    expect(past.is("2019-12-31T23:00:00-02:00")).toBe(false);
    expect(past.is("2020-01-01T01:00:00+02:00")).toBe(true);
  });

  test("survives a dump", () => {
    const made = Datetime({ format: "rfc3339", as: "date", min: "2018-01-01" });
    expect(load(JSON.parse(JSON.stringify(made.dump()))).equals(made)).toBe(true);
  });
});

test("a Datetime in the format iso is naive, or aware where it says so", () => {
  expect(String(Datetime({ format: "iso" })("2018-07-03T10:11"))).toBe("2018-07-03T10:11:00");
  expect(Datetime({ format: "iso" }).safe("2018-07-03T10:11Z").error?.name).toBe("DatetimeTypeError");
  expect(String(Datetime({ format: "iso", ...UTC })("2018-07-03T10:11+01:00"))).toBe("2018-07-03T09:11:00+00:00[UTC]");
});
