import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { library, root, tsc } from "./compiler.ts";

const folder = mkdtempSync(join(tmpdir(), "validlib-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

const CLASSES =
  "AllOf, Any, Bool, Bytes, Check, Closed, Const, Date, Datetime, Default, Dict, Fallback, Float, If, Int, LazyRef, " +
  "List, Not, Nullable, OneOf, Optional, Pipe, Set, Str, Time, Transform, Tuple, Type, Union";

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
    ["Dict({ a: Int(), b: Str })", "A validator is expected, not its class: call the class"],
    ["Dict({ a: Int(), b: 5 })", "Type 'number' is not assignable to type 'AnyValidator'"],
    ["Nullable(Str)", "A validator is expected, not its class: call the class"],
    ["AllOf({ steps: [Int()], aliass: 5 })", "There is no parameter 'aliass': did you mean 'alias'?"],
    ['OneOf([Int()], { discriminater: "a" })', "There is no parameter 'discriminater': did you mean 'discriminator'?"],
    // A single error: no overloads stand before it.
    ["Bool({ coerce_str: 5 })", "error TS2322: Type 'number' is not assignable to type 'true'"],
    [
      "Bool({ nulable: true })",
      "error TS2322: Type 'true' is not assignable to type '\"There is no parameter 'nulable'",
    ],
    ["Date({ min: 5 })", "error TS2322: Type 'number' is not assignable to type 'string | PlainDate | undefined'"],
    ["Datetime({ tz: 5 })", "error TS2322: Type 'number' is not assignable to type 'string'"],
    ["Time({ format: 5 })", "error TS2322: Type 'number' is not assignable to type 'string'"],
    ["Bytes({ minlen: true })", "error TS2322: Type 'boolean' is not assignable to type 'number'"],
  ];
  // Of each form of a call: what stands before its parameters, right ones, and one with a value of another type.
  const forms: [before: string, right: string, param: string, value: string][] = [
    ["AllOf([Int(), Int()], ", "", "nullable", "5"],
    ["AllOf(", "steps: [Int(), Int()], ", "nullable", "5"],
    ["AllOf(", "alias: 'a', ", "steps", "[5]"],
    ["Any(", "", "alias", "5"],
    ["Bool(", "", "coerce_str", "5"],
    ["Bool(", "nullable: true, ", "coerce_str", "5"],
    ["Bytes(", "", "minlen", "true"],
    ["Check((value: number) => value > 1, ", "", "abort", "5"],
    ["Check(", "test: (value: number) => value > 1, ", "abort", "5"],
    ["Closed(Int(), ", "", "rest", "5"],
    ["Closed(", "item: Int(), ", "rest", "5"],
    ["Const(1, ", "", "nullable", "5"],
    ["Date(", "", "unixts", "5"],
    ["Datetime(", "", "tz", "5"],
    ["Default(Int(), 1, ", "", "alias", "5"],
    ["Default(", "item: Int(), value: 1, ", "alias", "5"],
    ["Dict({ a: Int() }, ", "", "minlen", "true"],
    ["Dict({ a: Int() }, ", "", "optional", "5"],
    ["Dict({ a: Int() }, ", "", "optional", '["b"]'],
    ["Dict({ a: Int() }, ", 'optional: ["a"], ', "unknown", '"stripp"'],
    ["Dict({ a: Int() }, ", 'unknown: "strip", ', "nullable", "5"],
    ["Dict({ a: Int() }, ", 'unknown: "keep", ', "multikeys", "5"],
    ["Dict({ a: Int() }, ", "nullable: true, ", "defaults", "{ b: 1 }"],
    ["Dict({ a: Int() }, ", "defaults: { a: 1 }, ", "optional", '["b"]'],
    ["Dict({ a: Int() }, ", "extra: [Str(), Int()], ", "minlen", "true"],
    ["Dict({ a: Int() }, ", "", "extra", "[Int()]"],
    ["Dict(", "", "schema", "{ a: 5 }"],
    ["Dict(", "schema: { a: Int() }, ", "minlen", "true"],
    ["Dict(", "schema: { a: Int() }, ", "optional", '["b"]'],
    ["Dict(", "schema: { a: Int() }, ", "defaults", "{ b: 1 }"],
    ["Dict(", "extra: [Str(), Int()], ", "minlen", "true"],
    ["Dict(", "extra: [Str(), Int()], ", "optional", '["b"]'],
    ["Dict(", 'unknown: "keep", ', "defaults", "{ b: 1 }"],
    ["Fallback(Int(), 1, ", "", "alias", "5"],
    ["Fallback(", "item: Int(), value: 1, ", "alias", "5"],
    ["Float(", "", "coerce", "5"],
    ["Float(", "nullable: true, ", "min", "true"],
    ["If(Int(), Str(), Bool(), ", "", "alias", "5"],
    ["If(Int(), Str(), ", "", "alias", "5"],
    ["If(Int(), Str(), ", "", "alternate", "5"],
    ["If(Int(), undefined, Str(), ", "", "alias", "5"],
    ["If(Int(), ", "", "consequent", "5"],
    ["If(Int(), ", "consequent: Str(), ", "alias", "5"],
    ["If(Int(), ", "consequent: Str(), ", "alternate", "Str"],
    ["If(", "condition: Int(), consequent: Str(), ", "alias", "5"],
    ["If(", "condition: Int(), ", "consequent", "5"],
    ["If(", "", "condition", "5"],
    ["Int(", "", "nullable", "5"],
    ["Int(", "", "max", "true"],
    ["Int(", 'coerce: "text", ', "max", "true"],
    ["LazyRef(() => Int(), ", "", "maxdepth", "true"],
    ["LazyRef(", "use: () => Int(), ", "maxdepth", "true"],
    ["List(Int(), ", "", "minlen", "true"],
    ["List(Int(), ", "nullable: true, ", "as", '"Float6Array"'],
    ["List(Int(), ", "", "prefix", "5"],
    ["List(Int(), ", "minlen: 1, ", "sort_key", "5"],
    ["List(", "", "item", "5"],
    ["List(", "item: Int(), ", "unique", "5"],
    ["List(", "item: Int(), nullable: true, ", "as", "5"],
    ["new AllOf([Int(), Int()], ", "", "nullable", "5"],
    ["new Int(", "", "max", "true"],
    ["new OneOf([Int(), Str()], ", "", "nullable", "5"],
    ["new Tuple([Int(), Str()], ", "", "nullable", "5"],
    ["Not(Int(), ", "", "alias", "5"],
    ["Not(", "item: Int(), ", "alias", "5"],
    ["Nullable(Int(), ", "", "alias", "5"],
    ["Nullable(", "item: Int(), ", "alias", "5"],
    ["OneOf([Int(), Str()], ", "", "nullable", "5"],
    ["OneOf([Int(), Str()], ", "nullable: true, ", "discriminator", "5"],
    ["OneOf(", "alias: 'a', ", "steps", "[5]"],
    ["OneOf(", "steps: [Int(), Str()], ", "exclusive", "5"],
    ["Optional(Int(), ", "", "alias", "5"],
    ["Optional(", "item: Int(), ", "alias", "5"],
    ["Pipe([Int(), Int()], ", "", "nullable", "5"],
    ["Set(Int(), ", "", "minlen", "true"],
    ["Set(", "item: Int(), ", "nullable", "5"],
    ["Str(", "", "minlen", "true"],
    ["Str(", "", "options", "5"],
    ["Str(", 'nullable: true, options: ["a"], ', "minlen", "true"],
    ["Str(", 'case: "lower", ', "minlen", "true"],
    ["Time(", "", "format", "5"],
    ["Transform((value: number) => value, ", "", "async", "5"],
    ["Transform(", "make: (value: number) => value, ", "async", "5"],
    ["Tuple([Int(), Str()], ", "", "nullable", "5"],
    ["Tuple([Int(), Str()], ", "nullable: true, ", "rest", "5"],
    ["Tuple(", "items: [Int(), Str()], ", "rest", "5"],
    ["Tuple(", "items: [Int(), Str()], ", "nullable", "5"],
    ["Tuple(", "", "items", "[5]"],
    ["Tuple(", "alias: 'a', ", "items", "5"],
    ["Type(URL, ", "", "nullable", "5"],
    ["Union([Int(), Str()], ", "", "nullable", "5"],
  ];
  const recursive = (params: string): string =>
    `(() => { const node = Dict({ a: Str(), get b() { return List(node); } }, ${params}); return node; })()`;
  const wrong: [expression: string, name: string, value: string][] = [
    ...forms.flatMap(([before, right, param, value]): typeof wrong => [
      [`${before}{ ${right}${param}: ${value} })`, param, value],
      [`${before}{ ${right}${param}s_: ${value} })`, `${param}s_`, value],
      [`Dict({ a: Int(), b: ${before}{ ${right}${param}s_: ${value} }) }, { unknown: "strip" })`, `${param}s_`, value],
    ]),
    [recursive("{ misspelt: true }"), "misspelt", "true"],
    [recursive('{ unknown: "strip", minlen: "1" }'), "minlen", '"1"'],
    [recursive("{ misspelt: true }").replace("Dict({", "library.extend(Dict({}), {"), "misspelt", "true"],
  ];
  // What is no validator, where one is expected.
  const others = ["5", "Str", "null"].flatMap((value) => [
    ...["AllOf", "Closed", "Dict", "If", "List", "Not", "Nullable", "OneOf", "Optional", "Set", "Tuple"].map(
      (name) => `${name}(${value})`,
    ),
    ...["AllOf", "If", "new AllOf", "new OneOf", "new Tuple", "OneOf", "Tuple"].map(
      (name) => `${name}(Int(), ${value})`,
    ),
    `If(Int(), Str(), ${value})`,
    ...["AllOf", "new AllOf", "new OneOf", "new Tuple", "OneOf", "Tuple"].map((name) => `${name}([Int(), ${value}])`),
    ...[
      "{ a: Int(), b: VALUE }",
      '{ a: Int(), b: VALUE }, { optional: ["a"] }',
      "{ b: VALUE }, { nullable: true }",
    ].map((args) => `Dict(${args.replace("VALUE", value)})`),
    `List(${value}, { minlen: 1 })`,
    `Dict({ schema: { b: ${value} } })`,
  ]);
  const expressions = [...[...table, ...wrong].map(([expression]) => expression), ...others];
  let messages: string[] = [];

  beforeAll(() => {
    const project = mkdtempSync(join(folder, "said-"));
    for (const [index, expression] of expressions.entries()) {
      writeFileSync(
        join(project, `schema-${index}.ts`),
        `import * as library from ${JSON.stringify(library)};
const { ${CLASSES} } = library;
export const kept = { ${CLASSES} };
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

  const saidOf = (expression: string): string[] =>
    messages.filter((one) => one.includes(`schema-${expressions.indexOf(expression)}.ts(`));

  test.each(table)("of %s", (expression, message) => {
    expect(saidOf(expression).join("")).toContain(message);
  });

  test.each(wrong)("of the wrong parameter in %s is one error, at %s", (expression, name, value) => {
    const [said, ...more] = saidOf(expression);
    expect(more).toEqual([]);
    expect(said).not.toContain("No overload matches");
    const line = `export const made: unknown = ${expression};`;
    const start = line.indexOf(`${name}: `) + 1;
    const column = Number(/\(4,(\d+)\)/.exec(said as string)?.[1]);
    expect(column).toBeGreaterThanOrEqual(start);
    expect(column).toBeLessThan(start + `${name}: ${value}`.length);
  });

  test.each(others)("of %s is one error", (expression) => {
    const [said, ...more] = saidOf(expression);
    expect(said).toBeDefined();
    expect(more).toEqual([]);
    expect(said).not.toContain("No overload matches");
  });
});

describe("the declarations of an exported schema", () => {
  const nested = (depth: number): string =>
    depth === 0 ? "Int({ min: 1 })" : `Dict({ id: Int(), inner: ${nested(depth - 1)} })`;

  // As the types of a router, or of a handler, that a package exports for its clients.
  const inferred = [
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
  ].map(
    (validator, index) => `const v${index} = ${validator};
export const input${index} = made<InferInput<typeof v${index}>>();
export const output${index} = made<Infer<typeof v${index}>>();`,
  );
  const names =
    "Bool, Const, Datetime, Dict, Float, type Infer, type InferInput, Int, List, OneOf, Set, Str, Tuple, Type";
  // scripts/test-declarations.mjs does the same with older compilers.
  const generic = readFileSync(join(root, "test", "types", "declarations.ts"), "utf8").replaceAll(
    '"../../src/index.ts"',
    '"validlib"',
  );
  /** Modules that import the installed package. */
  const files = {
    "generic.ts": generic,
    "generic.cts": generic,
    "nested.ts": `import { Date, Dict, Int, List } from "validlib";
export const schema = ${nested(8)};
export const list = List(Int(), { minlen: 1 });
export const made = new Int();
export const date = Date();
`,
    "inferred.ts": `import { ${names} } from "validlib";\ndeclare function made<T>(): T;\n${inferred.join("\n")}\n`,
  };
  const project = mkdtempSync(join(folder, "declarations-"));
  let errors: string[] = [];

  beforeAll(() => {
    const installed = join(project, "node_modules", "validlib");
    mkdirSync(installed, { recursive: true });
    for (const name of ["cjs", "dist"]) symlinkSync(join(root, name), join(installed, name), "junction");
    cpSync(join(root, "package.json"), join(installed, "package.json"));
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({
        extends: join(root, "tsconfig.json"),
        compilerOptions: {
          paths: {},
          typeRoots: [join(root, "node_modules/@types")],
          preserveSymlinks: true,
          verbatimModuleSyntax: false,
          noEmit: false,
          emitDeclarationOnly: true,
          declaration: true,
        },
        include: Object.keys(files),
      }),
    );
    errors = tsc(project).split("\n");
  });

  /** What is emitted for a module, as far as it can be named from outside. */
  function declarationsOf(file: keyof typeof files): string {
    expect(errors.filter((line) => line.includes(`${file}(`))).toEqual([]);
    return readFileSync(join(project, file.replace(/(c?)ts$/, "d.$1ts")), "utf8");
  }

  test.each(["generic.ts", "generic.cts"] as const)("of generic functions can be emitted: %s", (file) => {
    const declared = declarationsOf(file);
    expect(declared).toMatch(/ g2: <T extends Validator/);
    expect(declared).not.toMatch(/import\("\.|node_modules/);
  });

  test("can be emitted, and is not much longer than the schema", () => {
    expect(declarationsOf("nested.ts").length).toBeLessThan(5000);
  });

  test("of what is inferred from it need no name that cannot be imported", () => {
    const declared = declarationsOf("inferred.ts");
    expect(declared).toContain("const input0: string | number | boolean;");
    expect(declared).toContain("const output3: string | null;");
    expect(declared).not.toContain("validlib");
  });
});
