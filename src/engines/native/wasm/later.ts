/** The engine of the WebAssembly module before its first use. */
import type { ColumnType } from "../../../core/json/columns.ts";
import type {
  ColumnReader,
  Engine,
  JsonLimits,
  JsonSource,
  LineEngine,
  ManyReader,
} from "../../../core/json/engine.ts";
import { engineInUse, useEngine } from "../../../core/json/in-use.ts";
import type { Extent, ItemState } from "../../../core/json/items.ts";
import { pure } from "../../../core/json/pure.ts";
import type { Result } from "../../../core/report/report.ts";
import type { Validator } from "../../../core/validator.ts";
import type { Addon } from "../addon.ts";
import { NativeEngine } from "../engine.ts";
import { VERSION } from "../version.ts";

/** The reason for the module, and its file, if it comes from one. */
export interface About {
  readonly reason: string;
  readonly path: string | undefined;
}

/**
 * Puts the WebAssembly module in use. It is loaded by the first call; if that is not possible, the pure engine takes
 * its place.
 */
export function useLater(load: () => Addon, about: About): void {
  useEngine(new LaterEngine(load, about), { impl: "Wasm", ...about, version: VERSION });
}

/** Puts the WebAssembly module in use at once, or the pure engine if that is not possible. */
export function useNow(load: () => Addon, about: About): Engine {
  try {
    const engine = new NativeEngine(load());
    useEngine(engine, { impl: "Wasm", ...about, version: VERSION });
  } catch (error) {
    const reason = `${about.reason}; the WebAssembly module could not be used: ${String(error)}`;
    useEngine(pure, { impl: pure.impl, reason, path: undefined, version: undefined });
  }
  return engineInUse();
}

/** Each call is left to the engine that replaces this one. */
class LaterEngine implements Engine {
  readonly impl = "Wasm";
  readonly #load: () => Addon;
  readonly #about: About;
  #engine: Engine | undefined;

  constructor(load: () => Addon, about: About) {
    this.#load = load;
    this.#about = about;
  }

  parse(validator: Validator, source: JsonSource, limits?: JsonLimits, stackless?: boolean): Result<unknown> {
    return this.#loaded.parse(validator, source, limits, stackless);
  }

  test(validator: Validator, source: JsonSource, limits?: JsonLimits): boolean {
    return this.#loaded.test(validator, source, limits);
  }

  openLines(validator: Validator, threads: number, limits?: JsonLimits): LineEngine | undefined {
    return this.#loaded.openLines?.(validator, threads, limits);
  }

  openMany(validator: Validator, limits?: JsonLimits): ManyReader | undefined {
    return this.#loaded.openMany?.(validator, limits);
  }

  openColumns(validator: Validator, type: ColumnType, limits?: JsonLimits): ColumnReader | undefined {
    return this.#loaded.openColumns?.(validator, type, limits);
  }

  itemsToLines(bytes: Uint8Array, state: ItemState): number | undefined {
    return this.#loaded.itemsToLines?.(bytes, state);
  }

  extentOf(bytes: Uint8Array): Extent | undefined {
    return this.#loaded.extentOf?.(bytes);
  }

  parseMany(validator: Validator, sources: readonly JsonSource[], limits?: JsonLimits): Result<unknown>[] | undefined {
    return this.#loaded.parseMany?.(validator, sources, limits);
  }

  testMany(validator: Validator, sources: readonly JsonSource[], limits?: JsonLimits): boolean[] | undefined {
    return this.#loaded.testMany?.(validator, sources, limits);
  }

  get #loaded(): Engine {
    this.#engine ??= useNow(this.#load, this.#about);
    return this.#engine;
  }
}
