/** Whether the calls of a validator need limits: see `runtime/limits.ts`. */
import { modelOf } from "../../core/models/index.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChoiceModel } from "../../core/models/steps.ts";
import { partsOf } from "../../core/schemas/graph.ts";
import type { Validator } from "../../core/validator.ts";
import { ownValue } from "../../values/input.ts";

/** The most validators that a call without limits runs, and those inside each other. */
const MAX_PLACES = 500;
const MAX_DEPTH = 100;

/** The classes that give the value, or one of its members, to each of their parts once. */
const VISIT_ONCE: ReadonlySet<string> = /*#__PURE__*/ new Set([
  ...["Any", "Bool", "Const", "Float", "Int", "Str", "Bytes", "Type", "Date", "Time", "Datetime", "Check", "Transform"],
  ...["AllOf", "Default", "Dict", "Nullable", "Optional"],
]);

/** Parameters of a Dict that give any number of members to the same validator. */
const MANY: readonly string[] = ["extra", "patterns"];

/**
 * Returns false if a call runs so few validators, whatever the value is, that it cannot exceed the limits of the
 * library: of depth, of work, and of the lengths of paths.
 */
export function needsLimits(root: Validator): boolean {
  const pending: [validator: Validator, depth: number][] = [[root, 1]];
  for (let places = 1; ; places++) {
    const next = pending.pop();
    if (next === undefined) return false;
    const [one, depth] = next;
    if (places > MAX_PLACES || depth > MAX_DEPTH || !visitsOnce(one)) return true;
    for (const part of partsOf(one)) pending.push([part as Validator, depth + 1]);
  }
}

/** It is the encoder of a Dict that keeps keys of any value. */
const copiesUnknown = (one: Validator): boolean =>
  (modelOf(one) as Partial<ObjectModel> | undefined)?.copiesUnknown === true;

function visitsOnce(one: Validator): boolean {
  // A form may be as deep as the limit.
  if (ownValue(one, "nested") === true) return false;
  // A tag selects one of the steps.
  if (one.constructor.name === "OneOf") return (modelOf(one) as ChoiceModel).tags !== undefined;
  // It looks at all that is inside.
  if (ownValue(one, "integers") !== undefined || copiesUnknown(one)) return false;
  return VISIT_ONCE.has(one.constructor.name) && MANY.every((name) => ownValue(one, name) === undefined);
}
