/** The mutants that no test can kill are those of the code as it is; `npm run mutate` itself takes hours. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

test("each mutant was tried, and is killed or listed", () => {
  for (const [file, { mutants, killed, equivalent, of }] of Object.entries(scores)) {
    expect(of, file).toBeUndefined();
    expect(killed + equivalent, file).toBe(mutants);
  }
});

test("each file that has mutants has a score", () => {
  const without = Object.keys(folders)
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((file) => file.endsWith(".ts") && !Object.hasOwn(scores, file));
  expect(without.sort()).toEqual([
    // Types, and one call.
    "src/core/encode/encoded.ts",
    "src/core/json/engine.ts",
    "src/core/rules/rule.ts",
    "src/text/formats/use.ts",
  ]);
});
