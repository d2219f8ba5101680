/**
 * Finds the closest alternative. If all steps of a `OneOf` refuse a value, each has errors, though the value was meant
 * for one of them. Issues begin with those of the closest step; `errors` stay in the order of the steps.
 */
import { isArray, typeName } from "../../values/input.ts";
import { ARRANGE, isAlternative, isStep, type PathNode, type StepMarker, sameNode } from "./context.ts";
import { ForbiddenValueError, InvalidTypeError, MappingKeyError, OptionsError, ValidationError } from "./errors.ts";
import type { Alternative } from "./issue.ts";

/** An error and its alternative. */
export interface Placed {
  readonly error: ValidationError;
  alternative?: Alternative;
  /** The errors of other alternatives that state the same fact: see `facts.ts`. */
  others?: ValidationError[];
}

/** Maximum nesting of groups of errors. Errors nested deeper keep their order: each level takes stack. */
const MAX_NESTING = 500;

/** Returns the errors of `error`; for each OneOf, those of the closest step come first. */
export const closestFirst = (error: ValidationError): Placed[] => arranged(error);

/** Returns the text that a formatter of the caller has for an error; undefined if a language writes the messages. */
export type TextOf = (error: ValidationError) => string | undefined;

/** As `closestFirst`, but what several steps of a OneOf say is there once. */
export const factsOf = (error: ValidationError, textOf: TextOf): Placed[] => arranged(error, textOf);

/** The function of markers that arranges errors with alternatives; given `textOf`, it joins them. */
export type Arrangement = (errors: Placed[], cut: Placed | undefined, textOf: TextOf | undefined) => Placed[];

function arranged(error: ValidationError, textOf?: TextOf): Placed[] {
  const errors = Array.from(error, (one): Placed => ({ error: one }));
  for (const { context } of error) {
    const step = context.find(isAlternative);
    if (step === undefined) continue;
    return (step[ARRANGE] as Arrangement)(errors, error.truncated ? errors.at(-1) : undefined, textOf);
  }
  return errors;
}

/** False if another alternative is closer. */
const isClosest = ({ alternative }: Placed): boolean => alternative?.closest !== false;

/**
 * Removes from the steps of a OneOf what earlier ones say too.
 * @returns what all of them say, which belongs to no alternative.
 */
type Join = (steps: Placed[][]) => ReadonlySet<Placed>;

/**
 * Arranges errors whose contexts begin with the same `level` nodes.
 * @param cut the error after which further ones were not collected.
 */
export function arrange(
  errors: Placed[],
  level: number,
  cut: Placed | undefined,
  nesting: number,
  join?: Join,
): Placed[] {
  const [first] = errors;
  if (first === undefined || nesting > MAX_NESTING) return errors;
  let shared = level;
  while (errors.every((one) => hasSame(one, first, shared))) shared++;
  const groups = groupsAt(errors, shared);
  const parts: Placed[][] = [];
  for (let index = 0; index < groups.length; ) {
    const steps = stepsFrom(groups, index, shared);
    const members = groups.slice(index, index + Math.max(steps, 1));
    const inner = members.map((group) =>
      nodeAt(group, shared) === undefined ? group : arrange(group, shared + 1, cut, nesting + 1, join),
    );
    parts.push(...(steps > 1 ? closestOf(inner, members, shared, cut, join) : inner));
    index += members.length;
  }
  return parts.flat();
}

const nodeAt = (errors: readonly Placed[], level: number): PathNode | undefined => errors[0]?.error.context[level];

function hasSame({ error: { context: a } }: Placed, { error: { context: b } }: Placed, level: number): boolean {
  return level < a.length && level < b.length && sameNode(a[level] as PathNode, b[level] as PathNode);
}

/** Groups adjacent errors that have the same node at `level`. */
function groupsAt(errors: readonly Placed[], level: number): Placed[][] {
  const groups: Placed[][] = [];
  let last: Placed | undefined;
  for (const one of errors) {
    if (last !== undefined && hasSame(last, one, level)) groups.at(-1)?.push(one);
    else groups.push([one]);
    last = one;
  }
  return groups;
}

/** The number of groups from `index` on that belong to steps of a OneOf. */
function stepsFrom(groups: readonly Placed[][], index: number, level: number): number {
  let end = index;
  while (end < groups.length && isAlternative(nodeAt(groups[end] as Placed[], level))) end++;
  return end - index;
}

/** The key of errors about the value itself. */
const WHOLE = Symbol("whole");

/** The key of the value where the error is, from `level` on in its context; undefined if it is further down. */
function keyOf({ context }: ValidationError, level: number): PathNode | typeof WHOLE | undefined {
  let key: PathNode | typeof WHOLE = WHOLE;
  for (let index = level; index < context.length; index++) {
    const node = context[index] as PathNode;
    if (isStep(node)) continue;
    if (key !== WHOLE) return undefined;
    key = node;
  }
  return key;
}

/**
 * The keys whose values some steps prescribe or exclude, and how much it tells of a step that it refuses the value: a
 * tag is refused by all steps but one, another constant only by those that have it. A step that excludes a value leaves
 * it to others.
 */
function tagsIn(steps: readonly (readonly ValidationError[])[], level: number): ReadonlyMap<unknown, number> {
  const tags = new Map<unknown, number>();
  for (const step of steps) {
    const keys = new Map<unknown, number>();
    for (const error of step) {
      const weight = error instanceof ForbiddenValueError ? steps.length : error instanceof OptionsError ? 1 : 0;
      const key = keyOf(error, level);
      if (weight > 0 && key !== undefined) keys.set(key, Math.max(weight, keys.get(key) ?? 0));
    }
    for (const [key, weight] of keys) tags.set(key, weight + (tags.get(key) ?? 0));
  }
  return tags;
}

/** Orders the alternatives of a OneOf whose steps are at `level` in contexts. */
function closestOf(
  parts: readonly Placed[][],
  groups: readonly Placed[][],
  level: number,
  cut: Placed | undefined,
  join: Join | undefined,
): Placed[][] {
  const closest = parts.map((part) => part.filter(isClosest).map(({ error }) => error));
  const tags = tagsIn(closest, level + 1);
  const branches = parts.map((part, index) => {
    const group = groups[index] as Placed[];
    const { num } = nodeAt(group, level) as StepMarker;
    const isCut = group.at(-1) === cut;
    return { part, num, distance: distanceOf(closest[index] as ValidationError[], tags, level + 1, isCut) };
  });
  branches.sort((a, b) => compare(a.distance, b.distance));
  const of = branches.length;
  const arranged = branches.map(({ part }) => part);
  const common = join?.(arranged);
  for (const [rank, { num }] of branches.entries()) {
    for (const one of arranged[rank] as Placed[]) {
      if (common?.has(one)) continue;
      if (one.alternative === undefined) one.alternative = { step: num, of, closest: rank === 0 };
      else if (rank > 0) one.alternative = { ...one.alternative, closest: false };
    }
  }
  return arranged;
}

/**
 * The distance between the value and what a step expects, the most significant number first: how much the tags tell at
 * which it fails; whether it is refused as a whole; the number of failures; and their depth.
 * @param isCut true if there are more failures.
 */
function distanceOf(
  closest: readonly ValidationError[],
  tags: ReadonlyMap<unknown, number>,
  level: number,
  isCut: boolean,
): number[] {
  let fails = 0;
  for (const error of closest) if (isOfValue(error)) fails = Math.max(fails, tags.get(keyOf(error, level)) ?? 0);
  let refused = 0;
  for (const error of closest) if (keyOf(error, level) === WHOLE) refused = Math.max(refused, unlike(error));
  let depth = 0;
  for (const { context } of closest) depth = Math.max(depth, context.length);
  return [fails, refused, isCut ? Number.POSITIVE_INFINITY : closest.length, -depth];
}

/** Whether an error may be that of a wrong tag. */
const isOfValue = (error: ValidationError): boolean =>
  error instanceof OptionsError ||
  error instanceof ForbiddenValueError ||
  error instanceof InvalidTypeError ||
  error instanceof MappingKeyError;

/** Ranks a failure by its dissimilarity: 1 for a wrong type; 2 if the step would only have accepted null. */
function unlike(error: ValidationError): number {
  if (error instanceof InvalidTypeError) return 1;
  if (!(error instanceof OptionsError)) return 0;
  const { expected } = error;
  const options: readonly unknown[] = isArray(expected) ? expected : [expected];
  if (options.every((one) => one === null)) return 2;
  const type = jsonType(ValidationError.valueType(error));
  return options.some((one) => jsonType(typeName(one)) === type) ? 0 : 1;
}

/** To JSON, integers are numbers. */
const jsonType = (type: string): string => (type === "integer" ? "number" : type);

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((number, at) => number !== b[at]);
  return index < 0 ? 0 : (a[index] as number) - (b[index] as number);
}
