/** Finds the addon, loads it and makes sure that it is the right one. */
import module from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isError } from "../values/input.ts";
import { fs } from "./fs.ts";
import { FORMAT } from "./tape.ts";

/** A validator compiled by the addon. What is asynchronous is to be called as a method: that holds it meanwhile. */
export interface Compiled {
  /**
   * One run, as the head of the integers says. Returns the first chunk of the Latin-1 strings of a value if there are
   * any; the verdict is at the head.
   */
  run(): string | undefined;
  /**
   * The same on another thread; "" where there are no such strings, undefined where there was no run. Until it has
   * answered, the memory of the port is in use.
   */
  runAsync(): Promise<string | undefined> | undefined;
  /**
   * The shapes to expect of a Dict from the next run on: for each how many keys it has, and the keys by number; false
   * if that cannot be.
   */
  learn(node: number, shapes: Int32Array): boolean;
  /**
   * Validates all lines of the blocks, each of fewer than 2^31 bytes, on the threads of the pool. Returns for each
   * block how many numbers follow, and `end lines verdict` for each run of lines with the same verdict: in the array,
   * or in a new one if it is too small. Undefined if there is no memory.
   */
  validateLines(
    blocks: readonly Uint8Array[],
    maxDepth: number,
    maxBytes: number,
    pool: ThreadPool,
    numbers: Uint32Array,
  ): Uint32Array | undefined;
  /** What the addon makes of each validator of the plan; see `Kind`. */
  readonly kinds: Int32Array;
}

/** The thread pool that validates lines for one caller, including its own thread. Opaque to JavaScript. */
export type ThreadPool = object;

/** What the addon exports. */
export interface Addon {
  readonly version: string;
  /** The version of what crosses the border; see `FORMAT`. */
  readonly format: number;
  /**
   * Something that runs schemas, with memory of its own. There is one for each engine, and they are few: none is freed.
   */
  open(): Port;
}

/**
 * The failures of a run: integers behind a head, as native/core/failures.hpp says, and the text of all strings in them.
 */
export type Failures = readonly [integers: Int32Array, texts: string];

/**
 * One engine's side of the addon. The addon owns the result of a run: the strings of a value, or the failures. The
 * result lives until the failures are taken, until `release` or `attachText`, or until the next run of this port, lines
 * included.
 */
export interface Port {
  /** Buffers have as little room as can be, as VALIDLIB_BUFFERS=minimal says in the environment: for tests. */
  readonly minimal: boolean;
  /** Gives the addon the memory that texts are copied to; false if it is too small. */
  attachText(text: Uint8Array): boolean;
  /**
   * Gives the addon the memory for the tape of the next runs; false if it is too small. It leaves the last result
   * alone.
   */
  attachTape(integers: Int32Array, numbers: Float64Array): boolean;
  /** Frees the addon's large buffers. They are freed at no other moment. */
  release(): void;
  /** Compiles a plan; undefined if it cannot be followed. */
  compile(plan: string): Compiled | undefined;
  /** Threads for one caller; undefined if there is no memory. */
  parallelLines(threads: number): ThreadPool | undefined;
  /** A chunk of the Latin-1 strings of the value of the last run. */
  narrow(index: number): string;
  /** A chunk of its other strings. */
  wide(index: number): string;
  /** Its short strings that came more than once, each at a multiple of 16; see native/core/repeats.hpp. */
  repeats(): string;
  /**
   * Takes the failures of the last run. If their integers are in the array of the tape, the text comes alone; if they
   * take more room than that has, both come. Undefined if there are none to take, or too many.
   */
  failures(): string | Failures | undefined;
}

/** What became of looking for the addon. */
export interface Binding {
  readonly addon: Addon | undefined;
  /** Why it is in use, or why not. */
  readonly reason: string;
  readonly path: string | undefined;
}

const exported: Readonly<Record<keyof Addon, string>> = { version: "string", format: "number", open: "function" };

/** Of the package. It is written down here because a bundle has no package.json beside it; a test compares. */
const VERSION = "0.1.0";

/** A file that may be the addon. */
interface Candidate {
  /** As the reason calls it. */
  readonly name: string;
  readonly path: string;
  /** In bytes, if it is known. */
  readonly size?: number | undefined;
}

/**
 * Loads the addon: the file that `VALIDLIB_NATIVE_PATH` names, what was built here, or what came with the package.
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
  const refused: string[] = [];
  for (const search of [named, packaged]) {
    try {
      const candidate = search();
      if (candidate === undefined) continue;
      const { name, path } = candidate;
      try {
        return { addon: load(candidate), reason: ["the addon was loaded", ...refused].join("; not used: "), path };
      } catch (error) {
        refused.push(`${name}: ${messageOf(error)}`);
      }
    } catch (error) {
      refused.push(messageOf(error));
    }
  }
  const { platform, arch } = process;
  return {
    addon: undefined,
    reason: `there is no addon for ${platform}-${arch} (${refused.join("; ")})`,
    path: undefined,
  };
}

/** What the user names, if anything: a bundle does not know where the package was. */
function named(): Candidate | undefined {
  const path = process.env.VALIDLIB_NATIVE_PATH;
  if (!path) return undefined;
  const name = `VALIDLIB_NATIVE_PATH=${path}`;
  if (!fs().existsSync(resolve(path))) throw new Error(`not there: ${name}`);
  return { name, path: resolve(path) };
}

/**
 * What node-gyp-build finds in the package, or in the folder that `VALIDLIB_PREBUILD` names.
 * @throws Error if it finds nothing.
 */
function packaged(): Candidate {
  const root = process.env.VALIDLIB_PREBUILD || packageRoot();
  // @vercel/nft recognizes exactly this call, and includes the package: a variable, and `createRequire` of something
  //   called `module`. Bundlers do not: in a bundle the package's own calls of `require` would fail.
  const require = module.createRequire(import.meta.url ?? join(resolve(root), "package.json"));
  const sizes = sizesOf(join(root, "prebuilds/manifest.json"));
  const path = (require("node-gyp-build") as { resolve(folder: string): string }).resolve(root);
  const name = relative(root, path).replaceAll("\\", "/");
  return { name, path, size: sizes[name.replace(/^prebuilds\//, "")]?.size };
}

function packageRoot(): string {
  if (import.meta.url === undefined) {
    throw new Error("this is a CommonJS bundle, which does not know where the package is; set VALIDLIB_NATIVE_PATH");
  }
  // nft understands these lines too, and takes both folders along.
  const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
  const folders = [join(root, "build"), join(root, "prebuilds")];
  if (!folders.some(fs().existsSync)) throw new Error(`not there: ${folders.join(", ")}`);
  return root;
}

function sizesOf(manifest: string): Readonly<Record<string, { readonly size: number } | undefined>> {
  const { existsSync, readFileSync } = fs();
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : {};
}

/** @throws Error if it is no addon, or not the right one. */
function load({ path, size }: Candidate): Addon {
  // A file that was cut short cannot be caught: the system ends the process that loads it.
  const actual = fs().statSync(path).size;
  if (size !== undefined && actual !== size) throw new Error(`it has ${actual} bytes, not ${size}`);
  const addon = module.createRequire(path)(path) as Addon;
  for (const [name, type] of Object.entries(exported)) {
    const actual: string = typeof addon?.[name as keyof Addon];
    if (actual !== type) throw new Error(`it does not export ${name}`);
  }
  if (addon.version !== VERSION) throw new Error(`it is of version ${addon.version}, not ${VERSION}`);
  if (addon.format !== FORMAT)
    throw new Error(`it was built from other sources: format ${addon.format}, not ${FORMAT}`);
  return addon;
}

/** On one line: that of node-gyp-build has several. */
const messageOf = (error: unknown): string =>
  (isError(error) ? error.message : String(error)).trim().replace(/\s*\n\s*/g, ", ");
