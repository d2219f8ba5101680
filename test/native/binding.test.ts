/** How the addon is found, and which are refused. The addons of these tests are folders that Node loads like files. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Binding, bind as search } from "../../src/engines/native/binding.ts";
import { FORMAT } from "../../src/engines/native/tape.ts";

const root = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const RELEASE = "build/Release/validlib.node";
const DEBUG = "build/Debug/validlib.node";
const PREBUILT = `prebuilds/${process.platform}-${process.arch}/validlib.node`;

const right = { version, format: FORMAT, open: "function" };

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "validlib-binding-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.resetModules();
  rmSync(home, { recursive: true, force: true });
});

/** Puts an addon that exports these where the loader looks. */
function put(file: string, exports: Readonly<Record<string, unknown>>): void {
  mkdirSync(join(home, file), { recursive: true });
  const text = Object.entries(exports)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `exports.${name} = ${value === "function" ? "() => {}" : JSON.stringify(value)};`);
  writeFileSync(join(home, file, "index.js"), text.join("\n"));
}

/** What the loader makes of it. */
function bind(wanted: string): Binding {
  vi.stubEnv("VALIDLIB_PREBUILD", home);
  vi.stubEnv("VALIDLIB_IMPL", wanted);
  return search();
}

test.each([RELEASE, DEBUG, PREBUILT])("%s is found", (file) => {
  put(file, right);
  for (const wanted of ["auto", "native", ""]) {
    const { addon, reason, path } = bind(wanted);
    expect([addon?.version, reason, path]).toEqual([version, "the addon was loaded", join(home, file)]);
  }
});

test("what was built here goes before what came with the package", () => {
  for (const file of [PREBUILT, DEBUG, RELEASE]) {
    put(file, right);
    expect(bind("auto").path).toBe(join(home, file));
  }
});

test.each([
  ["of another version", { ...right, version: "0.0.1" }, `it is of version 0.0.1, not ${version}`],
  ["of other sources", { ...right, format: FORMAT - 1 }, `format ${FORMAT - 1}, not ${FORMAT}`],
  ["without a format", { ...right, format: undefined }, "it does not export format"],
  ["without anything", {}, "it does not export version"],
])("an addon %s is refused", (_, exports, reason) => {
  put(RELEASE, exports);
  const refused = bind("auto");
  expect(refused.addon).toBeUndefined();
  expect(refused.path).toBeUndefined();
  expect(refused.reason).toContain(`${RELEASE}: `);
  expect(refused.reason).toContain(reason);
  expect(() => bind("native")).toThrow(reason);
});

test("a file that is no addon is refused, and nothing is printed", () => {
  const printed = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write"));
  mkdirSync(dirname(join(home, RELEASE)), { recursive: true });
  writeFileSync(join(home, RELEASE), "not an addon");
  const { addon, reason } = bind("auto");
  expect(addon).toBeUndefined();
  expect(reason).toContain(`${RELEASE}: `);
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
});

test("where there is none, the reason is what node-gyp-build says, on one line; VALIDLIB_IMPL=native throws it", () => {
  const { addon, path, reason } = bind("auto");
  expect([addon, path]).toEqual([undefined, undefined]);
  const system = `${process.platform}-${process.arch}`;
  expect(reason).toMatch(
    new RegExp(`^there is no addon for ${system} \\(No native build was found for platform=.*\\)$`),
  );
  expect(reason).toContain(`loaded from: ${home}`);
  expect(() => bind("native")).toThrow(`VALIDLIB_IMPL=native, but ${reason}`);
});

test("an addon that cannot be opened, as there is no memory, leaves everything to the pure engine", async () => {
  put(RELEASE, right);
  const broken = '\nexports.open = () => { throw new Error("no memory"); };';
  writeFileSync(join(home, RELEASE, "index.js"), broken, { flag: "a" });
  vi.resetModules();
  bind("auto");
  await import("../../src/engines/native/use.ts");
  const { engineInfo } = await import("../../src/core/json/in-use.ts");
  const reason = "the addon could not be opened: Error: no memory";
  expect(engineInfo()).toEqual({ impl: "TypeScript", reason, path: undefined, version: undefined });
  vi.resetModules();
  bind("native");
  await expect(import("../../src/engines/native/use.ts")).rejects.toThrow("no memory");
});

test("a prebuild of another size than the manifest says is not loaded: one cut short would end the process", () => {
  put(PREBUILT, right);
  const { size } = statSync(join(home, PREBUILT));
  const manifest = (text: string): void => writeFileSync(join(home, "prebuilds/manifest.json"), text);
  const entry = PREBUILT.replace("prebuilds/", "");
  manifest(JSON.stringify({ [entry]: { size } }));
  expect(bind("native").path).toBe(join(home, PREBUILT));
  manifest(JSON.stringify({}));
  expect(bind("native").path).toBe(join(home, PREBUILT));
  manifest(JSON.stringify({ [entry]: { size: size + 1 } }));
  expect(bind("auto").reason).toContain(`${PREBUILT}: it has ${size} bytes, not ${size + 1}`);
  manifest("{");
  expect(bind("auto").addon).toBeUndefined();
  expect(bind("auto").reason).toContain("JSON");
});

describe("VALIDLIB_NATIVE_PATH", () => {
  test.each([(file: string) => file, (file: string) => relative(process.cwd(), file)])("names a file", (spell) => {
    put("elsewhere.node", right);
    put(RELEASE, right);
    vi.stubEnv("VALIDLIB_NATIVE_PATH", spell(join(home, "elsewhere.node")));
    expect(bind("native")).toMatchObject({ path: join(home, "elsewhere.node"), reason: "the addon was loaded" });
  });

  test("goes before all else, and if it leads nowhere the reason says so", () => {
    put("elsewhere.node", { ...right, version: "0.0.1" });
    put(RELEASE, right);
    const file = join(home, "elsewhere.node");
    vi.stubEnv("VALIDLIB_NATIVE_PATH", file);
    const { path, reason } = bind("auto");
    expect(path).toBe(join(home, RELEASE));
    expect(reason).toBe(
      `the addon was loaded; not used: VALIDLIB_NATIVE_PATH=${file}: it is of version 0.0.1, not ${version}`,
    );
    rmSync(join(home, RELEASE), { recursive: true });
    vi.stubEnv("VALIDLIB_NATIVE_PATH", join(home, "nowhere.node"));
    expect(bind("auto").reason).toContain(`(not there: VALIDLIB_NATIVE_PATH=${join(home, "nowhere.node")}; No native`);
  });
});

describe("a CommonJS bundle, in which import.meta.url is undefined,", () => {
  /** The compiled loader as a bundler leaves it. */
  async function bundled(): Promise<{ bind(): Binding }> {
    const dist = join(home, "bundle");
    cpSync(join(root, "dist"), dist, { recursive: true });
    writeFileSync(join(dist, "package.json"), '{ "type": "module" }');
    const file = join(dist, "engines/native/binding.js");
    const text = readFileSync(file, "utf8");
    expect(text).toContain("import.meta.url");
    writeFileSync(file, text.replaceAll("import.meta.url", "(void 0)"));
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  }

  test("does without the addon, and says why", async () => {
    vi.stubEnv("VALIDLIB_IMPL", "auto");
    vi.stubEnv("VALIDLIB_PREBUILD", undefined);
    const { addon, reason } = (await bundled()).bind();
    expect(addon).toBeUndefined();
    expect(reason).toContain("this is a CommonJS bundle");
    expect(reason).toContain("set VALIDLIB_NATIVE_PATH");
  });

  test("finds the addon by VALIDLIB_NATIVE_PATH", async () => {
    put("elsewhere.node", right);
    vi.stubEnv("VALIDLIB_IMPL", "native");
    vi.stubEnv("VALIDLIB_NATIVE_PATH", join(home, "elsewhere.node"));
    expect((await bundled()).bind().path).toBe(join(home, "elsewhere.node"));
  });
});

test("where node-gyp-build cannot be loaded, nothing is thrown, and the reason says so", () => {
  const script = `import { bind } from "./dist/engines/native/binding.js"; console.log(JSON.stringify(bind()));`;
  cpSync(join(root, "dist"), join(home, "dist"), { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "type": "module" }');
  put(RELEASE, right);
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: home,
    encoding: "utf8",
    env: { ...process.env, VALIDLIB_IMPL: "auto" },
  });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout).reason).toContain("Cannot find module 'node-gyp-build'");
});

describe("the WebAssembly module", () => {
  const module = readFileSync(join(root, "prebuilds/validlib.wasm"));
  const putModule = (): string => {
    mkdirSync(join(home, "prebuilds"));
    writeFileSync(join(home, "prebuilds/validlib.wasm"), module);
    return join(home, "prebuilds/validlib.wasm");
  };

  test("is for systems without an addon, and loaded when it is asked for", () => {
    const path = putModule();
    const { addon, load, path: found, reason } = bind("auto");
    expect([addon, found]).toEqual([undefined, path]);
    expect(reason).toMatch(/^there is no addon for /);
    expect(load?.().impl).toBe("Wasm");
    expect(() => bind("native")).toThrow("VALIDLIB_IMPL=native, but there is no addon");
    put(RELEASE, right);
    expect(bind("auto")).toMatchObject({ path: join(home, RELEASE), addon: { version } });
  });

  test("is not loaded unless it has the hash that its build has recorded", () => {
    const path = putModule();
    const record = (sha256: string): void => writeFileSync(`${path}.json`, JSON.stringify({ sha256 }));
    const actual = createHash("sha256").update(module).digest("hex");
    record(actual);
    expect(bind("wasm").addon).toBeDefined();
    record(actual.replace(/./, (digit) => (digit === "0" ? "1" : "0")));
    expect(() => bind("wasm")).toThrow(`it is not the module that was built: its SHA-256 is ${actual}, not `);
    expect(() => bind("auto").load?.()).toThrow("it is not the module that was built");
    // One byte of a name, which the compiler of the runtime would not notice.
    const other = Buffer.from(module);
    const name = other.indexOf("format");
    other[name] = (other[name] as number) ^ 1;
    record(actual);
    writeFileSync(path, other);
    expect(() => bind("wasm")).toThrow("it is not the module that was built");
  });

  test("is used whatever there is with VALIDLIB_IMPL=wasm, which throws if there is none", () => {
    put(RELEASE, right);
    expect(() => bind("wasm")).toThrow("VALIDLIB_IMPL=wasm, but there is no prebuilds/validlib.wasm");
    const path = putModule();
    expect(bind("wasm")).toMatchObject({ path, reason: "VALIDLIB_IMPL=wasm", addon: { impl: "Wasm", version } });
    writeFileSync(path, module.subarray(0, 1000));
    expect(() => bind("wasm")).toThrow("WebAssembly");
  });
});

test("VALIDLIB_IMPL=pure looks for none", () => {
  put(RELEASE, right);
  expect(bind("pure")).toEqual({ addon: undefined, reason: "VALIDLIB_IMPL=pure", path: undefined });
});

test("VALIDLIB_IMPL is one of four words", () => {
  expect(() => bind("c++")).toThrow('VALIDLIB_IMPL should be pure, native, wasm or auto, not "c++"');
});
