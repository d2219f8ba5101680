/** Records about errors: texts, contexts, order, messages. */
import {
  ConditionError,
  exc,
  Formatter,
  formatError,
  type MessageTemplate,
  type PathNode,
  SchemaError,
  type Templates,
  type ValidationError,
  ValueError,
} from "../../../src/index.ts";
import { brandOf } from "../../../src/values/temporal.ts";
import { difference, type Expected, type ExpectedError } from "../compare.ts";
import { decode } from "../tagged.ts";
import { isTaggedObject, NotExpressible, type Tagged, tagOf } from "../tagged-json.ts";
import { isUndone } from "../undo.ts";
import { isFailure } from "./exceptions.ts";
import { type ApiRecord, asThrown, attempt, Fields } from "./fields.ts";
import { bareText, contextText, type ErrorParts, errorText, message, schemaText } from "./messages.ts";
import { javascript, type Printer, python } from "./texts.ts";

/** The parts of an error, in the terms of one of the languages. */
const pythonParts = (error: ExpectedError): ErrorParts<Tagged> => ({
  name: error.class,
  context: error.context,
  expected:
    tagOf(error.expected) === "$set" ? { $frozenset: (error.expected as { $set: Tagged }).$set } : error.expected,
  actual: error.actual,
  isCondition: "expected" in error,
});

const ourParts = (error: ValidationError): ErrorParts<unknown> => ({
  name: error.name,
  context: error.context,
  expected: (error as ConditionError).expected,
  actual: (error as ConditionError).actual,
  isCondition: error instanceof ConditionError,
});

/** A key as the library has it in a context, once it was seen to be the one of the original. */
const asNode = (node: PathNode): PathNode =>
  typeof node === "object" && (node === null || !("equals" in node) || brandOf(node))
    ? javascript.literal(node)
    : typeof node === "boolean"
      ? String(node)
      : node;

/** Every field of a record about an error, compared with an error that has been found to be the same. */
export function checkError(fields: Fields, error: ValidationError): void {
  if (isUndone("keys in contexts"))
    for (const one of error) one.context.splice(0, Infinity, ...one.context.map(asNode));
  const errors = (fields.expected("errors") ?? []) as unknown as ExpectedError[];
  const isSchema = fields.expected("raised") === "SchemaError";
  const theirs = errors.map(pythonParts);
  const ours = [...error].map(ourParts);
  const text = <T>(printer: Printer<T>, parts: ErrorParts<T>[]): string =>
    isSchema ? schemaText(printer, parts) : bareText(printer, parts[0] as ErrorParts<T>);
  const order = fields.record.unordered ? withoutOrder : (one: string): string => one;
  fields.check("repr in Python", order(fields.expected("repr") as string), order(text(python, theirs)));
  fields.check("repr", text(javascript, ours), String(error));
  fields.check("str_is_repr", fields.expected("str_is_repr"), true);
  fields.check("len", fields.expected("len"), error.length);
  fields.check("own_context", (fields.expected("own_context") as Tagged[]).map(decode), error.context);
  checkEach(fields, "format_context", (parts) => contextText(python, parts.context), theirs);
  checkEach(fields, "format_error", (parts) => errorText(python, parts), theirs);
  fields.check(
    "contexts",
    ours.map(({ context }) => contextText(javascript, context)),
    [...error].map((one) => one.formatContext()),
  );
  fields.check(
    "texts",
    ours.map((parts) => errorText(javascript, parts)),
    [...error].map((one) => one.formatError()),
  );
  checkOrder(fields, error, theirs);
  checkMessages(fields, error, theirs);
}

/** A text in which the members of sets may stand in any order. */
export const withoutOrder = (text: string): string =>
  text
    .split(/[ ,()[\]{}<>]+/)
    .sort()
    .join(" ");

function checkEach(
  fields: Fields,
  field: string,
  print: (parts: ErrorParts<Tagged>) => string,
  theirs: ErrorParts<Tagged>[],
): void {
  const order = fields.record.unordered ? withoutOrder : (one: string): string => one;
  const expected = (fields.expected(field) as string[]).map(order);
  fields.check(`${field} in Python`, expected, theirs.map(print).map(order));
}

/** The positions of the errors in the order of the original: by the `repr` of the nodes. */
function pythonOrder(theirs: readonly ErrorParts<Tagged>[], reverse: boolean): number[] {
  const keys = theirs.map(({ context }) => context.map((node) => python.literal(node)));
  const compare = (a: readonly string[], b: readonly string[]): number => {
    for (const [index, node] of a.entries()) {
      const other = b[index];
      if (other === undefined) return 1;
      if (node !== other) return codePointLess(node, other) ? -1 : 1;
    }
    return a.length - b.length;
  };
  const order = (a: number, b: number): number => compare(keys[a] as string[], keys[b] as string[]);
  return theirs.map((_, index) => index).sort((a, b) => (reverse ? order(b, a) : order(a, b)));
}

/** Python compares texts by code points, JavaScript by halves of surrogate pairs. */
function codePointLess(a: string, b: string): boolean {
  const points = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) as number);
  const others = points(b);
  for (const [index, point] of points(a).entries()) {
    if (point !== others[index]) return point < (others[index] ?? -1);
  }
  return a.length < b.length;
}

/** `sort()` of the library; of the original if the line is undone. */
function sorted(error: ValidationError, theirs: readonly ErrorParts<Tagged>[], reverse: boolean): ValidationError[] {
  const errors = [...error];
  if (isUndone("order of contexts"))
    return pythonOrder(theirs, reverse).map((index) => errors[index] as ValidationError);
  return error.length === 1 ? errors : [...new SchemaError(errors).sort(reverse)];
}

function checkOrder(fields: Fields, error: ValidationError, theirs: ErrorParts<Tagged>[]): void {
  const contexts = (errors: readonly ValidationError[]): string[] => errors.map((one) => one.formatContext());
  const translated = new Map(
    theirs.map((parts, index) => [contextText(python, parts.context), [...error][index]?.formatContext()]),
  );
  for (const [field, reverse] of [
    ["sorted", false],
    ["sorted_reverse", true],
  ] as const) {
    const expected = (fields.expected(field) as string[]).map((context) => translated.get(context));
    fields.check(field, expected, contexts(sorted(error, theirs, reverse)));
  }
  formatError(error);
  const after = (fields.expected("order_after_format") as string[]).map((context) => translated.get(context));
  fields.check(
    "order_after_format",
    after,
    contexts(isUndone("formatting leaves order") ? sorted(error, theirs, false) : [...error]),
  );
}

function checkMessages(fields: Fields, error: ValidationError, theirs: ErrorParts<Tagged>[]): void {
  const expected = fields.expected("format");
  if (isFailure(expected)) {
    fields.check("format", asThrown(expected), formatError(error));
    return;
  }
  const loose = fields.record.unordered ? withoutOrder : (one: string): string => one;
  const inPython = pythonOrder(theirs, false).map((index) => pythonMessage(theirs[index] as ErrorParts<Tagged>));
  fields.check(
    "format in Python",
    (expected as string[][]).map((pair) => pair.map(loose)),
    inPython.map((pair) => pair.map(loose)),
  );
  const errors = sorted(error, theirs, false);
  const messages = isUndone("order of contexts") ? errors.flatMap(formatError) : formatError(error);
  fields.check("format", errors.map(ourMessage), messages);
}

function pythonMessage(parts: ErrorParts<Tagged>): [string, string] {
  const { expected = null, actual = null } = parts;
  const plain = (value: Tagged): string =>
    tagOf(value) === "$type" ? (value as { $type: string }).$type : python.plain(value);
  const options = Array.isArray(expected) && expected.length === 1 ? expected[0] : undefined;
  const text = message(parts.name, {
    expected: plain(expected),
    actual: plain(actual),
    isNull: isTaggedObject(actual) && actual.$type === "NoneType",
    isText: typeof expected === "string",
    only: options === undefined ? undefined : python.plain(options),
  });
  return [contextText(python, parts.context), text ?? errorText(python, parts)];
}

function ourMessage(error: ValidationError): [string, string] {
  const parts = ourParts(error);
  const { expected, actual } = parts;
  const text = message(error.name, {
    expected: javascript.plain(expected),
    actual: javascript.plain(actual),
    isNull: actual === "null",
    isText: typeof expected === "string",
    only: Array.isArray(expected) && expected.length === 1 ? javascript.plain(expected[0]) : undefined,
  });
  return [contextText(javascript, parts.context), text ?? errorText(javascript, parts)];
}

/** An error of the data, made with the constructor of its class. */
interface ErrorData {
  readonly class: string;
  readonly args?: readonly Tagged[];
  readonly context?: readonly Tagged[];
  readonly key?: Tagged;
  readonly expected?: Tagged;
  readonly actual?: Tagged;
  readonly errors?: readonly ErrorData[];
  readonly add_context?: readonly Tagged[];
}

type ErrorConstructor = new (init: unknown) => ValidationError;

function decodeNode(tagged: Tagged): unknown {
  const node = decode(tagged);
  if (typeof node === "string" || typeof node === "number" || tagOf(tagged) === "$step" || tagOf(tagged) === "$extra")
    return node;
  throw new NotExpressible("a context node that is no key, index or marker");
}

function makeError(data: ErrorData): ValidationError {
  const errorClass = (exc as unknown as Record<string, ErrorConstructor>)[data.class] as ErrorConstructor;
  const [first, second, third] = data.args ?? [];
  const init = {
    context: data.context?.map(decodeNode) ?? (Array.isArray(first) ? first.map(decode) : undefined),
    expected: decode(data.expected ?? second ?? null),
    actual: decode(data.actual ?? third ?? null),
  };
  const key = data.key ?? (Array.isArray(first) ? undefined : first);
  const isKeyed = errorClass.prototype instanceof exc.MappingKeyError || data.class === "MappingKeyError";
  const argument =
    data.errors !== undefined ? data.errors.map(makeError) : isKeyed && key !== undefined ? decode(key) : init;
  return (data.add_context ?? []).reduce(
    (error: ValidationError, node) => error.addContext(decode(node) as string),
    new errorClass(argument),
  );
}

export function errorObject(record: ApiRecord): Fields {
  const fields = new Fields(record);
  const error = makeError(record.error as ErrorData);
  const found = difference({ ...(record.expect as unknown as Expected), ok: false }, { error }, undefined);
  fields.check("error", undefined, found);
  if (found !== undefined) return fields;
  checkError(fields, error);
  fields.check("is_ValueError", fields.expected("is_ValueError"), error instanceof ValueError);
  // Nothing here is pickled; an error made the same way is equal.
  fields.check("pickle_equal", fields.expected("pickle_equal"), error.equals(makeError(record.error as ErrorData)));
  if (record.equal_to !== undefined)
    fields.check("equal", fields.expected("equal"), error.equals(makeError(record.equal_to as ErrorData)));
  if (record.index !== undefined)
    fields.check("index", fields.expected("index"), error.at(record.index as number) === error);
  return fields;
}

/** Predicates of conditional templates. */
const PREDICATES: Readonly<Record<string, (error: ValidationError) => boolean>> = {
  always: () => true,
  never: () => false,
};

function templateOf(tagged: Tagged): MessageTemplate {
  if (Array.isArray(tagged)) return tagged.map(templateOf) as MessageTemplate;
  if (!isTaggedObject(tagged)) return tagged as MessageTemplate;
  return [PREDICATES[tagged.if as string], tagged.then] as unknown as MessageTemplate;
}

export function formatter(record: ApiRecord): Fields {
  const fields = new Fields(record);
  const templates = Object.fromEntries(
    Object.entries(record.templates as object).map(([name, one]) => [name, templateOf(one)]),
  );
  const error = makeError(record.error as ErrorData);
  const messages = attempt(() => new Formatter(templates as Templates)(error));
  if (!fields.isFailure(messages)) fields.check("format", decode(fields.expected("format") as Tagged), messages);
  return fields;
}
