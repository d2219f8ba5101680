/** Finds the addon, loads it and makes sure that it is the right one. The only place that touches `node:*`. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { FORMAT } from "./tape.ts";

/** A validator compiled by the addon. */
export interface Compiled {
  /**
   * One run, as the head of the integers says. Returns the first chunk of the Latin-1 strings of a value if there are
   * any; the verdict is at the head.
   */
  run(): string | undefined;
  /**
   * The shapes to expect of a Dict from the next run on: for each how many keys it has, and the keys by number; false
   * if that cannot be.
   */
  learn(node: number, shapes: Int32Array): boolean;
  /** What the addon makes of each validator of the plan; see `Kind`. */
  readonly kinds: Int32Array;
}

/** What the addon exports. */
export interface Addon {
  readonly version: string;
  /** The version of what crosses the border; see `FORMAT`. */
  readonly format: number;
  /** Something that runs schemas, with memory of its own. There is one for each engine, and they are few: none is freed. */
  open(): Port;
}

/** One engine's side of the addon. */
export interface Port {
  /** Gives the addon the memory it shares with this side; false if it is too small. */
  attach(text: Uint8Array, integers: Int32Array, numbers: Float64Array): boolean;
  /** Compiles a plan; undefined if it cannot be followed. */
  compile(plan: string): Compiled | undefined;
  /** A chunk of the Latin-1 strings of the last run. */
  narrow(index: number): string;
  /** A chunk of its other strings. */
  wide(index: number): string;
  /** Its failures: integers as native/core/failures.hpp says, and the text of all strings; undefined if it is too much. */
  failures(): [integers: Int32Array, text: string] | undefined;
}

/** What became of looking for the addon. */
export interface Binding {
  readonly addon: Addon | undefined;
  /** Why it is in use, or why not. */
  readonly reason: string;
  readonly path: string | undefined;
}

const exported: Readonly<Record<keyof Addon, string>> = { version: "string", format: "number", open: "function" };

const root = new URL("../../", import.meta.url);

/** Where `build/` and `prebuilds/` are: in the package, or where `VALIDLIB_PREBUILD` says, as node-gyp-build has it. */
const home = process.env.VALIDLIB_PREBUILD ? pathToFileURL(`${process.env.VALIDLIB_PREBUILD}/`) : root;

/**
 * Loads the addon from where node-gyp-build would: what was built here first, then what came with the package.
 * `VALIDLIB_IMPL` decides: `pure` loads nothing, `native` throws when there is nothing to load, `auto` (the default)
 * takes what there is.
 * @throws Error for `native` without an addon that can be used, and for any other value of `VALIDLIB_IMPL`.
 */
export function bind(): Binding {
  const wanted = process.env.VALIDLIB_IMPL || "auto";
  if (wanted === "pure") return { addon: undefined, reason: "VALIDLIB_IMPL=pure", path: undefined };
  if (wanted !== "auto" && wanted !== "native") {
    throw new Error(`VALIDLIB_IMPL should be pure, native or auto, not ${JSON.stringify(wanted)}`);
  }
  const found = find();
  if (found.addon === undefined && wanted === "native") throw new Error(`VALIDLIB_IMPL=native, but ${found.reason}`);
  return found;
}

function find(): Binding {
  const reasons: string[] = [];
  for (const file of candidates()) {
    const path = fileURLToPath(new URL(file, home));
    try {
      if (!existsSync(path)) continue;
      return { addon: checked(createRequire(import.meta.url)(path)), reason: "the addon was loaded", path };
    } catch (error) {
      reasons.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const reason = reasons.length > 0 ? reasons.join("; ") : `there is no addon for ${process.platform}-${process.arch}`;
  return { addon: undefined, reason, path: undefined };
}

function candidates(): string[] {
  const { platform, arch } = process;
  const prebuilt = `prebuilds/${platform}-${arch}/validlib`;
  const files = ["build/Release/validlib.node", "build/Debug/validlib.node"];
  if (platform === "linux") files.push(`${prebuilt}.${existsSync("/etc/alpine-release") ? "musl" : "glibc"}.node`);
  files.push(`${prebuilt}.node`);
  return files;
}

function checked(loaded: unknown): Addon {
  const addon = loaded as Addon;
  for (const [name, type] of Object.entries(exported)) {
    const actual: string = typeof addon?.[name as keyof Addon];
    if (actual !== type) throw new Error(`it does not export ${name}`);
  }
  const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { version: string };
  if (addon.version !== version) throw new Error(`it is of version ${addon.version}, not ${version}`);
  if (addon.format !== FORMAT)
    throw new Error(`it was built from other sources: format ${addon.format}, not ${FORMAT}`);
  return addon;
}
