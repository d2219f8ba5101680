/** What fewer compiled schemas need, so that a process does without it: `validlib/runtime/more`. */
export { dateOf, formatWriter, isoWriter, timestampWriter } from "../core/dates/writing.ts";
export { MORE } from "../core/errors/clauses.ts";
export { isoReader } from "../text/time/iso.ts";
export { strptime } from "../text/time/strptime.ts";
export { hasDuplicates } from "../values/duplicates.ts";
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
export { automaton } from "./automata.ts";
export { bytes, instance, setEncoder, setOf, textOfBytes } from "./classes.ts";
export { apart, closed, logItems, logKeys } from "./closed.ts";
export { either, eitherEncoder, exclusiveEncoder, not } from "./conditions.ts";
export { contains } from "./contains.ts";
export { coercedString, convertedInteger, convertedNumber, flag, namedFlag } from "./converted.ts";
export { anyWithin, checkedJson, constantData, converting, fallbackEncoder, jsonValue, keptAsJson } from "./data.ts";
export { dependentKeys, dependents, dependentsBack } from "./dependents.ts";
export { encodeBy } from "./encode-by.ts";
export { bytesOf, encodedText } from "./encoded.ts";
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
export { withoutBlank } from "./keys.ts";
export { LimitedReport } from "./limits.ts";
export { listEncoder, listWith, typed } from "./lists.ts";
export { dateTextOr, dayOf, momentEncoder, nearestBy } from "./moment-encoders.ts";
export { date, datetime, time } from "./moments.ts";
export { nested, wrongName } from "./nested.ts";
export { reason } from "./reasons.ts";
export { knowing, secretly } from "./secrets.ts";
export type { TagRules } from "./tagged-by.ts";
export { taggedBy } from "./tagged-by.ts";
export { fallback } from "./trial.ts";
export { tellsSteps, union } from "./union.ts";
