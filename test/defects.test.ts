/** The defects of `scripts/plant-defects.mjs` can still be planted; the script itself takes minutes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const { DEFECTS } = await import(pathToFileURL(join(root, "scripts/plant-defects.mjs")).href);

test.each<{ name: string; file: string; from: string; to: string; test: string }>(DEFECTS)("$name", (defect) => {
  const text = readFileSync(join(root, defect.file), "utf8");
  expect(text.split(defect.from).length).toBe(2);
  expect(defect.to).not.toBe(defect.from);
  expect(readFileSync(join(root, defect.test), "utf8")).toMatch(/\btest[.(]/);
});

test("there are more than ten, in generated code, the fast path of members, plans and the tape", () => {
  expect(DEFECTS.length).toBeGreaterThan(10);
});
