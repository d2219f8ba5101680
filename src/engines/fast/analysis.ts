/** Analysis of a schema before code is generated. */
import type { Leaf } from "../../core/rules/leaf.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import { partsOf } from "../../core/schemas/graph.ts";
import type { CopyModel } from "./copy-model.ts";
import { copyModelOf } from "./copy-model.ts";
import type { LeafCode } from "./writer.ts";

export function checkersIn(model: Leaf | CopyModel | LeafCode): readonly Checker[] {
  switch (model.kind) {
    case "object":
      return [...Object.values(model.schema), ...(model.extra ?? [])];
    case "list":
      return [model.item];
    case "tuple":
      return model.rest === undefined ? model.items : [...model.items, model.rest];
    case "choice":
      return model.tags === undefined ? model.steps : [...model.tags.steps.values()];
    case "chain":
      return model.steps;
    case "reference":
      return [model.target as Checker];
    default:
      return [];
  }
}

/** True if it tries its steps one after the other: it is a choice without a discriminator. */
const tries = (model: Leaf | LeafCode | CopyModel): boolean => model.kind === "choice" && model.tags === undefined;

/** True if its members validate the value itself. */
export const isPipeline = ({ kind }: Leaf | CopyModel | LeafCode): boolean =>
  kind === "choice" || kind === "chain" || kind === "reference";

/** The greatest schema depth of code that does not count its depth. */
const MAX_NESTED = 20;

/**
 * Returns whether a validator of the schema contains itself, or validators are nested too deep, so that only the value
 * bounds the depth of the code.
 */
export function isRecursive(root: Checker): boolean {
  /** The schema depth from each validator on; infinite for those around the one being visited. */
  const heights = new Map<Checker, number>();
  const visit = (validator: Checker, depth: number): number => {
    if (depth > MAX_NESTED) return Number.POSITIVE_INFINITY;
    const known = heights.get(validator);
    if (known !== undefined) return known;
    heights.set(validator, Number.POSITIVE_INFINITY);
    const model = copyModelOf(validator);
    let height = 0;
    for (const member of model === undefined ? [] : checkersIn(model))
      height = Math.max(height, 1 + visit(member, depth + 1));
    heights.set(validator, height);
    return height;
  };
  return visit(root, 0) > MAX_NESTED;
}

/**
 * Returns whether all objects have all keys of their schema, and there are no arrays. Inherited properties then show in
 * the last key and in the tag, so the prototypes of objects and arrays need no other test.
 */
export function isAllRequired(root: Checker): boolean {
  const seen = new Set<Checker>();
  const visit = (validator: Checker): boolean => {
    if (seen.has(validator) || seen.size > 500) return seen.size <= 500;
    seen.add(validator);
    const model = copyModelOf(validator);
    if (model === undefined) return true;
    if (model.kind === "choice" ? model.tags === undefined : ["list", "tuple"].includes(model.kind)) return false;
    if (model.kind === "object") {
      const { optional, defaults, dispose, extra, schema } = model;
      if (optional.size + defaults.size + dispose.size > 0 || extra !== undefined) return false;
      if (Object.keys(schema).length === 0) return false;
    }
    return checkersIn(model).every(visit);
  };
  return visit(root);
}

/** The greatest number of members of an object or a tuple in the schema: each takes stack. */
export function widthOf(root: Checker): number {
  const seen = new Set<Checker>();
  let most = 0;
  const pending = [root];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    const model = copyModelOf(one);
    const members = model === undefined ? [] : checkersIn(model);
    most = Math.max(most, members.length);
    for (const member of members) pending.push(member);
  }
  return most;
}

/** The number of validators in one, itself included, with shared ones counted each time, but not behind references. */
export function weightOf(validator: Checker, known: Map<Checker, number>): number {
  const before = known.get(validator);
  if (before !== undefined) return before;
  const model = copyModelOf(validator);
  const members = model === undefined || model.kind === "reference" ? [] : checkersIn(model);
  const weight = members.reduce((sum, member) => sum + weightOf(member, known), 1);
  known.set(validator, weight);
  return weight;
}

/** The lengths of chains that are known, by whether outcomes are memoized before them. */
export type ChainLengths = Readonly<Record<"remembered" | "plain", Map<Checker, number>>>;

/**
 * The schema depth on one value, from this validator on; infinite if it is greater than `most`, or if its members lead
 * back to it. What is finite is known for the next call, so all calls take a time in proportion to the schema.
 */
export function chainLength(
  validator: Checker,
  most: number,
  known: ChainLengths,
  isRemembered: boolean,
  around: readonly Checker[] = [],
): number {
  if (around.includes(validator) || around.length > most) return Number.POSITIVE_INFINITY;
  const lengths = known[isRemembered ? "remembered" : "plain"];
  const before = lengths.get(validator);
  if (before !== undefined) return before;
  const model = copyModelOf(validator);
  if (model === undefined) return isEndless(validator, isRemembered) ? Number.POSITIVE_INFINITY : 1;
  const remembers = isRemembered || tries(model) || model.kind === "reference";
  let length = 1;
  for (const member of isPipeline(model) ? checkersIn(model) : []) {
    length = Math.max(length, 1 + chainLength(member, most, known, remembers, [...around, validator]));
    if (length > most) return Number.POSITIVE_INFINITY;
  }
  lengths.set(validator, length);
  return length;
}

/**
 * Returns whether a validator has no code and may pass on the value itself: references with a `maxdepth`; and if
 * outcomes are memoized, code of the caller and validators with members. Such code could validate a value on each level
 * of a recursive schema or in each step of a choice; only the check bounds how often it runs.
 */
const isEndless = (validator: Checker, isRemembered: boolean): boolean =>
  (isRemembered && (Object.hasOwn(validator, "check") || partsOf(validator).length > 0)) ||
  (validator as { use?: unknown }).use !== undefined;

/**
 * The number of steps that may be tried for one value and its members: nested choices multiply. Infinite if a choice
 * contains itself, unless it is a discriminated union.
 */
export function triesOf(validator: Checker): number {
  const known = new Map<Checker, number>();
  /** From the first validator to the one being visited, and whether each tries its steps. */
  const around: { readonly one: Checker; readonly tries: boolean }[] = [];
  const visit = (one: Checker): number => {
    const at = around.findIndex((other) => other.one === one);
    if (at >= 0) return around.slice(at).some(({ tries }) => tries) ? Number.POSITIVE_INFINITY : 1;
    const before = known.get(one);
    if (before !== undefined) return before;
    const model = copyModelOf(one);
    const isTrying = model?.kind === "choice" && tries(model) && commonTag(model.steps) === undefined;
    around.push({ one, tries: isTrying });
    const all = model === undefined ? [] : checkersIn(model).map(visit);
    around.pop();
    const most = isTrying ? all.reduce((sum, each) => sum + each, 0) : Math.max(1, ...all);
    known.set(one, most);
    return most;
  };
  return visit(validator);
}

/** The key whose constant differs in each step of a choice. */
export function commonTag(
  steps: readonly Checker[],
): { readonly key: string; readonly values: readonly unknown[] } | undefined {
  const models = steps.map((step) => copyModelOf(step));
  const [first] = models;
  if (first?.kind !== "object") return undefined;
  for (const key of Object.keys(first.schema)) {
    const values = models.map((model) => (model === undefined ? undefined : tagValue(model, key)));
    if (values.every((value) => value !== undefined) && new Set(values).size === steps.length) return { key, values };
  }
  return undefined;
}

/** The constant that a value of the key must be; undefined if other values are valid too. */
function tagValue(model: Leaf | CopyModel, key: string): unknown {
  if (model.kind !== "object" || model.nullable || model.extra !== undefined || !Object.hasOwn(model.schema, key))
    return undefined;
  if (model.optional.has(key) || model.defaults.has(key) || model.dispose.has(key)) return undefined;
  const member = copyModelOf(model.schema[key] as Checker);
  const value = member?.kind === "leaf" ? member.only : undefined;
  return typeof value === "string" || typeof value === "boolean" ? value : undefined;
}
