/**
 * Finds the closest alternative. If all steps of a `OneOf` refuse a value, each has errors, though the value was meant
 * for one of them. Issues begin with those of the closest step; `errors` stay in the order of the steps.
 */
import { isArray, typeName } from "../../values/input.ts";
import { ARRANGE, isAlternative, isStep, type PathNode, type StepMarker, sameNode } from "./context.ts";
import type { Alternative } from "./issue.ts";
import type { ValidationError } from "./validation-error.ts";

/** An error, as it is arranged; or a failure of a compiled validator. */
export interface Located {
  readonly context: readonly PathNode[];
}

/** An error and its alternative. */
export interface Placed<E extends Located = ValidationError> {
  readonly error: E;
  alternative?: Alternative;
  /** The errors of other alternatives that state the same fact: see `facts.ts`. */
  others?: E[];
}

/** What is wrong: the value is none of some options, or one that is excluded; it has a wrong type; it is its key. */
export type Kind = "options" | "forbidden" | "type" | "key";

/** Reads what errors say. */
export interface Reader<E> {
  /** Undefined for any other reason. */
  kindOf(error: E): Kind | undefined;
  expectedOf(error: E): unknown;
  /** The name of the type of the value. */
  valueTypeOf(error: E): string;
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
const isClosest = ({ alternative }: Pick<Placed, "alternative">): boolean => alternative?.closest !== false;

/**
 * Removes from the steps of a OneOf what earlier ones say too.
 * @returns what all of them say, which belongs to no alternative.
 */
type Join<E extends Located> = (steps: Placed<E>[][]) => ReadonlySet<Placed<E>>;

/** How errors are arranged. */
export interface ArrangeOptions<E extends Located> {
  readonly reader: Reader<E>;
  /** The error after which further ones were not collected. */
  readonly cut: Placed<E> | undefined;
  readonly join?: Join<E>;
}

/** Arranges errors whose contexts begin with the same `level` nodes. */
export function arrange<E extends Located>(
  errors: Placed<E>[],
  options: ArrangeOptions<E>,
  level = 0,
  nesting = 0,
): Placed<E>[] {
  const [first] = errors;
  if (first === undefined || nesting > MAX_NESTING) return errors;
  let shared = level;
  while (errors.every((one) => hasSame(one, first, shared))) shared++;
  const groups = groupsAt(errors, shared);
  const parts: Placed<E>[][] = [];
  for (let index = 0; index < groups.length; ) {
    const steps = stepsFrom(groups, index, shared);
    const members = groups.slice(index, index + Math.max(steps, 1));
    const inner = members.map((group) =>
      nodeAt(group, shared) === undefined ? group : arrange(group, options, shared + 1, nesting + 1),
    );
    parts.push(...(steps > 1 ? closestOf(inner, members, shared, options) : inner));
    index += members.length;
  }
  return parts.flat();
}

const nodeAt = (errors: readonly Placed<Located>[], level: number): PathNode | undefined =>
  errors[0]?.error.context[level];

function hasSame(
  { error: { context: a } }: Placed<Located>,
  { error: { context: b } }: Placed<Located>,
  level: number,
): boolean {
  return level < a.length && level < b.length && sameNode(a[level] as PathNode, b[level] as PathNode);
}

/** Groups adjacent errors that have the same node at `level`. */
function groupsAt<E extends Located>(errors: readonly Placed<E>[], level: number): Placed<E>[][] {
  const groups: Placed<E>[][] = [];
  let last: Placed<E> | undefined;
  for (const one of errors) {
    if (last !== undefined && hasSame(last, one, level)) groups.at(-1)?.push(one);
    else groups.push([one]);
    last = one;
  }
  return groups;
}

/** The number of groups from `index` on that belong to steps of a OneOf. */
function stepsFrom(groups: readonly Placed<Located>[][], index: number, level: number): number {
  let end = index;
  while (end < groups.length && isAlternative(nodeAt(groups[end] as Placed<Located>[], level))) end++;
  return end - index;
}

/** The key of errors about the value itself. */
const WHOLE = Symbol("whole");

/** The key of the value where the error is, from `level` on in its context; undefined if it is further down. */
function keyAtLevel({ context }: Located, level: number): PathNode | typeof WHOLE | undefined {
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
function tagsIn<E extends Located>(
  steps: readonly (readonly E[])[],
  level: number,
  reader: Reader<E>,
): ReadonlyMap<unknown, number> {
  const tags = new Map<unknown, number>();
  for (const step of steps) {
    const keys = new Map<unknown, number>();
    for (const error of step) {
      const kind = reader.kindOf(error);
      const weight = kind === "forbidden" ? steps.length : kind === "options" ? 1 : 0;
      const key = keyAtLevel(error, level);
      if (weight > 0 && key !== undefined) keys.set(key, Math.max(weight, keys.get(key) ?? 0));
    }
    for (const [key, weight] of keys) tags.set(key, weight + (tags.get(key) ?? 0));
  }
  return tags;
}

/** Orders the alternatives of a OneOf whose steps are at `level` in contexts. */
function closestOf<E extends Located>(
  parts: readonly Placed<E>[][],
  groups: readonly Placed<E>[][],
  level: number,
  { reader, cut, join }: ArrangeOptions<E>,
): Placed<E>[][] {
  const closest = parts.map((part) => part.filter(isClosest).map(({ error }) => error));
  const tags = tagsIn(closest, level + 1, reader);
  const branches = parts.map((part, index) => {
    const group = groups[index] as Placed<E>[];
    const { num } = nodeAt(group, level) as StepMarker;
    const isCut = group.at(-1) === cut;
    return { part, num, distance: distanceOf(closest[index] as E[], tags, level + 1, isCut, reader) };
  });
  branches.sort((a, b) => compare(a.distance, b.distance));
  const of = branches.length;
  const arranged = branches.map(({ part }) => part);
  const common = join?.(arranged);
  for (const [rank, { num }] of branches.entries()) {
    for (const one of arranged[rank] as Placed<E>[]) {
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
function distanceOf<E extends Located>(
  closest: readonly E[],
  tags: ReadonlyMap<unknown, number>,
  level: number,
  isCut: boolean,
  reader: Reader<E>,
): number[] {
  let fails = 0;
  for (const error of closest)
    if (reader.kindOf(error) !== undefined) fails = Math.max(fails, tags.get(keyAtLevel(error, level)) ?? 0);
  let refused = 0;
  for (const error of closest)
    if (keyAtLevel(error, level) === WHOLE) refused = Math.max(refused, unlike(error, reader));
  let depth = 0;
  for (const { context } of closest) depth = Math.max(depth, context.length);
  return [fails, refused, isCut ? Number.POSITIVE_INFINITY : closest.length, -depth];
}

/** Ranks a failure by its dissimilarity: 1 for a wrong type; 2 if the step would only have accepted null. */
function unlike<E>(error: E, reader: Reader<E>): number {
  const kind = reader.kindOf(error);
  if (kind === "type") return 1;
  if (kind !== "options") return 0;
  const expected = reader.expectedOf(error);
  const options: readonly unknown[] = isArray(expected) ? expected : [expected];
  if (options.every((one) => one === null)) return 2;
  const type = jsonType(reader.valueTypeOf(error));
  return options.some((one) => jsonType(typeName(one)) === type) ? 0 : 1;
}

/** To JSON, integers are numbers. */
const jsonType = (type: string): string => (type === "integer" ? "number" : type);

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((number, at) => number !== b[at]);
  return index < 0 ? 0 : (a[index] as number) - (b[index] as number);
}
