/** What a name that is none was meant to be. */
import { typeName } from "./values/input.ts";

/** What other libraries and JSON Schema call parameters, in small letters, and what they are called here. */
const ELSEWHERE = {
  minimum: "min",
  gte: "min",
  // Of an Int it is a parameter.
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
/** The text without one of its letters, in all ways. */
type Shorter<Text, Start extends string = ""> = Text extends `${infer Letter}${infer Rest}`
  ? `${Start}${Rest}` | Shorter<Rest, `${Start}${Letter}`>
  : never;
/** Of two texts that are near there is one that both become without one of their letters, or without none. */
type Around<Name> = Letters<Name> | Shorter<Letters<Name>>;
type Near<Name, Known> = Known extends unknown
  ? [Extract<Around<Name>, Around<Known>>] extends [never]
    ? never
    : Known
  : never;
type Meant<Name, Known> =
  Letters<Name> extends keyof Elsewhere ? Extract<Elsewhere[Letters<Name>], Known> : Near<Name, Known>;

/**
 * What the compiler says of a parameter that is none of the `Known` ones.
 * @typeParam Value what is given for it: in place of a schema's validator, a class may be.
 */
export type Unexpected<Name, Known, Value = unknown> = Name extends "args" | "load" | "params" | "prototype"
  ? IsClass
  : Value extends { readonly prototype: object; load(data: unknown): unknown }
    ? IsClass
    : [Meant<Name, Known>] extends [never]
      ? `There is no parameter '${Name & string}'`
      : `There is no parameter '${Name & string}': did you mean '${Meant<Name, Known> & string}'?`;
type IsClass = "A validator is expected, not its class: call the class";

/** What others say with a parameter, and what says it here. */
const INSTEAD = {
  optional: "a Dict says which of its keys are optional",
  default: "use Default(...)",
  message: "use Check(...) or a formatter",
} as const;

/** UTF-16 units. A longer name is data, not a typing mistake. */
const MAX_LENGTH = 30;

/**
 * The ending of a message: which of the `known` names was meant, if one is close, or what to use instead. Empty if
 * nothing is.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  if (name.length > MAX_LENGTH) return "";
  const letters = lettersOf(name);
  const here = Object.hasOwn(ELSEWHERE, letters) ? ELSEWHERE[letters as keyof Elsewhere] : undefined;
  const meant =
    known.find((one) => one === here || lettersOf(one) === letters) ??
    (letters.length > 2 ? known.find((one) => isNear(letters, lettersOf(one))) : undefined);
  if (meant !== undefined) return `: did you mean '${meant}'?`;
  return Object.hasOwn(INSTEAD, letters) ? `: ${INSTEAD[letters as keyof typeof INSTEAD]}` : "";
}

/**
 * @param name of the argument.
 * @throws TypeError for an option that is none of the `known` ones, and for options that are no object.
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
 * Whether the texts are the same but for one letter: another one, one more, one less, or two that have changed places.
 */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const rest = (text: string, skip: number): string => text.slice(from + skip);
  const isSwapped = a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2);
  return rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1) || isSwapped;
}
