/** Suggestions for unknown names: options, parameters and keys. */
import { typeName } from "./values/input.ts";

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
  oneof: "options",
  items: "item",
  element: "item",
  properties: "schema",
  shape: "schema",
  fields: "schema",
  uniqueitems: "unique",
  language: "locale",
  lang: "locale",
  additionalproperties: "unknown",
  catchall: "extra",
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

/** Parameters of other libraries that have no direct equivalent, and what to use instead. */
const INSTEAD = {
  optional: "a Dict says which of its keys are optional",
  default: "use Default(...)",
  message: "use Check(...) or a formatter",
} as const;

/** In UTF-16 units. A longer name is data, not a typing mistake. */
const MAX_LENGTH = 30;

/**
 * Returns the end of a message: the one of the `known` names that is close to `name`, or what to use instead. Empty if
 * there is no suggestion.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const meant = suggestionFor(name, known);
  if (meant !== undefined) return `: did you mean '${meant}'?`;
  const letters = lettersOf(name);
  return Object.hasOwn(INSTEAD, letters) ? `: ${INSTEAD[letters as keyof typeof INSTEAD]}` : "";
}

/** The one of the `known` names that is close to `name`; undefined if none is. */
export function suggestionFor(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const letters = lettersOf(name);
  const here = Object.hasOwn(ELSEWHERE, letters) ? ELSEWHERE[letters as keyof Elsewhere] : undefined;
  return (
    known.find((one) => one === here || lettersOf(one) === letters) ??
    (letters.length > 2 ? known.find((one) => isNear(letters, lettersOf(one))) : undefined)
  );
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
