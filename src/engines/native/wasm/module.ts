/** The WebAssembly module as an addon: a second compiled engine, for systems and runtimes that take no addon. */
import type { Addon, Port } from "../addon.ts";
import { FORMAT } from "../tape.ts";
import type { Exports } from "./exports.ts";
import { WasmPort } from "./port.ts";

/** A compiled module, `WebAssembly.Module`. */
export type WasmModule = object;

/** What is used of WebAssembly; the libraries of Node do not declare it. */
interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => WasmModule;
  Instance: new (module: WasmModule) => { readonly exports: unknown };
  compile(bytes: Uint8Array): Promise<WasmModule>;
}

/** @throws Error if the runtime has no WebAssembly. */
export function webAssembly(): WebAssemblyApi {
  const { WebAssembly } = globalThis as { WebAssembly?: WebAssemblyApi };
  if (WebAssembly === undefined) throw new Error("this runtime has no WebAssembly");
  return WebAssembly;
}

/** Traps after which instances are made less often. */
const FREE_TRAPS = 16;
/** Calls after each further trap for which no instance is made: so texts that trap cost little more than without it. */
const PAUSE = 1000;

/** Each port is an instance of the module, with memory of its own. */
export class WasmAddon implements Addon {
  readonly impl = "Wasm";
  readonly format = FORMAT;
  readonly version: string;
  readonly #module: WasmModule;
  readonly #minimal: boolean;
  #traps = 0;
  #pause = 0;

  /**
   * @param version of the package.
   * @param minimal see `Port.minimal`.
   */
  constructor(module: WasmModule, version: string, minimal: boolean) {
    this.#module = module;
    this.version = version;
    this.#minimal = minimal;
  }

  /** @throws Error if the module cannot be instantiated, or was built from other sources. */
  open(): Port {
    if (this.#pause > 0) {
      this.#pause--;
      throw new Error("the module has trapped too often");
    }
    const { Instance } = webAssembly();
    const exports = new Instance(this.#module).exports as Exports;
    exports._initialize();
    if (exports.format() !== FORMAT) throw new Error(`it was built from other sources: format ${exports.format()}`);
    return new WasmPort(exports, this.#minimal, () => {
      this.#traps++;
      if (this.#traps > FREE_TRAPS) this.#pause = PAUSE;
    });
  }
}
