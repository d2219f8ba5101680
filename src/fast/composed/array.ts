/** Validates arrays: lists and tuples. */
import { FAILED } from "../../report/report.ts";
import type { ArrayIr, TupleIr } from "../../rules/ir.ts";
import type { Checker } from "../../schemas/checker.ts";
import { isArray, listFor, MAX_ITEMS } from "../../values/input.ts";
import type { Composing, MemberRunner, ValueFunction } from "./types.ts";

type ItemsFunction = (x: readonly unknown[], length: number, d: number, f: number) => unknown;

/** Leaves all but ordinary arrays, of a length that `fits`, to the check. */
function ordinary(
  composer: Composing,
  validator: Checker,
  ir: ArrayIr | TupleIr,
  fits: (length: unknown) => boolean,
  run: ItemsFunction,
): ValueFunction {
  const { call, makes } = composer;
  return (x, d, f) => {
    if (x === null && ir.nullable) return makes ? null : true;
    let isIt: boolean;
    try {
      isIt = isArray(x);
    } catch (error) {
      return call.unreadable(error, validator, x, d, f);
    }
    if (!isIt) return call.mismatch(validator, x, d, f);
    const array = x as readonly unknown[];
    const length: unknown = array.length;
    if (!fits(length) || Object.getPrototypeOf(array) !== Array.prototype || composer.isDeep(d))
      return call.items(ir, array, length, d, f);
    const size = length as number;
    return composer.enter(1 + size, array, d, f) ? run(array, size, d, f) : FAILED;
  };
}

export function arrayFunction(composer: Composing, validator: Checker, ir: ArrayIr): ValueFunction {
  const { call, makes } = composer;
  const { item, unique, minlen = 0, maxlen = Number.POSITIVE_INFINITY } = ir;
  // A verdict collects no items, so equal items could not be found.
  if (!makes && unique) return (x, d, f) => call.check(validator, x, d, f);
  const longest = unique ? MAX_ITEMS : Math.min(maxlen, MAX_ITEMS);
  const fits = (length: unknown): boolean => typeof length === "number" && length >>> 0 === length && length <= longest;
  const member = composer.member(item);
  return ordinary(composer, validator, ir, fits, (x, length, d, f) => {
    const since = call.refused;
    const items = makes ? listFor(length) : [];
    for (let index = 0; index < length; index++) {
      const made = member.run(x[index], d + 1, f + 1, index);
      if (makes) {
        if (made === FAILED && call.truncated) break;
        items[index] = made;
      } else if (made === FAILED) return FAILED;
    }
    if (call.refused !== since) return call.collected();
    const result = unique ? call.distinct(items, d, f) : items;
    const size = unique ? result.length : length;
    return size < minlen || size > maxlen ? call.failLength(ir, size, d, f) : result;
  });
}

export function tupleFunction(composer: Composing, validator: Checker, ir: TupleIr): ValueFunction {
  const { call, makes } = composer;
  const members = ir.items.map((item) => composer.member(item));
  const fits = (length: unknown): boolean => length === members.length;
  return ordinary(composer, validator, ir, fits, (x, length, d, f) => {
    const since = call.refused;
    const items: unknown[] = [];
    for (let index = 0; index < length; index++) {
      const made = (members[index] as MemberRunner).run(x[index], d + 1, f + 1, index);
      if (made === FAILED && !makes) return FAILED;
      if (made === FAILED && call.truncated) break;
      items.push(made);
    }
    return call.refused !== since ? call.collected() : items;
  });
}
