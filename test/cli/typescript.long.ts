/** Schemas in TypeScript: with what Node runs by itself, and with the loaders of the project. */
import { symlinkSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder } from "./host.ts";
import { outcome, root, start } from "./process.ts";

const ERASABLE = 'import { Int } from "validlib";\nexport const Age = Int({ min: 1 }) satisfies unknown;\n';
/** With an enum, a name without an extension and one with that of the compiled file: no Node runs it by itself. */
const WHOLE = `import { Dict, Int, Str } from "validlib";
import { least } from "./least";
import { most } from "./most.js";
enum Kind { A, B }
export const Order = Dict({ age: Int({ min: least, max: most }), token: Str({ secret: true, maxlen: Kind.B }) });
`;
const runsTypeScript = Boolean((process.features as { typescript?: unknown }).typescript);

async function project(packages: readonly string[], type: string, modules: Record<string, string>): Promise<string> {
  const path = folder({
    "package.json": JSON.stringify({ type }),
    "least.ts": "export const least: number = 1;",
    "most.ts": "export const most: number = 5;",
    ...modules,
  });
  await mkdir(join(path, "node_modules"));
  symlinkSync(root, join(path, "node_modules/validlib"), "junction");
  for (const name of packages) {
    symlinkSync(join(root, "node_modules", name), join(path, "node_modules", name), "junction");
  }
  return path;
}

const check = (path: string, schema: string, ...args: string[]) =>
  outcome(
    start(["check", "--schema", join(path, schema), ...args, "-"], { cwd: path }),
    '{"age": 0, "token": "hunter2"}',
  );

describe.each(["module", "commonjs"])("in a package of type %s", (type) => {
  test.each(["jiti", "tsx"])("all of TypeScript is loaded with %s", async (loader) => {
    const path = await project([loader], type, { "order.ts": WHOLE });
    for (const format of ["pretty", "ndjson"]) {
      const { code, out, err } = await check(path, "order.ts#Order", "--format", format);
      expect({ code, err }).toEqual({ code: 1, err: "" });
      expect(out).toContain("Expected at least 1, got 0.");
      expect(out).toContain("Expected at most 1 character.");
      expect(out).not.toContain("hunter2");
    }
    const { err } = await check(path, "order.ts#Ordr");
    expect(err).toContain("has no export 'Ordr': did you mean ");
  });
});

describe("without a loader", () => {
  test("there is advice for what Node does not run", async () => {
    const path = await project([], "module", { "order.ts": WHOLE });
    const { code, err } = await check(path, "order.ts#Order");
    expect(code).toBe(2);
    expect(err).toMatch(/^validlib: the schema '.*order\.ts' (?:is TypeScript|fails: ).*npm install --save-dev jiti/);
    expect(err.trim().split("\n").length).toBe(1);
  });

  test.runIf(runsTypeScript)("Node runs TypeScript with erasable types", async () => {
    const path = await project([], "module", { "age.ts": ERASABLE });
    const { code, out } = await outcome(start(["check", "--schema", join(path, "age.ts#Age"), "-"]), "0");
    expect(code).toBe(1);
    expect(out).toContain("Expected at least 1, got 0.");
  });
});

test.each([
  ["throw new Error('my mistake');", "fails: my mistake (line 1)"],
  ["export default 1;", "exports a default of type integer: it should be a validator"],
])("a mistake in the code is not taken for another language: %s", async (text, message) => {
  const path = await project(["jiti"], "module", { "a.ts": text });
  expect((await check(path, "a.ts")).err).toBe(`validlib: the schema '${join(path, "a.ts")}' ${message}\n`);
});
