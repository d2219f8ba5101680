import { spawn } from "node:child_process";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { run } from "../../src/cli/command.ts";
import { BAD, bytesOf, FakeHost, folder, GOOD, PERSON } from "./host.ts";
import { main, outcome } from "./process.ts";

/** More files than the command keeps open, and than a process is allowed here. */
const FILES = 300;
const ALLOWED = 200;

const nameOf = (index: number): string => `${String(index).padStart(3, "0")}.ndjson`;
const names = Array.from({ length: FILES }, (_, index) => nameOf(index));

/** A folder with a schema and the files: every tenth one is bad. */
const many = (): string =>
  folder({
    "person.json": PERSON,
    ...Object.fromEntries(names.map((name, index) => [name, `${index % 10 === 0 ? BAD : GOOD}\n`])),
  });

const argsOf = (path: string, files: readonly string[], ...more: string[]): string[] => [
  ...["check", "--schema", join(path, "person.json"), "--format", "json", ...more],
  ...files.map((name) => (name === "-" ? name : join(path, name))),
];

/** The files in the output, in order. */
const filesIn = (out: string): unknown[] => [
  ...new Set(Array.from(out.matchAll(/"file": (".*")/g), ([, name]) => JSON.parse(name as string))),
];

describe.skipIf(process.platform === "win32")("validlib check of more files than a process may have open", () => {
  /** Runs the command, which may have few files open. */
  const limited = (args: readonly string[]) =>
    outcome(spawn("sh", ["-c", `ulimit -n ${ALLOWED} && exec "$@"`, "sh", process.execPath, main, ...args]), "");

  test("checks all of them in order", async () => {
    const path = many();
    const outputs = ["--valid", join(path, "good"), "--invalid", join(path, "bad")];
    const { code, out, err } = await limited(argsOf(path, names, "--ndjson", ...outputs));
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(filesIn(out)).toEqual(names.map((name) => join(path, name)));
    expect(bytesOf(path, "good")).toBe(`${GOOD}\n`.repeat(FILES * 0.9));
    expect(bytesOf(path, "bad")).toBe(`${BAD}\n`.repeat(FILES * 0.1));
  });

  test("reports a missing last one before any output", async () => {
    const path = many();
    expect(await limited(argsOf(path, [...names, "missing"], "--ndjson"))).toMatchObject({
      code: 2,
      out: "",
      err: `validlib: cannot read '${join(path, "missing")}': no such file or directory\n`,
    });
  });

  test("does not write the last one", async () => {
    const path = many();
    const last = nameOf(FILES - 1);
    const { code, err } = await limited(argsOf(path, names, "--ndjson", "--valid", join(path, last)));
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("would overwrite the data") });
    expect(bytesOf(path, last)).toBe(`${GOOD}\n`);
  });
});

describe("a file that is opened again when it is read", () => {
  /** Checks all files after the standard input, at whose end `happen` is called. */
  async function checked(path: string, happen: () => void) {
    const host = new FakeHost();
    host.stdin = Readable.from(
      (function* () {
        yield Buffer.from(`${GOOD}\n`);
        happen();
      })(),
    );
    const code = await run(argsOf(path, ["-", ...names], "--ndjson", "--valid", join(path, "good")), host);
    return { code, err: host.stderr.text };
  }
  const last = nameOf(FILES - 1);

  test("is read in its state at that time", async () => {
    const path = many();
    expect(await checked(path, () => writeFileSync(join(path, last), BAD))).toEqual({ code: 1, err: "" });
    expect(bytesOf(path, "good")).toBe(`${GOOD}\n`.repeat(FILES * 0.9));
  });

  test("is not read if it has been replaced, for example by an output", async () => {
    const path = many();
    expect(await checked(path, () => renameSync(join(path, "good"), join(path, last)))).toEqual({
      code: 2,
      err: `validlib: cannot read '${join(path, last)}': it is another file than when the check began\n`,
    });
    expect(bytesOf(path, last)).toBe(`${GOOD}\n`.repeat(FILES * 0.9));
  });

  test("cannot be read if it has been deleted", async () => {
    const path = many();
    expect(await checked(path, () => rmSync(join(path, last)))).toEqual({
      code: 2,
      err: `validlib: cannot read '${join(path, last)}': no such file or directory\n`,
    });
  });
});
