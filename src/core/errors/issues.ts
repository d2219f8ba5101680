/** Errors as data: a list of issues, messages by field, messages in the structure of the value. */
import { escaped } from "../../text/json-pointer.ts";
import { en } from "../../text/locales/en.ts";
import { define } from "../../values/define.ts";
import { MAX_ITEMS, ownValue, withoutPrototype } from "../../values/input.ts";
import { clip, plainData, shareOf } from "../../values/text.ts";
import { factsOf, type Placed } from "./closest.ts";
import { Extra, type PathNode, shownContext } from "./context.ts";
import { type IssueFormatter, MappingKeyError, ownMessageOf, ValidationError, wordsOf } from "./errors.ts";
import type { Cell, Condition, ErrorTree, FlatErrors, Issue } from "./issue.ts";
import { Language } from "./language.ts";
import { because, LANGUAGE, messageIn, said, statedCondition, statedMessage, withAlternative } from "./messages.ts";
import type { Stated } from "./stated.ts";
import type { Format, Wording } from "./validation-error.ts";

/** Maximum number of characters of `expected`, of `actual` and of the message in JSON. */
const MAX_VALUE = 4000;

function issueOf(placed: Placed, wording: Wording, pointers: Pointers, toJSON: PropertyDescriptor): Issue {
  const { error, alternative } = placed;
  const { code, offset, line, column } = error;
  const { expected, actual } = error as Shown;
  // Most errors, and most issues, have no property `params` of their own, and might inherit one from
  // `Object.prototype`.
  const params = ownValue(error, "params");
  const path = pathOf(error.context);
  const message = messageOf(placed, wording);
  const condition = statedCondition(error, languageOf(wording) ?? Language.of(en));
  const issue = { code, path, pointer: pointers.of(path), message, expected, actual, offset, line, column };
  const field = ValidationError.field(error);
  const cell = ValidationError.cell(error);
  const more = {
    ...(field !== undefined && { field }),
    ...(cell !== undefined && { cell }),
    ...(params !== undefined && { params }),
    ...(alternative !== undefined && { alternative }),
    ...(condition !== undefined && { condition }),
  };
  return Object.defineProperty({ ...issue, ...more }, "toJSON", toJSON) as Issue;
}

/** The issues of failures that need no errors; undefined if the words are those of a formatter, which gets errors. */
export function issuesOfStated(all: readonly Stated[], wording: Wording = Language.of(en)): Issue[] | undefined {
  const language = languageOf(wording);
  if (language === undefined) return undefined;
  const most = shareOf(all.length);
  const pointers = new Pointers();
  let toJSON: PropertyDescriptor | undefined;
  const issues: Issue[] = new Array(all.length);
  for (let index = 0; index < all.length; index++) {
    const stated = all[index] as Stated;
    const { code, path, expected, actual, position, field = "" } = stated;
    const message = statedMessage(language, stated);
    const issue = {
      code,
      path,
      pointer: pointers.of(path),
      message,
      expected,
      actual,
      offset: position?.offset,
      line: position?.line,
      column: position?.column,
    };
    if (stated.field !== undefined) (issue as { field?: string }).field = field;
    const isPlainly =
      message.length + field.length <= most && arePlain(path, most) && isPlain(expected, most) && isPlain(actual, most);
    if (!isPlainly) {
      toJSON ??= toJSONOf(most);
      Object.defineProperty(issue, "toJSON", toJSON);
    }
    issues[index] = issue as Issue;
  }
  return issues;
}

/** The longest text that every bound leaves as it is. */
const MAX_PLAIN = 1000;
/** A list with more members is left to `plainData`. */
const MAX_PLAIN_MEMBERS = 20;
/** An escaped character takes so many. */
const MAX_ESCAPED = 6;

/** Whether JSON may have the value as it is: see `shown`. */
function isPlain(value: unknown, most: number): boolean {
  if (typeof value === "string") return value.length < Math.min(most, MAX_PLAIN);
  if (typeof value !== "object" || value === null) return typeof value !== "bigint" && typeof value !== "function";
  if (!Array.isArray(value) || !Object.isFrozen(value) || value.length > MAX_PLAIN_MEMBERS) return false;
  let length = 0;
  for (const one of value) {
    if (typeof one === "object" && one !== null) return false;
    if (!isPlain(one, most)) return false;
    length += typeof one === "string" ? one.length + 2 : 2;
  }
  return length < Math.min(most, MAX_PLAIN);
}

/** The same of a path, whose keys are shown with escapes. */
function arePlain(path: readonly (string | number)[], most: number): boolean {
  let length = 0;
  for (const node of path) length += typeof node === "string" ? node.length * MAX_ESCAPED + 4 : 24;
  return length < Math.min(most, MAX_PLAIN);
}

/** Bounds the size of issues in JSON. */
const toJSONOf = (most: number): PropertyDescriptor =>
  withoutPrototype({
    value(this: Issue) {
      return shown(this, most);
    },
  });

/** Properties of some classes of errors. */
interface Shown {
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/**
 * The issue for JSON. Many issues may share a long key, which must not be written out for each, so the length of its
 * texts is bounded.
 */
function shown(issue: Issue, most: number): object {
  const { expected, actual, message } = issue;
  const params = ownValue(issue, "params");
  const field = ownValue(issue, "field") as string | undefined;
  const condition = ownValue(issue, "condition") as Condition | undefined;
  const cell = ownValue(issue, "cell") as Cell | undefined;
  const data = (value: unknown): unknown => plainData(value, Math.min(most, MAX_VALUE));
  const path = shownContext(issue.path, most) as (string | number)[];
  // Not the property of the issue: reading a text that shares its parts with others would flatten it into a copy.
  const pointer = pointerOf(path);
  const short = clip(message, Math.min(most, MAX_VALUE));
  return {
    ...{ ...issue, path, pointer, message: short, expected: data(expected), actual: data(actual) },
    ...(field !== undefined && { field: clip(field, Math.min(most, MAX_VALUE)) }),
    ...(cell?.name !== undefined && { cell: { ...cell, name: clip(cell.name, Math.min(most, MAX_VALUE)) } }),
    ...(params !== undefined && { params: data(params) }),
    ...(condition !== undefined && {
      condition: { ...condition, text: clip(condition.text, Math.min(most, MAX_VALUE)) },
    }),
  };
}

/** Without the markers, which are objects. */
function pathOf(context: readonly PathNode[]): (string | number)[] {
  const path: (string | number)[] = [];
  for (const node of context) if (typeof node !== "object") path.push(node);
  return path;
}

const token = (node: string | number): string => `/${escaped(node)}`;

/** A key that is worth no sharing. */
const isShort = (node: unknown): boolean => typeof node !== "string" || node.length < 100;

const pointerOf = (path: readonly (string | number)[]): string => path.map(token).join("");

const NO_PATH: readonly (string | number)[] = [];

/**
 * Makes the pointers of consecutive issues. They share text with the previous pointer, so that a long key with many
 * issues below it takes memory once.
 */
class Pointers {
  #path: readonly (string | number)[] = NO_PATH;
  /** The pointers of the first node of the path, of the first two, and so on. */
  #parts: string[] | undefined;

  of(path: readonly (string | number)[]): string {
    // Most are so short that nothing is worth sharing.
    if (path.length === 1 && isShort(path[0])) return token(path[0] as string | number);
    let same = 0;
    while (same < path.length && path[same] === this.#path[same]) same++;
    this.#parts ??= [];
    const parts = this.#parts;
    parts.length = same;
    for (let at = same; at < path.length; at++) parts.push((parts[at - 1] ?? "") + token(path[at] as string | number));
    this.#path = path;
    return parts.at(-1) ?? "";
  }
}

/**
 * The message of a language or a formatter for one error; or the text that was set on the error or by its validator, if
 * there is one. Only our own messages name the closest alternative.
 */
export function messageOf({ error, alternative }: Placed, wording: Wording = Language.of(en)): string {
  const own = ownMessageOf(error);
  if (own !== undefined) return own;
  const language = languageOf(wording);
  const words = wordsOf(error);
  const text = words && said(words, error, language ?? Language.of(en));
  if (text !== undefined) return text;
  if (language !== undefined) {
    const message = because(language, messageIn(language, error), statedCondition(error, language)?.text);
    return withAlternative(language, message, alternative);
  }
  return formatted(wording as Format, error) ?? error.formatError();
}

/** The message by a formatter, which may ask the error for the one that it has without a formatter. */
function formatted(format: Format, error: ValidationError): string | undefined {
  if (ValidationError.format(error) !== format) return format(error)[0]?.[1];
  error.formatWith(en);
  try {
    return format(error)[0]?.[1];
  } finally {
    error.formatWith(format);
  }
}

/** The language of messages; undefined if a formatter of the caller writes them. */
const languageOf = (wording: Wording): Language | undefined =>
  typeof wording === "function" ? (wording as { [LANGUAGE]?: Language })[LANGUAGE] : wording;

/** The errors that have an issue, in the order of the issues. */
export function placedIn(error: ValidationError, wording: Wording = Language.of(en)): Placed[] {
  const isOurs = languageOf(wording) !== undefined;
  return factsOf(error, (one) => (isOurs ? undefined : messageOf({ error: one }, wording)));
}

function issuesOf(error: ValidationError, wording: Wording = Language.of(en)): Issue[] {
  const most = shareOf(error.length);
  const toJSON = toJSONOf(most);
  const pointers = new Pointers();
  return placedIn(error, wording).map((one) => issueOf(one, wording, pointers, toJSON));
}

function flatten(error: ValidationError, wording: Wording = Language.of(en)): FlatErrors {
  const formErrors: string[] = [];
  const fieldErrors: Record<string, string[]> = {};
  for (const one of placedIn(error, wording)) {
    const [field] = pathOf(one.error.context);
    const message = messageOf(one, wording);
    if (field === undefined) formErrors.push(message);
    else memberOf(fieldErrors, String(field), () => [] as string[]).push(message);
  }
  return { formErrors, fieldErrors };
}

/** A node of a tree under construction. */
interface Node {
  readonly errors: string[];
  properties?: Record<string, Node>;
  items?: Node[];
}

function treeOf(error: ValidationError, wording: Wording = Language.of(en)): ErrorTree {
  const root: Node = { errors: [] };
  for (const one of placedIn(error, wording)) {
    const { context } = one.error;
    let node = root;
    for (const [at, key] of context.entries()) {
      if (typeof key === "object") continue;
      node = below(node, key, isKeyOfMap(one.error, context[at + 1]));
    }
    node.errors.push(messageOf(one, wording));
  }
  return root;
}

/**
 * Returns whether it is a key that comes from data, by the next node of the context: a marker, or an error about the
 * key. A number as a key of a Map is not an index: 100,000,000 would make a list of that length.
 */
const isKeyOfMap = (error: ValidationError, next: PathNode | undefined): boolean =>
  next === undefined ? error instanceof MappingKeyError : next instanceof Extra;

/**
 * Returns whether it may be an index: no array that is checked is longer, but a key of a custom class may be any
 * number.
 */
const isIndex = (key: string | number): key is number => (key as number) >>> 0 === key && key < MAX_ITEMS;

const empty = (): Node => ({ errors: [] });

function below(node: Node, key: string | number, isKey: boolean): Node {
  if (isKey || !isIndex(key)) {
    node.properties ??= {};
    return memberOf(node.properties, String(key), empty);
  }
  node.items ??= [];
  node.items[key] ??= empty();
  return node.items[key];
}

/** The member of an object whose keys come from data, and must not be those of its prototype. */
function memberOf<T>(object: Record<string, T>, key: string, make: () => T): T {
  const known = ownValue(object, key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  define(object, key, made);
  return made;
}

export const issueFormatter: IssueFormatter = {
  messageOf: (error, wording = Language.of(en)) => messageOf({ error }, wording),
  issuesOf,
  flatten,
  treeOf,
};
