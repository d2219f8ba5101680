import { Temporal as Other } from "temporal-polyfill/full/implementation";
import { Temporal as Polyfill } from "temporal-polyfill/implementation";
import { afterEach, describe, expect, test, vi } from "vitest";
import { brandOf, findTemporal, temporal, textOf, timeOf, toDuration, toMoment } from "../../src/values/temporal.ts";
import { disguised, impostors } from "../time/hostile.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe("the implementation in use", () => {
  test.each([
    ["the runtime's own", Other, Other],
    ["the polyfill where the runtime has none", undefined, Polyfill],
    ["the polyfill where the runtime has the draft of old", { Calendar: class {} }, Polyfill],
  ])("is %s", (_, own, expected) => {
    vi.stubGlobal("Temporal", own);
    expect(findTemporal()).toBe(expected);
  });

  test("is the package's copy of the polyfill where Node cannot require the polyfill itself", () => {
    vi.stubGlobal("Temporal", undefined);
    const require = (id: string): unknown => {
      if (id !== "../cjs/temporal-polyfill.cjs") throw new Error(`Cannot find module ${id}`);
      return { Temporal: Other };
    };
    const loader = { createRequire: () => require };
    vi.spyOn(process, "getBuiltinModule").mockImplementation(((id: string) => id === "module" && loader) as never);
    expect(findTemporal()).toBe(Other);
  });

  test.each([
    ["a browser", undefined],
    ["an older Node", {}],
    ["a runtime without modules", { getBuiltinModule: () => undefined }],
  ])("is missing in %s without Temporal: the error says what to install", (_, process) => {
    vi.stubGlobal("Temporal", undefined);
    vi.stubGlobal("process", process);
    let thrown: unknown;
    try {
      findTemporal();
    } catch (error) {
      thrown = error;
    } finally {
      vi.unstubAllGlobals();
    }
    const message = /^Dates need Temporal.*: install "temporal-polyfill" and import "temporal-polyfill\/global" first$/;
    expect(thrown).toMatchObject({
      message: expect.stringMatching(message),
      cause: { message: "There is no loader of modules" },
    });
  });

  test("is looked for once, and only when a date validator is built", async () => {
    vi.resetModules();
    vi.stubGlobal("Temporal", undefined);
    const getBuiltinModule = vi.spyOn(process, "getBuiltinModule");
    const { Date } = await import("../../src/validators/date.ts");
    const { Int } = await import("../../src/validators/int.ts");
    Int({ min: 0 });
    const before = getBuiltinModule.mock.calls.length;
    Date({ min: "2020-01-01" });
    Date();
    expect(getBuiltinModule.mock.calls.length).toBe(before + 1);
  });

  test.each([
    ["no loader of modules", () => undefined],
    [
      "no polyfill installed",
      () => ({
        createRequire: () => () => {
          throw new Error("Cannot find module");
        },
      }),
    ],
  ])("%s: building a date validator says what to do, and registers nothing", async (_, getBuiltinModule) => {
    vi.resetModules();
    vi.stubGlobal("Temporal", undefined);
    vi.spyOn(process, "getBuiltinModule").mockImplementation(getBuiltinModule as never);
    const { Date } = await import("../../src/validators/date.ts");
    const { Datetime } = await import("../../src/validators/datetime.ts");
    const { Time } = await import("../../src/validators/time.ts");
    const { instances } = await import("../../src/core/schemas/registry.ts");
    for (const make of [Date, Datetime, Time] as ((params: object) => unknown)[]) {
      expect(() => make({ alias: "lost" })).toThrow('import "temporal-polyfill/global" first');
      expect(instances.has("lost")).toBe(false);
    }
  });
});

const samples = (api: typeof Other) => ({
  PlainDate: new api.PlainDate(2020, 2, 29),
  PlainTime: new api.PlainTime(1, 2, 3, 4, 5, 6),
  PlainDateTime: new api.PlainDateTime(2020, 2, 29, 1, 2, 3, 4, 5, 6),
  ZonedDateTime: new api.ZonedDateTime(1_582_930_800_000_000_001n, "America/New_York"),
  Instant: new api.Instant(1n),
  Duration: new api.Duration(1, 2, 3, 4),
});

describe("values of Temporal", () => {
  test.each([
    ["the implementation in use", Polyfill],
    ["another implementation", Other],
  ])("of %s are recognised and become values of the one in use", (_, api) => {
    const own = samples(temporal());
    for (const [brand, value] of Object.entries(samples(api as typeof Other))) {
      expect(brandOf(value)).toBe(brand);
      const result = brand === "Duration" ? toDuration(value) : toMoment(value);
      const expected = brand === "Instant" ? own.Instant.toZonedDateTimeISO("UTC") : own[brand as keyof typeof own];
      expect(String(result)).toBe(String(expected));
      expect(Object.getPrototypeOf(result)).toBe(Object.getPrototypeOf(expected));
    }
  });

  test("in a calendar that the one in use does not know are read by their ISO date", () => {
    expect(String(toMoment(new Other.PlainDate(2020, 2, 29, "hebrew")))).toBe("2020-02-29");
  });

  test("keep a calendar that the one in use knows", () => {
    expect(String(toMoment(Polyfill.PlainDate.from("2020-02-29[u-ca=gregory]")))).toBe("2020-02-29[u-ca=gregory]");
  });

  test("may be of subclasses of subclasses, three deep", () => {
    class One extends Polyfill.PlainDate {}
    class Two extends One {}
    class Three extends Two {}
    class Four extends Three {}
    expect([One, Two, Three, Four].map((Class) => brandOf(new Class(2020, 2, 29)))).toEqual([
      "PlainDate",
      "PlainDate",
      "PlainDate",
      undefined,
    ]);
  });

  test("are not looked for at the end of an endless chain of prototypes", () => {
    let asked = 0;
    const endless = (): object => {
      asked++;
      return new Proxy({}, { getPrototypeOf: endless });
    };
    expect(brandOf(Object.create(endless(), { [Symbol.toStringTag]: { value: "Temporal.Instant" } }))).toBe(undefined);
    expect(asked).toBeLessThan(6);
  });

  test("that spell their own text wrongly are not recognised as moments", () => {
    class Odd extends Other.PlainDate {}
    Object.defineProperties(Odd.prototype, {
      [Symbol.toStringTag]: { value: "Temporal.PlainDate" },
      calendarId: Object.getOwnPropertyDescriptor(Other.PlainDate.prototype, "calendarId") as PropertyDescriptor,
      toString: { value: () => "2020-02-31", configurable: true },
    });
    expect(toMoment(new Odd(2020, 2, 29))).toBe(undefined);
    Object.defineProperty(Odd.prototype, "toString", { value: () => 20200229 });
    expect(toMoment(new Odd(2020, 2, 29))).toBe(undefined);
    expect(textOf(new Odd(2020, 2, 29))).toBe(undefined);
    Object.defineProperty(Odd.prototype, "toString", {
      value: () => {
        throw new Error("no text");
      },
    });
    expect(toMoment(new Odd(2020, 2, 29))).toBe(undefined);
    expect(textOf(new Odd(2020, 2, 29))).toBe(undefined);
  });

  test("in disguise are read by what they are, not by what they say", () => {
    const texts = Object.values(disguised).map((value) => String(toMoment(value)));
    expect(texts).toEqual([
      "2020-02-29",
      "10:30:00",
      "2020-02-29T10:30:00",
      "1970-01-01T00:00:00+00:00[UTC]",
      "1970-01-01T00:00:00+00:00[UTC]",
      "1970-01-01T00:00:00+00:00[UTC]",
      "1970-01-01T00:00:00+00:00[UTC]",
    ]);
    expect(textOf(disguised.PlainDate)).toBe("2020-02-29");
    expect(textOf(disguised.Instant)).toBe("1970-01-01T00:00:00Z");
  });

  test.each(impostors.filter(([name]) => name !== "a Duration"))("do not include %s", (_, value) => {
    expect(brandOf(value)).toBe(undefined);
    expect(timeOf(value)).toBe(undefined);
    expect(textOf(value)).toBe(undefined);
    expect(toMoment(value)).toBe(undefined);
    expect(toDuration(value)).toBe(undefined);
  });

  test("a Duration is no moment, a moment no duration, an invalid Date neither", () => {
    expect(toMoment(new Polyfill.Duration(1))).toBe(undefined);
    expect(toDuration(new Polyfill.PlainDate(2020, 1, 1))).toBe(undefined);
    expect(toMoment(new Date(Number.NaN))).toBe(undefined);
    expect(timeOf(new Date(Number.NaN))).toBeNaN();
    expect(timeOf(Object.defineProperty(new Date(0), Symbol.toStringTag, { value: "Mine" }))).toBe(undefined);
  });
});
