/**
 * npm run site: builds the site from docs/ and the example of the README into build/site, with the playground in it:
 * files for any server. A link to a page that is not there fails. VitePress is fetched into the cache when needed.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, install } from "./setup.mjs";
import { tool } from "./test-install/tool.mjs";

const root = join(import.meta.dirname, "..");
const out = join(root, "build/site");
const pages = join(root, "build/site-pages");

function run(program, ...args) {
  const { status, error } = spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: "inherit" });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

install();
build();
rmSync(out, { recursive: true, force: true });
// VitePress reads one folder.
rmSync(pages, { recursive: true, force: true });
cpSync(join(root, "docs"), pages, { recursive: true });
const [example] = /```ts\n[\s\S]*?```/.exec(readFileSync(join(root, "README.md"), "utf8"));
const first = readFileSync(join(root, "site/index.md"), "utf8");
writeFileSync(
  join(pages, "index.md"),
  first.replace("<!-- example -->", () => example),
);
run(join(tool("vitepress"), "bin/vitepress.js"), "build", "site");
run(join(root, "node_modules/vite/bin/vite.js"), "build", "playground", "--outDir", join(out, "playground"));
const built = readdirSync(out, { recursive: true }).filter((name) => name.endsWith(".html"));
console.log(`${built.length} pages in build/site`);
