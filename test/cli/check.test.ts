import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { stripVTControlCharacters, styleText } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { FORMATS } from "../../src/cli/args.ts";
import { run } from "../../src/cli/command.ts";
import { instances } from "../../src/index.ts";
import { BAD, check, FakeHost, folder, GOOD, PERSON, piped } from "./host.ts";

afterEach(() => instances.clear());

const root = join(import.meta.dirname, "../..");

describe("validlib check of a document", () => {
  test("prints one line for a valid one and exits with 0", async () => {
    expect(await check([GOOD])).toMatchObject({ code: 0, out: "\u2713 standard input: valid\n", err: "" });
  });

  test("prints every error with line:column, path and message, and exits with 1", async () => {
    const { code, out } = await check(['{\n  "name": "",\n  "age": 1,\n  "tags": ["a", "b c"],\n  "x": 0\n}']);
    expect(code).toBe(1);
    expect(out.split("\n").filter((line) => line.startsWith("standard input:"))).toEqual([
      "standard input:2:11  name  Expected at least 1 character, got 0.",
      "standard input:4:17  tags.1  Expected text that matches \u201c^\\w+$\u201d, got \u201cb c\u201d.",
      "standard input:5:3  x  Key is not allowed.",
    ]);
    expect(out).toMatch(/\n\u2717 standard input: 3 errors\n$/);
  });

  test.each([
    [["{"], "1:2", "Not valid JSON."],
    [[], "1:1", "Not valid JSON."],
    [[Uint8Array.of(0x7b, 0xff)], "1:2", "JSON text is not valid UTF-8."],
    [["\n\n  5"], "3:3", "Expected an object, got an integer."],
  ])("says where %j is wrong: %s", async (input, place, message) => {
    const { code, out } = await check(input);
    expect(code).toBe(1);
    expect(out.split("\n")[0]).toBe(`standard input:${place}  ${message}`);
  });

  test.each(["data.json", "data.ndjson"])("%s cannot wait for functions of the schema", async (name) => {
    const library = JSON.stringify(join(root, "src/index.ts"));
    const module = `import * as v from ${library};\nexport default v.Check(async () => true, { async: true });`;
    const path = folder({ "s.mjs": module, [name]: "1" });
    const schema = join(path, "s.mjs");
    expect(await piped(["check", "--schema", schema, join(path, name)], [])).toMatchObject({
      code: 2,
      out: "",
      err: `validlib: the schema '${schema}' has a Check or Transform with async: true: the command cannot wait\n`,
    });
  });

  test("reads it in any chunks", async () => {
    expect(await check(Array.from(GOOD))).toMatchObject({ code: 0 });
  });

  test("reads a file", async () => {
    const path = folder({ "person.json": PERSON, "data.txt": BAD });
    const args = ["check", "--schema", join(path, "person.json"), join(path, "data.txt")];
    const { code, out } = await piped(args, []);
    expect(code).toBe(1);
    expect(out).toContain(`${join(path, "data.txt")}:1:9  name`);
  });

  test.each([
    [["--max-bytes", "22"], [GOOD], 0, "valid"],
    [["--max-bytes", "21"], [GOOD], 1, "JSON text is too large: 22 bytes, the limit is 21."],
    [["--max-depth", "1"], ['{"tags":[]}'], 1, "JSON text is nested too deep: the limit is 1."],
    [["--max-errors", "1"], [BAD], 1, "more than 1 error\n"],
    [["--max-errors", "2"], [BAD], 1, ": 2 errors\n"],
  ])("keeps the limit %j", async (args, input, code, text) => {
    const result = await check(input, ...args);
    expect(result.code).toBe(code);
    expect(result.out).toContain(text);
  });

  test("is printed as JSON", async () => {
    const { code, out } = await check([BAD], "--format", "json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ valid: false, errors: [{ path: ["name"] }, { path: ["age"] }] });
  });

  test.each([
    [GOOD, 0],
    [BAD, 1],
  ])("prints nothing when it should be quiet", async (text, code) => {
    for (const format of FORMATS) {
      expect(await check([text], "--quiet", "--format", format)).toMatchObject({ code, out: "", err: "" });
    }
  });

  test("does not catch ^C, which ends it at once", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost();
    let listeners = 0;
    host.stdin = new Readable({
      read() {
        listeners = host.listenerCount("SIGINT");
        this.push(null);
      },
    });
    await run(["check", "--schema", join(path, "person.json"), "-"], host);
    expect(listeners).toBe(0);
  });
});

describe("validlib check that cannot", () => {
  test.each([
    [["--max-depth", "x"], "--max-depth should be a whole number of at most 1024, not 'x'\nTry 'validlib --help'."],
    [["--ndjson", "--valid", "/nowhere/file"], "cannot write '/nowhere/file': no such file or directory"],
  ])("do %j says so and exits with 2", async (args, message) => {
    expect(await check([GOOD], ...args)).toMatchObject({ code: 2, out: "", err: `validlib: ${message}\n` });
  });

  test.each([
    ["missing.json", "no such file or directory"],
    [".", "it is a directory"],
  ])("read %s says so", async (name, reason) => {
    const path = folder({ "person.json": PERSON });
    const file = join(path, name);
    const { code, err } = await piped(["check", "--schema", join(path, "person.json"), file], []);
    expect([code, err]).toEqual([2, `validlib: cannot read '${file}': ${reason}\n`]);
  });

  test("read on reports that after its findings", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost();
    host.stdin = Readable.from(
      (async function* () {
        yield Buffer.from(`${BAD}\n${GOOD}`);
        throw new Error("the disk is gone");
      })(),
    );
    const good = join(path, "good");
    const args = [
      "check",
      "--schema",
      join(path, "person.json"),
      "--ndjson",
      "--valid",
      good,
      "--format",
      "ndjson",
      "-",
    ];
    expect(await run(args, host)).toBe(2);
    expect(host.stderr.text).toBe("validlib: cannot read the standard input: the disk is gone\n");
    expect(host.stdout.text.split("\n").length).toBe(3);
    expect(readFileSync(good, "utf8")).toBe("");
  });

  test("follow a reference names it", async () => {
    const path = folder({ "s.json": '{"__class__":"LazyRef","use":"nobody"}' });
    const { code, err } = await piped(["check", "--schema", join(path, "s.json"), "-"], ["1"]);
    expect(code).toBe(2);
    expect(err).toBe(`validlib: the schema '${join(path, "s.json")}' fails: Instance 'nobody' is not registered\n`);
  });

  test("write its findings reports that", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost([BAD]);
    Object.assign(host, {
      stdout: new Writable({ write: (_chunk, _encoding, done) => done(new Error("no space left")) }),
    });
    expect(await run(["check", "--schema", join(path, "person.json"), "-"], host)).toBe(2);
    expect(host.stderr.text).toBe("validlib: cannot write the standard output: no space left\n");
  });

  test("does not hide a bug of its own", async () => {
    const host = new FakeHost([GOOD], { columns: 80 });
    Object.defineProperty(host, "env", {
      get() {
        throw new Error("a bug");
      },
    });
    const path = folder({ "person.json": PERSON });
    await expect(run(["check", "--schema", join(path, "person.json"), "-"], host)).rejects.toThrow("a bug");
  });
});

describe("on a terminal", () => {
  const terminal = { columns: 60 };

  test("there are colours and times, and lines fit", async () => {
    const path = folder({ "person.json": PERSON });
    const args = ["check", "--schema", join(path, "person.json"), "-"];
    const { out } = await piped(args, [`{"name": "${"x".repeat(200)}", "age": 1}`], terminal);
    expect(out).toContain(styleText("cyan", "standard input", { validateStream: false }));
    expect(out).toMatch(/1 error {2}\(2\d\d B in \d\.\d\d s, [\d.]+ [kM]?B\/s\)\n$/);
    for (const line of stripVTControlCharacters(out).split("\n")) expect(line.length).toBeLessThanOrEqual(60);
  });

  test.each([[{ NO_COLOR: "1" }], [{ TERM: "dumb" }]])("there are no colours with %j", async (env) => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost([BAD], terminal);
    host.env = env;
    await run(["check", "--schema", join(path, "person.json"), "-"], host);
    expect(host.stdout.text).not.toContain("\x1b");
  });

  test("a progress bar is shown while much is read, and is gone at the end", async () => {
    const path = folder({ "person.json": PERSON });
    const chunk = Buffer.from(`${" ".repeat(999_999)}\n`);
    const host = new FakeHost([], terminal);
    let chunks = 0;
    host.stdin = new Readable({
      read() {
        chunks++;
        setTimeout(() => this.push(chunks > 30 ? null : chunk), 10);
      },
    });
    expect(await run(["check", "--schema", join(path, "person.json"), "--ndjson", "-"], host)).toBe(0);
    expect(host.stderr.text).toContain("standard input  ");
    expect(host.stderr.text.endsWith("\r\x1b[K")).toBe(true);
  });
});

describe("validlib", () => {
  test("shows its help, its version and its engine", async () => {
    expect((await piped(["--help"], [])).out).toMatch(/^Usage: validlib check --schema/);
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(await piped(["--version"], [])).toEqual({ code: 0, out: `${version}\n`, err: "" });
    expect((await piped(["--engine"], [])).out).toMatch(/^impl {5}(?:TypeScript|N-API|Wasm)\nreason {3}./);
  });

  test("reports wrong usage", async () => {
    expect(await piped([], [])).toEqual({
      code: 2,
      out: "",
      err: "validlib: no command given\nTry 'validlib --help'.\n",
    });
  });
});
