/**
 * Validators made from JSON Schemas: their values are JSON, whose properties are enumerable, and the same whenever they
 * are read.
 */
import type { Checker } from "./checker.ts";

export const takesJson: WeakSet<Checker> = /*#__PURE__*/ new WeakSet();
