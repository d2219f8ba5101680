/**
 * Shows the OpenAPI page of examples/service in a headless Chromium, and compares it with the document: each operation
 * and each component is on the page, and Swagger UI reports no error. With --screenshot it writes docs/openapi.png too.
 *
 *     npm run build && node scripts/openapi-page.mjs [--screenshot]     Node 22.18 or newer, which runs TypeScript
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { service } from "../examples/service/app.ts";
import { Store } from "../examples/service/store.ts";

const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=900,1000"],
  // Time for timers of the page, in milliseconds; computing takes none of it.
  "--virtual-time-budget=20000",
];
/** Time limit of one visit, in milliseconds. */
const TIMEOUT = 120_000;
const IMAGE = join(import.meta.dirname, "../docs/openapi.png");

const app = service(new Store());
const url = await app.listen({ port: 0, host: "127.0.0.1" });
const profile = mkdtempSync(join(tmpdir(), "validlib-page-"));

async function visit(...flags) {
  const all = [...FLAGS, `--user-data-dir=${profile}`, ...flags, `${url}/docs/`];
  const options = { timeout: TIMEOUT, maxBuffer: 50_000_000 };
  return (await promisify(execFile)(process.env.CHROME || "chromium", all, options)).stdout;
}

try {
  const { paths, components } = await (await fetch(`${url}/docs/json`)).json();
  const page = await visit("--dump-dom");
  const texts = page.replaceAll(/<[^>]*>|\u200b/g, "");
  const operations = Object.entries(paths).flatMap(([path, methods]) => [path, ...Object.values(methods)]);
  const wanted = operations.map((one) => one.summary ?? one).concat(Object.keys(components.schemas));
  const missing = wanted.filter((text) => !texts.includes(text));
  if (missing.length > 0 || /errors-wrapper/.test(page))
    throw new Error(`The page has errors, or lacks: ${missing.join(", ")}`);
  console.log(`The page has ${wanted.length} paths, operations and components`);
  if (process.argv.includes("--screenshot")) await visit(`--screenshot=${IMAGE}`);
} finally {
  await app.close();
  rmSync(profile, { recursive: true, force: true });
}
