import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BASIC } from "../../src/text/formats/basic.ts";
import { FORMATS as ALL, type FormatName } from "../../src/text/formats/index.ts";
import { IRI_CHARACTERS, IRI_QUERY } from "../../src/text/formats/uri.ts";
import { PARTS } from "../../src/text/formats/uri-template.ts";
import { mayBacktrack } from "../../src/text/pattern/ambiguity.ts";
import { type Part, parsePattern } from "../../src/text/pattern/syntax.ts";
import { sweep } from "../support/sweep.ts";
import { CASES, TESTS as FORMATS } from "./cases.ts";

const names = Object.keys(FORMATS) as FormatName[];
const bytes = fc.uint8Array({ maxLength: 50 }).map((array) => Buffer.from(array));

test("messages have a label for each format", () => {
  for (const [name, { label }] of Object.entries(ALL)) expect(label, name).toMatch(/\S/);
});

test.each(Object.entries(BASIC))("%s is of those that every program has, and means the same there", (name, format) => {
  const { good, bad } = CASES[name as keyof typeof BASIC];
  expect(format.label).toBe(ALL[name as keyof typeof BASIC].label);
  expect([good.every(format.test), bad.some(format.test)]).toEqual([true, false]);
});

describe.each(names)("%s", (name) => {
  const { good, bad } = CASES[name];

  test("takes what is of it, and refuses what is nearly so", () => {
    expect(good.filter((text) => !FORMATS[name](text))).toEqual([]);
    expect(bad.filter((text) => FORMATS[name](text))).toEqual([]);
  });

  test("validates every text, however long", () => {
    for (const part of ["a", "1", "a.", "1.", "-", ":", "/", "%41", "~0", "(", "\\", "\u{1f60e}", "[", ".", "="]) {
      for (const start of ["", good.at(-1) as string, "http://", "1.0.0-", "/", "P"]) {
        expect(typeof FORMATS[name](start + part.repeat(sweep(30_000, 300_000)))).toBe("boolean");
      }
    }
  });
});

test("every format has cases", () => {
  expect(Object.keys(CASES).toSorted()).toEqual(names.toSorted());
});

test("the regular expressions take time in proportion to the text", () => {
  const folder = new URL("../../src/text/formats/", import.meta.url);
  const written = readdirSync(folder).flatMap((file) => expressionsIn(readFileSync(new URL(file, folder), "utf8")));
  expect(written.length).toBe(92);
  const made = Object.values(ALL).flatMap(({ pattern }) => pattern ?? []);
  const found = [...written, ...[IRI_CHARACTERS, IRI_QUERY, PARTS, ...made].map(String)];
  for (const expression of found) {
    const [, source, flags] = /^\/(.*)\/(\w*)$/u.exec(expression) as unknown as [string, string, string];
    expect(flags, expression).toMatch(/^([gi]?u|u?y)$/);
    // One that is not anchored is tried at each place of the text, where it has to end after a few characters.
    const isAnchored = source.startsWith("^") || flags.includes("y");
    // The bound saves memory, and would be of no use to one that tries each way to split a text.
    const whole = source.replace(/\{1,1000\}$/u, "*");
    const parts = parsePattern(isAnchored ? whole : `[\\s\\S]*?(?:${whole})`, flags.replace(/[guy]/g, "")) as Part;
    expect(mayBacktrack(parts), expression).toBe(false);
  }
});

test("what is not linear would be found", () => {
  expect(
    expressionsIn("const A =\n  /^(?:a+)+$/u;\nif (/[/]$/iu.test(a)) return; // a / b / c\n/** d / e / f */"),
  ).toEqual(["/^(?:a+)+$/u", "/[/]$/iu"]);
  expect(mayBacktrack(parsePattern("^(?:a+)+$", "") as Part)).toBe(true);
});

describe("what others write is taken", () => {
  test("bytes that Buffer encodes", () => {
    fc.assert(
      fc.property(bytes, (array) => {
        expect(FORMATS.base64(array.toString("base64"))).toBe(true);
        expect(FORMATS.base64url(array.toString("base64url"))).toBe(true);
        expect(FORMATS.hex(array.toString("hex"))).toBe(true);
      }),
    );
  });

  test("dates that Date writes", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
        (date) => {
          const text = date.toISOString();
          expect(FORMATS["date-time"](text)).toBe(true);
          expect(FORMATS.date(text.slice(0, 10))).toBe(true);
          expect(FORMATS.time(text.slice(11))).toBe(true);
        },
      ),
    );
  });

  test("identifiers and addresses of all kinds", () => {
    const made: readonly [FormatName, fc.Arbitrary<string>][] = [
      ["uuid", fc.uuid()],
      ["ulid", fc.ulid()],
      ["ipv4", fc.ipV4()],
      ["ipv6", fc.ipV6()],
      ["hostname", fc.domain()],
      ["email", fc.emailAddress()],
      ["uri", fc.webUrl({ withFragments: true, withQueryParameters: true })],
    ];
    for (const [name, arbitrary] of made) {
      fc.assert(fc.property(arbitrary, (text) => FORMATS[name](text)));
    }
  });
});

test("a url of Latin-1 is one, also once the platform has optimized its own test", () => {
  const refused = Array.from({ length: 300_000 }, () => FORMATS.url("http:\u00fc")).filter((isUrl) => !isUrl);
  expect(refused).toHaveLength(0);
});

test("a day is a date if the calendar has it", () => {
  const two = (number: number): string => String(number).padStart(2, "0");
  for (const year of [1900, 1999, 2000, 2004]) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${two(month)}-${two(day)}`;
        const date = new Date(Date.UTC(year, month - 1, day));
        const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        expect(FORMATS.date(text), text).toBe(isThere);
      }
    }
  }
});

test("a time with a leap second is the last of a day in UTC, whatever the offset", () => {
  const two = (number: number): string => String(number).padStart(2, "0");
  const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  for (let offset = 0; offset < 1440; offset += 7) {
    for (const sign of [1, -1]) {
      const local = (1439 + sign * offset + 1440) % 1440;
      const zone = `${sign > 0 ? "+" : "-"}${clock(offset)}`;
      expect(FORMATS.time(`${clock(local)}:60${zone}`)).toBe(true);
      expect(FORMATS.time(`${clock((local + 1) % 1440)}:60${zone}`)).toBe(false);
      expect(FORMATS.time(`${clock((local + 1439) % 1440)}:60${zone}`)).toBe(false);
    }
  }
});

test("what is added to a character makes an emoji where the expression for all emoji says so", () => {
  const one = new RegExp("\\p{RGI_Emoji}", "vy" as string);
  const isMadeOf = (text: string): boolean => {
    for (let at = 0; at < text.length; at = one.lastIndex) {
      one.lastIndex = at;
      if (!one.test(text)) return false;
    }
    return true;
  };
  const added = [
    "",
    "\ufe0f",
    "\u{1f3fd}",
    "\ufe0f\u20e3",
    "\ufe0f\u{1f3fd}",
    "\u200d",
    "\u{e0067}\u{e007f}",
    "\u{1f1ea}",
  ];
  const wrong: string[] = [];
  for (let point = 0; point < 0x1_fc00; point += 61) {
    for (const more of added) {
      const text = String.fromCodePoint(point) + more;
      if (FORMATS.emoji(text) !== isMadeOf(text)) wrong.push(text);
    }
  }
  expect(wrong).toEqual([]);
});

test("each emoji that Unicode 15.0 recommends is one, and two of them are", () => {
  // Node 20 has that version.
  const all = (
    createRequire(import.meta.url)("emoji-datasource/emoji.json") as {
      unified: string;
      added_in: string;
      skin_variations?: Record<string, { unified: string; added_in: string }>;
    }[]
  ).flatMap((one) => [one, ...Object.values(one.skin_variations ?? {})]);
  const known = all
    .filter(({ added_in }) => Number(added_in) <= 15)
    .map(({ unified }) => String.fromCodePoint(...unified.split("-").map((code) => Number.parseInt(code, 16))));
  expect(known.length).toBeGreaterThan(3500);
  expect(known.filter((one) => !FORMATS.emoji(one) || !FORMATS.emoji(one + known[0]))).toEqual([]);
});

test("a year has a week 53 if 28 December is in it", () => {
  for (let year = 0; year < 2500; year++) {
    const day = new Date(0);
    day.setUTCFullYear(year, 11, 28);
    const weekday = (day.getUTCDay() + 6) % 7;
    const thursday = new Date(day.getTime() + (3 - weekday) * 86_400_000);
    const firstDay = new Date(0);
    firstDay.setUTCFullYear(thursday.getUTCFullYear(), 0, 1);
    const weeks = 1 + Math.floor((thursday.getTime() - firstDay.getTime()) / (7 * 86_400_000));
    expect(FORMATS["iso-week"](`${String(year).padStart(4, "0")}-W53`), String(year)).toBe(weeks === 53);
  }
});

describe("of ten check digits exactly one is right", () => {
  const digits = (length: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });
  const rightOf = (format: FormatName, starts: string, ends: readonly string[]): number =>
    ends.filter((end) => FORMATS[format](starts + end)).length;

  test.each<[FormatName, fc.Arbitrary<string>, readonly string[]]>([
    ["credit-card", digits(14).map((rest) => `4${rest}`), [..."0123456789"]],
    ["isbn", digits(9).map((rest) => `978${rest}`), [..."0123456789"]],
    ["isbn", digits(9), [..."0123456789X"]],
  ])("of a %s", (format, starts, ends) => {
    fc.assert(fc.property(starts, (start) => rightOf(format, start, ends) === 1));
  });

  test("of an IBAN, by the remainder of the whole number", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."0123456789ABCXYZ"), minLength: 18, maxLength: 18 });
    fc.assert(
      fc.property(letters, (account) => {
        const number = Array.from(`${account}GB00`, (one) => Number.parseInt(one, 36)).join("");
        const check = String(98n - (BigInt(number) % 97n)).padStart(2, "0");
        const all = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, "0"));
        expect(all.filter((digits) => FORMATS.iban(`GB${digits}${account}`))).toEqual([check]);
      }),
    );
  });
});

/** The regular expressions in code, as it is formatted here. */
function expressionsIn(code: string): string[] {
  return code.match(/(?<=[=(?:!] ?|^ +)\/(?![/*])(?:[^\\/\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*(?=[;.,)])/gm) ?? [];
}
