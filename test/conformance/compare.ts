/** Compares what the original answered with what the library answers. */
import { ConditionError, Extra, Step, ValidationError } from "../../src/exc.ts";
import { isMap, isPlainObject, ownValue } from "../../src/values/input.ts";
import { brandOf } from "../../src/values/temporal.ts";
import { literal } from "../../src/values/text.ts";
import { PythonError } from "./original/original.ts";
import { IntegralFloat, TYPE_NAMES, unbox } from "./stand-ins.ts";
import { decode } from "./tagged.ts";
import { type Tagged, tagOf } from "./tagged-json.ts";

/** One nested error as the data has it. */
export interface ExpectedError {
  readonly context: readonly Tagged[];
  readonly class: string;
  readonly expected?: Tagged;
  readonly actual?: Tagged;
}

/** What a call answered in Python. */
export interface Expected {
  readonly ok?: boolean;
  readonly result?: Tagged;
  readonly raised?: string;
  readonly errors?: readonly ExpectedError[];
  /** A Python exception that is no validation error. */
  readonly raises?: string;
  readonly message?: string;
  readonly stage?: string;
}

/** What a call answers here. */
export type Outcome = { readonly value: unknown } | { readonly error: ValidationError } | { readonly thrown: unknown };

/** What `call` answers. */
export function outcomeOf(call: () => unknown): Outcome {
  try {
    return { value: call() };
  } catch (error) {
    return error instanceof ValidationError ? { error } : { thrown: error };
  }
}

export function show(outcome: Outcome): string {
  if ("value" in outcome) return `the value ${literal(outcome.value)}`;
  return "error" in outcome ? String(outcome.error) : `a thrown ${outcome.thrown}`;
}

/** How the answers differ, in words; undefined if they are the same. */
export function difference(expected: Expected, outcome: Outcome, input: unknown): string | undefined {
  if (expected.raises !== undefined) {
    if ("thrown" in outcome && outcome.thrown instanceof PythonError) return undefined;
    const name = "thrown" in outcome ? (outcome.thrown as Error).constructor.name : undefined;
    return name === expected.raises
      ? undefined
      : `expected ${expected.raises}: ${expected.message}, got ${show(outcome)}`;
  }
  if (expected.ok) {
    if (!("value" in outcome)) return `expected the value ${JSON.stringify(expected.result)}, got ${show(outcome)}`;
    return differentValue(decode(expected.result as Tagged), outcome.value, "value");
  }
  if (!("error" in outcome)) return `expected ${JSON.stringify(expected.errors)}, got ${show(outcome)}`;
  return differentErrors(expected, outcome.error, input);
}

function differentErrors(expected: Expected, error: ValidationError, input: unknown): string | undefined {
  const errors = expected.errors ?? [];
  if (error.name !== expected.raised) return `expected a ${expected.raised} to be thrown, got ${error}`;
  if (error.length !== errors.length) return `expected ${errors.length} errors ${JSON.stringify(errors)}, got ${error}`;
  for (const [index, one] of [...error].entries()) {
    const found = differentError(errors[index] as ExpectedError, one, input);
    if (found !== undefined) return `error ${index}: ${found} in ${error}`;
  }
  return undefined;
}

function differentError(expected: ExpectedError, error: ValidationError, input: unknown): string | undefined {
  if (error.name !== expected.class) return `expected class ${expected.class}`;
  const context = differentValue(expected.context.map(decode), error.context, "context");
  if (context !== undefined) return context;
  const fields = error instanceof ConditionError ? (["expected", "actual"] as const) : [];
  for (const field of fields) {
    const ours = (error as ConditionError)[field];
    const theirs = expected[field] as Tagged;
    const found =
      tagOf(theirs) === "$type"
        ? differentType(
            (theirs as { $type: string }).$type,
            ours,
            field === "actual" ? at(input, error.context) : undefined,
          )
        : differentValue(decode(theirs), ours, field);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A type may have several names; which one a number has is decided by the number, where the context leads to it. */
function differentType(theirs: string, ours: unknown, found: { value: unknown } | undefined): string | undefined {
  const names = TYPE_NAMES[theirs] ?? [theirs];
  if (ours !== theirs && !names.includes(ours as string)) return `expected the type ${theirs}, got ${ours}`;
  if (typeof found?.value !== "number" || !["int", "float"].includes(theirs)) return undefined;
  const name = Number.isInteger(found.value) ? "integer" : "number";
  return ours === name ? undefined : `expected the type ${name}, got ${ours}`;
}

/** The value of the input a context leads to, if it leads anywhere. */
function at(input: unknown, context: readonly unknown[]): { value: unknown } | undefined {
  let value = input;
  for (const [index, node] of context.entries()) {
    if (node instanceof Step) continue;
    if (node instanceof Extra) {
      if (node.name === "KEY") value = context[index - 1];
      continue;
    }
    if (isMap(value) && value.has(node)) value = value.get(node);
    else if (typeof value === "object" && value !== null && Object.hasOwn(value, node as PropertyKey)) {
      value = ownValue(value, node as PropertyKey);
    } else return undefined;
  }
  return { value };
}

/** How two values differ, in words: by structure, with the order of keys. */
export function differentValue(theirs: unknown, ours: unknown, path: string): string | undefined {
  const differ = `${path}: expected ${literal(theirs)}, got ${literal(ours)}`;
  if (theirs instanceof IntegralFloat || ours instanceof IntegralFloat)
    return differentValue(unbox(theirs), unbox(ours), path);
  const kinds = `${typeof theirs} ${typeof ours}`;
  // biome-ignore lint/suspicious/noDoubleEquals: an integer of Python is either
  if (kinds === "bigint number" || kinds === "number bigint") return theirs == ours ? undefined : differ;
  if (typeof theirs !== "object" || theirs === null || typeof ours !== "object" || ours === null) {
    return Object.is(theirs, ours) ? undefined : differ;
  }
  if (theirs instanceof Step || theirs instanceof Extra) return theirs.equals(ours) ? undefined : differ;
  if (theirs instanceof Set) return differentSet(theirs, ours, differ);
  if (Array.isArray(theirs) || ArrayBuffer.isView(theirs)) {
    if (Object.getPrototypeOf(theirs) !== Object.getPrototypeOf(ours)) return differ;
    return differentMembers(Object.entries(theirs), Object.entries(ours), path, differ);
  }
  if (brandOf(theirs) !== undefined) return sameMoment(theirs, ours) ? undefined : differ;
  if (isMap(theirs) && isMap(ours)) return differentMembers([...theirs], [...ours], path, differ);
  if (!isPlainObject(theirs) || !isPlainObject(ours))
    return theirs.constructor === ours.constructor ? differentValue({ ...theirs }, { ...ours }, path) : differ;
  return differentMembers(Object.entries(theirs), Object.entries(ours), path, differ);
}

type Entries = readonly (readonly [unknown, unknown])[];

function differentMembers(theirs: Entries, ours: Entries, path: string, differ: string): string | undefined {
  if (theirs.length !== ours.length) return differ;
  for (const [index, [key, value]] of theirs.entries()) {
    const [ourKey, ourValue] = ours[index] as readonly [unknown, unknown];
    const found =
      differentValue(key, ourKey, `key ${index} of ${path}`) ??
      differentValue(value, ourValue, `${path}[${literal(key)}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A set where a set is expected, or an array of its members in any order. */
function differentSet(theirs: ReadonlySet<unknown>, ours: object, differ: string): string | undefined {
  if (!(ours instanceof Set) && !Array.isArray(ours)) return differ;
  const left = [...ours];
  for (const member of theirs) {
    const index = left.findIndex((other) => differentValue(member, other, "") === undefined);
    if (index < 0) return differ;
    left.splice(index, 1);
  }
  return left.length === 0 ? undefined : differ;
}

function sameMoment(theirs: object, ours: object): boolean {
  // Python's fixed offset of zero is called UTC.
  const text = (value: object): string => String(value).replace("[+00:00]", "[UTC]");
  return brandOf(theirs) === brandOf(ours) && text(theirs) === text(ours);
}
