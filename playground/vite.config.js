/** Bundles the page over what users get in a browser: `dist`, from `pure.js` on. */
import { join, relative, resolve, sep } from "node:path";
import { defineConfig } from "vite";

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

/** What the page may do: run its own scripts, and nothing else. No code from text, no network. */
const policy = {
  name: "policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      injectTo: "head-prepend",
      attrs: {
        "http-equiv": "Content-Security-Policy",
        content: "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'none'",
      },
    },
  ],
};

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [compiled, policy],
  server: { fs: { allow: [root] } },
  build: { emptyOutDir: true, chunkSizeWarningLimit: 3000 },
});
