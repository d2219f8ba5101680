/** What types cost the compiler, and that they are what test/types says, as `npm run check` does. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { library, root, tsc } from "./compiler.ts";

const folder = mkdtempSync(join(tmpdir(), "validlib-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

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

const NAMES = "Bool, Const, Dict, extend, Float, Int, List, merge, OneOf, omit, partial, pick, Str, Tuple";

/** What the compiler counts while it checks a module with this text, behind the imports. */
function costOf(text: string): { instantiations: number; types: number; seconds: number } {
  const project = mkdtempSync(join(folder, "cost-"));
  writeFileSync(
    join(project, "schema.ts"),
    `import { ${NAMES}, type Infer, type InferInput } from ${JSON.stringify(library)};
export const kept = { ${NAMES} };
export type Kept = [Infer<Int>, InferInput<Int>];
${text}`,
  );
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: { typeRoots: [join(root, "node_modules/@types")] },
      include: ["schema.ts"],
    }),
  );
  const report = tsc(project, "--extendedDiagnostics");
  expect(report).not.toMatch(/error TS/);
  const figure = (name: string): number => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(report)?.[1]);
  return { instantiations: figure("Instantiations"), types: figure("Types"), seconds: figure("Check time") };
}

/** A schema with so many keys, and its use. */
function schemaOf(keys: number): string {
  const schema = Array.from({ length: keys }, (_, index) => `  key${index}: ${MEMBERS[index % MEMBERS.length]},`);
  const optional = schema.map((_, index) => `"key${index}"`).filter((_, index) => index % 3 === 0);
  return `export const schema = Dict({
${schema.join("\n")}
  last: Int(),
}, { optional: [${optional.join(", ")}], defaults: { last: 1 } });
export type Output = Infer<typeof schema>;
export const output: Output = schema({});
export const last: number = output.last;
export const use = (input: InferInput<typeof schema>): Output => schema(input);
`;
}

describe("a schema of 300 keys is cheap for the compiler", () => {
  const [none, half, all] = [costOf(schemaOf(0)), costOf(schemaOf(150)), costOf(schemaOf(300))] as const;

  test("it takes less than 52 instantiations a key, and 10 types", () => {
    // What the first keys take once is not counted.
    const [instantiations, types] = [all.instantiations - half.instantiations, all.types - half.types];
    const seconds = (all.seconds - half.seconds).toFixed(2);
    console.info(`150 keys more: ${instantiations} instantiations, ${types} types, ${seconds} s`);
    expect(instantiations).toBeGreaterThan(150);
    expect(instantiations / 150).toBeLessThan(52);
    expect(types / 150).toBeLessThan(10);
  });

  test("its cost grows with the number of keys, not with its square", () => {
    expect(all.instantiations - none.instantiations).toBeLessThan(2.5 * (half.instantiations - none.instantiations));
  });
});

// Other libraries take 31 for such schemas. More that are cheap may take less time than fewer.
test("150 schemas of 15 fields that strip other keys take less than 52 instantiations a field", () => {
  const fields = Array.from({ length: 15 }, (_, index) => index);
  const schema = (index: number): string => `
export const schema${index} = Dict({
${fields.map((field) => `  key${index}_${field}: ${MEMBERS[field % MEMBERS.length]},`).join("\n")}
}, { unknown: "strip" });
export type Output${index} = Infer<typeof schema${index}>;
export const key${index} = (output: Output${index}): number => output.key${index}_0;
export const use${index} = (input: unknown): Output${index} => schema${index}(input);
`;
  const [none, all] = [0, 150].map((length) => costOf(Array.from({ length }, (_, index) => schema(index)).join("")));
  const instantiations = (all?.instantiations ?? 0) - (none?.instantiations ?? 0);
  console.info(`150 schemas: ${instantiations} instantiations, ${all?.seconds} s`);
  expect(instantiations).toBeGreaterThan(150 * 15);
  expect(instantiations / (150 * 15)).toBeLessThan(52);
});

// As programs have them: the compiler reads the declarations, of which it instantiates only what is used.
test("the first call of what makes Dicts of Dicts takes less than 2,000 instantiations", () => {
  const made = [
    "extend(a, { c: Int() })",
    "merge(a, a)",
    'pick(a, ["a"])',
    'omit(a, ["a"])',
    "partial(a)",
    "required(a)",
  ];
  const declared = join(root, "dist/index.js");
  const names = "Dict, extend, Int, merge, omit, partial, pick, required, Str";
  const counts = ["a", ...made].map((call, index) => {
    const project = mkdtempSync(join(folder, "first-"));
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    const text = `import { ${names} } from ${JSON.stringify(declared)};
export const names = { ${names} };
const a = Dict({ a: Int(), b: Str() });
export const b = ${call};
`;
    writeFileSync(join(project, `schema${index}.ts`), text);
    const compilerOptions = {
      target: "es2023",
      module: "nodenext",
      strict: true,
      skipLibCheck: true,
      types: [],
      noEmit: true,
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    const report = tsc(project, "--extendedDiagnostics");
    expect(report).not.toMatch(/error TS/);
    return Number(/^Instantiations:\s+(\d+)/m.exec(report)?.[1]);
  });
  const [none = 0, ...all] = counts;
  console.info(all.map((count, index) => `${made[index]}: ${count - none}`).join("; "));
  for (const count of all) expect(count - none).toBeLessThan(2000);
  expect(Math.max(...all)).toBeGreaterThan(none + 100);
});

describe("40 Dicts that are made of each other compile", () => {
  const more = (step: number): string => `{ a${step}: Int(), b${step}: Str() }, { optional: ["b${step}"] }`;
  const table: [name: string, step: (before: string, step: number) => string][] = [
    ["extend", (before, step) => `extend(${before}, ${more(step)})`],
    ["extend, one key replaced", (before) => `extend(${before}, { a0: Int() })`],
    ["extend, without parameters", (before, step) => `extend(${before}, { a${step}: Int() })`],
    ["merge", (before, step) => `merge(${before}, Dict(${more(step)}))`],
    ["merge, which strips", (before, step) => `merge(${before}, Dict({ a${step}: Int() }, { unknown: "strip" }))`],
    [
      "all kinds",
      (before, step) =>
        [
          `extend(${before}, ${more(step)})`,
          `merge(${before}, Dict({ a${step}: Int() }, { defaults: { a${step}: 1 }, unknown: "strip" }))`,
          `omit(${before}, ["a${step - 1}"])`,
          `partial(${before}, ["a${step - 3}"])`,
        ][(step - 1) % 4] as string,
    ],
  ];

  test("one after the other", () => {
    const chains = table.map(([name, make], chain) => {
      const at = (step: number): string => `s${chain}_${step}`;
      const steps = Array.from({ length: 40 }, (_, index) => index + 1);
      return `// ${name}
export const ${at(0)} = Dict(${more(0)});
${steps.map((step) => `export const ${at(step)} = ${make(at(step - 1), step)};`).join("\n")}
export type Output${chain} = Infer<typeof ${at(40)}>;
export const use${chain} = (input: InferInput<typeof ${at(40)}>): Output${chain} => ${at(40)}(input);
export const first${chain}: number = ${at(40)}({}).a0;
// @ts-expect-error -- there is no such key
export const none${chain} = ${at(40)}({}).c;
`;
    });
    costOf(chains.join(""));
  });

  test("one inside the other", () => {
    const chains = table.map(([name, make], chain) => {
      let text = `Dict(${more(0)})`;
      for (let step = 1; step <= 40; step++) text = make(text, step);
      return `// ${name}
export const whole${chain} = ${text};
export const first${chain}: number = whole${chain}({}).a0;
`;
    });
    costOf(chains.join(""));
  });
});
