import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { BAD, bytesOf, folder, GOOD, PERSON, piped } from "./host.ts";
import { outcome, start } from "./process.ts";

const DATA = `${GOOD}\n${BAD}\n`;

/** A folder with a schema, data, and other names for both. */
function named(): string {
  const path = folder({ "person.json": PERSON, "data.ndjson": DATA });
  for (const name of ["person.json", "data.ndjson"]) {
    symlinkSync(join(path, name), join(path, `symlink-${name}`));
    linkSync(join(path, name), join(path, `link-${name}`));
  }
  mkdirSync(join(path, "folder"));
  return path;
}

const spellings = (path: string, name: string): string[] => [
  join(path, name),
  relative(process.cwd(), join(path, name)),
  `${path}/folder/..//${name}`,
  join(path, `symlink-${name}`),
  join(path, `link-${name}`),
];

/** Runs a check in which the standard streams are files; `undefined` is a pipe. */
async function redirected(
  args: readonly string[],
  files: readonly (readonly [name: string, flags: string] | undefined)[],
) {
  const stdio = files.map((file) => (file === undefined ? "pipe" : openSync(...file)));
  const child = start(args, { stdio });
  for (const fd of stdio) if (typeof fd === "number") closeSync(fd);
  return outcome(child, "");
}

const wrong = (text: string) => `validlib: ${text}\nTry 'validlib --help'.\n`;

describe("validlib check does not write a file that it reads", () => {
  test.each(["--valid", "--invalid"])("%s is not the data, under any name", async (option) => {
    const path = named();
    for (const output of spellings(path, "data.ndjson")) {
      const args = ["check", "--schema", join(path, "person.json"), option, output, join(path, "data.ndjson")];
      expect(await piped(args, [])).toEqual({
        code: 2,
        out: "",
        err: wrong("--valid or --invalid would overwrite the data"),
      });
      expect(bytesOf(path, "data.ndjson")).toBe(DATA);
    }
  });

  test.each(["--valid", "--invalid"])("%s is not the data at the standard input", async (option) => {
    const path = named();
    for (const output of spellings(path, "data.ndjson")) {
      const args = ["check", "--schema", join(path, "person.json"), "--ndjson", option, output, "-"];
      expect(await redirected(args, [[join(path, "data.ndjson"), "r"], undefined, undefined])).toEqual({
        code: 2,
        signal: null,
        out: "",
        err: wrong("--valid or --invalid would overwrite the data"),
      });
      expect(bytesOf(path, "data.ndjson")).toBe(DATA);
    }
  });

  test.each(["--valid", "--invalid"])("%s is not the schema", async (option) => {
    const path = named();
    for (const output of spellings(path, "person.json")) {
      const args = ["check", "--schema", join(path, "person.json"), "--ndjson", option, output, "-"];
      expect(await piped(args, [DATA])).toEqual({
        code: 2,
        out: "",
        err: wrong("--valid or --invalid would overwrite the schema"),
      });
      expect(bytesOf(path, "person.json")).toBe(PERSON);
    }
  });

  test("--valid and --invalid are two files, and neither is truncated if they are the same", async () => {
    const path = named();
    writeFileSync(join(path, "out"), "kept");
    linkSync(join(path, "out"), join(path, "link"));
    const outputs = ["--valid", join(path, "out"), "--invalid", join(path, "link")];
    const args = ["check", "--schema", join(path, "person.json"), ...outputs, join(path, "data.ndjson")];
    expect(await piped(args, [])).toEqual({ code: 2, out: "", err: wrong("--valid and --invalid are the same file") });
    expect(bytesOf(path, "out")).toBe("kept");
  });

  test.each([
    ["--valid", "--invalid", "no such folder/file", "no such file or directory"],
    ["--invalid", "--valid", "folder", "illegal operation on a directory"],
  ])("%s is not emptied if %s cannot be written", async (kept, other, name, reason) => {
    const path = named();
    writeFileSync(join(path, "out"), "kept");
    const outputs = [kept, join(path, "out"), other, join(path, name)];
    const args = ["check", "--schema", join(path, "person.json"), ...outputs, join(path, "data.ndjson")];
    expect(await piped(args, [])).toEqual({
      code: 2,
      out: "",
      err: `validlib: cannot write '${join(path, name)}': ${reason}\n`,
    });
    expect(bytesOf(path, "out")).toBe("kept");
  });

  test("a file that was created for a refused call is deleted", async () => {
    const path = named();
    const args = ["check", "--schema", join(path, "person.json"), "--valid", join(path, "new"), "--invalid"];
    for (const other of ["data.ndjson", "new", "folder"]) {
      expect((await piped([...args, join(path, other), join(path, "data.ndjson")], [])).code).toBe(2);
      expect(readdirSync(path)).not.toContain("new");
    }
    expect(bytesOf(path, "data.ndjson")).toBe(DATA);
  });

  test("no file is truncated or created if the schema or the data cannot be read", async () => {
    const path = named();
    writeFileSync(join(path, "out"), "kept");
    for (const [schema, data] of [
      ["missing.json", "data.ndjson"],
      ["person.json", "missing.ndjson"],
    ] as const) {
      const outputs = ["--valid", join(path, "out"), "--invalid", join(path, "new")];
      const { code } = await piped(["check", "--schema", join(path, schema), ...outputs, join(path, data)], []);
      expect(code).toBe(2);
    }
    expect(bytesOf(path, "out")).toBe("kept");
    expect(readdirSync(path)).not.toContain("new");
  });

  test("an existing file is truncated before it is written", async () => {
    const path = named();
    writeFileSync(join(path, "out"), "x".repeat(10_000));
    const args = ["check", "--schema", join(path, "person.json"), "--valid", join(path, "out")];
    expect((await piped([...args, join(path, "data.ndjson")], [])).code).toBe(1);
    expect(bytesOf(path, "out")).toBe(`${GOOD}\n`);
  });

  test.each([
    ["data.ndjson", "the data"],
    ["person.json", "the schema"],
  ])("the standard output does not go into %s", async (name, what) => {
    const path = named();
    const before = bytesOf(path, name);
    const args = ["check", "--schema", join(path, "person.json"), join(path, "data.ndjson")];
    const appended = [undefined, [join(path, name), "a"], undefined] as const;
    expect(await redirected(args, appended)).toMatchObject({
      code: 2,
      err: wrong(`the standard output goes into ${what}`),
    });
    expect(bytesOf(path, name)).toBe(before);
    // Nothing is printed, so nothing goes there.
    expect(await redirected([...args, "--quiet"], appended)).toMatchObject({ code: 1, err: "" });
  });

  test("--valid is not the file of the standard output, unless nothing is printed", async () => {
    const path = named();
    const out = join(path, "out");
    const args = ["check", "--schema", join(path, "person.json"), "--valid", out, join(path, "data.ndjson")];
    const output = [undefined, [out, "w"], undefined] as const;
    expect(await redirected(args, output)).toMatchObject({
      code: 2,
      err: wrong("--valid or --invalid would overwrite the standard output"),
    });
    expect(await redirected([...args, "--quiet"], output)).toMatchObject({ code: 1, err: "" });
    expect(readFileSync(out, "utf8")).toBe(`${GOOD}\n`);
  });

  test.each([
    ["output", 1],
    ["error", 2],
  ])("--valid does not empty a log that the standard %s is appended to", async (what, fd) => {
    const path = named();
    const log = join(path, "log");
    writeFileSync(log, "yesterday\n");
    const args = ["check", "--schema", join(path, "person.json"), "--quiet", join(path, "data.ndjson")];
    const streams = [undefined, undefined, undefined].map((_, at) => (at === fd ? ([log, "a"] as const) : undefined));
    const { code } = await redirected([...args, "--valid", `/dev/fd/${fd}`], streams);
    expect(code).toBe(2);
    expect(readFileSync(log, "utf8")).toMatch(/^yesterday\n/);
    const refused = await redirected([...args, "--valid", log], streams);
    if (fd === 1) expect(refused.err).toBe(wrong(`--valid or --invalid would overwrite the standard ${what}`));
  });

  test("a file called '-' has to be given as './-'", async () => {
    const path = named();
    for (const option of ["--valid", "--invalid", "--schema"]) {
      const args = ["check", "--schema", join(path, "person.json"), option, "-", join(path, "data.ndjson")];
      expect(await piped(args, [])).toMatchObject({
        code: 2,
        err: wrong(`${option} needs a file: a file called '-' is './-'`),
      });
    }
  });
});

describe.skipIf(process.platform !== "linux")("validlib check writes to files that are not regular", () => {
  /** A folder with a pipe that has a name. */
  function pipe(): { path: string; fifo: string } {
    const path = named();
    execFileSync("mkfifo", [join(path, "fifo")]);
    return { path, fifo: join(path, "fifo") };
  }

  test("the lines go into a pipe", async () => {
    const { path, fifo } = pipe();
    const reader = start(["check", "--schema", join(path, "person.json"), "--ndjson", "--format", "json", fifo]);
    const args = ["check", "--schema", join(path, "person.json"), "--invalid", fifo, join(path, "data.ndjson")];
    const [{ out }, { code }] = await Promise.all([outcome(reader), outcome(start(args))]);
    expect([code, JSON.parse(out)]).toMatchObject([1, { good: 0, bad: 1 }]);
  });

  test("a pipe gets each line as soon as it has been checked", async () => {
    const { path, fifo } = pipe();
    const child = start(["check", "--schema", join(path, "person.json"), "--quiet", "--ndjson", "--valid", fifo, "-"]);
    const reader = spawn("cat", [fifo]);
    for (let i = 0; i < 3; i++) {
      child.stdin.write(`${GOOD}\n${BAD}\n`);
      const [line] = await once(reader.stdout, "data");
      expect(String(line)).toBe(`${GOOD}\n`);
    }
    const ended = Promise.all([outcome(child, ""), outcome(reader)]);
    expect(await ended).toMatchObject([{ code: 1, err: "" }, { out: "" }]);
  });

  test("a pipe is not read and written, and does not take both kinds of lines", async () => {
    const { path, fifo } = pipe();
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--valid", fifo];
    expect(await redirected([...args, "-"], [[fifo, "r+"], undefined, undefined])).toMatchObject({
      code: 2,
      err: wrong("--valid or --invalid would overwrite the data"),
    });
    const held = openSync(fifo, "r+");
    expect(await outcome(start([...args, "--invalid", fifo, join(path, "data.ndjson")]))).toMatchObject({
      code: 2,
      err: wrong("--valid and --invalid are the same file"),
    });
    closeSync(held);
  });

  test("a line that is too long is not truncated in a pipe", async () => {
    const path = named();
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--max-bytes", "50"];
    const child = start([...args, "--format", "ndjson", "--invalid", "/dev/null", "-"]);
    const done = outcome(child);
    child.stdin.write(`${BAD}\n${" ".repeat(200)}`);
    await new Promise((seen) => child.stdout.once("data", seen));
    child.kill("SIGINT");
    expect(await done).toMatchObject({ code: 130, err: "" });
  });

  test("a failure of one of two files leaves the other complete", async () => {
    const path = named();
    const outputs = ["--valid", "/dev/full", "--invalid", join(path, "bad")];
    const args = ["check", "--schema", join(path, "person.json"), ...outputs, join(path, "data.ndjson")];
    expect(await piped(args, [])).toMatchObject({
      code: 2,
      err: "validlib: cannot write '/dev/full': no space left on device\n",
    });
    expect(bytesOf(path, "bad")).toBe(`${BAD}\n`);
  });
});
