/** Validators made from JSON Schemas: code for their verdicts pays, because most of their keys are optional. */
import type { Checker } from "./checker.ts";
import { reaching } from "./graph.ts";

export const fromSchemas: WeakSet<Checker> = /*#__PURE__*/ new WeakSet();

/** Returns whether a validator contains one made from a JSON Schema. */
export const containsSchema = /*#__PURE__*/ reaching((one) => fromSchemas.has(one));
