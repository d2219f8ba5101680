/** The parameter `discriminator` of OneOf: the key whose value, the tag, selects the step. */

import { ownValue } from "../../values/input.ts";
import { toInteger } from "../../values/numeric.ts";
import { keepText, literal } from "../../values/text.ts";
import { ValueError } from "../contracts.ts";
import { isChain, paramName } from "../schemas/checker.ts";
import { derive, derivedOf } from "../schemas/derived.ts";
import { outerNames } from "../schemas/names.ts";
import { hasParam } from "../schemas/params.ts";
import { referredBy } from "../schemas/registry.ts";
import { builtInChecks, type Contract, checkOf, isValidator, type Validator } from "../validator.ts";
import { isDefault, partsOfDefault } from "./default.ts";
import { statedKeys } from "./dict.ts";
import { text } from "./shared.ts";

/** The validator of the key in a step that may accept more values than the tags it names. */
export interface Converting {
  readonly member: Validator;
  readonly step: Validator;
}

/** The steps of a discriminated union. */
export interface Tags {
  /**
   * By the value of the key, without conversion: the tags, null if it is allowed, and a blank text that counts as
   * missing.
   */
  readonly steps: ReadonlyMap<unknown, Validator>;
  /** For any other value: the first of these that accepts it decides the step. */
  readonly converting: readonly Converting[];
  /** The step whose key may be missing. */
  readonly missing: Validator | undefined;
  /** The step that accepts null instead of an object. */
  readonly nullable: Validator | undefined;
  /** All tags in order: one list, shared by all errors. */
  readonly options: readonly unknown[];
  /** The name of the key in the input. */
  readonly name: string;
}

/**
 * What is derived from the steps when they are checked: those without tags are refused at construction; but the tags of
 * references are found when they are first asked for, since the validators that these lead to may not exist before.
 */
interface Derived {
  readonly tags: Tags | (() => Tags) | undefined;
}

/**
 * The tags of a discriminated union; undefined for any other validator, and while they are being found.
 * @throws ValueError if a reference leads to a validator without tags.
 */
export function tagsOfUnion(union: Validator): Tags | undefined {
  const { tags } = derivedOf<Derived>(union);
  if (typeof tags !== "function") return tags;
  derive<Derived>(union, { tags: undefined });
  let found: Tags | undefined;
  try {
    found = tags();
  } finally {
    derive<Derived>(union, { tags: found ?? tags });
  }
  return found;
}

/** A key that all steps have, with different values in each. */
export const discriminator: Contract<string | undefined> = (owner, attr, value) => {
  const key = text(owner, attr, value);
  if (key === undefined) return undefined;
  const name = paramName(owner, attr);
  const { steps } = owner as Validator & { readonly steps: readonly Validator[] };
  const find = (): Tags => {
    const all = steps.map((step, index) => {
      const found = tagsOf(step, key);
      if (found !== undefined) return found;
      const wanted = `a Dict whose key ${literal(key)} is a Const or has options, or an AllOf that begins with one`;
      throw new ValueError(`${name}: step ${index} should be ${wanted}`);
    });
    const other = all.find((one) => one.name !== all[0]?.name);
    if (other !== undefined)
      throw new ValueError(`${name}: the key ${literal(key)} should have the same name in the input of all steps`);
    return new Joining(name, key).join(all);
  };
  derive<Derived>(owner, { tags: steps.some(refers) ? find : find() });
  return key;
};

/** Whether a step is a reference that leads to its target by a function, or has one in its place. */
export function refers(step: Validator): boolean {
  const first = dictionaryOf(step);
  if (typeof ownValue(first, "use") === "function") return true;
  return hasParam(first, "discriminator") && (ownValue(first, "steps") as readonly Validator[]).some(refers);
}

/** The tags of a validator that is, or begins with, a union or a reference: they all select that validator. */
function tagsInside(step: Validator, key: string): Tags | undefined {
  const first = dictionaryOf(step);
  const use = ownValue(first, "use");
  const target = use === undefined ? undefined : referredBy(use);
  const inner =
    target === undefined ? (ownValue(first, "steps") as readonly Validator[] | undefined) : [target as Validator];
  const all = inner?.map((one) => tagsOf(one, key)) ?? [];
  const found = all.filter((one) => one !== undefined);
  const name = found[0]?.name;
  if (name === undefined || found.length < all.length || found.some((one) => one.name !== name)) return undefined;
  const isAnyOf = (has: (tags: Tags) => unknown): boolean => found.some((tags) => has(tags) !== undefined);
  return {
    name,
    steps: new Map(found.flatMap((tags) => [...tags.steps.keys()].map((tag) => [tag, step]))),
    converting: found.flatMap((tags) => tags.converting.map(({ member }) => ({ member, step }))),
    missing: isAnyOf((tags) => tags.missing) ? step : undefined,
    nullable: takesNull(step) || isAnyOf((tags) => tags.nullable) ? step : undefined,
    options: [...new Set(found.flatMap((tags) => tags.options))],
  };
}

/** Joins the tags of all steps. A value that two steps would accept is a ValueError. */
class Joining {
  readonly #name: string;
  readonly #key: string;
  readonly #steps = new Map<unknown, Validator>();

  constructor(name: string, key: string) {
    this.#name = name;
    this.#key = key;
  }

  join(all: readonly Tags[]): Tags {
    for (const { steps } of all) for (const [tag, step] of steps) this.#add(tag, step);
    const converting = all.flatMap((one) => one.converting);
    this.#tellApart(converting);
    const [missing, other] = all.flatMap((one) => one.missing ?? []);
    if (other !== undefined) {
      throw new ValueError(`${this.#name}: the key ${literal(this.#key)} may be missing in more than one step`);
    }
    const [nullable, ...others] = all.flatMap((one) => one.nullable ?? []);
    // A Dict accepts null finally; a later step of an AllOf may still refuse it.
    if (others.length > 0 && nullable !== dictionaryOf(nullable as Validator)) {
      throw new ValueError(`${this.#name}: more than one step takes null in place of an object`);
    }
    const options = keepText(Object.freeze(all.flatMap((one) => one.options)));
    return { steps: this.#steps, converting, missing, nullable, options, name: all[0]?.name ?? this.#key };
  }

  #add(tag: unknown, step: Validator): void {
    if (this.#steps.has(tag)) this.#refuse(tag);
    this.#steps.set(tag, step);
  }

  /** Refuses values that two members convert, and moves a tag to the step that accepts it if its own does not. */
  #tellApart(converting: readonly Converting[]): void {
    const byClass = new Map<unknown, { tag: unknown; step: Validator }[]>();
    for (const [tag, step] of this.#steps) {
      const likeness = likenessOf(tag);
      const group = byClass.get(likeness);
      if (group === undefined) byClass.set(likeness, [{ tag, step }]);
      else group.push({ tag, step });
    }
    const members = new Map(converting.map((one) => [one.step, one]));
    for (const one of converting) {
      const { member, step } = one;
      // The check of a custom class is not called before there is a value.
      if (!builtInChecks.has(checkOf(member))) continue;
      const isType = Object.hasOwn(member, "tp");
      const own = tagsOfMember(member) ?? [];
      const near = isType
        ? [...byClass.values()].flat()
        : [...new Set(own.map(likenessOf))].flatMap((likeness) => byClass.get(likeness) ?? []);
      for (const { tag, step: other } of near) {
        if (other === step) continue;
        const rival = members.get(other);
        if (member.safe(tag).ok) {
          if (rival === undefined || !builtInChecks.has(checkOf(rival.member)) || rival.member.safe(tag).ok)
            this.#refuse(tag);
          this.#steps.set(tag, step);
        } else if (!isType && rival !== undefined && mayMeet(one, rival)) this.#refuse(tag);
      }
    }
  }

  #refuse(tag: unknown): never {
    throw new ValueError(`${this.#name}: more than one step has the tag ${literal(tag)}`);
  }
}

/** Values that different conversions might make from one value have the same likeness. */
function likenessOf(tag: unknown): unknown {
  if (typeof tag === "boolean" || typeof tag === "number") return toInteger(tag) ?? tag;
  if (typeof tag !== "string") return tag;
  const integer = toInteger(tag);
  if (integer !== undefined) return integer;
  // Case conversion is not idempotent: some letters need several conversions until the result is stable.
  return tag.replace(/\s+/gu, "").toLowerCase().toUpperCase().toLowerCase();
}

const CONVERSIONS = ["coerce", "strip", "normspace", "case"] as const;

/** Returns whether a value that is not a tag might become a tag of both: each converts text, in a different way. */
const mayMeet = (a: Converting, b: Converting): boolean =>
  convertsText(a) &&
  convertsText(b) &&
  !(
    a.member.constructor === b.member.constructor &&
    CONVERSIONS.every((name) => ownValue(a.member, name) === ownValue(b.member, name))
  );

/** The tags that select a step, or the steps inside it; undefined if it has none. */
export function tagsOf(step: Validator, key: string): Tags | undefined {
  if (ownValue(step, "discriminator") === key) {
    const tags = tagsOfUnion(step);
    return tags !== undefined && ownValue(step, "nullable") === true ? { ...tags, nullable: step } : tags;
  }
  const dictionary = dictionaryOf(step);
  if (hasParam(dictionary, "discriminator") || ownValue(dictionary, "use") !== undefined) return tagsInside(step, key);
  const schema = ownValue(dictionary, "schema");
  const given = typeof schema === "object" && schema !== null ? ownValue(schema, key) : undefined;
  const [name = key, ...others] = outerNames(dictionary)?.get(key) ?? [];
  // A tag is read before its object is.
  if (!isValidator(given) || others.length > 0) return undefined;
  const parts = partsOfDefault(given);
  // What a pipeline begins with gets the tag.
  const item = parts?.item ?? given;
  const member = isChain(item) ? dictionaryOf(item) : item;
  const options = tagsOfMember(member);
  if (options === undefined) return undefined;
  const steps = new Map<unknown, Validator>(options.map((tag) => [tag, step]));
  const nullable = takesNull(step) ? step : undefined;
  // The step drops the key unseen, whatever its value: only the tags themselves tell which step is meant.
  if (lists(dictionary, "dispose", key)) return { steps, converting: [], missing: undefined, nullable, options, name };
  if (ownValue(member, "nullable") === true) steps.set(null, step);
  const { optional, defaults } = statedKeys(dictionary, key);
  const mayBeMissing =
    parts !== undefined ||
    optional?.includes(key) ||
    (typeof defaults === "object" && defaults !== null && Object.hasOwn(defaults, key));
  if (mayBeMissing && ownValue(dictionary, "skip_blank") === true) steps.set("", step);
  if (mayBeMissing && ownValue(dictionary, "null_is_absent") === true) steps.set(null, step);
  return {
    steps,
    converting: Object.hasOwn(member, "value") ? [] : [{ member, step }],
    missing: mayBeMissing ? step : undefined,
    nullable,
    options,
    name,
  };
}

/** The values that the validator of a key names: the constant of a Const, or the options. */
function tagsOfMember(member: Validator): readonly unknown[] | undefined {
  // A Default that overrides the check.
  if (isDefault(member)) return undefined;
  const options = Object.hasOwn(member, "value") ? [ownValue(member, "value")] : ownValue(member, "options");
  return Array.isArray(options) && options.every(isTag) ? options : undefined;
}

/** Returns whether the validator of a key accepts values in JSON text other than the tags it names. */
export function convertsText({ member }: Converting): boolean {
  const isKnown = builtInChecks.has(checkOf(member)) && !Object.hasOwn(member, "tp");
  return !isKnown || CONVERSIONS.some((name) => Boolean(ownValue(member, name)));
}

const lists = (dictionary: Validator, name: string, key: string): boolean => {
  const keys = ownValue(dictionary, name);
  return Array.isArray(keys) && keys.includes(key);
};

/** The Dict of a step of a OneOf: the step itself, or its first step if checks of its own follow. */
export function dictionaryOf(step: Validator): Validator {
  let first = step;
  for (let next = firstOf(first); isValidator(next); next = firstOf(first)) first = next;
  return first;
}

/** Whether a Dict, or an AllOf that begins with one, takes null. */
function takesNull(step: Validator): boolean {
  if (ownValue(step, "nullable") === true) return true;
  const first = firstOf(step);
  return isValidator(first) && takesNull(first);
}

/** The first step of an AllOf, which gets the input. Those of a OneOf, which has this parameter, are tried instead. */
function firstOf(step: Validator): unknown {
  const steps = hasParam(step, "discriminator") ? undefined : ownValue(step, "steps");
  return Array.isArray(steps) ? steps[0] : undefined;
}

/** A tag equals only itself. */
const isTag = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
