/** Puts the addon in use if there is one that fits; importing this file is enough. */
import { bind } from "./binding.ts";
import { useEngine } from "./engine.ts";
import { NativeEngine } from "./native.ts";
import { pure } from "./pure.ts";

const { addon, reason, path } = bind();
const engine = addon === undefined ? pure : new NativeEngine(addon);
useEngine(engine, { impl: engine.impl, reason, path, version: addon?.version });
