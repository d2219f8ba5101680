/** `validlib build-native`: compiles the addon where the package is installed, and says what happens. */
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
  // The script that runs when the package is installed. Two levels up, from the source and from what is compiled.
  const script = fileURLToPath(new URL("../../scripts/install.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [script, "--talk", ...options], { stdio: "inherit" });
  return status === 0 ? 0 : 2;
}
