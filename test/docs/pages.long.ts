/** What is true of the pages of the documentation, whatever engine there is. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { classes, exc } from "../../src/index.ts";
import { blocksOf, firstColumn } from "./blocks.ts";
import { blocks, examples, files, root, writeExamples } from "./examples.ts";

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe("code blocks of the documentation", () => {
  test("all show something that can turn out wrong", () => {
    expect(
      examples
        .filter(({ text }) => !/\$shows\(|\bassert\b/.test(text.slice(text.indexOf("\n"))))
        .map(({ title }) => title),
    ).toEqual([]);
  });

  test("type-check", () => {
    mkdirSync(join(root, "test/.vitest"), { recursive: true });
    const modules = mkdtempSync(join(root, "test/.vitest/types-"));
    onTestFinished(() => rmSync(modules, { recursive: true, force: true }));
    writeExamples(modules);
    writeFileSync(
      join(modules, "tsconfig.json"),
      JSON.stringify({
        extends: "../../../tsconfig.json",
        // The declarations that users get: the compiler would check the sources, too, which takes ten times as long.
        compilerOptions: { noUnusedLocals: false, paths: {} },
        include: ["**/*.ts"],
      }),
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", modules], { cwd: modules, encoding: "utf8" });
    expect(stdout).toBe("");
    expect(status).toBe(0);
  });

  test.each(blocks.filter(({ language }) => language === "json"))("$file:$line is JSON", ({ code }) => {
    expect(() => JSON.parse(code)).not.toThrow();
  });

  test("name no npm script that does not exist", () => {
    const used = blocks
      .filter(({ language }) => language === "sh")
      .flatMap(({ code }) =>
        [...code.matchAll(/^npm (?:run ([\w:-]+)|(test))/gm)].map((match) => match[1] ?? match[2]),
      );
    expect(used.filter((name) => !(String(name) in scripts))).toEqual([]);
    expect(used).toEqual(expect.arrayContaining(["demo", "test"]));
  });
});

describe("the documentation", () => {
  test.each(files)("%s has no link that leads nowhere", (file) => {
    const text = readFileSync(join(root, file), "utf8").replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
    for (const [, path, anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
      const target = path === "" ? file : join(dirname(file), String(path));
      expect(existsSync(join(root, target)), `${path} in ${file}`).toBe(true);
      if (anchor !== undefined) expect(anchors(target), `#${anchor} in ${target}`).toContain(anchor);
    }
  });

  test("every proof that SECURITY.md names is there", () => {
    const text = readFileSync(join(root, "SECURITY.md"), "utf8");
    const proofs = Array.from(text.matchAll(/`(test\/[^`]+)`/g), ([, path]) => String(path));
    expect(proofs.length).toBeGreaterThan(0);
    expect(proofs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("the README links every page", () => {
    const text = readFileSync(join(root, "README.md"), "utf8");
    const isLinked = (file: string) => file === "README.md" || text.includes(`](${file})`);
    const below = files.filter((file) => file.startsWith("docs/performance/"));
    expect(files.filter((file) => !below.includes(file) && !isLinked(file))).toEqual([]);
    const overview = readFileSync(join(root, "docs/performance.md"), "utf8");
    expect(below.filter((file) => !overview.includes(`](${file.slice("docs/".length)})`))).toEqual([]);
  });

  test.each(files.filter((file) => file.startsWith("docs/")))("%s has at most 3,000 words", (file) => {
    expect(readFileSync(join(root, file), "utf8").split(/\s+/).length).toBeLessThanOrEqual(3000);
  });

  test("the map of ARCHITECTURE.md names what is in src, and nothing that is not there", () => {
    const paths = mapIn("ARCHITECTURE.md");
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
    const entries = sources
      .filter((name) => name.endsWith(".ts"))
      .map(
        (name) =>
          `src/${/^(?:(?:core|text|engines|interop)\/)?[\w-]+(?:\.ts|\/)/.exec(name.replaceAll("\\", "/"))?.[0]}`,
      );
    expect(entries.filter((path) => !paths.includes(path))).toEqual([]);
  });

  test("the map of native/README.md names nothing that is not there", () => {
    const paths = mapIn("native/README.md");
    expect(paths).toContain("native/core/walk.hpp");
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  const stems = readdirSync(join(root, "src/validators")).filter((name) => name !== "index.ts");

  test.each(stems.map((name) => name.slice(0, -3)))("the page of %s lists its parameters in order", (stem) => {
    const page = `docs/validators/${stem}.md`;
    const name = stem.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(readFileSync(join(root, page), "utf8").split("\n")[0]).toBe(`# ${name}`);
    expect(firstColumn(root, page, "Parameter")).toEqual([
      ...Object.keys(classes.get(name).params),
      "alias",
      "replace",
    ]);
  });

  test("the page of errors lists every error class", () => {
    const text = readFileSync(join(root, "docs/errors.md"), "utf8");
    const missing = Object.keys(exc).filter((name) => name.endsWith("Error") && !text.includes(name));
    expect(missing).toEqual([]);
  });
});

/** The paths in the map of a page, which is its block of text that begins with a folder. */
function mapIn(file: string): string[] {
  const map = blocksOf(root, file).find(({ language, code }) => language === "text" && /^\w+\/\n/.test(code));
  const paths: string[] = [];
  const folders: string[] = [];
  for (const [, indent, names] of String(map?.code).matchAll(/^( *)([\w./-]+(?:, [\w./-]+)*)/gm)) {
    for (const name of String(names).split(", ")) {
      folders.length = String(indent).length / 2;
      folders.push(name);
      paths.push(folders.join(""));
    }
  }
  return paths;
}

/** The anchors GitHub gives the headings of a page. */
function anchors(file: string): string[] {
  const headings = readFileSync(join(root, file), "utf8").matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading]) =>
    String(heading)
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(/\s/g, "-"),
  );
}
