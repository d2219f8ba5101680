/**
 * What the published package carries: all that it needs to compile its addon, nothing of the workshop, not too much of
 * anything, and types for everybody.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import * as library from "../src/index.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { files: string[] };
const LOCALES = "ar de en es fa fr he hi id it ja ko nl pl pt ru tr uk vi zh-CN zh-TW".split(" ");
const vendored = (...args: string[]): string =>
  execFileSync(process.execPath, [join(root, "scripts/vendored.mjs"), ...args], { encoding: "utf8" }).trim();

test("every file that its scripts and its compile need is among the files of the package", () => {
  for (const file of ["native/vendor", "binding.gyp", "dist", "prebuilds"]) {
    expect(manifest.files).toContain(file);
  }
  for (const file of manifest.files.filter((name) => name.startsWith("scripts/"))) {
    const text = readFileSync(join(root, file), "utf8");
    const used = Array.from(text.matchAll(/"(scripts\/[\w-]+\.mjs)"/g), ([, name]) => name as string);
    expect(manifest.files).toEqual(expect.arrayContaining(used));
    // Nothing that is a development dependency is imported by name.
    expect(Array.from(text.matchAll(/^import .* from "(?!node:|\.)([^"]+)"/gm), ([, name]) => name)).toEqual([]);
  }
  const gyp = readFileSync(join(root, "binding.gyp"), "utf8");
  for (const [, script] of gyp.matchAll(/node (scripts\/[\w-]+\.mjs)/g)) expect(manifest.files).toContain(script);
});

test("no flag of the compile has the path of the folder, which may have a space", () => {
  const gyp = readFileSync(join(root, "binding.gyp"), "utf8");
  expect(gyp).toContain("--version-script=../native/node/exports.map");
  expect(gyp).not.toMatch(/module_root_dir|PRODUCT_DIR/);
});

test("nothing of the workshop is", () => {
  for (const file of ["native", "native/test", "native/fuzz", "scripts", "test", "bench", "playground", "src"]) {
    expect(manifest.files).not.toContain(file);
  }
});

test("in a clone the sources of others are found among the packages, relative to binding.gyp", () => {
  for (const [name, file] of [
    ["simdjson", "simdjson.cpp"],
    ["node-addon-api", "napi.h"],
  ] as const) {
    const folder = vendored(name);
    expect(folder).not.toMatch(/^\/|\\/);
    expect(existsSync(join(root, folder, file))).toBe(true);
  }
  expect(spawnSync(process.execPath, [join(root, "scripts/vendored.mjs"), "other"]).status).toBe(2);
});

test("the install script exits with 0 and prints nothing, even where it can do nothing", () => {
  const empty = mkdtempSync(join(tmpdir(), "validlib-install-"));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts/install.mjs")], {
      cwd: empty,
      env: { VALIDLIB_IMPL: "pure", PATH: empty },
      encoding: "utf8",
    });
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  } finally {
    rmSync(empty, { recursive: true });
  }
});

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), "validlib-package-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe("the tarball", () => {
  interface Packed {
    readonly size: number;
    readonly unpackedSize: number;
    readonly files: readonly { readonly path: string; readonly size: number }[];
  }
  let packed: Packed;
  /** What is in it, with the packages that it depends on beside it. */
  let folder: string;

  beforeAll(async () => {
    const { stage, pack } = await import(pathToFileURL(join(root, "scripts/pack.mjs")).href);
    folder = mkdtempSync(join(tmpdir(), "validlib-pack-"));
    stage(folder);
    packed = pack(folder, folder);
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs Node where the tarball was unpacked, on the engine that is there without an addon. */
  function node(args: readonly string[], input = ""): string {
    const env = { ...process.env, VALIDLIB_IMPL: "pure" };
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, input, encoding: "utf8" });
    return stdout + stderr;
  }

  test("has a plugin for Fastify that checks all formats by itself", () => {
    const code = `
      import Fastify from "fastify";
      import { validlib } from "validlib/fastify";
      const app = Fastify().register(validlib, { jsonSchemas: true });
      const body = (format) => ({ type: "object", properties: { a: { type: "string", format } } });
      app.register(async (inner) => {
        for (const format of ["byte", "iso-time", "iban"]) inner.post("/" + format, { schema: { body: body(format) } }, () => "");
      });
      for (const url of ["/byte", "/iso-time", "/iban"]) {
        console.log((await app.inject({ method: "POST", url, payload: { a: "@@@" } })).statusCode);
      }`;
    expect(node(["--input-type=module", "-e", code])).toBe("422\n422\n422\n");
  });

  test("has what users need, and nothing else", () => {
    const paths = packed.files.map(({ path }) => path);
    const places = paths.map((path) => path.replace(/^((?:native|prebuilds|scripts)\/[^/]+|[^/]+).*$/s, "$1"));
    const prebuilds = places.filter((place) => place.startsWith("prebuilds/"));
    expect(new Set(places.filter((place) => !place.startsWith("prebuilds/")))).toEqual(
      new Set([
        ...["LICENSE", "README.md", "CHANGELOG.md", "package.json", "binding.gyp", "cjs", "dist"],
        "native/vendor",
        ...["build-native", "install", "prepare", "vendored"].map((name) => `scripts/${name}.mjs`),
      ]),
    );
    expect(prebuilds).toContain("prebuilds/README.md");
    expect(paths.filter((path) => /\.(ts|cts)$/.test(path) && !/\.d\.c?ts$/.test(path))).toEqual([]);
    expect(paths.filter((path) => /test|fuzz|\.map$/.test(path))).toEqual([]);
  });

  test("has the licence of all that is in its binaries", () => {
    const all = readFileSync(join(folder, "prebuilds/LICENSES.txt"), "utf8");
    for (const name of ["@nozbe/simdjson/LICENSE", "node-addon-api/LICENSE.md"])
      expect(all, name).toContain(readFileSync(join(root, "node_modules", name), "utf8").trim());
    for (const name of ["libc++", "libunwind", "compiler-rt", "wasi-libc"]) expect(all).toContain(name);
    expect(all).toContain("LLVM Exceptions to the Apache 2.0 License");
  });

  test("has its modules joined to a few files", () => {
    const scripts = packed.files.map(({ path }) => path).filter((path) => /^dist\/.*\.js$/.test(path));
    expect(scripts.sort()).toEqual([
      "dist/cli/build-native.js",
      "dist/cli/command.js",
      "dist/cli/compile-module.js",
      "dist/cli/failure.js",
      "dist/cli/main.js",
      "dist/cli/plugin-worker.js",
      "dist/cli/plugin.js",
      ...["arrow", "layout", "read"].map((name) => `dist/columns/${name}.js`),
      "dist/core/contracts.js",
      "dist/engines/native/engine.js",
      "dist/engines/native/node.js",
      "dist/exc.js",
      "dist/fast-check/index.js",
      "dist/index.js",
      "dist/interop/compiled/compile.js",
      "dist/interop/zod/convert.js",
      "dist/interop/zod/index.js",
      "dist/library.js",
      "dist/lines/filter.js",
      "dist/lines/lines.js",
      "dist/lines/values.js",
      "dist/openapi.js",
      "dist/pure.js",
      "dist/rolldown-runtime.js",
      ...["formats", "index", "more", "shared"].map((name) => `dist/runtime/${name}.js`),
      "dist/servers/express.js",
      "dist/servers/fastify.js",
      "dist/servers/fetch.js",
      "dist/servers/hono.js",
      "dist/servers/nest.js",
      "dist/servers/requests.js",
      ...LOCALES.map((code) => `dist/text/locales/${code}.js`),
      "dist/wasm.js",
    ]);
  });

  test("has code with names and a line for each statement, as stack traces show them", () => {
    const code = 'import { Check } from "validlib"; Check(() => { throw new Error("mine"); })("value");';
    expect(node(["--input-type=module", "-e", code])).toMatch(/ at \w+\.check \(file:.*library\.js:\d{3,}:\d{1,3}\)/);
    for (const name of ["dist/library.js", "cjs/library.cjs"]) {
      const lines = readFileSync(join(folder, name), "utf8").split("\n");
      expect(lines.filter((line) => line.length > 5000)).toEqual([]);
    }
  });

  test("has the declarations that its own need and that programs name in theirs, and no others", () => {
    const declarations = readFileSync(join(root, "test/types/declarations.ts"), "utf8");
    const program = projectWith(folder, {
      "package.json": '{ "type": "module" }',
      "schema.cts": SCHEMA,
      "schema.mts": SCHEMA,
      "declarations.mts": declarations.replaceAll('"../../src/index.ts"', '"validlib"'),
    });
    const language = ["--target", "es2022", "--lib", "es2023,dom,dom.iterable", "--module", "nodenext", "--types", ""];
    const options = ["--strict", "--exactOptionalPropertyTypes", ...language];
    expect(tsc(program, [...options, "--declaration", "--outDir", "out", "declarations.mts"])).toBe("");
    expect(tsc(program, [...options, "--noEmit", "schema.cts", "schema.mts"])).toBe("");
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toContain("dist/validators/dict.d.ts");
    expect(
      paths.filter((path) => /^dist\/(?:cli|engines\/native|interop\/source\/tokens)\b.*\.d\.ts$/.test(path)),
    ).toEqual(["dist/cli/plugin.d.ts"]);
    const declared = (path: string): string => readFileSync(join(folder, "dist", path), "utf8");
    expect(declared("servers/express.d.ts")).toContain("declare global");
    expect(declared("servers/problem.d.ts")).not.toContain("summaryOf");
  });

  test("has the same in CommonJS, for those whose require() takes no ES module", () => {
    const script = `
      const servers = ["express", "fastify", "fetch", "hono", "nest"].map((name) => "servers/" + name);
      const names = ["core/contracts", "exc", "openapi", "pure", "fast-check/index", "interop/zod/index", ...servers];
      const index = require("./cjs/index.cjs");
      const others = names.map((name) => require("./cjs/" + name + ".cjs"));
      const modules = Object.keys(require.cache).filter((path) => /validlib-pack.*[.]js$/.test(path));
      console.log(JSON.stringify([
        Object.keys(index).sort(),
        others.every((one) => Object.keys(one).length > 0),
        others[1].ValidationError === index.ValidationError,
        String(index.Dict({ day: index.Date({ format: "iso" }) }).json('{"day":"2026-02-03"}').day),
        modules,
      ]));`;
    const names = Object.keys(library).sort();
    expect(JSON.parse(node(["-e", script]))).toEqual([names, true, true, "2026-02-03", []]);
  });

  test.each(["./cjs/index.cjs", "./dist/index.js"])(
    "does in %s what the sources do when they are imported",
    (entry) => {
      const imported = readFileSync(join(root, "src/index.ts"), "utf8").matchAll(/^import "\.\/(.+)\.ts";$/gm);
      const names = Array.from(imported, ([, name]) => name);
      expect(names).toEqual([
        "core/compiled-members",
        "engines/fast/select-runner",
        "text/formats/use",
        "interop/jsonschema/use",
        "engines/native/use",
      ]);
      const script = `import("${entry}").then((names) => {
      const { Str, List, engine } = "Str" in names ? names : names.default;
      const iban = Str({ format: "iban" });
      List(Object.assign(() => 1, { safeJson: () => 1, "~standard": {} }));
      const { input } = iban["~standard"].jsonSchema;
      console.log(iban.is("GB82 WEST 1234 5698 7654 32"), input({ target: "draft-2020-12" }).type, engine().reason);
    })`;
      expect(node(["-e", script])).toMatch(/^true string .*VALIDLIB_IMPL/);
    },
  );

  test.each(["./cjs/index.cjs", "./dist/index.js"])("has dates in %s where require() takes no ES module", (entry) => {
    const script = `
      const { createRequire } = require("node:module");
      const { getBuiltinModule } = process;
      const loader = {
        createRequire: (from) => (id) => {
          if (!id.endsWith(".cjs")) throw new SyntaxError("Cannot use import statement outside a module");
          return createRequire(from)(id);
        },
      };
      delete globalThis.Temporal;
      process.getBuiltinModule = (id) => (id === "module" ? loader : getBuiltinModule(id));
      import("${entry}").then(({ Datetime }) => {
        console.log(String(Datetime({ format: "rfc3339" })("2026-02-03T04:05:06Z")));
      });`;
    expect(node(["-e", script])).toBe("2026-02-03T04:05:06+00:00[UTC]\n");
    const copy = readFileSync(join(folder, "cjs/temporal-polyfill.cjs"), "utf8");
    expect(copy).toContain(readFileSync(join(root, "node_modules/temporal-polyfill/LICENSE"), "utf8").trim());
  });

  test("has the calls that @vercel/nft understands, as it understands them", () => {
    const [engine, node] = ["engine", "node"].map((name) =>
      readFileSync(join(folder, `dist/engines/native/${name}.js`), "utf8"),
    );
    const inNode = `${engine}${node}`;
    const library = readFileSync(join(folder, "dist/library.js"), "utf8");
    for (const [code, ...required] of [
      [inNode, "node-gyp-build"],
      [library, "temporal-polyfill/implementation", "../cjs/temporal-polyfill.cjs"],
    ] as const) {
      expect(code).toContain("const require=module.createRequire(");
      for (const id of required) expect(code).toContain(`require("${id}")`);
    }
  });

  test("has each language as a sub-path for import and require, as plain data in a file without imports", () => {
    const names = JSON.stringify(LOCALES);
    const byImport = `
      const { Str } = await import("validlib");
      const locales = await Promise.all(${names}.map((code) => import("validlib/locales/" + code)));
      console.log(JSON.stringify(locales.map((one) => {
        const [locale] = Object.values(one);
        return [locale.code, Str().safe(5, { locale }).error.issues[0].message];
      })));`;
    const byRequire = `
      const { Str } = require("./cjs/index.cjs");
      console.log(JSON.stringify(${names}.map((code) => {
        const [locale] = Object.values(require("./cjs/text/locales/" + code + ".cjs"));
        return [locale.code, Str().safe(5, { locale }).error.issues[0].message];
      })));`;
    const imported = JSON.parse(node(["--input-type=module", "-e", byImport])) as [string, string][];
    expect(imported.map(([code]) => code)).toEqual(LOCALES);
    expect(new Set(imported.map(([, message]) => message)).size).toBe(LOCALES.length);
    expect(JSON.parse(node(["-e", byRequire]))).toEqual(imported);
    const types = new Set(packed.files.map(({ path }) => path));
    for (const code of LOCALES) {
      expect([types.has(`dist/text/locales/${code}.d.ts`), types.has(`cjs/locales/${code}.d.cts`)]).toEqual([
        true,
        true,
      ]);
      const text = readFileSync(join(folder, `dist/text/locales/${code}.js`), "utf8");
      if (code !== "en") expect(text).not.toMatch(/import|require/);
    }
    // Nothing of them is in the files that all programs load.
    expect(readFileSync(join(folder, "dist/library.js"), "utf8")).not.toContain("Zeichenkette");
  });

  test("has one copy of each class, whatever sub-paths are imported, and the names of the modules", async () => {
    const script = `
      const names = ["validlib", "validlib/pure", "validlib/exc", "validlib/contracts"];
      const [index, pure, exc, contracts] = await Promise.all(names.map((name) => import(name)));
      const differ = (a, b) => Object.keys(a).filter((key) => a[key] !== b[key]);
      console.log(JSON.stringify({
        names: [index, pure, exc, contracts].map((one) => Object.keys(one).sort()),
        differ: [differ(pure, index), differ(exc, index), differ(contracts, index.contracts), differ(exc, index.exc)],
        same: contracts.ValueError === exc.ValueError,
      }));`;
    const { names, differ, same } = JSON.parse(node(["--input-type=module", "-e", script]));
    const sources: object[] = await Promise.all([
      import("../src/index.ts"),
      import("../src/pure.ts"),
      import("../src/exc.ts"),
      import("../src/core/contracts.ts"),
    ]);
    expect(names).toEqual(sources.map((module) => Object.keys(module).sort()));
    expect([differ, same]).toEqual([[[], [], [], []], true]);
  });

  test("has servers that know the errors of the library, none of which needs its framework", () => {
    const script = `
      import { Int, ValidationError } from "validlib";
      import { readJson } from "validlib/fetch";
      const servers = await Promise.all(["fastify", "express", "hono", "fetch", "nest"].map((name) => import("validlib/" + name)));
      const headers = { "content-type": "application/json" };
      const request = new Request("http://localhost/", { method: "POST", body: "x", headers });
      const error = await readJson(request, Int()).catch((error) => error);
      const classes = new Set(servers.map((one) => one.ProblemError));
      console.log(error.status, error.cause instanceof ValidationError, classes.size);`;
    const code = ["express", "fastify", "fetch", "hono", "nest", "requests"].map((name) =>
      readFileSync(join(folder, `dist/servers/${name}.js`), "utf8"),
    );
    expect(code.join("\n")).not.toMatch(/from ?"(?!\.)/);
    expect(node(["--input-type=module", "-e", script])).toBe("400 true 1\n");
  });

  test("has the command, which knows the validators of a program that imports the library", () => {
    const schema = 'import { Dict, Int } from "validlib"; export default Dict({ a: Int() });';
    writeFileSync(join(folder, "schema.mjs"), schema);
    const check = (text: string): string => node(["dist/cli/main.js", "check", "--schema", "schema.mjs", "-"], text);
    expect(check('{"a":"b"}')).toContain("Expected an integer, got a string");
    expect(check('{"a":1}')).not.toContain("Expected");
  });

  /** What a bundler makes of a program that imports some names: the code, and its size minified and compressed. */
  async function bundled(names: string): Promise<{ size: number; code: string }> {
    const input = join(temporary(), "entry.js");
    const from = JSON.stringify(join(folder, "dist/pure.js"));
    writeFileSync(input, `import { ${names} } from ${from};\nglobalThis.used = [${names}];\n`);
    const bundler = await rolldown({ input, external: ["apache-arrow", "csv-parse"] });
    const { output } = await bundler.generate({ minify: true });
    // What reads lines, or makes columns of them, is loaded when it is called.
    const [{ code }, ...later] = output;
    const others = later.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : [chunk.fileName]));
    expect(others.filter((id) => !/[\\/](?:lines|columns)[\\/]|^\0rolldown/.test(id))).toEqual([]);
    const size = gzipSync(code).length;
    console.info(`validlib/pure, ${names}: ${size} bytes, minified and compressed`);
    return { size, code };
  }

  test.each([
    ["Int", 48_200],
    ["Dict, Int, List, Str", 85_700],
    ["load", 113_400],
    ["contracts, exc, load", 115_150],
  ])(
    "costs a bundle that uses no more than %s of validlib/pure less than %d bytes on the wire",
    async (names, most) => {
      const { size } = await bundled(names);
      expect(size).toBeGreaterThan(10_000);
      expect(size).toBeLessThan(most);
    },
  );

  test("puts what needs Node, or makes code of text, into no bundle of validlib/pure", async () => {
    const [engine, node] = ["engine", "node"].map((name) =>
      readFileSync(join(folder, `dist/engines/native/${name}.js`), "utf8"),
    );
    const inNode = `${engine}${node}`;
    const { code } = await bundled("contracts, exc, load");
    for (const mark of ["VALIDLIB_IMPL", "new Function(", '"node:']) {
      expect(inNode).toContain(mark);
      expect(code).not.toContain(mark);
    }
    // What makes JSON Schemas is for those who call it, and for Node; and so are most formats.
    for (const mark of ["prefixItems", "AD24AE23", "RGI_Emoji"]) expect(code).not.toContain(mark);
    expect((await bundled("useAllFormats")).code).toContain("AD24AE23");
    // Without a Str there are no formats at all.
    expect((await bundled("Int")).code).not.toContain("IPv6");
  });

  test("leaves the validators that nobody uses out of a bundle, but not where data may name them", async () => {
    const run = (code: string): string => {
      const file = join(folder, "bundle.mjs");
      writeFileSync(
        file,
        `${code};\nconst [{ load }, data] = [globalThis.used[0], ${JSON.stringify({ __class__: "Str" })}];
try { console.log(String((load ?? globalThis.used[0])(data))); } catch (error) { console.log(String(error)); }`,
      );
      return node([file]).trim();
    };
    expect(run((await bundled("Int")).code)).toBe("KeyError: Class 'Str' is not registered");
    expect(run((await bundled("load")).code)).toBe("<Str()>");
  });

  test.each([
    ["pure", "Float, List", "String(List(Float(), { as: 'Float32Array' }).json('[1, 2.5]'))", "1,2.5"],
    ["pure", "Int, List", "String(List(Int(), { as: 'Uint8Array' }).json('[1, 2]'))", "1,2"],
    ["pure", "List, Str", "List(Str(), { as: 'Float64Array' })", "List.item should be Float or Int for 'Float64Array'"],
    ["wasm", "List, Validator", `new (class Set extends Validator { check = Number })().json('"5"')`, "5"],
  ])("needs no other class: a bundle of validlib/%s, %s runs %s", async (entry, names, program, result) => {
    const input = join(temporary(), "entry.js");
    const from = JSON.stringify(join(folder, `dist/${entry}.js`));
    const used = `try { console.log(${program}); } catch (error) { console.log(error.message); }`;
    writeFileSync(input, `import { ${names} } from ${from};\n${used}\n`);
    const [{ code }] = (await (await rolldown({ input })).generate()).output;
    const file = join(folder, "program.mjs");
    writeFileSync(file, code);
    expect(node([file]).trim()).toBe(result);
  });

  /** Bytes of the packages that are installed with it. */
  function sizeOfDependencies(): number {
    const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const all = new Set(Object.keys(dependencies));
    let size = 0;
    for (const name of all) {
      const home = join(root, "node_modules", name);
      for (const one of Object.keys(JSON.parse(readFileSync(join(home, "package.json"), "utf8")).dependencies ?? {}))
        all.add(one);
      for (const entry of readdirSync(home, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) size += statSync(join(entry.parentPath, entry.name)).size;
    }
    return size;
  }

  test("has in its pages no link to a file that is not in it", () => {
    const paths = new Set(packed.files.map(({ path }) => path));
    const pages = [...paths].filter((path) => path.endsWith(".md"));
    expect(pages).toEqual(expect.arrayContaining(["README.md", "CHANGELOG.md", "prebuilds/README.md"]));
    for (const page of pages) {
      const text = readFileSync(join(folder, page), "utf8");
      const targets = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target as string);
      const missing = targets
        .filter((target) => !/^(?:https?:|mailto:|#)/.test(target))
        .filter((target) => !paths.has(posix.join(posix.dirname(page), target.replace(/#.*/, ""))));
      expect(missing, page).toEqual([]);
    }
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    const { repository, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const home = repository.url.replace(/^git\+|\.git$/g, "");
    expect(readme).toContain(`](${home}/blob/v${version}/docs/cli.md)`);
    expect(readme).toContain(`](${home}/raw/v${version}/docs/performance/readme.svg)`);
  });

  test("has pages whose links are put back when it has been packed", async () => {
    const { absolute, relative } = await import(pathToFileURL(join(root, "scripts/links.mjs")).href);
    const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const page of ["README.md", "CHANGELOG.md", "prebuilds/README.md"]) {
      const text = readFileSync(join(root, page), "utf8");
      expect(absolute(text, page, own)).not.toBe(text);
      expect(relative(absolute(text, page, own), page, own)).toBe(text);
    }
  });

  test("unpacks its sources and those of others where it is compiled, byte by byte", () => {
    const script = join(folder, "scripts/vendored.mjs");
    // As where it is installed: the packages of the workshop are not beside it.
    const modules = join(folder, "node_modules");
    rmSync(modules);
    try {
      for (const [source, file] of [
        ["simdjson", "@nozbe/simdjson/src/simdjson.cpp"],
        ["simdjson", "@nozbe/simdjson/src/simdjson.h"],
        ["node-addon-api", "node-addon-api/napi.h"],
      ] as const) {
        const place = execFileSync(process.execPath, [script, source], { encoding: "utf8" }).trim();
        expect(place).toBe(`build/vendor/${source}`);
        const unpacked = readFileSync(join(folder, place, posix.basename(file)));
        expect(unpacked.equals(readFileSync(join(root, "node_modules", file)))).toBe(true);
      }
      const ours = ["native/core", "native/node"].flatMap((path) =>
        readdirSync(join(root, path), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
      );
      expect(ours.length).toBeGreaterThan(100);
      for (const { parentPath, name } of ours) {
        const file = join(parentPath, name);
        expect(readFileSync(join(folder, relative(root, file))).equals(readFileSync(file)), file).toBe(true);
      }
    } finally {
      for (const name of ["build", "native/core", "native/node"])
        rmSync(join(folder, name), { recursive: true, force: true });
      symlinkSync(join(root, "node_modules"), modules, "junction");
    }
  });

  test("stays within its budget, packed and unpacked", () => {
    const sizeOf = (where: RegExp) =>
      packed.files.filter(({ path }) => where.test(path)).reduce((sum, { size }) => sum + size, 0);
    const binaries = packed.files.filter(({ path }) => path.endsWith(".node"));
    // The WebAssembly module: by itself, and compressed as text.
    const wasm = /\.wasm$|^(?:dist|cjs)\/wasm\.c?js$/;
    expect(sizeOf(/\.wasm$/)).toBeLessThan(512_000);
    expect(sizeOf(/^(?:dist|cjs)\/wasm\.c?js$/)).toBeLessThan(240_500);
    expect(sizeOf(/^dist\/(?!text\/locales\/|wasm\.js).*\.js$/)).toBeLessThan(1_725_000);
    expect(sizeOf(/^dist\/.*\.d\.ts$/)).toBeLessThan(400_000);
    expect(sizeOf(/^cjs\/(?!(?:text\/)?locales\/|wasm\.cjs)/)).toBeLessThan(1_160_000);
    // 21 languages, once for import and once for require.
    expect(sizeOf(/^(?:dist|cjs)\/(?:text\/)?locales\//)).toBeLessThan(21 * 2 * 6700);
    expect(sizeOf(/^native\/vendor\/validlib/)).toBeLessThan(147_000);
    expect(sizeOf(/^native\/vendor\/(?!validlib)/)).toBeLessThan(255_000);
    // With the packages that it depends on, without binaries: what a disk has of it.
    expect(packed.unpackedSize - sizeOf(/\.node$/) - sizeOf(wasm) + sizeOfDependencies()).toBeLessThan(5_250_000);
    for (const { path, size } of binaries) expect(size, path).toBeLessThan(1_000_000);
    // They pack to about two fifths.
    expect(packed.size).toBeLessThan(1_525_000 + 290_000 + 450_000 * binaries.length);
  });
});

/** A project in which the package is installed. */
function projectWith(library: string, files: Readonly<Record<string, string>>): string {
  const folder = temporary();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(library, join(folder, "node_modules/validlib"), "junction");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** What the compiler says. */
function tsc(folder: string, args: readonly string[]): string {
  const bin = join(root, "node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: "utf8" }).stdout;
}

const SCHEMA = `import { Dict, Int, List, Str, type Infer, type Validator } from "validlib";
import { formatError } from "validlib/exc";
import { Int as PureInt } from "validlib/pure";
import { expectFlag } from "validlib/contracts";
import { openapi } from "validlib/openapi";
import { validate } from "validlib/express";
import { validlib } from "validlib/fastify";
import { readJson } from "validlib/fetch";
import { validator } from "validlib/hono";
import { de } from "validlib/locales/de";
import { zhTW } from "validlib/locales/zh-TW";
const schema = Dict({ id: Int(), tags: List(Str()) }, { optional: ["tags"] });
const value: Infer<typeof schema> = schema.json("{}");
const id: number = value.id;
// @ts-expect-error: there are types, and this is the wrong one
const wrong: string = value.id;
const list: Validator<number>[] = [Int(), PureInt()];
export const servers = [validate({ body: schema }), validlib, readJson, validator("json", schema)];
export const messages = [schema.safe({}, { locale: de }), validate({ body: schema, locales: [de, zhTW] })];
export { expectFlag, formatError, id, list, openapi, schema };
`;

describe("TypeScript takes the package", () => {
  test.each(["node16", "node18", "nodenext"])("with module: %s, in both kinds of files", (module) => {
    const both = `import { schema } from "./schema.cjs";
import { type Infer, List } from "validlib";
export const ids: number[] = (List(schema).json("[]") satisfies Infer<typeof schema>[]).map(({ id }) => id);
`;
    const folder = projectWith(root, { "schema.cts": SCHEMA, "other.mts": SCHEMA, "both.mts": both });
    const options = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2023,esnext.temporal", "--types", ""];
    const files = ["schema.cts", "other.mts", "both.mts"];
    expect(tsc(folder, [...options, "--module", module, ...files])).toBe("");
  });

  test("with no more types of the language than those of ES2020", () => {
    const folder = projectWith(root, {
      "old.mts": `import { Dict, type Infer, Int, fromJsonSchema } from "validlib";
import { SchemaError, ValueError } from "validlib/exc";
const schema = Dict({ id: Int() });
export const value: Infer<typeof schema> = { id: 1 };
export const error: ValueError = new SchemaError();
export { fromJsonSchema };
`,
    });
    const options = ["--strict", "--noEmit", "--target", "es2020", "--lib", "es2020,dom,dom.iterable", "--types", ""];
    expect(tsc(folder, [...options, "--module", "nodenext", "old.mts"])).toBe("");
  });
});

test("CommonJS and ES modules get the same library", () => {
  const folder = projectWith(root, {
    "main.cjs": `const names = ["", "/pure", "/exc", "/contracts", "/openapi", "/fast-check", "/zod", "/fastify", "/hono", "/locales/de"]
  .concat(["/express", "/fetch", "/nest"]);
const entries = names.map((name) => "validlib" + name);
Promise.all(entries.map(async (name) => {
  const [one, other] = [require(name), await import(name)];
  return Object.keys(other).length > 0 && Object.keys(other).every((key) => one[key] === other[key]);
})).then((same) => console.log(same.join()));`,
  });
  // Node 20 says that require of an ES module is new, unless the one who requires is a package.
  const { stdout } = spawnSync(process.execPath, ["--preserve-symlinks", "main.cjs"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stdout).toBe(`${Array(13).fill(true).join()}\n`);
});

describe("the name of the package", () => {
  test("stands in package.json only, so that a scope can be put in front of it", () => {
    const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    expect(sources.length).toBeGreaterThan(50);
    for (const name of sources) {
      expect(readFileSync(join(root, "src", name), "utf8"), name).not.toMatch(/(?:from|import|require)[ (]+"validlib/);
    }
    for (const name of readdirSync(join(root, "cjs")).filter((name) => name.endsWith(".cts"))) {
      expect(readFileSync(join(root, "cjs", name), "utf8"), name).not.toContain("validlib");
    }
  });
});
