/** What editors show of a schema's types. The compiler prints them: tests of types do not see how one is written. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API, NodeBuilderFlags, type Project, type Symbol as SymbolOf } from "typescript/unstable/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
mkdirSync(join(root, "test/.vitest"), { recursive: true });
const folder = mkdtempSync(join(root, "test/.vitest/hovers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const user = 'Dict({ name: Str(), age: Int() }, { optional: ["age"] })';
const USER = "{ name: string; age?: number | undefined; }";

// What it is made of, what it returns, and what it takes where that is something else.
const table: [expression: string, output: string, input?: string][] = [
  [user, USER],
  ['Dict({ name: Str(), age: Int() }, { optional: ["age"], unknown: "strip" })', USER],
  [`Dict({ user: ${user}, users: List(${user}) })`, `{ user: ${USER}; users: ${USER}[]; }`],
  [`Dict({ user: ${user} }, { optional: ["user"] })`, `{ user?: ${USER} | undefined; }`],
  [
    `Dict({ a: Dict({ b: ${user} }, { optional: ["b"], nullable: true }) }, { optional: ["a"] })`,
    `{ a?: { b?: ${USER} | undefined; } | null | undefined; }`,
  ],
  [
    `Dict({ user: ${user}, on: Bool({ coerce_str: true }), n: Default(Float({ coerce: true }), 1) }, { defaults: { on: true } })`,
    `{ user: ${USER}; on: boolean; n: number; }`,
    `{ user: ${USER}; on?: string | boolean | undefined; n?: string | number | boolean | undefined; }`,
  ],
  [
    `Dict({ user: ${user}, secret: Str() }, { optional: ["secret"], dispose: ["secret"] })`,
    `{ user: ${USER}; }`,
    `{ user: ${USER}; secret?: unknown; }`,
  ],
  [
    `Dict({ a: Str() }, { extra: [Str(), Int()] })`,
    "{ a: string; } & { [key: string]: number; }",
    "{ a: string; } & { [key: string]: string | number | undefined; }",
  ],
  [`Dict({ extra: [Str(), ${user}] })`, `{ [key: string]: ${USER}; }`, `{ [key: string]: ${USER} | undefined; }`],
  [`List(${user})`, `${USER}[]`],
  [`Tuple(${user}, Int())`, `[${USER}, number]`],
  [`OneOf(${user}, Const(null))`, `${USER} | null`],
  [`AllOf(${user}, Check(() => true))`, USER],
  [`extend(${user}, { on: Bool() })`, "{ name: string; age?: number | undefined; on: boolean; }"],
  [`List(pick(${user}, ["age"]))`, "{ age?: number | undefined; }[]"],
  [`omit(${user}, ["age"])`, "{ name: string; }"],
  [`List(partial(${user}))`, "{ name?: string | undefined; age?: number | undefined; }[]"],
  [`required(${user})`, "{ name: string; age: number; }"],
  [
    `merge(${user}, Dict({ at: Str({ options: ["here", "there"] }) }, { optional: ["at"] }))`,
    '{ name: string; age?: number | undefined; at?: "here" | "there" | undefined; }',
  ],
  [
    `Dict({ a: Optional(${user}), b: Nullable(List(${user})), c: Fallback(Int(), 1), d: Optional(Nullable(Str())) })`,
    `{ a?: ${USER} | undefined; b: ${USER}[] | null; c: number; d?: string | null | undefined; }`,
    `{ a?: ${USER} | undefined; b: ${USER}[] | null; c: unknown; d?: string | null | undefined; }`,
  ],
  [
    `OneOf([Dict({ kind: Const("a"), user: ${user} }), Dict({ kind: Const("b") })], { discriminator: "kind" })`,
    `{ kind: "a"; user: ${USER}; } | { kind: "b"; }`,
  ],
  [
    `Dict({ a: ${user} }, { extra: [Str({ options: ["b", "c"] }), Int()], optional: ["a"] })`,
    `{ a?: ${USER} | undefined; b?: number | undefined; c?: number | undefined; }`,
  ],
  [
    `Dict({ a: Int() }, { extra: [Str({ options: ["b"] }), ${user}], exhaustive: true, defaults: { a: 1 } })`,
    `{ a: number; b: ${USER}; }`,
    `{ a?: number | undefined; b: ${USER}; }`,
  ],
  [
    `Dict({ extra: [Str({ options: ["a", "b"] }), Int({ min: 1 })], minlen: 1 })`,
    "{ a?: number | undefined; b?: number | undefined; }",
  ],
  [`Dict({ extra: [Str({ options: ["a", "b"] }), ${user}], exhaustive: true })`, `{ a: ${USER}; b: ${USER}; }`],
  [`List({ item: Str({ options: ["a", "b"], nullable: true, maxlen: 1 }), minlen: 1 })`, '("a" | "b" | null)[]'],
];

describe.each([
  ["as most programs are compiled", false],
  ["with exactOptionalPropertyTypes", true],
])("%s", (_, exact) => {
  const project = join(folder, String(exact));
  const file = join(project, "hovers.ts");
  const api = new API({ cwd: root });
  let printed: (name: string) => string;
  afterAll(() => api.close());

  beforeAll(() => {
    mkdirSync(project);
    const names =
      "AllOf, Bool, Check, Const, Default, Dict, extend, Fallback, Float, Int, List, merge, Nullable, omit, OneOf, " +
      "Optional, partial, pick, required, Str, Tuple";
    const lines = table.map(
      ([expression], index) => `
const schema${index} = ${expression};
export type Output${index} = Infer<typeof schema${index}>;
export type Input${index} = InferInput<typeof schema${index}>;
export const value${index} = schema${index}(null);`,
    );
    const text = `import { ${names}, type Infer, type InferInput } from ${JSON.stringify(join(root, "src/index.ts"))};
export const kept = { ${names} };
${lines.join("\n")}
`;
    writeFileSync(file, text);
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    const config = join(project, "tsconfig.json");
    const compilerOptions = { exactOptionalPropertyTypes: exact };
    writeFileSync(config, JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include: ["*.ts"] }));
    const { checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config) as Project;
    printed = (name) => {
      const symbol = checker.getSymbolAtPosition(file, text.indexOf(` ${name} =`) + 1) as SymbolOf;
      const isType = !/^(?:value|schema)/.test(name);
      const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol);
      if (type === undefined) throw new Error(`${name} has no type`);
      const { NoTruncation, InTypeAlias } = NodeBuilderFlags;
      return checker.typeToString(type, undefined, isType ? NoTruncation | InTypeAlias : NoTruncation);
    };
  });

  // The result never has undefined; with the option that shows.
  const output = (text: string): string => (exact ? text.replaceAll(" | undefined", "") : text);

  test.each(table)("%s", (expression, given, taken = given) => {
    const index = table.findIndex(([one]) => one === expression);
    expect(printed(`Output${index}`)).toBe(output(given));
    expect(printed(`value${index}`)).toBe(output(given));
    expect(printed(`Input${index}`)).toBe(taken);
  });

  test("a schema shows the members, and the parameters that matter to types", () => {
    const members = "name: Str<{}>; age: Int<{}>;";
    expect(printed("schema0")).toBe(`Dict<{ ${members} }, { readonly optional: readonly "age"[]; }>`);
    for (const index of table.keys()) expect(printed(`schema${index}`)).not.toMatch(/Record<|unique symbol|~/);
  });
});
