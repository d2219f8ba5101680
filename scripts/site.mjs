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

/** The first page: site/index.md, with parts of the README, whose example is tested. */
function firstPage() {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const part = (pattern) => pattern.exec(readme)[1];
  const code = part(/```ts\n([\s\S]*?)```/);
  const schema = /^[\s\S]*?^\);\n/m.exec(code)[0];
  const [, body, call, errors] = /\.safeJson\(`([\s\S]*?)`\);\n(.*)\n((?:\/\/.*\n)+)/.exec(code);
  const shown = errors.replaceAll(/^\/\/ (?:->)? */gm, "").replaceAll(/^ *\[? *"|",?(?: \])?$/gm, "");
  const seconds = [
    '<div class="seconds">',
    `<div>\n\nA schema\n\n\`\`\`ts\n${schema}\`\`\`\n\n</div>`,
    `<div>\n\nA body\n\n\`\`\`json\n${body}\n\`\`\`\n\n</div>`,
    `<div>\n\nWhat is wrong, and where\n\n\`\`\`text\n${shown}\`\`\`\n\n</div>`,
    "</div>",
  ].join("\n\n");
  const parts = {
    seconds,
    number: part(/<!-- number -->\n([\s\S]*?)<!-- \/number -->/),
    why: `## Why\n${part(/^## Why\n([\s\S]*?)^## /m)}`,
  };
  // Links of the README are from the folder above that of the pages.
  const fromPages = (text) => text.replaceAll(/\]\((?![a-z]+:)(docs\/)?/g, (_, inDocs) => (inDocs ? "](" : "](../"));
  const first = readFileSync(join(root, "site/index.md"), "utf8");
  return first.replaceAll(/<!-- (\w+) -->/g, (_, name) => fromPages(parts[name]));
}

install();
install(join(root, "playground"));
build();
rmSync(out, { recursive: true, force: true });
// VitePress reads one folder.
rmSync(pages, { recursive: true, force: true });
cpSync(join(root, "docs"), pages, { recursive: true });
writeFileSync(join(pages, "index.md"), firstPage());
run(join(tool("vitepress"), "bin/vitepress.js"), "build", "site");
run(join(root, "node_modules/vite/bin/vite.js"), "build", "playground", "--outDir", join(out, "playground"));
const built = readdirSync(out, { recursive: true }).filter((name) => name.endsWith(".html"));
console.log(`${built.length} pages in build/site`);
