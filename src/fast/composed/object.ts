/** Validates plain objects, in any order of their keys. */
import { FAILED } from "../../report/report.ts";
import type { ObjectIr } from "../../rules/ir.ts";
import { isAsGiven } from "../../rules/leaf.ts";
import type { Checker } from "../../schemas/checker.ts";
import { define } from "../../values/define.ts";
import { isArray, ownValue } from "../../values/input.ts";
import { hides } from "../../values/mapping.ts";
import { otherFunction } from "./other.ts";
import type { Composing, MemberRunner, OtherFunction, Put, Values } from "./types.ts";

/** The discriminated union that has selected the validator of an object by its tag. */
export interface Discriminator {
  readonly key: string;
  /** Handles an object that is not plain. */
  leave(x: object, tag: unknown, d: number, f: number): unknown;
  /** Handles an object that throws when it is read. */
  unreadable(error: unknown, x: object, d: number, f: number): unknown;
}

const { hasOwnProperty: hasOwn } = Object.prototype;

type ObjectFunction = (x: unknown, d: number, f: number, tag?: unknown) => unknown;

/** The facts about an object that the schema determines. */
interface Plan {
  readonly composer: Composing;
  readonly ir: ObjectIr;
  /** The keys of the schema, and the functions that validate their values. */
  readonly names: readonly string[];
  readonly members: readonly MemberRunner[];
  /** Where a key stands in them. */
  readonly places: ReadonlyMap<string, number>;
  /** Keys that do something when they are missing. */
  readonly filled: readonly string[];
  readonly areFilled: readonly boolean[];
  /** Keys that may be missing, and are kept. */
  readonly gaps: readonly string[];
  /** An object with all keys: to copy it takes less time than to add one property after the other. */
  readonly blank: Values;
  /**
   * The result has keys that the schema does not know: it is a copy of the object, in which some members are changed.
   */
  readonly copies: boolean;
  /** Puts what is made of a member into the result. */
  readonly put: Put;
  readonly other: OtherFunction;
}

function planOf(composer: Composing, ir: ObjectIr, discriminator: Discriminator | undefined): Plan {
  const { schema, optional, defaults, dispose, extra, unknown } = ir;
  const names = Object.keys(schema);
  const areFilled = names.map((name) => !optional.has(name) || defaults.has(name));
  const keys = extra && composer.irOf(extra[0]);
  const keeps = extra === undefined ? unknown === "keep" : keys?.kind === "leaf" && isAsGiven(keys);
  const copies = composer.makes && keeps && dispose.size === 0 && discriminator === undefined;
  const put = copies ? change : define;
  return {
    composer,
    ir,
    names,
    members: names.map((name) => composer.member(schema[name] as Checker)),
    places: new Map(names.map((name, place) => [name, place])),
    filled: names.filter((_, place) => areFilled[place]),
    areFilled,
    gaps: names.filter((name) => (optional.has(name) || defaults.has(name)) && !dispose.has(name)),
    blank: Object.fromEntries(names.map((name) => [name, undefined])),
    copies,
    put,
    other: otherFunction(composer, ir, put),
  };
}

/** Changes a property that a copy has. */
function change(copy: Values, key: string, made: unknown, value: unknown): void {
  if (!Object.is(value, made)) copy[key] = made;
}

/** @param discriminator the discriminated union around this validator, if there is one. */
export function objectFunction(
  composer: Composing,
  validator: Checker,
  ir: ObjectIr,
  discriminator?: Discriminator,
): ObjectFunction {
  const { call, makes } = composer;
  const { nullable, dispose } = ir;
  const plan = planOf(composer, ir, discriminator);
  const { names, blank, copies } = plan;
  return (x, d, f, tag) => {
    if (x === null && nullable) return makes ? null : true;
    if (typeof x !== "object" || x === null) return call.mismatch(validator, x, d, f);
    if (discriminator === undefined && composer.isDeep(d)) return call.check(validator, x, d, f);
    const values: unknown[] = [];
    let copy: Values | undefined;
    let others: readonly string[] | undefined;
    let isPlain: boolean;
    try {
      const prototype = Object.getPrototypeOf(x);
      isPlain = !isArray(x) && (prototype === Object.prototype || prototype === null);
      // A copy would have symbols too.
      if (isPlain && copies) isPlain = Object.getOwnPropertySymbols(x).length === 0;
      if (isPlain) {
        if (copies) copy = { ...x };
        others =
          discriminator === undefined
            ? list(copy ?? x, names, values)
            : listTagged(x, names, values, discriminator.key, tag);
      }
    } catch (error) {
      return discriminator === undefined
        ? call.unreadable(error, validator, x, d, f)
        : discriminator.unreadable(error, x, d, f);
    }
    if (!isPlain)
      return discriminator === undefined ? call.check(validator, x, d, f) : discriminator.leave(x, tag, d, f);
    if (!composer.enter(1 + values.length, x, d, f)) return FAILED;
    const isUsual = others === undefined && values.length === names.length && dispose.size === 0;
    if (isUsual) return runFastPath(plan, values, copy ?? (makes ? { ...blank } : blank), d, f);
    const keys = others ?? names;
    return runSlowPath(plan, x, keys, values, copy ?? {}, d, f);
  };
}

/** Validates the values of an object that has all keys of the schema in its order, and no others. */
function runFastPath(
  { composer, ir, names, members }: Plan,
  values: readonly unknown[],
  result: Values,
  d: number,
  f: number,
): unknown {
  const { call, makes } = composer;
  const since = call.refused;
  for (let index = 0; index < values.length; index++) {
    const name = names[index] as string;
    const made = (members[index] as MemberRunner).run(values[index], d + 1, f + 1, name);
    if (makes) {
      if (call.truncated) break;
      result[name] = made;
    } else if (made === FAILED) return FAILED;
  }
  return ended(composer, ir, result, since, values.length, d, f);
}

/** Validates the values of any keys. */
function runSlowPath(
  plan: Plan,
  x: object,
  keys: readonly string[],
  values: readonly unknown[],
  result: Values,
  d: number,
  f: number,
): unknown {
  const { composer, ir, names, members, places, filled, areFilled, copies, put, other } = plan;
  const { call, makes } = composer;
  const { dispose } = ir;
  const since = call.refused;
  let size = 0;
  let found = 0;
  let next = 0;
  for (let index = 0; index < values.length; index++) {
    if (makes && call.truncated) break;
    const key = keys[index] as string;
    const value = values[index];
    // Undefined members count as absent.
    if (value === undefined) {
      if (copies) delete result[key];
      continue;
    }
    size++;
    if (dispose.size > 0 && dispose.has(key)) continue;
    // Mostly keys come in the order of the schema.
    const place = next < names.length && key === names[next] ? next : places.get(key);
    if (place === undefined) {
      if (!other(key, value, result, d + 1, f + 1) && !makes) return FAILED;
      continue;
    }
    next = place + 1;
    if (areFilled[place]) found++;
    const made = (members[place] as MemberRunner).run(value, d + 1, f + 1, key);
    if (!makes) {
      if (made === FAILED) return FAILED;
    } else if (call.refused === since) put(result, key, made, value);
  }
  // As in the check: behind the members, as their checks may be the caller's, and before what stands for missing keys.
  if (!makes && plan.gaps.some((name) => hides(x, name))) return FAILED;
  if (found < filled.length && !fill(plan, keys, values, result, d + 1, f + 1)) return FAILED;
  return ended(composer, ir, result, since, size, d, f);
}

/** Puts what stands for missing keys into the result. False if one is refused, and the verdict with it. */
function fill(
  { composer, ir, filled }: Plan,
  keys: readonly string[],
  values: readonly unknown[],
  result: Values,
  d: number,
  f: number,
): boolean {
  const { call, makes } = composer;
  const given = new Set(keys.filter((key, index) => values[index] !== undefined && !ir.dispose.has(key)));
  for (const name of filled) {
    if (given.has(name)) continue;
    const made = call.fill(ir, name, d, f);
    if (makes) define(result, name, made);
    else if (made === FAILED) return false;
  }
  return true;
}

function ended(
  { call }: Composing,
  ir: ObjectIr,
  result: Values,
  since: number,
  size: number,
  d: number,
  f: number,
): unknown {
  const { minlen, maxlen } = ir;
  if (call.refused !== since) return call.collected();
  const isWrong = (minlen !== undefined && size < minlen) || (maxlen !== undefined && size > maxlen);
  return isWrong ? call.failLength(ir, size, d, f) : result;
}

/**
 * Reads the members of a plain object into `values`. Returns their keys, unless they are the first of `names` and each
 * has a value.
 */
function list(x: object, names: readonly string[], values: unknown[]): readonly string[] | undefined {
  let keys: string[] | undefined;
  for (const key in x) {
    const value = hasOwn.call(x, key) ? (x as Values)[key] : undefined;
    if (keys !== undefined) keys.push(key);
    else if (value === undefined || key !== names[values.length]) keys = [...names.slice(0, values.length), key];
    values.push(value);
  }
  return keys;
}

/** The same where the tag has been read: `for-in` would leave it out if a getter deletes it then. */
function listTagged(
  x: object,
  names: readonly string[],
  values: unknown[],
  key: string,
  tag: unknown,
): readonly string[] | undefined {
  const keys = Object.keys(x);
  let isUsual = true;
  for (const name of keys) {
    const value = name === key ? tag : ownValue(x, name);
    if (value === undefined || name !== names[values.length]) isUsual = false;
    values.push(value);
  }
  return isUsual ? undefined : keys;
}
