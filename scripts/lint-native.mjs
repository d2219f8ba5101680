/**
 * Looks over the C++ sources: node scripts/lint-native.mjs [--fix]. Their format (clang-format), a build of the core,
 * its tests and the addon with clang (every warning is an error), and clang-tidy. Needs clang-19, clang-format-19 and
 * clang-tidy-19 (VALIDLIB_CLANG names another version); the build goes to build-lint/.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const version = process.env.VALIDLIB_CLANG ?? "19";
const build = join(root, "build-lint");
const cmake = createRequire(import.meta.url).resolve("cmake-js/bin/cmake-js");
const sources = readdirSync(join(root, "native"), { recursive: true })
  .filter((name) => /\.[ch]pp$/.test(name))
  .map((name) => join("native", name));
// .clang-tidy says which headers.
const compiled = sources.filter((name) => name.endsWith(".cpp") && /^native.(core|node)/.test(name));

function run(title, command, args) {
  process.stderr.write(`${title} ...`);
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, CC: `clang-${version}`, CXX: `clang++-${version}` },
    maxBuffer: 2 ** 28,
  });
  process.stderr.write(status === 0 ? " clean\n" : " failed\n");
  if (status === 0) return;
  process.stderr.write(error ? `${error.message}\n` : `${stdout}${stderr}`);
  process.exit(1);
}

const format = process.argv.includes("--fix") ? ["-i"] : ["--dry-run", "--Werror"];
run("clang-format", `clang-format-${version}`, [...format, ...sources]);
run("clang", process.execPath, [cmake, "compile", "-d", "native", "-O", build, "-l", "error"]);
run("clang-tidy", `clang-tidy-${version}`, ["-p", build, "--quiet", ...compiled]);
