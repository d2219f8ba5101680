/** Puts the addon in use if there is one that fits; importing this file is enough. */

import type { Engine } from "../json/engine.ts";
import { useEngine } from "../json/in-use.ts";
import { pure } from "../json/pure.ts";
import { bind } from "./binding.ts";
import { NativeEngine } from "./engine.ts";

const { addon, reason, path } = bind();
const { engine, why } = opened();
const used = engine === pure ? undefined : { path, version: addon?.version };
useEngine(engine, { impl: engine.impl, reason: why, path: used?.path, version: used?.version });

/** The addon's engine; the pure one where there is none, or no memory for it. */
function opened(): { engine: Engine; why: string } {
  if (addon === undefined) return { engine: pure, why: reason };
  try {
    return { engine: new NativeEngine(addon), why: reason };
  } catch (error) {
    if (process.env.VALIDLIB_IMPL === "native") throw error;
    return { engine: pure, why: `the addon could not be opened: ${String(error)}` };
  }
}
