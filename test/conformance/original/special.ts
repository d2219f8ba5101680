/** LazyRef, Type and Const of the original. */
import { referencesOf } from "../../../src/core/report/references.ts";
import type { Report } from "../../../src/core/report/report.ts";
import { instances } from "../../../src/core/schemas/registry.ts";
import {
  Const,
  FAILED,
  InvalidTypeError,
  LazyRef,
  MaxLengthError,
  MaxValueError,
  MinLengthError,
  MinValueError,
  OneOf,
  OptionsError,
  RecursionMaxDepthError,
  Step,
  Type,
  type Validator,
} from "../../../src/index.ts";
import { typeName } from "../../../src/values/input.ts";
import { IntegralFloat, standIn, unbox } from "../stand-ins.ts";
import { isUndone } from "../undo.ts";
import { CONSTRUCTORS, lengthOf } from "./constructors.ts";
import { pythonEqual } from "./equality.ts";
import { original, PythonError } from "./original.ts";

/** The counter goes down after a failure that never let it go up. */
export const OriginalLazyRef = original<LazyRef>(LazyRef, ({ use, maxdepth }, input, report, ordinary) => {
  if (maxdepth === undefined || !isUndone("depth counter")) return ordinary(input);
  const target = instances.get(use as string);
  if (!report.enter(0)) return FAILED;
  const references = referencesOf(report);
  const depth = references.depthOf(use) + 1;
  let value: unknown;
  if (depth > maxdepth) value = report.fail(RecursionMaxDepthError, maxdepth, depth);
  else {
    references.setDepthOf(use, depth);
    value = target.check(input, report);
  }
  references.setDepthOf(use, references.depthOf(use) - 1);
  report.leave(0);
  return value;
});

/** Each step is validated once, in order, errors included: a counter that goes wrong stays wrong for the next step. */
export const OriginalOneOf = original<OneOf>(OneOf, ({ steps }, input, report, ordinary) => {
  if (!isUndone("depth counter")) return ordinary(input);
  if (!report.enter(0)) return FAILED;
  const start = report.count;
  let value: unknown = FAILED;
  for (let index = 0; index < steps.length && value === FAILED; index++) {
    const since = report.count;
    value = (steps[index] as Validator).check(input, report);
    if (value === FAILED) report.under(new Step(index), since);
  }
  report.leave(0);
  if (value === FAILED) return report.collected();
  report.rollback(start);
  return value;
});

export const OriginalConst = original<Const>(Const, ({ value }, input, report) =>
  pythonEqual(input, value) ? unbox(input) : report.fail(OptionsError, [value], input),
);

interface PythonType {
  readonly python: string;
}

/** Checks as the library does, of the value as Python sees it. */
export const OriginalType = original<Type & PythonType>(Type, (validator, input, report, ordinary) => {
  const { python } = validator;
  const isDict = python === "dict" && isUndone("objects have no length");
  const isConverted = validator.coerce && python in CONSTRUCTORS && isUndone("constructors");
  const hasLimits = validator.min !== undefined || validator.max !== undefined;
  const isOrdered = hasLimits && isUndone("values without order");
  if (input === null && isUndone("Type refuses null") && isInstance(python, input)) return input;
  if (!isDict && !isConverted && !isOrdered && !(input instanceof IntegralFloat)) return ordinary(input);
  if (input === null && validator.nullable) return null;
  const isPython = isDict || isConverted || input instanceof IntegralFloat;
  const made = isPython && isInstance(python, input) ? input : convert(validator, input);
  if (made === FAILED) return report.fail(InvalidTypeError, python, typeName(unbox(input)));
  return isWrong(validator, made, report) ? FAILED : made;
});

function isInstance(python: string, value: unknown): boolean {
  if (python === "str") return typeof value === "string";
  return python === "bool" ? typeof value === "boolean" : value instanceof (standIn(python) as new () => unknown);
}

/** The value as the library takes it, or as the original converts it; FAILED where it is refused. */
function convert(validator: Type & PythonType, value: unknown): unknown {
  const { tp, nullable, coerce, python } = validator;
  const make = coerce && isUndone("constructors") ? CONSTRUCTORS[python] : undefined;
  if (make === undefined) {
    const result = new Type(tp as never, { nullable, coerce }).safe(value);
    return result.ok ? result.value : FAILED;
  }
  try {
    return make(value);
  } catch (error) {
    if (error instanceof PythonError) throw error;
    return FAILED;
  }
}

function isWrong(validator: Type & PythonType, value: unknown, report: Report): boolean {
  const { tp, min, max, minlen, maxlen, options } = validator;
  const { compare } = tp as { compare?(a: unknown, b: unknown): number };
  const order = compare ?? ((a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0));
  if (min !== undefined && order(value, min) < 0) report.fail(MinValueError, min, value);
  else if (max !== undefined && order(value, max) > 0) report.fail(MaxValueError, max, value);
  else if (minlen !== undefined && lengthOf(value) < minlen) report.fail(MinLengthError, minlen, lengthOf(value));
  else if (maxlen !== undefined && lengthOf(value) > maxlen) report.fail(MaxLengthError, maxlen, lengthOf(value));
  else if (options?.some((option) => pythonEqual(option, value)) === false) report.fail(OptionsError, options, value);
  else return false;
  return true;
}
