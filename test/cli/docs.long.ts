/** The page of the command, and what the README shows of it: what they show is what happens. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { OPTIONS } from "../../src/cli/args.ts";
import { blocksOf } from "../docs/blocks.ts";
import { packed } from "../support/packed.ts";
import { folder } from "./host.ts";
import { main } from "./process.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/cli.md"), "utf8");
const blocks = blocksOf(root, "docs/cli.md");

/** Commands of the terminal sessions of a page, each with what it printed. */
function session(file: string): { command: string; output: string }[] {
  const text = blocksOf(root, file)
    .filter(({ language }) => language === "console")
    .map(({ code }) => code);
  return text
    .flatMap((code) => code.split(/^\$ /m).slice(1))
    .map((entry) => {
      const end = entry.indexOf("\n");
      return { command: entry.slice(0, end), output: entry.slice(end + 1).trimEnd() };
    });
}

/** Runs the few kinds of commands the page has. */
function run(command: string, path: string, last: number): { output: string; code: number } {
  const [, input, rest] = /^(?:echo '(.*)' \| )?(.*)$/.exec(command) ?? [];
  const [name, ...args] = String(rest).split(" ");
  if (name === "echo") return { output: String(last), code: 0 };
  if (name === "wc") {
    const counts = args
      .slice(1)
      .map((file) => `${readFileSync(join(path, file), "utf8").split("\n").length - 1} ${file}`);
    return { output: counts.join("\n"), code: 0 };
  }
  expect(name).toBe("validlib");
  const { stdout, stderr, status } = spawnSync(process.execPath, [main, ...args], {
    cwd: path,
    input,
    encoding: "utf8",
  });
  return { output: (stdout + stderr).trimEnd(), code: Number(status) };
}

describe("the pages", () => {
  test.each([
    ["docs/cli.md", 11],
    ["README.md", 1],
  ])("%s shows what the command prints", (file, checks) => {
    const path = folder({ "package.json": '{"type":"module"}' });
    mkdirSync(join(path, "node_modules"));
    symlinkSync(packed, join(path, "node_modules/validlib"), "junction");
    let code = 0;
    const entries = session(file);
    for (const { command, output } of entries) {
      const [name, file] = command.split(" ");
      if (name === "cat") writeFileSync(join(path, String(file)), `${output}\n`);
      else {
        const result = run(command, path, code);
        expect(result.output, command).toBe(output);
        code = result.code;
      }
    }
    expect(entries.filter(({ command }) => command.includes("validlib check")).length).toBe(checks);
  });
});

describe("docs/cli.md", () => {
  test("shows a part of a schema as it is", () => {
    const schema = readFileSync(join(root, "examples/schemas/cities.js"), "utf8");
    const parts = blocks.filter(({ language }) => language === "js").map(({ code }) => code);
    expect(parts.length).toBe(1);
    for (const part of parts) expect(schema).toContain(part);
  });

  test("names every option", () => {
    const named = Array.from(page.matchAll(/^\| `--([\w-]+)/gm), ([, name]) => name);
    expect(named.sort()).toEqual(Object.keys(OPTIONS).sort());
  });
});
