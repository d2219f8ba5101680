/** Parameters of Dict. */
import { matcher } from "../../text/pattern/pattern.ts";
import { isPlainObject, ownValue, withoutPrototype } from "../../values/input.ts";
import { propertyName } from "../../values/mapping.ts";
import { literal } from "../../values/text.ts";
import { expectContainer, expectMapping, expectSequence, ValueError } from "../contracts.ts";
import { amongKeys } from "../misspelt.ts";
import { metaOf } from "../schemas/annotations.ts";
import { paramName } from "../schemas/checker.ts";
import { keep, Snapshot } from "../schemas/copy.ts";
import { derive, derivedOf } from "../schemas/derived.ts";
import { lazy } from "../schemas/lazies.ts";
import { type GivenNames, NAME_STYLES, NAMING, namesIn, outsideOf } from "../schemas/names.ts";
import { AllParams, hasParam } from "../schemas/params.ts";
import type { Lazy } from "../schemas/registry.ts";
import type { AnyValidator, Schema } from "../types.ts";
import type { Contract, Validator, ValidatorClass } from "../validator.ts";
import { partsOfDefault } from "./default.ts";
import { itemOfOptional } from "./optional.ts";
import { asValidator, choice, flag, isAbsent } from "./shared.ts";

/** Validators by key. */
export type Members = Readonly<Record<string, Validator>>;
/** Validators of the keys and of the values that are not in the schema. */
export type Extras = readonly [Validator, Validator];

/** Makes a reference to the validator that a function returns. */
type Refer = (use: () => Validator) => Validator;

/**
 * An optional, possibly empty schema. A getter in it is asked once, when the Dict is first used: it may return what is
 * made of the Dict.
 */
/*#__NO_SIDE_EFFECTS__*/ export const schemaWith =
  (refer: Refer): Contract<Members | undefined> =>
  (owner, attr, value, given) =>
    schemaOf(owner, attr, isPlainObject(value) ? withReferences(owner, attr, value, refer) : value, given);

/** What is derived from a schema when it is checked. */
interface Derived {
  /** The validators that its getters return, by key. */
  readonly getters: ReadonlyMap<string, Lazy>;
  /** What a Dict with getters says of other keys. */
  readonly stated: Pick<Keyed, "optional" | "defaults">;
  /** The keys whose members were given as an Optional. */
  readonly givenAsOptional: readonly string[];
}

const gettersIn = (dict: Validator): Derived["getters"] | undefined => derivedOf<Derived>(dict).getters;

/** The schema with a reference in place of each getter. */
function withReferences(owner: Validator, attr: string, schema: object, refer: Refer): object {
  if (!Object.keys(schema).some((key) => getterOf(schema as Members, key) !== undefined)) return schema;
  const getters = new Map<string, Lazy>();
  const members: [key: string, member: unknown][] = [];
  for (const [key, { get, value }] of schemaEntries(schema as Members)) {
    if (get === undefined) {
      members.push([key, value]);
      continue;
    }
    const getter = lazy.of(
      () => called(owner, attr, key, () => get.call(schema)),
      (target: Validator) => asValidator(owner, attr, target, key),
    );
    getters.set(key, getter);
    members.push([key, refer(() => itemOf(getter.target() as Validator))]);
  }
  derive<Derived>(owner, { getters });
  return Object.fromEntries(members);
}

/** A member of an object, without a prototype: its value, or the getter that returns it. */
export interface Part<T> {
  readonly value?: T;
  readonly get?: () => T;
}

/** The members of an object. No getter is called. */
export const schemaEntries = <T>(members: Readonly<Record<string, T>>): [key: string, part: Part<T>][] =>
  Object.keys(members).map((key) => {
    const get = getterOf(members, key);
    return [key, withoutPrototype(get === undefined ? { value: members[key] as T } : { get })];
  });

function getterOf<T>(members: Readonly<Record<string, T>>, key: string): (() => T) | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(members, key);
  // That of a value has no `get` of its own: it may inherit one.
  return descriptor && Object.hasOwn(descriptor, "get") ? descriptor.get : undefined;
}

/** An object with these members. Later ones replace earlier ones. */
export function assembled<T>(parts: Iterable<readonly [key: string, part: Part<T>]>): Record<string, T> {
  const members: Record<string, T> = {};
  for (const [key, part] of parts)
    Object.defineProperty(members, key, withoutPrototype({ ...part, enumerable: true, configurable: true }));
  return members;
}

/** The parameters about keys that a Dict with getters was given: its getters are not called. None if it has none. */
export function givenTo(dict: Validator): Pick<Keyed, "schema" | "optional" | "defaults"> {
  const getters = gettersIn(dict);
  if (getters === undefined) return {};
  const members = Object.entries((dict as Keyed).schema as Members).map(([key, value]): [string, Part<Validator>] => {
    const getter = getters.get(key);
    return [key, getter === undefined ? { value } : { get: () => getter.target() as Validator }];
  });
  return { schema: assembled(members), ...derivedOf<Derived>(dict).stated };
}

/** What a getter returns. @throws TypeError that says which getter has thrown, and what. */
function called(owner: Validator, attr: string, key: string, get: () => Validator): Validator {
  try {
    return get();
  } catch (error) {
    const place = `${paramName(owner, attr)}[${literal(key)}]`;
    throw new TypeError(`${place}: its getter threw ${literal(String(error))}`, { cause: error });
  }
}

/** What is validated where there is a value: that of an Optional or a Default. */
function itemOf(member: Validator): Validator {
  const given = itemOfOptional(member) ?? member;
  // A Default with messages or metadata of its own has to be asked about them.
  if (Object.hasOwn(given, "check") || metaOf(given) !== undefined) return given;
  return partsOfDefault(given)?.item ?? given;
}

/**
 * The lists of keys that may be missing and that have a default; without those of getters, which may not know their
 * validators yet, unless it is about such a key.
 */
export function statedKeys(dict: Validator, key?: string): Pick<Keyed, "optional" | "defaults"> {
  const isAsked = key !== undefined && gettersIn(dict)?.has(key) === true;
  return (isAsked ? undefined : derivedOf<Derived>(dict).stated) ?? (dict as Keyed);
}

/** Adds to a parameter what getters say, when it is first read. */
function withGetters<T>(owner: Validator, name: "optional" | "defaults", stated: T, add: (stated: T) => T): T {
  if (gettersIn(owner) === undefined) return stated;
  const own = { [name]: stated instanceof Snapshot ? stated.read() : stated };
  derive<Derived>(owner, { stated: { ...derivedOf<Derived>(owner).stated, ...own } });
  let read: { readonly value: unknown } | undefined;
  return new Snapshot(() => {
    if (stated instanceof Snapshot) return add(stated.read() as T);
    read ??= { value: add(stated) };
    return read.value;
  }) as T;
}

/** Validators by key, each as `read` returns it. */
function membersIn(
  owner: Validator,
  attr: string,
  value: unknown,
  read: (member: unknown, key: string) => Validator,
): Members {
  const given = expectMapping(owner, attr, value, { empty: true }) as Members;
  const members = Object.keys(given).map((key) => [key, read(given[key], key)] as const);
  if (members.every(([key, member]) => member === given[key])) return given;
  return expectMapping(owner, attr, Object.fromEntries(members)) as Members;
}

export function schemaOf(owner: Validator, attr: string, value: unknown, given?: object): Members | undefined {
  if (isAbsent(value)) return undefined;
  const { params = {} } = owner.constructor as Partial<ValidatorClass>;
  const members = membersIn(owner, attr, value, (member, key) => {
    const isParam = key !== attr && Object.hasOwn(params, key) && typeof member !== "function";
    if (!isParam || (given !== undefined && AllParams.has(given))) return asValidator(owner, attr, member, key, given);
    const { name } = owner.constructor;
    throw new TypeError(
      `${name}.${attr}[${literal(key)}] value should be of type Validator: the parameter follows the schema, ${name}({...}, { ${key}: ... })`,
    );
  });
  const found = Object.keys(members).filter((key) => itemOfOptional(members[key] as Validator) !== undefined);
  if (found.length === 0) return members;
  derive<Derived>(owner, { givenAsOptional: found });
  const items = Object.entries(members).map(([key, member]) => [key, itemOfOptional(member) ?? member]);
  return expectMapping(owner, attr, Object.fromEntries(items)) as Members;
}

/** An optional pair of validators. */
export const extra: Contract<Extras | undefined, readonly [AnyValidator, AnyValidator]> = (
  owner,
  attr,
  value,
  given,
) => {
  if (isAbsent(value)) return undefined;
  const pair = expectSequence(owner, attr, value, { empty: true }) as Extras;
  if ((pair.length as number) !== 2) {
    throw new ValueError(`${paramName(owner, attr)} should be a tuple of (Validator, Validator)`);
  }
  return Object.freeze(pair.map((item, index) => asValidator(owner, attr, item, index, given))) as Extras;
};

/** Optional values by key. They are copied. */
const ownDefaults: Contract<Readonly<Record<string, unknown>> | undefined, unknown> = (owner, attr, value, given) => {
  if (isAbsent(value)) return undefined;
  expectKnown(owner, attr, Object.keys(expectMapping(owner, attr, value, { empty: true }) as object), given);
  const kept = keep({ ...expectMapping(owner, attr, value, { empty: true }) });
  return kept instanceof Snapshot ? kept : expectMapping(owner, attr, kept, { empty: true });
};

/** The same, and those of getters that return a Default. */
export const defaults: typeof ownDefaults = (owner, attr, value, given) =>
  withGetters(owner, "defaults", ownDefaults(owner, attr, value, given), (stated) => {
    const own = [...(gettersIn(owner) ?? [])].flatMap(([key, { target }]) => {
      const member = target() as Validator;
      const parts = partsOfDefault(itemOfOptional(member) ?? member);
      return parts === undefined ? [] : [[key, parts.value] as const];
    });
    return own.length === 0 ? stated : Object.freeze({ ...Object.fromEntries(own), ...stated });
  });

/** What is known of a Dict that is being made, or has been. */
interface Keyed {
  readonly schema?: Members | undefined;
  readonly extra?: Extras | undefined;
  readonly unknown?: string | undefined;
  readonly patterns?: Members | undefined;
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  readonly optional?: readonly string[] | undefined;
  readonly dispose?: readonly string[] | undefined;
  readonly dependent_schemas?: Members | undefined;
  readonly names?: GivenNames | undefined;
}

/** The keys of its schema, if no other key can be in a result. */
function onlyKeys({ schema, extra, unknown, patterns }: Keyed): readonly string[] | undefined {
  if (extra !== undefined || unknown === "keep" || Object.keys(patterns ?? {}).length > 0) return undefined;
  return Object.keys(schema ?? {});
}

/** The keys that results of a Dict may have; undefined if it may be any, or it is no Dict. */
export function resultKeysOf(validator: Validator): ReadonlySet<string> | undefined {
  if (!hasParam(validator, "schema")) return undefined;
  const { dispose = [], dependent_schemas } = validator as Keyed;
  const isGone = (key: string): boolean =>
    dispose.includes(key) && !Object.hasOwn(statedKeys(validator, key).defaults ?? {}, key);
  const all = dependent_schemas === undefined ? onlyKeys(validator as Keyed) : undefined;
  return all && new Set(all.filter((key) => !isGone(key)));
}

/**
 * Refuses a name of a key that no value has: it is misspelt, and would have no effect. Only where a program states it:
 * data, such as a JSON Schema, may say things of keys that it forbids.
 */
function expectKnown(owner: Validator, attr: string, names: Iterable<string>, given?: object): void {
  if (given === undefined || AllParams.has(given)) return;
  const name = firstUnknown(owner as Keyed, names);
  if (name === undefined) return;
  throw new ValueError(`${paramName(owner, attr)}: ${amongKeys(name, onlyKeys(owner as Keyed) ?? [])}`);
}

/** The first of the names of a key that no value of the Dict has. */
function firstUnknown(dict: Keyed, names: Iterable<string>): string | undefined {
  const all = dict.schema && onlyKeys(dict);
  if (all === undefined) return undefined;
  const known = new Set(all);
  for (const name of names) if (!known.has(name)) return name;
  return undefined;
}

/** Whether a Dict that was made of data names keys that no value has: a program cannot state that. */
export function namesUnknownKeys(dict: Keyed): boolean {
  const { names, dependent_schemas } = dict;
  // A program may drop a key that no value has: so that none ever has it.
  const params = Object.keys(NAMING).filter((param) => param !== "schema" && param !== "dispose");
  const named = params.flatMap(
    (param) => namesIn(param, (dict as Readonly<Record<string, unknown>>)[param] ?? []) as string[],
  );
  const byKey = typeof names === "string" ? [] : Object.keys(names ?? {});
  return firstUnknown(dict, [...named, ...byKey, ...Object.keys(dependent_schemas ?? {})]) !== undefined;
}

/** As `keys`, for keys that the schema has, if no others can be there. */
export const knownKeys: typeof keys = (owner, attr, value, given) => {
  const names = keys(owner, attr, value);
  if (names !== undefined) expectKnown(owner, attr, names, given);
  return names;
};

/** An optional, possibly empty list of keys. */
export const keys: Contract<readonly string[] | undefined, Iterable<string>> = (owner, attr, value) =>
  isAbsent(value)
    ? undefined
    : (expectContainer(owner, attr, value, { itemType: "string", empty: true }) as readonly string[]);

/** Keys that may be missing, which the type of the schema knows: those that are listed, and those of an Optional. */
export const optional: Contract<readonly string[] | undefined, Iterable<PropertyKey>> = (owner, attr, value, given) => {
  const listed = knownKeys(owner, attr, value, given);
  const own = derivedOf<Derived>(owner).givenAsOptional;
  const stated = own === undefined ? listed : Object.freeze([...new Set([...(listed ?? []), ...own])]);
  return withGetters(owner, "optional", stated, () => {
    const getters = [...(gettersIn(owner) ?? [])];
    const more = getters.filter(([, { target }]) => itemOfOptional(target() as Validator) !== undefined);
    const all =
      more.length === 0 ? stated : Object.freeze([...new Set([...(stated ?? []), ...more.map(([key]) => key)])]);
    const { dispose, defaults } = owner as Keyed;
    for (const key of dispose ?? []) if (gettersIn(owner)?.has(key)) expectDroppable(owner, key, all, defaults);
    return all;
  });
};

/** The keys beside those of the schema that the validator of the extra keys names; undefined if it names none. */
export function exhaustiveKeys({ schema, extra }: Keyed): readonly string[] | undefined {
  const names = extra && namesOf(extra[0]);
  return names?.filter((name) => !Object.hasOwn(schema ?? {}, name));
}

/** A flag: each key that the validator of the extra keys names must be there. */
export const exhaustive: Contract<true | undefined, boolean> = (owner, attr, value) => {
  if (!flag(owner, attr, value)) return undefined;
  if (exhaustiveKeys(owner as Keyed) === undefined) {
    throw new ValueError(`${paramName(owner, attr)} should be given with extra whose keys have options`);
  }
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

/**
 * The names of keys outside, in a style or by key. Two keys have different names, and no other parameter is about the
 * result with names of its own.
 */
export const names: Contract<GivenNames | undefined, GivenNames> = (owner, attr, value, given) => {
  if (isAbsent(value)) return undefined;
  const name = paramName(owner, attr);
  const dict = owner as Keyed;
  if (dict.dependent_schemas !== undefined)
    throw new ValueError(`${name} should not be given together with dependent_schemas`);
  const made = typeof value === "string" ? style(owner, attr, value) : namesByKey(owner, attr, value, given);
  const met = new Map<string, string>();
  for (const [key, outside] of outsideOf(made as GivenNames, Object.keys(dict.schema ?? {}))) {
    for (const one of outside) {
      const other = met.get(one);
      if (other !== undefined)
        throw new ValueError(`${name}: ${literal(other)} and ${literal(key)} have the same name ${literal(one)}`);
      met.set(one, key);
    }
  }
  return made;
};

const style = choice(NAME_STYLES);

function namesByKey(owner: Validator, attr: string, value: unknown, given?: object): GivenNames {
  const byKey = expectMapping(owner, attr, value, { empty: true }) as Record<string, unknown>;
  expectKnown(owner, attr, Object.keys(byKey), given);
  const found = Object.keys(byKey).map((key) => {
    const one = byKey[key];
    const place = `${attr}[${literal(key)}]`;
    const list = typeof one === "string" ? one : keys(owner, place, one);
    if (list === undefined || list.length === 0)
      throw new ValueError(`${owner.constructor.name}.${place} should be a name, or a list of names`);
    return [key, list] as const;
  });
  return Object.freeze(Object.fromEntries(found));
}

const anyUnknown = choice(["forbid", "strip", "keep"]);

/** The treatment of keys that are not in the schema; not allowed with validators for them, which decide it too. */
export const unknown: typeof anyUnknown = (owner, attr, value) => {
  const what = anyUnknown(owner, attr, value);
  if (what === undefined || (owner as { extra?: Extras }).extra === undefined) return what;
  throw new ValueError(`${paramName(owner, attr)} should not be given together with extra`);
};

/** A dropped key of the schema has to be optional, or no value would be valid. */
function expectDroppable(
  owner: Validator,
  key: string,
  optional: Keyed["optional"],
  defaults: Keyed["defaults"],
): void {
  if (Object.hasOwn(defaults ?? {}, key) || optional?.includes(key)) return;
  throw new ValueError(`${owner.constructor.name}.dispose: ${literal(key)} should be optional or have a default`);
}

/** Keys that are dropped. */
export const dispose: typeof keys = (owner, attr, value) => {
  const disposed = keys(owner, attr, value);
  const { schema } = owner as Keyed;
  const { defaults, optional } = statedKeys(owner);
  for (const key of disposed ?? []) {
    // A getter may not know its validator yet: it is looked at when it does.
    if (gettersIn(owner)?.has(key) || !Object.hasOwn(schema ?? {}, key)) continue;
    if (partsOfDefault((schema as Members)[key] as Validator) === undefined)
      expectDroppable(owner, key, optional, defaults);
  }
  return disposed;
};

/** Optional validators by regular expression. `backtrack` is checked before. Unsuitable patterns are refused now. */
export const patterns: Contract<Members | undefined, Schema> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  return membersIn(owner, attr, value, (member, source) => {
    matcher(source, ownValue(owner, "backtrack") === true);
    return asValidator(owner, attr, member, source);
  });
};

/** Optional lists of keys by key. */
export const dependentRequired: Contract<
  Readonly<Record<string, readonly string[]>> | undefined,
  Readonly<Record<string, Iterable<string>>>
> = (owner, attr, value, all) => {
  if (isAbsent(value)) return undefined;
  const given = expectMapping(owner, attr, value, { empty: true }) as Record<string, unknown>;
  expectKnown(owner, attr, Object.keys(given), all);
  const listOf = (key: string) => knownKeys(owner, `${attr}[${literal(key)}]`, given[key], all) ?? [];
  const lists = Object.keys(given).map((key) => [key, listOf(key)]);
  return Object.freeze(Object.fromEntries(lists));
};

/** Optional groups of keys, each of two or more. */
export const keyGroups: Contract<readonly (readonly string[])[] | undefined, Iterable<Iterable<string>>> = (
  owner,
  attr,
  value,
  all,
) => {
  if (isAbsent(value)) return undefined;
  const groups = expectContainer(owner, attr, value, { empty: true }) as readonly unknown[];
  return Object.freeze(
    groups.map((group, index) => {
      const names = knownKeys(owner, `${attr}[${index}]`, group, all) ?? [];
      if (new Set(names).size >= 2 && new Set(names).size === names.length) return names;
      throw new ValueError(`${paramName(owner, attr)}[${index}] should be two different keys or more`);
    }),
  );
};

/** Optional validators of the whole, by key. */
export const dependentSchemas: Contract<Members | undefined, Schema> = (owner, attr, value, all) => {
  if (isAbsent(value)) return undefined;
  const members = membersIn(owner, attr, value, (member, key) => asValidator(owner, attr, member, key));
  expectKnown(owner, attr, Object.keys(members), all);
  return members;
};
