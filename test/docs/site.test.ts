/** The site that `npm run site` builds of the documentation. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";

interface Item {
  readonly text: string;
  readonly link: string;
}

const root = join(import.meta.dirname, "../..");
const config = (await import(pathToFileURL(join(root, "site/.vitepress/config.mjs")).href)) as {
  tryIt: (code: string) => string | undefined;
  default: { themeConfig: { sidebar: readonly { text: string; items: readonly Item[] }[] } };
};
const items = config.default.themeConfig.sidebar.flatMap((group) => group.items);

test("the side bar has every page of docs/ once", () => {
  const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `/${name.replaceAll("\\", "/").replace(/\.md$/, "")}`);
  expect(items.map(({ link }) => link).toSorted()).toEqual(pages.toSorted());
});

test("each page is called what its heading says", () => {
  for (const { text } of items) expect(text).toMatch(/^\w[^`]*$/);
});

test("the diagrams are those that scripts/diagrams.mjs draws", async () => {
  const { files } = await import(pathToFileURL(join(root, "scripts/diagrams.mjs")).href);
  for (const [path, svg] of files()) expect(readFileSync(join(root, path), "utf8"), path).toBe(svg);
});

describe("an example of the documentation has a link to the playground", () => {
  test.each([
    ['import { Int } from "validlib";\nInt().json("5");', true],
    ['import { Int } from "validlib";\nimport { de } from "validlib/locales/de";', true],
    ['import {\n  Int,\n} from "validlib";', true],
    ['import Fastify from "fastify";\nimport { Int } from "validlib";', false],
    ['import { readFile } from "node:fs/promises";\nimport { Int } from "validlib";', false],
    ['import { Int } from "validlib";\nInt()(process.env.PORT);', false],
    ["const x = 1;", false],
  ])("if a browser has what it needs: %j", (code, isThere) => {
    expect(config.tryIt(code) !== undefined).toBe(isThere);
  });

  test("that the playground reads", async () => {
    const { read } = await import(pathToFileURL(join(root, "playground/state.js")).href);
    const code = "import { Int } from \"validlib\";\nInt().safeJson('{}');";
    const [, hash] = String(config.tryIt(code)).split("#");
    expect(await read(hash)).toEqual({ code, input: "{}" });
    expect(await read("garbage")).toBe(undefined);
  });
});
