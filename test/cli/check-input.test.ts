import "../support/fresh.ts";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";
import { run } from "../../src/cli/command.ts";
import { classes, InvalidTypeError, instances, type Report, Validator } from "../../src/index.ts";
import { BAD, bytesOf, check, FakeHost, folder, GOOD, piped } from "./host.ts";

let calls = 0;

/** Refuses a value the first time only. */
class Fickle extends Validator {
  override check(input: unknown, report: Report) {
    return calls++ === 0 ? report.fail(InvalidTypeError) : input;
  }
}
classes.add(Fickle);

/** Refuses everything. */
class Refusing extends Validator {
  override check(_input: unknown, report: Report) {
    calls++;
    return report.fail(InvalidTypeError);
  }
}
classes.add(Refusing);

afterEach(() => instances.clear());

describe("the check of an input", () => {
  test.each([
    ["[1,", { line: 1, column: 4, offset: 3 }],
    ["[1,\n", { line: 2, column: 1 }],
  ])("finds where the document %j is cut", async (text, place) => {
    const { out } = await check([text], "--format", "json");
    expect(JSON.parse(out).errors).toMatchObject([place]);
  });

  test("counts documents and their errors, and says if there are more", async () => {
    const lines = [GOOD, "x", BAD, GOOD, " ".repeat(99)].join("\n");
    const args = ["--ndjson", "--max-errors", "1", "--max-bytes", "50"];
    const { out } = await check([lines], ...args);
    expect(out).toMatch(/2 good lines, 3 bad \(more than 3 errors\)\n$/);
    const { out: json } = await check([lines], ...args, "--format", "json");
    expect(JSON.parse(json)).toMatchObject({ valid: false, good: 2, bad: 3, truncated: true });
  });

  test.each(["--json", "--ndjson"])(
    "accepts a document that is valid when its errors are asked for (%s)",
    async (kind) => {
      calls = 0;
      const path = folder({ "fickle.json": '{"__class__":"Fickle"}' });
      const files = ["--valid", join(path, "good"), "--invalid", join(path, "bad")];
      const args = ["check", "--schema", join(path, "fickle.json"), kind, ...(kind === "--ndjson" ? files : []), "-"];
      expect(await piped(args, ["1\n"])).toMatchObject({ code: 0, err: "" });
      expect(calls).toBe(2);
      if (kind === "--ndjson") expect([bytesOf(path, "good"), bytesOf(path, "bad")]).toEqual(["1\n", ""]);
    },
  );

  test.each(["pretty", "json", "ndjson"])("shows nothing of a document with secrets: %s", async (format) => {
    const secret = "hunter-secret";
    const schema = {
      __class__: "Dict",
      schema: {
        pw: { __class__: "Str", maxlen: 3, secret: true, messages: { maxlen: "At most {expected}, not {actual}." } },
        n: { __class__: "Int" },
      },
    };
    const path = join(folder({ "schema.json": JSON.stringify(schema) }), "schema.json");
    const args = ["check", "--schema", path, "--ndjson", "--format", format, "-"];
    const lines = [`{"pw": "${secret}", "n": "x"}`, `{"pw": "${secret}", "n": }`, `{"pw": "${secret}`];
    const { out, err } = await piped(args, [`${lines.join("\n")}\n`]);
    expect(out).toContain("At most 3, not");
    expect(out + err).not.toContain(secret);
  });

  test("explains no more lines of a chunk once the reader has closed the output", async () => {
    const path = folder({ "refusing.json": '{"__class__":"Refusing"}' });
    const lines = 50_000;
    const callsOf = async (...options: string[]): Promise<number> => {
      calls = 0;
      const host = new FakeHost(["1\n".repeat(lines)]);
      const closed = Object.assign(new Error("EPIPE"), { code: "EPIPE" });
      const stdout = new Writable({ write: (_chunk, _encoding, done) => done(closed) });
      Object.assign(host, { stdout });
      const args = ["check", "--schema", join(path, "refusing.json"), "--ndjson", ...options, "-"];
      expect(await run(args, host)).toBe(1);
      return calls;
    };
    const verdicts = await callsOf("--quiet");
    expect(await callsOf()).toBeLessThan(verdicts + lines / 2);
  });
});
