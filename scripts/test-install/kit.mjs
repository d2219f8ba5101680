/** What the scenarios are made of: a tarball, clean projects in which it is installed, and a program that uses it. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { npm } from "../npm.mjs";
import { pack, stage } from "../pack.mjs";
import { targets } from "../targets.mjs";
import { basic, tool } from "./tool.mjs";

export const root = join(import.meta.dirname, "../..");

/** What probe.mjs has to answer, on every engine. */
export const ANSWERS = [
  [7, ["a", "b"], "2026-02-03", false, false],
  [
    "1:8 id: MinValueError(expected=1, actual=0)",
    "1:25 tags.1: PatternMatchError(expected='^\\\\w+$', actual='?')",
    "1:38 day: DatetimeParseError(expected='%Y-%m-%d', actual='2026-02-31')",
    "1:52 more: ForbiddenKeyError()",
  ],
  [
    "id: MinValueError(expected=1, actual=0)",
    "tags: InvalidTypeError(expected='array', actual='string')",
    "day: MissingKeyError()",
  ],
];

/** What a scenario expected, and what it got instead. */
export class Surprise extends Error {}

/** What a package depends on, and what that does. */
function packagesOf(folder, found = new Set()) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    if (!found.has(name)) packagesOf(join(root, "node_modules", name), found.add(name));
  }
  return found;
}

export class Kit {
  constructor() {
    // Others may look: some scenarios run as another user.
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), "validlib-install-")));
    chmodSync(this.folder, 0o755);
    /** The package as it is installed, without any addon. */
    this.staged = join(this.folder, "package");
    stage(this.staged);
    for (const name of readdirSync(join(this.staged, "prebuilds"))) {
      if (name !== "README.md") rmSync(join(this.staged, "prebuilds", name), { recursive: true });
    }
    /** The addon's file in prebuilds/ that this machine takes, and the addon. */
    const libc = existsSync("/etc/alpine-release") ? "musl" : "glibc";
    this.target = targets.find(
      (target) =>
        target.platform === process.platform && target.arch === process.arch && (target.libc ?? libc) === libc,
    );
    this.file = this.target?.file;
    this.addon = ["build/Release/validlib.node", `prebuilds/${this.file}`]
      .map((name) => join(root, name))
      .find((path) => existsSync(path));
    this.count = 0;
  }

  /** Leaves nothing behind. */
  end() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** An empty project with the program in it. */
  project(files = {}) {
    const folder = join(this.folder, `project-${++this.count}`);
    mkdirSync(folder);
    const all = {
      "package.json": '{ "name": "project", "private": true, "version": "1.0.0" }\n',
      "probe.mjs": readFileSync(join(import.meta.dirname, "probe.mjs"), "utf8"),
      ...files,
    };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
    return folder;
  }

  /** Puts the addon into a package, as `npm run prebuilds` does. */
  addPrebuild(folder) {
    if (this.addon === undefined) throw new Error("there is no addon to put into the package: npm test compiles one");
    const path = join(folder, "prebuilds", this.file);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(this.addon, path);
    const manifest = { [this.file]: { size: statSync(path).size } };
    writeFileSync(join(folder, "prebuilds/manifest.json"), JSON.stringify(manifest));
    return path;
  }

  /** A project in which the package is installed, without a package manager; where it is, and its prebuild. */
  installed({ prebuild = true, sources = false } = {}) {
    const project = this.project();
    const home = join(project, "node_modules/validlib");
    const vendored = join(this.staged, "native");
    cpSync(this.staged, home, { recursive: true, filter: (path) => sources || !path.startsWith(vendored) });
    for (const name of packagesOf(this.staged)) {
      cpSync(join(root, "node_modules", name), join(project, "node_modules", name), { recursive: true });
    }
    return { project, home, prebuild: prebuild ? this.addPrebuild(home) : undefined };
  }

  /** The tarball, with the addon for this machine or with none. Packed once. */
  tarball(kind) {
    this.tarballs ??= {};
    this.tarballs[kind] ??= (() => {
      const folder = join(this.folder, `tarball-${kind}`);
      cpSync(this.staged, folder, { recursive: true });
      if (kind === "prebuilt") this.addPrebuild(folder);
      return join(folder, pack(folder, folder).filename);
    })();
    return this.tarballs[kind];
  }

  /** Runs a program in a folder. It must be one that can be started, by the user whom a scenario runs it as too. */
  run(command, args, { cwd, env = {}, ...options }) {
    const done = spawnSync(command, args, {
      cwd,
      env: { ...basic, ...env },
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      timeout: 900_000,
      ...options,
    });
    if (done.error !== undefined) throw new Surprise(`${[command, ...args].join(" ")}: ${done.error.message}`);
    return done;
  }

  /** The same, which must end well; what it printed. */
  must(command, args, options) {
    const { status, signal, stdout, stderr } = this.run(command, args, options);
    if (status === 0) return stdout + stderr;
    const text = `${stdout}${stderr}`.trim().split("\n").slice(-12).join("\n");
    throw new Surprise(`${[command, ...args].join(" ")}: ${signal ?? `exit code ${status}`}\n${text}`);
  }

  /** Runs npm; it must end well, and is told to say nothing but what goes wrong. */
  npm(args, options) {
    const all = [...args, "--silent", "--no-audit", "--no-fund", "--no-update-notifier"];
    const { status, stdout, stderr } = npm(all, { timeout: 900_000, ...options, env: { ...basic, ...options.env } });
    if (status !== 0) throw new Surprise(`npm ${args.join(" ")}: exit code ${status}\n${stdout}${stderr}`);
    return stdout + stderr;
  }

  /**
   * Runs the program: exit code 0, nothing printed but the answers, and the answers are right.
   * @returns what engine() said.
   */
  probe(
    cwd,
    { node = process.execPath, flags = [], file = "probe.mjs", impl, reason, path, mayPrint, ...options } = {},
  ) {
    const { status, signal, stdout, stderr } = this.run(node, [...flags, file], { cwd, ...options });
    if (status !== 0) throw new Surprise(`the program ends with ${signal ?? status}: ${stderr.slice(0, 2000)}`);
    if (stderr !== "" && !mayPrint?.test(stderr)) throw new Surprise(`it printed ${stderr.slice(0, 500)}`);
    const { answers, ...engine } = JSON.parse(stdout);
    if (JSON.stringify(answers) !== JSON.stringify(ANSWERS)) throw new Surprise(`wrong answers: ${stdout}`);
    if (impl !== undefined && engine.impl !== impl) throw new Surprise(`${engine.impl}, because ${engine.reason}`);
    if (reason !== undefined && !engine.reason.includes(reason)) throw new Surprise(`the reason is ${engine.reason}`);
    if (path !== undefined && !String(engine.path).replaceAll("\\", "/").includes(path)) {
      throw new Surprise(`the addon is ${engine.path}`);
    }
    return engine;
  }

  /** A folder to be the PATH: with node and npm, without compilers and Python. */
  bare() {
    const folder = join(this.folder, "bin");
    if (existsSync(folder)) return folder;
    mkdirSync(folder);
    const found = (name) =>
      String(basic.PATH ?? basic.Path)
        .split(delimiter)
        .map((path) => join(path, name))
        .find((path) => existsSync(path));
    for (const name of ["node", "npm", "npx", "sh", "env", "rm", "sed", "dirname", "uname", "git", "tar"]) {
      const path = found(name);
      if (path !== undefined) symlinkSync(path, join(folder, name));
    }
    return folder;
  }

  /** See tool.mjs. */
  tool(name) {
    return tool(name);
  }
}
