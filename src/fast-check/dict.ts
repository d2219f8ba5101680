/** Arbitraries of Dict. */
import fc from "fast-check";
import { changed } from "../core/encode/encoder.ts";
import { nodeOf } from "../core/errors/context.ts";
import { modelIn } from "../core/models/index.ts";
import { keyedParams, type ObjectModel, outerParams } from "../core/models/object.ts";
import { outerNames } from "../core/schemas/names.ts";
import type { Validator } from "../core/validator.ts";
import { Any } from "../validators/any.ts";
import { type Dict, Dict as DictClass } from "../validators/dict.ts";
import { define } from "../values/define.ts";
import { isBlank } from "../values/input.ts";
import {
  accepted,
  at,
  type Invalid,
  type Kind,
  type Maker,
  nameOf,
  orNull,
  possible,
  refusedBy,
  validResult,
  wrongType,
} from "./kind.ts";
import { matching } from "./pattern.ts";
import { distinct, isPossible, such } from "./such.ts";
import { jsonData } from "./values.ts";

type Members = readonly (readonly [key: string, value: unknown])[];

interface Entry {
  readonly key: string;
  readonly validator: Validator;
  readonly isOptional: boolean;
}

/** An own property for each, also for a key such as `__proto__`. */
function objectOf(members: Members): Record<string, unknown> {
  const object = {};
  for (const [key, value] of members) define(object, key, value);
  return object;
}

const modelOf = (dict: Dict): ObjectModel => modelIn<ObjectModel>(dict as never);

/** The keys that must be there beside those of the schema, and those that may have to be. */
function askedOf(dict: Dict): readonly Entry[] {
  const { exhaustive, required, dependent_required } = modelOf(dict);
  const always = new Set([...(exhaustive?.keys ?? []), ...(required?.keys ?? [])]);
  const names = new Set([...always, ...Object.values(dependent_required?.lists ?? {}).flat()]);
  const validator = (dict.extra?.[1] ?? Any()) as Validator;
  return [...names]
    .filter((key) => !Object.hasOwn(dict.schema ?? {}, key))
    .map((key) => ({ key, validator, isOptional: !always.has(key) }));
}

/** The keys that the schema names, and those that rules ask for. */
function entriesOf(dict: Dict): Entry[] {
  const schema = (dict.schema ?? {}) as Readonly<Record<string, Validator>>;
  const { optional, defaults, dispose } = modelOf(dict);
  const named = Object.entries(schema).map(([key, validator]) => ({
    ...{ key, validator },
    isOptional: optional.has(key) || defaults.has(key) || dispose.has(key),
  }));
  return [...named, ...askedOf(dict)];
}

const isKnown = (dict: Dict, key: string): boolean =>
  modelOf(dict).dispose.has(key) || entriesOf(dict).some((one) => one.key === key);

/** Keys that are in no list of the Dict. */
function otherKeys(dict: Dict): fc.Arbitrary<string> {
  const keys = fc.oneof(fc.constantFrom("x", "other", "unexpected"), fc.string({ minLength: 1, maxLength: 5 }));
  return such(keys, (key) => !isKnown(dict, key), "other keys");
}

/** Keys that the validator of the extra keys accepts. */
function extraKeys(dict: Dict, keys: Validator, to: Maker): fc.Arbitrary<string> | undefined {
  const valid = to.valid(keys);
  if (valid === undefined) return undefined;
  const texts = valid.map((key) => (typeof key === "number" ? String(key) : key)) as fc.Arbitrary<string>;
  const isFree = (key: unknown): boolean => typeof key === "string" && !isKnown(dict, key) && keys.is(key as never);
  const all = such(texts, isFree, `keys of ${nameOf(dict as never)}`);
  return isPossible(all) ? all : undefined;
}

/**
 * The pairs that the schema does not name.
 * @param isSized false for as many as there may be without limits.
 */
function others(dict: Dict, to: Maker, required: number, isSized: boolean): fc.Arbitrary<Members> {
  const { extra, unknown } = modelOf(dict);
  const { minlen = 0, maxlen = Number.POSITIVE_INFINITY } = isSized ? dict : {};
  const [keys, value] =
    extra !== undefined
      ? [extraKeys(dict, extra[0], to), to.valid(extra[1])]
      : unknown === "forbid"
        ? []
        : [otherKeys(dict), jsonData];
  if (keys === undefined || value === undefined) return fc.constant([]);
  const minLength = Math.max(minlen - required, 0);
  const maxLength = Math.max(minLength, Math.min(maxlen - required, minLength + Math.min(to.more, 3)));
  const most = isSized ? maxLength : (dict.maxlen ?? 0) + 2;
  const isSame = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): boolean => one === other;
  return distinct(fc.tuple(keys, value), { minLength, maxLength: most }, isSame, nameOf(dict as never));
}

/** The pairs of an object whose members are valid; its number of keys may not be. */
function pairs(dict: Dict, to: Maker, without?: string, isSized = true): fc.Arbitrary<Members> | undefined {
  const parts: fc.Arbitrary<Members>[] = [];
  const { nulls, dispose } = modelOf(dict);
  let required = 0;
  for (const { key, validator, isOptional } of entriesOf(dict)) {
    if (key === without) continue;
    const isDropped = dispose.has(key);
    const found = isDropped ? jsonData : to.valid(validator);
    if (found === undefined && isOptional) continue;
    if (found === undefined) return undefined;
    const given = dict.skip_blank ? such(found, (one) => !isBlank(one), nameOf(dict as never)) : found;
    const value = nulls.includes(key) ? fc.option(given, { freq: 9 }) : given;
    const member = value.map((one) => [[key, one] as const]);
    if (!isOptional) required++;
    parts.push(isOptional ? fc.option(member, { nil: [] }) : member);
  }
  for (const { source, validator } of modelOf(dict).patterns) {
    const [keys, value] = [matching(source), to.valid(validator)];
    if (keys && value) parts.push(fc.array(fc.tuple(keys, value), { maxLength: 2 }));
  }
  return fc
    .tuple(fc.tuple(...parts), others(dict, to, required, isSized))
    .map(([own, more]) => [...own.flat(), ...more]);
}

/** Returns whether objects with valid members may be refused all the same. */
function hasMore(dict: Dict): boolean {
  const { rules, dependent_schemas, patterns, keys, extra, defaults, lengths } = modelOf(dict);
  const more = dependent_schemas ?? keys ?? extra;
  return more !== undefined || lengths.isGiven || rules.length + patterns.length + defaults.size > 0;
}

function objects(dict: Dict, to: Maker): fc.Arbitrary<unknown> | undefined {
  const all = pairs(dict, to)?.map(objectOf);
  return all && (hasMore(dict) ? accepted(dict as never, all, to) : all);
}

/** The object with another value for one key. */
const withChange = (object: unknown, key: string, value: unknown): object =>
  objectOf([...Object.entries(object as object).filter(([name]) => name !== key), [key, value]]);

/**
 * Valid objects with another value for one key.
 * @param node the key in the path.
 */
const withMember = (
  valid: fc.Arbitrary<unknown>,
  key: string,
  faulty: fc.Arbitrary<Invalid>,
  node: string | number = key,
): fc.Arbitrary<Invalid> =>
  fc.tuple(valid, faulty).map(([object, one]) => at(node, { ...one, value: withChange(object, key, one.value) }));

/** Those faults of a member that do not make it a missing one. */
function possibleFaults(dict: Dict, faulty: fc.Arbitrary<Invalid>, key: string): fc.Arbitrary<Invalid>[] {
  const skipsNull = modelOf(dict).skipsNull(key);
  const isMissing = (member: unknown): boolean =>
    (dict.skip_blank && isBlank(member)) || (skipsNull && member === null);
  return dict.skip_blank || skipsNull
    ? possible([such(faulty, ({ value }) => !isMissing((value as Record<string, unknown>)[key]), "other faults")])
    : [faulty];
}

/** The number of keys that count. */
const presentKeys = (dict: Dict, object: Readonly<Record<string, unknown>>): number =>
  Object.keys(object).filter((key) => object[key] !== null || !modelOf(dict).skipsNull(key)).length;

/** A Dict whose keys have the names of the input, so that what it says of them is about that. */
function outside(dict: Dict): Dict {
  const names = outerNames(dict as never);
  return names === undefined
    ? dict
    : changed(DictClass, dict as never, { ...keyedParams(outerParams(dict, names)), names: undefined });
}

export const dict: Kind<Dict> = {
  valid(dict, to) {
    const own = outside(dict);
    const all = objects(own, to);
    // An unknown key may have the name of another in the result.
    return orNull(dict, all && own !== dict ? accepted(dict as never, all, to) : all);
  },
  faults(given, to) {
    const dict = outside(given);
    const own = dict as unknown as Validator;
    const wrong = [wrongType(dict)];
    const all = pairs(dict, to)?.map(objectOf);
    if (all === undefined) return { single: wrong };
    const single: fc.Arbitrary<Invalid>[] = [];
    const valid = (objects(dict, to) ?? all) as typeof all;
    for (const { key, validator, isOptional } of entriesOf(dict)) {
      if (modelOf(dict).dispose.has(key)) continue;
      const faulty = to.fault(validator);
      if (faulty) single.push(...possibleFaults(dict, withMember(valid, key, faulty), key));
      const rest = isOptional ? undefined : pairs(dict, to, key);
      if (rest !== undefined) wrong.push(refusedBy(own, rest.map(objectOf)));
    }
    for (const { source, matches, validator } of modelOf(dict).patterns) {
      const [keys, faulty] = [matching(source), to.fault(validator)];
      const others = keys && such(keys, (key) => matches(key) && !isKnown(dict, key), "keys of a pattern");
      if (others && faulty) wrong.push(others.chain((key) => withMember(valid, key, faulty)));
    }
    // Those with members that rules of the whole refuse.
    if (hasMore(dict)) wrong.push(refusedBy(own, all));
    const { extra, unknown } = modelOf(dict);
    if (extra !== undefined) {
      const keys = extraKeys(dict, extra[0], to);
      const [faulty, faultyKey, value] = [to.fault(extra[1]), to.fault(extra[0]), to.valid(extra[1])];
      const nodeFor = (key: string) => nodeOf(validResult(extra[0], key)?.value);
      if (keys && faulty) wrong.push(keys.chain((key) => withMember(valid, key, faulty, nodeFor(key))));
      if (value && faultyKey) {
        const isKey = ({ value: key }: Invalid): boolean => typeof key === "string" && !isKnown(dict, key);
        const all = fc.tuple(valid, such(faultyKey, isKey, "keys"), value);
        wrong.push(
          all.map(([object, { value: key, ...one }, member]) =>
            at(key as string, { ...one, value: withChange(object, key as string, member) }),
          ),
        );
      }
    } else if (unknown === "forbid") {
      const all = fc.tuple(valid, otherKeys(dict), jsonData);
      wrong.push(
        refusedBy(
          own,
          all.map(([object, key, value]) => withChange(object, key, value)),
        ),
      );
    }
    const anySize = (pairs(dict, to, undefined, false) as fc.Arbitrary<Members>).map(objectOf);
    for (const [least, most] of modelOf(dict).lengths.wrongSizes(Number.POSITIVE_INFINITY)) {
      const isWrong = (size: number): boolean => size >= least && size <= most;
      wrong.push(
        refusedBy(
          own,
          such(anySize, (object) => isWrong(presentKeys(dict, object)), nameOf(own)),
        ),
      );
    }
    return { single: [...possible(wrong), ...single] };
  },
};
