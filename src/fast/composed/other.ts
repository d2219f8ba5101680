/** Validates members whose keys are not in the schema. */
import { FAILED } from "../../report/report.ts";
import type { ObjectIr } from "../../rules/ir.ts";
import { isAsGiven, quickOf } from "../../rules/leaf.ts";
import type { Composing, OtherFunction, Put } from "./types.ts";

/** @param put how a property of the result is set. */
export function otherFunction(composer: Composing, ir: ObjectIr, put: Put): OtherFunction {
  const { call, makes } = composer;
  const { extra, unknown: unknownKeys } = ir;
  // The check refuses a key that the result has, so it gets the result only where that does not have all keys already.
  const check: OtherFunction = (key, value, result, d, f) => call.other(ir, key, value, result, d, f);
  if (extra === undefined) {
    if (unknownKeys === "forbid") return check;
    return (key, value, result) => {
      if (makes && unknownKeys === "keep") put(result, key, value, value);
      return true;
    };
  }
  const [, values] = extra;
  const [keyIr, valueIr] = extra.map((one) => composer.irOf(one));
  if (keyIr?.kind !== "leaf" || !isAsGiven(keyIr)) return check;
  const checkAlone: OtherFunction = (key, value, result, d, f) => {
    const alone: Record<string, unknown> = {};
    const isValid = call.other(ir, key, value, alone, d, f);
    if (isValid && makes) put(result, key, alone[key], value);
    return isValid;
  };
  if (valueIr === undefined) return checkAlone;
  const isKey = quickOf(keyIr);
  if (valueIr.kind === "leaf") {
    const quick = quickOf(valueIr);
    return (key, value, result, d, f) => {
      const made = isKey(key) === FAILED ? FAILED : quick(value);
      if (made === FAILED) return checkAlone(key, value, result, d, f);
      if (makes) put(result, key, made, value);
      return true;
    };
  }
  const run = composer.functionOf(values);
  return (key, value, result, d, f) => {
    if (isKey(key) === FAILED) return checkAlone(key, value, result, d, f);
    const since = call.size;
    const made = run(value, d, f);
    if (made === FAILED) call.underExtra(since, key);
    else if (makes) put(result, key, made, value);
    return made !== FAILED;
  };
}
