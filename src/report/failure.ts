/** One failure: what is wrong, where, and the error it makes. */
import { isStep } from "../errors/context.ts";
import {
  type CheckError,
  type ConditionInit,
  type ErrorClass,
  ForbiddenKeyError,
  isBuiltIn,
  type Position,
  ValidationError,
  type Words,
} from "../errors/errors.ts";
import { withoutPrototype } from "../values/input.ts";
import { nodesOf, type Path, type Place, placeOf } from "./path.ts";

/** Details for messages to people: text forms of errors omit them. */
export type Detail = Required<Pick<ConditionInit, "given" | "unit">>;

/** A failure before it becomes an error. */
export interface Failure {
  readonly type: ErrorClass;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly cause: unknown;
  readonly detail: Detail | undefined;
  path: Path | undefined;
  /** The error of another validator that was thrown, not reported. */
  thrown: ValidationError | undefined;
  /** What the validator says that has refused the value. */
  words: Words | undefined;
}

const NO_DETAIL: Detail = Object.freeze({ given: undefined, unit: undefined });

export const failureOf = (
  type: ErrorClass,
  expected: unknown,
  actual: unknown,
  cause?: unknown,
  detail?: Detail,
): Failure => ({ type, expected, actual, cause, detail, path: undefined, thrown: undefined, words: undefined });

/** Where in the JSON text the failure with that index is. */
export type PositionOf = (index: number) => Position;

/** An error for each of the failures, or for the first `most` of them. `stackless`: see `ErrorInit`. */
export const errorsOf = (
  failures: readonly Failure[],
  most: number | undefined,
  stackless: boolean,
  positionOf?: PositionOf,
): ValidationError[] => {
  const errors: ValidationError[] = [];
  for (const failure of failures) {
    const index = errors.length;
    if (index === most) break;
    const error = errorOf(failure, stackless);
    if (positionOf !== undefined) ValidationError.place(error, () => positionOf(index));
    errors.push(error);
  }
  return errors;
};

/** Nodes of its path. */
export const lengthOf = ({ path }: Failure): number => path?.length ?? 0;

/** Where in the input a failure is. */
export const originOf = ({ type, path }: Failure): Place => placeOf(path, type === ForbiddenKeyError ? "key" : "value");

/** Whether a failure is of the value that is being checked, not of a member, and has no text of its own. */
export function isOfValue({ path, thrown }: Failure): boolean {
  for (let at = path; at !== undefined; at = at.inner) if (!isStep(at.node)) return false;
  return (thrown as CheckError | undefined)?.text === undefined;
}

/** Whether the error can be created lazily: classes and errors of the caller's may change meanwhile. */
export const mayWait = ({ type, thrown }: Failure): boolean => thrown === undefined && isBuiltIn(type);

/**
 * The error for a failure.
 * @param stackless see `ErrorInit`.
 * @param around what the path of the failure begins with.
 */
export function errorOf(failure: Failure, stackless: boolean, around?: Path): ValidationError {
  const error = unwordedOf(failure, stackless, around);
  if (failure.words !== undefined) ValidationError.word(error, failure.words);
  return error;
}

function unwordedOf(
  { type, expected, actual, cause, detail, path, thrown }: Failure,
  stackless: boolean,
  around: Path | undefined,
): ValidationError {
  const { given, unit } = detail ?? NO_DETAIL;
  const context = nodesOf(path, nodesOf(around));
  if (thrown === undefined) return new type({ expected, actual, cause, context, given, unit, stackless });
  const fields = Object.fromEntries(thrown.fields());
  const error = new type(withoutPrototype({ given, unit, ...fields, expected, actual, cause, context }));
  const { offset, line, column } = thrown;
  if (offset !== undefined) ValidationError.place(error, () => ({ offset, line, column }) as Position);
  return error;
}
