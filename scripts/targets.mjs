/** The targets of the addon. The builder, the tests and the workflows read this list. */

/**
 * @typedef {object} Target
 * @property {string} name what it is called on the command line and in workflows
 * @property {string} platform as `process.platform`
 * @property {string} arch as `process.arch`
 * @property {string} [libc] `glibc` or `musl`, on Linux
 * @property {string} zig how the compiler calls it, with the oldest system it is for
 * @property {string} [cpu] the oldest processor it is for, where that is not the compiler's choice
 * @property {string} file of the addon in prebuilds/: what src/engines/native/binding.ts looks for
 */

/** @returns {Target} */
function target(platform, arch, zig, { libc, cpu } = {}) {
  const name = [platform, arch, ...(libc === "musl" ? [libc] : [])].join("-");
  const file = `${platform}-${arch}/${["validlib", ...(libc ? [libc] : []), "node"].join(".")}`;
  return Object.freeze({ name, platform, arch, libc, zig, cpu, file });
}

/** @type {readonly Target[]} */
export const targets = Object.freeze([
  target("linux", "x64", "x86_64-linux-gnu.2.28", { libc: "glibc" }),
  target("linux", "arm64", "aarch64-linux-gnu.2.28", { libc: "glibc" }),
  target("linux", "x64", "x86_64-linux-musl", { libc: "musl" }),
  target("linux", "arm64", "aarch64-linux-musl", { libc: "musl" }),
  target("darwin", "x64", "x86_64-macos.11.0"),
  target("darwin", "arm64", "aarch64-macos.11.0"),
  target("win32", "x64", "x86_64-windows-gnu"),
  target("win32", "arm64", "aarch64-windows-gnu"),
  target("linux", "arm", "arm-linux-gnueabihf.2.28", { libc: "glibc", cpu: "generic+v7a+vfp3d16" }),
  // Not riscv64: the sources compile, but this zig lacks a header of its glibc and cannot assemble its start.S.
]);

/**
 * The targets of these names; all of them if there are none.
 * @param {readonly string[]} names
 * @throws Error for a name that is none of theirs.
 */
export function targetsNamed(names) {
  const unknown = names.filter((name) => !targets.some((target) => target.name === name));
  if (unknown.length > 0) {
    throw new Error(`unknown target ${unknown.join(", ")}; there are ${targets.map(({ name }) => name).join(", ")}`);
  }
  return targets.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** The two symbols of the addon: what Node looks for. */
export const entries = Object.freeze(["napi_register_module_v1", "node_api_module_get_api_version_v1"]);
