import "../support/fresh.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { evaluate } from "../compiled/evaluate.ts";
import { folder, piped } from "./host.ts";

const library = join(import.meta.dirname, "../../src/index.ts");

/** Compiles a module, beside which are others. */
async function compile(schemas: string, others: Readonly<Record<string, string>> = {}, ...args: string[]) {
  const text = `import * as v from ${JSON.stringify(library)};\n${schemas}`;
  const path = folder({ "schemas.mjs": text, ...others });
  const out = join(path, "schemas.validators.mjs");
  const { code, err } = await piped(["compile", join(path, "schemas.mjs"), "--out", out, ...args], []);
  const read = (file: string): string => readFileSync(join(path, file), "utf8");
  return { code, err: err.replaceAll(path, "DIR"), path, read };
}

const LOGIN = 'export const login = v.Dict({ email: v.Str({ format: "email" }), age: v.Int({ min: 18 }) });';

describe("validlib compile", () => {
  test("writes a module of each exported validator, without the library, and its types", async () => {
    const { code, err, read } = await compile(LOGIN);
    expect([code, err]).toEqual([0, ""]);
    const text = read("schemas.validators.mjs");
    expect(text).toContain('// Compiled by `validlib compile` from "./schemas.mjs". Do not edit.');
    expect(text).not.toMatch(/from "validlib"|\beval\b|Function/);
    expect(read("schemas.validators.d.mts")).toContain(
      "export declare const login: Compiled<Infer<typeof source.login>, InferInput<typeof source.login>>;",
    );
    const { login } = evaluate(text);
    expect(login?.({ email: "ann@example.org", age: 36 })).toEqual({ email: "ann@example.org", age: 36 });
    expect(login?.safe({ email: "ann", age: 7 }).error?.issues).toEqual([
      {
        code: "format",
        path: ["email"],
        pointer: "/email",
        message: "Expected a valid email address, got “ann”.",
        expected: "email",
        actual: "ann",
      },
      {
        code: "min_value",
        path: ["age"],
        pointer: "/age",
        message: "Expected at least 18, got 7.",
        expected: 18,
        actual: 7,
      },
    ]);
  });

  test("writes the same text each time, and with --check says whether it is still that", async () => {
    const { read, path } = await compile(LOGIN);
    const before = read("schemas.validators.mjs");
    const args = ["compile", join(path, "schemas.mjs"), "--out", join(path, "schemas.validators.mjs")];
    await piped(args, []);
    expect(read("schemas.validators.mjs")).toBe(before);
    expect((await piped([...args, "--check"], [])).code).toBe(0);
    const other = await compile(LOGIN, { "schemas.validators.mjs": before.replace("18", "17") }, "--check");
    expect([other.code, other.err]).toEqual([
      1,
      "validlib: 'DIR/schemas.validators.mjs' is not what compile writes now: run it again\n" +
        "validlib: 'DIR/schemas.validators.d.mts' is not what compile writes now: run it again\n",
    ]);
  });

  test("with --small, writes a module for plain data", async () => {
    const { read } = await compile(LOGIN, {}, "--small");
    const { login } = evaluate(read("schemas.validators.mjs"));
    const value = { email: "ann@example.org", age: 36 };
    expect([login?.is(value), login?.safe(new Map(Object.entries(value))).ok]).toEqual([true, false]);
  });

  test("with --standalone, writes what it uses of the runtime into the module", async () => {
    const schemas =
      'import { isEven } from "./rules.mjs"; export const even = v.AllOf(v.Int(), v.Check(isEven));' +
      'export const day = v.Dict({ day: v.Str({ format: "date" }), tags: v.Set(v.Str()) });';
    const others = { "rules.mjs": "export const isEven = (value) => value % 2 === 0;" };
    const { code, err, read, path } = await compile(schemas, others, "--standalone");
    expect([code, err]).toEqual([0, ""]);
    const text = read("schemas.validators.mjs");
    const imported = Array.from(text.matchAll(/^import .* from (".*");$/gm), ([, module]) => module);
    expect(imported).toEqual(['"./rules.mjs"']);
    expect(text.startsWith('// Compiled by `validlib compile` from "./schemas.mjs". Do not edit.\n\n')).toBe(true);
    expect(text).not.toMatch(/#region|\beval\b|new Function|taggedBy|isoReader/);
    const made = await import(pathToFileURL(join(path, "schemas.validators.mjs")).href);
    expect([made.even.is(2), made.even.is(3)]).toEqual([true, false]);
    expect(made.day.safe({ day: "2026-02-30", tags: ["a", "a"] }).error.issues).toMatchObject([
      { code: "format", path: ["day"], message: "Expected a valid date, got “2026-02-30”." },
    ]);
    const args = ["compile", join(path, "schemas.mjs"), "--out", join(path, "schemas.validators.mjs"), "--standalone"];
    expect((await piped([...args, "--check"], [])).code).toBe(0);
    expect((await piped([...args, "--check", "--small"], [])).code).toBe(1);
  });

  test("imports functions from the modules that the schema imports", async () => {
    const { read, err } = await compile(
      'import { isEven } from "./rules.mjs"; export const even = v.AllOf(v.Int(), v.Check(isEven));',
      { "rules.mjs": "export const isEven = (value) => value % 2 === 0;" },
    );
    expect(err).toMatch(/^(?:validlib: warning: .*\n)?$/);
    expect(read("schemas.validators.mjs")).toContain('import { isEven } from "./rules.mjs";');
    expect(read("schemas.validators.mjs")).toContain("chain(integer(");
  });

  test("moves a function with its text if it refers to nothing outside itself", async () => {
    const { read } = await compile(
      "export const even = v.AllOf(v.Int(), v.Check((one) => { const two = 2; return one % two === 0; }));",
    );
    expect(read("schemas.validators.mjs")).toContain("(one) => { const two = 2; return one % two === 0; };");
    const { even } = evaluate(read("schemas.validators.mjs"));
    expect([even?.is(2), even?.is(3)]).toEqual([true, false]);
  });

  test("moves a function that may get a secret with its text, and no other", async () => {
    const schema =
      'import { same } from "./rules.mjs";' +
      "export const user = v.AllOf(v.Dict({ password: v.Str({ secret: true }), again: v.Str() }), v.Check(same));";
    const alone = await compile(schema, { "rules.mjs": "export const same = (one) => one.password === one.again;" });
    expect(alone.read("schemas.validators.mjs")).toContain("const same = (one) => one.password === one.again;");
    const calling = "const again = (one) => one.again; export const same = (one) => one.password === again(one);";
    const { err } = await compile(schema, { "rules.mjs": calling });
    expect(err).toContain("user at /steps/1/test cannot be compiled: its function 'same' may get a secret");
    expect(err).toContain("write one that refers to nothing outside itself");
  });

  test("what it has written is a schema to check by, and shows no secrets in what it quotes", async () => {
    const { path, read } = await compile("export const user = v.Dict({ id: v.Int(), key: v.Str({ secret: true }) });");
    const runtime = join(import.meta.dirname, "../../src/runtime");
    const code = read("schemas.validators.mjs")
      .replaceAll('"validlib/runtime"', JSON.stringify(join(runtime, "index.ts")))
      .replaceAll('"validlib/runtime/more"', JSON.stringify(join(runtime, "more.ts")));
    writeFileSync(join(path, "compiled.mjs"), code);
    const check = (text: string) => piped(["check", "--schema", `${join(path, "compiled.mjs")}#user`, "-"], [text]);
    expect((await check('{ "id": 1, "key": "open sesame" }')).code).toBe(0);
    const { code: exit, out, err } = await check('{ "id": "x", "key": "open sesame" }');
    expect([exit, out + err]).toEqual([1, expect.stringContaining("Expected an integer")]);
    expect(out + err).not.toContain("sesame");
  });

  test.each([
    ["const most = 5; export const a = v.AllOf(v.Int(), v.Check((one) => one < most));", "'most' outside itself"],
    ["export const a = v.AllOf(v.Int(), v.Check(function (one) { return this === one; }));", "'this' outside itself"],
    ["export const a = v.AllOf(v.Int(), v.Check((one) => { { let b = 1; } return b; }));", "'b' outside itself"],
    ["export const a = v.Dict({ at: v.Check(() => true, { async: true }) });", "a at /schema/at cannot be compiled"],
    ["class My extends v.Int {} export const a = v.List(new My());", "a at /item cannot be compiled: My is a class of"],
    ["export const a = v.Str({ message: (error) => error.code });", "a message that is a function"],
  ])("refuses %s, and says what to do", async (schemas, why) => {
    const { code, err } = await compile(schemas);
    expect(code).toBe(2);
    expect(err).toContain(why);
    expect(err).toMatch(/export it from a module of its own|use the library|use a Check/);
  });

  test("reads its arguments with care", async () => {
    const say = async (...args: string[]): Promise<string> => (await piped(["compile", ...args], [])).err;
    expect(await say()).toContain("no module given");
    expect(await say("a.ts")).toContain("no --out given");
    expect(await say("a.ts", "--out", "a.ts")).toContain("--out should be a file of .js or .mjs");
    expect(await say("a.ts", "b.ts", "--out", "c.js")).toContain("one module is compiled at a time");
    expect(await say("a.ts", "--out", "c.js", "--to", "ts")).toContain("--to is for convert");
    expect(await say("a.json", "--out", "c.js")).toContain("compile takes a module of schemas");
  });
});
