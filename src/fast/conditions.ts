/**
 * What is asked of values that have no members: for generated code as an expression, for composed functions as a
 * function. Both may ask for more than the check does, never for less.
 */
import { type Steps, surelyEnough } from "../bounds.ts";
import { codePoints } from "../values/input.ts";
import { isMultiple } from "../values/multiple.ts";
import { number, primitive } from "./literals.ts";
import type { Condition, NumberCondition, OptionCondition, TextCondition } from "./outline.ts";

/** What writes code. */
interface Writer {
  /** An expression for any value. */
  constant(value: unknown): string;
}

type Test = (value: never) => boolean;

/** An expression that is true if the value of the expression `v` is valid. */
export function conditionCode(condition: Condition, v: string, code: Writer): string {
  switch (condition.kind) {
    case "boolean":
      return `typeof ${v} === "boolean"`;
    case "number":
      return numberCode(condition, v, code);
    case "text":
      return textCode(condition, v);
    case "option":
      return optionCode(condition, v, code);
    case "test":
      return `${code.constant(condition.test)}(${v})`;
  }
}

/** A function that is true if its value is valid. */
export function conditionTest(condition: Condition): Test {
  switch (condition.kind) {
    case "boolean":
      return (v: unknown) => typeof v === "boolean";
    case "number":
      return numberTest(condition);
    case "text":
      return textTest(condition);
    case "option":
      return optionTest(condition);
    case "test":
      return condition.test;
  }
}

function numberCode({ type, nan, min, max, steps }: NumberCondition, v: string, code: Writer): string {
  const { exclusive_min, exclusive_max, multiple_of } = numbersOf(steps);
  const all = [`${v} >= ${number(min)}`, `${v} <= ${number(max)}`];
  if (exclusive_min !== undefined) all.push(`${v} > ${number(exclusive_min)}`);
  if (exclusive_max !== undefined) all.push(`${v} < ${number(exclusive_max)}`);
  if (multiple_of !== undefined) all.push(`${code.constant(isMultiple)}(${v}, ${number(multiple_of)})`);
  const inRange = all.join(" && ");
  const isNumber = { integer: `isInteger(${v}) && `, number: `typeof ${v} === "number" && `, any: "" }[type];
  return isNumber + (nan ? `(${v} !== ${v} || ${inRange})` : inRange);
}

function numberTest({ type, nan, min, max, steps }: NumberCondition): Test {
  const { isInteger } = Number;
  // A comparison with NaN is false.
  const inRange = (v: number): boolean => v >= min && v <= max;
  const inStep = stepTest(numbersOf(steps));
  if (nan || type === "any" || inStep !== undefined) {
    const isNumber = { integer: isInteger, number: (v: unknown) => typeof v === "number", any: () => true }[type];
    return (v: number) =>
      isNumber(v) && ((nan && Number.isNaN(v)) || (inRange(v) && (inStep === undefined || inStep(v))));
  }
  // Most have neither, and are one function.
  if (type === "integer") return (v: number) => isInteger(v) && v >= min && v <= max;
  return (v: number) => typeof v === "number" && v >= min && v <= max;
}

function stepTest({ exclusive_min, exclusive_max, multiple_of }: Steps<number>): ((v: number) => boolean) | undefined {
  if (exclusive_min === undefined && exclusive_max === undefined && multiple_of === undefined) return undefined;
  return (v) =>
    (exclusive_min === undefined || v > exclusive_min) &&
    (exclusive_max === undefined || v < exclusive_max) &&
    (multiple_of === undefined || isMultiple(v, multiple_of));
}

function numbersOf({ exclusive_min, exclusive_max, multiple_of }: Steps<number | bigint>): Steps<number> {
  const asNumber = (value: number | bigint | undefined): number | undefined =>
    value === undefined ? undefined : Number(value);
  return {
    exclusive_min: asNumber(exclusive_min),
    exclusive_max: asNumber(exclusive_max),
    multiple_of: asNumber(multiple_of),
  };
}

/**
 * With so many of the units that `length` counts a text has so many code points, each of one or two, as are allowed.
 */
export function surelyWithin({ minlen = 0, maxlen = Number.POSITIVE_INFINITY }: TextCondition): [number, number] {
  return [minlen > 0 ? surelyEnough(minlen) : 0, maxlen];
}

function textCode(condition: TextCondition, v: string): string {
  const { isKnown, minlen = 0, maxlen } = condition;
  const [enough] = surelyWithin(condition);
  const all = isKnown ? [] : [`typeof ${v} === "string"`];
  if (minlen > 0) all.push(`(${v}.length >= ${enough} || codePoints(${v}) >= ${minlen})`);
  if (maxlen !== undefined) all.push(`(${v}.length <= ${maxlen} || codePoints(${v}) <= ${maxlen})`);
  return all.join(" && ") || "true";
}

function textTest(condition: TextCondition): Test {
  const { minlen = 0, maxlen = Number.POSITIVE_INFINITY } = condition;
  const [enough, most] = surelyWithin(condition);
  const isWithin = (points: number): boolean => points >= minlen && points <= maxlen;
  return (v: unknown) => typeof v === "string" && ((v.length >= enough && v.length <= most) || isWithin(codePoints(v)));
}

/** A list of at most this many options is compared one by one. */
const MAX_COMPARED_OPTIONS = 8;

/** Outlines are asked for again and again. */
const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

function setOf(options: readonly unknown[]): ReadonlySet<unknown> {
  const set = sets.get(options) ?? new Set(options);
  sets.set(options, set);
  return set;
}

function optionCode({ options }: OptionCondition, v: string, code: Writer): string {
  if (options.length > MAX_COMPARED_OPTIONS) return `${code.constant(setOf(options))}.has(${v})`;
  return `(${options.map((option) => `${v} === ${primitive(option, code)}`).join(" || ")})`;
}

function optionTest({ options }: OptionCondition): Test {
  if (options.length > MAX_COMPARED_OPTIONS) {
    const set = setOf(options);
    return (v: unknown) => set.has(v);
  }
  const [only] = options;
  return options.length === 1 ? (v: unknown) => v === only : (v: unknown) => options.includes(v);
}
