/**
 * Removes from compiled declarations what no entry leads to: a program cannot import it, and TypeScript need not read
 * it. What is left keeps its file, its name and its documentation.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "rolldown/utils";

/** In place of a name: all that a module exports. */
const ALL = "*";
const COMMENTS = /\/\*.*?\*\//gs;

/**
 * @param {string} folder that has them
 * @param {string[]} entries paths in it, without extension
 */
export function pruneDeclarations(folder, entries) {
  const modules = new Map();
  const needed = entries.map((entry) => ({ file: join(folder, `${entry}.d.ts`), name: ALL }));
  // It grows meanwhile.
  for (const { file, name } of needed) {
    if (!modules.has(file)) modules.set(file, new Declarations(file));
    needed.push(...modules.get(file).need(name));
  }
  for (const path of readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".d.ts"))) {
    const file = join(folder, path);
    if (modules.has(file)) writeFileSync(file, modules.get(file).needed());
    else rmSync(file);
  }
}

/** The declarations of a file, and which of them are needed. */
class Declarations {
  #file;
  #source;
  #statements;
  #names = new Set();

  constructor(file) {
    this.#file = file;
    this.#source = readFileSync(file, "utf8");
    const { program, errors } = parseSync(file, this.#source, { lang: "dts" });
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
    let end = 0;
    this.#statements = program.body.map((node) => {
      // The last comment is its own; another one before it belongs to the file.
      const comment = this.#source.slice(end, node.start).match(COMMENTS)?.at(-1);
      end = node.end;
      return { node, comment, isNeeded: false };
    });
  }

  /** Marks what has a name, and returns what that needs of other files. */
  need(name) {
    if (this.#names.has(name)) return [];
    this.#names.add(name);
    return this.#statements.flatMap((statement) => {
      const { node } = statement;
      const specifiers = specifiersOf(node);
      if (specifiers !== undefined) {
        const meant = specifiers.filter((one) => this.#isNeeded(one));
        if (node.source == null) return meant.flatMap(({ local }) => this.need(local.name));
        return meant.flatMap(({ imported, local, exported }) =>
          this.#elsewhere(node.source.value, (exported ? local : imported)?.name ?? ALL),
        );
      }
      if (node.type === "ExportAllDeclaration") {
        statement.isNeeded = true;
        return this.#elsewhere(node.source.value, node.exported === null ? name : ALL);
      }
      // `declare global` and `declare module` add to what the program has.
      const isMeant = name === ALL ? node.type.startsWith("Export") : declaredBy(node).includes(name);
      if (statement.isNeeded || !(isMeant || node.type === "TSModuleDeclaration")) return [];
      statement.isNeeded = true;
      return this.#namedIn(this.#textOf(node).replace(COMMENTS, ""));
    });
  }

  /** The file with what is needed. */
  needed() {
    const texts = this.#statements.flatMap(({ node, comment = "", isNeeded }) => {
      const specifiers = specifiersOf(node);
      if (specifiers === undefined) return isNeeded ? [comment, this.#textOf(node)] : [];
      // `export {}` says that what is not exported is private.
      if (node.type !== "ImportDeclaration" && specifiers.length === 0) return [this.#textOf(node)];
      const kept = specifiers.filter((one) => this.#isNeeded(one));
      if (kept.length === 0) return [];
      if (kept.length === specifiers.length) return [this.#textOf(node)];
      const [start, end] = [specifiers[0].start, specifiers.at(-1).end];
      const names = kept.map((one) => this.#textOf(one)).join(", ");
      return [this.#source.slice(node.start, start) + names + this.#source.slice(end, node.end)];
    });
    const text = `${texts.filter((text) => text !== "").join("\n")}\n`;
    // TypeScript indents by four spaces, and there are thousands of lines.
    return text.replace(/^(?: {4})+/gm, (indent) => indent.slice(indent.length / 2));
  }

  #isNeeded({ local, exported }) {
    return this.#names.has((exported ?? local).name) || (exported !== undefined && this.#names.has(ALL));
  }

  #textOf({ start, end }) {
    return this.#source.slice(start, end);
  }

  /** What a text names, of this file and by `import("./other.ts").Name`. More does no harm. */
  #namedIn(text) {
    const inOthers = Array.from(text.matchAll(/import\("([^"]+)"\)(?:\.(\w+))?/g), ([, path, name = ALL]) =>
      this.#elsewhere(path, name),
    );
    return [...inOthers.flat(), ...text.match(/[\w$]+/g).flatMap((name) => this.need(name))];
  }

  #elsewhere(path, name) {
    return path.startsWith(".") ? [{ file: join(dirname(this.#file), path.replace(/\.[jt]s$/, ".d.ts")), name }] : [];
  }
}

/** The names in an import, or in an export without a declaration. */
const specifiersOf = (node) => (node.declaration ? undefined : node.specifiers);

/** The names that a statement declares. */
function declaredBy(node) {
  const declaration = node.declaration ?? node;
  return (declaration.declarations ?? [declaration]).map(({ id }) => id.name);
}
