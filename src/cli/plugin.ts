/** The plugin for bundlers, which compiles schemas while it bundles: `validlib/plugin`. */
import { readFileSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { createUnplugin, type UnpluginInstance } from "unplugin";
import { expectOptions } from "../core/misspelt.ts";
import type { Answer, Failure, Question } from "./plugin-worker.ts";

/** Options of the plugin. */
export interface PluginOptions {
  /**
   * Also compiles modules that nothing names with `?validlib`: those that import `validlib` and export validators only;
   * with an expression, those of them whose files it matches. They run while the bundler does. Default false.
   */
  readonly compile?: boolean | RegExp | undefined;
  /**
   * The least code, for browsers: validators read plain data only, as `JSON.parse` and `Object.fromEntries` make it.
   * Default false.
   */
  readonly small?: boolean | undefined;
}

const QUERY = "?validlib";
const MARKED = /\?validlib$/;
const SCRIPT = /\.[cm]?[jt]s(?:\?validlib)?$/;
const IMPORTS_LIBRARY = /\bfrom\s*["']validlib(?:\/pure)?["']/;

/**
 * Compiles schemas while a bundler bundles, for Vite, Rollup, Rolldown, webpack, Rspack and esbuild: an import of
 * `./schemas.ts?validlib` has the compiled validators of the module, without the library. What has no compiled form is
 * an error at its line.
 * @throws TypeError for an unknown option, or one of another type.
 * @example export default defineConfig({ plugins: [validlib.vite({ compile: /\/schemas\//u })] });
 */
export const validlib: UnpluginInstance<PluginOptions | undefined, false> = createUnplugin(
  (options: PluginOptions | undefined = {}) => {
    expectOptions(options, ["compile", "small"], "the options of the plugin");
    const { compile = false, small = false } = options;
    if (typeof compile !== "boolean" && !(compile instanceof RegExp))
      throw new TypeError("compile should be true, false or a regular expression");
    if (typeof small !== "boolean") throw new TypeError("small should be true or false");
    const isCompiled = (file: string): boolean => {
      if (compile === false || /[\\/]node_modules[\\/]/.test(file)) return false;
      if (compile !== true && file.search(compile) < 0) return false;
      try {
        return IMPORTS_LIBRARY.test(readFileSync(file, "utf8"));
      } catch {
        // A virtual module.
        return false;
      }
    };
    return {
      name: "validlib",
      enforce: "pre" as const,
      resolveId: {
        filter: { id: MARKED },
        async handler(id: string, importer: string | undefined) {
          const given = id.slice(0, -QUERY.length);
          const from = importer?.replace(/\?.*$/s, "");
          const { resolve: ask } = this as { resolve?: (id: string, from?: string) => Promise<{ id: string } | null> };
          const found = given.startsWith(".") || isAbsolute(given) ? undefined : await ask?.(given, from);
          const base = from === undefined ? process.cwd() : dirname(from);
          return `${found?.id ?? resolve(base, given)}${QUERY}`;
        },
      },
      load: {
        filter: { id: SCRIPT },
        async handler(id: string) {
          const file = id.replace(MARKED, "");
          const isMarked = file !== id;
          if (!isMarked && !isCompiled(file)) return undefined;
          const { code, warnings, lines, error, files } = await compiled({ file, mayStay: !isMarked, small });
          for (const one of files) this.addWatchFile(one);
          for (const one of warnings) this.warn({ message: one, id: file });
          if (error !== undefined) throw failing(error, file);
          return code === undefined ? undefined : { code, map: mapOf(file, lines) };
        },
      },
      // What is loaded is JavaScript, whatever the schema is.
      esbuild: { loader: "js" as const },
    };
  },
);

/** An error as bundlers show it, at the line of the schema. */
function failing({ message, line, column }: Failure, file: string): Error {
  const loc = { file, line, column };
  return Object.assign(new Error(`${message} (${file}:${line}:${column + 1})`), { id: file, loc });
}

function compiled(question: Question): Promise<Answer> {
  const { promise, resolve, reject } = withResolvers<Answer>();
  const name = import.meta.url.endsWith(".ts") ? "./plugin-worker.ts" : "./plugin-worker.js";
  const worker = new Worker(new URL(name, import.meta.url), { workerData: question });
  worker.once("message", (answer: Answer) => {
    resolve(answer);
    void worker.terminate();
  });
  worker.once("error", reject);
  worker.once("exit", () => reject(new Error(`The module '${question.file}' ended the process that compiles it`)));
  return promise;
}

// Promise.withResolvers is newer than Node 20.
function withResolvers<T>() {
  let [resolve, reject]: [(value: T) => void, (error: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((one, other) => {
    [resolve, reject] = [one, other];
  });
  return { promise, resolve, reject };
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** A number as source maps write it: the sign last, five bits a digit, the least first. */
function encoded(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = "";
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += DIGITS[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}

/** The source map: each line of a declaration comes from the line that declares it in the schema. */
function mapOf(file: string, lines: readonly number[]) {
  let before = 0;
  const mappings = lines.map((line) => {
    if (line < 0) return "";
    const segment = `AA${encoded(line - before)}A`;
    before = line;
    return segment;
  });
  const sourcesContent = [readFileSync(file, "utf8")];
  return { version: 3, sources: [file], sourcesContent, names: [], mappings: mappings.join(";") };
}
