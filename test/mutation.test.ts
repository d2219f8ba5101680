/** The mutants that no test can kill are those of the code as it is; `npm run mutate` itself takes hours. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (name: string): string => readFileSync(join(root, name), "utf8");
const { folders } = JSON.parse(read("test/mutation/folders.json")) as { folders: Record<string, string[]> };
interface Score {
  readonly mutants: number;
  readonly killed: number;
  readonly equivalent: number;
  /** Only a sample was tried, of so many mutants. */
  readonly of?: number;
}

const scores = JSON.parse(read("test/mutation/scores.json")) as Record<string, Score>;

interface Mutant {
  readonly file: string;
  /** The line, without the spaces around it. */
  readonly code: string;
  /** The part that is replaced, and what replaces it; without them, all of the line that survive. */
  readonly from?: string;
  readonly to?: string;
  readonly why: string;
}

const equivalent = JSON.parse(read("test/mutation/equivalent.json")) as Mutant[];

test("folders and tests of mutants are there", () => {
  for (const [folder, tests] of Object.entries(folders)) {
    for (const path of [folder, ...tests]) expect(existsSync(join(root, path)), path).toBe(true);
  }
});

describe("a mutant that no test can kill", () => {
  test.each(equivalent)("is one of $code in $file", ({ file, code, from, to, why }) => {
    const lines = read(file).split("\n");
    expect(lines.map((line) => line.trim())).toContain(code);
    if (from !== undefined) expect(code).toContain(from.replace(/ …$/, ""));
    if (from !== undefined) expect(to).not.toBe(from);
    expect(why.length).toBeGreaterThan(20);
  });
});

test("scores are those of files in the folders", () => {
  for (const file of Object.keys(scores)) {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(Object.keys(folders).filter((folder) => file.startsWith(`${folder}/`))).toHaveLength(1);
  }
});

test("a score says whether it is that of a sample", () => {
  for (const [file, { mutants, killed, equivalent, of }] of Object.entries(scores)) {
    expect(killed + equivalent, file).toBeLessThanOrEqual(mutants);
    if (of !== undefined) expect(mutants, file).toBeLessThan(of);
  }
});

test.each(Object.keys(folders))(
  "the tests of %s kill at least 95 of 100 mutants of what has been measured",
  (folder) => {
    const measured = Object.entries(scores).filter(([file]) => file.startsWith(`${folder}/`));
    const sum = (of: (score: Score) => number): number => measured.reduce((all, [, score]) => all + of(score), 0);
    const killable = sum(({ mutants, equivalent }) => mutants - equivalent);
    expect(sum(({ killed }) => killed)).toBeGreaterThanOrEqual(0.95 * killable);
  },
);
