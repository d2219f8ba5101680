/**
 * What the verdict of a validator is made from. Where every validator in it returns its input, or a copy of it, and
 * runs no code of the caller, it is `plain`: then each validator inside an AllOf or a condition tests the input itself.
 * The others test it where they are the first to get it; elsewhere the check is called.
 */
import { rulesOf } from "../../core/builtin.ts";
import type { SetModel } from "../../core/models/array.ts";
import { type Model, modelOf } from "../../core/models/index.ts";
import type { ChainModel, ChoiceModel, NullableModel, ReferenceModel } from "../../core/models/steps.ts";
import { dictionaryOf } from "../../core/params/discriminator.ts";
import type { ArrayRule } from "../../core/rules/container.ts";
import { type AnyArrayRule, arrayPartsOf, objectPartsOf } from "../../core/rules/index.ts";
import type { Leaf } from "../../core/rules/leaf.ts";
import { type Checker, isApplied } from "../../core/schemas/checker.ts";
import { reaching, resultFormOf } from "../../core/schemas/graph.ts";
import { Any } from "../../validators/any.ts";
import { Bool } from "../../validators/bool.ts";
import { Const } from "../../validators/const.ts";
import { Float } from "../../validators/float.ts";
import { Int } from "../../validators/int.ts";
import { Str } from "../../validators/str.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { copyModelOf } from "./copy-model.ts";

export type Condition =
  // A Set is never its input.
  | Exclude<Model, SetModel>
  | LikeCondition
  /** A value without members. */
  | { readonly kind: "leaf" }
  /** A function of the caller is called. */
  | { readonly kind: "applied" }
  /** The check is called. */
  | { readonly kind: "check" };

/** A value that equals another one, of plain objects and arrays. */
export interface LikeCondition {
  readonly kind: "like";
  readonly nullable: boolean;
  readonly value: unknown;
}

const CHECK: Condition = { kind: "check" };

/** Returns the condition of a validator where it is the first to get a value. */
export function conditionOf(validator: Checker): Condition {
  const leaf = rulesOf(validator);
  if (leaf !== undefined) return ofPlainLeaf(validator, leaf) ?? ofLeaf(validator);
  if (isApplied(validator)) return { kind: "applied" };
  const model = modelOf(validator);
  return (model && ofModel(validator, model)) ?? CHECK;
}

const isOdd = /*#__PURE__*/ reaching((one) => !isPlainAlone(one));

/** Returns whether a validator and all in it return their input and run no code of the caller. */
export const isPlain = (validator: Checker): boolean => resultFormOf(validator) === "input" && !isOdd(validator);

/** The same for a validator itself. */
function isPlainAlone(validator: Checker): boolean {
  const leaf = rulesOf(validator);
  if (leaf !== undefined) return ofPlainLeaf(validator, leaf) !== undefined;
  const model = modelOf(validator);
  if (model === undefined || model.kind === "set") return false;
  if (model.kind === "object") return !(model.changesKeys || model.copiesUnknown) && hasCode(model);
  if (model.kind === "list") return !changesItems(model) && hasCode(model);
  return model.kind !== "reference" || isFollowed(model);
}

const isFollowed = ({ maxdepth, target }: ReferenceModel): boolean => maxdepth === undefined && target !== undefined;

const changesItems = ({ unique, sort, as }: Model & { readonly kind: "list" }): boolean =>
  unique || sort !== undefined || as !== undefined;

const hasCode = (model: Model & { readonly kind: "list" | "object" }): boolean =>
  model.kind === "object"
    ? model.rules.every((rule) => objectPartsOf(rule).verdict !== undefined)
    : model.rules.every(
        (rule: ArrayRule) => arrayPartsOf(rule as AnyArrayRule).verdict !== undefined || rule.test !== undefined,
      );

function ofModel(validator: Checker, model: Model): Condition | undefined {
  switch (model.kind) {
    case "object": {
      const { copiesUnknown, skip_blank, rules, patterns, dependent_schemas, extra, nulls } = model;
      // These are about all keys, also those whose null counts as missing.
      if (nulls.length > 0 && (model.lengths.isGiven || model.keys !== undefined)) return undefined;
      if (copiesUnknown || skip_blank || model.renamesByCheck || !hasCode(model)) return undefined;
      // These get the result. A plain object has one value for each key, so `multikeys` and `nested` have no effect.
      const seesResult = rules.length + patterns.length > 0 || dependent_schemas !== undefined;
      if (extra !== undefined && !isPlain(extra[0])) return undefined;
      return !seesResult || isPlain(validator) ? model : undefined;
    }
    case "list": {
      const { unique, sort, as, rules, lengths } = model;
      const seesResult = rules.length > 0 || (unique && lengths.isGiven);
      if (sort !== undefined || as !== undefined || !hasCode(model)) return undefined;
      return !seesResult || isPlain(validator) ? model : undefined;
    }
    case "choice":
      return isChoiceOfSteps(validator, model) ? model : undefined;
    case "chain":
      return isTested(model) ? model : undefined;
    case "reference":
      return isFollowed(model) ? model : undefined;
    case "if":
    case "not":
      return isPlain(model.kind === "if" ? model.condition : model.item) ? model : undefined;
    case "closed":
      return isPlain(validator) ? model : undefined;
    case "set":
      return undefined;
    default:
      return model;
  }
}

/** A value is valid if a step accepts it, or just one. */
function isChoiceOfSteps(validator: Checker, { exclusive, by_type, discriminator, steps }: ChoiceModel): boolean {
  // The type of a value, or what `is` refuses to convert, may decide otherwise.
  if (exclusive || by_type !== undefined) return isPlain(validator);
  // A step that drops its tag unseen accepts any.
  return (
    discriminator === undefined ||
    !steps.some((step) => (ownValue(dictionaryOf(step), "dispose") as readonly string[])?.includes(discriminator))
  );
}

/** Each step of a chain tests the value itself. */
function isTested({ steps }: ChainModel): boolean {
  return steps.every((step, index) => {
    const next = steps[index + 1];
    if (index > 0 && !isApplied(step) && !isPlain(step)) return false;
    if (next === undefined) return true;
    // A function of the caller never gets the input itself, if that has members.
    return resultFormOf(step) === "input";
  });
}

/** Any other leaf may convert its value for the next step, call code of the caller, or read the clock. */
const LEAVES: ReadonlySet<unknown> = new Set([Any, Bool, Const, Float, Int, Str]);

function ofPlainLeaf(validator: Checker, { isOpaque, isInexact, convert, finish }: Leaf): Condition | undefined {
  if (!LEAVES.has(validator.constructor) || !validator.keepsInput()) return undefined;
  if (isOpaque) return validator.constructor === (Const as unknown) ? ofConstant(validator as never) : undefined;
  return isInexact || convert !== undefined || finish !== undefined ? undefined : { kind: "leaf" };
}

const ofLeaf = (validator: Checker): Condition => (copyModelOf(validator) === undefined ? CHECK : { kind: "leaf" });

interface Constant {
  readonly value: unknown;
  readonly nullable: boolean;
}

const ofConstant = ({ value, nullable }: Constant): Condition =>
  partsIn(value) <= MAX_COMPARED ? { kind: "like", nullable, value } : CHECK;

/**
 * Maximum number of values in a constant. Its parts may be the same object many times, which the check compares once.
 */
const MAX_COMPARED = 1000;

/** Returns the number of values in plain objects and arrays; infinity if there are values of another kind. */
function partsIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  if (!isArray(value) && !isPlainObject(value)) return Number.POSITIVE_INFINITY;
  let size = 1;
  for (const part of Object.values(value)) {
    size += partsIn(part);
    if (size > MAX_COMPARED) break;
  }
  return size;
}

/** The validators that all have to accept the value itself. */
export function stepsOf(condition: ChainModel | NullableModel | ReferenceModel): readonly Checker[] {
  if (condition.kind === "chain") return condition.steps;
  return [condition.kind === "nullable" ? condition.item : (condition.target as Checker)];
}

/** The validators whose conditions the condition of a validator consists of. */
export function innerOf(condition: Condition): readonly Checker[] {
  switch (condition.kind) {
    case "object": {
      const { list, extra = [], patterns, keys, dependent_schemas: dependent } = condition;
      const more = [...extra, ...patterns.map(({ validator }) => validator), ...(keys ? [keys] : [])];
      return [...list, ...more, ...Object.values(dependent?.schemas ?? {})];
    }
    case "list": {
      const { prefix, item, contains } = condition;
      return [...prefix, item, ...(contains ? [contains.item] : [])];
    }
    case "tuple":
      return condition.rest === undefined ? condition.items : [...condition.items, condition.rest];
    case "choice":
      return condition.steps;
    case "chain":
    case "nullable":
    case "reference":
      return stepsOf(condition);
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

/** The validators among them that do not get the value as it was given, or convert it to decide about others. */
export function looseIn(condition: Condition): readonly Checker[] {
  switch (condition.kind) {
    case "object": {
      const { patterns, dependent_schemas: dependent } = condition;
      return [...patterns.map(({ validator }) => validator), ...Object.values(dependent?.schemas ?? {})];
    }
    case "list":
      return condition.contains ? [condition.contains.item] : [];
    case "choice":
      return condition.exclusive ? condition.steps : [];
    case "chain":
      return condition.steps.slice(1);
    case "if":
      return [condition.condition];
    case "not":
      return [condition.item];
    case "closed":
      return condition.rest === undefined ? [] : [condition.rest];
    default:
      return [];
  }
}

/** The condition also holds for null. */
export const takesNull = (condition: Condition): boolean =>
  condition.kind === "nullable" || (Object.hasOwn(condition, "nullable") && (condition as LikeCondition).nullable);
