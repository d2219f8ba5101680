/** What a program in the playground may import. */
import fc, * as fastCheck from "fast-check";
import * as zod from "zod";
import * as zodMini from "zod/mini";
import * as contracts from "../../dist/core/contracts.js";
import * as exc from "../../dist/exc.js";
import * as testData from "../../dist/fast-check/index.js";
import * as fromZod from "../../dist/interop/zod/index.js";
import * as openapi from "../../dist/openapi.js";
import * as fetch from "../../dist/servers/fetch.js";
import * as library from "../../dist/wasm.js";

const locales = import.meta.glob("../../dist/text/locales/*.js", { eager: true });

const modules = new Map([
  ["validlib", library],
  ["validlib/wasm", library],
  ["validlib/pure", library],
  ["validlib/contracts", contracts],
  ["validlib/exc", exc],
  ["validlib/fast-check", testData],
  ["validlib/fetch", fetch],
  ["validlib/openapi", openapi],
  ["validlib/zod", fromZod],
  ["fast-check", { __esModule: true, ...fastCheck, default: fc }],
  ["zod", zod],
  ["zod/mini", zodMini],
]);
for (const [path, module] of Object.entries(locales)) {
  modules.set(`validlib/locales/${/([\w-]+)\.js$/.exec(path)[1]}`, module);
}

/** @param {string} name of a module. */
export function required(name) {
  const found = modules.get(name);
  if (found === undefined) {
    throw new Error(`The playground has no module ${JSON.stringify(name)}. It has ${[...modules.keys()].join(", ")}`);
  }
  return found;
}
