/**
 * npm run test:wasm: a page with `validlib/wasm` in a headless Chromium: with WebAssembly, where the policy of the page
 * forbids it, and where it forbids generated code only. In each the calls have to give the results that they give here.
 * Where there is no browser, nothing is tested.
 */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { build } from "vite";
import { browser, inFolder, open, saidIn, serve } from "./browser.mjs";
import { RESULTS, results } from "./results.mjs";
import { build as buildLibrary, install } from "./setup.mjs";

const path = browser();

install();
buildLibrary();

const PAGE = `import * as library from "validlib/wasm";
import { results } from "./results.js";
const before = library.engine().impl;
const said = results(library);
const { impl, reason } = library.engine();
document.body.dataset.said = JSON.stringify({ before, impl, reason, results: said });
document.body.dataset.ready = (await library.ready()).impl;`;

/** The policy of the page, and the engine that is expected. */
const VISITS = [
  ["no policy", undefined, "Wasm"],
  ["no generated code", "script-src 'self' 'wasm-unsafe-eval'", "Wasm"],
  ["no WebAssembly", "script-src 'self'", "TypeScript"],
];

await inFolder("wasm-page", async (folder) => {
  let hasPassed = true;
  const page = join(folder, "page");
  mkdirSync(page);
  writeFileSync(
    join(page, "index.html"),
    '<!doctype html><body><script type="module" src="./page.js"></script></body>',
  );
  writeFileSync(join(page, "page.js"), PAGE);
  copyFileSync(RESULTS, join(page, "results.js"));
  writeFileSync(join(page, "package.json"), '{ "type": "module" }');
  const alias = { "validlib/wasm": join(import.meta.dirname, "../dist/wasm.js") };
  const site = join(folder, "site");
  await build({ root: page, logLevel: "warn", resolve: { alias }, build: { outDir: site, target: "esnext" } });
  const expected = results(await import("../dist/pure.js"));
  for (const [name, policy, impl] of VISITS) {
    const { url, close } = await serve(site, policy && { "content-security-policy": policy });
    const html = await open(path, url, join(folder, name)).finally(close);
    const said = saidIn(html);
    const same = isDeepStrictEqual(said.results, expected);
    const good = same && said.impl === impl && said.before === "Wasm";
    console.log(`${name.padEnd(20)}${said.impl}, ${same ? "the same results" : "OTHER RESULTS"}: ${said.reason}`);
    hasPassed &&= good;
  }
  return hasPassed;
});
