/** Programs that tests start: found, run, frozen, killed, and all gone when the test has ended. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const endings = new WeakMap();

/** Has something done when a test has ended, whatever came of it. What was begun last is ended first. */
export function atEnd(t, end) {
  if (!endings.has(t)) {
    endings.set(t, []);
    t.after(async () => {
      for (const end of endings.get(t).reverse()) await end();
    });
  }
  endings.get(t).push(end);
}

/** A folder of the test's own. Its path is short: that of a Unix socket in it has 107 bytes at most. */
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), "validlib-"));
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Where Debian puts the programs of a database server: one folder for each version, none of them in PATH. */
const postgres = "/usr/lib/postgresql";

/** The full path of a program. Throws if it is not installed, and says which Debian package has it. */
export function program(name, debianPackage) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...versions(postgres)];
  const found = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (found === undefined) throw new Error(`${name} is not installed: apt-get install ${debianPackage}`);
  return found;
}

function versions(folder) {
  try {
    const newestFirst = readdirSync(folder).sort((a, b) => Number(b) - Number(a));
    return newestFirst.map((version) => join(folder, version, "bin"));
  } catch {
    return [];
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Servers as PostgreSQL refuse to run as root. Who they run as instead; nothing, if this is not root. */
export function humble() {
  if (process.getuid() !== 0) return {};
  const number = (option) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: number("-u"), gid: number("-g") };
}

/** A program that runs. */
export class Process {
  /** What it has written to the standard output and error, up to now. */
  stdout = "";
  stderr = "";

  constructor(t, command, args, options = {}) {
    // Nothing a test does takes as long: a process that hangs is a failure, not an endless wait.
    this.child = spawn(command, args, { timeout: 300_000, killSignal: "SIGKILL", ...options });
    this.child.stdout.setEncoding("utf8").on("data", (text) => (this.stdout += text));
    this.child.stderr.setEncoding("utf8").on("data", (text) => (this.stderr += text));
    this.stdin = this.child.stdin;
    this.stdin.on("error", () => {}); // it may end before it has read all
    /** How it ended: `{ code, signal }`. */
    this.ended = once(this.child, "close").then(([code, signal]) => ({ code, signal }));
    atEnd(t, () => this.kill());
  }

  /** An example, or another script for Node. */
  static node(t, script, args = [], { env, ...options } = {}) {
    return new Process(t, process.execPath, [script, ...args], { env: { ...process.env, ...env }, ...options });
  }

  freeze() {
    this.child.kill("SIGSTOP");
  }

  thaw() {
    this.child.kill("SIGCONT");
  }

  /** Ends it as a power cut would: it cannot notice. */
  async kill() {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  /** Asks it to end. Gives how it did. */
  stop(signal = "SIGTERM") {
    this.child.kill(signal);
    return this.ended;
  }
}

/**
 * Freezes a process when what it does is half done, as `isHalfDone` sees it from outside, be it after many attempts.
 */
export async function freezeInTheMiddle(process, isHalfDone) {
  for (let attempt = 0; attempt < 1000; attempt++) {
    process.freeze();
    await sleep(10); // what it has sent arrives
    if (await isHalfDone()) return;
    process.thaw();
    await sleep(1 + Math.random() * 5);
  }
  throw new Error(`never seen in the middle of anything\n${process.stderr}`);
}

/** Waits until something holds. What keeps it from holding is shown after a minute. */
export async function until(holds, what, ...processes) {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
    if (await holds()) return;
  }
  throw new Error(`waited in vain: ${what}\n${processes.map(({ stderr }) => stderr).join("\n")}`);
}
