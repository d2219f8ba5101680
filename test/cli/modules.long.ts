import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bytesOf, folder, GOOD } from "./host.ts";
import { library, main, outcome, start } from "./process.ts";

/** The modules of a schema: ES modules and CommonJS, imported and required, at the start and later. */
const MODULES = {
  "schema.mjs": `import { Check } from ${library};
import { first } from "./first.mjs";
import common from "./common.cjs";
import data from "./data.json" with { type: "json" };
export default Check((value) => { import("./late.mjs"); return first && common && data.ok; });`,
  "first.mjs": 'export { second as first } from "./folder/second.mjs";',
  "folder/second.mjs": "export const second = true;",
  "common.cjs": 'module.exports = require("./required.cjs");',
  "required.cjs": "module.exports = true;",
  "data.json": '{"ok":true}',
  "late.mjs": "export {};",
  "package.json": '{"type":"module"}',
  "folder/package.json": '{"type":"module"}',
};

function written(): string {
  const path = folder();
  mkdirSync(join(path, "folder"));
  for (const [name, text] of Object.entries(MODULES)) writeFileSync(join(path, name), text);
  return path;
}

const checkWith = (path: string, option: string, output: string) =>
  outcome(
    start(["check", "--schema", join(path, "schema.mjs"), "--ndjson", option, join(path, output), "-"]),
    `${GOOD}\n`,
  );

describe("validlib check does not overwrite files that its schema is loaded from", () => {
  test.each(Object.keys(MODULES))("%s, by its name, and by that of a link", async (name) => {
    const path = written();
    symlinkSync(join(path, name), join(path, "symlink"));
    for (const output of [name, "symlink"]) {
      const { code, out, err } = await checkWith(path, "--valid", output);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toMatch(/^validlib: --valid or --invalid would overwrite /);
      for (const [file, text] of Object.entries(MODULES)) expect(bytesOf(path, file)).toBe(text);
    }
  });

  test.each(Object.keys(MODULES).filter((name) => name !== "late.mjs"))("%s, under another name", async (name) => {
    const path = written();
    linkSync(join(path, name), join(path, "lines.ndjson"));
    const { code, err } = await checkWith(path, "--invalid", "lines.ndjson");
    expect(code).toBe(2);
    expect(err).toMatch(/would overwrite (?:the schema|'.*', which the schema is loaded with)\n/);
    expect(bytesOf(path, name)).toBe(MODULES[name as keyof typeof MODULES]);
  });

  test.each(["helper.mjs", "x.JS", "types.d.ts", "tsconfig.json", "addon.node"])(
    "nor %s, which has the name of code and something in it",
    async (name) => {
      const path = written();
      writeFileSync(join(path, name), "something");
      const refused = await checkWith(path, "--valid", name);
      expect(refused.code).toBe(2);
      expect(refused.err).toContain("by its name code or configuration: remove it first");
      expect(bytesOf(path, name)).toBe("something");
      rmSync(join(path, name));
      expect(await checkWith(path, "--valid", name)).toMatchObject({ code: 0, err: "" });
      expect(bytesOf(path, name)).toBe(`${GOOD}\n`);
    },
  );

  test("nor itself", async () => {
    const path = written();
    symlinkSync(main, join(path, "lines.ndjson"));
    expect(await checkWith(path, "--valid", "lines.ndjson")).toMatchObject({ code: 2 });
  });

  test("the output of an earlier check is overwritten", async () => {
    const path = written();
    for (const name of ["good.ndjson", "good.txt", "good"]) {
      writeFileSync(join(path, name), "yesterday\n");
      expect(await checkWith(path, "--valid", name)).toMatchObject({ code: 0, err: "" });
      expect(bytesOf(path, name)).toBe(`${GOOD}\n`);
    }
  });
});
