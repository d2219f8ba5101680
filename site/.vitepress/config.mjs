/** The site: the pages of docs/ and the first one, index.md, with search. `npm run site` builds it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { deflateRawSync } from "node:zlib";

const root = join(import.meta.dirname, "../..");
const { homepage } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** Where files that are no pages are shown. */
const files = `${homepage.replace(/#.*/, "")}/blob/main/`;

/** A page of the side bar: its title is its heading. */
function page(name) {
  const [, text] = /^# (.+)$/m.exec(readFileSync(join(root, "docs", `${name}.md`), "utf8"));
  return { text: text.replaceAll("`", ""), link: `/${name}` };
}

const VALIDATORS =
  "any bool int float str bytes date time datetime const list tuple set dict one-of all-of if not check transform " +
  "default optional nullable fallback closed lazy-ref type template";

const groups = {
  Start: ["first-endpoint", "install", "guide", "cookbook", "cookbook-servers"],
  Schemas: ["types", "custom-validators", "async", "encode", "dump", "source", "fast-check"],
  Errors: ["errors", "messages", "languages"],
  Bytes: ["json", "lines", "records", "bad-input", "columns", "queues", "cli", "compiling", "engines", "limits"],
  Servers: ["servers", "fastify", "responses"],
  "JSON Schema and OpenAPI": ["json-schema", "from-json-schema", "openapi", "from-openapi"],
  "Coming from …": ["from-zod", "zod", "from-valibot", "from-typebox", "from-ajv", "from-validx"],
  "Compared and measured": ["compared", "performance"],
};
/** Pages of tables, below the page of performance. */
const MEASURED = ["json", "texts", "records", "values", "no-eval", "schemas", "losses", "nodes", "nodes-no-eval"];

/** Links to files outside docs/, and to folders, lead to the repository. */
function outside(md) {
  md.core.ruler.push("outside", ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        if (href === null || /^([a-z]+:|#|\/)/.test(href)) continue;
        const [path, hash = ""] = href.split(/(?=#)/);
        const target = posix.join("docs", posix.dirname(env.relativePath ?? ""), path);
        const isPage = target.startsWith("docs/") && path.endsWith(".md");
        if (!isPage) token.attrSet("href", files + target + hash);
      }
    }
  });
}

/** What a program in the playground may import. */
const MODULES =
  /^(?:validlib(?:\/(?:contracts|exc|fast-check|fetch|openapi|pure|wasm|zod|locales\/[\w-]+))?|zod|zod\/mini|fast-check)$/;

/** The address of the playground with an example in it; undefined if it needs what only Node has. */
export function tryIt(code) {
  const names = Array.from(code.matchAll(/^(?:import|\} from|export \* from)\b.*?"([^"]+)";/gm), ([, name]) => name);
  const isOfNode =
    /\bprocess\.|\bassert\b|\bBuffer\.(?!from\()|Buffer\.from\([^)]*, "|\brequire\(|import\(|\bimport\.meta/;
  if (names.length === 0 || !names.every((name) => MODULES.test(name)) || isOfNode.test(code)) return undefined;
  // The text that the example reads becomes the input.
  const texts = Array.from(code.matchAll(/\.(?:safeJson|json|isJson)\((?:Buffer\.from\()?(`[^`$\\]*`|'[^'\\\n]*')/g));
  const input = texts.at(-1)?.[1].slice(1, -1);
  const state = deflateRawSync(JSON.stringify({ code, input })).toString("base64url");
  return `playground/index.html#${state}`;
}

/** Examples that run in a browser have a link below them. */
function withPlayground(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info, content } = tokens[index];
    const address = info.trim() === "ts" ? tryIt(content) : undefined;
    const up = "../".repeat((env.relativePath ?? "").split("/").length - 1) || "./";
    const link = address && `<a class="try" href="${up}${address}" target="_self">Try it</a>`;
    return `${fence(tokens, index, options, env, self)}${link ?? ""}`;
  };
}

/** Two braces are text, not an expression of Vue. */
function plainBraces(md) {
  const { text } = md.renderer.rules;
  md.renderer.rules.text = (...args) => text(...args).replaceAll("{{", "{&#123;");
  md.renderer.rules.code_inline = (tokens, index) => `<code v-pre>${md.utils.escapeHtml(tokens[index].content)}</code>`;
}

/**
 * The policy of a page: its own files, and the scripts that VitePress writes into it, by their hashes. Styles are
 * attributes: the colours of code.
 */
function withPolicy(html) {
  const scripts = Array.from(html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g), ([, text]) => text);
  const hashes = scripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(hashes)].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html.replace(/<meta charset="utf-8">/i, `$&\n<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

/** A tick, as the playground has it. */
const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='M2 9l4 4 8-10' fill='none' stroke='%231f8a4c' stroke-width='3'/></svg>";

export default {
  srcDir: "../build/site-pages",
  outDir: "../build/site",
  cacheDir: "../build/site-cache",
  title: "validlib",
  head: [["link", { rel: "icon", href: ICON }]],
  description: "Checks JSON, forms and JavaScript values against a schema, on servers that run Node.",
  base: process.env.SITE_BASE ?? "/",
  cleanUrls: false,
  lastUpdated: false,
  transformHtml: withPolicy,
  markdown: {
    // The usual ones are too pale for text of this size.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(md) {
      outside(md);
      plainBraces(md);
      withPlayground(md);
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: { level: [2, 3] },
    nav: [
      { text: "Guide", link: "/guide" },
      { text: "Cookbook", link: "/cookbook" },
      { text: "Servers", link: "/servers" },
      { text: "Playground", link: "/playground/index.html", target: "_self" },
    ],
    sidebar: [
      ...Object.entries(groups).map(([text, names]) => ({ text, items: names.map(page) })),
      { text: "Measured", collapsed: true, items: MEASURED.map((name) => page(`performance/${name}`)) },
      { text: "Validators", collapsed: true, items: VALIDATORS.split(" ").map((name) => page(`validators/${name}`)) },
    ],
  },
};
