/** Validators made from JSON Schemas: code for their verdicts pays, because most of their keys are optional. */
import type { Checker } from "./checker.ts";

export const fromSchemas: WeakSet<Checker> = /*#__PURE__*/ new WeakSet();
