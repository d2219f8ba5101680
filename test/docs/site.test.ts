/** The site that `npm run site` builds of the documentation. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

interface Item {
  readonly text: string;
  readonly link: string;
}

const root = join(import.meta.dirname, "../..");
const config = (await import(pathToFileURL(join(root, "site/.vitepress/config.mjs")).href)) as {
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
