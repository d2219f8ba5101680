/** Validators made from JSON Schemas: code for their verdicts pays, because most of their keys are optional. */
import type { Checker } from "./checker.ts";
import { reach } from "./graph.ts";

export const fromSchemas: WeakSet<Checker> = /*#__PURE__*/ new WeakSet();

/** Returns whether a validator contains one made from a JSON Schema. */
export const containsSchema = (root: Checker): boolean => [...reach(root).keys()].some((one) => fromSchemas.has(one));
