/**
 * npm run release:rehearse [-- word ...]: everything of a release but the key, on this machine. Starts a registry
 * (Verdaccio), publishes the packed version with the addon of this machine, and installs it from there: with npm, pnpm,
 * Yarn and Bun, on each Node version, with scripts and without, from the version before, and after a broken version was
 * taken back. Each project runs the same program: the engine is the addon that came with the package, and nothing was
 * compiled. Prints a table; with words, only what has one of them in its name. Linux on x64 only.
 */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { addon, build, install } from "./setup.mjs";

install();
build();
addon();

// Only now is there anything to pack.
const { Kit, root, Surprise } = await import("./test-install/kit.mjs");
const { report } = await import("./test-install/report.mjs");
const { pack } = await import("./pack.mjs");

/** A prebuild is what runs. */
const PREBUILT = { impl: "N-API", path: "/prebuilds/" };
const NODES = [20, 22, 24, 26];
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const [major, minor, patch] = version.split(".").map(Number);
/** The version that users have, the one that is released, and one that turns out to be broken. */
const versions = {
  before: `${major}.${minor}.${patch}-before`,
  now: version,
  broken: `${major}.${minor}.${patch + 1}`,
};

/** A port that nobody listens on. */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** A registry that has our package, and asks the real one for all others. */
class Registry {
  /** @param {import("./test-install/kit.mjs").Kit} kit */
  static async start(kit) {
    const folder = join(kit.folder, "registry");
    mkdirSync(folder);
    const upstream = kit.npm(["config", "get", "registry"], { cwd: folder }).trim();
    const port = await freePort();
    writeFileSync(
      join(folder, "config.yaml"),
      `storage: ./storage
auth: { htpasswd: { file: ./htpasswd } }
uplinks: { npm: { url: "${upstream}", timeout: 60s } }
packages:
  validlib: { access: $all, publish: $authenticated, unpublish: $authenticated }
  "**": { access: $all, proxy: npm }
log: { type: stdout, format: pretty, level: warn }
`,
    );
    // Verdaccio itself needs a newer Node than the library.
    const program = join(kit.tool("verdaccio"), "bin/verdaccio");
    const args = [program, "--config", join(folder, "config.yaml"), "--listen", `127.0.0.1:${port}`];
    const server = spawn(nodeOf(kit, 24), args, { cwd: folder });
    const registry = new Registry(kit, server, `http://127.0.0.1:${port}/`);
    await registry.#comesUp();
    return registry;
  }

  constructor(kit, server, url) {
    this.kit = kit;
    this.server = server;
    this.url = url;
    this.log = "";
    for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (this.log += text));
  }

  async #comesUp() {
    for (let tries = 0; tries < 600 && this.server.exitCode === null; tries++) {
      const answer = await fetch(`${this.url}-/ping`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the registry does not start: ${this.log}`);
  }

  /** The settings of npm and pnpm for this registry, with the token of a maintainer. */
  async settings() {
    const name = "maintainer";
    const body = JSON.stringify({ name, password: "a long password of nobody" });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${this.url}-/user/org.couchdb.user:${name}`, { method: "PUT", headers, body });
    const { token } = await answer.json();
    if (token === undefined) throw new Error(`the registry gives no token: ${this.log}`);
    return `registry=${this.url}\n${this.url.slice("http:".length)}:_authToken=${token}\n`;
  }

  stop() {
    this.server.kill();
  }
}

/** The program `node` of a version. */
function nodeOf(kit, version) {
  const program = join(kit.tool(`node-${version}`), "bin/node");
  chmodSync(program, 0o755);
  return program;
}

/** The package as a tarball, of another version, perhaps changed. */
function packed(kit, version, change = () => undefined) {
  const folder = join(kit.folder, `release-${version}`);
  cpSync(kit.staged, folder, { recursive: true });
  kit.addPrebuild(folder);
  const file = join(folder, "package.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), version }, null, 2));
  change(folder);
  return join(folder, pack(folder, folder).filename);
}

/** A project that wants a range of versions, and what is installed in it. */
class Project {
  constructor(kit, settings, wanted = versions.now, files = {}, more = {}) {
    this.kit = kit;
    const manifest = { name: "project", private: true, dependencies: { validlib: wanted }, ...more };
    this.folder = kit.project({ "package.json": JSON.stringify(manifest), ".npmrc": settings, ...files });
    this.home = join(this.folder, "node_modules/validlib");
  }

  /** Runs npm by a version of Node. */
  npm(args, node = process.execPath) {
    const { PATH, npm_execpath } = process.env;
    const npm = npm_execpath ?? join(dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
    const env = { PATH: `${dirname(node)}${delimiter}${PATH}` };
    const quiet = ["--no-audit", "--no-fund", "--no-update-notifier"];
    return this.kit.must(node, [npm, ...args, ...quiet], { cwd: this.folder, env });
  }

  /** The version of the package that is installed. */
  get version() {
    return JSON.parse(readFileSync(join(this.home, "package.json"), "utf8")).version;
  }

  /** Checks that this version is installed, runs the program, and sees that nothing was compiled. */
  check(wanted, options) {
    if (this.version !== wanted) throw new Surprise(`installed is ${this.version}, not ${wanted}`);
    const engine = this.kit.probe(this.folder, { ...PREBUILT, ...options });
    if (existsSync(join(this.home, "build"))) throw new Surprise("it was compiled");
    return engine;
  }
}

/**
 * The settings of Yarn for a registry. It refuses versions of today unless it has to take them, and remembers where a
 * registry had them.
 */
const yarnSettings = (kit, linker, url, scripts = false) => `nodeLinker: ${linker}
globalFolder: ${join(kit.folder, "yarn")}
enableTelemetry: false
enableGlobalCache: false
enableImmutableInstalls: false
enableScripts: ${scripts}
npmRegistryServer: "${url}"
npmMinimalAgeGate: 0
unsafeHttpWhitelist: ["127.0.0.1"]
`;

/** What is tried, in this order: later ones change what the registry has. */
function scenarios(kit, settings) {
  const all = [];
  const add = (name, run) => all.push({ name, run });
  const publish = (file, ...args) =>
    new Project(kit, settings).npm(["publish", file, "--ignore-scripts", "--provenance=false", ...args]);

  add(`publish ${versions.before}, the version before`, () => {
    publish(packed(kit, versions.before), "--tag", "latest");
  });
  add("a program is written with it", (self) => {
    self.user = new Project(kit, settings, `^${versions.before}`);
    self.user.npm(["install"]);
    return self.user.check(versions.before);
  });
  add(`publish ${versions.now}`, () => {
    publish(packed(kit, versions.now), "--tag", "latest");
  });
  add("the same version cannot be published twice", () => {
    try {
      publish(join(kit.folder, `release-${versions.now}`, `validlib-${versions.now}.tgz`));
    } catch (error) {
      if (/409|EPUBLISHCONFLICT|already present|previously published/i.test(error.message)) return;
      throw error;
    }
    throw new Surprise("it was");
  });

  for (const node of NODES) {
    for (const [scripts, args] of Object.entries({ "with scripts": [], "without scripts": ["--ignore-scripts"] })) {
      add(`npm, ${scripts}, Node ${node}`, () => {
        const project = new Project(kit, settings);
        project.npm(["install", ...args], nodeOf(kit, node));
        return project.check(versions.now, { node: nodeOf(kit, node) });
      });
    }
  }

  /** A project installed by another package manager runs on each Node version. */
  const onEach = (project, options) =>
    NODES.map((node) => project.check(versions.now, { node: nodeOf(kit, node), ...options })).at(-1);

  for (const allowed of [true, false]) {
    add(`pnpm, scripts ${allowed ? "allowed" : "blocked"}, each Node`, () => {
      const files = { "pnpm-workspace.yaml": `allowBuilds:\n  validlib: ${allowed}\n` };
      const project = new Project(kit, settings, versions.now, files);
      const pnpm = join(kit.tool("pnpm"), `../@pnpm/exe.${process.platform}-${process.arch}/pnpm`);
      chmodSync(pnpm, 0o755);
      kit.must(pnpm, ["install", "--store-dir", join(kit.folder, "store")], { cwd: project.folder });
      return onEach(project);
    });
    add(`Yarn, scripts ${allowed ? "allowed" : "blocked"}, each Node`, ({ url }) => {
      const files = {
        ".yarnrc.yml": yarnSettings(kit, "node-modules", url, allowed),
        "yarn.lock": "",
      };
      const project = new Project(kit, settings, versions.now, files);
      const yarn = join(kit.tool("@yarnpkg/cli-dist"), "bin/yarn.js");
      kit.must(process.execPath, [yarn, "install"], { cwd: project.folder });
      return onEach(project);
    });
    add(`Bun, scripts ${allowed ? "allowed" : "blocked"}, each Node and Bun`, ({ url }) => {
      const files = { "bunfig.toml": `[install]\nregistry = "${url}"\n` };
      const more = allowed ? { trustedDependencies: ["validlib"] } : {};
      const project = new Project(kit, settings, versions.now, files, more);
      const bun = join(kit.tool("@oven/bun-linux-x64"), "bin/bun");
      chmodSync(bun, 0o755);
      kit.must(bun, ["install"], { cwd: project.folder });
      project.check(versions.now, { node: bun });
      return onEach(project);
    });
  }
  add("Yarn, Plug'n'Play", ({ url }) => {
    const files = {
      ".yarnrc.yml": yarnSettings(kit, "pnp", url),
      "yarn.lock": "",
    };
    const { folder } = new Project(kit, settings, versions.now, files);
    kit.must(process.execPath, [join(kit.tool("@yarnpkg/cli-dist"), "bin/yarn.js"), "install"], { cwd: folder });
    const loader = pathToFileURL(join(folder, ".pnp.loader.mjs")).href;
    const flags = ["--require", join(folder, ".pnp.cjs"), "--no-warnings", "--loader", loader];
    return kit.probe(folder, { ...PREBUILT, flags });
  });

  add(`an upgrade from ${versions.before}`, ({ user }) => {
    user.npm(["install", `validlib@${versions.now}`]);
    return user.check(versions.now);
  });
  add(`publish ${versions.broken}, which is broken`, () => {
    const damage = (folder) => writeFileSync(join(folder, "dist/index.js"), 'throw new Error("broken");\n');
    publish(packed(kit, versions.broken, damage), "--tag", "latest");
    const project = new Project(kit, settings, "latest");
    // The script that comes with it would compile an addon: it finds none that works.
    project.npm(["install", "--ignore-scripts"]);
    if (project.version !== versions.broken) throw new Surprise(`latest is ${project.version}`);
  });
  add("it is taken back: `latest` is the version before it, and the broken one says so", () => {
    const owner = new Project(kit, settings);
    owner.npm(["dist-tag", "add", `validlib@${versions.now}`, "latest"]);
    owner.npm(["deprecate", `validlib@${versions.broken}`, `use ${versions.now}: it does not start`]);
    const told = new Project(kit, settings, versions.broken).npm(["install", "--prefer-online", "--ignore-scripts"]);
    if (!told.includes("does not start")) throw new Surprise(`npm says nothing of it: ${told}`);
    const project = new Project(kit, settings, "latest");
    project.npm(["install", "--prefer-online"]);
    return project.check(versions.now);
  });
  add(`publish ${major}.${minor}.${patch + 2}, which mends it: a range takes it`, () => {
    const mended = `${major}.${minor}.${patch + 2}`;
    publish(packed(kit, mended), "--tag", "latest");
    const project = new Project(kit, settings, `~${versions.now}`);
    project.npm(["install", "--prefer-online"]);
    return project.check(mended);
  });
  return all;
}

if (process.platform !== "linux" || process.arch !== "x64") {
  console.error("the rehearsal needs Linux on x64, for which it fetches Node, pnpm and Bun");
  process.exit(1);
}
const words = process.argv.slice(2);
const kit = new Kit();
let registry;
try {
  registry = await Registry.start(kit);
  const tried = scenarios(kit, await registry.settings()).filter(
    ({ name }) => words.length === 0 || name.startsWith("publish") || words.some((word) => name.includes(word)),
  );
  process.exitCode = (await report(tried, registry)) ? 0 : 1;
} finally {
  registry?.stop();
  kit.end();
}
