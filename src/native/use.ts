/** Puts the addon in use if there is one that fits; importing this file is enough. */

import { useEngine } from "../json/in-use.ts";
import { pure } from "../json/pure.ts";
import { bind } from "./binding.ts";
import { NativeEngine } from "./engine.ts";

const { addon, reason, path } = bind();
const engine = addon === undefined ? pure : new NativeEngine(addon);
useEngine(engine, { impl: engine.impl, reason, path, version: addon?.version });
