/** The parameters of validators, and whether those of two are the same. */
import { expectFlag } from "../contracts.ts";
import { timeOf } from "../time/temporal.ts";
import { equal } from "../values/equal.ts";
import { entriesOf, isMap, isPlainObject, ownValue } from "../values/input.ts";
import { type Checker, type CheckerClass, isChecker } from "./checker.ts";

type Params = Readonly<Record<string, { readonly required?: boolean } | undefined>>;

/** The parameters that differ from their defaults (undefined, or false for a flag), in the order of the class's table. */
export function paramsOf(validator: Checker): [name: string, value: unknown][] {
  const { params } = validator.constructor as unknown as CheckerClass;
  const isDefault = (name: string, value: unknown): boolean =>
    (value === undefined && !(params as Params)[name]?.required) ||
    (value === false && (params as Params)[name] === expectFlag);
  return Object.keys(params)
    .map((name): [string, unknown] => [name, ownValue(validator, name)])
    .filter(([name, value]) => !isDefault(name, value));
}

/** Same class and same parameters. */
export function sameParams(a: Checker, b: Checker): boolean {
  if (a.constructor !== b.constructor) return false;
  const [ours, theirs] = [paramsOf(a), paramsOf(b)];
  return ours.length === theirs.length && ours.every(([name, value]) => sameParam(value, ownValue(b, name)));
}

/** As `equal`, with validators compared by their parameters, wherever they stand. */
function sameParam(a: unknown, b: unknown, met = new Map<unknown, unknown>()): boolean {
  if (Object.is(a, b)) return true;
  // Parts may be shared. One difference anywhere is the answer, so no pair needs to be compared twice.
  if (typeof a === "object" && met.has(a) && met.get(a) === b) return true;
  met.set(a, b);
  if (isChecker(a)) return a.equals(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameParam(item, b[index], met));
  }
  if (isPlainObject(a) && isPlainObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length && keys.every((key) => sameParam(ownValue(a, key), ownValue(b, key), met))
    );
  }
  if (isMap(a) && isMap(b)) {
    return a.size === b.size && entriesOf(a).every(([key, value]) => b.has(key) && sameParam(value, b.get(key), met));
  }
  // NaN is the same parameter as NaN, and so is a Date that is none.
  const time = timeOf(a);
  return time === undefined ? equal(a, b) : Object.is(time, timeOf(b));
}
