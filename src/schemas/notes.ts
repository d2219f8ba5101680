/**
 * What is said of the values that a validator refuses: the parameters `message`, `messages` and `secret` of all
 * classes.
 */
import { expectFlag, expectMapping, ValueError } from "../contracts.ts";
import { type ErrorClass, errorNames, type ValidationError, type Words } from "../errors/errors.ts";
import { codeOf, type IssueValues } from "../errors/issue.ts";
import { didYouMean } from "../misspelt.ts";
import { equal } from "../values/equal.ts";
import { ownValue } from "../values/input.ts";
import type { Checker } from "./checker.ts";

/** The names of the parameters. */
export const NOTES: readonly string[] = ["message", "messages", "secret"];

/** The parameters of a validator that has any of them. */
export interface Notes {
  readonly message: Words | undefined;
  readonly messages: Readonly<Record<string, Words>> | undefined;
  readonly secret: boolean;
}

const known = new WeakMap<Checker, Notes>();

/** The notes of a validator; undefined if it has none. */
export const notesOf = (validator: Checker): Notes | undefined => known.get(validator);

/** Whether its values are secret. */
export const isSecret = (validator: Checker): boolean => known.get(validator)?.secret === true;

/** The codes of errors that have a name of their own in `messages`, beside the parameters that the errors come from. */
const NAMES = { type: "invalid_type", required: "missing_key" } as const;

/** By the code of an error: the parameters that it comes from. */
const PARAMS = {
  options: ["options", "value", "discriminator"],
  min_value: ["min", "relmin"],
  max_value: ["max", "relmax"],
  exclusive_min_value: ["exclusive_min"],
  exclusive_max_value: ["exclusive_max"],
  multiple: ["multiple_of"],
  float_value: ["nan", "inf"],
  str_decode: ["encoding"],
  min_length: ["minlen"],
  max_length: ["maxlen"],
  tuple_length: ["items"],
  pattern_match: ["pattern"],
  format: ["format", "ascii"],
  datetime_parse: ["format", "parser"],
  datetime_type: ["tz"],
  recursion_max_depth: ["maxdepth"],
  forbidden_key: ["unknown", "extra"],
} as const;

/** The keys of `messages`; each class has some of those that are parameters. */
export type MessageName = keyof typeof NAMES | (typeof PARAMS)[keyof typeof PARAMS][number] | keyof IssueValues;

/** What some parameters have in `expected` of their errors, where others have errors of the same class. */
const EXPECTED: Readonly<Record<string, unknown>> = { nan: "number", inf: "finite", ascii: "ASCII text" };

/** The keys that `messages` of a class with these parameters may have. */
function keysOf(params: object): string[] {
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

/**
 * Reads the notes among the parameters that are `given` for a validator whose class has the parameters `params`. One
 * that the class has itself is no note.
 * @throws TypeError, or ValueError for a key of `messages` that is the name of no error.
 */
export function readNotes(validator: Checker, params: object, given: Readonly<Record<string, unknown>>): void {
  const read = (name: string): unknown => (Object.hasOwn(params, name) ? undefined : ownValue(given, name));
  const { name } = validator.constructor;
  const message = wordsIn(name, "message", read("message"));
  const messages = expectMapping(validator, "messages", read("messages"), { nullable: true, empty: true });
  const keys = messages && keysOf(params);
  for (const key of Object.keys(messages ?? {})) {
    if (!keys?.includes(key)) {
      throw new ValueError(`${name}.messages has a key that is no error of it: '${key}'${didYouMean(key, keys ?? [])}`);
    }
    wordsIn(name, `messages.${key}`, messages?.[key]);
  }
  const secret = expectFlag(validator, "secret", read("secret"));
  if (message === undefined && messages === undefined && !secret) return;
  const texts = messages && (Object.freeze({ ...messages }) as Notes["messages"]);
  known.set(validator, { message, messages: texts, secret });
}

/** The notes that differ from their defaults, as parameters. */
export const noteParams = (validator: Checker): [name: string, value: unknown][] =>
  Object.entries(notesOf(validator) ?? {}).filter(([, value]) => value !== undefined && value !== false);

/** What of a failure decides what is said of it. */
interface Failing {
  readonly type: ErrorClass;
  readonly expected: unknown;
  readonly thrown: ValidationError | undefined;
}

/** What a validator says of a failure of its own; undefined if it says nothing. */
export function wordsFor(validator: Checker, failure: Failing): Words | undefined {
  const { messages, message } = notesOf(validator) ?? {};
  if (messages === undefined) return message;
  const code = failure.thrown?.code ?? codeOf(failure.type.name);
  const names = Object.keys(NAMES).filter((name) => NAMES[name as keyof typeof NAMES] === code);
  const params = (ownValue(PARAMS, code) ?? []) as readonly string[];
  const isMeant = (name: string): boolean => Object.hasOwn(messages, name) && isOf(name, validator, failure.expected);
  const name = [...names, ...params].find(isMeant) ?? code;
  return (ownValue(messages, name) as Words | undefined) ?? message;
}

/** Whether a failure is of this parameter, of those that have errors of the same class. */
function isOf(name: string, validator: Checker, expected: unknown): boolean {
  if (Object.hasOwn(EXPECTED, name)) return expected === EXPECTED[name];
  if (name === "format") return expected !== EXPECTED.ascii;
  const limit = name.replace(/^rel/, "");
  if (limit !== "min" && limit !== "max") return true;
  // A limit relative to the current moment was another one each time.
  const isRelative = ownValue(validator, `rel${limit}`) !== undefined && !equal(ownValue(validator, limit), expected);
  return isRelative === (name !== limit);
}
