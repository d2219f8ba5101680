/**
 * npm run test:site [-- options]: builds the site and visits it in a headless Chromium: every page, its search, the
 * playground, and each example of the documentation in it. No page may write an error to the console, ask another
 * server, or have a serious fault by axe. Where there is no browser, nothing is tested.
 *
 * SITE_BASE is the path that the site is below, "/" if it is not set, for this as for `npm run site`.
 *
 *   --built         takes the site that is in build/site
 *   --screenshots   also takes the pictures of docs/site
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { browser, serve } from "./browser.mjs";
import { tool } from "./test-install/tool.mjs";

const root = join(import.meta.dirname, "..");
const site = join(root, "build/site");
const { values: given } = parseArgs({
  options: { built: { type: "boolean", default: false }, screenshots: { type: "boolean", default: false } },
});

const executablePath = browser();
if (!given.built) await import("./site.mjs");

const require = createRequire(import.meta.url);
const { chromium } = require(tool("playwright-core"));
const axe = readFileSync(join(tool("axe-core"), "axe.min.js"), "utf8");
// As `npm run site` had it.
const { url, close } = await serve(site, {}, process.env.SITE_BASE);
const chrome = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** A page that collects what should not be: errors of the console and of scripts, requests to other servers. */
async function opened(options = DESKTOP) {
  // axe is put into pages whose policy would not have it; the tests of policies below do without.
  const context = await chrome.newContext({ ...options, bypassCSP: options.bypassCSP ?? false });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`${page.url().slice(0, 100)}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`${page.url().slice(0, 100)}: ${error.stack}`));
  page.on("request", (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(url)) faults.push(`asks ${request.url()}`);
  });
  return { page, faults, done: () => context.close() };
}

/** What axe finds serious or worse. */
async function axeFaults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${page.url()}: ${id}: ${help}: ${nodes[0].html.slice(0, 200)} (${nodes.length})`);
}

const html = readdirSync(site, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".html") && !/^404|frame\.html$/.test(name));

const playground = `${url}playground/index.html`;
/** Waits until the program has run, and its types are checked. */
const ran = (page) =>
  page.waitForFunction(() => document.documentElement.dataset.state === "done", null, { timeout: 20_000 });
const checked = (page) =>
  page.waitForFunction(() => "types" in document.documentElement.dataset, null, { timeout: 30_000 });
const verdict = (page) => page.textContent("#verdict");

async function openTab(page, name) {
  await page.getByRole("tab", { name, exact: true }).click();
  await page.waitForTimeout(50);
  await ran(page);
  return page.innerText("#panel");
}

/** Puts a text into an editor, as one that is pasted. */
async function write(page, editor, text) {
  await page.click(`${editor} .cm-content`);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
  await page.waitForTimeout(50);
  await ran(page);
}

const tests = {
  async "no page has an error, asks another server, or has a serious fault by axe"() {
    for (const colorScheme of ["light", "dark"]) {
      const { page, faults, done } = await opened({ ...DESKTOP, colorScheme, bypassCSP: true });
      // In the dark a few pages of each kind suffice.
      const kinds = /^(?:index|guide|cli|performance|errors|first-endpoint|playground\/\w+)\.html$/;
      for (const name of colorScheme === "light" ? html : html.filter((one) => kinds.test(one))) {
        await page.goto(url + name, { waitUntil: "load" });
        await page.waitForTimeout(150);
        faults.push(...(await axeFaults(page)).map((fault) => `${colorScheme}: ${fault}`));
      }
      await done();
      assert.deepEqual(faults, []);
    }
  },

  async "no page is wider than a phone"() {
    const { page, faults, done } = await opened(PHONE);
    for (const name of html) {
      await page.goto(url + name, { waitUntil: "load" });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > PHONE.viewport.width) faults.push(`${name} is ${width} wide`);
    }
    await done();
    assert.deepEqual(faults, []);
  },

  async "search finds a page"() {
    const { page, faults, done } = await opened();
    await page.goto(url);
    await page
      .getByRole("button", { name: /search/i })
      .first()
      .click();
    await page.locator("#localsearch-input").fill("discriminators");
    await page.locator(".VPLocalSearchBox .result").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#|\.html/);
    assert.match(await page.innerText("main"), /discriminator/i);
    await done();
    assert.deepEqual(faults, []);
  },

  async "the playground shows the README's example, with carets below the errors"() {
    const { page, faults, done } = await opened();
    await page.goto(playground);
    await ran(page);
    assert.equal(await verdict(page), "✗ 3 errors");
    assert.deepEqual(await page.locator(".carets").allInnerTexts(), [
      `${" ".repeat(11)}^^^^ Expected at least 3 characters, got 2.`,
      `${" ".repeat(19)}^^ Expected a string, got an integer.`,
      `${" ".repeat(11)}^^^ Expected at most 100, got 500.`,
    ]);
    assert.match(await page.textContent("#about"), /Engine: Wasm/);
    await checked(page);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.types), "0");
    const readme = readFileSync(join(root, "README.md"), "utf8");
    assert.ok(
      readme.includes((await page.locator("#program .cm-content").innerText()).split("\n").slice(2, 9).join("\n")),
    );
    await done();
    assert.deepEqual(faults, []);
  },

  async "its tabs have the value, issues, JSON Schema, OpenAPI, source, test data and results"() {
    const { page, faults, done } = await opened();
    await page.goto(playground);
    await ran(page);
    assert.match(
      await openTab(page, "Issues"),
      /2:12\s+\/query\s+Expected at least 3 characters, got 2\.\s+min_length/,
    );
    assert.match(await openTab(page, "JSON Schema"), /"minLength": 3/);
    assert.match(await openTab(page, "OpenAPI"), /"openapi": "3\.\d\.\d"/);
    assert.match(await openTab(page, "Source"), /export const schema = Dict\(/);
    assert.match(await openTab(page, "Test data"), /\/\/ One fault each/);
    assert.match(await openTab(page, "Results"), /15\s+\{ query: "Craft Beer", limit: 10 \}/);
    await write(page, "#input", '{"query": "abc"}');
    assert.equal(await verdict(page), "✓ Valid");
    assert.equal((await openTab(page, "Value")).trim(), '{ query: "abc", limit: 10 }');
    await done();
    assert.deepEqual(faults, []);
  },

  async "its editor completes parameters, and shows types and comments"() {
    const { page, faults, done } = await opened();
    await page.goto(playground);
    await checked(page);
    await write(page, "#program", 'import { Str } from "validlib";\nexport default Str({ minlen: 1 });');
    await page.hover("#program .cm-line:nth-child(2) >> text=Str");
    await page.locator(".described").waitFor();
    assert.match(await page.locator(".described").innerText(), /Str/);
    await page.mouse.move(5, 5);
    await write(page, "#program", 'import { Str } from "validlib";\nexport default Str(');
    await page.keyboard.type("{ ", { delay: 50 });
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "minlen" }).waitFor();
    await page.keyboard.type("maxl", { delay: 50 });
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "maxlen" }).waitFor();
    await page.keyboard.press("Escape");
    await write(page, "#program", 'import { Str } from "validlib";\nexport default Str({ minlen: "1" });');
    await page.locator("#program .cm-lintRange-error").waitFor();
    await done();
    assert.deepEqual(faults, []);
  },

  async "it converts schemas of zod and JSON Schemas"() {
    for (const [text, expected] of [
      ["z.object({ name: z.string().min(2), age: z.int().optional() })", /Str\(\{ minlen: 2/],
      [
        '{ "type": "object", "properties": { "name": { "type": "string", "minLength": 2 } } }',
        /Str\(\{ minlen: 2 \}\)/,
      ],
      ['{ "__class__": "Int", "min": 3 }', /Int\(\{ min: 3 \}\)/],
    ]) {
      const { page, faults, done } = await opened();
      await page.goto(playground);
      await ran(page);
      await page.getByRole("button", { name: "Paste zod or JSON Schema" }).click();
      await page.getByLabel("Schema", { exact: true }).fill(text);
      await page.getByRole("button", { name: "Convert" }).click();
      await page.locator("#paste").waitFor({ state: "hidden" });
      await page.waitForTimeout(50);
      await ran(page);
      assert.match(await page.locator("#program .cm-content").innerText(), expected);
      assert.equal(await verdict(page), "✓ Valid");
      await done();
      assert.deepEqual(faults, []);
    }
  },

  async "a link has the whole state"() {
    const { page, faults, done } = await opened();
    await page.goto(playground);
    await ran(page);
    await write(page, "#program", 'import { Int } from "validlib";\nexport default Int({ max: 7 });');
    await write(page, "#input", "8");
    await openTab(page, "JSON Schema");
    const address = page.url();
    const other = await opened();
    await other.page.goto(address);
    await ran(other.page);
    assert.equal(await verdict(other.page), "✗ 1 error");
    assert.match(await other.page.innerText("#panel"), /"maximum": 7/);
    await Promise.all([done(), other.done()]);
    assert.deepEqual([...faults, ...other.faults], []);
  },

  async "a program reaches neither the page nor the network, and is stopped if it does not end"() {
    const { page, done } = await opened();
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(playground);
    await ran(page);
    const program = `const outcomes: string[] = [];
const attempt = async (name: string, act: () => unknown) => {
  try { await act(); outcomes.push(name); } catch { outcomes.push("no " + name); }
};
await attempt("fetch", () => fetch("${url}index.html"));
await attempt("import", () => (globalThis as any).importScripts("${url}playground/main.js"));
await attempt("eval", () => (0, eval)("1"));
const opened = () => new Promise((done, fail) => Object.assign(indexedDB.open("x"), { onsuccess: done, onerror: fail }));
await attempt("storage", opened);
await attempt("parent", () => (globalThis as any).parent.document);
outcomes.join();`;
    const before = asked.length;
    await write(page, "#program", program);
    assert.match(await openTab(page, "Results"), /no fetch,no import,no eval,no storage,no parent/);
    assert.deepEqual(
      asked.slice(before).filter((one) => !one.startsWith("blob:")),
      [],
    );
    await write(page, "#program", "for (;;) {}");
    assert.equal(await verdict(page), "✗ The program failed");
    assert.match(await page.innerText("#panel"), /Stopped: it took longer than/);
    await write(page, "#program", 'import { Int } from "validlib";\nexport default Int();');
    assert.notEqual(await verdict(page), "✗ The program failed");
    await done();
  },

  async "each example of the documentation runs in it, and has no wrong type"() {
    const examples = html.flatMap((name) =>
      Array.from(
        readFileSync(join(site, name), "utf8").matchAll(/class="try" href="[^"#]*#([\w-]+)"/g),
        ([, hash]) => ({
          name,
          hash,
        }),
      ),
    );
    assert.ok(examples.length > 150, `${examples.length} examples`);
    const { page, faults, done } = await opened();
    await page.goto(`${playground}#${examples[0].hash}`);
    await checked(page);
    for (const { name, hash } of examples) {
      await page.evaluate((to) => {
        delete document.documentElement.dataset.types;
        document.documentElement.dataset.state = "opening";
        location.hash = to;
      }, hash);
      await page.waitForTimeout(20);
      await ran(page);
      await checked(page);
      const text = await verdict(page);
      const { types } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
      const code = await page.evaluate(() => document.querySelector("#program .cm-content").innerText);
      // Examples of what is refused fail on purpose, and say so.
      const isMeantToFail = /throws|@ts-expect-error/.test(code);
      if (/failed|Not TypeScript/.test(text) && !isMeantToFail) {
        faults.push(`${name}: ${text}: ${(await page.innerText("#panel")).slice(0, 300)}\n${code.slice(0, 300)}`);
      }
      if (types !== "0") {
        const messages = await page.locator(".cm-lintRange-error").allInnerTexts();
        faults.push(`${name}: ${types} wrong types at ${messages.slice(0, 3).join(", ")}\n${code.slice(0, 300)}`);
      }
    }
    await done();
    console.log(`  ${examples.length} examples`);
    assert.deepEqual(faults, []);
  },
};

async function screenshots() {
  const folder = join(root, "docs/site");
  mkdirSync(folder, { recursive: true });
  for (const [name, options] of [
    ["light", { ...DESKTOP, colorScheme: "light" }],
    ["dark", { ...DESKTOP, colorScheme: "dark" }],
    ["phone", { ...PHONE, colorScheme: "light" }],
  ]) {
    const { page, done } = await opened(options);
    await page.goto(url);
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.goto(playground);
    await checked(page);
    await page.screenshot({ path: join(folder, `playground-${name}.png`), fullPage: name === "phone" });
    await done();
  }
}

let failed = false;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`✓ ${name}`);
  } catch (error) {
    failed = true;
    console.log(`✗ ${name}\n${error.message}`);
  }
}
if (given.screenshots) await screenshots();
await chrome.close();
close();
process.exitCode = failed ? 1 : 0;
