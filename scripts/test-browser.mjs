/**
 * npm run test:browser: runs the conformance cases in a headless Chromium, on a page of the playground, and
 * compares their counts with what they should be. Once with the browser's Temporal, once with the polyfill. Where
 * there is no browser, nothing is tested. `npm run test:site` tests the playground itself.
 */
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { browser, inFolder, open, serve } from "./browser.mjs";
import { build as buildLibrary, install } from "./setup.mjs";

const root = join(import.meta.dirname, "..");

/** The faults of the page, line by line. */
function faultsOf(html, counts) {
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
  return faults;
}

const total = (table) => Object.values(table).reduce((all, count) => all + count, 0);

const path = browser();

install();
install(join(root, "playground"));
buildLibrary();
register("./typescript.mjs", import.meta.url);
const { build } = await import("vite");
const { counts } = await import("../test/conformance/counts.ts");

await inFolder("browser", async (folder) => {
  let hasPassed = true;
  const site = join(folder, "site");
  await build({ root: join(root, "playground"), logLevel: "warn", build: { outDir: site } });
  const { url, close } = await serve(site);
  try {
    for (const temporal of ["own", "polyfill"]) {
      console.log(`Temporal: ${temporal.padEnd(8)}  same  differs  cannot   later`);
      const html = await open(path, `${url}conformance.html?temporal=${temporal}#run`, join(folder, temporal));
      const faults = faultsOf(html, counts);
      const about = /<p id="about">(.*?)<\/p>/.exec(html)?.[1];
      console.log(faults.length === 0 ? `  as they should be. ${about}` : faults.join("\n\n"));
      hasPassed &&= faults.length === 0;
    }
  } finally {
    close();
  }
  return hasPassed;
});
