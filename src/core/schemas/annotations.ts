/**
 * The parameters of all classes that do not affect which values are valid: `message`, `messages` and `secret` affect
 * errors, `meta` documents the validator.
 */
import { equal } from "../../values/equal.ts";
import { ownValue } from "../../values/input.ts";
import { expectFlag, expectMapping, ValueError } from "../contracts.ts";
import { type ErrorClass, errorNames, type LengthUnit, type ValidationError, type Words } from "../errors/errors.ts";
import { codeOf, type IssueValues } from "../errors/issue.ts";
import { didYouMean } from "../misspelt.ts";
import type { Checker } from "./checker.ts";
import { Snapshot } from "./copy.ts";
import { derive, derivedOf } from "./derived.ts";
import { expectMeta, type Meta } from "./meta.ts";

/** The names of the parameters. */
export const ANNOTATIONS: readonly string[] = ["message", "messages", "secret", "meta"];

/** The values of the parameters that affect errors, of a validator that has any. */
export interface ErrorAnnotations {
  readonly message: Words | undefined;
  readonly messages: Readonly<Record<string, Words>> | undefined;
  readonly secret: boolean;
}

/** A class may have parameters of its own with these names, so they are no properties of validators. */
interface Derived {
  readonly annotations: ErrorAnnotations;
  readonly meta: Meta | Snapshot;
}

/** True as soon as a validator is secret. Until then no error has to be searched for secrets. */
let hasSecretValidators = false;
export const secretsExist = (): boolean => hasSecretValidators;
/** True as soon as a validator has annotations of errors. Until then no schema has to be searched for texts. */
let hasAnnotated = false;
export const annotationsExist = (): boolean => hasAnnotated;

/** The annotations of a validator that affect its errors; undefined if it has none. */
export const errorAnnotationsOf = (validator: Checker): ErrorAnnotations | undefined =>
  derivedOf<Derived>(validator).annotations;

/** The metadata of a validator; undefined if it has none. */
export function metaOf(validator: Checker): Meta | undefined {
  const { meta } = derivedOf<Derived>(validator);
  return meta instanceof Snapshot ? (meta.read() as Meta) : meta;
}

/** Whether its values are secret. */
export const isSecret = (validator: Checker): boolean => errorAnnotationsOf(validator)?.secret === true;

/** The codes of errors that have a name of their own in `messages`, beside the parameters that the errors come from. */
const NAMES = { type: "invalid_type", required: "missing_key" } as const;

/** By error code: the parameters that such errors come from. Those with an `EXPECTED` precede the others. */
const PARAMS = {
  options: ["options", "value", "discriminator"],
  min_value: ["min", "relmin", "ascending"],
  max_value: ["max", "relmax"],
  exclusive_min_value: ["exclusive_min"],
  exclusive_max_value: ["exclusive_max"],
  multiple: ["multiple_of"],
  float_value: ["nan", "inf"],
  str_decode: ["encoding"],
  min_length: ["minlen", "min_contains", "contains"],
  max_length: ["maxlen", "max_contains", "contains"],
  tuple_length: ["items"],
  pattern_match: ["pattern"],
  format: ["ascii", "format"],
  datetime_parse: ["format", "parser"],
  datetime_type: ["tz"],
  recursion_max_depth: ["maxdepth"],
  forbidden_key: ["unknown", "extra"],
  duplicate_item: ["unique_items"],
  ambiguous: ["exclusive"],
} as const;

/** The keys of `messages`; each class has some of those that are parameters. */
export type MessageName = keyof typeof NAMES | (typeof PARAMS)[keyof typeof PARAMS][number] | keyof IssueValues;

/** The `expected` of errors that come from these parameters, if several parameters have the same error class. */
const EXPECTED: Readonly<Record<string, unknown>> = { nan: "number", inf: "finite", ascii: "ASCII text" };

/** The keys that `messages` of a class with these parameters may have. */
function messageNamesOf(params: object): string[] {
  const ofParams: readonly string[] = Object.values(PARAMS).flat();
  return [
    ...Object.keys(NAMES),
    ...Object.keys(params).filter((name) => ofParams.includes(name)),
    ...errorNames.map(codeOf),
  ];
}

const isWords = (value: unknown): value is Words => typeof value === "string" || typeof value === "function";

function wordsIn(owner: string, name: string, value: unknown): Words | undefined {
  if (value === undefined || value === null) return undefined;
  if (isWords(value)) return value;
  throw new TypeError(`${owner}.${name} should be a string or a function`);
}

/** @throws TypeError for what is no text; ValueError for a key that is none of the names. */
function expectMessages(owner: string, messages: object, names: readonly string[]): void {
  for (const [key, words] of Object.entries(messages)) {
    if (!names.includes(key)) {
      throw new ValueError(`${owner}.messages has a key that is no error of it: '${key}'${didYouMean(key, names)}`);
    }
    wordsIn(owner, `messages.${key}`, words);
  }
}

/**
 * Reads the annotations among the parameters that are `given` for a validator whose class has the parameters `params`.
 * A class may have parameters of its own with these names. Returns true if there are any that affect errors.
 * @throws TypeError, or ValueError for a key of `messages` that names no error.
 */
export function readAnnotations(validator: Checker, params: object, given: Readonly<Record<string, unknown>>): boolean {
  // Most validators have none, and are built faster without the rest.
  if (!ANNOTATIONS.some((annotation) => Object.hasOwn(given, annotation))) return false;
  const read = (name: string): unknown => (Object.hasOwn(params, name) ? undefined : ownValue(given, name));
  const { name } = validator.constructor;
  const message = wordsIn(name, "message", read("message"));
  const messages = expectMapping(validator, "messages", read("messages"), { nullable: true, empty: true });
  if (messages !== undefined) expectMessages(name, messages, messageNamesOf(params));
  const secret = expectFlag(validator, "secret", read("secret"));
  const meta = expectMeta(validator, read("meta"));
  if (meta !== undefined) derive<Derived>(validator, { meta });
  if (message === undefined && messages === undefined && !secret) return false;
  const texts = messages && (Object.freeze({ ...messages }) as ErrorAnnotations["messages"]);
  derive<Derived>(validator, { annotations: { message, messages: texts, secret } });
  hasSecretValidators ||= secret;
  hasAnnotated = true;
  return true;
}

/** The annotations that differ from their defaults. */
export const annotationParams = (validator: Checker): [name: string, value: unknown][] =>
  Object.entries({ ...errorAnnotationsOf(validator), meta: metaOf(validator) }).filter(
    ([, value]) => value !== undefined && value !== false,
  );

/** The properties of a failure that select its message. */
interface Failing {
  readonly type: ErrorClass;
  readonly expected: unknown;
  readonly detail: { readonly unit: LengthUnit | undefined } | undefined;
  readonly thrown: ValidationError | undefined;
}

/** The message of a validator for a failure of its own; undefined if it has none. */
export function wordsFor(validator: Checker, failure: Failing): Words | undefined {
  const { messages, message } = errorAnnotationsOf(validator) ?? {};
  if (messages === undefined) return message;
  const code = failure.thrown?.code ?? codeOf(failure.type.name);
  const names = Object.keys(NAMES).filter((name) => NAMES[name as keyof typeof NAMES] === code);
  const params = (ownValue(PARAMS, code) ?? []) as readonly string[];
  const isMeant = (name: string): boolean => Object.hasOwn(messages, name) && isOf(name, validator, failure);
  const name = [...names, ...params].find(isMeant) ?? code;
  return (ownValue(messages, name) as Words | undefined) ?? message;
}

/** Returns whether a failure comes from this parameter, of those with the same error class. */
function isOf(name: string, validator: Checker, { expected, detail }: Failing): boolean {
  if (/len|contains/.test(name)) return name.endsWith("contains") === (detail?.unit === "match");
  if (Object.hasOwn(EXPECTED, name)) return expected === EXPECTED[name];
  const limit = name.replace("rel", "");
  // A limit relative to the current moment differs each time.
  const isRelative = ownValue(validator, `rel${limit}`) !== undefined && !equal(ownValue(validator, limit), expected);
  return isRelative === (name !== limit);
}
