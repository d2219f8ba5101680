/**
 * Errors, contexts and messages: `validlib/exc`.
 * @example Int({ min: 1 }).safe(0).error instanceof exc.MinValueError; // true
 */
export { compareContexts, contextText, EXTRA_KEY, EXTRA_VALUE, Extra, type PathNode } from "./core/errors/context.ts";
export {
  AmbiguousError,
  AssertionError,
  CheckError,
  type CheckInit,
  ConditionError,
  type ConditionInit,
  DatetimeParseError,
  DatetimeTypeError,
  DuplicateItemError,
  type ErrorClass,
  type ErrorInit,
  type ErrorName,
  ExclusiveMaxValueError,
  ExclusiveMinValueError,
  FloatValueError,
  ForbiddenKeyError,
  ForbiddenValueError,
  FormatError,
  InvalidTypeError,
  JsonDecodeError,
  type JsonReason,
  KeyError,
  type LengthUnit,
  MappingKeyError,
  MaxLengthError,
  MaxValueError,
  MinLengthError,
  MinValueError,
  MissingKeyError,
  MultipleError,
  OptionsError,
  PatternMatchError,
  type Position,
  RecursionMaxDepthError,
  StrDecodeError,
  TupleLengthError,
  ValidationError,
  ValueError,
  WorkLimitError,
} from "./core/errors/errors.ts";
export {
  type ConditionalTemplate,
  defaultTemplates,
  type ErrorFormatter,
  Formatter,
  formatError,
  type Messages,
  type MessageTemplate,
  type SimpleTemplate,
  type Templates,
} from "./core/errors/formatter.ts";
export type { Alternative, ErrorTree, FlatErrors, Issue, IssueBase, IssueOf } from "./core/errors/issue.ts";
export { formatIssue, issueTemplates } from "./core/errors/messages.ts";
export { SchemaError } from "./core/errors/schema-error.ts";
export { Step } from "./core/errors/step.ts";
export type {
  Locale,
  LocaleFormats,
  LocaleMessages,
  LocalePlural,
  LocaleText,
  LocaleTypes,
  LocaleUnits,
} from "./text/locales/locale.ts";
