/**
 * npm run test:browser: builds the playground, opens it in a headless Chromium, and compares what is in the page with
 * what should be: the counts of the conformance cases, and the errors of the first example. Once with the browser's
 * Temporal, once with the polyfill. Where there is no browser, nothing is tested.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { register } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { browser, open, serve } from "./browser.mjs";
import { build as buildLibrary, install } from "./setup.mjs";

const root = join(import.meta.dirname, "..");

const unescape = (html) => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** The faults of the page, line by line. */
function faultsOf(html, counts, examples) {
  const [, data] = /<script [^>]*id="outcomes"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  if (data === undefined) return ["the page has no counts"];
  const outcomes = JSON.parse(data);
  const faults = [];
  for (const [name, should] of Object.entries(counts)) {
    const { found, cases, unexplained } = outcomes[name];
    const parts = [found.same, found.different, total(found["not expressible"]), found["not in this version"]];
    console.log(`  ${name.padEnd(10)}${parts.map((count) => String(count).padStart(8)).join("")}`);
    faults.push(...unexplained);
    if (!isDeepStrictEqual(found, should)) faults.push(`${name}: the counts differ: ${JSON.stringify(found)}`);
    const lines = readFileSync(join(root, `test/conformance/${name}.jsonl`), "utf8")
      .trim()
      .split("\n");
    if (cases !== lines.length) faults.push(`${name}: ${cases} of ${lines.length} cases were run`);
  }
  const shown = Array.from(html.matchAll(/<td><code>(.*?)<\/code><\/td><td>(.*?)<\/td>/g), ([, path, message]) => ({
    path: unescape(path),
    message: unescape(message),
  }));
  if (!isDeepStrictEqual(shown, examples)) faults.push(`the first example shows ${JSON.stringify(shown)}`);
  return faults;
}

const total = (table) => Object.values(table).reduce((all, count) => all + count, 0);

const path = browser();
if (path === undefined) {
  console.log("no Chromium here, so nothing was tested: install one, or name one in CHROME");
  process.exit(0);
}

install();
buildLibrary();
register("./typescript.mjs", import.meta.url);
const { build } = await import("vite");
const { counts } = await import("../test/conformance/counts.ts");
const library = await import("../dist/pure.js");
const { examples } = await import("../playground/examples.js");
const { validate } = await import("../playground/validate.js");
const [first] = examples;
const errors = validate(library, first.schema, first.document).findings.map(({ path, message }) => ({ path, message }));

const folder = mkdtempSync(join(tmpdir(), "validlib-browser-"));
let failed = false;
try {
  const site = join(folder, "site");
  await build({ root: join(root, "playground"), logLevel: "warn", build: { outDir: site } });
  const { url, close } = await serve(site);
  try {
    for (const temporal of ["own", "polyfill"]) {
      console.log(`Temporal: ${temporal.padEnd(8)}  same  differs  cannot   later`);
      const html = await open(path, `${url}?temporal=${temporal}#conformance`, join(folder, temporal));
      const faults = faultsOf(html, counts, errors);
      const about = /<footer id="about">(.*?)<\/footer>/.exec(html)?.[1];
      console.log(faults.length === 0 ? `  as they should be. ${about}` : faults.join("\n\n"));
      failed ||= faults.length > 0;
    }
  } finally {
    close();
  }
} catch (error) {
  console.error(error.message);
  failed = true;
} finally {
  // The browser's last processes may still be writing.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
process.exitCode = failed ? 1 : 0;
