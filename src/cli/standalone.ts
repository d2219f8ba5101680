/** Compiled modules with what they use of the runtime inside, so that a process reads nothing else. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, rolldown } from "rolldown";
import { CommandError } from "./failure.ts";
import { importRolldown } from "./rolldown.ts";

const RUNTIME = /^validlib\/runtime(?:\/(\w+))?$/;

/** The file of a module of the runtime. */
function runtimeFile(id: string): string | undefined {
  const [, name = "index"] = RUNTIME.exec(id) ?? [undefined, undefined];
  if (!RUNTIME.test(id)) return undefined;
  const extension = import.meta.filename.endsWith(".ts") ? "ts" : "js";
  return fileURLToPath(new URL(`../runtime/${name}.${extension}`, import.meta.url));
}

/**
 * The same module with what it imports of the runtime.
 * @param out its file: what else it imports stays imported from there.
 * @throws CommandError if rolldown is not installed.
 */
export async function withRuntime(code: string, out: string): Promise<string> {
  const bundler = await importRolldown<{ readonly rolldown: typeof rolldown }>(out);
  if (bundler === undefined)
    throw new CommandError("--standalone needs rolldown in your project: npm install --save-dev rolldown");
  const entry = resolve(out);
  const modules: Plugin = {
    name: "validlib",
    resolveId(id, importer) {
      if (id === entry) return id;
      if (importer !== entry) return null;
      return runtimeFile(id) ?? { id, external: true };
    },
    load: (id) => (id === entry ? { code, moduleType: "js" } : null),
  };
  const bundle = await bundler.rolldown({
    input: entry,
    plugins: [modules],
    platform: "neutral",
    // Programs load it, where dates need it.
    external: /^temporal-polyfill/,
    treeshake: { moduleSideEffects: false },
    experimental: { attachDebugInfo: "none" },
    optimization: { inlineConst: false },
  });
  try {
    const { output } = await bundle.generate({ comments: { annotation: false, jsdoc: false, legal: true } });
    const [header] = code.split("\n", 1);
    return `${header}\n\n${output[0].code}`;
  } finally {
    await bundle.close();
  }
}
