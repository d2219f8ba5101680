/**
 * Bundles the playground over what users get in a browser: `dist`. Its pages, and two texts that are made here: the
 * script of the worker that runs programs, and the declarations that the editor knows.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { build, defineConfig } from "vite";

const root = join(import.meta.dirname, "..");

/**
 * The conformance tests import the sources; here these are the compiled files, and the library the one without addon.
 */
const compiled = {
  name: "compiled",
  enforce: "pre",
  resolveId(source, importer) {
    if (!source.startsWith(".") || importer === undefined) return undefined;
    const path = relative(join(root, "src"), resolve(importer, "..", source));
    if (path.startsWith("..") || !path.endsWith(".ts")) return undefined;
    const file = path === "index.ts" ? "pure.js" : path.replace(/\.ts$/, ".js");
    return join(root, "dist", file.split(sep).join("/"));
  },
};

/** csv-parse reads streams of Node; the package has another build for browsers. */
const alias = [{ find: /^csv-parse$/, replacement: "csv-parse/browser/esm" }];

/** The module `virtual:runtime`: the worker as one classic script, as a text. */
const runtime = {
  name: "runtime",
  resolveId: (source) => (source === "virtual:runtime" ? `\0${source}` : undefined),
  async load(id) {
    if (id !== "\0virtual:runtime") return undefined;
    const { output } = await build({
      configFile: false,
      logLevel: "error",
      root: import.meta.dirname,
      resolve: { alias },
      build: {
        write: false,
        // `fromZod` knows zod's own functions by their texts.
        minify: false,
        lib: { entry: join(import.meta.dirname, "run/worker.js"), formats: ["iife"], name: "playground" },
      },
    }).then((result) => [result].flat()[0]);
    return `export default ${JSON.stringify(output[0].code)};`;
  },
};

/**
 * CodeMirror writes its styles into an element, which the policy forbids, though it can adopt them as a style
 * sheet: that it does in shadow trees alone. Here it does so in the page.
 */
const adopted = {
  name: "adopted",
  enforce: "pre",
  transform(code, id) {
    if (!/style-mod[/\\](?:src|dist)[/\\]/.test(id)) return undefined;
    const condition = "!root.head && root.adoptedStyleSheets";
    if (!code.includes(condition)) throw new Error(`${id} has another condition for adopted style sheets`);
    return { code: code.replace(condition, "root.adoptedStyleSheets"), map: null };
  },
};

const declarations = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".d.ts") || name === "package.json");

/** The module `virtual:types`: texts of declarations, by their paths in a made-up file system. */
const types = {
  name: "types",
  resolveId: (source) => (source === "virtual:types" ? `\0${source}` : undefined),
  load(id) {
    if (id !== "\0virtual:types") return undefined;
    const files = {};
    const add = (folder, to, isWanted = () => true) => {
      for (const name of declarations(folder).filter(isWanted)) {
        files[`${to}/${name}`] = readFileSync(join(folder, name), "utf8");
      }
    };
    const packages = join(root, "node_modules");
    add(join(root, "dist"), "/node_modules/validlib/dist");
    files["/node_modules/validlib/package.json"] = readFileSync(join(root, "package.json"), "utf8");
    add(
      join(packages, "zod"),
      "/node_modules/zod",
      (name) => !/^v3|^v4-mini|\/locales\/(?!en\.|index)|^src/.test(name),
    );
    add(join(packages, "fast-check"), "/node_modules/fast-check", (name) => !/cjs|commonjs/.test(name));
    add(join(packages, "pure-rand"), "/node_modules/pure-rand", (name) => !/cjs|commonjs/.test(name));
    for (const name of ["temporal-polyfill", "temporal-spec"]) {
      if (existsSync(join(packages, name))) add(join(packages, name), `/node_modules/${name}`);
    }
    const lib = join(import.meta.dirname, "node_modules/typescript/lib");
    const isLib = (name) => /^lib\.(?:es|decorators|webworker\.d)[\w.]*$/.test(name) && !/dom|full/.test(name);
    add(lib, "/lib", isLib);
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(files))});`;
  },
};

/** What a page may do: run its own scripts, and nothing else. No code from text, no network. */
const OWN = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; worker-src 'self'",
  "frame-src 'self'; form-action 'none'; base-uri 'none'",
].join("; ");

/**
 * What the frame may do: run its one script, and workers made of texts, which may compile WebAssembly. See runner.js.
 */
const framed = (html) => {
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(html);
  const hash = createHash("sha256").update(script).digest("base64");
  const scripts = `script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval'; worker-src blob:`;
  return `default-src 'none'; ${scripts}; form-action 'none'; base-uri 'none'`;
};

const policy = {
  name: "policy",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { filename }) => [
      {
        tag: "meta",
        injectTo: "head-prepend",
        attrs: {
          "http-equiv": "Content-Security-Policy",
          content: filename.endsWith("frame.html") ? framed(html) : OWN,
        },
      },
    ],
  },
};

const pages = ["index", "conformance", "frame"];

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  resolve: { alias },
  plugins: [compiled, adopted, runtime, types, policy],
  worker: { format: "es", plugins: () => [types] },
  // Prepared dependencies would not pass the plugin.
  optimizeDeps: { exclude: ["style-mod"] },
  server: { fs: { allow: [root] } },
  build: {
    emptyOutDir: true,
    chunkSizeWarningLimit: 20000,
    modulePreload: { polyfill: false },
    rollupOptions: { input: pages.map((name) => join(import.meta.dirname, `${name}.html`)) },
  },
});
