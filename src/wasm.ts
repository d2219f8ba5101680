/** The whole library with the engine in WebAssembly: `validlib/wasm`, for browsers, Deno, Bun and edge runtimes. */
import "./core/compiled-members.ts";
import "./engines/fast/select-runner.ts";
import "./text/formats/use.ts";
import "./interop/jsonschema/use.ts";
import type { EngineInfo } from "./core/json/engine.ts";
import { engineInfo } from "./core/json/in-use.ts";
import { environment } from "./engines/environment.ts";
import type { Addon } from "./engines/native/addon.ts";
import { VERSION } from "./engines/native/version.ts";
import { embeddedModule } from "./engines/native/wasm/embedded.ts";
import { useLater, useNow } from "./engines/native/wasm/later.ts";
import { WasmAddon, type WasmModule, webAssembly } from "./engines/native/wasm/module.ts";

export * from "./pure.ts";

/** What `ready` takes: a compiled module, its bytes, or a response that has them. */
export type WasmSource = object;

const ABOUT = { reason: "validlib/wasm was imported", path: undefined };
const isForbidden = environment("VALIDLIB_IMPL") === "pure";

if (!isForbidden) useLater(() => addonOf(new (webAssembly().Module)(embeddedModule())), ABOUT);

let loading: Promise<EngineInfo> | undefined;

/**
 * Loads the WebAssembly module now, and compiles it off the main thread, instead of at the first call. Without it, or
 * if it cannot be loaded, the calls work the same.
 *
 * @param source the module, compiled or not, instead of the one in the library: for runtimes that compile no bytes,
 *   such as Cloudflare Workers, where a module is imported. Only the source of the first call is used.
 * @returns the engine in use, as `engine()`.
 * @example
 * await ready(await fetch("validlib.wasm")); // the file is in the package, in prebuilds/
 */
export function ready(source?: WasmSource | Promise<WasmSource>): Promise<EngineInfo> {
  loading ??= isForbidden ? Promise.resolve(engineInfo()) : loaded(source);
  return loading;
}

async function loaded(source: WasmSource | Promise<WasmSource> | undefined): Promise<EngineInfo> {
  let module: WasmModule;
  try {
    module = await compiled((await source) ?? embeddedModule());
  } catch (error) {
    useNow(() => {
      throw error;
    }, ABOUT);
    return engineInfo();
  }
  useNow(() => addonOf(module), ABOUT);
  return engineInfo();
}

async function compiled(source: WasmSource): Promise<WasmModule> {
  const given =
    "arrayBuffer" in source ? await (source as { arrayBuffer(): Promise<ArrayBuffer> }).arrayBuffer() : source;
  if (ArrayBuffer.isView(given)) {
    return webAssembly().compile(new Uint8Array(given.buffer, given.byteOffset, given.byteLength));
  }
  // No instanceof: the buffer may be of another realm.
  return "byteLength" in given ? webAssembly().compile(new Uint8Array(given as ArrayBuffer)) : given;
}

const addonOf = (module: WasmModule): Addon => new WasmAddon(module, VERSION, false);
