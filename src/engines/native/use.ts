/**
 * Puts the addon in use if there is a compatible one, otherwise the WebAssembly module; importing this file is enough.
 */
import type { Engine } from "../../core/json/engine.ts";
import { useEngine } from "../../core/json/in-use.ts";
import { pure } from "../../core/json/pure.ts";
import { environment } from "../environment.ts";
import { bind } from "./binding.ts";
import { NativeEngine } from "./engine.ts";
import { useLater } from "./wasm/later.ts";

const { addon, load, reason, path } = bind();
if (load !== undefined) {
  useLater(load, { reason, path });
} else {
  const { engine, why } = opened();
  const used = engine === pure ? undefined : { path, version: addon?.version };
  useEngine(engine, { impl: engine.impl, reason: why, path: used?.path, version: used?.version });
}

/** The engine of the addon; the pure one if there is no addon, or not enough memory for it. */
function opened(): { engine: Engine; why: string } {
  if (addon === undefined) return { engine: pure, why: reason };
  try {
    return { engine: new NativeEngine(addon), why: reason };
  } catch (error) {
    const wanted = environment("VALIDLIB_IMPL");
    if (wanted === "native" || wanted === "wasm") throw error;
    return { engine: pure, why: `the addon could not be opened: ${String(error)}` };
  }
}
