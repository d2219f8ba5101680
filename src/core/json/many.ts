/** Validates several JSON texts with one call. */
import { typeName } from "../../values/input.ts";
import { readLimits } from "../report/limits.ts";
import type { Result } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import type { JsonLimits, JsonSource } from "./engine.ts";
import { engineInUse } from "./in-use.ts";

/** The result of each text, in order. See `Validator.jsonMany`. */
export function parseMany(
  validator: Checker,
  given: readonly JsonSource[],
  limits: JsonLimits | undefined,
): Result<unknown>[] {
  const [engine, sources, read] = [engineInUse(), listOf(given), readLimits(limits)];
  return (
    engine.parseMany?.(validator, sources, read) ?? sources.map((source) => engine.parse(validator, source, read, true))
  );
}

/** The verdict on each text, in order. See `Validator.isJsonMany`. */
export function testMany(validator: Checker, given: readonly JsonSource[], limits: JsonLimits | undefined): boolean[] {
  const [engine, sources, read] = [engineInUse(), listOf(given), readLimits(limits)];
  return engine.testMany?.(validator, sources, read) ?? sources.map((source) => engine.test(validator, source, read));
}

/** A copy, so that each source is read once. */
function listOf(given: readonly JsonSource[]): readonly JsonSource[] {
  if (!Array.isArray(given)) throw new TypeError(`sources should be an array of JSON texts, not ${typeName(given)}`);
  return Array.from(given);
}
