/** The messages that validators have for what they refuse, by the codes of errors. */
import { errorClassOf, errorNames, type Words } from "../../core/errors/errors.ts";
import { codeOf } from "../../core/errors/issue.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import { errorAnnotationsOf, wordsFor } from "../../core/schemas/annotations.ts";
import { appliedBy } from "../../core/schemas/graph.ts";
import type { Validator } from "../../core/validator.ts";
import { ownValue } from "../../values/input.ts";

/** Messages; undefined if there is no text in one place of them. */
export interface OwnWords {
  readonly message: string | undefined;
  readonly messages: Readonly<Record<string, string>>;
}

/** Keys of `messages` that are about some errors of a code. */
const PARTIAL: readonly string[] = ["nan", "inf", "ascii"];

const isText = (words: Words | undefined): words is string | undefined =>
  words === undefined || (typeof words === "string" && !/[{}]/.test(words));

/** The message of a validator for errors with a code. */
export function wordsForCode(validator: Validator, code: string): Words | undefined {
  const type = errorClassOf(code);
  return type && wordsFor(validator, { type, expected: undefined, detail: undefined, thrown: undefined });
}

/** Why messages have no compiled form; undefined if they have one. */
export function obstacleIn(validator: Validator): string | undefined {
  const { message, messages = {} } = errorAnnotationsOf(validator) ?? {};
  if (!isText(message) || !Object.values(messages).every(isText))
    return "a message that is a function, or has placeholders";
  return PARTIAL.some((name) => Object.hasOwn(messages, name)) ? "a message for some errors of a code" : undefined;
}

/** Whether a validator has messages of its own. */
function hasWords(validator: Validator): boolean {
  const { message, messages } = errorAnnotationsOf(validator) ?? {};
  return (message ?? messages) !== undefined;
}

/** The messages of a validator; undefined if it has none. */
export function ownWords(validator: Validator): OwnWords | undefined {
  const annotations = errorAnnotationsOf(validator);
  if (annotations === undefined || !hasWords(validator)) return undefined;
  const message = annotations.message as string | undefined;
  const codes = [...new Set(errorNames.map(codeOf))];
  const own = codes.map((code) => [code, wordsForCode(validator, code)] as const);
  const messages = Object.fromEntries(own.filter(([, words]) => words !== undefined && words !== message));
  return { message, messages: messages as Readonly<Record<string, string>> };
}

/** The message for a missing key: that of a validator of its value, or of the Dict. */
export function wordsMissing(dict: Validator, model: ObjectModel, key: string): string | undefined {
  const name = ownValue(dict, "names") === undefined ? key : model.nameInResult(key);
  const matching = model.patterns.filter(({ matches }) => matches(key)).map(({ validator }) => validator);
  const own = ownValue((ownValue(dict, "schema") ?? {}) as object, name);
  const member = own ?? (matching.length > 0 ? undefined : model.extra?.[1]);
  const given = member === undefined ? matching : [member as Validator, ...matching];
  const applied = given.flatMap((one) => [...appliedBy(one)]);
  for (const one of [...applied, dict]) {
    const words = wordsForCode(one as Validator, "missing_key");
    if (words !== undefined) return words as string;
  }
  return undefined;
}

/** The message of a Dict for a key that is not allowed. */
export const wordsForbidden = (dict: Validator): string | undefined =>
  wordsForCode(dict, "forbidden_key") as string | undefined;
