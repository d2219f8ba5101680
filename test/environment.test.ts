/** Variables of the environment, on runtimes that have none or forbid reading them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { environment } from "../src/engines/environment.ts";

test("are those of the process", () => {
  vi.stubEnv("VALIDLIB_EXAMPLE", "x");
  expect([environment("VALIDLIB_EXAMPLE"), environment("VALIDLIB_MISSING")]).toEqual(["x", undefined]);
  vi.unstubAllEnvs();
});

test.each([
  ["there is no process", { process: undefined }],
  [
    "reading throws",
    {
      process: {
        get env() {
          throw new Error("Requires env access");
        },
      },
    },
  ],
])("are not set if %s", (_, globals) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  try {
    expect(environment("PATH")).toBe(undefined);
  } finally {
    vi.unstubAllGlobals();
  }
});

test.each([
  ["granted", "x"],
  ["prompt", undefined],
  ["denied", undefined],
])("are read on Deno if the permission is %s, and it is not asked for", (state, expected) => {
  vi.stubEnv("VALIDLIB_EXAMPLE", "x");
  const querySync = vi.fn(() => ({ state }));
  vi.stubGlobal("Deno", { permissions: { querySync } });
  try {
    expect(environment("VALIDLIB_EXAMPLE")).toBe(expected);
    expect(querySync).toHaveBeenCalledWith({ name: "env", variable: "VALIDLIB_EXAMPLE" });
  } finally {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  }
});

describe("SECURITY.md lists what the environment may choose:", () => {
  const root = join(import.meta.dirname, "..");
  const read = (file: string): string => readFileSync(join(root, file), "utf8");
  const filesIn = (folder: string, ending: RegExp): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => ending.test(name))
      .map((name) => join(folder, name));
  const { files } = JSON.parse(read("package.json")) as { files: string[] };
  const code = [
    ...filesIn("src", /\.ts$/),
    ...files.filter((file) => file.startsWith("scripts/")),
    ...filesIn("native/core", /\.[ch]pp$/),
    ...filesIn("native/node", /\.[ch]pp$/),
    ...filesIn("native/wasm", /\.[ch]pp$/),
    "node_modules/node-gyp-build/node-gyp-build.js",
  ];

  /** The variables that a text reads: by a call, as a property, or taken apart. */
  function readBy(text: string): string[] {
    const direct = text.matchAll(/\b(?:environment|getenv)\("(\w+)"\)|\benv\.([A-Z_]+\b|npm_\w+)/g);
    const apart = text.matchAll(/\{([^{}]*)\} = process\.env\b/g);
    return [
      ...Array.from(direct, ([, called, property]) => (called ?? property) as string),
      ...Array.from(apart, ([, names = ""]) => names.split(",").map((name) => name.trim().split(/[:\s]/)[0] as string)),
    ].flat();
  }

  const [, section = ""] = read("SECURITY.md").split("### What the environment may choose");
  const [table = ""] = section.split("###");
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  const listed = rows.flatMap((row) => Array.from((row.split("|")[1] ?? "").matchAll(/`(\w+)`/g), ([, name]) => name));

  test("all variables that are read, and no others", () => {
    const found = code.flatMap((file) => readBy(read(file)));
    expect(found.length).toBeGreaterThan(15);
    // node-gyp-build makes the name of that of the package; simdjson comes with the addon.
    const all = [...found, "VALIDLIB_PREBUILD", "SIMDJSON_FORCE_IMPLEMENTATION"];
    expect([...new Set(listed)].sort()).toEqual([...new Set(all)].sort());
  });

  test("no variable is read in another way", () => {
    const others = code.filter((file) =>
      read(file)
        .replaceAll(/\{[^{}]*\} = process\.env\b|\.\.\.process\.env|\benv\.\w+/g, "")
        // In a comment; by its name, in one place and in that of node-gyp-build.
        .replaceAll(/`process\.env`|process\?\.env\?\.\[name\]|process\.env\[name \+ '_PREBUILD'\]/g, "")
        .match(/process\??\.env\b/),
    );
    expect(others).toEqual([]);
  });

  test("what is loaded as code is said to be", () => {
    const asCode = rows.filter((row) => row.includes("**as code**")).join("\n");
    for (const name of ["VALIDLIB_NATIVE_PATH", "VALIDLIB_PREBUILD"]) expect(asCode).toContain(name);
  });

  test("users find it where a variable is named", () => {
    expect(read("docs/install.md")).toContain("VALIDLIB_PREBUILD");
  });
});

test("the compiler of the binaries that the package has is downloaded by a strong hash", () => {
  const folder = join(import.meta.dirname, "../scripts/zig");
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { integrity?: string }>;
  };
  const found = Object.entries(lock.packages).filter(([path]) => path !== "");
  expect(found.length).toBeGreaterThan(3);
  for (const [path, { integrity }] of found)
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
  // npm compares it: what is fetched by this lock file is not used if it has another.
  const script = readFileSync(join(folder, "../zig.mjs"), "utf8");
  expect(script).toContain("copyFileSync(join(pins, name), join(folder, name))");
});
