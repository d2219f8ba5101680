/** One failure: what is wrong, where, and the error it makes. */
import { withoutPrototype } from "../../values/input.ts";
import { isStep, type PathNode } from "../errors/context.ts";
import {
  type CheckError,
  type ConditionInit,
  type ErrorClass,
  ForbiddenKeyError,
  isBuiltIn,
  type PlacedReason,
  type Position,
  ValidationError,
  type Words,
  wordsOf,
} from "../errors/errors.ts";
import type { Checker } from "../schemas/checker.ts";
import { concealSecrets } from "../schemas/secrets.ts";
import type { CheckReport } from "./check.ts";
import { fieldOf, joinedPaths, nodesOf, Path, type Place, placeOf } from "./path.ts";

/** Details for messages to people: text forms of errors omit them. */
export type Detail = Required<Pick<ConditionInit, "given" | "unit">>;

/** A failure before it becomes an error. */
export type Failure = Explained | Refusal;

/** A failure whose reason is known. */
export interface Explained {
  readonly type: ErrorClass;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly cause: unknown;
  readonly detail: Detail | undefined;
  path: Path | undefined;
  /** The error that another validator threw, instead of reporting it. */
  thrown: ValidationError | undefined;
  /** The messages of the validator that refused the value. */
  words: Words | undefined;
  /** Why the rule applies to the value. */
  reasons: readonly PlacedReason[] | undefined;
  /** The outermost validator whose values are secret, and how many nodes lead from its value to the failure. */
  secret: readonly [validator: Checker, length: number] | undefined;
}

/**
 * Records the reason why a value was refused: one failure, the same whenever it is called. Takes no work units. Method
 * syntax makes the parameter type bivariant, so that functions which need a Report fit.
 */
export type Explain<By> = { explain(by: By, value: unknown, report: CheckReport): unknown }["explain"];

/**
 * A refused value whose reason is computed when the error is read, because that is most of the cost of a failure. It
 * stores a function and its arguments: creating a closure takes twice as long.
 */
export class Refusal<By = unknown> {
  path: Path | undefined = undefined;
  thrown: ValidationError | undefined = undefined;
  readonly record: Explain<By>;
  readonly by: By;
  readonly value: unknown;
  /** The previous refusal, as a linked list: an array takes longer to make. */
  readonly before: Refusal | undefined;

  constructor(record: Explain<By>, by: By, value: unknown, before?: Refusal) {
    this.record = record;
    this.by = by;
    this.value = value;
    this.before = before;
  }

  copy(): Refusal<By> {
    const copy = new Refusal(this.record, this.by, this.value);
    copy.path = this.path;
    return copy;
  }

  /** Records the failure, without the path to the value. */
  explain(report: CheckReport): void {
    const { record, by, value } = this;
    record(by, value, report);
  }
}

const NO_DETAIL: Detail = Object.freeze({ given: undefined, unit: undefined });

export const failureOf = (
  type: ErrorClass,
  expected: unknown,
  actual: unknown,
  cause?: unknown,
  detail?: Detail,
): Explained => ({
  type,
  expected,
  actual,
  cause,
  detail,
  path: undefined,
  thrown: undefined,
  words: undefined,
  reasons: undefined,
  secret: undefined,
});

export const copyOf = (failure: Failure): Failure => (failure instanceof Refusal ? failure.copy() : { ...failure });

/** A copy of a failure that stands below these nodes. */
export function placedAt(nodes: readonly PathNode[], failure: Failure): Failure {
  const placed = copyOf(failure);
  const outer = nodes.reduceRight<Path | undefined>((inner, node) => new Path(node, node, inner), undefined);
  placed.path = joinedPaths(outer, failure.path);
  return placed;
}

/** Returns the position in the JSON text of the failure with that index. */
export type PositionOf = (index: number) => Position;

/** The number of nodes in its path. */
export const lengthOf = ({ path }: Failure): number => path?.length ?? 0;

/** The place of a failure in the input. */
export const originOf = (failure: Failure): Place =>
  placeOf(failure.path, !(failure instanceof Refusal) && failure.type === ForbiddenKeyError ? "key" : "value");

/** Returns whether a failure is about the value being checked, not about a member, and has no text of its own. */
export function isOfValue({ path, thrown }: Failure): boolean {
  for (let at = path; at !== undefined; at = at.inner) if (!isStep(at.node)) return false;
  return thrown === undefined || ((thrown as CheckError).text === undefined && wordsOf(thrown) === undefined);
}

/** Returns whether the error can be created lazily. Classes and errors of the caller may change meanwhile. */
export const mayWait = (failure: Failure): boolean =>
  failure instanceof Refusal || (failure.thrown === undefined && isBuiltIn(failure.type));

/** The error for a failure. `stackless`: see `ErrorInit`. */
export function errorOf(failure: Explained, stackless: boolean): ValidationError {
  const error = unwordedOf(failure, stackless);
  const field = fieldOf(failure.path);
  if (field !== undefined) ValidationError.setField(error, field);
  if (failure.words !== undefined) ValidationError.word(error, failure.words);
  if (failure.reasons !== undefined)
    ValidationError.explain(error, [...failure.reasons, ...ValidationError.reasons(error)]);
  return failure.secret === undefined ? error : concealSecrets(error, ...failure.secret);
}

function unwordedOf(
  { type, expected, actual, cause, detail, path, thrown }: Explained,
  stackless: boolean,
): ValidationError {
  const { given, unit } = detail ?? NO_DETAIL;
  const context = nodesOf(path);
  if (thrown === undefined) return new type({ expected, actual, cause, context, given, unit, stackless });
  const fields = Object.fromEntries(thrown.fields());
  const error = new type(withoutPrototype({ given, unit, ...fields, expected, actual, cause, context }));
  const { offset, line, column } = thrown;
  ValidationError.inherit(error, thrown);
  if (offset !== undefined) ValidationError.place(error, () => ({ offset, line, column }) as Position);
  return error;
}
