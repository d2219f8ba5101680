/** Code blocks of the documentation, as modules whose results are checked against the comments beside them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/** A fenced block of a Markdown file. */
export interface Block {
  /** The file, from the root of the project. */
  readonly file: string;
  /** Line of its first line, from 1. */
  readonly line: number;
  /** What stands behind the opening fence: `ts`, `json`, `sh`, ... */
  readonly language: string;
  readonly code: string;
}

/** README.md, the other pages beside it, every page in docs/, and the README of a folder of sources. */
export function pages(root: string): string[] {
  const beside = readdirSync(root).filter((name) => name.endsWith(".md"));
  const inside = (folder: string, isPage: (name: string) => boolean): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter(isPage);
  const isReadme = (name: string): boolean => name.endsWith("/README.md");
  return [
    ...beside,
    ...inside("docs", (name) => name.endsWith(".md")),
    ...["src", "prebuilds"].flatMap((folder) => inside(folder, isReadme)),
    // Not those below it: while a package is made, the sources of others lie there.
    "native/README.md",
  ];
}

/** The fenced blocks of a page. */
export function blocksOf(root: string, file: string): Block[] {
  const blocks: Block[] = [];
  let open: { line: number; language: string; lines: string[] } | undefined;
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .forEach((text, index) => {
      if (!text.startsWith("```")) open?.lines.push(text);
      else if (open === undefined) open = { line: index + 2, language: text.slice(3).trim(), lines: [] };
      else {
        blocks.push({ file, line: open.line, language: open.language, code: open.lines.join("\n") });
        open = undefined;
      }
    });
  if (open !== undefined) throw new Error(`${file}:${open.line}: the block has no end`);
  return blocks;
}

/** Pairs of columns: code, and what it gives. */
const COLUMNS = [
  ["TypeScript", "Result"],
  ["validlib", "Result"],
  ["ajv", "gives"],
] as const;

/** Rows of the tables that have such columns. What is no code is left out: a link, or a name alone. */
export function rowsOf(root: string, file: string): Block[] {
  const blocks: Block[] = [];
  let columns: string[] = [];
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .forEach((text, index) => {
      const cells = cellsOf(text);
      if (cells.length === 0) columns = [];
      else if (columns.length === 0) columns = cells;
      else {
        const lines = COLUMNS.flatMap((names) => {
          const [code, result] = names.map((name) => codeIn(cells[columns.indexOf(name)]));
          return code && result ? [`${code}; // ${result}`] : [];
        });
        if (lines.length > 0) blocks.push({ file, line: index + 1, language: "ts", code: lines.join("\n") });
      }
    });
  return blocks;
}

const cellsOf = (row: string): string[] =>
  row.startsWith("|")
    ? row
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
    : [];

/** The words in the first column of the table whose first header cell is `header`. */
export function firstColumn(root: string, file: string, header: string): string[] {
  const rows = readFileSync(join(root, file), "utf8").split("\n").map(cellsOf);
  const start = rows.findIndex(([first]) => first === header);
  const end = rows.findIndex((cells, index) => index > start && cells.length === 0);
  return start < 0 ? [] : rows.slice(start + 2, end).flatMap(([first]) => first?.match(/\w+/g) ?? []);
}

const codeIn = (cell: string | undefined): string => /`([^`]+)`/.exec(cell ?? "")?.[1]?.replaceAll("\\|", "|") ?? "";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly expression?: Node;
}

/**
 * The block as a module. Its lines keep their numbers in the page; a comment behind an expression statement, or below
 * it with an arrow, becomes a check of the value.
 * @param imports specifiers of the package and where the test finds them.
 * @param checker the module that exports `$shows`.
 */
export function moduleOf({ file, line, code }: Block, imports: ReadonlyMap<string, string>, checker: string): string {
  const { program, comments, errors } = parseSync(`${file}.ts`, code);
  if (errors[0] !== undefined) throw new Error(`${file}:${line}: ${errors[0].message}`);
  const remarks = comments.filter((comment) => comment.type === "Line");
  let text = code;
  // From the last to the first, so that the offsets before an edit stay right.
  for (const { start, end, expression } of expressionStatements(program as unknown as Node).reverse()) {
    const expected = remarkAfter(end, code, remarks);
    if (expected === undefined || expression === undefined) continue;
    const body = code.slice(expression.start, expression.end);
    // An assertion has no value to show: what stands behind it is a remark.
    if (/^assert\b/.test(body)) continue;
    const [await_, async_] = /\bawait\b/.test(body) ? ["await ", "async "] : ["", ""];
    text = `${text.slice(0, start)}${await_}$shows(${async_}() => (${body}), ${JSON.stringify(expected)});${text.slice(end)}`;
  }
  for (const [specifier, path] of imports) {
    text = text.replaceAll(`from "${specifier}"`, `from ${JSON.stringify(path)}`);
  }
  const header = `import { $shows } from ${JSON.stringify(checker)}; void $shows;`;
  return `${header}${"\n".repeat(line - 1)}${text}\n`;
}

/** Every expression statement, in the order of the text. */
function expressionStatements(node: Node): Node[] {
  const found: Node[] = node.type === "ExpressionStatement" ? [node] : [];
  for (const child of Object.values(node).flat()) {
    if (typeof child === "object" && child !== null && "type" in child) found.push(...expressionStatements(child));
  }
  return found;
}

interface Remark {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** What is said to be the value of the statement that ends at `end`. */
function remarkAfter(end: number, code: string, remarks: readonly Remark[]): string | undefined {
  const index = remarks.findIndex(({ start }) => start >= end);
  const remark = remarks[index];
  if (remark === undefined) return undefined;
  const between = code.slice(end, remark.start);
  if (/^[ \t]*$/.test(between)) return remark.value;
  if (!/^[ \t]*\n[ \t]*$/.test(between) || !remark.value.startsWith(" ->")) return undefined;
  const lines = [remark.value.slice(3)];
  for (let last = remark, next = index + 1; next < remarks.length; last = remarks[next++] as Remark) {
    const following = remarks[next] as Remark;
    if (!/^\n[ \t]*$/.test(code.slice(last.end, following.start))) break;
    lines.push(following.value);
  }
  return lines.join(" ");
}
