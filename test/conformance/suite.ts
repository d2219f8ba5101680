/** Runs a file of the data as tests, and counts what came of its cases. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { engine } from "../../src/index.ts";
import { counts } from "./counts.ts";
import type { Verdict } from "./run-case.ts";
import { countOf, report, sum } from "./tally.ts";

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
export function testFile<R extends Record>(name: keyof typeof counts, runCase: (record: R) => Verdict): void {
  const records = read<R>(name);
  const verdicts = new Map<string, Verdict>();
  const groups = Array.from({ length: Math.ceil(records.length / GROUP) }, (_, index) => index * GROUP);

  describe(`${name}: the original's answer, or a difference that is meant`, () => {
    test.each(groups)("cases from %i on", (from) => {
      const unexplained: string[] = [];
      for (const record of records.slice(from, from + GROUP)) {
        const verdict = runCase(record);
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
      const impls = new Map([
        ["native", "N-API"],
        ["wasm", "Wasm"],
      ]);
      expect(engine().impl).toBe(impls.get(String(process.env.VALIDLIB_IMPL)) ?? "TypeScript");
    });
  });
}
