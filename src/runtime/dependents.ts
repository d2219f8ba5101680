/** Rules of an object that apply if a key is there: as `dependent_required` and `dependent_schemas` of `Dict`. */
import { becauseOf } from "../core/errors/reason.ts";
import { present } from "../values/define.ts";
import { isPlainObject } from "../values/input.ts";
import { failKey } from "./containers.ts";
import type { Dependents, WholeRule } from "./keys.ts";
import { because } from "./reasons.ts";
import { FAILED, type Node } from "./report.ts";

/** @param lists the keys that must be there, by the key that asks for them. */
/*#__NO_SIDE_EFFECTS__*/ export const dependentKeys =
  (lists: Readonly<Record<string, readonly string[]>>): WholeRule =>
  (result, report, texts) => {
    for (const key of Object.keys(lists).filter((one) => Object.hasOwn(result, one)))
      for (const other of lists[key] as readonly string[]) {
        if (report.truncated) return;
        if (Object.hasOwn(result, other)) continue;
        const since = report.failures.length;
        failKey("missing_key", other, report, texts.missing(other));
        because(report, since, becauseOf(key));
      }
  };

/** @param nodes by the key that must be there for them to apply. */
/*#__NO_SIDE_EFFECTS__*/ export const dependents =
  (nodes: Readonly<Record<string, Node>>): Dependents =>
  (result, report) => {
    const applied = Object.keys(nodes).filter((key) => Object.hasOwn(result, key));
    let value: unknown = present(result);
    if (applied.length === 0) return value;
    if (!report.enter(0, 0)) return FAILED;
    report.derived++;
    for (const key of applied) {
      const since = report.failures.length;
      value = (nodes[key] as Node)(value, report);
      if (value !== FAILED) continue;
      because(report, since, becauseOf(key));
      break;
    }
    report.derived--;
    report.leave(0);
    return value;
  };

/** The way back of such an object. */
/*#__NO_SIDE_EFFECTS__*/ export const dependentsBack =
  (node: Node, nodes: Readonly<Record<string, Node>>): Node =>
  (input, report) => {
    let value: unknown = input;
    for (const key of Object.keys(nodes).reverse()) {
      if (isPlainObject(value) && Object.hasOwn(value, key)) value = (nodes[key] as Node)(value, report);
      if (value === FAILED) return FAILED;
    }
    return node(value, report);
  };
