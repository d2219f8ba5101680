/** Compiles typia's functions for the shapes: its transformer is a plugin of the TypeScript compiler, version 5. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { version } from "../versions.mjs";
import { cases, variant, workloads } from "../workloads.mjs";

const require = createRequire(import.meta.url);
// Below node_modules, so that what the generated code imports is found.
const cache = join(import.meta.dirname, "../node_modules/.cache/validlib-typia");

const of = (shape) => types[shape.kind](shape);
const tagged = (type, tags) =>
  [type, ...Object.entries(tags).flatMap(([tag, rule]) => (rule === undefined ? [] : [`tags.${tag}<${rule}>`]))].join(
    " & ",
  );
const types = {
  int: ({ min, max }) => tagged("number", { Type: '"int64"', Minimum: min, Maximum: max }),
  float: ({ min, max }) => tagged("number", { Minimum: min, Maximum: max }),
  str: ({ minlen, maxlen, pattern, options }) =>
    options
      ? options.map((option) => JSON.stringify(option)).join(" | ")
      : tagged("string", { MinLength: minlen, MaxLength: maxlen, Pattern: pattern && JSON.stringify(pattern) }),
  bool: () => "boolean",
  constant: ({ value }) => JSON.stringify(value),
  list: ({ item }) => `Array<${of(item)}>`,
  record: ({ keys, optional, extra }) => {
    const members = Object.entries(keys).map(
      ([key, shape]) => `${JSON.stringify(key)}${optional.includes(key) ? "?" : ""}: ${of(shape)};`,
    );
    return `{ ${members.join(" ")}${extra ? ` [key: string]: ${of(extra)};` : ""} }`;
  },
  union: ({ steps }) => steps.map(of).join(" | "),
  recursive: ({ body }) => of(body),
  // All sources call their type so.
  ref: () => "Shape",
};

function source({ shape }) {
  const equals = shape.unknown === "refuse" || shape.unknown === undefined;
  return `import typia, { type tags } from "typia";
type Shape = ${of(shape)};
export const is = typia.${equals ? "createEquals" : "createIs"}<Shape>();
export const validate = typia.${equals ? "createValidateEquals" : "createValidate"}<Shape>();
export const clone = typia.misc.createClone<Shape>();
`;
}

const sources = () =>
  Object.fromEntries(
    [...workloads, ...cases, { name: "variant", shape: variant(0) }].map((one) => [one.name, source(one)]),
  );

let folder;
function folderOf() {
  const text = JSON.stringify([version("typia"), version("typescript"), sources()]);
  folder ??= join(cache, createHash("sha256").update(text).digest("hex").slice(0, 16));
  return folder;
}

/** Where the functions of a workload are. */
export const compiled = (name) => pathToFileURL(join(folderOf(), `${name}.mjs`)).href;

export const isCompiled = () => existsSync(folderOf());

/** @throws {Error} with what the compilers say. */
export function compile() {
  const ts = require("typescript");
  const { default: transform } = require("typia/lib/transform");
  const work = `${folderOf()}.work`;
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const files = Object.entries(sources()).map(([name, text]) => {
    const file = join(work, `${name}.ts`);
    writeFileSync(file, text);
    return file;
  });
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
  const faults = [...ts.getPreEmitDiagnostics(program)];
  const write = (name, text) => writeFileSync(name.replace(/\.js$/, ".mjs"), text);
  const before = [transform(program, {}, { addDiagnostic: (fault) => faults.push(fault) })];
  program.emit(undefined, write, undefined, false, { before });
  if (faults.length > 0) throw new Error(ts.flattenDiagnosticMessageText(faults[0].messageText, "\n"));
  for (const file of files) rmSync(file);
  renameSync(work, folderOf());
}
