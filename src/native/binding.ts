/** Finds the addon, loads it and checks that it is compatible. */
import module from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isError } from "../values/input.ts";
import { fs } from "./fs.ts";
import { FORMAT } from "./tape.ts";

/**
 * A validator compiled by the addon. Call asynchronous functions as methods, so that the object stays alive meanwhile.
 */
export interface Compiled {
  /**
   * Runs once, as the head of the integers describes. Returns the first chunk of the Latin-1 strings of a value, if
   * there are any. The verdict is in the head.
   */
  run(): string | undefined;
  /**
   * As `run`, for a batch of texts that line feeds separate. Writes the end of each, and its `LineVerdict`, to `texts`,
   * and their number to the head. The first `given` ends are given; if it is 0, every line feed ends a text.
   * @param maxBytes of each text.
   */
  runMany(texts: Int32Array, given: number, maxBytes: number): string | undefined;
  /** As `runMany`, on another thread; see `runAsync`. */
  runManyAsync(texts: Int32Array, given: number, maxBytes: number): Promise<string | undefined> | undefined;
  /**
   * As `run`, on another thread; "" if there are no such strings, undefined if there was no run. The memory of the port
   * is in use until the promise settles.
   */
  runAsync(): Promise<string | undefined> | undefined;
  /**
   * Sets the shapes to expect of a Dict from the next run on: for each the number of its keys, and the keys by number.
   * Returns false if that is not possible.
   */
  learn(node: number, shapes: Int32Array): boolean;
  /**
   * Validates all lines of the blocks, each of fewer than 2^31 bytes, on the threads of the pool. Returns for each
   * block the count of the numbers that follow, and `end lines verdict` for each run of lines with the same verdict: in
   * the array, or in a new one if it is too small. Undefined if there is not enough memory.
   */
  validateLines(
    blocks: readonly Uint8Array[],
    maxDepth: number,
    maxBytes: number,
    pool: ThreadPool,
    numbers: Uint32Array,
  ): Uint32Array | undefined;
  /** The kind of each validator of the plan in the addon; see `Kind`. */
  readonly kinds: Int32Array;
}

/** The thread pool that validates lines for one caller, including its own thread. Opaque to JavaScript. */
export type ThreadPool = object;

/** The exports of the addon. */
export interface Addon {
  readonly version: string;
  /** The version of the binary interface; see `FORMAT`. */
  readonly format: number;
  /**
   * Makes an object that runs schemas, with memory of its own. There is one for each engine; there are few, so none is
   * freed.
   */
  open(): Port;
}

/**
 * The failures of a run: integers after a head, laid out as in native/core/failures.hpp, and the text of all their
 * strings.
 */
export type Failures = readonly [integers: Int32Array, texts: string];

/**
 * One engine's side of the addon. The addon owns the result of a run: the strings of a value, or the failures. The
 * result lives until the failures are taken, until `release` or `attachText`, or until the next run of this port, lines
 * included.
 */
export interface Port {
  /** Buffers are as small as possible, as set by VALIDLIB_BUFFERS=minimal in the environment: for tests. */
  readonly minimal: boolean;
  /** Sets the memory that texts are copied to; false if it is too small. */
  attachText(text: Uint8Array): boolean;
  /** Sets the memory for the tape of the next runs; false if it is too small. The last result stays valid. */
  attachTape(integers: Int32Array, numbers: Float64Array): boolean;
  /** Frees the addon's large buffers. They are not freed at any other time. */
  release(): void;
  /** Compiles a plan; undefined if the addon cannot compile it. */
  compile(plan: string): Compiled | undefined;
  /** The threads of one caller; undefined if there is not enough memory. */
  parallelLines(threads: number): ThreadPool | undefined;
  /** A chunk of the Latin-1 strings of the value of the last run. */
  narrow(index: number): string;
  /** A chunk of its other strings. */
  wide(index: number): string;
  /** The short strings that occur more than once, each at a multiple of 16; see native/core/repeats.hpp. */
  repeats(): string;
  /**
   * Takes the failures of the last run. If their integers are in the array of the tape, only the text is returned; if
   * they need more space than that has, both. Undefined if there are no failures to take, or too many.
   */
  failures(): string | Failures | undefined;
}

/** The result of looking for the addon. */
export interface Binding {
  readonly addon: Addon | undefined;
  /** Why the addon is used, or why not. */
  readonly reason: string;
  readonly path: string | undefined;
}

const exported: Readonly<Record<keyof Addon, string>> = { version: "string", format: "number", open: "function" };

/**
 * The version of the package. It is repeated here because a bundle has no package.json beside it; a test compares them.
 */
const VERSION = "0.1.0";

/** A file that may be the addon. */
interface Candidate {
  /** Its name in the reason. */
  readonly name: string;
  readonly path: string;
  /** In bytes, if known. */
  readonly size?: number | undefined;
}

/**
 * Loads the addon: the file named by `VALIDLIB_NATIVE_PATH`, a local build, or a prebuilt binary of the package.
 * `VALIDLIB_IMPL` decides: `pure` loads nothing, `native` throws if there is nothing to load, `auto` (the default) uses
 * the addon if there is one.
 * @throws Error for `native` without a usable addon, and for any other value of `VALIDLIB_IMPL`.
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

/** The file that the user names, if any: a bundle does not know where the package was. */
function named(): Candidate | undefined {
  const path = process.env.VALIDLIB_NATIVE_PATH;
  if (!path) return undefined;
  const name = `VALIDLIB_NATIVE_PATH=${path}`;
  if (!fs().existsSync(resolve(path))) throw new Error(`not there: ${name}`);
  return { name, path: resolve(path) };
}

/**
 * The file that node-gyp-build finds in the package, or in the folder named by `VALIDLIB_PREBUILD`.
 * @throws Error if it finds nothing.
 */
function packaged(): Candidate {
  const root = process.env.VALIDLIB_PREBUILD || packageRoot();
  // @vercel/nft recognizes exactly this call, and includes the package: a variable, and `createRequire` of an object
  // called `module`. Bundlers do not recognize it: in a bundle the package's own calls of `require` would fail.
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
  // nft understands these lines too, and includes both folders.
  const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
  const folders = [join(root, "build"), join(root, "prebuilds")];
  if (!folders.some(fs().existsSync)) throw new Error(`not there: ${folders.join(", ")}`);
  return root;
}

function sizesOf(manifest: string): Readonly<Record<string, { readonly size: number } | undefined>> {
  const { existsSync, readFileSync } = fs();
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : {};
}

/** @throws Error if it is not an addon, or not a compatible one. */
function load({ path, size }: Candidate): Addon {
  // Loading a truncated file cannot be caught: the system ends the process.
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

/** The message on one line: that of node-gyp-build has several. */
const messageOf = (error: unknown): string =>
  (isError(error) ? error.message : String(error)).trim().replace(/\s*\n\s*/g, ", ");
