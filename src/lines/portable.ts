/** Which schemas can be sent to another thread, and how. */
import type { Checker } from "../schemas/checker.ts";
import { reach, resultFormOf } from "../schemas/graph.ts";
import { instances } from "../schemas/registry.ts";
import { isArray, isPlainObject, ownValue } from "../values/input.ts";

/** A validator that can say its dump. */
interface Dumped {
  dump(): unknown;
}

/**
 * The dumps of a schema and of what its references lead to, each under its alias; the schema is the last. Undefined if they do
 * not say all of it: it has classes, functions or objects of the caller's, or references that lead nowhere.
 */
export function plainDumps(root: Checker): [alias: string | undefined, dump: unknown][] | undefined {
  try {
    if (resultFormOf(root) === "nothing") return undefined;
    const dumps: [string | undefined, unknown][] = [];
    for (const validator of reach(root).keys()) {
      const alias = ownValue(validator, "use");
      if (typeof alias !== "string" || dumps.some(([known]) => known === alias)) continue;
      dumps.push([alias, dumpOf(instances.get(alias))]);
    }
    dumps.push([undefined, dumpOf(root)]);
    return dumps.every(([, dump]) => isPlain(dump)) ? dumps : undefined;
  } catch {
    // It is nested too deep, or a reference leads nowhere.
    return undefined;
  }
}

const dumpOf = (validator: Checker): unknown => (validator as unknown as Dumped).dump();

/** Functions have names in this thread only, and objects of a class would lose it. */
function isPlain(dump: unknown): boolean {
  if (typeof dump === "function") return false;
  if (typeof dump !== "object" || dump === null) return true;
  if (isArray(dump)) return dump.every(isPlain);
  return isPlainObject(dump) && dump.__value__ !== "function" && Object.values(dump).every(isPlain);
}
