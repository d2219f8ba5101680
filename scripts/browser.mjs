/** A headless Chromium for tests: `CHROME`, or the first of the usual names. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, extname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "chrome.exe"];
const APP = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
/** No sandbox, as containers have none; nothing fetched, nothing kept. */
const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync", "--dump-dom"],
];
/** Virtual time for timers of the page, in milliseconds; computing takes none of it. */
const VIRTUAL_TIME = 600_000;
/** Time limit of one visit, in milliseconds. */
const TIMEOUT = 300_000;
const TYPES = {
  ...{ ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json" },
  ...{ ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".ico": "image/x-icon" },
};

/** The path of the browser. Where there is none, the process ends. */
export function browser() {
  const { CHROME, PATH = "" } = process.env;
  if (CHROME) return CHROME;
  const paths = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = [...paths, APP].find((path) => existsSync(path));
  if (found !== undefined) return found;
  console.log("no Chromium here, so nothing was tested: install one, or name one in CHROME");
  process.exit(0);
}

/** Runs a test with a folder of its own. The process fails unless it returns true. */
export async function inFolder(name, test) {
  const folder = mkdtempSync(join(tmpdir(), `validlib-${name}-`));
  let hasPassed = false;
  try {
    hasPassed = await test(folder);
  } catch (error) {
    console.error(error.message);
  } finally {
    // The browser's last processes may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  process.exitCode = hasPassed ? 0 : 1;
}

/** What a page has written as JSON into `data-said`, by its content. */
export function saidIn(html) {
  const [, text = "{}"] = /data-said="([^"]*)"/.exec(html) ?? [];
  const escapes = { "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return JSON.parse(text.replace(/&(?:quot|lt|gt|amp);/g, (one) => escapes[one]));
}

/**
 * Serves a folder to this machine, with these headers, below the path `base`, and nothing else; `?wait=` delays a
 * response by so many milliseconds.
 */
export async function serve(folder, headers = {}, base = "/") {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    await setTimeout(Number(searchParams.get("wait")));
    const name = pathname.slice(base.length) || "index.html";
    const file = join(folder, name);
    if (!pathname.startsWith(base) || !existsSync(file)) return response.writeHead(404).end();
    return response.writeHead(200, { ...headers, "content-type": TYPES[extname(file)] }).end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}${base}`, close: () => server.close() };
}

/** Opens the page and returns its content when it is idle. */
export function open(path, url, profile) {
  const flags = [...FLAGS, `--user-data-dir=${profile}`, `--virtual-time-budget=${VIRTUAL_TIME}`];
  return new Promise((done, fail) => {
    // The cases take the local time to be UTC.
    const child = spawn(path, [...flags, url], {
      env: { ...process.env, TZ: "UTC" },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const output = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (output.out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output.err += text));
    child.on("error", fail);
    child.on("close", (code) =>
      code === 0 ? done(output.out) : fail(new Error(`${path} ended with ${code}\n${output.err}`)),
    );
  });
}
