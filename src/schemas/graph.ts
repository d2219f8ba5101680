/** The validators that a validator may call, directly or through others: the graph of its schema. */

import { isArray, isPlainObject, ownValue } from "../values/input.ts";
import { type Checker, type CheckerClass, isChecker } from "./checker.ts";
import { instances } from "./registry.ts";

/** The validators among the parameters of `validator`, and for a reference the one that its alias means now. */
function membersOf(validator: Checker): Checker[] {
  const members: Checker[] = [];
  // A value among the parameters may hold a part of it in many places.
  const seen = new Set<unknown>();
  const add = (value: unknown): void => {
    if (isChecker(value)) members.push(value);
    if (typeof value !== "object" || seen.has(value)) return;
    seen.add(value);
    if (isArray(value)) value.forEach(add);
    else if (isPlainObject(value)) for (const key of Object.keys(value)) add(ownValue(value, key));
  };
  for (const name of Object.keys((validator.constructor as unknown as CheckerClass).params)) {
    add(ownValue(validator, name));
  }
  const alias = ownValue(validator, "use");
  if (typeof alias === "string" && instances.has(alias)) members.push(instances.get(alias));
  return members;
}

/** All validators that `root` may reach, with their members. A loop, as recursion over a deep schema would overflow the stack. */
export function reach(root: Checker): Map<Checker, Checker[]> {
  const found = new Map<Checker, Checker[]>();
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue;
    const members = membersOf(next);
    found.set(next, members);
    for (const member of members) pending.push(member);
  }
  return found;
}

/** The size of a schema: the number of its validators, plus the number of times that one is a member of another. */
export function schemaSize(root: Checker): number {
  let size = 0;
  for (const members of reach(root).values()) size += 1 + members.length;
  return size;
}

/**
 * What is known of the result of a validator. "input": it has the structure of the input, so that the validator would return
 * an equal value for its own result. "structure": it depends only on the structure of the input. "nothing": a custom class is
 * involved, which may do anything.
 */
export type ResultForm = "input" | "structure" | "nothing";

/** By validator: its result form, and the version of the registry for which that was found. */
const known = new WeakMap<Checker, { readonly version: number; readonly form: ResultForm }>();

export function resultFormOf(root: Checker): ResultForm {
  const { version } = instances;
  const before = known.get(root);
  if (before?.version === version) return before.form;
  let form: ResultForm = "input";
  for (const validator of reach(root).keys()) {
    // The method must be the class's own: a subclass may inherit it from a built-in class, but have another check.
    if (!Object.hasOwn(Object.getPrototypeOf(validator), "keepsInput")) form = "nothing";
    else if (form === "input" && !validator.keepsInput()) form = "structure";
  }
  known.set(root, { version, form });
  return form;
}
