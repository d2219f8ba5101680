/** The parameter `discriminator` of OneOf: the key whose value, the tag, chooses the step. */
import { ValueError } from "../contracts.ts";
import { type Contract, isValidator, type Validator } from "../validator.ts";
import { ownValue } from "../values/input.ts";
import { keepText, literal } from "../values/text.ts";
import { text } from "./shared.ts";

/** What a discriminator chooses. */
export interface Tags {
  /** By tag. */
  readonly steps: ReadonlyMap<unknown, Validator>;
  /** All tags in order: one list, which all errors show. */
  readonly options: readonly unknown[];
}

/** By validator; made with it, so that steps without tags are refused at once. */
export const tagged: WeakMap<Validator, Tags> = new WeakMap();

/** A key that all steps have, with other values in each. */
export const discriminator: Contract<string | undefined> = (owner, attr, value) => {
  const key = text(owner, attr, value);
  if (key === undefined) return undefined;
  const name = `${owner.constructor.name}.${attr}`;
  const tags = new Map<unknown, Validator>();
  const { steps } = owner as Validator & { readonly steps: readonly Validator[] };
  for (const [index, step] of steps.entries()) {
    const found = tagsOf(step, key);
    if (found === undefined) {
      const wanted = `a Dict whose key ${literal(key)} is a Const or has options, or an AllOf that begins with one`;
      throw new ValueError(`${name}: step ${index} should be ${wanted}`);
    }
    for (const [tag, chosen] of found) {
      if (tags.has(tag)) throw new ValueError(`${name}: more than one step has the tag ${literal(tag)}`);
      tags.set(tag, chosen);
    }
  }
  tagged.set(owner, { steps: tags, options: keepText(Object.freeze([...tags.keys()])) });
  return key;
};

/** The tags that choose a step, or what is chosen inside it; undefined if it has none. */
export function tagsOf(step: Validator, key: string): Iterable<readonly [unknown, Validator]> | undefined {
  if (ownValue(step, "discriminator") === key) return tagged.get(step)?.steps;
  const schema = ownValue(dictionaryOf(step), "schema");
  const member = typeof schema === "object" && schema !== null ? ownValue(schema, key) : undefined;
  if (typeof member !== "function") return undefined;
  const options = Object.hasOwn(member, "value") ? [ownValue(member, "value")] : ownValue(member, "options");
  if (!Array.isArray(options) || !options.every(isTag)) return undefined;
  return options.map((tag) => [tag, step]);
}

/** The Dict that a step of a OneOf is, or begins with, where it goes on with checks of its own. */
export function dictionaryOf(step: Validator): Validator {
  let first = step;
  for (let next = firstOf(first); isValidator(next); next = firstOf(first)) first = next;
  return first;
}

/** The first step of an AllOf, which gets the input. Those of a OneOf, which has this parameter, are tried instead. */
function firstOf(step: Validator): unknown {
  const steps = Object.hasOwn(step, "discriminator") ? undefined : ownValue(step, "steps");
  return Array.isArray(steps) ? steps[0] : undefined;
}

/** Only what is equal to nothing else, and to itself. */
const isTag = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
