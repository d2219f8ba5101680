/**
 * The ways in which the package may arrive, and what must become of it. `quick` are those that need no package manager:
 * `npm test` runs them. A scenario throws when it is surprised; what it returns is told in the table.
 */
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, Surprise } from "./kit.mjs";

const NATIVE = { impl: "N-API" };
const PURE = { impl: "TypeScript" };
const PREBUILT = { ...NATIVE, path: "/prebuilds/" };
/** Brings Temporal, where it cannot be found when it is needed. */
const POLYFILL = 'import "temporal-polyfill/global";\n';
const [major] = process.versions.node.split(".").map(Number);
const isRoot = process.getuid?.() === 0;
/** Root may read and write everything, so what is forbidden is tried by somebody else. */
const somebody = isRoot ? { uid: 65534, gid: 65534 } : {};
const onWindows = process.platform === "win32" && "not on Windows";

/**
 * `bare` are those of the quick ones that need no addon, so they can be tried without a compiler.
 * @type {{ name: string, quick?: boolean, bare?: boolean, skip?: string | false,
 *   run: (kit: import("./kit.mjs").Kit) => unknown }[]}
 */
export const scenarios = [];
const quick = (name, run, skip) => scenarios.push({ name, quick: true, skip, run });
const bare = (name, run, skip) => scenarios.push({ name, quick: true, bare: true, skip, run });
const slow = (name, run, skip) => scenarios.push({ name, skip, run });

// What is in the package.

quick("a prebuild fits", (kit) => kit.probe(kit.installed().project, PREBUILT));

/** Writes the program as CommonJS too. */
function asCommonJs(project) {
  const text = readFileSync(join(project, "probe.mjs"), "utf8");
  writeFileSync(join(project, "probe.cjs"), text.replace(/import \* as v from (".*")/, "const v = require($1)"));
}

quick("a prebuild fits, for require()", (kit) => {
  const { project } = kit.installed();
  asCommonJs(project);
  return kit.probe(project, { ...PREBUILT, file: "probe.cjs" });
});

bare("no prebuild", (kit) =>
  kit.probe(kit.installed({ prebuild: false }).project, { ...PURE, reason: "No native build was found" }),
);

/** What may be wrong with the file, and what the reason says of it. */
const damages = {
  empty: [(file) => truncateSync(file), "it has 0 bytes"],
  truncated: [(file) => truncateSync(file, statSync(file).size >> 1), "bytes, not"],
  longer: [(file) => appendFileSync(file, "more"), "bytes, not"],
  garbled: [(file) => writeFileSync(file, Buffer.alloc(statSync(file).size, "?")), ".node: "],
  "for another processor": [
    (file) => {
      const bytes = readFileSync(file);
      // The machine, in the header of an ELF file: 8 is MIPS.
      bytes.writeUInt16LE(8, 18);
      writeFileSync(file, bytes);
    },
    ".node: ",
    process.platform !== "linux" && "made for Linux",
  ],
};
for (const [name, [damage, reason, skip]] of Object.entries(damages)) {
  const run = (kit) => {
    const { project, prebuild } = kit.installed();
    damage(prebuild);
    return kit.probe(project, { ...PURE, reason });
  };
  quick(`the prebuild is ${name}`, run, skip);
}

for (const [name, file, pattern, reason] of [
  ["of another version", "dist/engines/native/engine.js", /VERSION ?= ?".*?"/, "it is of version"],
  ["of other sources", "dist/engines/native/engine.js", /FORMAT ?= ?\d+/, "it was built from other sources"],
]) {
  quick(`the prebuild is ${name}`, (kit) => {
    const { project, home } = kit.installed();
    const text = readFileSync(join(home, file), "utf8");
    if (!pattern.test(text)) throw new Error(`${file} does not say ${pattern}`);
    writeFileSync(
      join(home, file),
      text.replace(pattern, (found) => found.replace(/".*"|\d+/, (own) => (own[0] === '"' ? '"9.9.9"' : "999999"))),
    );
    return kit.probe(project, { ...PURE, reason });
  });
}

quick(
  "the prebuild is unreadable",
  (kit) => {
    const { project, prebuild } = kit.installed();
    chmodSync(prebuild, 0);
    return kit.probe(project, { ...PURE, reason: ".node: ", ...somebody });
  },
  onWindows,
);

quick("the manifest is garbled", (kit) => {
  const { project, home } = kit.installed();
  writeFileSync(join(home, "prebuilds/manifest.json"), "{");
  return kit.probe(project, { ...PURE, reason: "JSON" });
});

// What Node may forbid.

const permission = [major > 22 ? "--permission" : "--experimental-permission", "--allow-fs-read=*", "--no-warnings"];
for (const [name, flags, expected] of [
  ["--no-addons", ["--no-addons"], PURE],
  // V8 itself warns, in some versions.
  ["--jitless", ["--jitless"], { ...NATIVE, mayPrint: /^Warning: disabling flag --expose_wasm.*\n$/ }],
  ["--disallow-code-generation-from-strings", ["--disallow-code-generation-from-strings"], NATIVE],
  ["--permission", permission, PURE],
  ["--permission --allow-addons", [...permission, "--allow-addons"], NATIVE],
]) {
  quick(`node ${name}`, (kit) => kit.probe(kit.installed().project, { ...expected, flags }));
}

quick("VALIDLIB_IMPL=pure", (kit) =>
  kit.probe(kit.installed().project, { ...PURE, env: { VALIDLIB_IMPL: "pure" }, reason: "VALIDLIB_IMPL=pure" }),
);

bare("VALIDLIB_IMPL=native without an addon throws", (kit) => {
  const { project } = kit.installed({ prebuild: false });
  const { status, stderr } = kit.run(process.execPath, ["probe.mjs"], {
    cwd: project,
    env: { VALIDLIB_IMPL: "native" },
  });
  if (status === 0 || !stderr.includes("VALIDLIB_IMPL=native, but there is no addon for")) throw new Surprise(stderr);
});

/** As in runtimes that have no weak references, such as Cloudflare Workers with an older compatibility date. */
for (const [name, impl] of [
  ["validlib", "N-API"],
  ["validlib/pure", "TypeScript"],
  ["validlib/wasm", "Wasm"],
]) {
  quick(`${name} without WeakRef and FinalizationRegistry`, (kit) => {
    const { project } = kit.installed();
    const text = readFileSync(join(project, "probe.mjs"), "utf8").replace('from "validlib"', `from "${name}"`);
    writeFileSync(join(project, "entry.mjs"), text);
    const old = "delete globalThis.WeakRef;\ndelete globalThis.FinalizationRegistry;\n";
    writeFileSync(join(project, "old.mjs"), `${old}await import("./entry.mjs");\n`);
    return kit.probe(project, { impl, file: "old.mjs" });
  });
}

quick("VALIDLIB_NATIVE_PATH", (kit) => {
  const { project } = kit.installed({ prebuild: false });
  copyFileSync(kit.addon, join(project, "the.node"));
  return kit.probe(project, { ...NATIVE, env: { VALIDLIB_NATIVE_PATH: "the.node" }, path: "/the.node" });
});

// The install script.

/** Runs it as a package manager does: it must end well, and print nothing or, where it compiles, what it does. */
function install(kit, home, { node = process.execPath, says = /^$/, ...options } = {}) {
  const { status, stdout, stderr } = kit.run(node, ["scripts/install.mjs"], { cwd: home, ...options });
  if (status !== 0 || !says.test(stdout + stderr)) throw new Surprise(`install.mjs: ${status} ${stdout}${stderr}`);
}

/** Two lines: that it takes a while, and then why it failed; and a third, what to do. */
const FAILED =
  /^validlib: no binary .*\nvalidlib: not compiled \(.+\)\. .*\nvalidlib: `npx validlib build-native` .*\n$/;

quick("install script: a prebuild fits", (kit) => {
  const { project, home } = kit.installed();
  install(kit, home);
  if (existsSync(join(home, "build"))) throw new Surprise("it compiled an addon that nobody needs");
  return kit.probe(project, PREBUILT);
});

quick(
  "install script: what was built here is damaged",
  (kit) => {
    const { project, home } = kit.installed();
    const built = join(home, "build/Release/validlib.node");
    mkdirSync(dirname(built), { recursive: true });
    copyFileSync(kit.addon, built);
    truncateSync(built, statSync(built).size >> 1);
    install(kit, home, { env: { PATH: kit.bare() }, says: FAILED });
    return kit.probe(project, PREBUILT);
  },
  onWindows,
);

/** Nothing fits, and nothing can be compiled. */
function hopeless(kit, options, { node = process.execPath } = {}) {
  const { project, home } = kit.installed({ prebuild: false, sources: true });
  install(kit, home, { node, says: FAILED, ...options(kit) });
  if (existsSync(join(home, "build"))) throw new Surprise("it left a build folder behind");
  return kit.probe(project, { ...PURE, reason: "No native build was found" });
}

bare(
  "install script: no compiler",
  (kit) => hopeless(kit, () => ({ env: { CC: "/nowhere/cc", CXX: "/nowhere/c++" } })),
  onWindows,
);
bare("install script: no Python, no make", (kit) => hopeless(kit, () => ({ env: { PATH: kit.bare() } })), onWindows);

bare(
  "install script: the package folder is read-only",
  (kit) => {
    const { project, home } = kit.installed({ prebuild: false, sources: true });
    const readOnly = (folder) => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory()) readOnly(join(folder, entry.name));
      }
      chmodSync(folder, 0o555);
    };
    readOnly(home);
    install(kit, home, { ...somebody, env: { HOME: "/nowhere" }, says: FAILED });
    return kit.probe(project, { ...PURE, ...somebody });
  },
  onWindows,
);

slow(
  "install script: no headers, no network",
  (kit) => {
    // A Node somewhere else has no headers beside it.
    const node = join(kit.folder, "elsewhere/bin/node");
    mkdirSync(dirname(node), { recursive: true });
    try {
      linkSync(process.execPath, node);
    } catch {
      copyFileSync(process.execPath, node);
    }
    const gyp = join(root, "node_modules/node-gyp/bin/node-gyp.js");
    const env = { npm_config_node_gyp: gyp, npm_config_disturl: "http://127.0.0.1:9", HOME: kit.folder };
    return hopeless(kit, () => ({ env }), { node });
  },
  onWindows,
);

/** Two lines: that it takes a while, and that it worked. */
const COMPILED = /^validlib: no binary .*\nvalidlib: compiled; .*\n$/;

slow("install script: a compiler, and no network", (kit) => {
  const { project, home } = kit.installed({ prebuild: false, sources: true });
  const gyp = join(root, "node_modules/node-gyp/bin/node-gyp.js");
  const nowhere = "http://127.0.0.1:9";
  const env = { npm_config_node_gyp: gyp, npm_config_disturl: nowhere, npm_config_registry: nowhere };
  install(kit, home, {
    env: { ...env, http_proxy: nowhere, https_proxy: nowhere },
    says: COMPILED,
  });
  // What it unpacked is gone.
  const left = ["build", "native"].flatMap((folder) => readdirSync(join(home, folder)));
  if (left.join() !== "Release,vendor") throw new Surprise("it left more than the addon behind");
  return kit.probe(project, { ...NATIVE, path: "/build/Release/" });
});

// npm.

const npmInstall = (kit, kind, args = [], options = {}) => {
  const project = kit.project();
  const printed = kit.npm(["install", kit.tarball(kind), ...args], { cwd: project, ...options });
  if (printed.trim() !== "") throw new Surprise(`npm printed ${printed}`);
  return project;
};

slow("npm install: a prebuild fits", (kit) => kit.probe(npmInstall(kit, "prebuilt"), PREBUILT));
slow(
  "npm install: a prebuild fits, and nothing is on the PATH",
  (kit) => kit.probe(npmInstall(kit, "prebuilt", [], { env: { PATH: kit.bare() } }), PREBUILT),
  onWindows,
);
slow("npm install: none fits, and there is a compiler", (kit) => {
  const project = npmInstall(kit, "bare");
  const build = readdirSync(join(project, "node_modules/validlib/build/Release"));
  if (build.join() !== "validlib.node") throw new Surprise(`the compiler left ${build.join(", ")}`);
  return kit.probe(project, { ...NATIVE, path: "/build/Release/" });
});
slow(
  "npm install: none fits, and nothing is on the PATH",
  (kit) => kit.probe(npmInstall(kit, "bare", [], { env: { PATH: kit.bare() } }), PURE),
  onWindows,
);
slow("npm install --ignore-scripts: a prebuild fits", (kit) =>
  kit.probe(npmInstall(kit, "prebuilt", ["--ignore-scripts"]), PREBUILT),
);
slow("npm install --ignore-scripts: none fits", (kit) =>
  kit.probe(npmInstall(kit, "bare", ["--ignore-scripts"]), PURE),
);
slow("npm install --omit=optional", (kit) => kit.probe(npmInstall(kit, "prebuilt", ["--omit=optional"]), PREBUILT));
slow("npm ci", (kit) => {
  const project = npmInstall(kit, "prebuilt");
  rmSync(join(project, "node_modules"), { recursive: true });
  kit.npm(["ci"], { cwd: project });
  return kit.probe(project, PREBUILT);
});

// Other package managers.

/** A project that depends on the tarball, for package managers that read package.json. */
const dependent = (kit, kind, more = {}) =>
  kit.project({
    "package.json": JSON.stringify({
      name: "project",
      private: true,
      dependencies: { validlib: `file:${kit.tarball(kind)}` },
      ...more.manifest,
    }),
    ...more.files,
  });

slow("pnpm 10, script blocked: a prebuild fits", (kit) => {
  const project = dependent(kit, "prebuilt");
  const pnpm = join(kit.tool("pnpm-10"), "bin/pnpm.cjs");
  kit.must(process.execPath, [pnpm, "install", "--store-dir", join(kit.folder, "store")], { cwd: project });
  return kit.probe(project, PREBUILT);
});

/** A program, not a script. */
function pnpm12(kit, project) {
  const windows = process.platform === "win32";
  const folder = join(kit.tool("pnpm"), `../@pnpm/exe.${process.platform}-${process.arch}`);
  const program = join(folder, windows ? "pnpm.exe" : "pnpm");
  if (!windows) chmodSync(program, 0o755);
  return kit.run(program, ["install", "--store-dir", join(kit.folder, "store-12")], { cwd: project });
}

slow("pnpm 12, script blocked: a prebuild fits", (kit) => {
  const files = { "pnpm-workspace.yaml": "allowBuilds:\n  validlib: false\n" };
  const project = dependent(kit, "prebuilt", { files });
  const { status, stdout, stderr } = pnpm12(kit, project);
  if (status !== 0) throw new Surprise(`pnpm: ${status}\n${stdout}${stderr}`);
  return kit.probe(project, PREBUILT);
});

slow("pnpm 12 without a decision ends with an error, and what it installs works", (kit) => {
  const project = dependent(kit, "prebuilt");
  const { status, stdout, stderr } = pnpm12(kit, project);
  if (status === 0 || !/IGNORED_BUILDS/.test(stdout + stderr))
    throw new Surprise(`pnpm: ${status}\n${stdout}${stderr}`);
  return kit.probe(project, PREBUILT);
});

for (const linker of ["node-modules", "pnp"]) {
  slow(`Yarn 4, ${linker}, script blocked: a prebuild fits`, (kit) => {
    const files = {
      ".yarnrc.yml": `nodeLinker: ${linker}\nenableTelemetry: false\nenableGlobalCache: false\nenableImmutableInstalls: false\n`,
      "yarn.lock": "",
    };
    const project = dependent(kit, "prebuilt", { files });
    const yarn = join(kit.tool("@yarnpkg/cli-dist"), "bin/yarn.js");
    kit.must(process.execPath, [yarn, "install"], { cwd: project });
    if (linker === "node-modules") return kit.probe(project, PREBUILT);
    const hooks = ["--require", join(project, ".pnp.cjs"), "--no-warnings"];
    hooks.push("--loader", pathToFileURL(join(project, ".pnp.loader.mjs")).href);
    return kit.probe(project, { ...PREBUILT, flags: hooks });
  });
}

const bun = (kit) => join(kit.tool("@oven/bun-linux-x64"), "bin/bun");
const noBun = (process.platform !== "linux" || process.arch !== "x64") && "Linux on x64 only";
slow(
  "Bun, script blocked: a prebuild fits",
  (kit) => {
    const project = dependent(kit, "prebuilt");
    chmodSync(bun(kit), 0o755);
    kit.must(bun(kit), ["install"], { cwd: project });
    kit.probe(project, PREBUILT);
    return kit.probe(project, { ...PREBUILT, node: bun(kit) });
  },
  noBun,
);

// A clone.

slow("npm install of a Git URL", (kit) => {
  const project = kit.project();
  kit.npm(["install", `git+${pathToFileURL(root).href}`], { cwd: project });
  return kit.probe(project);
});

slow("npm install of a folder", (kit) => {
  const project = kit.project();
  kit.npm(["install", root, "--install-links=false"], { cwd: project });
  return kit.probe(project);
});

// Bundlers. Dates need the polyfill, which a bundle does not have beside it.

/** Bundles the program, and runs it where there are no packages: alone, and with the addon beside it. */
function bundle(kit, output, make) {
  const { project } = kit.installed();
  writeFileSync(join(project, "probe.mjs"), POLYFILL + readFileSync(join(project, "probe.mjs"), "utf8"));
  make(project);
  const away = kit.project();
  rmSync(join(away, "probe.mjs"));
  cpSync(join(project, "out"), away, { recursive: true });
  // Elsewhere is another machine: some bundlers write down where the package was.
  rmSync(join(project, "node_modules"), { recursive: true });
  kit.probe(away, { ...PURE, file: output });
  copyFileSync(kit.addon, join(away, "the.node"));
  return kit.probe(away, { ...NATIVE, file: output, env: { VALIDLIB_NATIVE_PATH: join(away, "the.node") } });
}

for (const [format, output] of [
  ["esm", "out.mjs"],
  ["cjs", "out.cjs"],
]) {
  slow(
    `esbuild, ${format}`,
    (kit) =>
      bundle(kit, output, (project) => {
        // Its own start script fetches the program; it is there already.
        const program = join(kit.tool("esbuild"), "../@esbuild", `${process.platform}-${process.arch}`, "bin/esbuild");
        const options = ["--bundle", "--platform=node", `--format=${format}`, `--outfile=out/${output}`];
        kit.must(program, ["probe.mjs", ...options, "--log-level=error"], { cwd: project });
      }),
    onWindows,
  );
}

slow("Jest, whose require() takes no ES module", (kit) => {
  const { project } = kit.installed();
  const script = `const v = require("validlib");
test("require", () => {
  expect(v.Dict({ id: v.Int() }).json('{"id":7}')).toStrictEqual({ id: 7 });
  expect(v.engine().impl).toBe("N-API");
});
test("promises, errors and classes of the other realm", () => {
  const query = { then() { throw new Error("it ran"); } };
  for (const answer of [async () => false, () => query, () => require("node:fs/promises").stat("/")]) {
    expect(() => v.Check(answer)(1)).toThrow("returned a Promise");
  }
  expect(v.Check((text) => new URL(text), { throws: true }).is("no")).toBe(false);
  expect(v.Transform(() => require("node:fs").readFileSync("/no/such"), { throws: true }).is("x")).toBe(false);
  expect(v.Dict({ a: v.Str() }).is(Object.create(URLSearchParams.prototype))).toBe(false);
  expect(v.Type(Float64Array, { coerce: true }).safe(1e9).ok).toBe(false);
});`;
  writeFileSync(join(project, "probe.test.js"), script);
  kit.must(process.execPath, [join(kit.tool("jest"), "bin/jest.js"), "--rootDir", project], { cwd: project });
});

for (const [format, how, flags] of [
  ["cjs", "require", []],
  ["esm", "import", ["--experimental-vm-modules", "--no-warnings"]],
]) {
  slow(`Jest runs the examples of the cookbook, by ${how}`, (kit) => {
    const { project } = kit.installed();
    for (const name of ["express", "fastify", "hono", "@trpc/server"]) {
      mkdirSync(dirname(join(project, "node_modules", name)), { recursive: true });
      symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name), "junction");
    }
    kit.must(process.execPath, [join(import.meta.dirname, "cookbook.mjs"), project, format], { cwd: project });
    const examples = readdirSync(project).filter((name) => name.includes(".test."));
    const jest = [...flags, join(kit.tool("jest"), "bin/jest.js"), "--rootDir", project];
    jest.push("--moduleNameMapper", '{"^cookie$":"<rootDir>/cookie.cjs"}');
    const printed = kit.must(process.execPath, jest, { cwd: project });
    const passed = Number(/^Tests: +(\d+) passed, \1 total$/m.exec(printed)?.[1]);
    if (examples.length < 30 || passed !== examples.length) throw new Surprise(printed);
    return { impl: `${passed} examples` };
  });
}

slow("webpack", (kit) =>
  bundle(kit, "out.mjs", (project) => {
    const script = `const webpack = require(${JSON.stringify(kit.tool("webpack"))});
webpack({ mode: "production", target: "node20", entry: "./probe.mjs", context: __dirname,
  experiments: { outputModule: true },
  output: { path: __dirname + "/out", filename: "out.mjs", module: true, library: { type: "module" } },
}, (error, stats) => {
  if (!error && !stats.hasErrors() && !stats.hasWarnings()) return;
  console.log(error || stats.toString());
  process.exit(1);
});`;
    writeFileSync(join(project, "build.cjs"), script);
    kit.must(process.execPath, ["build.cjs"], { cwd: project });
  }),
);

slow("Vite, for a server, everything inside", (kit) =>
  bundle(kit, "probe.js", (project) => {
    const vite = pathToFileURL(join(root, "node_modules/vite/dist/node/index.js")).href;
    const script = `import { build } from ${JSON.stringify(vite)};
await build({ configFile: false, logLevel: "error", ssr: { noExternal: true },
  build: { ssr: "probe.mjs", outDir: "out", rolldownOptions: { output: { entryFileNames: "probe.js" } } } });
import { writeFileSync } from "node:fs";
writeFileSync("out/package.json", '{ "type": "module" }');`;
    writeFileSync(join(project, "build.mjs"), script);
    kit.must(process.execPath, ["build.mjs"], { cwd: project });
  }),
);

slow("ncc", (kit) =>
  bundle(kit, "index.mjs", (project) => {
    const cli = join(kit.tool("@vercel/ncc"), "dist/ncc/cli.js");
    kit.must(process.execPath, [cli, "build", "probe.mjs", "-o", "out", "-q"], { cwd: project });
  }),
);

for (const [file, how, skip] of [
  ["probe.mjs", "import"],
  ["probe.cjs", "require", major < 22 && "on Node 20 it does not know the condition module-sync, which Node does"],
]) {
  const trace = (kit) => {
    const { project } = kit.installed();
    if (file === "probe.cjs") asCommonJs(project);
    const script = `const { nodeFileTrace } = require(${JSON.stringify(kit.tool("@vercel/nft"))});
nodeFileTrace(["${file}"], { base: __dirname }).then(({ fileList }) => console.log([...fileList].join("\\n")));`;
    writeFileSync(join(project, "trace.cjs"), script);
    const files = kit.must(process.execPath, ["trace.cjs"], { cwd: project }).trim().split("\n");
    const away = kit.project();
    for (const file of files) cpSync(join(project, file), join(away, file));
    return kit.probe(away, { ...PREBUILT, file });
  };
  slow(`@vercel/nft takes the addon and the polyfill of dates along, by ${how}`, trace, skip);
}

// What tools say of the package.

slow("publint", (kit) => {
  kit.must(process.execPath, [join(kit.tool("publint"), "src/cli.js"), kit.tarball("prebuilt"), "--strict"], {
    cwd: kit.folder,
  });
});
slow("are the types wrong?", (kit) => {
  const cli = join(kit.tool("@arethetypeswrong/cli"), "dist/index.js");
  kit.must(process.execPath, [cli, kit.tarball("prebuilt"), "--profile", "node16"], { cwd: kit.folder });
});
