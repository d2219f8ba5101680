/**
 * Finds the validators that return their input, or a copy of it, and run no code of the caller: every validator inside
 * an AllOf then tests the input itself, so a verdict is a condition without any state.
 */
import { rulesOf } from "../../core/builtin.ts";
import type { SetModel } from "../../core/models/array.ts";
import { type Model, modelOf } from "../../core/models/index.ts";
import type { ChainModel, NullableModel, ReferenceModel } from "../../core/models/steps.ts";
import type { ArrayRule } from "../../core/rules/container.ts";
import { type AnyArrayRule, arrayPartsOf, objectPartsOf } from "../../core/rules/index.ts";
import type { Leaf } from "../../core/rules/leaf.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import { Any } from "../../validators/any.ts";
import { Bool } from "../../validators/bool.ts";
import { Const } from "../../validators/const.ts";
import { Float } from "../../validators/float.ts";
import { Int } from "../../validators/int.ts";
import { Str } from "../../validators/str.ts";
import { isArray, isPlainObject } from "../../values/input.ts";

export type Condition =
  // A Set is never its input.
  | Exclude<Model, SetModel>
  | LikeCondition
  /** A value without members. */
  | { readonly kind: "leaf" }
  /** The check is called. */
  | { readonly kind: "check" };

/** A value that equals another one, of plain objects and arrays. */
export interface LikeCondition {
  readonly kind: "like";
  readonly nullable: boolean;
  readonly value: unknown;
}

/** Returns the condition of a validator; undefined if its verdict depends on more than the value. */
export function conditionOf(validator: Checker): Condition | undefined {
  const leaf = rulesOf(validator);
  if (leaf !== undefined) return ofLeaf(validator, leaf);
  const model = modelOf(validator);
  return model && ofModel(model);
}

function ofModel(model: Model): Condition | undefined {
  switch (model.kind) {
    case "object": {
      const { unknown, defaults, dispose, skip_blank, copiesUnknown, rules } = model;
      // A plain object has one value for each key, so `multikeys` has no effect.
      const keepsKeys =
        unknown !== "strip" && defaults.size === 0 && dispose.size === 0 && !skip_blank && !model.renames;
      const haveCode = rules.every((rule) => objectPartsOf(rule).verdict !== undefined);
      return keepsKeys && haveCode && !copiesUnknown ? model : undefined;
    }
    case "list": {
      const { unique, sort, as, rules } = model;
      const haveCode = rules.every(
        (rule: ArrayRule) => arrayPartsOf(rule as AnyArrayRule).verdict !== undefined || rule.test !== undefined,
      );
      return haveCode && !unique && sort === undefined && as === undefined ? model : undefined;
    }
    case "reference":
      return model.maxdepth === undefined && model.target !== undefined ? model : undefined;
    case "set":
      return undefined;
    default:
      return model;
  }
}

/** Any other leaf may convert its value for the next step, call code of the caller, or read the clock. */
const LEAVES: ReadonlySet<unknown> = new Set([Any, Bool, Const, Float, Int, Str]);

function ofLeaf(validator: Checker, { isOpaque, isInexact, convert, finish }: Leaf): Condition | undefined {
  if (!LEAVES.has(validator.constructor) || !validator.keepsInput()) return undefined;
  if (isOpaque) return validator.constructor === (Const as unknown) ? ofConstant(validator as never) : undefined;
  return isInexact || convert !== undefined || finish !== undefined ? undefined : { kind: "leaf" };
}

interface Constant {
  readonly value: unknown;
  readonly nullable: boolean;
}

const ofConstant = ({ value, nullable }: Constant): Condition =>
  sizeOf(value) <= MAX_COMPARED ? { kind: "like", nullable, value } : { kind: "check" };

/**
 * Maximum number of values in a constant. Its parts may be the same object many times, which the check compares once.
 */
const MAX_COMPARED = 1000;

/** Returns the number of values in plain objects and arrays; infinity if there are values of another kind. */
function sizeOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  if (!isArray(value) && !isPlainObject(value)) return Number.POSITIVE_INFINITY;
  let size = 1;
  for (const part of Object.values(value)) {
    size += sizeOf(part);
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
      return condition.items;
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

/** The condition also holds for null. */
export const takesNull = (condition: Condition): boolean =>
  condition.kind === "nullable" || ("nullable" in condition && condition.nullable);
