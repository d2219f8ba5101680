/** Runs a file of the data as tests, and counts what came of its cases. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { engine } from "../../src/index.ts";
import { type Counts, counts } from "./counts.ts";
import { differences, lineIds } from "./differences.ts";
import type { Verdict } from "./judge.ts";

/** Cases in one test. */
const GROUP = 100;

interface Record {
  readonly id: string;
}

function read<R extends Record>(name: string): R[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** Tests every case of a file; a case of unknown outcome, or one left out, fails. */
export function testFile<R extends Record>(name: keyof typeof counts, judge: (record: R) => Verdict): void {
  const records = read<R>(name);
  const verdicts = new Map<string, Verdict>();
  const groups = Array.from({ length: Math.ceil(records.length / GROUP) }, (_, index) => index * GROUP);

  describe(`${name}: the original's answer, or a difference that is meant`, () => {
    test.each(groups)("cases from %i on", (from) => {
      const unexplained: string[] = [];
      for (const record of records.slice(from, from + GROUP)) {
        const verdict = judge(record);
        verdicts.set(record.id, verdict);
        if (verdict.kind === "unexplained") unexplained.push(verdict.text);
      }
      expect(unexplained.join("\n\n")).toBe("");
    });

    test("the counts are what they were, and no case is missing from them", () => {
      const found = countOf(verdicts.values());
      console.log(report(name, found));
      expect(found).toEqual(counts[name]);
      expect(sum(found)).toBe(records.length);
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    });

    test("it is the implementation under test that answered", () => {
      expect(engine().impl).toBe(process.env.VALIDLIB_IMPL === "native" ? "N-API" : "TypeScript");
    });
  });
}

function countOf(verdicts: Iterable<Verdict>): Counts {
  const found: Counts = { same: 0, different: 0, lines: {}, "not expressible": {}, "not in this version": 0 };
  const add = (table: { [key: string]: number }, key: string): void => {
    table[key] = (table[key] ?? 0) + 1;
  };
  for (const verdict of verdicts) {
    if (verdict.kind === "not expressible") add(found["not expressible"], verdict.reason);
    else if (verdict.kind !== "unexplained") found[verdict.kind]++;
    if (verdict.kind === "different") for (const line of verdict.lines) add(found.lines, line);
  }
  return found;
}

const total = (table: { readonly [key: string]: number }): number =>
  Object.values(table).reduce((all, count) => all + count, 0);

const sum = (found: Counts): number =>
  found.same + found.different + total(found["not expressible"]) + found["not in this version"];

function report(name: string, found: Counts): string {
  const row = (label: string, count = 0): string => `${String(count).padStart(6)}  ${label}`;
  const lines = lineIds.filter((line) => found.lines[line] !== undefined);
  return [
    `${name}: ${sum(found)} cases`,
    row("same", found.same),
    row("different by decision; by line (a case may have several):", found.different),
    ...lines.map((line) => `      ${row(`${differences[line].decision}: ${line}`, found.lines[line])}`),
    row("not expressible:", total(found["not expressible"])),
    ...Object.entries(found["not expressible"]).map(([reason, count]) => `      ${row(reason, count)}`),
    row("not in this version", found["not in this version"]),
  ].join("\n");
}
