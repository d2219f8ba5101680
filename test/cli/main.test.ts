import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, readSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { longTest } from "../support/long.ts";
import { packed } from "../support/packed.ts";
import { BAD, folder, GOOD } from "./host.ts";
import { checking, outcome, root, start } from "./process.ts";

describe("the command as a process", () => {
  test.each([
    [GOOD, 0, ""],
    [BAD, 1, ""],
  ])("says by its exit code what it thinks of %s", async (input, code, err) => {
    expect(await outcome(start(checking().args), input)).toMatchObject({ code, err });
  });

  test.each([
    [["check"], "validlib: no data given\nTry 'validlib --help'.\n"],
    [["check", "--schema", "no such file", "-"], "validlib: cannot read 'no such file': no such file or directory\n"],
    [["--wat"], "validlib: Unknown option '--wat'\nTry 'validlib --help'.\n"],
  ])("ends %j with exit code 2 and no stack", async (args, err) => {
    expect(await outcome(start(args), "")).toEqual({ code: 2, signal: null, out: "", err });
  });

  test("uses a module that imports the library by name", async () => {
    const path = folder({
      "package.json": '{"type":"module"}',
      "cities.js": readFileSync(join(root, "examples/schemas/cities.js"), "utf8"),
    });
    mkdirSync(join(path, "node_modules"));
    symlinkSync(packed, join(path, "node_modules/validlib"), "junction");
    const schema = join(path, "cities.js");
    const city = { name: "Sant Juli\u00e0", lat: "42.46372", lng: "1.49129", country: "AD", admin1: "06", admin2: "" };
    const run = (data: unknown) => outcome(start(["check", "--schema", schema, "-"]), JSON.stringify(data));
    expect(await run([city])).toMatchObject({ code: 0, err: "" });
    const { code, out } = await run([{ ...city, lat: "99" }]);
    expect([code, out.split("\n")[0]]).toEqual([1, "standard input:1:29  0.lat  Expected at most 90, got 99."]);
  });

  test("reports the line of a mistake in a schema", async () => {
    const path = folder({ "s.mjs": "\n\nthrow new Error('my mistake');\n" });
    const schema = join(path, "s.mjs");
    expect((await outcome(start(["check", "--schema", schema, "-"]), GOOD)).err).toBe(
      `validlib: the schema '${schema}' fails: my mistake (line 3)\n`,
    );
  });

  test("reads a file at the standard input from its current position", async () => {
    const file = openSync(join(folder({ data: `${BAD}\n`.repeat(3) }), "data"), "r");
    readSync(file, Buffer.alloc(2 * BAD.length + 2));
    const child = start(checking("--ndjson").args, { stdio: [file, "pipe", "pipe"] });
    closeSync(file);
    const { code, out, err } = await outcome(child);
    expect([code, err]).toEqual([1, ""]);
    expect(out).toContain("0 good lines, 1 bad");
  });

  longTest("needs little memory for short lines if every second one is invalid", async () => {
    const { path, args } = checking("--ndjson", "--quiet", "--valid");
    const [good, data] = [join(path, "good"), join(folder({ "data.ndjson": "[]\n\n".repeat(400_000) }), "data.ndjson")];
    const flags = ["--max-old-space-size=32"];
    const child = start([...args.slice(0, -1), good, data], { flags });
    expect(await outcome(child, "")).toMatchObject({ code: 1, err: "" });
    expect(readFileSync(good, "utf8")).toBe("\n".repeat(400_000));
  });

  test("exits without a message when its reader closes the output", async () => {
    const child = start(checking("--ndjson").args);
    const errors = text(child.stderr);
    child.stdin.on("error", () => {});
    child.stdin.write(`${BAD}\n`.repeat(2000));
    await once(child.stdout, "data");
    child.stdout.destroy();
    // Without an end: the command has to stop by itself.
    const more = setInterval(() => child.stdin.write(`${BAD}\n`.repeat(2000)), 10);
    const [code] = await once(child, "exit");
    clearInterval(more);
    expect([code, await errors]).toEqual([1, ""]);
  });

  test.skipIf(process.platform === "win32")(
    "writes complete lines and exits by itself when it is interrupted",
    async () => {
      const { path, args } = checking("--ndjson", "--format", "ndjson", "--invalid", "FILE");
      const file = join(path, "bad");
      const child = start(args.map((arg) => (arg === "FILE" ? file : arg)));
      const done = outcome(child);
      child.stdin.write(`${GOOD}\n${BAD}\n${BAD}\n${BAD}`);
      await once(child.stdout, "data");
      child.kill("SIGINT");
      const { code, signal, out, err } = await done;
      expect([code, signal, err]).toEqual([130, null, ""]);
      expect(
        out
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line).line),
      ).toEqual([2, 2, 3, 3]);
      expect(readFileSync(file, "utf8")).toBe(`${BAD}\n${BAD}\n`);
    },
  );

  longTest("needs no more memory for large inputs than for small ones", async () => {
    const probe = folder({
      // The operating system's own figure may be that of the process this one was forked from.
      "probe.mjs": `import { writeSync } from "node:fs";
        let most = 0;
        const look = () => { most = Math.max(most, process.memoryUsage.rss()); };
        setInterval(look, 2).unref();
        process.on("exit", () => { look(); writeSync(2, String(most)); });`,
    });
    const flags = ["--import", pathToFileURL(join(probe, "probe.mjs")).href];
    const peak = async (lines: number, length: number): Promise<number> => {
      const child = start(checking("--ndjson", "--max-bytes", "100K", "--format", "ndjson").args, { flags });
      const done = outcome(child);
      const line = Buffer.from(`${" ".repeat(length - GOOD.length)}${GOOD}\n`);
      for (let i = 0; i < lines; i++) if (!child.stdin.write(line)) await once(child.stdin, "drain");
      child.stdin.end();
      const { err, code } = await done;
      expect(code).toBe(length > 100 * 1024 ? 1 : 0);
      return Number(err);
    };
    const little = await peak(1, 1000);
    // One line of 200 MB, which is refused without being kept, and 40 MB of lines that are validated.
    expect((await peak(1, 200_000_000)) - little).toBeLessThan(60_000_000);
    expect((await peak(40_000, 1000)) - little).toBeLessThan(60_000_000);
  });
});
