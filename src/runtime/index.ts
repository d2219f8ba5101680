/** What modules that `validlib compile` writes import: `validlib/runtime`. They use only what their schemas need. */
export { jsonText } from "../core/encode/text.ts";
export { MORE } from "../core/errors/clauses.ts";
export { isoReader } from "../text/time/iso.ts";
export { strptime } from "../text/time/strptime.ts";
export { hasDuplicates } from "../values/duplicates.ts";
export { codePoints, ownValue } from "../values/input.ts";
export { multiplesOf } from "../values/multiple.ts";
export {
  asFlag,
  exactInteger,
  exactNumber,
  numberText,
  textToInteger,
  textToNumber,
  toInteger,
  toNumber,
} from "../values/numeric.ts";
export type { NodeTable } from "./automata.ts";
export { automaton } from "./automata.ts";
export type { InstanceRules } from "./classes.ts";
export { bytes, instance, setEncoder, setOf, textOfBytes } from "./classes.ts";
export { apart, closed, logItems, logKeys } from "./closed.ts";
export type { Branch } from "./conditions.ts";
export { either, eitherEncoder, not } from "./conditions.ts";
export type { ObjectRules, TupleRules } from "./containers.ts";
export { defaults, dropped, forbidding, kept, list, made, object, tuple } from "./containers.ts";
export { contains } from "./contains.ts";
export { coercedString, convertedInteger, convertedNumber, flag, namedFlag } from "./converted.ts";
export { anyWithin, checkedJson, constantData, converting, fallbackEncoder, jsonValue, keptAsJson } from "./data.ts";
export { dependentKeys, dependents, dependentsBack } from "./dependents.ts";
export type { CompiledEngine } from "./engine.ts";
export { engine } from "./engine.ts";
export type { CompiledIssue } from "./error.ts";
export { CompiledError } from "./error.ts";
export { multikeys } from "./forms.ts";
export {
  bigInteger,
  exactFloat,
  exactIntegers,
  integerOptions,
  unsafeInteger,
  withAllDigits,
  withDigits,
} from "./integers.ts";
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
export { LimitedReport } from "./limits.ts";
export type { ListRules } from "./lists.ts";
export { listEncoder, listWith, typed } from "./lists.ts";
export { setLocale } from "./locale.ts";
export type { DatetimeRules, MomentRules } from "./moments.ts";
export { date, datetime, time } from "./moments.ts";
export type { FormArray, FormObject, FormPart } from "./nested.ts";
export { nested, wrongName } from "./nested.ts";
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
export { reason } from "./reasons.ts";
export type { Failure, Node, Text, Texts, Write } from "./report.ts";
export { Report } from "./report.ts";
export type { SecretPlace, SecretsOf } from "./secrets.ts";
export { knowing, secretly } from "./secrets.ts";
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
  tagged,
  transform,
  transformEach,
  withDefault,
} from "./steps.ts";
export { fallback } from "./trial.ts";
export { tellsSteps, union } from "./union.ts";
export type { Compiled, CompiledResult, Parts } from "./validator.ts";
export { validator } from "./validator.ts";
export type { ReadMember, Values } from "./values.ts";
export { anyMember, anyValues, plainMember, plainValues } from "./values.ts";
export { bail, hasOthers, isListed, leaveUnlessNull, verdict } from "./verdict.ts";
export { worded } from "./words.ts";
