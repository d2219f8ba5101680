/** Parameters of List: in which order its items are, and the kind of array that they become. */
import { isPlainObject, ownValue } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import { TYPED_ARRAYS, type TypedArrayName } from "../../values/typed-arrays.ts";
import { expectCallable, ValueError } from "../contracts.ts";
import type { Ascending } from "../rules/ascending.ts";
import { paramName } from "../schemas/checker.ts";
import { withChanges } from "../schemas/params.ts";
import type { AnyValidator } from "../types.ts";
import { type Contract, frozenClasses, type Validator } from "../validator.ts";
import type { ValueFunction } from "./function.ts";
import { choice, flag, integer, maybeValidators, validator } from "./shared.ts";

/** The kind of typed array that the result is. */
export const typedArrayName: Contract<TypedArrayName | undefined> = /*#__PURE__*/ choice(
  /*#__PURE__*/ Object.keys(TYPED_ARRAYS) as TypedArrayName[],
);

/** The validator of items: with `as`, one whose numbers fit into the typed array. */
export const itemOf: Contract<Validator> = (owner, attr, value, given) =>
  fitting(owner, attr, validator(owner, attr, value, given), given);

/** As `itemOf`, for the validators of the first items. */
export const prefixOf: Contract<readonly Validator[] | undefined, readonly AnyValidator[]> = (
  owner,
  attr,
  value,
  given,
) => {
  const prefix = maybeValidators(owner, attr, value);
  return prefix && Object.freeze(prefix.map((one) => fitting(owner, attr, one, given)));
};

type Bound = number | bigint | undefined;
interface Limited extends Validator {
  readonly nullable: boolean;
  readonly inf?: boolean;
  readonly bigint?: boolean;
  readonly unsafe?: boolean;
  readonly min: Bound;
  readonly max: Bound;
  readonly exclusive_min: Bound;
  readonly exclusive_max: Bound;
}

/**
 * Returns the validator, with the limits of the typed array where it has none itself.
 * @throws ValueError if some of its results do not fit.
 */
function fitting(owner: Validator, attr: string, item: Validator, given: object | undefined): Validator {
  const as = given && ownValue(given, "as");
  if (typeof as !== "string" || !Object.hasOwn(TYPED_ARRAYS, as)) return item;
  const { range, isInteger } = TYPED_ARRAYS[as as TypedArrayName];
  const refuse = (what: string): never => {
    throw new ValueError(`${paramName(owner, attr)} should be ${what} for ${literal(as)}`);
  };
  const name = frozenClasses.has(item.constructor as never) && item.constructor.name;
  const { nullable, inf, bigint, unsafe, min, max, exclusive_min, exclusive_max } = item as Limited;
  if (name !== "Int" && (isInteger || name !== "Float")) refuse(isInteger ? "Int" : "Float or Int");
  if (nullable) refuse("not nullable");
  const isBig = typeof range?.[0] === "bigint";
  if (bigint && !isBig) refuse("without bigint");
  if (range === undefined || (name === "Int" && !isInteger && !unsafe) || inf) return item;
  // All are numbers, or all are bigints; limits of the item compare by value.
  const [least, most] = range as readonly [number, number];
  // An exclusive limit may be the integer beyond.
  const step = (isBig ? 1n : isInteger ? 1 : 0) as number;
  const limits: readonly (readonly [limit: Bound, from: number, to: number])[] = [
    [min, least, most],
    [max, least, most],
    [exclusive_min, least - step, most],
    [exclusive_max, least, most + step],
  ];
  if (limits.some(([limit, from, to]) => limit !== undefined && (limit < from || limit > to)))
    refuse(`within ${least} and ${most}`);
  const changes = {
    ...(isBig && !bigint && { bigint: true }),
    ...(min === undefined && exclusive_min === undefined && { min: least }),
    ...(max === undefined && exclusive_max === undefined && { max: most }),
  };
  return Object.keys(changes).length === 0 ? item : withChanges(item, changes);
}

/** A direction: an integer above or below 0. With 0, items are not sorted. */
export const direction: Contract<number | undefined> = (owner, attr, value) => integer(owner, attr, value) || undefined;

/** The sort key of items. `sort` is checked before it. */
export const sortKey: Contract<ValueFunction | undefined> = (owner, attr, value) =>
  expectCallable<ValueFunction>(owner, attr, value, { nullable: true });

/** Items in order: `true`, or by what a function returns. */
export const ascending: Contract<Ascending | undefined, boolean | Ascending> = (owner, attr, value) => {
  if (!isPlainObject(value)) return flag(owner, attr, value) || undefined;
  const { by, ...others } = value as { readonly by?: unknown };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`${paramName(owner, attr)} has the unknown key ${literal(unknown)}`);
  return Object.freeze({ by: expectCallable<ValueFunction>(owner, `${attr}.by`, by) as ValueFunction });
};
