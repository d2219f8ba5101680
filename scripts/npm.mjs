/** Runs npm. It is a script, which Windows starts in a shell only; Node itself never needs one. */
import { spawnSync } from "node:child_process";

/**
 * A command for the shell of Windows, which gets one text: Node warns of arguments beside it (DEP0190), as it would not
 * quote them. Folders often have spaces.
 * @param {string[]} args
 */
export const commandLine = (args) =>
  ["npm", ...args].map((one) => (/^[\w./:=@\\-]+$/.test(one) ? one : `"${one}"`)).join(" ");

/**
 * @param {string[]} args
 * @param {import("node:child_process").SpawnSyncOptions} options
 * @param {NodeJS.Platform} platform
 * @returns {import("node:child_process").SpawnSyncReturns<string>}
 */
export function npm(args, options = {}, platform = process.platform) {
  const all = { encoding: "utf8", maxBuffer: 2 ** 28, ...options };
  return platform === "win32" ? spawnSync(commandLine(args), { ...all, shell: true }) : spawnSync("npm", args, all);
}
