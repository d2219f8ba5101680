/** `validlib build-native`: compiles the addon in the installed package, with progress messages. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const USAGE = "validlib: build-native has one option, --force: compile even where there is an addon that works\n";

/** @returns the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const options = argv.slice(1);
  if (options.some((option) => option !== "--force")) {
    process.stderr.write(USAGE);
    return 2;
  }
  // The install script of the package. It is two levels up, from the sources and from the compiled files.
  const script = fileURLToPath(new URL("../../scripts/install.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [script, "--talk", ...options], { stdio: "inherit" });
  return status === 0 ? 0 : 2;
}
