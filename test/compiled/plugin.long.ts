/** The plugin for bundlers, which runs as it is built: `validlib/plugin`. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build as buildWithEsbuild } from "esbuild";
import { rolldown } from "rolldown";
import { build as buildWithVite } from "vite";
import { afterAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const { validlib } = (await import(join(root, "dist/cli/plugin.js"))) as typeof import("../../src/cli/plugin.ts");
type Options = NonNullable<Parameters<typeof validlib.vite>[0]>;

const folders: string[] = [];
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

/** A project with these files, whose entry is `main.ts`. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "validlib-plugin-"));
  folders.push(folder);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/validlib"));
  for (const [name, text] of Object.entries({ "package.json": '{ "type": "module" }', ...files }))
    writeFileSync(join(folder, name), text);
  return folder;
}

const SCHEMAS = `import { AllOf, Check, Dict, Int, Str, type Validator } from "validlib";
import { isEven } from "./rules.ts";

const age: Validator<number> = AllOf(Int({ min: 18 }), Check(isEven));
export const user = Dict({ name: Str({ minlen: 1 }), age });
`;
const RULES = "export const isEven = (value: number): boolean => value % 2 === 0;\n";
const use = (from: string): string =>
  `import { user } from "${from}";\nglobalThis.answers = [user.is({ name: "Ann", age: 36 }), user.safe({ name: "", age: 7 }).error.message];\n`;

interface Bundle {
  readonly code: string;
  readonly map?: { readonly sources: readonly string[]; readonly mappings: string } | undefined;
  readonly watched?: readonly string[];
}

type Bundler = (folder: string, options?: Options) => Promise<Bundle>;

const BUNDLERS: Readonly<Record<string, Bundler>> = {
  async Vite(folder, options) {
    const result = await buildWithVite({
      configFile: false,
      root: folder,
      logLevel: "silent",
      plugins: [validlib.vite(options)],
      build: { write: false, minify: false, lib: { entry: join(folder, "main.ts"), formats: ["es"] } },
    });
    return { code: (result as { output: { code: string }[] }[])[0]?.output[0]?.code ?? "" };
  },
  async Rolldown(folder, options) {
    const bundler = await rolldown({ input: join(folder, "main.ts"), plugins: [validlib.rolldown(options)] });
    try {
      const { output } = await bundler.generate({ sourcemap: true });
      return { code: output[0].code, map: output[0].map ?? undefined, watched: await bundler.watchFiles };
    } finally {
      await bundler.close();
    }
  },
  async esbuild(folder, options) {
    const { outputFiles } = await buildWithEsbuild({
      absWorkingDir: folder,
      entryPoints: ["main.ts"],
      bundle: true,
      format: "esm",
      write: false,
      logLevel: "silent",
      plugins: [validlib.esbuild(options)],
    });
    return { code: outputFiles[0]?.text ?? "" };
  },
};

/** What a bundle says. */
async function run(code: string): Promise<unknown> {
  const { answers } = globalThis as { answers?: unknown };
  expect(answers).toBeUndefined();
  await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const found = (globalThis as { answers?: unknown }).answers;
  delete (globalThis as { answers?: unknown }).answers;
  return found;
}

const ANSWERS = [true, "/age: Expected at least 18, got 7.\n/name: Expected at least 1 character, got 0."];
const sorted = (answers: unknown): unknown => {
  const [verdict, message] = answers as [unknown, string];
  return [verdict, message.split("\n").sort().join("\n")];
};

describe.each(Object.entries(BUNDLERS))("with %s", (_, bundle) => {
  test("a module that is imported with ?validlib is compiled, and the library is not in the bundle", async () => {
    const folder = project({ "main.ts": use("./schemas.ts?validlib"), "schemas.ts": SCHEMAS, "rules.ts": RULES });
    const { code } = await bundle(folder);
    expect(code).not.toContain("SchemaError");
    expect(sorted(await run(code))).toEqual(ANSWERS);
  });

  test("with compile, modules that import the library are compiled, if they match", async () => {
    const files = { "main.ts": use("./schemas.ts"), "schemas.ts": SCHEMAS, "rules.ts": RULES };
    expect((await bundle(project(files), { compile: true })).code).not.toContain("SchemaError");
    const { code } = await bundle(project(files), { compile: /schemas\.ts$/ });
    expect(code).not.toContain("SchemaError");
    expect(sorted(await run(code))).toEqual(ANSWERS);
  });

  test("what has no compiled form is an error at its line", async () => {
    const schemas = SCHEMAS.replace(
      "name: Str({ minlen: 1 })",
      "name: Str(),\n  born: Check((value) => value === age)",
    );
    const folder = project({ "main.ts": use("./schemas.ts?validlib"), "schemas.ts": schemas, "rules.ts": RULES });
    await expect(bundle(folder)).rejects.toThrow(/user at \/schema\/born\/test cannot be compiled.*schemas\.ts:6:3/s);
  });
});

test("with small, bundles have no code for other values than plain data", async () => {
  const folder = project({ "main.ts": use("./schemas.ts?validlib"), "schemas.ts": SCHEMAS, "rules.ts": RULES });
  const { code } = await (BUNDLERS.Rolldown as Bundler)(folder, { small: true });
  expect(code).not.toContain("URLSearchParams");
  expect(sorted(await run(code))).toEqual(ANSWERS);
});

test("what a schema imports is watched, and the map leads to its lines", async () => {
  const folder = project({ "main.ts": use("./schemas.ts?validlib"), "schemas.ts": SCHEMAS, "rules.ts": RULES });
  const { map, watched } = await (BUNDLERS.Rolldown as Bundler)(folder);
  expect(watched).toEqual(expect.arrayContaining([join(folder, "schemas.ts"), join(folder, "rules.ts")]));
  expect(map?.sources.some((source) => source.endsWith("schemas.ts"))).toBe(true);
});

test("each bundle is made of the files as they are then", async () => {
  const folder = project({ "main.ts": use("./schemas.ts?validlib"), "schemas.ts": SCHEMAS, "rules.ts": RULES });
  const before = await (BUNDLERS.esbuild as Bundler)(folder);
  writeFileSync(join(folder, "rules.ts"), RULES.replace("0", "1"));
  writeFileSync(join(folder, "schemas.ts"), SCHEMAS.replace("18", "8"));
  const after = await (BUNDLERS.esbuild as Bundler)(folder);
  expect(before.code).toContain("18");
  expect(after.code).not.toContain("18");
});

test("a module that exports more than validators stays as it is, with a warning", async () => {
  const folder = project({
    "main.ts": use("./schemas.ts"),
    "schemas.ts": `${SCHEMAS}export const most = 5;\n`,
    "rules.ts": RULES,
  });
  const { code } = await (BUNDLERS.Rolldown as Bundler)(folder, { compile: true });
  expect(code).toContain("SchemaError");
});

test("unknown options are refused", () => {
  expect(() => validlib.rolldown({ compiles: true } as never)).toThrow("compile");
  expect(() => validlib.rolldown({ small: 1 as never })).toThrow("small should be true or false");
  expect(() => validlib.rolldown({ compile: "yes" as never })).toThrow("compile should be true, false or");
});
