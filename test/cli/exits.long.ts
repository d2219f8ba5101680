import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, cpSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BAD, folder, GOOD, PERSON } from "./host.ts";
import { checking, library, outcome, root, start } from "./process.ts";

/** Checks `1` with a module, and says how that ended; `SCHEMA` is the name of the module. */
async function checkedWith(module: string, input: string | undefined = "1") {
  const schema = join(folder({ "s.mjs": `import * as v from ${library};\n${module}` }), "s.mjs");
  const { err, ...rest } = await outcome(start(["check", "--schema", schema, "-"]), input);
  return { ...rest, err: err.replaceAll(schema, "SCHEMA") };
}

/** A schema of a validator of its own that does something. */
const custom = (body: string): string =>
  `export default new (class Odd extends v.Validator { check() { ${body} } })();`;

describe("the exit code is 2, because 1 means only that the data is invalid, after", () => {
  const major = Number.parseInt(process.versions.node, 10);
  const ofItsTag = major < 24 ? "something that cannot be shown" : "{ Symbol(Symbol.toStringTag): [Getter] }";
  // Thrown values and how they are shown.
  const thrown: readonly (readonly [string, string])[] = [
    ["undefined", "undefined"],
    ["null", "null"],
    ["5n", "5n"],
    ["Symbol('s')", "Symbol(s)"],
    ["''", "''"],
    ["'two\\nlines\\x1b[31m'", "two\u240alines\u241b[31m"],
    ["Object.create(null)", "[Object: null prototype] {}"],
    ["{ toString() { throw 1; } }", "{ toString: [Function: toString] }"],
    ["{ get [Symbol.toStringTag]() { throw 1; } }", ofItsTag],
    ["new Proxy({}, { getPrototypeOf() { throw 1; } })", "something that cannot be shown"],
    ["Object.assign(new Error(), { message: Symbol() })", "Error"],
    ["new TypeError()", "TypeError"],
    ["Object.assign(new Error('odd stack'), { stack: 5 })", "odd stack"],
    ["Object.defineProperty(new Error('no stack'), 'stack', { get() { throw 1; } })", "no stack"],
    ["new Error('x'.repeat(5000))", `${"x".repeat(1000)}\u2026`],
  ];

  test.each(thrown)("a schema module that throws %s", async (value, shown) => {
    const { err, ...rest } = await checkedWith(`throw ${value};`);
    expect(rest).toEqual({ code: 2, signal: null, out: "" });
    expect(err.replace(/ \(line \d+\)/, "")).toBe(`validlib: the schema 'SCHEMA' fails: ${shown}\n`);
  });

  test.each([
    ["rejects", "await Promise.reject(undefined);", /the schema 'SCHEMA' fails: undefined\n$/],
    ["rejects while nobody waits", "Promise.reject(null); await new Promise((r) => setTimeout(r, 1e4));", /: null\n$/],
    ["throws later", "setTimeout(() => { throw 5; }); await new Promise((r) => setTimeout(r, 1e4));", /error: 5\n$/],
    ["exits with 0", "process.exit(0);", /stopped before it was done: the schema's own code ended the process\n$/],
    ["exits with 1", "process.exit(1);", /stopped before it was done: the schema's own code ended the process\n$/],
    ["never ends", "await new Promise(() => {});", /the schema's own code waits for what never comes\n$/],
    ["is a thenable", "export function then(done) { done(undefined); }", /the schema 'SCHEMA' fails: ./],
    ["exports a Proxy", "export default new Proxy(() => {}, { get() { throw null; } });", /'SCHEMA' fails: null\n$/],
    ["is no JavaScript", "export default (;", /the schema 'SCHEMA' fails: Unexpected token ';'\n$/],
  ])("a schema module that %s", async (_, module, message) => {
    const { err, ...rest } = await checkedWith(module);
    expect(rest).toEqual({ code: 2, signal: null, out: "" });
    expect(err).toMatch(message);
    expect(err.split("\n").length).toBe(2);
  });

  test.each([
    ["throws undefined", "throw undefined;", "the schema 'SCHEMA' fails: undefined"],
    ["throws what has no text", "throw Object.create(null);", "the schema 'SCHEMA' fails: [Object: null prototype] {}"],
    ["exits", "process.exit();", "stopped before it was done: the schema's own code ended the process"],
  ])("a validator that %s", async (_, body, message) => {
    const { err, ...rest } = await checkedWith(custom(body));
    expect(rest).toEqual({ code: 2, signal: null, out: "" });
    expect(err.replace(/ \(line \d+\)/, "")).toBe(`validlib: ${message}\n`);
  });

  test("a requested engine that is not available", async () => {
    const { args } = checking();
    const env = { VALIDLIB_IMPL: "nonsense\u009b" };
    const { code, out, err } = await outcome(start(args, { env }), GOOD);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^validlib: .*VALIDLIB_IMPL.*\ufffd.*\n$/);
  });

  test("a missing package of the command", () => {
    const path = folder({ "package.json": '{ "type": "module" }' });
    cpSync(join(root, "dist"), join(path, "dist"), { recursive: true });
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(path, "dist/cli/main.js"), "--version"], {
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^validlib: Cannot find package 'get-east-asian-width' .*\n$/);
  });

  test.skipIf(process.platform === "win32")("a directory as the standard input", async () => {
    for (const lines of ["--json", "--ndjson"]) {
      const { path, args } = checking(lines);
      const input = openSync(path, "r");
      const child = start(args, { stdio: [input, "pipe", "pipe"] });
      closeSync(input);
      expect(await outcome(child)).toEqual({
        code: 2,
        signal: null,
        out: "",
        err: "validlib: cannot read the standard input: it is a directory\n",
      });
    }
  });

  test.skipIf(process.platform !== "linux")("an output that is full", async () => {
    for (const command of [checking("--ndjson").args, ["--help"], ["--engine"]]) {
      const full = openSync("/dev/full", "w");
      const child = start(command, { stdio: ["pipe", full, "pipe"] });
      closeSync(full);
      expect(await outcome(child, BAD)).toMatchObject({
        code: 2,
        err: "validlib: cannot write the standard output: no space left on device\n",
      });
    }
  });
});

describe("the exit code is that of the check", () => {
  test("even if the schema sets another one or leaves timers running", async () => {
    const schema = "process.exitCode = 1; setInterval(() => {}, 1000); export default v.Int();";
    expect(await checkedWith(schema)).toMatchObject({ code: 0, out: "\u2713 standard input: valid\n", err: "" });
    expect(await checkedWith(schema.replace("= 1", "= 0"), "[]")).toMatchObject({ code: 1, err: "" });
  });

  test("when the standard error is closed", async () => {
    const child = start(["check", "--schema", "no such file", "-"]);
    child.stderr.destroy();
    expect(await once(child, "exit")).toEqual([2, null]);
  });

  test("and everything is printed first", async () => {
    const child = start(checking("--ndjson", "--format", "ndjson").args);
    const { code, out } = await outcome(child, `${BAD}\n`.repeat(5000));
    expect(code).toBe(1);
    expect(out.split("\n").length).toBe(10_001);
  });

  test("of many files, without warnings of Node", async () => {
    const path = folder({ "person.json": PERSON, "data.json": GOOD });
    const many = new Array<string>(12).fill(join(path, "data.json"));
    const { code, out, err } = await outcome(start(["check", "--schema", join(path, "person.json"), ...many]));
    expect([code, out.split("\n").length, err]).toEqual([0, 13, ""]);
  });

  test("documented in docs/cli.md", () => {
    const page = readFileSync(join(root, "docs/cli.md"), "utf8");
    expect(Array.from(page.matchAll(/^\| ([\d, ]+) \|/gm), ([, codes]) => codes)).toEqual(["0", "1", "2", "130, 143"]);
  });
});
