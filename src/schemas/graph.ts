/** What a validator is made of: the validators it may hand its input, or a part of it. */

import { isArray, isPlainObject, ownValue } from "../values/input.ts";
import { type Checker, type CheckerClass, isChecker } from "./checker.ts";
import { instances } from "./registry.ts";

/** The validators among the parameters of `validator`, and the one a reference leads to now. */
function partsOf(validator: Checker): Checker[] {
  const parts: Checker[] = [];
  const add = (value: unknown): void => {
    if (isChecker(value)) parts.push(value);
    else if (isArray(value)) value.forEach(add);
    else if (isPlainObject(value)) for (const key of Object.keys(value)) add(ownValue(value, key));
  };
  for (const name of Object.keys((validator.constructor as unknown as CheckerClass).params)) {
    add(ownValue(validator, name));
  }
  const alias = ownValue(validator, "use");
  if (typeof alias === "string" && instances.has(alias)) parts.push(instances.get(alias));
  return parts;
}

/** All that `root` may reach, each once, with its parts. A loop, as schemas may nest deeper than the stack. */
function reach(root: Checker): Map<Checker, Checker[]> {
  const found = new Map<Checker, Checker[]>();
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue;
    const parts = partsOf(next);
    found.set(next, parts);
    for (const part of parts) pending.push(part);
  }
  return found;
}

/** The size of a schema: one for each validator, and for each place another holds it in. */
export function schemaSize(root: Checker): number {
  let size = 0;
  for (const parts of reach(root).values()) size += 1 + parts.length;
  return size;
}

/**
 * What is known of a result: "input", it has the structure of the input, so that the validator makes of its own result
 * what it is already; "structure", it depends on the structure of the input only; or nothing, where a custom class has
 * a part in it.
 */
export type ResultForm = "input" | "structure" | "nothing";

/** By validator: the answer, and the state of the registry it was found in. */
const known = new WeakMap<Checker, { readonly version: number; readonly kept: ResultForm }>();

export function resultFormOf(root: Checker): ResultForm {
  const { version } = instances;
  const before = known.get(root);
  if (before?.version === version) return before.kept;
  let kept: ResultForm = "input";
  for (const validator of reach(root).keys()) {
    // A subclass inherits the answer of a built-in class, and has a check of its own.
    if (!Object.hasOwn(Object.getPrototypeOf(validator), "keepsInput")) kept = "nothing";
    else if (kept === "input" && !validator.keepsInput()) kept = "structure";
  }
  known.set(root, { version, kept });
  return kept;
}
