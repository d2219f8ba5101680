/** The declarations that `validlib compile` writes: their types are those of the schemas, for the strict compiler. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root, tsc } from "../types/compiler.ts";

const folder = mkdtempSync(join(tmpdir(), "validlib-compiled-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Validators and their outputs; and their inputs, where those differ. */
const TYPES: readonly [schema: string, output: string, input?: string][] = [
  ["Str({ minlen: 1 })", "string"],
  ["Str({ nullable: true })", "string | null"],
  ['Str({ options: ["a", "b"] })', '"a" | "b"'],
  ["Int({ min: 1 })", "number"],
  ["Float({ nullable: true })", "number | null"],
  ["Bool()", "boolean"],
  ["Any()", "unknown"],
  ['Const("a")', '"a"'],
  ["List(Int())", "number[]"],
  ["Tuple([Str(), Int()])", "[string, number]"],
  ["Nullable(Str())", "string | null"],
  ["Dict({ a: Int(), b: Str() })", "{ a: number; b: string }"],
  [
    'Dict({ a: Int(), b: Str() }, { optional: ["b"] })',
    "{ a: number; b?: string }",
    "{ a: number; b?: string | undefined }",
  ],
  [
    'Dict({ a: Int(), b: Str() }, { defaults: { b: "x" } })',
    "{ a: number; b: string }",
    "{ a: number; b?: string | undefined }",
  ],
  ["Dict({ a: Default(Int(), 1) })", "{ a: number }", "{ a?: number | undefined }"],
  [
    'OneOf([Dict({ k: Const("a"), n: Int() }), Dict({ k: Const("b") })], { discriminator: "k" })',
    '{ k: "a"; n: number } | { k: "b" }',
  ],
  ["AllOf(Int(), Check((value) => value !== 3))", "number"],
  ["AllOf(Str(), Transform((text: string) => text.length))", "number", "string"],
];

const names = TYPES.map((_, index) => `schema${index}`);

const USED = "AllOf, Any, Bool, Check, Const, Default, Dict, Float, Int, List, Nullable, OneOf, Str, Transform, Tuple";

const schemas = `import { ${USED} } from "validlib";
${TYPES.map(([schema], index) => `export const schema${index} = ${schema};`).join("\n")}
`;

const files = {
  "schemas.ts": schemas,
  // The same, for versions of Node that run no TypeScript; the compiler takes the other.
  "schemas.js": schemas.replace("(text: string)", "(text)"),
  "same.ts": `import type { Infer, InferInput } from "validlib";
import type { Compiled, CompiledResult } from "validlib/runtime";
import * as compiled from "./schemas.validators.js";
import * as source from "./schemas.js";
import { exact } from "./exact.ts";
${names
  .map(
    (
      name,
    ) => `exact<typeof compiled.${name}, Compiled<Infer<typeof source.${name}>, InferInput<typeof source.${name}>>>();
exact<ReturnType<typeof compiled.${name}>, Infer<typeof source.${name}>>();
exact<ReturnType<typeof compiled.${name}.safe>, CompiledResult<Infer<typeof source.${name}>>>();
exact<ReturnType<typeof compiled.${name}.json>, Infer<typeof source.${name}>>();
exact<ReturnType<typeof compiled.${name}.encode>, InferInput<typeof source.${name}>>();
exact<Parameters<typeof compiled.${name}.encode>, [value: Infer<typeof source.${name}>]>();`,
  )
  .join("\n")}
`,
  "stated.ts": `import * as compiled from "./schemas.validators.js";
type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? [] : [A, "is not", B]) : [A, "is not", B];
declare function both<A, B>(...proof: Both<A, B>): void;
${TYPES.map(
  ([, output, input = output], index) => `both<ReturnType<typeof compiled.schema${index}>, ${output}>();
both<ReturnType<typeof compiled.schema${index}.encode>, ${input}>();`,
).join("\n")}
declare const value: unknown;
if (compiled.schema3.is(value)) value.toFixed();
// @ts-expect-error: the result is a number.
compiled.schema3(value).trim();
// @ts-expect-error: what is encoded is the output.
compiled.schema17.encode("text");
`,
};

let said = "";

beforeAll(() => {
  const installed = join(folder, "node_modules", "validlib");
  mkdirSync(installed, { recursive: true });
  for (const name of ["cjs", "dist"]) symlinkSync(join(root, name), join(installed, name), "junction");
  cpSync(join(root, "package.json"), join(installed, "package.json"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  cpSync(join(root, "test/types/exact.ts"), join(folder, "exact.ts"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const args = ["compile", "schemas.js", "--out", "schemas.validators.js"];
  const command = spawnSync(process.execPath, [join(root, "dist/cli/main.js"), ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  expect([command.status, command.stderr]).toEqual([0, expect.stringMatching(/^(?:validlib: warning: .*\n)*$/)]);
  const compilerOptions = { paths: {}, typeRoots: [join(root, "node_modules/@types")], preserveSymlinks: true };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: { ...compilerOptions, noUnusedLocals: false },
      include: ["*.ts"],
    }),
  );
  said = tsc(folder);
});

test("the declarations name each validator of the module", () => {
  const declared = readFileSync(join(folder, "schemas.validators.d.ts"), "utf8");
  const declaredNames = Array.from(declared.matchAll(/export declare const (\w+):/g), ([, name]) => name);
  expect(declaredNames.sort()).toEqual(names.toSorted());
});

test("their types are exactly `Infer` and `InferInput` of the schemas, in every call", () => {
  expect(said.split("\n").filter((line) => line.includes("same.ts("))).toEqual([]);
});

test("these are the types that the schemas say", () => {
  expect(said.split("\n").filter((line) => !line.includes("same.ts("))).toEqual([""]);
});
