/** Judges members whose keys are not in the schema. */
import { FAILED } from "../../report/report.ts";
import { isAsGiven, quickOf } from "../../rules/leaf.ts";
import type { ObjectOutline } from "../../rules/outline.ts";
import type { Composing, JudgingOther, Put } from "./judging.ts";

/** @param put how a property of the result is set. */
export function otherJudge(composer: Composing, outline: ObjectOutline, put: Put): JudgingOther {
  const { call, makes } = composer;
  const { extra, unknown: fate } = outline;
  // The check refuses a key that the result has, so it gets the result only where that does not have all keys already.
  const check: JudgingOther = (key, value, result, d, f) => call.other(outline, key, value, result, d, f);
  if (extra === undefined) {
    if (fate === "forbid") return check;
    return (key, value, result) => {
      if (makes && fate === "keep") put(result, key, value, value);
      return true;
    };
  }
  const [, values] = extra;
  const [keyOutline, valueOutline] = extra.map((one) => composer.outlineOf(one));
  if (keyOutline?.kind !== "leaf" || !isAsGiven(keyOutline)) return check;
  const checkAlone: JudgingOther = (key, value, result, d, f) => {
    const alone: Record<string, unknown> = {};
    const isValid = call.other(outline, key, value, alone, d, f);
    if (isValid && makes) put(result, key, alone[key], value);
    return isValid;
  };
  if (valueOutline === undefined) return checkAlone;
  const isKey = quickOf(keyOutline);
  if (valueOutline.kind === "leaf") {
    const quick = quickOf(valueOutline);
    return (key, value, result, d, f) => {
      const made = isKey(key) === FAILED ? FAILED : quick(value);
      if (made === FAILED) return checkAlone(key, value, result, d, f);
      if (makes) put(result, key, made, value);
      return true;
    };
  }
  const judge = composer.judge(values);
  return (key, value, result, d, f) => {
    if (isKey(key) === FAILED) return checkAlone(key, value, result, d, f);
    const since = call.size;
    const made = judge(value, d, f);
    if (made === FAILED) call.underExtra(since, key);
    else if (makes) put(result, key, made, value);
    return made !== FAILED;
  };
}
