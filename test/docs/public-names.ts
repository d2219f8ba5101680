/** The public names of an entry point, each with the comment that editors show. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

export interface PublicName {
  readonly name: string;
  /** Where it is declared, from the root of the project. */
  readonly file: string;
  /** It is no value: an interface or a type. */
  readonly isType: boolean;
  /** The text of the comment in front of its declaration; empty if there is none. */
  readonly comment: string;
  /** The line of the declaration, from 1. */
  readonly line: number;
}

interface Statement {
  readonly type: string;
  /** "type" for `export type { ... }`: of a class too, only the type is exported. */
  readonly exportKind?: string;
  readonly start: number;
  readonly end: number;
  readonly source?: { readonly value: string } | null;
  readonly specifiers?: readonly { readonly local: Named; readonly exported: Named }[];
  readonly exported?: Named | null;
  readonly declaration?: Declaration | null;
}
interface Named {
  readonly name: string;
}
interface Declaration {
  readonly type: string;
  readonly id?: Named;
  readonly declarations?: readonly { readonly id: Named }[];
}

interface Module {
  readonly statements: readonly Statement[];
  readonly comments: readonly {
    readonly type: string;
    readonly value: string;
    readonly start: number;
    readonly end: number;
  }[];
  readonly text: string;
}

const modules = new Map<string, Module>();
function read(path: string): Module {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, "utf8");
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const module = { statements: program.body as unknown as Statement[], comments, text };
  modules.set(path, module);
  return module;
}

const namesOf = ({ id, declarations }: Declaration): string[] =>
  id ? [id.name] : (declarations ?? []).map((one) => one.id.name);

/** The comment that ends where a statement begins, or the line that turns a lint rule off for it. */
function commentAt({ comments, text }: Module, start: number): string {
  const before = comments.findLast(({ type, end }) => type === "Block" && end <= start);
  if (before === undefined || !before.value.startsWith("*")) return "";
  return /^\s*(?:\/\/ biome-ignore .*\s*)?(?:\/\*#__\w+__\*\/\s*)?$/.test(text.slice(before.end, start))
    ? before.value
    : "";
}

/** The declaration of a name in a module, which may have it from another. */
function find(path: string, name: string): Omit<PublicName, "name" | "file"> & { path: string } {
  const module = read(path);
  for (const statement of module.statements) {
    const from = statement.source && join(dirname(path), statement.source.value);
    if (statement.type === "ExportAllDeclaration" && from && !statement.exported) {
      if (exportsOf(from).includes(name)) return find(from, name);
    }
    const renamed = statement.specifiers?.find(({ exported }) => exported?.name === name);
    if (statement.type === "ExportNamedDeclaration" && renamed) {
      const found = find(from ?? path, renamed.local.name);
      return { ...found, isType: found.isType || statement.exportKind === "type" };
    }
    if (statement.type === "ExportAllDeclaration" && from && statement.exported?.name === name) {
      const { comments, text } = read(from);
      const comment = text.startsWith("/**") ? String(comments[0]?.value) : "";
      return { path: from, isType: false, line: comment.split("\n").length + 1, comment };
    }
    if (statement.type === "ImportDeclaration" && from) {
      const imported = statement.specifiers?.find(({ local }) => local.name === name) as
        | { readonly imported?: Named }
        | undefined;
      if (imported?.imported !== undefined) return find(from, imported.imported.name);
    }
  }
  // A value and a type may share a name: editors show the comment of the value.
  const declared = module.statements
    .map((statement) => ({ statement, declaration: (statement.declaration ?? statement) as Declaration }))
    .filter(({ declaration }) => namesOf(declaration).includes(name));
  const isTyped = ({ declaration }: { declaration: Declaration }) => /^TS(Interface|TypeAlias)/.test(declaration.type);
  const isType = declared.every(isTyped);
  const shown = declared.filter((one) => isType || !isTyped(one));
  const comment = shown.map(({ statement }) => commentAt(module, statement.start)).find(Boolean) ?? "";
  if (declared.length === 0) throw new Error(`${path}: no ${name}`);
  const line = module.text.slice(0, shown[0]?.statement.start).split("\n").length;
  return { path, isType, comment, line };
}

/** All names that a module exports. */
function exportsOf(path: string): string[] {
  return read(path).statements.flatMap((statement) => {
    // Not in declarations.
    if (commentAt(read(path), statement.start).includes("@internal")) return [];
    const { type, exported, declaration, specifiers, source } = statement;
    if (type === "ExportAllDeclaration") {
      if (exported) return [exported.name];
      return source ? exportsOf(join(dirname(path), source.value)) : [];
    }
    if (type !== "ExportNamedDeclaration") return [];
    return declaration ? namesOf(declaration) : (specifiers ?? []).map((one) => one.exported.name);
  });
}

/**
 * @param root of the project
 * @param entry a file of sources, from there
 */
export function publicNames(root: string, entry: string): PublicName[] {
  const path = join(root, entry);
  if (!existsSync(path)) throw new Error(`there is no ${entry}`);
  return [...new Set(exportsOf(path))].map((name) => {
    const { path: place, ...found } = find(path, name);
    return { name, file: place.slice(root.length + 1).replaceAll("\\", "/"), ...found };
  });
}

/** The code behind `@example` in a comment; empty if there is none. */
export function exampleIn(comment: string): string {
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\* ?/, ""));
  const start = lines.findIndex((line) => line.startsWith("@example"));
  const end = lines.findIndex((line, index) => index > start && line.startsWith("@"));
  return start < 0
    ? ""
    : lines
        .slice(start, end < 0 ? undefined : end)
        .join("\n")
        .replace("@example", "")
        .trim();
}
