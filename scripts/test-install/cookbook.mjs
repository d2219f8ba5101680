/**
 * Writes each example of the cookbook's two pages as a test file of Jest, which checks the comments beside the code:
 * `node cookbook.mjs <folder> <cjs | esm>`. Jest takes no TypeScript by itself, so the files are JavaScript.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire, register } from "node:module";
import { basename, join } from "node:path";
import { rolldown } from "rolldown";
import { parseSync } from "vite";

register("../typescript.mjs", import.meta.url);
const { blocksOf, moduleOf } = await import("../../test/docs/blocks.ts");

const root = join(import.meta.dirname, "../..");
const [folder, format] = process.argv.slice(2);
const sources = join(folder, "cookbook");
mkdirSync(sources);

// Jest has the same `expect`, as a global.
const shows = readFileSync(join(root, "test/docs/shows.ts"), "utf8").replace(/^import .* from "vitest";$/m, "");
writeFileSync(join(sources, "shows.ts"), shows);

/** The module as a test: what it imports stands before it, all else, which may await, inside. */
function asTest(title, module) {
  const { program } = parseSync("example.ts", module);
  const imports = program.body.filter(({ type }) => type === "ImportDeclaration");
  let body = module;
  for (const { start, end } of imports.toReversed()) body = body.slice(0, start) + body.slice(end);
  const head = imports.map(({ start, end }) => module.slice(start, end)).join("\n");
  return `${head}\ntest(${JSON.stringify(title)}, async () => {\n${body}\n});\n`;
}

const input = {};
const blocks = ["docs/cookbook.md", "docs/cookbook-servers.md"].flatMap((page) => blocksOf(root, page));
for (const block of blocks.filter(({ language }) => language === "ts")) {
  const name = `${basename(block.file, ".md")}-${block.line}`;
  input[name] = join(sources, `${name}.ts`);
  writeFileSync(input[name], asTest(`${block.file}:${block.line}`, moduleOf(block, new Map(), "./shows.ts")));
}
const extension = format === "cjs" ? "cjs" : "mjs";
const bundler = await rolldown({ input, platform: "node", external: /^[^./]/ });
await bundler.write({
  format,
  dir: folder,
  entryFileNames: `[name].test.${extension}`,
  chunkFileNames: `[name].${extension}`,
});
await bundler.close();

// Fastify's `inject` requires an ES module: Jest needs it as CommonJS.
const inject = createRequire(join(root, "node_modules/fastify/package.json")).resolve("light-my-request");
const cookie = await rolldown({ input: createRequire(inject).resolve("cookie"), platform: "node" });
await cookie.write({ format: "cjs", file: join(folder, "cookie.cjs") });
await cookie.close();
