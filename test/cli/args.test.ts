import { describe, expect, test } from "vitest";
import { HELP, OPTIONS, parseCommand } from "../../src/cli/args.ts";
import { UsageError } from "../../src/cli/failure.ts";

const options = (...args: string[]) => {
  const request = parseCommand(["check", "--schema", "s.js", ...args]);
  if (request.command !== "check") throw new Error(`got ${request.command}`);
  return request.options;
};

const FOR_RECORDS = " is for records: NDJSON, CSV, a sequence, or an array in a document, FILE#/PATH";

describe("the command line", () => {
  test("has short forms, and takes several files", () => {
    expect(parseCommand(["check", "-s", "s.js", "-f", "ndjson", "-n", "a", "b", "-q"])).toMatchObject({
      options: { schema: "s.js", format: "ndjson", lines: true, quiet: true, data: "a", more: ["b"] },
    });
    expect(parseCommand(["-v"])).toEqual({ command: "version" });
    expect(parseCommand(["completion", "zsh"])).toEqual({ command: "completion", shell: "zsh" });
  });

  test.each(["a.ndjson", "a.jsonl", "a.NDJSON.gz", "a.jsonl.zst"])("%s has one document per line", (file) => {
    expect(options(file)).toMatchObject({ lines: true });
  });

  test("needs a schema and data, and has defaults for the rest", () => {
    expect(options("data.json")).toEqual({
      schema: "s.js",
      data: "data.json",
      more: [],
      lines: false,
      format: "pretty",
      locale: "en",
      quiet: false,
      valid: undefined,
      invalid: undefined,
      jobs: 1,
      limits: { maxBytes: undefined, maxDepth: undefined, maxErrors: undefined },
    });
  });

  test.each([
    [["a.json"], false],
    [["a.ndjson"], true],
    [["a.JSONL"], true],
    [["-"], false],
    [["a.ndjson.txt"], false],
    [["-", "--ndjson"], true],
    [["a.json", "--ndjson"], true],
    [["a.ndjson", "--json"], false],
  ])("%j is one document a line: %s", (args, lines) => {
    expect(options(...args).lines).toBe(lines);
  });

  test.each([
    ["0", 0],
    ["1000", 1000],
    ["2K", 2048],
    ["3m", 3 * 2 ** 20],
    ["4G", 4 * 2 ** 30],
  ])("--max-bytes %s is %d bytes", (text, bytes) => {
    expect(options("a", "--max-bytes", text).limits.maxBytes).toBe(bytes);
  });

  test("so is how much longer aliases may make YAML, for both commands", () => {
    expect(options("a", "--max-expansion", "7").maxExpansion).toBe(7);
    expect(options("a").maxExpansion).toBeUndefined();
    const { options: converted } = parseCommand(["convert", "s.yaml", "--to", "ts", "--max-expansion=9"]) as never;
    expect(converted).toMatchObject({ maxExpansion: 9 });
  });

  test("limits are numbers", () => {
    expect(options("a", "--max-depth", "7", "--max-errors=9").limits).toEqual({ maxDepth: 7, maxErrors: 9 });
  });

  test.each([
    [["-h"], "help"],
    [["--help", "check"], "help"],
    [["--version"], "version"],
    [["--engine"], "engine"],
  ])("%j asks for %s", (args, command) => {
    expect(parseCommand(args)).toEqual({ command });
  });

  test.each([
    [[], "no command given"],
    [["frobnicate"], "unknown command 'frobnicate'"],
    [["chek"], "unknown command 'chek': did you mean 'check'?"],
    [["buildNative"], "unknown command 'buildNative': did you mean 'build-native'?"],
    [["check"], "no data given"],
    [["check", "a.ndjson"], "no --schema given"],
    [["check", "s.mjs", "a.ndjson"], "no --schema given: did you mean --schema s.mjs?"],
    [["check", "a.json", "./s.ts"], "no --schema given: did you mean --schema ./s.ts?"],
    [["check", "--schema", "s.js", "-", "-"], "the standard input can be read once"],
    [
      ["check", "--schema", "s.js", "a.json", "b.ndjson"],
      "some files hold one document a line, others one document: say --json or --ndjson",
    ],
    [["check", "--schema"], "Option '-s, --schema <value>' argument missing"],
    [
      ["check", "--schema", "s", "a", "--format", "xml"],
      "--format should be one of pretty, json, ndjson, github, sarif, junit",
    ],
    [["check", "--schema", "s", "a", "--json", "--ndjson"], "--json and --ndjson exclude each other"],
    [["check", "--schema", "s", "a.json", "--valid", "v"], `--valid${FOR_RECORDS}`],
    [["check", "--schema", "s", "a.json", "--invalid", "v"], `--invalid${FOR_RECORDS}`],
    [["check", "--schema", "s", "a.json", "--jobs", "2"], `--jobs${FOR_RECORDS}`],
    [["check", "--schema", "s", "a.jsonl", "-j", "0"], "--jobs should be 1 at least"],
    [["check", "--schema", "s", "a.jsonl", "-j", "100"], "--jobs should be a whole number of at most 64, not '100'"],
    [
      ["check", "--schema", "s", "a", "--max-depth", "1025"],
      "--max-depth should be a whole number of at most 1024, not '1025'",
    ],
    [["check", "--schema", "s", "a", "--max-errors", "1.5"], "--max-errors should be a whole number, not '1.5'"],
    [["check", "--schema", "s", "a", "--max-errors", "1K"], "--max-errors should be a whole number, not '1K'"],
    [["check", "--schema", "s", "a", "--max-bytes", "1T"], "--max-bytes should be a whole number, not '1T'"],
    [["check", "--schema", "s", "a", "--max-bytes", ""], "--max-bytes should be a whole number, not ''"],
    [
      ["check", "--schema", "s", "a", "--max-bytes", "9007199254740993"],
      "--max-bytes should be a whole number, not '9007199254740993'",
    ],
    [["--frob"], "Unknown option '--frob'"],
    [["--shema", "s"], "Unknown option '--shema': did you mean '--schema'?"],
    [["--maxbytes=5"], "Unknown option '--maxbytes': did you mean '--max-bytes'?"],
    [["--language", "de"], "Unknown option '--language': did you mean '--locale'?"],
    [["--message", "m"], "Unknown option '--message'"],
    [["-x"], "Unknown option '-x'"],
  ])("%j makes no sense", (args, message) => {
    expect(() => parseCommand(args)).toThrow(new UsageError(message));
  });

  test("the help names every option, in 80 columns", () => {
    const named = Array.from(HELP.matchAll(/^ {2}--([\w-]+)/gm), ([, name]) => String(name));
    for (const name of Object.keys(OPTIONS)) expect(named).toContain(name);
    expect(named.length).toBe(Object.keys(OPTIONS).length);
    for (const line of HELP.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });
});
