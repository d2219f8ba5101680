/** The validators that a validator may call, directly or through others: the graph of its schema. */
import { extentOf } from "../../values/extent.ts";
import { entriesOf, isArray, isMap, isPlainObject, isSet, membersOfSet, ownValue } from "../../values/input.ts";
import { type Checker, type CheckerClass, isChecker, MAY_LACK_VALUE, rolesOf } from "./checker.ts";
import { RUNNER } from "./derived.ts";
import { paramsOf } from "./params.ts";
import { instances, referredBy } from "./registry.ts";

/** The validators among the parameters of `validator`, each as often as it occurs. */
export function partsOf(validator: Checker): Checker[] {
  const parts: Checker[] = [];
  // Most parameters are not given, and are then no properties of the validator.
  const { params } = validator.constructor as unknown as CheckerClass;
  // Parts of a value among the parameters may be shared.
  let seen: Set<unknown> | undefined;
  for (const name of Object.keys(validator)) {
    if (!Object.hasOwn(params, name)) continue;
    const value = ownValue(validator, name);
    if (isChecker(value)) {
      parts.push(value);
    } else if (typeof value === "object") {
      seen ??= new Set();
      addParts(value, parts, seen);
    }
  }
  return parts;
}

/** Adds the validators in a value. */
function addParts(value: unknown, parts: Checker[], seen: Set<unknown>): void {
  if (isChecker(value)) parts.push(value);
  if (typeof value !== "object" || seen.has(value)) return;
  seen.add(value);
  const add = (part: unknown): void => addParts(part, parts, seen);
  if (isArray(value)) value.forEach(add);
  else if (isPlainObject(value)) for (const key of Object.keys(value)) add(ownValue(value, key));
  else if (isMap(value)) for (const [key, member] of entriesOf(value)) [key, member].forEach(add);
  else if (isSet(value)) membersOfSet(value).forEach(add);
}

/** The current target of a reference. */
const targetOf = (validator: Checker): Checker | undefined => referredBy(ownValue(validator, "use"));

/** The validators among the parameters of `validator`, and for a reference its target. */
function reachedBy(validator: Checker): Checker[] {
  const parts = partsOf(validator);
  const target = targetOf(validator);
  if (target !== undefined) parts.push(target);
  return parts;
}

/**
 * The validators that validate the same value as `validator`: those that get it from it, those that get it
 * from them, and itself. The innermost ones come first.
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
      for (const inner of sharing(one).toReversed()) if (!seen.has(inner)) pending.push(inner);
    }
  }
  return applied;
}

/**
 * Whether its class is a built-in one, so that it is known what it does with the validators in it. The method must be
 * the class's own: a subclass may inherit it, but have another check.
 */
export const isBuiltIn = (validator: Checker): boolean => Object.hasOwn(Object.getPrototypeOf(validator), "keepsInput");

/** Those that get the value itself. A class of the caller's may do anything with what it has. */
const sharing = (validator: Checker): readonly Checker[] =>
  isBuiltIn(validator) ? (rolesOf(validator)?.same ?? []) : partsOf(validator);

/** All validators that `root`, or one of several, may reach, with their members. */
export function reach(root: Checker | readonly Checker[]): Map<Checker, Checker[]> {
  return walk(root, reachedBy);
}

/**
 * Returns a function that returns whether a validator reaches one for which `isOne` holds, itself included. It finds
 * that for all that are reached at once: for one after the other, a deep schema would take quadratic time.
 */
export function reaching(
  isOne: (validator: Checker) => boolean,
  leadsTo: (validator: Checker) => readonly Checker[] = reachedBy,
): (root: Checker) => boolean {
  const found = gathering((one) => (isOne(one) ? 1 : 0), leadsTo, new Apart());
  return (root) => found(root) !== 0;
}

/** Keeps what validators reach, until references may lead elsewhere. */
interface Kept {
  get(one: Checker): number | undefined;
  set(one: Checker, facts: number): void;
}

class Apart implements Kept {
  #facts = new WeakMap<Checker, number>();
  #version = instances.version;

  get(one: Checker): number | undefined {
    if (this.#version !== instances.version) {
      this.#facts = new WeakMap();
      this.#version = instances.version;
    }
    return this.#facts.get(one);
  }

  set(one: Checker, facts: number): void {
    this.#facts.set(one, facts);
  }
}

/**
 * As `reaching`, for several facts in one walk: the function returns those of all that a validator reaches.
 * @param factsOf what holds of a validator by itself, a bit for each fact.
 */
function gathering(
  factsOf: (validator: Checker) => number,
  leadsTo: (validator: Checker) => readonly Checker[],
  kept: Kept,
): (root: Checker) => number {
  return (root) => {
    const before = kept.get(root);
    if (before !== undefined) return before;
    const reached = walk(root, (one) => (kept.get(one) === undefined ? leadsTo(one) : []));
    const facts = spread(reached, (one) => kept.get(one) ?? factsOf(one));
    // One without members is asked again as fast.
    for (const [one, members] of reached) if (one === root || members.length > 0) kept.set(one, facts?.get(one) ?? 0);
    return facts?.get(root) ?? 0;
  };
}

/** What each validator of a graph reaches, by what holds of each by itself; undefined if that is nothing. */
function spread(
  graph: ReadonlyMap<Checker, readonly Checker[]>,
  factsOf: (validator: Checker) => number,
): Map<Checker, number> | undefined {
  let facts: Map<Checker, number> | undefined;
  for (const one of graph.keys()) {
    const own = factsOf(one);
    if (own === 0) continue;
    facts ??= new Map();
    facts.set(one, own);
  }
  if (facts === undefined) return undefined;
  const owners = new Map<Checker, Checker[]>([...graph.keys()].map((one) => [one, []]));
  for (const [owner, members] of graph) for (const member of members) (owners.get(member) as Checker[]).push(owner);
  const pending = [...facts.keys()];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const owner of owners.get(next) as Checker[]) {
      const before = facts.get(owner) ?? 0;
      const after = before | (facts.get(next) as number);
      if (after === before) continue;
      facts.set(owner, after);
      pending.push(owner);
    }
  }
  return facts;
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
function walk<Members extends readonly Checker[]>(
  root: Checker | readonly Checker[],
  leadsTo: (validator: Checker) => Members,
): Map<Checker, Members> {
  const found = new Map<Checker, Members>();
  const pending: Checker[] = isArray(root) ? [...(root as readonly Checker[])] : [root as Checker];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue;
    const members = leadsTo(next);
    found.set(next, members);
    // The last one pushed is the next one visited: this order is that of the parameters.
    for (let index = members.length - 1; index >= 0; index--) pending.push(members[index] as Checker);
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
 * The validators that should be written only once: those that occur more than once, except small ones without members.
 * Written out each time, the size of a text or a dump would grow exponentially with the depth of the schema.
 * @param graph the schema: see `reach`.
 */
export function sharedIn(root: Checker, graph: ReadonlyMap<Checker, readonly Checker[]>): Checker[] {
  const uses = new Map<Checker, number>([[root, 1]]);
  for (const members of graph.values()) for (const member of members) uses.set(member, (uses.get(member) ?? 0) + 1);
  return [...graph.keys()].filter((one) => (uses.get(one) ?? 0) > 1 && !isSmall(one));
}

/** Those inside `root`, references not followed, with a name for each. */
export const sharedNamesIn = (root: Checker): Map<Checker, string> =>
  new Map(sharedIn(root, walk(root, partsOf)).map((one, index) => [one, `${one.constructor.name}${index + 1}`]));

/**
 * The targets of references that contain themselves. Every circle goes through one of them.
 * @param graph see `reach`.
 */
export function recursiveIn(graph: ReadonlyMap<Checker, readonly Checker[]>): Set<Checker> {
  const found = new Set<Checker>();
  // Strongly connected components (Tarjan). A loop, because a schema may be deeper than the stack.
  const order = new Map<Checker, number>();
  const lowest = new Map<Checker, number>();
  const open: Checker[] = [];
  const isOpen = new Set<Checker>();
  const least = (one: Checker, number: number): unknown => lowest.set(one, Math.min(lowest.get(one) as number, number));
  for (const root of graph.keys()) {
    const pending: [one: Checker, next: number][] = order.has(root) ? [] : [[root, 0]];
    for (let top = pending.at(-1); top !== undefined; top = pending.at(-1)) {
      const [one, next] = top;
      if (next === 0) {
        order.set(one, order.size);
        lowest.set(one, order.size - 1);
        open.push(one);
        isOpen.add(one);
      }
      const member = (graph.get(one) as readonly Checker[])[next];
      top[1]++;
      if (member !== undefined) {
        if (!order.has(member)) pending.push([member, 0]);
        else if (isOpen.has(member)) least(one, order.get(member) as number);
        continue;
      }
      pending.pop();
      const above = pending.at(-1)?.[0];
      if (above !== undefined) least(above, lowest.get(one) as number);
      if (lowest.get(one) !== order.get(one)) continue;
      const circle = new Set(open.splice(open.lastIndexOf(one)));
      for (const inner of circle) {
        isOpen.delete(inner);
        const target = targetOf(inner) as Checker;
        if (circle.has(target)) found.add(target);
      }
    }
  }
  return found;
}

/** Maximum size of a schema that is written out, however often its parts repeat. */
const MAX_TREE = 1000;
/** The size of a larger one that is written out, for each of its validators. */
const MAX_REPETITION = 4;
/** What has more levels cannot be written out anyway. */
const MAX_LEVELS = 1024;

/**
 * The validators that would be far longer written out than they are large, because their parts are repeated. This
 * depends on each of them alone, not on what is around it.
 * @param graph see `reach`.
 * @param isCut whether a validator is written elsewhere: no circle may be left.
 */
export function repetitiveIn(
  graph: ReadonlyMap<Checker, readonly Checker[]>,
  isCut: (validator: Checker) => boolean,
): Set<Checker> {
  const found = new Set<Checker>();
  const sizes = new Map<Checker, number>();
  const levels = new Map<Checker, number>();
  const isWritten = (one: Checker): boolean => !isCut(one) && !found.has(one);
  const inner = (one: Checker): readonly Checker[] => graph.get(one) as readonly Checker[];
  for (const root of graph.keys()) {
    const pending = [root];
    for (let one = pending.at(-1); one !== undefined; one = pending.at(-1)) {
      const missing = sizes.has(one) ? [] : inner(one).filter((member) => !isCut(member) && !sizes.has(member));
      for (const member of missing) pending.push(member);
      if (missing.length > 0) continue;
      pending.pop();
      if (sizes.has(one)) continue;
      const written = inner(one).filter(isWritten);
      const size = written.reduce((sum, member) => sum + (sizes.get(member) as number), 1);
      const level = 1 + written.reduce((most, member) => Math.max(most, levels.get(member) as number), 0);
      sizes.set(one, size);
      levels.set(one, level);
      if (size <= MAX_TREE || level > MAX_LEVELS) continue;
      const all = walk(one, (member) => (member === one || isWritten(member) ? [...inner(member)] : []));
      if (size > MAX_REPETITION * all.size) found.add(one);
    }
  }
  return found;
}

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
    for (const member of members.get(next) as Checker[]) {
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

const CUSTOM = 1;
const CHANGES_STRUCTURE = 2;

/** Keeps them with the runner: they are asked in the first verdict, and a WeakMap takes a sixth of that. */
class WithRunner implements Kept {
  get(one: Checker): number | undefined {
    const { forms, formsVersion } = (one as Formed)[RUNNER];
    return formsVersion === instances.version ? forms : undefined;
  }

  set(one: Checker, forms: number): void {
    const runner = (one as Formed)[RUNNER];
    runner.forms = forms;
    runner.formsVersion = instances.version;
  }
}

interface Formed extends Checker {
  readonly [RUNNER]: { forms: number; formsVersion: number };
}

const formsOf = /*#__PURE__*/ gathering(
  (one) => (!isBuiltIn(one) ? CUSTOM : one.keepsInput() ? 0 : CHANGES_STRUCTURE),
  reachedBy,
  /*#__PURE__*/ new WithRunner(),
);

export function resultFormOf(root: Checker): ResultForm {
  const forms = formsOf(root);
  if (forms & CUSTOM) return "nothing";
  return forms & CHANGES_STRUCTURE ? "structure" : "input";
}

/**
 * Returns whether the result of a validator may be undefined for another value: then a member with this validator may
 * be absent in the result of a Dict.
 */
export const mayLackValue: (root: Checker) => boolean = /*#__PURE__*/ reaching((one) => {
  const mayLack = (one as { readonly [MAY_LACK_VALUE]?: boolean })[MAY_LACK_VALUE];
  return isBuiltIn(one) ? mayLack === true : mayLack !== false;
}, sharing);

/** The same for a default: what its function returns is not known. */
export const mayFillNothing = (member: Checker, value: unknown): boolean =>
  value === undefined || typeof value === "function" || mayLackValue(member);
