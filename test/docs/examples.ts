/** The examples of the documentation, as modules that can be run and type-checked. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as library from "../../src/index.ts";
import * as elsewhere from "../../src/interop/elsewhere.ts";
import { type Block, blocksOf, moduleOf, pages, rowsOf } from "./blocks.ts";
import { exampleIn, publicNames } from "./public-names.ts";

export const root: string = join(import.meta.dirname, "../..");
export const files: string[] = pages(root);
export const blocks: Block[] = files.flatMap((file) => blocksOf(root, file));
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const locales = readdirSync(join(root, "src/text/locales")).map((name) => name.replace(".ts", ""));
const imports = new Map(
  Object.entries<{ default?: string }>(exports).flatMap(([name, { default: path }]): [string, string][] => {
    if (path === undefined) return [];
    const source = join(root, path.replace("dist", "src").replace(".js", ".ts"));
    const filled = name.includes("*") ? locales : [""];
    return filled.map((star) => [name.replace(".", "validlib").replace("*", star), source.replace("*", star)]);
  }),
);
const checker = join(root, "test/docs/shows.ts");

/** What is run of a block. */
export const moduleOfBlock = (block: Block): string => moduleOf(block, imports, checker);

export interface Example {
  readonly title: string;
  /** The name of its file. */
  readonly name: string;
  readonly text: string;
}

/** What rows of tables and examples may use: the library, whole and by its names; a peer as its page calls it. */
// Those of other libraries are names of the language too.
const names = Object.keys(library).filter((name) => !(name in elsewhere));
const contractNames = Object.keys(library.contracts).filter((name) => name.startsWith("expect"));
const header = [
  `import { Ajv } from "ajv"; import * as v from "validlib"; const { ${names.join(", ")} } = v;`,
  `const { ${contractNames.join(", ")} } = v.contracts;`,
  "const ajv = (schema: object, options?: object) => new Ajv({ strict: false, ...options }).compile(schema);",
].join(" ");
/** Examples in comments of public names that show a result. */
const inComments = (entries: readonly string[]): Block[] => {
  const names = new Map(entries.flatMap((entry) => publicNames(root, entry)).map((one) => [one.file + one.name, one]));
  return Array.from(names.values(), (one) => ({ ...one, language: "ts", code: exampleIn(one.comment) })).filter(
    ({ code }) => /; \/\/ |\/\/ -> /.test(code),
  );
};

export const examples: Example[] = [
  ...blocks.filter(({ language }) => language === "ts"),
  ...[...files.flatMap((file) => rowsOf(root, file)), ...inComments(["src/index.ts", "src/core/contracts.ts"])].map(
    (short) => ({ ...short, code: `${header} ${short.code}` }),
  ),
].map((block) => ({
  title: `${block.file}:${block.line}`,
  name: `${block.file}.${block.line}.ts`,
  text: moduleOfBlock(block),
}));

/** Writes them into a folder. */
export function writeExamples(folder: string): void {
  for (const { name, text } of examples) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
