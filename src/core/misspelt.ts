/** Suggestions for unknown names: options, parameters and keys. */
import { typeName } from "../values/input.ts";
import { literal } from "../values/text.ts";

/** The names of parameters in other libraries and JSON Schema, in lower case, and their names here. */
const ELSEWHERE = {
  minimum: "min",
  gte: "min",
  // Int has a parameter of this name.
  min: "minlen",
  max: "maxlen",
  nonempty: "minlen",
  trim: "strip",
  ge: "min",
  gt: "exclusive_min",
  exclusiveminimum: "exclusive_min",
  minvalue: "min",
  minsize: "minlen",
  lt: "exclusive_max",
  exclusivemaximum: "exclusive_max",
  maxvalue: "max",
  maxsize: "maxlen",
  step: "multiple_of",
  maximum: "max",
  lte: "max",
  le: "max",
  minlength: "minlen",
  minitems: "minlen",
  minproperties: "minlen",
  maxlength: "maxlen",
  maxitems: "maxlen",
  maxproperties: "maxlen",
  regex: "pattern",
  regexp: "pattern",
  matches: "pattern",
  enum: "options",
  values: "options",
  choices: "options",
  picklist: "options",
  oneof: "options",
  items: "item",
  element: "item",
  properties: "schema",
  shape: "schema",
  fields: "schema",
  entries: "schema",
  uniqueitems: "unique",
  language: "locale",
  lang: "locale",
  additionalproperties: "unknown",
  catchall: "extra",
  error: "message",
  errormap: "messages",
  invalidtypeerror: "messages",
  requirederror: "messages",
  description: "meta",
  title: "meta",
  example: "meta",
  examples: "meta",
  default: "defaults",
  null: "nullable",
  allownull: "nullable",
  convert: "coerce",
  timezone: "tz",
  ref: "use",
  maxbytes: "maxLineBytes",
  body: "json",
  json: "body",
  querystring: "query",
} as const;

type Elsewhere = typeof ELSEWHERE;

/** The name in small letters, without underscores. */
type Letters<Name> = Name extends `${infer Start}_${infer End}`
  ? Letters<`${Start}${End}`>
  : Name extends string
    ? Lowercase<Name>
    : never;
/** The text with one of its letters removed: a union of all possibilities. */
type Shorter<Text, Start extends string = ""> = Text extends `${infer Letter}${infer Rest}`
  ? `${Start}${Rest}` | Shorter<Rest, `${Start}${Letter}`>
  : never;
/** The name, and each text that results from removing one letter. Two similar names have one of these in common. */
type Around<Name> = Letters<Name> | Shorter<Letters<Name>>;
type Near<Name, Known> = Known extends unknown
  ? [Extract<Around<Name>, Around<Known>>] extends [never]
    ? never
    : Known
  : never;
type Meant<Name, Known> =
  Letters<Name> extends keyof Elsewhere ? Extract<Elsewhere[Letters<Name>], Known> : Near<Name, Known>;

/**
 * The compile-time message for a parameter that is not one of `Known`.
 * @typeParam Value the value given for it: instead of a validator in a schema, it may be a class.
 */
export type Unexpected<Name, Known, Value = unknown> = Name extends "args" | "load" | "params" | "prototype"
  ? IsClass
  : Value extends AnyClass
    ? IsClass
    : [Meant<Name, Known>] extends [never]
      ? `There is no parameter '${Name & string}'`
      : `There is no parameter '${Name & string}': did you mean '${Meant<Name, Known> & string}'?`;
/** The class of a validator. */
export interface AnyClass {
  readonly prototype: object;
  load(data: unknown): unknown;
}
/** The compile-time message for a class in place of a validator. */
export type IsClass = "A validator is expected, not its class: call the class";

/**
 * Parameters and methods of other libraries without a parameter of the same meaning, and what to use instead: the first
 * text that stands alone or beside the name of a parameter that the validator has.
 */
const INSTEAD: Readonly<Record<string, readonly (readonly [text: string, needs?: string])[]>> = {
  optional: [["a Dict says which of its keys are optional"]],
  required: [["a key of a Dict is required unless it is optional"]],
  default: [["use Default(...)"]],
  nullish: [["use nullable, and optional in a Dict"]],
  message: [["use Check(...) or a formatter"]],
  catch: [["use Fallback(...)"]],
  fallback: [["use Fallback(...)"]],
  refine: [["use AllOf(..., Check(...))"]],
  superrefine: [["use AllOf(..., Check(...))"]],
  check: [["use AllOf(..., Check(...))"]],
  validate: [["use AllOf(..., Check(...))"]],
  transform: [["use AllOf(..., Transform(...))"]],
  preprocess: [["use AllOf(Transform(...), ...)"]],
  pipe: [["use AllOf(...)"]],
  length: [["use minlen and maxlen", "minlen"]],
  size: [["use minlen and maxlen", "minlen"]],
  positive: [["use exclusive_min: 0", "exclusive_min"]],
  negative: [["use exclusive_max: 0", "exclusive_max"]],
  nonnegative: [["use min: 0", "exclusive_min"]],
  nonpositive: [["use max: 0", "exclusive_max"]],
  int: [["use Int(...)", "nan"]],
  integer: [["use Int(...)", "nan"]],
  finite: [["infinite numbers are refused unless inf says otherwise", "inf"]],
  safe: [["unsafe integers are refused unless unsafe says otherwise", "unsafe"]],
  strict: [
    ["unknown keys are refused unless unknown says otherwise", "unknown"],
    ["values are not converted unless coerce says otherwise", "coerce"],
  ],
  passthrough: [['use unknown: "keep"', "unknown"]],
  loose: [['use unknown: "keep"', "unknown"]],
  strip: [['use unknown: "strip"', "unknown"]],
  startswith: [["use pattern", "pattern"]],
  endswith: [["use pattern", "pattern"]],
  includes: [["use pattern", "pattern"]],
  tolowercase: [['use case: "lower"', "case"]],
  lowercase: [['use case: "lower"', "case"]],
  touppercase: [['use case: "upper"', "case"]],
  uppercase: [['use case: "upper"', "case"]],
};

/** The names of formats, which are methods in other libraries. */
export const FORMATS = [
  "email",
  "url",
  "uuid",
  "ipv4",
  "ipv6",
  "base64",
  "jwt",
  "emoji",
  "nanoid",
  "cuid2",
  "ulid",
  "date",
  "time",
];

function insteadOf(letters: string, known: readonly string[]): string | undefined {
  // Options of functions are none of these.
  if (!known.includes("alias")) return undefined;
  if (known.includes("format") && known.includes("pattern") && FORMATS.includes(letters))
    return `use format: "${letters}"`;
  const all = Object.hasOwn(INSTEAD, letters) ? INSTEAD[letters] : undefined;
  return all?.find(([, needs]) => needs === undefined || known.includes(needs))?.[0];
}

/** The property of functions under names of other libraries: what to use instead. */
export const MEANT: unique symbol = Symbol("meant");

/** In UTF-16 units. A longer name is data, not a typing mistake. */
const MAX_LENGTH = 30;

/**
 * Returns the end of a message: the one of the `known` names that is close to `name`, or what to use instead. Empty if
 * there is no suggestion.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const instead = exactly(name, known) === undefined ? insteadOf(lettersOf(name), known) : undefined;
  if (instead !== undefined) return `: ${instead}`;
  const meant = suggestionFor(name, known);
  return meant === undefined ? "" : `: did you mean '${meant}'?`;
}

/** The one of the `known` names that is close to `name`; undefined if none is. */
export function suggestionFor(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const letters = lettersOf(name);
  const near = (): string | undefined => known.find((one) => isNear(letters, lettersOf(one)));
  return exactly(name, known) ?? (letters.length > 2 ? near() : undefined);
}

/** The one of the `known` names that has the letters of `name`, or its meaning elsewhere. */
function exactly(name: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  const here = Object.hasOwn(ELSEWHERE, letters) ? ELSEWHERE[letters as keyof Elsewhere] : undefined;
  return known.find((one) => one === here || lettersOf(one) === letters);
}

/** Keys of a schema that a message lists. */
const MOST_KEYS = 10;

/** Says that `key` is not among the keys that are known: which one is meant, or which there are. */
export function amongKeys(key: string, known: readonly string[]): string {
  const meant = suggestionFor(key, known);
  const listed = known.slice(0, MOST_KEYS).map((one) => literal(one));
  if (known.length > MOST_KEYS) listed.push("\u2026");
  const end =
    meant === undefined ? `, which has ${listed.join(", ") || "no keys"}` : `: did you mean ${literal(meant)}?`;
  return `${literal(key)} is not in the schema${end}`;
}

/**
 * Refuses unknown options.
 * @param name of the argument.
 * @throws TypeError for an option that is not one of the `known` ones, and for options that are not an object.
 */
export function expectOptions(options: unknown, known: readonly string[], name = "options"): asserts options is object {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${name} should be an object, not ${typeName(options)}`);
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`There is no option '${unknown}'${didYouMean(unknown, known)}`);
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[_\-\s]/g, "");

/**
 * Returns whether the texts differ in at most one letter: replaced, inserted, removed, or swapped with its neighbour.
 */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const rest = (text: string, skip: number): string => text.slice(from + skip);
  const isSwapped = a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2);
  return rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1) || isSwapped;
}
