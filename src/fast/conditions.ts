/**
 * The conditions of validators that return their input, or a copy of it, and run no code of the caller: every validator
 * inside an AllOf then tests the input itself, so a verdict is a condition without any state.
 */

import { rulesOf } from "../builtin.ts";
import { typesOf } from "../params/by-type.ts";
import { type KeyPattern, keyPatterns } from "../params/dict.ts";
import { type Leaf, takesAny } from "../rules/leaf.ts";
import { ANNOTATIONS } from "../schemas/annotations.ts";
import type { Checker } from "../schemas/checker.ts";
import { KnownParams } from "../schemas/known.ts";
import { referredBy } from "../schemas/registry.ts";
import { checkOf, type Validator } from "../validator.ts";
import { AllOf } from "../validators/all-of.ts";
import { Any } from "../validators/any.ts";
import { Bool } from "../validators/bool.ts";
import { Closed } from "../validators/closed.ts";
import { Const } from "../validators/const.ts";
import { Dict } from "../validators/dict.ts";
import { Float } from "../validators/float.ts";
import { If } from "../validators/if.ts";
import { Int } from "../validators/int.ts";
import { LazyRef } from "../validators/lazy-ref.ts";
import { List } from "../validators/list.ts";
import { Not } from "../validators/not.ts";
import { Nullable } from "../validators/nullable.ts";
import { OneOf } from "../validators/one-of.ts";
import { Str } from "../validators/str.ts";
import { Tuple } from "../validators/tuple.ts";
import { isArray, isPlainObject } from "../values/input.ts";

export type Condition =
  | ObjectCondition
  | ArrayCondition
  | AnyCondition
  | AllCondition
  | IfCondition
  | NotCondition
  | ClosedCondition
  | ModelCondition
  /** A value without members. */
  | { readonly kind: "leaf" }
  /** The check is called. */
  | { readonly kind: "check" };

/** A plain object. */
export interface ObjectCondition {
  readonly kind: "object";
  readonly nullable: boolean;
  readonly schema: Readonly<Record<string, Checker>>;
  readonly optional: ReadonlySet<unknown>;
  /** Other keys are forbidden. */
  readonly isClosed: boolean;
  readonly extra: readonly [keys: Checker, values: Checker] | undefined;
  readonly patterns: readonly KeyPattern[];
  readonly keys: Checker | undefined;
  /** Keys that are required beside those of the schema. */
  readonly required: readonly string[];
  readonly dependentRequired: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas: Readonly<Record<string, Checker>>;
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
}

/** An array. */
export interface ArrayCondition {
  readonly kind: "array";
  readonly nullable: boolean;
  readonly prefix: readonly Checker[];
  /** That of the items after those; undefined if there are none. */
  readonly item: Checker | undefined;
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
  readonly isUnique: boolean;
  /** The items after the first count as evaluated. */
  readonly evaluates: boolean;
  readonly contains: { readonly item: Checker; readonly min: number; readonly max: number } | undefined;
}

/** Some of the conditions, or exactly one of them. */
export interface AnyCondition {
  readonly kind: "any";
  readonly nullable: boolean;
  readonly steps: readonly Checker[];
  readonly isExclusive: boolean;
}

/** All conditions. */
export interface AllCondition {
  readonly kind: "all";
  readonly nullable: boolean;
  readonly steps: readonly Checker[];
  /** It is a reference by alias. */
  readonly isReference?: boolean;
}

/** One of two conditions, by another. */
export interface IfCondition {
  readonly kind: "if";
  readonly condition: Checker;
  readonly consequent: Checker | undefined;
  readonly alternate: Checker | undefined;
}

export interface NotCondition {
  readonly kind: "not";
  readonly item: Checker;
}

/** A condition, and one for the members that it has not evaluated; without it there must be none. */
export interface ClosedCondition {
  readonly kind: "closed";
  readonly item: Checker;
  readonly rest: Checker | undefined;
}

/** A value that equals a model of plain objects and arrays. */
export interface ModelCondition {
  readonly kind: "model";
  readonly nullable: boolean;
  readonly model: unknown;
}

interface DictGiven {
  readonly schema: Readonly<Record<string, Checker>> | undefined;
  readonly nullable: boolean;
  readonly optional: readonly unknown[] | undefined;
  readonly unknown: "forbid" | "strip" | "keep" | undefined;
  readonly extra: readonly [Checker, Checker] | undefined;
  readonly keys: Checker | undefined;
  readonly required: readonly string[] | undefined;
  readonly dependent_required: Readonly<Record<string, readonly string[]>> | undefined;
  readonly dependent_schemas: Readonly<Record<string, Checker>> | undefined;
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
}

function ofDict(given: DictGiven, params: KnownParams): Condition | undefined {
  // A plain object has one value for each key. The matchers of patterns are made with the validator.
  params.know("multikeys", "patterns", "backtrack");
  const { nullable, schema = {}, optional, unknown = "forbid", extra, keys, minlen, maxlen } = given;
  if (unknown === "strip") return undefined;
  return {
    kind: "object",
    ...{ nullable, schema, extra, keys, minlen, maxlen },
    optional: new Set(optional),
    isClosed: unknown === "forbid" && extra === undefined,
    patterns: keyPatterns.get(params.validator as Validator) ?? [],
    required: given.required ?? [],
    dependentRequired: given.dependent_required ?? {},
    dependentSchemas: given.dependent_schemas ?? {},
  };
}

interface ListGiven {
  readonly item: Checker;
  readonly nullable: boolean;
  readonly prefix: readonly Checker[] | undefined;
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
  readonly unique_items: boolean;
  readonly evaluates: boolean;
  readonly contains: Checker | undefined;
  readonly min_contains: number | undefined;
  readonly max_contains: number | undefined;
}

function ofList(given: ListGiven): Condition {
  const { item, nullable, prefix = [], minlen, maxlen, contains } = given;
  const { min_contains: min = 1, max_contains: max = Number.POSITIVE_INFINITY } = given;
  const leaf = rulesOf(item);
  return {
    kind: "array",
    ...{ item, nullable, prefix, minlen, maxlen, isUnique: given.unique_items },
    evaluates: given.evaluates || leaf === undefined || !takesAny(leaf),
    contains: contains && { item: contains, min, max },
  };
}

interface TupleGiven {
  readonly items: readonly Checker[];
  readonly nullable: boolean;
}

const ofTuple = ({ items, nullable }: TupleGiven): Condition => ({
  kind: "array",
  ...{ nullable, prefix: items, item: undefined, minlen: items.length, maxlen: items.length, isUnique: false },
  evaluates: false,
  contains: undefined,
});

interface StepsGiven {
  readonly steps: readonly Checker[];
  readonly nullable: boolean;
}

function ofOneOf(
  { steps, nullable, exclusive }: StepsGiven & { readonly exclusive?: boolean },
  params: KnownParams,
): Condition {
  // They select the only step that can accept the value.
  params.know("by_type", "discriminator");
  return { kind: "any", steps, nullable, isExclusive: exclusive === true && !areApart(steps) };
}

/** Returns whether no value is of a type that two of the validators take. */
function areApart(steps: readonly Checker[]): boolean {
  const types = steps.map((step) => typesOf(step as Validator));
  const all = types.flatMap((some) => some ?? []);
  return !types.includes(undefined) && new Set(all).size === all.length;
}

const ofAllOf = ({ steps, nullable }: StepsGiven): Condition => ({ kind: "all", steps, nullable });

interface IfGiven {
  readonly condition: Checker;
  readonly consequent: Checker | undefined;
  readonly alternate: Checker | undefined;
}

const ofIf = ({ condition, consequent, alternate }: IfGiven): Condition => ({
  kind: "if",
  ...{ condition, consequent, alternate },
});

interface ItemGiven {
  readonly item: Checker;
}

const ofNot = ({ item }: ItemGiven): Condition => ({ kind: "not", item });
const ofNullable = ({ item }: ItemGiven): Condition => ({ kind: "all", steps: [item], nullable: true });

const ofLazyRef = ({ use, maxdepth }: { readonly use: unknown; readonly maxdepth: unknown }): Condition | undefined => {
  const target = maxdepth === undefined ? referredBy(use) : undefined;
  return target && { kind: "all", steps: [target], nullable: false, isReference: true };
};

const ofClosed = ({ item, rest }: ItemGiven & { readonly rest: Checker | undefined }): Condition => ({
  kind: "closed",
  ...{ item, rest },
});

type ConditionOf = (given: never, params: KnownParams) => Condition | undefined;

const CLASSES: readonly (readonly [{ readonly prototype: Checker }, ConditionOf])[] = [
  [AllOf, ofAllOf],
  [Closed, ofClosed],
  [Dict, ofDict],
  [If, ofIf],
  [LazyRef, ofLazyRef],
  [List, ofList],
  [Not, ofNot],
  [Nullable, ofNullable],
  [OneOf, ofOneOf],
  [Tuple, ofTuple],
];

/** By check: see `ir-of.ts`. */
const byCheck = new Map(CLASSES.map(([of, conditionOfIt]) => [of.prototype.check, conditionOfIt]));

/** Returns the condition of a validator; undefined if its verdict depends on more than the value. */
export function conditionOf(validator: Checker): Condition | undefined {
  const leaf = rulesOf(validator);
  if (leaf !== undefined) return ofLeaf(validator, leaf);
  const ofIt = byCheck.get(checkOf(validator));
  if (ofIt === undefined) return undefined;
  const params = new KnownParams(validator);
  params.know(...ANNOTATIONS);
  const condition = ofIt(params.given as never, params);
  return params.unknown === undefined ? condition : undefined;
}

/** Any other leaf may convert its value for the next step, call code of the caller, or read the clock. */
const LEAVES: ReadonlySet<unknown> = new Set([Any, Bool, Const, Float, Int, Str]);

function ofLeaf(validator: Checker, { isOpaque, isInexact, convert, finish }: Leaf): Condition | undefined {
  if (!LEAVES.has(validator.constructor) || !validator.keepsInput()) return undefined;
  if (isOpaque) return validator.constructor === (Const as unknown) ? ofModel(validator as never) : undefined;
  return isInexact || convert !== undefined || finish !== undefined ? undefined : { kind: "leaf" };
}

interface ConstGiven {
  readonly value: unknown;
  readonly nullable: boolean;
}

const ofModel = ({ value: model, nullable }: ConstGiven): Condition =>
  sizeOf(model) <= MAX_MODEL ? { kind: "model", nullable, model } : { kind: "check" };

/** Maximum number of values in a model. Its parts may be the same object many times, which the check compares once. */
const MAX_MODEL = 1000;

/** Returns the number of values in plain objects and arrays; infinity if there are values of another kind. */
function sizeOf(model: unknown): number {
  if (typeof model !== "object" || model === null) return 1;
  if (!isArray(model) && !isPlainObject(model)) return Number.POSITIVE_INFINITY;
  let size = 1;
  for (const part of Object.values(model)) {
    size += sizeOf(part);
    if (size > MAX_MODEL) break;
  }
  return size;
}

/** The validators whose conditions the condition of a validator consists of. */
export function partsOf(condition: Condition): readonly Checker[] {
  switch (condition.kind) {
    case "object": {
      const { schema, extra = [], patterns, keys, dependentSchemas } = condition;
      const more = [...extra, ...patterns.map(({ validator }) => validator), ...(keys ? [keys] : [])];
      return [...Object.values(schema), ...more, ...Object.values(dependentSchemas)];
    }
    case "array": {
      const { prefix, item, contains } = condition;
      return [...prefix, item, contains?.item].filter((one) => one !== undefined);
    }
    case "any":
    case "all":
      return condition.steps;
    case "if":
      return [condition.condition, condition.consequent, condition.alternate].filter((one) => one !== undefined);
    case "not":
      return [condition.item];
    case "closed":
      return [condition.item, condition.rest].filter((one) => one !== undefined);
    default:
      return [];
  }
}
