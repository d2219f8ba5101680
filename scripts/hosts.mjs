/** Programs that run JavaScript, fetched from npm into the cache. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./zig.mjs";

/** A Node of a major version, for `programOf`. */
export const node = (platform, arch, major) => ({
  target: `${platform}-${arch}`,
  package: `node-${platform === "win32" ? "win" : platform}-${arch}@${major}`,
  file: platform === "win32" ? "bin/node.exe" : "bin/node",
});

/**
 * The program of a host, fetched into the cache unless it is there. Where it cannot be had, nothing is at the path.
 * @param {{ target: string, package: string, file: string }} host
 */
export function programOf(host) {
  const folder = join(cache, "hosts", host.package.replace(/[@/]/g, "_"));
  const file = join(folder, "node_modules", host.package.replace(/(?<=.)@.*$/, ""), host.file);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const args = ["install", "--prefix", folder, "--no-save", "--force", "--ignore-scripts", "--silent", host.package];
    // npm refuses what is for another system, unless the system is said to be that one.
    const [platform, arch] = host.target.split("-");
    args.push(`--os=${platform}`, `--cpu=${arch}`, ...(host.target.endsWith("musl") ? ["--libc=musl"] : []));
    spawnSync("npm", args, { stdio: "ignore" });
  }
  return file;
}
