/** The first example of docs/source.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Modules } from "./modules.ts";

const modules = new Modules();

test("the page shows the text that toSource gives", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/source.md"), "utf8");
  const [code = "", shown] = Array.from(page.matchAll(/^```ts\n([\s\S]*?)^```/gm), ([, block]) => block);
  const { source } = await modules.import(code);
  expect(shown).toBe(`${source}\norder.is({ billing: { street: "", country: "NL" } }); // false\n`);
});
