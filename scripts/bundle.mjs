/**
 * Joins the compiled modules of a dist/ folder into a few files, in place: what users install is imported in a third of
 * the time that one file for each module takes. A clone keeps its modules apart, as its scripts and tests import some
 * of them. `node scripts/bundle.mjs [folder]`, where the folder is that of a package.json.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

/** The sub-paths for servers, in servers/. */
const SERVERS = ["fastify", "express", "hono", "fetch"];

/** The sub-paths for languages, in locales/. */
const LOCALES = readdirSync(join(import.meta.dirname, "../cjs/locales"))
  .filter((name) => name.endsWith(".d.cts"))
  .map((name) => basename(name, ".d.cts"));

/** The entries of package.json: the sub-paths and the command. They keep their names. */
const ENTRIES = [
  ...["index", "pure", "exc", "contracts", "openapi", "cli/main"],
  ...SERVERS.map((name) => `servers/${name}`),
  "fast-check/index",
  ...LOCALES.map((name) => `locales/${name}`),
];

/**
 * Files that several entries share: there is one copy of each class in a process, whatever sub-paths it imports. The
 * second has what `validlib` has and `validlib/pure` has not; it stands where the addon's loader stood, which looks for
 * the addon from there. What the library needs of the same folders goes into the first. The third is loaded when lines
 * are read, the fourth is what servers have in common.
 */
const SHARED = [
  {
    name: "library",
    priority: 2,
    // English is in it; any other language is a file of its own.
    test: /[\\/]dist[\\/](?!(?:cli|fast|fast-check|native|servers)[\\/]|lines[\\/]|locales[\\/](?!en\.js)|(?:jsonschema[\\/]use|index)\.js$)/,
  },
  {
    name: "native/node",
    priority: 1,
    test: /[\\/]dist[\\/](?:(?:fast|native)[\\/]|(?:jsonschema[\\/]use|index)\.js$)/,
  },
  { name: "lines/lines", priority: 1, test: /[\\/]dist[\\/]lines[\\/]/ },
  {
    name: "servers/requests",
    priority: 1,
    test: new RegExp(`[\\\\/]dist[\\\\/]servers[\\\\/](?!(?:${SERVERS.join("|")})\\.js$)`),
  },
];

/**
 * @param {string} folder where package.json is
 * @returns {Promise<string[]>} the files that are left, relative to dist/
 */
export async function bundle(folder) {
  const dist = join(folder, "dist");
  const modules = scriptsIn(dist);
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const packages = Object.keys({ ...dependencies, ...peerDependencies });
  const input = Object.fromEntries(ENTRIES.map((entry) => [entry, join(dist, `${entry}.js`)]));
  const external = (id) => id.startsWith("node:") || packages.includes(id.split("/")[0]);
  const { "cli/main": _, ...required } = input;
  await bundleCommonJs(folder, required, external);
  await bundlePolyfill(folder);
  const bundler = await rolldown({
    input,
    external,
    platform: "neutral",
    cwd: folder,
    // Numbers keep their names: the result is read too.
    optimization: { inlineConst: false },
  });
  const { output } = await bundler.generate({
    // Editors show the docs of the declarations. Annotations tell bundlers what to leave out.
    comments: { annotation: true, jsdoc: false, legal: true },
    chunkFileNames: (chunk) => `${nameOf(chunk)}.js`,
    codeSplitting: { groups: SHARED },
    minifyInternalExports: false,
  });
  await bundler.close();
  const mode = statSync(join(dist, "cli/main.js")).mode;
  for (const name of modules) rmSync(join(dist, name));
  for (const { fileName, code } of output) {
    const file = join(dist, fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(fileName, code), fileName === "cli/main.js" ? { mode } : {});
  }
  dropDeclarations(dist);
  return output.map(({ fileName }) => fileName).sort();
}

/** Removes the declarations that those of no entry lead to: of what is inside, nobody can import the module. */
function dropDeclarations(dist) {
  const needed = new Set(ENTRIES.map((entry) => join(dist, `${entry}.d.ts`)));
  for (const file of needed) {
    const imports = readFileSync(file, "utf8").matchAll(/(?:from|import\(|import) ?"(\.[^"]+)\.[jt]s"/g);
    for (const [, path] of imports) needed.add(join(dirname(file), `${path}.d.ts`));
  }
  for (const name of readdirSync(dist, { recursive: true })) {
    if (name.endsWith(".d.ts") && !needed.has(join(dist, name))) rmSync(join(dist, name));
  }
}

/**
 * Where a chunk goes: what is loaded when it is needed into the folder of its module, what is left belongs to the
 * command.
 */
function nameOf({ name, facadeModuleId }) {
  if (name === "rolldown-runtime" || SHARED.some((shared) => shared.name === name)) return name;
  return facadeModuleId === null ? `cli/${name}` : `${basename(dirname(facadeModuleId))}/${name}`;
}

/**
 * The same code, with escapes as in the sources. With one character beyond Latin-1, V8 holds the file in two bytes for
 * each.
 */
const inAscii = (code) =>
  code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Languages stay as they are: most of them are beyond Latin-1 anyway, and escapes would take three times as much. */
const textOf = (fileName, code) => (fileName.startsWith("locales/") ? code : inAscii(code));

/**
 * The same files again as CommonJS: for those whose require() takes no ES module. Node's own takes them, so that there
 * is one copy of the library in a process; Jest's, before Node 24.9, does not.
 */
async function bundleCommonJs(folder, input, external) {
  const bundler = await rolldown({
    input,
    external,
    platform: "node",
    cwd: folder,
    optimization: { inlineConst: false },
  });
  const { output } = await bundler.generate({
    format: "cjs",
    // People read the ES modules.
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    entryFileNames: "[name].cjs",
    chunkFileNames: (chunk) => `${nameOf(chunk)}.cjs`,
    codeSplitting: { groups: SHARED },
    minifyInternalExports: false,
  });
  await bundler.close();
  for (const { fileName, code } of output) {
    const file = join(folder, "cjs", fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(fileName, code));
  }
}

/**
 * The polyfill of Temporal as CommonJS, with its licence: src/time/temporal.ts loads it where `require` takes no ES
 * module.
 */
async function bundlePolyfill(folder) {
  const bundler = await rolldown({ input: "temporal-polyfill/implementation", platform: "neutral", cwd: folder });
  const { output } = await bundler.generate({ format: "cjs", minify: true });
  await bundler.close();
  const licence = readFileSync(join(folder, "node_modules/temporal-polyfill/LICENSE"), "utf8").trim();
  writeFileSync(join(folder, "cjs/temporal-polyfill.cjs"), inAscii(`/*!\n${licence}\n*/\n${output[0].code}`));
}

const scriptsIn = (folder) => readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js"));

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log((await bundle(resolve(process.argv[2] ?? join(import.meta.dirname, "..")))).join("\n"));
}
