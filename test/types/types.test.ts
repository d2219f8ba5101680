import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "validlib-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the compiler says of a project. */
function tsc(project: string, ...options: string[]): string {
  const bin = join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [bin, "-p", project, ...options], { encoding: "utf8" });
  return stdout + stderr;
}

test("the types of validators are what test/types says they are", () => {
  expect(tsc(join(root, "test", "types"))).toBe("");
});

const MEMBERS = [
  "Int({ min: 1 })",
  "Str({ minlen: 1, maxlen: 9, pattern: /a/ })",
  'Str({ options: ["a", "b"] })',
  "Float({ nullable: true })",
  "List(Int(), { unique: true })",
  "Tuple(Int(), Str())",
  'Dict({ a: Int(), b: Str() }, { optional: ["b"] })',
  "Bool({ coerce_str: true })",
  "OneOf(Int(), Str())",
  'Const("x")',
];

/** What the compiler counted while it checked a schema with so many keys, and its use. */
function costOf(keys: number): { instantiations: number; types: number; seconds: number } {
  const schema = Array.from({ length: keys }, (_, index) => `  key${index}: ${MEMBERS[index % MEMBERS.length]},`);
  const optional = schema.map((_, index) => `"key${index}"`).filter((_, index) => index % 3 === 0);
  writeFileSync(
    join(folder, "schema.ts"),
    `import { Bool, Const, Dict, Float, Int, List, OneOf, Str, Tuple, type Infer, type InferInput } from ${JSON.stringify(join(root, "src/index.ts"))};
export const kept = { Bool, Const, Float, Int, List, OneOf, Str, Tuple };
export const schema = Dict({
${schema.join("\n")}
  last: Int(),
}, { optional: [${optional.join(", ")}], defaults: { last: 1 } });
export type Output = Infer<typeof schema>;
export const output: Output = schema({});
export const last: number = output.last;
export const use = (input: InferInput<typeof schema>): Output => schema(input);
`,
  );
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: { typeRoots: [join(root, "node_modules/@types")] },
      include: ["schema.ts"],
    }),
  );
  const report = tsc(folder, "--extendedDiagnostics");
  expect(report).not.toMatch(/error TS/);
  const figure = (name: string): number => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(report)?.[1]);
  return { instantiations: figure("Instantiations"), types: figure("Types"), seconds: figure("Check time") };
}

describe("what the compiler says", () => {
  const table: [expression: string, message: string][] = [
    ["Str({ minLength: 3 })", "There is no parameter 'minLength': did you mean 'minlen'?"],
    ["Str({ minLen: 3 })", "There is no parameter 'minLen': did you mean 'minlen'?"],
    ["Int({ minimum: 3, max: 5 })", "There is no parameter 'minimum': did you mean 'min'?"],
    ["Int({ exclusiveMin: 3 })", "There is no parameter 'exclusiveMin': did you mean 'exclusive_min'?"],
    ['Dict({ a: Str() }, { optinal: ["a"] })', "There is no parameter 'optinal': did you mean 'optional'?"],
    ["Int({ bignit: true })", "There is no parameter 'bignit': did you mean 'bigint'?"],
    ["Int({ qqq: true })", "There is no parameter 'qqq'\""],
    ["List(Str)", "A validator is expected, not its class: call the class"],
    ["List({ item: Str })", "is missing in type 'StrConstructor' but required in type 'AnyValidator'"],
    ["Dict({ a: Str })", "A validator is expected, not its class: call the class"],
  ];
  let messages: string[] = [];

  beforeAll(() => {
    const project = mkdtempSync(join(folder, "said-"));
    for (const [index, [expression]] of table.entries()) {
      writeFileSync(
        join(project, `schema-${index}.ts`),
        `import { Dict, Int, List, Str } from ${JSON.stringify(join(root, "src/index.ts"))};
export const kept = { Dict, Int, List, Str };
export const made: unknown = ${expression};
`,
      );
    }
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({
        extends: join(root, "tsconfig.json"),
        compilerOptions: { typeRoots: [join(root, "node_modules/@types")] },
        include: ["schema-*.ts"],
      }),
    );
    // A message goes on in lines that are indented.
    messages = tsc(project).split(/^(?=\S*schema-)/m);
  });

  test.each(table)("of %s", (expression, message) => {
    const file = `schema-${table.findIndex(([one]) => one === expression)}.ts`;
    expect(messages.filter((one) => one.includes(`${file}(`)).join("")).toContain(message);
  });
});

describe("the declarations of an exported schema", () => {
  const nested = (depth: number): string =>
    depth === 0 ? "Int({ min: 1 })" : `Dict({ id: Int(), inner: ${nested(depth - 1)} })`;

  /** What is emitted for a module that imports the installed package, as far as it can be named from outside. */
  function declarationsOf(text: string, file: "schema.ts" | "schema.cts" = "schema.ts"): string {
    const project = mkdtempSync(join(folder, "declarations-"));
    const installed = join(project, "node_modules", "validlib");
    mkdirSync(installed, { recursive: true });
    symlinkSync(join(root, "src"), join(installed, "src"), "junction");
    writeFileSync(join(installed, "index.cts"), 'export * from "./src/index.ts";\n');
    const exports = { ".": { require: "./index.cts", default: "./src/index.ts" } };
    writeFileSync(join(installed, "package.json"), JSON.stringify({ name: "validlib", type: "module", exports }));
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    writeFileSync(join(project, file), text);
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({
        extends: join(root, "tsconfig.json"),
        compilerOptions: {
          typeRoots: [join(root, "node_modules/@types")],
          preserveSymlinks: true,
          verbatimModuleSyntax: false,
          noEmit: false,
          emitDeclarationOnly: true,
          declaration: true,
        },
        include: [file],
      }),
    );
    expect(
      tsc(project)
        .split("\n")
        .filter((line) => line.includes(`${file}(`)),
    ).toEqual([]);
    return readFileSync(join(project, file.replace(/ts$/, "d.$&").replace("cd.ts", "d.cts")), "utf8");
  }

  // scripts/test-declarations.mjs does the same with older compilers.
  test.each(["schema.ts", "schema.cts"] as const)("of generic functions can be emitted: %s", (file) => {
    const text = readFileSync(join(root, "test", "types", "declarations.ts"), "utf8");
    const declared = declarationsOf(text.replaceAll('"../../src/index.ts"', '"validlib"'), file);
    expect(declared).toMatch(/ g2: <T extends Validator/);
    expect(declared).not.toMatch(/import\("\.|node_modules/);
  });

  test("can be emitted, and is not much longer than the schema", () => {
    const text = `import { Date, Dict, Int, List } from "validlib";
export const schema = ${nested(8)};
export const list = List(Int(), { minlen: 1 });
export const made = new Int();
export const date = Date();
`;
    expect(declarationsOf(text).length).toBeLessThan(5000);
  });

  // As the types of a router, or of a handler, that a package exports for its clients.
  test("of what is inferred from it need no name that cannot be imported", () => {
    const validators = [
      "Int({ coerce: true })",
      "Int({ bigint: true, nullable: true })",
      "Float({ coerce: true, nullable: true })",
      "Str({ nullable: true })",
      'Str({ encoding: "utf-8" })',
      'Str({ options: ["a"], nullable: true })',
      "Bool({ coerce_str: true })",
      'Datetime({ format: "rfc3339", nullable: true })',
      "List(Int({ coerce: true }))",
      "Tuple(Int({ coerce: true }), Str())",
      "Dict({ a: Str({ nullable: true }) })",
      'Dict({ a: Int({ coerce: true }), b: Int() }, { dispose: ["b"], defaults: { a: 1 }, unknown: "keep" })',
      "Type(URL, { nullable: true })",
      "OneOf(Int({ coerce: true }), Const(null))",
      "Set(Str({ nullable: true }))",
    ];
    const names =
      "Bool, Const, Datetime, Dict, Float, type Infer, type InferInput, Int, List, OneOf, Set, Str, Tuple, Type";
    const lines = validators.map(
      (validator, index) => `const v${index} = ${validator};
export const input${index} = made<InferInput<typeof v${index}>>();
export const output${index} = made<Infer<typeof v${index}>>();`,
    );
    const text = `import { ${names} } from "validlib";\ndeclare function made<T>(): T;\n${lines.join("\n")}\n`;
    const declared = declarationsOf(text);
    expect(declared).toContain("const input0: string | number | boolean;");
    expect(declared).toContain("const output3: string | null;");
    expect(declared).not.toContain("validlib");
  });
});

describe("a schema of 300 keys is cheap for the compiler", () => {
  const [none, half, all] = [costOf(0), costOf(150), costOf(300)] as const;

  test("it takes less than 40 instantiations a key, and 10 types", () => {
    const [instantiations, types] = [all.instantiations - none.instantiations, all.types - none.types];
    console.info(
      `300 keys: ${instantiations} instantiations, ${types} types, ${(all.seconds - none.seconds).toFixed(2)} s more than none`,
    );
    expect(instantiations).toBeGreaterThan(300);
    expect(instantiations / 300).toBeLessThan(40);
    expect(types / 300).toBeLessThan(10);
  });

  test("its cost grows with the number of keys, not with its square", () => {
    expect(all.instantiations - none.instantiations).toBeLessThan(2.5 * (half.instantiations - none.instantiations));
  });
});
