/**
 * npm run test:runtimes [-- word ...]: the package as it is packed, on Deno, Bun and Cloudflare's workerd, which are
 * fetched from npm: with all permissions and with none, with an addon and without, as a Worker with the WebAssembly
 * module and without, with an old compatibility date and a new one. In each the calls have to give the results that
 * they give here, on the engine that is expected, and the Workers of docs/ what docs/ says. With words, only the
 * runtimes that have one of them in their names. Linux, x64 and arm64.
 */
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { rolldown } from "rolldown";
import { programOf } from "./hosts.mjs";
import { npm } from "./npm.mjs";
import { pack, stage } from "./pack.mjs";
import { RESULTS, results } from "./results.mjs";
import { addon, build, install } from "./setup.mjs";

const target = `${process.platform}-${process.arch}`;
const isArm = process.arch === "arm64";
const runtimes = {
  deno: { target, package: `@deno/linux-${process.arch}-glibc@2.9.6`, file: "deno" },
  bun: { target, package: `@oven/bun-linux-${isArm ? "aarch64" : "x64"}@1.4.5`, file: "bin/bun" },
  workerd: { target, package: `@cloudflare/workerd-linux-${isArm ? "arm64" : "64"}@1.20261117.1`, file: "bin/workerd" },
};
if (process.platform !== "linux") {
  console.log("the runtimes are fetched for Linux only, so nothing was tested");
  process.exit(0);
}

install();
build();
addon();

/** The runtime, its arguments, the program, whether an addon is installed, and the engine that is expected. */
const RUNS = [
  ["deno", ["run"], "wasm", true, "Wasm"],
  ["deno", ["run"], "index", true, "TypeScript"],
  ["deno", ["run", "--allow-read"], "index", true, "Wasm"],
  ["deno", ["run", "-A"], "index", true, "N-API"],
  ["deno", ["run", "-A"], "index", false, "Wasm"],
  ["bun", [], "wasm", true, "Wasm"],
  ["bun", [], "index", true, "N-API"],
  ["bun", [], "index", false, "Wasm"],
];
const WORKERS = [
  ["with-module", "Wasm"],
  ["without-module", "TypeScript"],
];
/** Before 2025-05-05, Workers have no FinalizationRegistry and no WeakRef. */
const DATES = ["2024-01-01", "2026-11-01"];
/**
 * Workers of docs/: the page, a word that only their block has, what stands there for the rest of the block from that
 * word on, which calls the handler, and bodies with the answers to them.
 */
const PAGES = [
  [
    "engines.md",
    'import module from "validlib/validlib.wasm"',
    undefined,
    { "[1, 2]": "true", "[1.5]": "false", "[1": "false" },
  ],
  [
    "servers.md",
    "// export default { fetch: serve }",
    "export default { fetch: serve };",
    { '{"item": "beer", "count": 2}': '{"ordered":2}', "{": /400/, "{}": /422/ },
  ],
];

const words = process.argv.slice(2);
const isWanted = (name) => words.length === 0 || words.some((word) => name.includes(word));
const folder = mkdtempSync(join(tmpdir(), "validlib-runtimes-"));
const built = join(import.meta.dirname, "../build/Release/validlib.node");
const place = join(folder, "node_modules/validlib/build/Release");
let expected;
let failed = false;
try {
  installPackage();
  expected = JSON.parse(JSON.stringify(results(await import(join(folder, "node_modules/validlib/dist/pure.js")))));
  for (const [name, args, program, hasAddon, impl] of RUNS.filter(([name]) => isWanted(name))) {
    rmSync(place, { recursive: true, force: true });
    if (hasAddon) {
      if (!existsSync(built)) throw new Error("the addon could not be compiled here");
      mkdirSync(place, { recursive: true });
      copyFileSync(built, join(place, "validlib.node"));
    }
    const options = { cwd: folder, encoding: "utf8", input: "", maxBuffer: 2 ** 28, timeout: 120_000 };
    const { stdout, stderr, error } = spawnSync(programOf(runtimes[name]), [...args, `${program}.mjs`], options);
    const what = [name, ...args, program === "index" ? "validlib" : "validlib/wasm", hasAddon ? "" : "(no addon)"];
    report(what.filter(Boolean).join(" "), impl, stdout, error?.message ?? stderr);
  }
  if (isWanted("workerd")) await testWorkers();
} catch (error) {
  console.error(error);
  failed = true;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
process.exitCode = failed ? 1 : 0;

/** The package as users install it, without its install script, and a program for each entry. */
function installPackage() {
  const staged = join(folder, "staged");
  stage(staged);
  const { filename } = pack(staged, folder);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const { status, stderr } = npm(["install", "--ignore-scripts", "--no-audit", "--no-fund", `./${filename}`], {
    cwd: folder,
  });
  if (status !== 0) throw new Error(String(stderr));
  copyFileSync(RESULTS, join(folder, "results.mjs"));
  const said = "JSON.stringify({ results: results(library), ...library.engine() })";
  const importing = (name) => `import * as library from "${name}";\nimport { results } from "./results.mjs";\n`;
  writeFileSync(join(folder, "index.mjs"), `${importing("validlib")}console.log(${said});`);
  writeFileSync(join(folder, "wasm.mjs"), `${importing("validlib/wasm")}console.log(${said});`);
  // Workers have no Temporal.
  const head = `import "temporal-polyfill/global";\n${importing("validlib/wasm")}`;
  const worker = `export default { fetch: () => new Response(${said}) };`;
  writeFileSync(join(folder, "without-module.mjs"), `${head}${worker}`);
  const module = 'import module from "validlib/validlib.wasm";\nawait library.ready(module);\n';
  // Calls while a Worker starts, where it may not set timers, give the same.
  const large =
    '\nif (!library.List(library.Int()).isJson("[" + "1,".repeat(4e6) + "1]")) throw new Error("it is valid");\n';
  const early = `${large}const early = ${said};\n${worker.replace(said, `early === ${said} ? early : "{}"`)}`;
  writeFileSync(join(folder, "with-module.mjs"), `${head}${module}${early}`);
}

/** A Worker of compiled validators, and one of the schemas themselves for what it has to say. */
function compileWorker() {
  const schemas = `import { Dict, Int, List, Str } from "validlib";
export const order = Dict({
  email: Str({ format: "email" }),
  items: List(Dict({ id: Int({ min: 1 }) }), { minlen: 1 }),
});`;
  writeFileSync(join(folder, "schemas.mjs"), schemas);
  const args = ["node_modules/validlib/dist/cli/main.js", "compile", "schemas.mjs", "--out", "schemas.validators.mjs"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const values = [{ email: "ann@example.org", items: [{ id: 1 }] }, { email: "ann", items: [{ id: 0 }, {}] }, null];
  const program = (from) => `import { order } from "${from}";
const results = ${JSON.stringify(values)}.map((value) => {
  const { ok, value: made, error } = order.safe(value);
  return { ok, made, issues: error?.issues.map(({ code, path, message }) => ({ code, path, message })) };
});
export const said = JSON.stringify(results);
`;
  writeFileSync(join(folder, "expected.mjs"), program("./schemas.mjs"));
  const worker = `${program("./schemas.validators.mjs").replace("export const", "const")}
export default { fetch: () => new Response(said) };`;
  writeFileSync(join(folder, "compiled.mjs"), worker);
}

function report(what, impl, said, problem) {
  let answer = {};
  try {
    answer = JSON.parse(said);
  } catch {}
  const same = isDeepStrictEqual(answer.results, expected);
  console.log(`${what.padEnd(44)}${answer.impl ?? problem}, ${same ? "the same results" : "OTHER RESULTS"}`);
  if (answer.impl !== impl) console.log(`  but ${impl} was expected: ${answer.reason}`);
  failed ||= !same || answer.impl !== impl;
}

/** A Worker each: modules that a bundler has made, and the WebAssembly module as a module, as wrangler uploads them. */
async function testWorkers() {
  compileWorker();
  for (const date of DATES) {
    for (const [name, impl] of WORKERS) {
      await serving(`${name}.mjs`, date, async (ask) => {
        report(`workerd ${date} ${name.replace("-", " ")}`, impl, await ask(), "");
      });
    }
    await serving("compiled.mjs", date, async (ask) => {
      const expectedAnswers = await import(join(folder, "expected.mjs"));
      const answer = await ask();
      const same = answer === expectedAnswers.said;
      console.log(`${`workerd ${date} compiled`.padEnd(44)}${same ? "the same results" : `OTHER RESULTS: ${answer}`}`);
      failed ||= !same;
    });
    for (const [page, word, end, answers] of PAGES) {
      const file = `${page.replace(".md", "")}.ts`;
      const code = blockOf(page, word);
      writeFileSync(join(folder, file), end === undefined ? code : `${code.slice(0, code.indexOf(word))}${end}`);
      await serving(file, date, async (ask) => {
        for (const [body, expected] of Object.entries(answers)) {
          const answer = await ask(body);
          const same = expected instanceof RegExp ? expected.test(answer) : answer === expected;
          console.log(`${`workerd ${date} docs/${page}`.padEnd(44)}${body}: ${same ? "as it says" : answer}`);
          failed ||= !same;
        }
      });
    }
  }
}

/** The block of a page that has the word. */
function blockOf(page, word) {
  const text = readFileSync(join(import.meta.dirname, "../docs", page), "utf8");
  const found = [...text.matchAll(/^```[jt]s\n(.*?)^```$/gms)]
    .map(([, code]) => code)
    .filter((code) => code.includes(word));
  if (found.length !== 1) throw new Error(`${found.length} blocks of docs/${page} have ${word}`);
  return found[0];
}

/** Bundles a program, serves it as a Worker, and calls `use` with a function that sends it a body. */
async function serving(program, date, use) {
  const bundler = await rolldown({ input: join(folder, program), external: /\.wasm$/, platform: "browser" });
  await bundler.write({ file: join(folder, "worker.js"), format: "esm", codeSplitting: false });
  await bundler.close();
  const port = await freePort();
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
     const config :Workerd.Config = (
       services = [(name = "main", worker = .main)],
       sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
     );
     const main :Workerd.Worker = (
       modules = [
         (name = "worker.js", esModule = embed "worker.js"),
         (name = "validlib/validlib.wasm", wasm = embed "node_modules/validlib/prebuilds/validlib.wasm"),
       ],
       compatibilityDate = "${date}",
     );`,
  );
  const server = spawn(programOf(runtimes.workerd), ["serve", "config.capnp"], { cwd: folder, stdio: "inherit" });
  try {
    await use((body) => answerOf(`http://127.0.0.1:${port}/`, body));
  } finally {
    server.kill();
  }
}

async function answerOf(url, body) {
  const request = body === undefined ? {} : { method: "POST", body, headers: { "content-type": "application/json" } };
  for (let left = 100; ; left--) {
    try {
      return await (await fetch(url, request)).text();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
