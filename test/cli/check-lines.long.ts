import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { instances } from "../../src/index.ts";
import { BAD, bytesOf, check, folder, GOOD, PERSON, piped } from "./host.ts";

afterEach(() => instances.clear());

describe("validlib check of lines", () => {
  test("continues after an invalid line and counts", async () => {
    const { code, out } = await check([`${GOOD}\n${BAD}\n{oops\n${GOOD}`], "--ndjson");
    expect(code).toBe(1);
    expect(out.split("\n").filter((line) => line.startsWith("standard input:"))).toEqual([
      "standard input:2:9  name  Expected at least 1 character, got 0.",
      "standard input:2:18  age  Expected at most 150, got 200.",
      "standard input:3:2  Not valid JSON.",
    ]);
    expect(out).toMatch(/\n\u2717 standard input: 2 good lines, 2 bad \(3 errors\)\n$/);
  });

  test("reports the line, the column in it and the offset in the file", async () => {
    const { out } = await check([`${GOOD}\r\n\r\n`, `  ${BAD}\r\n`], "--ndjson", "--format", "ndjson");
    const [first] = out.split("\n").map((line) => line && JSON.parse(line));
    expect(first).toMatchObject({ line: 3, column: 11, offset: 36, path: ["name"] });
  });

  test("skips blank lines", async () => {
    const { code, out } = await check([`\n \t\r\n${GOOD}\n\n`], "--ndjson");
    expect([code, out]).toEqual([0, "\u2713 standard input: 1 good line, 0 bad\n"]);
  });

  test("accepts empty input", async () => {
    expect(await check([], "--ndjson")).toMatchObject({ code: 0, out: "\u2713 standard input: 0 good lines, 0 bad\n" });
  });

  test("refuses a line longer than the limit and continues", async () => {
    const { code, out } = await check(
      [`${GOOD}\n${BAD}${" ".repeat(9)}`, `${" ".repeat(70)}\n${GOOD}`],
      "--ndjson",
      "--max-bytes",
      "50",
    );
    expect(code).toBe(1);
    expect(out).toBe(`\
standard input:2:1  JSON text is too large: 100 bytes, the limit is 50.

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

  test("writes each line to exactly one file, for any chunks and limit", async () => {
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
        const expected = (which: boolean): string =>
          all.filter((text) => isGood(text.replace("\n", "")) === which).join("");
        expect(readFileSync(good, "utf8")).toBe(expected(true));
        expect(readFileSync(bad, "utf8")).toBe(expected(false));
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  test.each(["1", "3"])("prints and writes the same with --jobs %s", async (jobs) => {
    const lines = Array.from({ length: 5000 }, (_, at) => (at % 7 === 0 ? BAD : at % 11 === 0 ? "{oops" : GOOD));
    const path = folder({ "person.json": PERSON });
    const files = ["--valid", join(path, "good"), "--invalid", join(path, "bad"), "--format", "ndjson"];
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--jobs", jobs, ...files, "-"];
    const { out } = await piped(
      args,
      lines.map((line) => `${line}\n`),
    );
    const bad = lines.flatMap((line, at) => (line === GOOD ? [] : [at + 1]));
    const printed = out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line).line);
    expect([...new Set(printed)]).toEqual(bad);
    expect(bytesOf(path, "good")).toBe(
      lines
        .filter((line) => line === GOOD)
        .map((line) => `${line}\n`)
        .join(""),
    );
    expect(bytesOf(path, "bad")).toBe(
      lines
        .filter((line) => line !== GOOD)
        .map((line) => `${line}\n`)
        .join(""),
    );
  });

  test.each([
    ["1", false],
    ["1", true],
    ["3", false],
    ["3", true],
  ])("splits a file of many chunks, byte for byte, with --jobs %s (quiet: %s)", async (jobs, quiet) => {
    const long = `"${"x".repeat(4000)}`;
    const kinds = [GOOD, GOOD, GOOD, BAD, "{oops", "", long, `${GOOD}\r`];
    // Lines of all kinds on all borders: the file is longer than all memory that it is read into.
    const lines = Array.from({ length: 40_000 }, (_, at) => kinds[(at * at + (at >> 5)) % kinds.length] as string);
    const many = lines.concat(Array.from({ length: 150_000 }, (_, at) => (at % 997 === 0 ? BAD : GOOD.padEnd(200))));
    const path = folder({ "person.json": PERSON, "data.ndjson": many.join("\n") });
    const files = ["--valid", join(path, "good"), "--invalid", join(path, "bad")];
    const limits = ["--max-bytes", "3000", "--jobs", jobs, ...(quiet ? ["--quiet"] : ["--format", "ndjson"])];
    const args = ["check", "--schema", join(path, "person.json"), ...limits, ...files, join(path, "data.ndjson")];
    const { code, out } = await piped(args, []);
    const isGood = (line: string): boolean => [GOOD, ""].includes(line.trim());
    const end = (at: number): string => (at === many.length - 1 ? "" : "\n");
    const expected = (good: boolean): string =>
      many.flatMap((line, at) => (isGood(line) === good ? [line + end(at)] : [])).join("");
    expect(code).toBe(1);
    expect(bytesOf(path, "good") === expected(true)).toBe(true);
    expect(bytesOf(path, "bad") === expected(false)).toBe(true);
    const reported = new Set(out.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).line])));
    expect(reported.size).toBe(quiet ? 0 : many.filter((line) => !isGood(line)).length);
  });

  test.each(["1", "3"])("splits lines that exceed the high-water mark of the files, with --jobs %s", async (jobs) => {
    const size = 6_000_000;
    const text = `${[GOOD, BAD, GOOD, BAD].map((line) => line.padEnd(size)).join("\n")}\n`;
    const path = folder({ "person.json": PERSON, "data.ndjson": text });
    const files = ["--valid", join(path, "good"), "--invalid", join(path, "bad")];
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--quiet", "--jobs", jobs, ...files];
    expect((await piped([...args, join(path, "data.ndjson")], [])).code).toBe(1);
    expect(bytesOf(path, "good") === `${GOOD.padEnd(size)}\n`.repeat(2)).toBe(true);
    expect(bytesOf(path, "bad") === `${BAD.padEnd(size)}\n`.repeat(2)).toBe(true);
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
  ])("does not overwrite its own data", async (option, name) => {
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

  test.skipIf(process.platform === "win32")("reads a device", async () => {
    const path = folder({ "person.json": PERSON });
    const { code, out } = await piped(["check", "--schema", join(path, "person.json"), "--ndjson", "/dev/null"], []);
    expect([code, out]).toEqual([0, "\u2713 /dev/null: 0 good lines, 0 bad\n"]);
  });

  test.skipIf(process.platform === "win32")("writes both kinds of lines to /dev/null", async () => {
    const { code } = await check([`${GOOD}\n`], "--ndjson", "--valid", "/dev/null", "--invalid", "/dev/null");
    expect(code).toBe(0);
  });
});
