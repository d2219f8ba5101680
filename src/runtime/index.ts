/**
 * What modules that `validlib compile` writes import: `validlib/runtime`. They use only what their schemas need. Here
 * is what most schemas need, as Node loads all of it; more.ts has the rest.
 */
export { jsonText } from "../core/encode/text.ts";
export { codePoints, ownValue } from "../values/input.ts";
export type { NodeTable } from "./automata.ts";
export type { InstanceRules } from "./classes.ts";
export type { Branch } from "./conditions.ts";
export type { ObjectRules, TupleRules } from "./containers.ts";
export { defaults, dropped, forbidding, kept, list, made, object, tuple } from "./containers.ts";
export type { CompiledEngine } from "./engine.ts";
export { engine } from "./engine.ts";
export type { CompiledIssue } from "./error.ts";
export { CompiledError } from "./error.ts";
export { blank, extra, groups, handingOn, keys, patterns, required } from "./keys.ts";
export type { Expression, NumberRules, Rule } from "./leaves.ts";
export {
  any,
  ascii,
  boolean,
  constant,
  convertedString,
  digits,
  format,
  integer,
  length,
  matches,
  number,
  options,
  pattern,
  string,
} from "./leaves.ts";
export type { ListRules } from "./lists.ts";
export { setLocale } from "./locale.ts";
export type { DatetimeRules, MomentRules } from "./moments.ts";
export type { FormArray, FormObject, FormPart } from "./nested.ts";
export {
  copied,
  hidesKeys,
  inOrder,
  isOrdinary,
  MISS,
  ordinarily,
  quickly,
  reordered,
  sizeOfOrdinary,
} from "./ordinary.ts";
export type { Failure, Node, Text, Texts, Write } from "./report.ts";
export { Report } from "./report.ts";
export type { SecretPlace, SecretsOf } from "./secrets.ts";
export type { CheckIssue, Refusal, Step } from "./steps.ts";
export {
  byType,
  chain,
  chainBack,
  check,
  checkEach,
  lazy,
  limitedLazy,
  mayBeUndefined,
  nullable,
  transform,
  transformEach,
  withDefault,
} from "./steps.ts";
export { tagged } from "./tagged.ts";
export type { Compiled, CompiledResult, Parts } from "./validator.ts";
export { validator } from "./validator.ts";
export type { ReadMember, Values } from "./values.ts";
export { anyMember, anyValues, plainMember, plainValues } from "./values.ts";
export { bail, hasOthers, isListed, leaveUnlessNull, verdict } from "./verdict.ts";
export { worded } from "./words.ts";
