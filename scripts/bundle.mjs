/**
 * Joins the compiled modules of a dist/ folder into a few files, in place: what users install is imported in a third of
 * the time that one file for each module takes. Of the declarations it keeps those that a program can reach. A clone
 * keeps its modules apart, as its scripts and tests import some of them. `node scripts/bundle.mjs [folder]`, where the
 * folder is that of a package.json.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";
import { pruneDeclarations } from "./declarations.mjs";

/** The sub-paths for servers, in servers/. */
const SERVERS = ["fastify", "express", "hono", "fetch", "nest"];

/** The sub-paths for languages, in text/locales/. */
const LOCALES = readdirSync(join(import.meta.dirname, "../cjs/locales"))
  .filter((name) => name.endsWith(".d.cts"))
  .map((name) => basename(name, ".d.cts"));

/** The sub-paths of package.json. They keep their names. */
const SUB_PATHS = [
  ...["index", "pure", "wasm", "exc", "core/contracts", "openapi"],
  ...SERVERS.map((name) => `servers/${name}`),
  "fast-check/index",
  "interop/zod/index",
  ...LOCALES.map((name) => `text/locales/${name}`),
];

/** The command, the plugin for bundlers, and what that runs in a thread. */
const COMMAND = ["cli/main", "cli/plugin", "cli/plugin-worker"];

/** Modules that put in use what `validlib` and `validlib/wasm` have and `validlib/pure` has not. */
const IN_USE = String.raw`(?:(?:text[\\/]formats|interop[\\/]jsonschema)[\\/]use|core[\\/]compiled-members)\.js$`;

/** Modules that the library does without, or loads when they are needed. */
const NOT_IN_LIBRARY = [
  String.raw`(?:cli|engines[\\/](?:fast|native)|fast-check|interop[\\/](?:compiled|zod)|lines|runtime|servers)[\\/]`,
  String.raw`columns[\\/](?!index\.|from-arrow\.)`,
  String.raw`text[\\/]locales[\\/](?!en\.js)`,
  String.raw`(?:index|wasm)\.js$`,
  IN_USE,
];

/**
 * Files that several entries share: there is one copy of each class in a process, whatever sub-paths it imports. The
 * second has what `validlib` and `validlib/wasm` have and `validlib/pure` has not. The third has what only Node has; it
 * stands where the addon's loader stood, which looks for the addon from there. What the library needs of the same
 * folders goes into the first. The fourth is what the command and validlib/zod have in common, the fifth is what the
 * command compiles with, the sixth is loaded when columns are made, the seventh when lines are read, the eighth is what
 * servers have in common.
 */
const SHARED = [
  {
    name: "library",
    priority: 2,
    // English is in it; any other language is a file of its own.
    test: new RegExp(String.raw`[\\/]dist[\\/](?!${NOT_IN_LIBRARY.join("|")})`),
  },
  {
    name: "engines/native/engine",
    priority: 1,
    test: new RegExp(
      String.raw`[\\/]dist[\\/](?:engines[\\/](?:fast|native)[\\/](?!(?:binding|fs|use|wasm[\\/](?:embedded|inflate))\.js$)|${IN_USE})`,
    ),
  },
  {
    name: "engines/native/node",
    priority: 1,
    test: /[\\/]dist[\\/](?:engines[\\/]native[\\/](?:binding|fs|use)|index)\.js$/,
  },
  { name: "interop/zod/convert", priority: 1, test: /[\\/]dist[\\/]interop[\\/]zod[\\/](?!index\.js$)/ },
  { name: "interop/compiled/compile", priority: 1, test: /[\\/]dist[\\/](?:interop[\\/]compiled|runtime)[\\/]/ },
  { name: "columns/layout", priority: 1, test: /[\\/]dist[\\/]columns[\\/]layout\.js$/ },
  { name: "lines/lines", priority: 1, test: /[\\/]dist[\\/]lines[\\/]/ },
  {
    name: "servers/requests",
    priority: 1,
    test: new RegExp(`[\\\\/]dist[\\\\/]servers[\\\\/](?!(?:${SERVERS.join("|")})\\.js$)`),
  },
];

/** What compiled validators import. It shares nothing with the library, which they do without. */
const RUNTIME = ["runtime/index", "runtime/more", "runtime/formats"];

/**
 * @param {string} folder where package.json is
 * @returns {Promise<string[]>} the files that are left, relative to dist/
 */
export async function bundle(folder) {
  const dist = join(folder, "dist");
  const modules = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith(".js"));
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const packages = Object.keys({ ...dependencies, ...peerDependencies });
  const external = (id) => id.startsWith("node:") || packages.includes(id.split("/")[0]);
  const input = (entries) => Object.fromEntries(entries.map((entry) => [entry, join(dist, `${entry}.js`)]));
  await bundleCommonJs(folder, input(SUB_PATHS), external);
  await bundlePolyfill(folder);
  const runtime = await bundleRuntime(dist, input(RUNTIME));
  const bundler = await rolldown({
    input: input([...SUB_PATHS, ...COMMAND]),
    external,
    platform: "neutral",
    cwd: folder,
    // Numbers keep their names: the result is read too.
    optimization: { inlineConst: false },
  });
  const { output } = await bundler.generate({
    // Editors show the docs of the declarations. Annotations tell bundlers what to leave out.
    comments: { annotation: true, jsdoc: false, legal: true },
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
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
    writeFileSync(file, textOf(fileName, inLines(code)), fileName === "cli/main.js" ? { mode } : {});
  }
  for (const { fileName, code } of runtime) writeFileSync(join(dist, fileName), inAscii(inLines(code)));
  pruneDeclarations(dist, [...SUB_PATHS, ...RUNTIME, "cli/plugin"]);
  return [...output, ...runtime].map(({ fileName }) => fileName).sort();
}

/** The runtime, whose files keep the annotations by which bundlers leave out what a program does not use. */
async function bundleRuntime(dist, input) {
  const bundler = await rolldown({ input, platform: "neutral", cwd: dist, optimization: { inlineConst: false } });
  const { output } = await bundler.generate({
    comments: { annotation: true, jsdoc: false, legal: true },
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: { groups: [{ name: "runtime/shared", test: /./, minShareCount: 2 }] },
    chunkFileNames: "[name].js",
    minifyInternalExports: false,
  });
  await bundler.close();
  return output;
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
 * The same code with a line for each statement, for stack traces, and since Node prints the line that throws. Where a
 * string may have them, it gets the quotes that every tool knows which looks for imports.
 */
function inLines(code) {
  /** Where there are other characters, or more of them. */
  const edits = new Map();
  const tagged = new Set();
  const onLines = (nodes) => {
    for (const { start } of nodes) edits.set(start, `\n${code[start]}`);
  };
  new Visitor({
    Program: ({ body }) => onLines(body.slice(1)),
    BlockStatement: ({ body }) => onLines(body),
    ClassBody: ({ body }) => onLines(body),
    StaticBlock: ({ body }) => onLines(body),
    SwitchStatement: ({ cases }) => onLines(cases),
    TaggedTemplateExpression: ({ quasi }) => tagged.add(quasi.start),
    TemplateLiteral({ start, end, quasis }) {
      if (tagged.has(start) || quasis.length > 1 || /["\n]/.test(quasis[0].value.raw)) return;
      edits.set(start, (edits.get(start) ?? "`").replace("`", '"')).set(end - 1, '"');
    },
  }).visit(parseSync("chunk.js", code).program);
  let [result, from] = ["", 0];
  for (const at of Array.from(edits.keys()).sort((a, b) => a - b)) {
    result += code.slice(from, at) + edits.get(at);
    from = at + 1;
  }
  return result + code.slice(from);
}

/**
 * The same code, with escapes as in the sources. With one character beyond Latin-1, V8 holds the file in two bytes for
 * each.
 */
const inAscii = (code) =>
  code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Languages stay as they are: most of them are beyond Latin-1 anyway, and escapes would take three times as much. */
const textOf = (fileName, code) => (fileName.startsWith("text/locales/") ? code : inAscii(code));

/**
 * The same files again as CommonJS: for those whose require() takes no ES module. Node's own takes them, so that there
 * is one copy of the library in a process; Jest's, before Node 24.9, does not.
 */
async function bundleCommonJs(folder, input, external) {
  const bundler = await rolldown({
    input,
    plugins: [MODULE_FILE],
    external,
    platform: "node",
    cwd: folder,
    optimization: { inlineConst: false },
  });
  const { output } = await bundler.generate({
    format: "cjs",
    // People read the ES modules, and stack traces.
    comments: false,
    minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
    entryFileNames: "[name].cjs",
    chunkFileNames: (chunk) => `${nameOf(chunk)}.cjs`,
    codeSplitting: { groups: SHARED },
    minifyInternalExports: false,
  });
  await bundler.close();
  for (const { fileName, code } of output) {
    const file = join(folder, "cjs", fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(fileName, inLines(code)));
  }
}

/** CommonJS is for Node, which has the file of the WebAssembly module, so it does not contain another copy. */
const MODULE_FILE = {
  name: "module-file",
  load: (/** @type {string} */ id) =>
    /[\\/]embedded\.js$/.test(id)
      ? `import { readFileSync } from "node:fs";
        import { join } from "node:path";
        export const embeddedModule = () => readFileSync(join(__dirname, "../prebuilds/validlib.wasm"));`
      : undefined,
};

/**
 * The polyfill of Temporal as CommonJS, with its licence: src/values/temporal.ts loads it where `require` takes no ES
 * module.
 */
async function bundlePolyfill(folder) {
  const bundler = await rolldown({ input: "temporal-polyfill/implementation", platform: "neutral", cwd: folder });
  const { output } = await bundler.generate({ format: "cjs", minify: true });
  await bundler.close();
  const licence = readFileSync(join(folder, "node_modules/temporal-polyfill/LICENSE"), "utf8").trim();
  writeFileSync(join(folder, "cjs/temporal-polyfill.cjs"), inAscii(`/*!\n${licence}\n*/\n${output[0].code}`));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log((await bundle(resolve(process.argv[2] ?? join(import.meta.dirname, "..")))).join("\n"));
}
