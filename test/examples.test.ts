/** The examples of queues and pipelines, as far as they need no server: `npm run test:examples` runs all of them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const folder = join(root, "examples");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const load = (path: string) => import(pathToFileURL(join(folder, path)).href);
const examples = readdirSync(folder).filter((name) => existsSync(join(folder, name, "test.js")));

test("the orders that examples run on are refused where they should be, and nowhere else", async () => {
  const { default: order } = await load("schemas/order.js");
  const { isRefused, orderText } = await load("testing/orders.js");
  const ids = Array.from({ length: 200 }, (_, index) => index + 1);
  expect(ids.filter((id) => !order.isJson(orderText(id)))).toEqual(ids.filter(isRefused));
});

test("lines for COPY lose their carriage returns and the byte order mark, wherever chunks end", async () => {
  const { toCopy } = await load("postgres/copy.js");
  const chunks = ['\ufeff{"a":\r1}\r\n', '\ufeff"is in a later chunk"\n', "\r", '"\\\\"\n'].map((text) =>
    Buffer.from(text),
  );
  const copied = await Readable.from(chunks).pipe(toCopy()).toArray();
  expect(Buffer.concat(copied).toString()).toBe('{"a": 1} \n\ufeff"is in a later chunk"\n "\\\\"\n');
  // What was handed over is the filter's.
  expect(chunks[2]?.toString()).toBe("\r");
});

test("lines for COPY become hexadecimal digits, wherever chunks end", async () => {
  const { toCopyBytes } = await load("postgres/copy.js");
  const bytes = Buffer.from("ab\n\nc\u00e9\r\0\\\nlast");
  const expected = String.raw`\\x6162 \\x \\x63c3a90d005c \\x6c617374`.replaceAll(" ", "\n");
  for (const size of [1, 2, 3, 100]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    let text = "";
    for await (const part of toCopyBytes(chunks)) text += part;
    expect(text, `chunks of ${size}`).toBe(expected);
  }
});

test("each example has a page with its commands, and stands in the list of npm run test:examples", () => {
  expect(examples.length).toBeGreaterThan(4);
  const list = read("scripts/test-examples.mjs");
  const pages = ["queues", "compiling"].map((name) => read(`docs/${name}.md`)).join("");
  for (const name of examples) {
    expect(read(`examples/${name}/README.md`)).toContain("```sh\n");
    expect(read(`examples/${name}/README.md`)).toContain(`npm run test:examples -- ${name}`);
    expect(list).toMatch(new RegExp(`^  "?${name}"?: {`, "m"));
    expect(pages).toContain(`(../examples/${name}/README.md)`);
  }
});

test("links in the pages of examples lead somewhere", () => {
  const pages = readdirSync(folder).filter((name) => existsSync(join(folder, name, "README.md")));
  expect(pages).toEqual(expect.arrayContaining([...examples, "service"]));
  for (const name of pages) {
    for (const [, path] of read(`examples/${name}/README.md`).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect(existsSync(join(folder, name, path as string)), `${name}: ${path}`).toBe(true);
    }
  }
});

test("what examples install is pinned, from no particular registry, and nothing that the library depends on", () => {
  const { dependencies } = JSON.parse(read("package.json"));
  const installing = examples.filter((name) => existsSync(join(folder, name, "package.json")));
  expect(installing).toContain("bullmq");
  for (const name of installing) {
    const wanted = JSON.parse(read(`examples/${name}/package.json`)).dependencies;
    // The releases of DuckDB end in -r.1, that of its client.
    const isPinned = (version: unknown) => /^\d+\.\d+\.\d+(?:-r\.\d+)?$/.test(String(version));
    expect(Object.values(wanted).filter((version) => !isPinned(version))).toEqual([]);
    expect(Object.keys(wanted).filter((one) => one in dependencies)).toEqual([]);
    // A link to this package has a place.
    expect(read(`examples/${name}/package-lock.json`)).not.toMatch(/"resolved": "(?!\.\.)/);
  }
});
