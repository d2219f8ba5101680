/** Whether a validator refuses null, as far as its parameters show. */

import { ownValue } from "../../values/input.ts";
import { rulesOf } from "../builtin.ts";
import { partsOfDefault } from "../params/default.ts";
import { FAILED, Report } from "../report/report.ts";
import { explain } from "../rules/leaf.ts";
import { type Checker, isCheck } from "../schemas/checker.ts";
import { isBuiltIn } from "../schemas/graph.ts";
import { hasParam } from "../schemas/params.ts";
import { instances } from "../schemas/registry.ts";
import type { Validator } from "../validator.ts";
import { MODEL } from "./model.ts";

/** The parts of models that get the value itself. */
interface Steps {
  readonly kind: string;
  readonly steps?: readonly Checker[];
  readonly item?: Checker;
  readonly target?: Checker | undefined;
  readonly consequent?: Checker | undefined;
  readonly alternate?: Checker | undefined;
}

/** Of what is deeper, nothing is certain. */
const MAX_LEVELS = 200;

/** Forgotten as a whole when references may lead elsewhere: so it is no field of validators. */
let verdicts = new WeakMap<Checker, boolean>();
let version = instances.version;

/**
 * Returns whether null is certainly refused: false where functions or classes of the caller decide. The same for a
 * validator each time, as long as references lead to the same.
 */
export function refusesNull(validator: Checker, level = 0): boolean {
  if (version !== instances.version) {
    verdicts = new WeakMap();
    ({ version } = instances);
  }
  const before = verdicts.get(validator);
  if (before !== undefined) return before;
  if (level > MAX_LEVELS) return false;
  // Until it is known: of what leads back to itself nothing is certain.
  verdicts.set(validator, false);
  const refuses = decide(validator, level + 1);
  verdicts.set(validator, refuses);
  return refuses;
}

function decide(validator: Checker, level: number): boolean {
  const refuses = (one: Checker | undefined): boolean => one !== undefined && refusesNull(one, level);
  const parts = partsOfDefault(validator as Validator);
  if (parts !== undefined) return refuses(parts.item);
  if (!isBuiltIn(validator) || ownValue(validator, "nullable") === true) return false;
  const leaf = rulesOf(validator);
  if (leaf !== undefined) return explain(leaf, null, new Report()) === FAILED;
  const model = (validator as { readonly [MODEL]?: Steps })[MODEL];
  switch (model?.kind) {
    case "choice":
      return (model.steps as readonly Checker[]).every(refuses);
    case "chain":
      return refusedBySteps(model.steps as readonly Checker[], refuses);
    case "closed":
      return refuses(model.item);
    case "reference":
      return refuses(model.target);
    case "if":
      return [model.consequent, model.alternate].every(refuses);
    case "not":
      return false;
    default:
      // Those of classes without that parameter decide themselves, or call a function of the caller's.
      return hasParam(validator, "nullable");
  }
}

/** A step gets the null as long as those before it return what they get. */
function refusedBySteps(steps: readonly Checker[], refuses: (one: Checker) => boolean): boolean {
  for (const step of steps) {
    if (refuses(step)) return true;
    if (!isCheck(step) && !(isBuiltIn(step) && step.keepsInput())) return false;
  }
  return false;
}
