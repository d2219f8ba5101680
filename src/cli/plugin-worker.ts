/** Compiles one module in a thread of its own, so that each run loads it, and what it imports, anew: for the plugin. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { Node } from "../interop/compiled/free.ts";
import { CompileError } from "../interop/compiled/nodes.ts";
import { compileModule, defaultName } from "./compile-module.ts";
import { describe, isThrown } from "./failure.ts";
import { findParser, importedBy, type Parse, parsed } from "./functions.ts";
import { importModule } from "./module.ts";

/** What the plugin gets. */
export interface Answer {
  /** The compiled module; undefined if there is an error, or nothing to compile. */
  readonly code?: string | undefined;
  readonly warnings: readonly string[];
  /** For each line of the code, the line of the schema that it comes from; -1 if it comes from none. */
  readonly lines: readonly number[];
  readonly error?: Failure | undefined;
  /** The files that it depends on. */
  readonly files: readonly string[];
}

/** Where a schema cannot be compiled. The first line is 1, the first column 0. */
export interface Failure {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What the plugin asks for. */
export interface Question {
  readonly file: string;
  /** The module was not asked for: one that exports anything else than validators stays as it is. */
  readonly mayStay: boolean;
  /** The module reads plain data only: see `compile`. */
  readonly small: boolean;
}

const NOTHING = { warnings: [], lines: [] };

async function answer({ file, mayStay, small }: Question): Promise<Answer> {
  const text = await readFile(file, "utf8");
  const parse = await findParser(file);
  let body: readonly Node[] = [];
  const files = [file];
  try {
    if (parse !== undefined) {
      body = parsed(file, text, parse);
      await collect(file, body, parse, files);
    }
    if (mayStay && !(await exportsOnlyValidators(file))) {
      const why = `'${file}' is not compiled: it exports more than validators`;
      return { ...NOTHING, warnings: [why], files };
    }
    const { code, warnings } = await compileModule(file, file, small);
    const hasDefault = Object.hasOwn(await importModule(file), "default");
    const all = hasDefault ? `${code}export default ${defaultName(file)};\n` : code;
    return { code: all, warnings, lines: linesOf(all, text, body), files };
  } catch (error) {
    return { ...NOTHING, error: failureOf(error, text, body), files };
  }
}

async function exportsOnlyValidators(file: string): Promise<boolean> {
  const all = Object.values(await importModule(file));
  return all.length > 0 && all.every((one) => typeof one === "function" && "safeJson" in one && "~standard" in one);
}

const EXTENSIONS = ["", ".ts", ".mts", ".js", ".mjs", "/index.ts", "/index.js"];

/** Collects the files of the project that a module imports, and those that these import. */
async function collect(file: string, body: readonly Node[], parse: Parse, files: string[]): Promise<void> {
  for (const specifier of importedBy(body)) {
    if (!specifier.startsWith(".")) continue;
    const path = resolve(dirname(file), specifier);
    const candidates = [...EXTENSIONS.map((end) => path + end), path.replace(/\.([cm]?)js$/, ".$1ts")];
    const found = candidates.find((one) => /\.[cm]?[jt]sx?$/.test(one) && existsSync(one));
    if (found === undefined || files.includes(found)) continue;
    files.push(found);
    await collect(found, parsed(found, await readFile(found, "utf8"), parse), parse, files);
  }
}

/** The declarations of a module, by name. */
function declaredIn(body: readonly Node[]): Map<string, Node> {
  const statements = body.map((node) => (node.declaration as Node | undefined) ?? node);
  const declarators = statements.flatMap(({ declarations }) => (declarations ?? []) as readonly Node[]);
  return new Map(declarators.map((one) => [String((one.id as Node).name), one]));
}

const startOf = (node: Node | undefined): number => Number(node?.start ?? 0);

/** Counted from 0. */
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length - 1;

function linesOf(code: string, text: string, body: readonly Node[]): number[] {
  const declared = declaredIn(body);
  let at = -1;
  return code.split("\n").map((line) => {
    const name = /^(?:export )?(?:const|function) ([\w$]+)/.exec(line)?.[1];
    if (name !== undefined) {
      const one = declared.get(name);
      at = one === undefined ? -1 : lineAt(text, startOf(one));
    }
    return at;
  });
}

/** The place of an error: the member that has no compiled form, as far as the text of the schema has its key. */
function failureOf(error: unknown, text: string, body: readonly Node[]): Failure {
  const message = describe(error);
  const cause = isThrown(error, Error) ? error.cause : undefined;
  if (!isThrown(cause, CompileError)) return { message, line: 1, column: 0 };
  const [name, ...path] = cause.place;
  let node = declaredIn(body).get(String(name));
  for (const key of path) if (node !== undefined) node = propertyIn(node, key) ?? node;
  const offset = startOf(node);
  const line = lineAt(text, offset);
  return { message, line: line + 1, column: offset - (text.lastIndexOf("\n", offset - 1) + 1) };
}

/** The first property of that name in a syntax tree. */
function propertyIn(node: Node, key: string | number): Node | undefined {
  for (const value of Object.values(node).flat()) {
    if (typeof (value as Node | null)?.type !== "string") continue;
    const child = value as Node;
    const own = child.type === "Property" ? (child.key as Node) : undefined;
    if (own !== undefined && (own.name ?? own.value) === key) return child;
    const found = propertyIn(child, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

parentPort?.postMessage(await answer(workerData as Question));
