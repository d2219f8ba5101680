/**
 * npm run test:compiled: a page with compiled validators, by Vite and the plugin, in a headless Chromium whose policy
 * is `script-src 'self'`. Its calls have to give the results that the library gives here. Where there is no browser,
 * nothing is tested.
 */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { build } from "vite";
import { browser, inFolder, open, saidIn, serve } from "./browser.mjs";
import { build as buildLibrary, install } from "./setup.mjs";

const path = browser();

install();
buildLibrary();

const root = join(import.meta.dirname, "..");
const POLICY = "script-src 'self'";

const SCHEMAS = `import { AllOf, Bool, Check, Const, Dict, Int, List, OneOf, Str } from "validlib";
export const login = Dict({ email: Str({ format: "email" }), password: Str({ minlen: 8, maxlen: 100 }), remember: Bool() });
const card = Dict({ kind: Const("card"), number: Str({ pattern: /^\\d{16}$/ }) });
const iban = Dict({ kind: Const("iban"), iban: Str({ format: "iban" }) });
export const order = AllOf(
  Dict({ items: List(Dict({ id: Int({ min: 1 }) }), { minlen: 1 }), pay: OneOf([card, iban], { discriminator: "kind" }) }),
  Check((order) => order.items.length < 3, { message: "Too many.", path: ["items"] }),
);
`;

const VALUES = `export const values = {
  login: [
    { email: "ann@example.org", password: "correct horse", remember: true },
    { email: "ann", password: "\\u{1f600}", remember: "yes" },
    null,
  ],
  order: [
    { items: [{ id: 1 }], pay: { kind: "card", number: "1234567812345678" } },
    { items: [{ id: 0 }, {}], pay: { kind: "iban", iban: "DE00" } },
    { items: [{ id: 1 }, { id: 2 }, { id: 3 }], pay: { kind: "card", number: "1234567812345678" } },
    { items: [], pay: { kind: "cash" } },
  ],
};
export const said = (schemas) =>
  Object.entries(values).flatMap(([name, all]) =>
    all.map((value) => {
      const { ok, value: made, error } = schemas[name].safe(value);
      const issues = error?.issues.map(({ code, path, message }) => ({ code, path, message })) ?? null;
      return { ok, made: made ?? null, issues, is: schemas[name].is(value) };
    }),
  );
`;

const PAGE = `import * as schemas from "./schemas.js?validlib";
import { said } from "./values.js";
let makesCode = true;
try {
  new Function("");
} catch {
  makesCode = false;
}
document.body.dataset.said = JSON.stringify({ makesCode, results: said(schemas) });`;

await inFolder("compiled-page", async (folder) => {
  let hasPassed = true;
  const page = join(folder, "page");
  mkdirSync(join(page, "node_modules"), { recursive: true });
  symlinkSync(root, join(page, "node_modules/validlib"), "junction");
  const files = {
    "index.html": '<!doctype html><body><script type="module" src="./page.js"></script></body>',
    "page.js": PAGE,
    "schemas.js": SCHEMAS,
    "values.js": VALUES,
    "package.json": '{ "type": "module" }',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(page, name), text);
  const { said } = await import(join(page, "values.js"));
  const expected = said(await import(join(page, "schemas.js")));
  const { validlib } = await import("../dist/cli/plugin.js");
  for (const small of [false, true]) {
    const name = small ? "small" : "whole";
    const site = join(folder, name);
    const config = { root: page, logLevel: "warn", build: { outDir: site, target: "esnext" } };
    await build({ ...config, configFile: false, plugins: [validlib.vite({ small })] });
    const { url, close } = await serve(site, { "content-security-policy": POLICY });
    const html = await open(path, url, join(folder, `profile-${name}`)).finally(close);
    const { makesCode, results } = saidIn(html);
    const same = isDeepStrictEqual(results, expected);
    console.log(`${name.padEnd(8)}${POLICY}: ${same ? "the same results" : "OTHER RESULTS"} as the library`);
    if (makesCode !== false) console.log("  but the page may make code");
    hasPassed &&= same && makesCode === false;
  }
  return hasPassed;
});
