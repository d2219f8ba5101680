/** Parameters of Dict. */
import { expectContainer, expectMapping, expectSequence, ValueError } from "../contracts.ts";
import { type ErrorClass, MissingKeyError } from "../errors/errors.ts";
import { becauseOf } from "../errors/reason.ts";
import { type Matcher, matcher } from "../pattern/pattern.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { keep, Snapshot } from "../schemas/copy.ts";
import type { Contract, Validator } from "../validator.ts";
import { ownValue } from "../values/input.ts";
import { propertyName } from "../values/mapping.ts";
import { literal } from "../values/text.ts";
import { partsOfDefault } from "./default.ts";
import { itemOfOptional } from "./optional.ts";
import { asValidator, choice, flag, isAbsent } from "./shared.ts";

/** Validators by key. */
export type Members = Readonly<Record<string, Validator>>;
/** Validators of the keys and of the values that are not in the schema. */
export type Extras = readonly [Validator, Validator];

/** An optional, possibly empty schema. */
export const schema: Contract<Members | undefined> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  const members = expectMapping(owner, attr, value, { empty: true }) as Members;
  for (const key of Object.keys(members)) asValidator(owner, attr, members[key], key);
  const found = Object.keys(members).filter((key) => itemOfOptional(members[key] as Validator) !== undefined);
  if (found.length === 0) return members;
  optionalIn.set(owner, found);
  const items = Object.entries(members).map(([key, member]) => [key, itemOfOptional(member) ?? member]);
  return expectMapping(owner, attr, Object.fromEntries(items)) as Members;
};

/** The keys whose members in the schema were given as an Optional. */
const optionalIn: WeakMap<Validator, readonly string[]> = new WeakMap();

/** An optional pair of validators. */
export const extra: Contract<Extras | undefined> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  const pair = expectSequence(owner, attr, value, { empty: true }) as Extras;
  if ((pair.length as number) !== 2) {
    throw new ValueError(`${owner.constructor.name}.${attr} should be a tuple of (Validator, Validator)`);
  }
  for (const [index, item] of pair.entries()) asValidator(owner, attr, item, index);
  return pair;
};

/** Optional values by key. They are copied. */
export const defaults: Contract<Readonly<Record<string, unknown>> | undefined, unknown> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  const kept = keep({ ...expectMapping(owner, attr, value, { empty: true }) });
  return kept instanceof Snapshot ? kept : expectMapping(owner, attr, kept, { empty: true });
};

/** An optional, possibly empty list of keys. */
export const keys: Contract<readonly string[] | undefined, Iterable<string>> = (owner, attr, value) =>
  isAbsent(value)
    ? undefined
    : (expectContainer(owner, attr, value, { itemType: "string", empty: true }) as readonly string[]);

/** Keys that may be missing, which the type of the schema knows: those that are listed, and those of an Optional. */
export const optional: Contract<readonly string[] | undefined, Iterable<PropertyKey>> = (owner, attr, value) => {
  const listed = keys(owner, attr, value);
  const own = optionalIn.get(owner);
  return own === undefined ? listed : Object.freeze([...new Set([...(listed ?? []), ...own])]);
};

/** By Dict: the keys that it must have beside those of the schema. */
export const exhaustiveKeys: WeakMap<Validator, readonly string[]> = new WeakMap();

/** A flag: each key that the validator of the extra keys names must be there. */
export const exhaustive: Contract<true | undefined, boolean> = (owner, attr, value) => {
  if (!flag(owner, attr, value)) return undefined;
  const { schema, extra } = owner as { schema?: Members | undefined; extra?: Extras | undefined };
  const names = extra && namesOf(extra[0]);
  if (names === undefined) {
    throw new ValueError(`${owner.constructor.name}.${attr} should be given with extra whose keys have options`);
  }
  exhaustiveKeys.set(
    owner,
    names.filter((name) => !Object.hasOwn(schema ?? {}, name)),
  );
  return true;
};

/** The property names that the validator of a key lists: options, a constant, or those of all steps of a OneOf. */
function namesOf(key: Validator): readonly string[] | undefined {
  const steps = ownValue(key, "steps");
  if (Array.isArray(steps)) {
    const all = steps.map((step) => namesOf(step as Validator));
    return all.includes(undefined) ? undefined : [...new Set(all.flat() as string[])];
  }
  const values = Object.hasOwn(key, "value") ? [ownValue(key, "value")] : ownValue(key, "options");
  if (!Array.isArray(values)) return undefined;
  const names = values.map(propertyName);
  return names.includes(undefined) ? undefined : (names as string[]);
}

const anyUnknown = choice(["forbid", "strip", "keep"]);

/** The treatment of keys that are not in the schema; not allowed with validators for them, which decide it too. */
export const unknown: typeof anyUnknown = (owner, attr, value) => {
  const what = anyUnknown(owner, attr, value);
  if (what === undefined || (owner as { extra?: Extras }).extra === undefined) return what;
  throw new ValueError(`${owner.constructor.name}.${attr} should not be given together with extra`);
};

/** Keys that are dropped. A dropped key of the schema has to be optional, or no value would be valid. */
export const dispose: typeof keys = (owner, attr, value) => {
  const disposed = keys(owner, attr, value);
  const { schema, defaults, optional } = owner as {
    schema?: Members | undefined;
    defaults?: Readonly<Record<string, unknown>> | undefined;
    optional?: readonly string[] | undefined;
  };
  for (const key of disposed ?? []) {
    if (!Object.hasOwn(schema ?? {}, key) || Object.hasOwn(defaults ?? {}, key) || optional?.includes(key)) continue;
    if (partsOfDefault((schema as Members)[key] as Validator) !== undefined) continue;
    throw new ValueError(`${owner.constructor.name}.${attr}: ${literal(key)} should be optional or have a default`);
  }
  return disposed;
};

/** A pattern of keys, and the validator of the values. */
export interface KeyPattern {
  readonly source: string;
  readonly matches: Matcher;
  readonly validator: Validator;
}

/** By Dict: its patterns. Made with the validator, so that unsuitable ones are refused at construction. */
export const keyPatterns: WeakMap<Validator, readonly KeyPattern[]> = new WeakMap();

/** Optional validators by regular expression. `backtrack` is checked before. */
export const patterns: typeof schema = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  const given = expectMapping(owner, attr, value, { empty: true }) as Members;
  const backtrack = ownValue(owner, "backtrack") === true;
  const made = Object.keys(given).map((source) => ({
    source,
    matches: matcher(source, backtrack),
    validator: asValidator(owner, attr, given[source], source),
  }));
  keyPatterns.set(owner, made);
  return given;
};

/** Optional lists of keys by key. */
export const dependentRequired: Contract<
  Readonly<Record<string, readonly string[]>> | undefined,
  Readonly<Record<string, Iterable<string>>>
> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  const given = expectMapping(owner, attr, value, { empty: true }) as Record<string, unknown>;
  const lists = Object.keys(given).map((key) => [key, keys(owner, `${attr}[${literal(key)}]`, given[key]) ?? []]);
  return Object.freeze(Object.fromEntries(lists));
};

/** Reports that a key is missing that `key` asks for. */
export function failDependent(key: string, report: Report): Failed {
  const since = report.count;
  report.fail(MissingKeyError as ErrorClass);
  report.because(becauseOf(key), since, 1);
  return FAILED;
}

/** Optional validators of the whole, by key. */
export const dependentSchemas: Contract<Members | undefined> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  const given = expectMapping(owner, attr, value, { empty: true }) as Members;
  for (const key of Object.keys(given)) asValidator(owner, attr, given[key], key);
  return given;
};
