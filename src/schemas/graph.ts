/** The validators that a validator may call, directly or through others: the graph of its schema. */

import { extentOf } from "../values/extent.ts";
import { entriesOf, isArray, isMap, isPlainObject, isSet, membersOfSet, ownValue } from "../values/input.ts";
import { type Checker, type CheckerClass, INSIDE, isChecker, isPipeline } from "./checker.ts";
import { paramsOf } from "./params.ts";
import { instances, referredBy } from "./registry.ts";

/** The validators among the parameters of `validator`, each as often as it occurs. */
export function partsOf(validator: Checker): Checker[] {
  const parts: Checker[] = [];
  // Parts of a value among the parameters may be shared.
  const seen = new Set<unknown>();
  const add = (value: unknown): void => {
    if (isChecker(value)) parts.push(value);
    if (typeof value !== "object" || seen.has(value)) return;
    seen.add(value);
    if (isArray(value)) value.forEach(add);
    else if (isPlainObject(value)) for (const key of Object.keys(value)) add(ownValue(value, key));
    else if (isMap(value)) for (const [key, member] of entriesOf(value)) [key, member].forEach(add);
    else if (isSet(value)) membersOfSet(value).forEach(add);
  };
  for (const name of Object.keys((validator.constructor as unknown as CheckerClass).params)) {
    add(ownValue(validator, name));
  }
  return parts;
}

/** The current target of a reference. */
const targetOf = (validator: Checker): Checker | undefined => referredBy(ownValue(validator, "use"));

/** The validators among the parameters of `validator`, and for a reference its target. */
function membersOf(validator: Checker): Checker[] {
  const target = targetOf(validator);
  return target === undefined ? partsOf(validator) : [...partsOf(validator), target];
}

/**
 * The validators that validate the same value as `validator`: those inside a pipeline (see `INSIDE`), those inside
 * them, and itself. The innermost ones come first.
 */
export function appliedBy(validator: Checker): Set<Checker> {
  const applied = new Set<Checker>();
  const seen = new Set<Checker>();
  const pending = [validator];
  for (let one = pending.at(-1); one !== undefined; one = pending.at(-1)) {
    if (seen.has(one)) {
      applied.add(one);
      pending.pop();
    } else {
      seen.add(one);
      for (const inner of insideOf(one).toReversed()) if (!seen.has(inner)) pending.push(inner);
    }
  }
  return applied;
}

/**
 * Whether its class is a built-in one, so that it is known what it does with the validators in it. The method must be
 * the class's own: a subclass may inherit it, but have another check.
 */
export const isBuiltIn = (validator: Checker): boolean => Object.hasOwn(Object.getPrototypeOf(validator), "keepsInput");

function validatorsIn(value: unknown): Checker[] {
  if (isChecker(value)) return [value];
  return (isArray(value) ? value : isPlainObject(value) ? Object.values(value) : []).filter(isChecker);
}

function insideOf(validator: Checker): readonly Checker[] {
  if (!isBuiltIn(validator)) return partsOf(validator);
  // What a key of a Dict brings with it.
  const names = isPipeline(validator) ? validator[INSIDE] : ["dependent_schemas"];
  return [...names.flatMap((name) => validatorsIn(ownValue(validator, name))), ...validatorsIn(targetOf(validator))];
}

/** All validators that `root` may reach, with their members. */
export function reach(root: Checker): Map<Checker, Checker[]> {
  return walk(root, membersOf);
}

/**
 * Returns a function that returns whether a validator reaches one for which `isOne` holds, itself included. It finds
 * that for all that are reached at once: for one after the other, a deep schema would take quadratic time.
 */
export function reaching(isOne: (validator: Checker) => boolean): (root: Checker) => boolean {
  let known = new WeakMap<Checker, boolean>();
  let version = instances.version;
  return (root) => {
    if (version !== instances.version) {
      known = new WeakMap();
      ({ version } = instances);
    }
    const before = known.get(root);
    if (before !== undefined) return before;
    const reached = walk(root, (one) => (known.has(one) ? [] : membersOf(one)));
    const owners = new Map<Checker, Checker[]>([...reached.keys()].map((one) => [one, []]));
    for (const [owner, members] of reached) for (const member of members) owners.get(member)?.push(owner);
    const found = new Set<Checker>();
    const pending = [...reached.keys()].filter((one) => known.get(one) ?? isOne(one));
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      for (const owner of owners.get(next) as Checker[]) pending.push(owner);
    }
    for (const one of reached.keys()) known.set(one, found.has(one));
    return found.has(root);
  };
}

/** The targets of all references by alias that `root` may reach. */
export function targetsIn(root: Checker): Map<string, Checker> {
  const targets = new Map<string, Checker>();
  for (const one of reach(root).keys()) {
    const target = targetOf(one);
    const alias = ownValue(one, "use");
    if (target !== undefined && typeof alias === "string") targets.set(alias, target);
  }
  return targets;
}

/** A loop, because recursion over a deep schema would overflow the stack. */
function walk(
  root: Checker | readonly Checker[],
  membersOf: (validator: Checker) => Checker[],
): Map<Checker, Checker[]> {
  const found = new Map<Checker, Checker[]>();
  const pending = [root].flat() as Checker[];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue;
    const members = membersOf(next);
    found.set(next, members);
    // The last one pushed is the next one visited: this order is that of the parameters.
    for (const member of members.toReversed()) pending.push(member);
  }
  return found;
}

/** The name in the parameter `use` of a reference: an alias, or the name of a function, which may be empty. */
export const nameOfUse = (use: unknown): string =>
  typeof use === "function" ? String(ownValue(use, "name") ?? "") : String(use);

/** A validator without members is large if its parameters have more values than this. */
const MAX_SMALL = 32;

/** Whether a validator is repeated where it occurs several times. */
export const isSmall = (validator: Checker): boolean =>
  partsOf(validator).length === 0 && extentOf(paramsOf(validator), MAX_SMALL) <= MAX_SMALL;

/**
 * The validators inside `root` that should be written only once, with a name for each: those that occur more than once,
 * except small ones without members. Written out each time, the size of a text or a dump would grow exponentially with
 * the depth of the schema.
 * @param root the schema, or several, each one occurrence.
 * @param follows true if the targets of references are written too: each is then named by its alias.
 */
export function sharedIn(root: Checker | readonly Checker[], follows = false): Map<Checker, string> {
  const uses = new Map<Checker, number>();
  const aliases = new Map<Checker, string>();
  const all = walk(root, follows ? membersOf : partsOf);
  for (const one of [root].flat() as Checker[]) uses.set(one, (uses.get(one) ?? 0) + 1);
  for (const [validator, members] of all) {
    for (const member of members) uses.set(member, (uses.get(member) ?? 0) + 1);
    const target = follows ? targetOf(validator) : undefined;
    const name = nameOfUse(ownValue(validator, "use"));
    if (target !== undefined && name !== "" && !aliases.has(target)) aliases.set(target, name);
  }
  const taken = new Set(aliases.values());
  const names = new Map<Checker, string>();
  let number = 0;
  const newName = ({ constructor }: Checker): string => {
    let name: string;
    do name = `${constructor.name}${++number}`;
    while (taken.has(name));
    return name;
  };
  for (const validator of all.keys()) {
    if ((uses.get(validator) ?? 0) < 2) continue;
    if (!isSmall(validator)) names.set(validator, aliases.get(validator) ?? newName(validator));
  }
  return names;
}

/** Maximum size of a tree that is written out. */
const MAX_TREE = 1000;

/** Returns whether a schema that is written out, references included, is finite and not large. */
export function isSmallTree(root: Checker): boolean {
  const members = reach(root);
  // The number of places where each validator occurs, in topological order.
  const open = new Map<Checker, number>();
  for (const one of [...members.values()].flat()) open.set(one, (open.get(one) ?? 0) + 1);
  const places = new Map<Checker, number>([[root, 1]]);
  let size = 0;
  const pending = open.has(root) ? [] : [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const count = places.get(next) as number;
    size += count;
    for (const member of members.get(next) ?? []) {
      places.set(member, (places.get(member) ?? 0) + count);
      open.set(member, (open.get(member) as number) - 1);
      if (open.get(member) === 0) pending.push(member);
    }
  }
  const isRecursive = [...open.values()].some((count) => count > 0);
  return !isRecursive && size <= MAX_TREE;
}

/** The size of a schema: the number of its validators, plus the number of their memberships. */
export function schemaSize(root: Checker): number {
  let size = 0;
  for (const members of reach(root).values()) size += 1 + members.length;
  return size;
}

/**
 * Properties of the result of a validator. "input": it has the structure of the input, so the validator would return an
 * equal value for its own result. "structure": it depends only on the structure of the input. "nothing": a custom class
 * is involved, so nothing is known.
 */
export type ResultForm = "input" | "structure" | "nothing";

const isCustom = /*#__PURE__*/ reaching((one) => !isBuiltIn(one));
const changesStructure = /*#__PURE__*/ reaching((one) => isBuiltIn(one) && !one.keepsInput());

export const resultFormOf = (root: Checker): ResultForm =>
  isCustom(root) ? "nothing" : changesStructure(root) ? "structure" : "input";
