/**
 * Writes examples/service/api.d.ts, the types of clients of the service, from its OpenAPI document:
 *
 *     npm run build && node scripts/client-types.mjs     Node 22.18 or newer, which runs TypeScript
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { service } from "../examples/service/app.ts";
import { Store } from "../examples/service/store.ts";

const TYPES = join(import.meta.dirname, "../examples/service/api.d.ts");
const folder = mkdtempSync(join(tmpdir(), "validlib-client-"));
const app = service(new Store());
try {
  await app.ready();
  const document = join(folder, "openapi.json");
  writeFileSync(document, JSON.stringify(app.swagger()));
  const run = (...args) => execFileSync("npx", ["--yes", ...args], { stdio: "inherit" });
  run("openapi-typescript@7.13.0", document, "-o", TYPES);
  run("biome", "format", "--write", TYPES);
} finally {
  await app.close();
  rmSync(folder, { recursive: true });
}
