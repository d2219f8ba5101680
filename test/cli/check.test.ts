import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { stripVTControlCharacters, styleText } from "node:util";
import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { run } from "../../src/cli/command.ts";
import { instances } from "../../src/index.ts";
import { bytesOf, FakeHost, folder, PERSON, piped } from "./host.ts";

const GOOD = '{"name":"Ann","age":1}';
const BAD = '{"name":"","age":200}';
const root = join(import.meta.dirname, "../..");

/** Runs `validlib check` on standard input with the schema of a person. */
async function check(input: Iterable<string | Uint8Array>, ...args: string[]) {
  const path = folder({ "person.json": PERSON });
  return { path, ...(await piped(["check", "--schema", join(path, "person.json"), ...args, "-"], input)) };
}

afterEach(() => instances.clear());

describe("validlib check of a document", () => {
  test("is silent about what is fine but for one line, and exits with 0", async () => {
    expect(await check([GOOD])).toMatchObject({ code: 0, out: "\u2713 standard input: valid\n", err: "" });
  });

  test("prints every error with line:column, path and message, and exits with 1", async () => {
    const { code, out } = await check(['{\n  "name": "",\n  "age": 1,\n  "tags": ["a", "b c"],\n  "x": 0\n}']);
    expect(code).toBe(1);
    expect(out.split("\n").filter((line) => line.startsWith("standard input:"))).toEqual([
      "standard input:2:11  name  Expected value length \u2265 1, got 0.",
      "standard input:4:17  tags.1  Cannot match \u201cb c\u201d using \u201c^\\w+$\u201d.",
      "standard input:5:3  x  Key is not allowed.",
    ]);
    expect(out).toMatch(/\n\u2717 standard input: 3 errors\n$/);
  });

  test.each([
    [["{"], "1:2", "Not valid JSON."],
    [[], "1:1", "Not valid JSON."],
    [[Uint8Array.of(0x7b, 0xff)], "1:2", "JSON text is not valid UTF-8."],
    [["\n\n  5"], "3:3", "Expected type \u201cobject\u201d, got \u201cinteger\u201d."],
  ])("says where %j is wrong: %s", async (input, place, message) => {
    const { code, out } = await check(input);
    expect(code).toBe(1);
    expect(out.split("\n")[0]).toBe(`standard input:${place}  ${message}`);
  });

  test("reads it in whatever chunks it comes", async () => {
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
    [["--max-bytes", "21"], [GOOD], 1, "JSON text is too large: 22 bytes, limit is 21."],
    [["--max-depth", "1"], ['{"tags":[]}'], 1, "Too many nested structures in JSON text, limit is 1."],
    [["--max-errors", "1"], [BAD], 1, "more than 1 error\n"],
    [["--max-errors", "2"], [BAD], 1, ": 2 errors\n"],
  ])("keeps the limit %j", async (args, input, code, text) => {
    const result = await check(input, ...args);
    expect(result.code).toBe(code);
    expect(result.out).toContain(text);
  });

  test("is printed as JSON that holds it all", async () => {
    const { code, out } = await check([BAD], "--format", "json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ valid: false, errors: [{ path: "name" }, { path: "age" }] });
  });

  test.each([
    [GOOD, 0],
    [BAD, 1],
  ])("prints nothing when it should be quiet", async (text, code) => {
    for (const format of ["pretty", "json", "ndjson"]) {
      expect(await check([text], "--quiet", "--format", format)).toMatchObject({ code, out: "", err: "" });
    }
  });

  test("goes on being interrupted by ^C at once: it does not catch it", async () => {
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

describe("validlib check of lines", () => {
  test("goes on after a bad line and counts", async () => {
    const { code, out } = await check([`${GOOD}\n${BAD}\n{oops\n${GOOD}`], "--ndjson");
    expect(code).toBe(1);
    expect(out.split("\n").filter((line) => line.startsWith("standard input:"))).toEqual([
      "standard input:2:9  name  Expected value length \u2265 1, got 0.",
      "standard input:2:18  age  Expected value \u2264 150, got 200.",
      "standard input:3:2  Not valid JSON.",
    ]);
    expect(out).toMatch(/\n\u2717 standard input: 2 good lines, 2 bad \(3 errors\)\n$/);
  });

  test("gives line, column in it, and offset in the file", async () => {
    const { out } = await check([`${GOOD}\r\n\r\n`, `  ${BAD}\r\n`], "--ndjson", "--format", "ndjson");
    const [first] = out.split("\n").map((line) => line && JSON.parse(line));
    expect(first).toMatchObject({ line: 3, column: 11, offset: 36, path: "name" });
  });

  test("takes blank lines for none", async () => {
    const { code, out } = await check([`\n \t\r\n${GOOD}\n\n`], "--ndjson");
    expect([code, out]).toEqual([0, "\u2713 standard input: 1 good line, 0 bad\n"]);
  });

  test("finds nothing wrong with nothing", async () => {
    expect(await check([], "--ndjson")).toMatchObject({ code: 0, out: "\u2713 standard input: 0 good lines, 0 bad\n" });
  });

  test("refuses a line longer than the limit and goes on", async () => {
    const { code, out } = await check(
      [`${GOOD}\n${BAD}${" ".repeat(9)}`, `${" ".repeat(70)}\n${GOOD}`],
      "--ndjson",
      "--max-bytes",
      "50",
    );
    expect(code).toBe(1);
    expect(out).toBe(`\
standard input:2:1  JSON text is too large: 100 bytes, limit is 50.

\u2717 standard input: 2 good lines, 1 bad (1 error)
`);
  });

  test("splits them, byte for byte", async () => {
    const path = folder({ "person.json": PERSON });
    const lines = [`${GOOD}\r\n`, `${BAD}\r\n`, "\n", `{"name":"\u00e9","age":2}\n`, "\x00\xff\n", GOOD];
    const input = Buffer.from(lines.join(""), "latin1");
    const files = ["--valid", join(path, "good"), "--invalid", join(path, "bad")];
    const { code } = await piped(["check", "--schema", join(path, "person.json"), "--ndjson", ...files, "-"], [input]);
    expect(code).toBe(1);
    expect(bytesOf(path, "good")).toBe(`${lines[0]}\n${GOOD}`);
    expect(bytesOf(path, "bad")).toBe(`${lines[1]}${lines[3]}${lines[4]}`);
  });

  test("each line goes to one file and to one only, whatever the chunks and the limit", async () => {
    const line = fc.constantFrom(GOOD, BAD, "", " ", "{", `${GOOD}\r`, "\u00e9".repeat(40), " ".repeat(90) + GOOD);
    const path = folder({ "person.json": PERSON });
    const [good, bad] = [join(path, "good"), join(path, "bad")];
    const property = fc.asyncProperty(
      fc.array(line, { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }),
      fc.integer({ min: 20, max: 120 }),
      async (lines, sizes, limit) => {
        const input = Buffer.from(lines.join("\n"));
        const chunks: Buffer[] = [];
        let at = 0;
        for (const size of sizes) {
          chunks.push(input.subarray(at, at + size));
          at += size;
        }
        const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--quiet"];
        const files = ["--valid", good, "--invalid", bad, "--max-bytes", String(limit)];
        await piped([...args, ...files, "-"], [...chunks, input.subarray(at)]);
        const isGood = (text: string): boolean =>
          Buffer.byteLength(text) <= limit && (text.trim() === "" || text.trim() === GOOD);
        const all = lines.join("\n").split(/(?<=\n)/);
        const wanted = (which: boolean): string =>
          all.filter((text) => isGood(text.replace("\n", "")) === which).join("");
        expect(readFileSync(good, "utf8")).toBe(wanted(true));
        expect(readFileSync(bad, "utf8")).toBe(wanted(false));
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  test("writes either file without the other", async () => {
    const { path } = await check([`${GOOD}\n${BAD}\n`], "--ndjson", "--quiet");
    for (const [option, text] of [
      ["--valid", `${GOOD}\n`],
      ["--invalid", `${BAD}\n`],
    ] as const) {
      const file = join(path, "out");
      const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "-q", option, file, "-"];
      await piped(args, [`${GOOD}\n${BAD}\n`]);
      expect(readFileSync(file, "utf8")).toBe(text);
    }
  });

  test.each([
    ["--valid", "data.ndjson"],
    ["--invalid", "link"],
  ])("never overwrites its own data", async (option, name) => {
    const path = folder({ "person.json": PERSON, "data.ndjson": `${GOOD}\n` });
    symlinkSync(join(path, "data.ndjson"), join(path, "link"));
    const args = ["check", "--schema", join(path, "person.json"), option, join(path, name), join(path, "data.ndjson")];
    expect(await piped(args, [])).toMatchObject({
      code: 2,
      err: "validlib: --valid or --invalid would overwrite the data\nTry 'validlib --help'.\n",
    });
    expect(bytesOf(path, "data.ndjson")).toBe(`${GOOD}\n`);
  });

  test("does not write both kinds of lines into one file", async () => {
    const path = folder({ "person.json": PERSON });
    const file = join(path, "out");
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--valid", file, "--invalid", file, "-"];
    const { code, err } = await piped(args, [GOOD]);
    expect([code, err.split("\n")[0]]).toEqual([2, "validlib: --valid and --invalid are the same file"]);
  });

  test.skipIf(process.platform === "win32")("reads what has no size", async () => {
    const path = folder({ "person.json": PERSON });
    const { code, out } = await piped(["check", "--schema", join(path, "person.json"), "--ndjson", "/dev/null"], []);
    expect([code, out]).toEqual([0, "\u2713 /dev/null: 0 good lines, 0 bad\n"]);
  });

  test.skipIf(process.platform === "win32")("throws both kinds away if they are to go nowhere", async () => {
    const { code } = await check([`${GOOD}\n`], "--ndjson", "--valid", "/dev/null", "--invalid", "/dev/null");
    expect(code).toBe(0);
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

  test("read on says so, after what it has found", async () => {
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

  test("follow a reference says which", async () => {
    const path = folder({ "s.json": '{"__class__":"LazyRef","use":"nobody"}' });
    const { code, err } = await piped(["check", "--schema", join(path, "s.json"), "-"], ["1"]);
    expect(code).toBe(2);
    expect(err).toBe(`validlib: the schema '${join(path, "s.json")}' fails: Instance 'nobody' is not registered\n`);
  });

  test("write what it finds says so", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost([BAD]);
    Object.assign(host, {
      stdout: new Writable({ write: (_chunk, _encoding, done) => done(new Error("no space left")) }),
    });
    expect(await run(["check", "--schema", join(path, "person.json"), "-"], host)).toBe(2);
    expect(host.stderr.text).toBe("validlib: cannot write 'the standard output': no space left\n");
  });

  test("hides nothing of a bug of its own", async () => {
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

describe("validlib check that is stopped", () => {
  /** Standard input that never ends, and after its chunks does something else. */
  const endless = (chunks: readonly string[], then: () => void): Readable => {
    const rest = [...chunks];
    return new Readable({
      read() {
        const chunk = rest.shift();
        if (chunk === undefined) setImmediate(then);
        else setImmediate(() => this.push(Buffer.from(chunk)));
      },
    });
  };

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("by %s leaves complete lines and exits with %d", async (signal, code) => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost();
    host.stdin = endless([`${GOOD}\n${BAD}\n${GOOD}`], () => host.emit(signal, signal));
    const files = ["--valid", join(path, "good"), "--invalid", join(path, "bad")];
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--format", "json", ...files, "-"];
    expect(await run(args, host)).toBe(code);
    expect(JSON.parse(host.stdout.text)).toMatchObject({ good: 1, bad: 1, interrupted: true });
    expect(bytesOf(path, "good")).toBe(`${GOOD}\n`);
    expect(bytesOf(path, "bad")).toBe(`${BAD}\n`);
    expect(host.listenerCount(signal)).toBe(0);
  });

  test("inside a line that is too long leaves nothing of it", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost();
    host.stdin = endless([`${BAD}\n`, " ".repeat(80), " ".repeat(80)], () => host.emit("SIGINT", "SIGINT"));
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--max-bytes", "50"];
    expect(await run([...args, "--invalid", join(path, "bad"), "-"], host)).toBe(130);
    expect(bytesOf(path, "bad")).toBe(`${BAD}\n`);
  });

  /** Standard output that is closed after the first block. */
  const closing = (): Writable => {
    let blocks = 0;
    return new Writable({
      write(_chunk, _encoding, done) {
        done(blocks++ === 0 ? null : Object.assign(new Error("EPIPE"), { code: "EPIPE" }));
      },
    });
  };

  test("by a reader that has seen enough ends, quietly, with 1", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost();
    let chunks = 0;
    host.stdin = new Readable({
      read() {
        chunks++;
        setImmediate(() => this.push(`${BAD}\n`.repeat(100)));
      },
    });
    Object.assign(host, { stdout: closing() });
    expect(await run(["check", "--schema", join(path, "person.json"), "--ndjson", "-"], host)).toBe(1);
    expect(host.stderr.text).toBe("");
    expect(chunks).toBeLessThan(100);
  });

  test("by a reader of the errors goes on for its files", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost(Array.from({ length: 10 }, () => `${BAD}\n${GOOD}\n`.repeat(4000)));
    Object.assign(host, { stdout: closing() });
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--valid", join(path, "good"), "-"];
    expect(await run(args, host)).toBe(1);
    expect(bytesOf(path, "good")).toBe(`${GOOD}\n`.repeat(40_000));
  });

  test("by a slow reader waits, and keeps little", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost();
    let produced = 0;
    let consumed = 0;
    let most = 0;
    host.stdin = new Readable({
      highWaterMark: 1,
      read() {
        produced++;
        this.push(produced > 40 ? null : `${BAD}\n`.repeat(500));
      },
    });
    Object.assign(host, {
      stdout: new Writable({
        highWaterMark: 1,
        write(chunk, _encoding, done) {
          consumed += chunk.length;
          most = Math.max(most, this.writableLength);
          setImmediate(done);
        },
      }),
    });
    expect(await run(["check", "--schema", join(path, "person.json"), "--ndjson", "-"], host)).toBe(1);
    expect(consumed).toBeGreaterThan(2_000_000);
    expect(most).toBeLessThan(300_000);
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
    expect((await piped(["--engine"], [])).out).toMatch(/^impl {5}(?:TypeScript|N-API)\nreason {3}./);
  });

  test("says what it does not understand", async () => {
    writeFileSync(join(folder(), "x"), "");
    expect(await piped([], [])).toEqual({
      code: 2,
      out: "",
      err: "validlib: no command given\nTry 'validlib --help'.\n",
    });
  });
});
