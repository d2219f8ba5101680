/** The parameter `steps` of AllOf. A Check whose keys no value has would never be called: it is refused. */
import { isArray, ownValue } from "../../values/input.ts";
import { ValueError } from "../contracts.ts";
import { GIVES } from "../encode/target.ts";
import { amongKeys } from "../misspelt.ts";
import { isChain, isCheck, paramName } from "../schemas/checker.ts";
import { derive, derivedOf } from "../schemas/derived.ts";
import { isBuiltIn } from "../schemas/graph.ts";
import type { Contract, Validator } from "../validator.ts";
import { isDefault } from "./default.ts";
import { resultKeysOf } from "./dict.ts";
import { validators } from "./shared.ts";

/** Results of validators nested deeper than this may have any key. */
const MAX_DEPTH = 100;

/** The keys that a value may have; undefined if it may be any. */
type Keys = ReadonlySet<string> | undefined;

interface Derived {
  /** The keys that the first Checks of an AllOf need, which get its input. */
  readonly needed: ReadonlySet<string>;
  /** An AllOf returns its input. */
  readonly passes: boolean;
  /** The keys that results may have. */
  readonly results: { readonly keys: Keys };
}

/** Returns whether a validator returns its input. What a reference does is found when it is called: not here. */
const passes = (step: Validator): boolean =>
  !isReference(step) && (isChain(step) ? derivedOf<Derived>(step).passes === true : step[GIVES] === "input");

const isReference = (step: Validator): boolean => Object.hasOwn(step, "use");

/** One or more validators, in order. A Check after a Dict needs keys that the Dict has. */
export const steps: Contract<readonly Validator[]> = (owner, attr, value, given) => {
  const checked = validators(owner, attr, value, given);
  const needed = new Set<string>();
  let before: Validator | undefined;
  for (const [index, step] of checked.entries()) {
    const keys = isCheck(step)
      ? ((ownValue(step, "keys") ?? []) as readonly string[])
      : derivedOf<Derived>(step).needed;
    const there = before === undefined || keys === undefined ? undefined : possibleKeys(before);
    for (const key of keys ?? []) {
      if (before === undefined) needed.add(key);
      if (there === undefined || there.has(key)) continue;
      const name = `${paramName(owner, attr)}[${index}]`;
      throw new ValueError(`${name} needs a key that no value has here: ${amongKeys(key, [...there])}`);
    }
    if (!passes(step)) before = step;
  }
  if (needed.size > 0) derive<Derived>(owner, { needed });
  if (before === undefined) derive<Derived>(owner, { passes: true });
  return checked;
};

/** The keys that results of a validator may have. */
function possibleKeys(validator: Validator, depth = 0): Keys {
  const { results } = derivedOf<Derived>(validator);
  if (results !== undefined) return results.keys;
  if (depth > MAX_DEPTH || !isBuiltIn(validator)) return undefined;
  const keys = resultKeysOf(validator) ?? resultKeysOfAny(validator, depth + 1);
  derive<Derived>(validator, { results: { keys } });
  return keys;
}

/** The keys that results of the validators may have that give the result. */
function resultKeysOfAny(validator: Validator, depth: number): Keys {
  // A fallback is not validated.
  if (isReference(validator) || (Object.hasOwn(validator, "value") && !isDefault(validator))) return undefined;
  const last = (ownValue(validator, "steps") as readonly Validator[] | undefined)?.findLast((step) => !passes(step));
  const given = isChain(validator) ? last && [last] : validator[GIVES];
  if (!isArray(given) || given.includes("input")) return undefined;
  const all = (given as readonly Validator[]).map((one) => possibleKeys(one, depth));
  return all.includes(undefined) ? undefined : new Set(all.flatMap((keys) => [...(keys as ReadonlySet<string>)]));
}
