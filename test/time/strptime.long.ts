import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { ValueError } from "../../src/core/errors/errors.ts";
import type { Civil } from "../../src/text/time/clock.ts";
import { strptime } from "../../src/text/time/strptime.ts";

interface Table {
  refused: string[];
  formats: [format: string, rows: [text: string, expected: string | null][]][];
}

// Made by CPython itself: scripts/make-strptime-cases.py.
const table: Table = JSON.parse(readFileSync(new URL("strptime.json", import.meta.url), "utf8"));

const pad = (value: number, length = 2): string => String(value).padStart(length, "0");
const fraction = (microseconds: number): string => (microseconds === 0 ? "" : `.${pad(microseconds, 6)}`);

/** As Python's `datetime.isoformat()`. */
function isoformat(civil: Civil | undefined): string | null {
  if (civil === undefined) return null;
  const date = `${pad(civil.year, 4)}-${pad(civil.month)}-${pad(civil.day)}`;
  const time = `${pad(civil.hour)}:${pad(civil.minute)}:${pad(civil.second)}${fraction(civil.microsecond)}`;
  if (civil.offset === undefined) return `${date}T${time}`;
  const microseconds = Math.abs(civil.offset);
  const seconds = Math.floor(microseconds / 1e6);
  const odd = microseconds % 1e6;
  let offset = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}`;
  if (seconds % 60 !== 0 || odd !== 0) offset += `:${pad(seconds % 60)}${fraction(odd)}`;
  return `${date}T${time}${civil.offset < 0 ? "-" : "+"}${offset}`;
}

describe("strptime reads what CPython reads, but for days and weeks that the year does not have", () => {
  test("the table is the size it should be", () => {
    expect(table.formats.length).toBeGreaterThan(150);
    expect(table.formats.flatMap(([, rows]) => rows).length).toBeGreaterThan(4000);
    expect(table.refused.length).toBeGreaterThan(60);
  });

  test.each(table.formats)("%j", (format, rows) => {
    const parse = strptime(format);
    expect(rows.map(([text]) => [text, isoformat(parse(text))])).toEqual(rows);
  });

  test.each(table.refused)("the format %j can match nothing and is refused when compiled", (format) => {
    expect(() => strptime(format)).toThrow(ValueError);
  });
});

/** A random moment, and its date as JavaScript knows it. */
const moments = fc
  .record({
    year: fc.integer({ min: 1, max: 9999 }),
    dayOfYear: fc.integer({ min: 1, max: 365 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    second: fc.integer({ min: 0, max: 59 }),
    microsecond: fc.integer({ min: 0, max: 999_999 }),
    minutesEast: fc.integer({ min: -1439, max: 1439 }),
  })
  .map(({ dayOfYear, minutesEast, ...fields }) => {
    const date = new Date(0);
    date.setUTCFullYear(fields.year, 0, dayOfYear);
    const civil = {
      ...fields,
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      offset: minutesEast * 60_000_000,
    };
    return { civil, date, dayOfYear };
  });

type Moment = typeof moments extends fc.Arbitrary<infer T> ? T : never;

const NOTHING: Civil = {
  year: 1900,
  month: 1,
  day: 1,
  hour: 0,
  minute: 0,
  second: 0,
  microsecond: 0,
  offset: undefined,
};

const english = (options: Intl.DateTimeFormatOptions, date: Date): string =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(date);

const offsetText = (offset: number): string => {
  const minutes = Math.abs(offset) / 60_000_000;
  return `${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`;
};

// Each writes a moment with what JavaScript has for it, and says what should come back.
const spellings: [format: string, write: (moment: Moment) => string, read: (moment: Moment) => Civil | undefined][] = [
  [
    "%Y-%m-%dT%H:%M:%S.%f%z",
    ({ civil: c }) => {
      const date = `${pad(c.year, 4)}-${pad(c.month)}-${pad(c.day)}`;
      return `${date}T${pad(c.hour)}:${pad(c.minute)}:${pad(c.second)}.${pad(c.microsecond, 6)}${offsetText(c.offset)}`;
    },
    ({ civil }) => civil,
  ],
  [
    "%A, %d %B %Y %I:%M:%S %p",
    ({ civil: c, date }) => {
      const [weekday, month] = [english({ weekday: "long" }, date), english({ month: "long" }, date)];
      const day = `${weekday}, ${c.day} ${month} ${pad(c.year, 4)}`;
      return `${day} ${c.hour % 12 || 12}:${c.minute}:${c.second} ${c.hour < 12 ? "AM" : "pm"}`;
    },
    ({ civil }) => ({ ...civil, microsecond: 0, offset: undefined }),
  ],
  [
    "%Y%j",
    ({ civil, dayOfYear }) => `${pad(civil.year, 4)}${pad(dayOfYear, 3)}`,
    ({ civil: { year, month, day } }) => ({ ...NOTHING, year, month, day }),
  ],
  [
    "%b %d %H%M",
    ({ civil: c, date }) => `${english({ month: "short" }, date)} ${c.day} ${pad(c.hour)}${pad(c.minute)}`,
    ({ civil: { month, day, hour, minute } }) =>
      month === 2 && day === 29 ? undefined : { ...NOTHING, month, day, hour, minute },
  ],
];

describe("what was written comes back", () => {
  test.each(spellings)("in the format %s", (format, write, read) => {
    const parse = strptime(format);
    fc.assert(
      fc.property(moments, (moment) => {
        expect(parse(write(moment))).toEqual(read(moment));
      }),
    );
  });

  test("whatever the text, it is read or refused", () => {
    const formats = table.formats.map(([format]) => strptime(format));
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.string({ unit: "binary" }), (parse, text) => {
        const read = parse(text);
        expect(read === undefined || Object.keys(read).length === 8).toBe(true);
      }),
    );
  });
});

describe("hostile text takes linear time and no stack", () => {
  const SIZE = 5_000_000;
  const texts: [name: string, text: string][] = [
    ["spaces", " ".repeat(SIZE)],
    ["spaces before a number", `${" ".repeat(SIZE)}5`],
    ["white space of all kinds", "\t\u2003\n ".repeat(SIZE / 4)],
    ["spaces in threes", `1${"   x".repeat(SIZE / 4)}`],
    ["digits", "1".repeat(SIZE)],
    ["digits of another script", "\u0663".repeat(SIZE)],
    ["digits and spaces", "1 ".repeat(SIZE / 2)],
  ];

  test.each(texts)("%s", (_, text) => expectRefused(text));

  // V8 stops to optimize new ones when a process has 1 MB of their code.
  test.each(texts.slice(0, 3))("%s, where expressions are not optimized", (_, text) => {
    onTestFinished(() => setFlagsFromString("--regexp-optimization"));
    setFlagsFromString("--no-regexp-optimization");
    // V8 has compiled those above.
    expectRefused(text, "!");
  });

  function expectRefused(text: string, end = ""): void {
    const formats = [" %d %m ", "%d", "%H %M", "%Y%j%H%M%S%f", "%d %B %Y %I:%M %p", "%c", "%H:%M:%S%z"];
    // As it is refused where it is short: a run takes about 0.2 s, and what is not linear would not end.
    for (const format of formats) expect(strptime(format + end)(text), format).toBeUndefined();
  }

  test.each([3, 4, 5, 2000])("%i characters of white space are as many as one, or too many", (length) => {
    const space = "\u2003".repeat(length - 1);
    for (const [format, before, after] of [
      ["x %d", "x", "5"],
      ["x %dy", "x", " 5y"],
      ["%m %d %Y", "7", "5\t 2020"],
    ] as const) {
      expect(strptime(format)(`${before}${space} ${after}`), format).toBeDefined();
    }
    expect([strptime("x%d")(`x${space} 5`), strptime("%Y%d")(`2020${space} 5`)]).toEqual([undefined, undefined]);
  });

  test("white space may be as long as it likes", () => {
    expect(isoformat(strptime(" %d %m ")(`${" ".repeat(SIZE)}5${"\t".repeat(SIZE)}6${"\n".repeat(SIZE)}`))).toBe(
      "1900-06-05T00:00:00",
    );
  });
});

describe("a day or week that the year does not have is refused", () => {
  const days = fc.record({ year: fc.integer({ min: 1, max: 9998 }), past: fc.integer({ min: 0, max: 6 }) });
  const outcome = (format: string, text: string): string | null =>
    isoformat(strptime(format)(text))?.slice(0, 10) ?? null;
  const dateOf = (year: number, dayOfYear: number): string => {
    const date = new Date(0);
    date.setUTCFullYear(year, 0, dayOfYear);
    return date.toISOString().slice(0, 10);
  };
  const isLeap = (year: number): boolean => dateOf(year, 366).startsWith(pad(year, 4));

  test("%j: day 366 of a short year", () => {
    fc.assert(
      fc.property(days, ({ year }) => {
        expect(outcome("%Y-%j", `${pad(year, 4)}-366`)).toBe(isLeap(year) ? dateOf(year, 366) : null);
      }),
    );
  });

  test.each(["%U", "%W"])("%s: days of week 0 and week 53 that are of another year", (directive) => {
    fc.assert(
      fc.property(days, ({ year, past }) => {
        const first = directive === "%U" ? 0 : 1;
        const weekOf = (date: Date): number => {
          const day = Math.round((date.getTime() - Date.parse(dateOf(year, 1))) / 86_400_000);
          return Math.floor((day + 7 - ((date.getUTCDay() - first + 7) % 7)) / 7);
        };
        for (const week of [0, 53]) {
          let expected: string | null = null;
          for (let day = 1; day <= (isLeap(year) ? 366 : 365); day++) {
            if (day > 7 && day < 358) continue;
            const date = new Date(dateOf(year, day));
            if (weekOf(date) === week && date.getUTCDay() === past) expected = dateOf(year, day);
          }
          expect(outcome(`%Y ${directive} %w`, `${pad(year, 4)} ${week} ${past}`)).toBe(expected);
        }
      }),
    );
  });

  test("%V: week 53 of a year of 52, and week 0", () => {
    fc.assert(
      fc.property(days, ({ year, past }) => {
        // The week that has 28 December is the last one.
        const last = new Date(dateOf(year, isLeap(year) ? 363 : 362));
        const thursday = new Date(last.getTime() + (4 - (last.getUTCDay() || 7)) * 86_400_000);
        const has53 = Math.ceil(((thursday.getTime() - Date.parse(dateOf(year, 1))) / 86_400_000 + 1) / 7) === 53;
        expect(outcome("%G-W%V-%u", `${pad(year, 4)}-W53-${past + 1}`) !== null).toBe(has53);
        expect(outcome("%G-W%V-%u", `${pad(year, 4)}-W0-${past + 1}`)).toBe(null);
        expect(outcome("%G-W%V-%u", `${pad(year, 4)}-W52-${past + 1}`)).not.toBe(null);
      }),
    );
  });
});
