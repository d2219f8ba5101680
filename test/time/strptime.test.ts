import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/errors/errors.ts";
import type { Civil } from "../../src/time/civil.ts";
import { strptime } from "../../src/time/strptime.ts";

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

describe("strptime reads what CPython reads", () => {
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
