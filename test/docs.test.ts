import "./support/fresh.ts";
import "./support/globals.ts";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { instances } from "../src/index.ts";
import { examples, moduleOfBlock, root, writeExamples } from "./docs/examples.ts";

mkdirSync(join(root, "test/.vitest"), { recursive: true });
const modules = mkdtempSync(join(root, "test/.vitest/docs-"));

beforeAll(() => writeExamples(modules));
afterAll(() => rmSync(modules, { recursive: true, force: true }));

describe("code blocks of the documentation", () => {
  test.each(examples)("$title runs and gives what its comments say", async ({ name }) => {
    instances.clear();
    await import(join(modules, name));
  });

  test.each([
    "1 + 1; // 3",
    "1 + 1; // throws 2",
    "JSON.parse('{'); // 5",
    "[1];\n// -> [ 1,\n//      2 ]",
    "await 1; // 2",
  ])("what is wrong fails: %s", async (code) => {
    const path = join(modules, `wrong-${Buffer.from(code).toString("hex")}.js`);
    writeFileSync(path, moduleOfBlock({ file: "wrong", line: 1, language: "ts", code }));
    await expect(import(path)).rejects.toThrow(/^expected .* to be /);
  });
});
