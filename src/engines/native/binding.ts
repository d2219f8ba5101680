/** Finds the addon, loads it and checks that it is compatible. */
import module from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isError } from "../../values/input.ts";
import { environment } from "../environment.ts";
import type { Addon } from "./addon.ts";
import { fs } from "./fs.ts";
import { FORMAT } from "./tape.ts";
import { VERSION } from "./version.ts";
import { WasmAddon, webAssembly } from "./wasm/module.ts";

/** The result of looking for the addon, and for the WebAssembly module where there is none. */
export interface Binding {
  readonly addon: Addon | undefined;
  /** Loads the module at its first use: most programs start before they read JSON. */
  readonly load?: () => Addon;
  /** Why the addon is used, or why not. */
  readonly reason: string;
  readonly path: string | undefined;
}

const exported: Readonly<Record<Exclude<keyof Addon, "impl">, string>> = {
  version: "string",
  format: "number",
  open: "function",
};

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
 * Without an addon, the WebAssembly module of the package is used.
 * `VALIDLIB_IMPL` decides: `pure` loads nothing, `native` and `wasm` throw if there is nothing of that kind to load,
 * `auto` (the default) uses what there is.
 * @throws Error for `native` and `wasm` without it, and for any other value of `VALIDLIB_IMPL`.
 */
export function bind(): Binding {
  const wanted = environment("VALIDLIB_IMPL") || "auto";
  if (wanted === "pure") return { addon: undefined, reason: "VALIDLIB_IMPL=pure", path: undefined };
  if (wanted === "wasm") return bindWasm();
  if (wanted !== "auto" && wanted !== "native") {
    throw new Error(`VALIDLIB_IMPL should be pure, native, wasm or auto, not ${JSON.stringify(wanted)}`);
  }
  const found = find();
  if (found.addon !== undefined) return found;
  if (wanted === "native") throw new Error(`VALIDLIB_IMPL=native, but ${found.reason}`);
  const path = wasmPath();
  return path === undefined ? found : { ...found, load: () => loadWasm(path), path };
}

function bindWasm(): Binding {
  const path = wasmPath();
  if (path === undefined) throw new Error("VALIDLIB_IMPL=wasm, but there is no prebuilds/validlib.wasm");
  return { addon: loadWasm(path), reason: "VALIDLIB_IMPL=wasm", path };
}

/** The file of the WebAssembly module, if it is there. */
function wasmPath(): string | undefined {
  try {
    const path = join(environment("VALIDLIB_PREBUILD") || packageRoot(), "prebuilds/validlib.wasm");
    return fs().existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** @throws Error if it is not the module that was built, or the runtime cannot compile it. */
function loadWasm(path: string): Addon {
  const { Module } = webAssembly();
  const isMinimal = environment("VALIDLIB_BUFFERS") === "minimal";
  const bytes = fs().readFileSync(path);
  expectBuilt(bytes, `${path}.json`);
  return new WasmAddon(new Module(bytes), VERSION, isMinimal);
}

/** @throws Error if bytes are not those of the record that a build has made of them. */
function expectBuilt(bytes: Uint8Array, record: string): void {
  if (!fs().existsSync(record)) return;
  const { sha256 } = JSON.parse(fs().readFileSync(record, "utf8")) as { readonly sha256: string };
  const actual = process.getBuiltinModule("crypto").createHash("sha256").update(bytes).digest("hex");
  if (actual !== sha256)
    throw new Error(`it is not the module that was built: its SHA-256 is ${actual}, not ${sha256}`);
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
  const path = environment("VALIDLIB_NATIVE_PATH");
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
  const root = environment("VALIDLIB_PREBUILD") || packageRoot();
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
  const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
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
