import type { Engine, JsonLimits } from "../../src/core/json/engine.ts";
import type { Checker } from "../../src/core/schemas/checker.ts";
import { validateEachLine } from "../../src/lines/each-line.ts";

/** The runs of the lines, by the engine where it can do better than to validate each. */
export function validateLines(engine: Engine, validator: Checker, bytes: Uint8Array, limits?: JsonLimits): Uint32Array {
  return engine.openLines?.(validator, 1, limits)?.validate([bytes])?.[0] ?? validateEachLine(validator, bytes, limits);
}
