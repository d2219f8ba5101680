/** The parameters of validators, and their comparison. */
import { Equals, sameObjects } from "../../values/equal.ts";
import { ownValue } from "../../values/input.ts";
import { hasRoomAt } from "../../values/stack.ts";
import { timeOf } from "../../values/temporal.ts";
import { expectFlag } from "../contracts.ts";
import { ANNOTATIONS, annotationParams } from "./annotations.ts";
import { type Checker, type CheckerClass, isChecker } from "./checker.ts";
import type { Meta } from "./meta.ts";

/**
 * Marks the form of arguments that `load` uses, all parameters in one object: it cannot be mistaken for a first
 * argument.
 */
export class AllParams {
  static readonly #all = new WeakSet<object>();
  readonly values: Record<string, unknown>;

  constructor(values: Record<string, unknown>) {
    this.values = values;
    AllParams.#all.add(values);
  }

  /** Whether the parameters were given in this form: by the library, and not by a program. */
  static has(values: object): boolean {
    return AllParams.#all.has(values);
  }
}

/** The parameters of a class. */
export type Params = Readonly<Record<string, { readonly required?: boolean; readonly isFlag?: boolean } | undefined>>;

/** Whether a parameter has its default: undefined, or false for a flag. */
export const isDefault = (params: Params, name: string, value: unknown): boolean =>
  (value === undefined && !params[name]?.required) ||
  (value === false && (params[name] === expectFlag || params[name]?.isFlag === true));

/** Whether the class of a validator has a parameter. */
export const hasParam = (validator: Checker, name: string): boolean =>
  Object.hasOwn((validator.constructor as unknown as CheckerClass).params, name);

/**
 * The parameters that differ from their defaults (undefined, or false for a flag), in the order of the class's table,
 * followed by those of all classes.
 * @param known values that are not read from the validator.
 */
export function paramsOf(validator: Checker, known: object = {}): [name: string, value: unknown][] {
  const { params } = validator.constructor as unknown as CheckerClass;
  return Object.keys(params)
    .map((name): [string, unknown] => [name, ownValue(Object.hasOwn(known, name) ? known : validator, name)])
    .filter(([name, value]) => !isDefault(params as Params, name, value))
    .concat(annotationParams(validator));
}

/**
 * The first parameter that is set, no annotation, and not one that `isKnown`. A reader of validators declines those
 * that have one, instead of ignoring it; `native/core/dump/params.hpp` does the same for C++.
 */
export const otherParam = (validator: Checker, isKnown: (name: string) => boolean): string | undefined =>
  paramsOf(validator).find(([name]) => !isKnown(name) && !ANNOTATIONS.includes(name))?.[0];

/** A validator of the same class and with the same parameters, except for `changes`. */
export function withChanges<C extends Checker>(validator: C, changes: object): C {
  const made = validator.constructor as unknown as new (all: AllParams) => C;
  return new made(new AllParams({ ...Object.fromEntries(paramsOf(validator)), ...changes }));
}

/** A validator of the same class and with the same parameters, except for its metadata. */
export const withMeta = <C extends Checker>(validator: C, meta: Meta): C => withChanges(validator, { meta });

/** Pairs found equal in the current comparison, which may be nested. */
let comparing: Comparison | undefined;

class Comparison extends Equals {
  /** Validators that are still to be compared: the stack had no room for it. */
  readonly pending: (readonly [Checker, Checker])[] = [];
  /** How many comparisons run, each inside the one before. */
  depth = 0;
}

/** Same class and same parameters. Shared validators and data are compared once. */
export function sameParams(a: Checker, b: Checker): boolean {
  if (a.constructor !== b.constructor) return false;
  if (comparing !== undefined && hasRoomAt(comparing.depth)) return sameValidators(a, b, comparing);
  if (comparing !== undefined) {
    comparing.pending.push([a, b]);
    return true;
  }
  comparing = new Comparison();
  // Compiled here: where the recursion ends, the stack may have no room for it.
  comparing.add(comparing, comparing);
  try {
    const { pending } = comparing;
    pending.push([a, b]);
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      if (!sameValidators(...pair, comparing)) return false;
    }
    return true;
  } finally {
    comparing = undefined;
  }
}

function sameValidators(a: Checker, b: Checker, equals: Comparison): boolean {
  if (equals.has(a, b)) return true;
  const [ours, theirs] = [paramsOf(a), paramsOf(b)];
  equals.depth++;
  const isSame =
    ours.length === theirs.length &&
    ours.every(([name, value], index) => {
      const [theirName, theirValue] = theirs[index] as (typeof theirs)[number];
      return name === theirName && sameParam(value, theirValue, equals);
    });
  equals.depth--;
  if (isSame) equals.add(a, b);
  return isSame;
}

/** As `equal`, with validators compared by their parameters at any depth. */
function sameParam(a: unknown, b: unknown, equals: Comparison): boolean {
  if (Object.is(a, b)) return true;
  if (isChecker(a)) return a.equals(b);
  // 0 and -0 are one parameter.
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return a === b;
  if (equals.has(a, b)) return true;
  // Two invalid Dates are the same parameter.
  const isSame = Number.isNaN(timeOf(a))
    ? Number.isNaN(timeOf(b))
    : sameObjects(a, b, (left, right) => sameParam(left, right, equals));
  if (isSame) equals.add(a, b);
  return isSame;
}
