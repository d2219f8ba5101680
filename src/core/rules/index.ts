/**
 * All kinds of rules, and their forms for the code generator and JSON Schema. Validators import their rules one by one,
 * so that a bundle has only those it needs.
 */
import { type AscendingRule, ascendingParts } from "./ascending.ts";
import { type AsciiRule, asciiParts } from "./ascii.ts";
import { type BooleanRule, booleanParts } from "./boolean.ts";
import type { ArrayRuleParts, ObjectRuleParts } from "./container.ts";
import { type ContainsRule, containsParts } from "./contains.ts";
import { type DependentRequiredRule, dependentRequiredParts } from "./dependent-required.ts";
import { type DependentSchemasRule, dependentSchemasParts } from "./dependent-schemas.ts";
import { type FormatRule, formatParts } from "./format.ts";
import { type KeyGroupsRule, keyGroupParts } from "./key-groups.ts";
import { type BytesRule, bytesParts, type TextRule, textParts } from "./length.ts";
import { type NumberRule, numberParts } from "./number.ts";
import { type OptionRule, optionParts } from "./option.ts";
import { type PatternRule, patternParts } from "./pattern.ts";
import { type ExhaustiveRule, exhaustiveParts, type RequiredRule, requiredParts } from "./required.ts";
import type { Rule, RuleParts } from "./rule.ts";
import { type UniqueItemsRule, uniqueItemsParts } from "./unique-items.ts";

/**
 * A rule of values without members. One that is missing here does not compile where it is used, and one that lacks a
 * form does not compile below.
 */
export type AnyRule =
  | AsciiRule
  | BooleanRule
  | BytesRule
  | FormatRule
  | NumberRule
  | OptionRule
  | PatternRule
  | TextRule;

const PARTS: { readonly [K in AnyRule["kind"]]: RuleParts<Extract<AnyRule, { kind: K }>> } = {
  ascii: asciiParts,
  boolean: booleanParts,
  bytes: bytesParts,
  format: formatParts,
  number: numberParts,
  option: optionParts,
  pattern: patternParts,
  text: textParts,
};

/** The other forms of a rule; undefined for an unknown kind, whose readers have to decline the validator. */
export const rulePartsOf = ({ kind }: Rule): RuleParts<Rule> | undefined =>
  Object.hasOwn(PARTS, kind) ? (PARTS[kind as keyof typeof PARTS] as RuleParts<Rule>) : undefined;

export type AnyObjectRule =
  | DependentRequiredRule
  | DependentSchemasRule
  | ExhaustiveRule
  | KeyGroupsRule
  | RequiredRule;

const OF_OBJECTS: { readonly [K in AnyObjectRule["kind"]]: ObjectRuleParts<never> } = {
  at_least_one: keyGroupParts,
  at_most_one: keyGroupParts,
  dependent_required: dependentRequiredParts,
  dependent_schemas: dependentSchemasParts,
  exactly_one: keyGroupParts,
  exhaustive: exhaustiveParts,
  required: requiredParts,
};

export type AnyArrayRule = AscendingRule | ContainsRule | UniqueItemsRule;

const OF_ARRAYS: { readonly [K in AnyArrayRule["kind"]]: ArrayRuleParts<Extract<AnyArrayRule, { kind: K }>> } = {
  ascending: ascendingParts,
  contains: containsParts,
  unique_items: uniqueItemsParts,
};

/** The same for a rule of objects. */
export const objectPartsOf = ({ kind }: { readonly kind: AnyObjectRule["kind"] }): ObjectRuleParts<never> =>
  OF_OBJECTS[kind] as ObjectRuleParts<never>;
/** The same for a rule of arrays. */
export const arrayPartsOf = ({ kind }: { readonly kind: AnyArrayRule["kind"] }): ArrayRuleParts<never> =>
  OF_ARRAYS[kind];
