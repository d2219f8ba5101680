/**
 * All kinds of rules, and their forms for the code generator and JSON Schema. Validators import their rules one by one,
 * so that a bundle has only those it needs.
 */
import { type AsciiRule, asciiParts } from "./ascii.ts";
import { type BooleanRule, booleanParts } from "./boolean.ts";
import { type FormatRule, formatParts } from "./format.ts";
import { type BytesRule, bytesParts, type TextRule, textParts } from "./length.ts";
import { type NumberRule, numberParts } from "./number.ts";
import { type OptionRule, optionParts } from "./option.ts";
import { type PatternRule, patternParts } from "./pattern.ts";
import type { Rule, RuleParts } from "./rule.ts";

/** A rule that is missing here does not compile where it is used, and one that lacks a form does not compile below. */
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
export const partsOf = ({ kind }: Rule): RuleParts<Rule> | undefined =>
  Object.hasOwn(PARTS, kind) ? (PARTS[kind as keyof typeof PARTS] as RuleParts<Rule>) : undefined;
