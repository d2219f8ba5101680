/** Parameters of objects that few schemas have: extra keys, and rules of the whole. */
import { EXTRA_KEY, EXTRA_VALUE } from "../core/errors/context.ts";
import { define } from "../values/define.ts";
import { typeName } from "../values/input.ts";
import { propertyName } from "../values/mapping.ts";
import { failKey, nodeOf, type OtherKeys, type WholeRule } from "./containers.ts";
import { FAILED, type Node } from "./report.ts";
import { ofType, plainly } from "./texts.ts";

/** Validators of the keys that are not in the schema, and of their values: as `core/rules/unknown-keys.ts`. */
/*#__NO_SIDE_EFFECTS__*/ export const extra =
  (keys: Node, values: Node): OtherKeys =>
  (key, value, result, places, report) => {
    const before = report.failures.length;
    let converted = keys(key, report);
    const name = converted === FAILED ? undefined : propertyName(converted);
    if (converted !== FAILED) {
      if (name === undefined) converted = report.fail(ofType, "invalid_type", "string", typeName(converted));
      else if (places.has(name) || Object.hasOwn(result, name)) converted = report.fail(plainly, "forbidden_key");
    }
    if (report.failedSince(before)) {
      report.under(EXTRA_KEY, before);
      report.under(nodeOf(key), before);
    }
    if (report.truncated) return;
    const since = report.failures.length;
    const checked = values(value, report);
    if (checked === FAILED) {
      report.under(EXTRA_VALUE, since);
      report.under(nodeOf(converted === FAILED ? key : converted), since);
    }
    if (converted !== FAILED) define(result, name as string, checked);
    // A key of a Map that is not a string, but has the text of one.
    else if (places.has(String(nodeOf(key)))) define(result, String(nodeOf(key)), checked);
  };

/** Keys that must be there. */
/*#__NO_SIDE_EFFECTS__*/ export const required =
  (keys: readonly string[]): WholeRule =>
  (result, report) => {
    for (const key of keys) if (!report.truncated && !Object.hasOwn(result, key)) failKey("missing_key", key, report);
  };

/** Groups of keys, at least and at most so many of which must be there. */
/*#__NO_SIDE_EFFECTS__*/ export const groups =
  (least: 0 | 1, most: 1 | undefined, all: readonly (readonly string[])[]): WholeRule =>
  (result, report) => {
    for (const group of all) {
      const [first, ...others] = group.filter((key) => Object.hasOwn(result, key));
      if (first === undefined && least === 1) failKey("missing_key", group[0] as string, report);
      if (most === 1) for (const key of others) failKey("forbidden_key", key, report);
    }
  };
