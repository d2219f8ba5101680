/** What the issue of a failure says, where that needs no error object. */
import {
  ConditionError,
  type ErrorClass,
  InvalidTypeError,
  isBuiltIn,
  type LengthUnit,
  MappingKeyError,
  type Position,
} from "./errors.ts";
import { codeOf } from "./issue.ts";

/** As much of an error as messages and issues read. */
export class Stated {
  readonly code: string;
  /** Keys and indexes, without markers. */
  readonly path: (string | number)[];
  readonly expected: unknown;
  actual: unknown;
  given: string | number | undefined;
  readonly unit: LengthUnit | undefined;
  readonly position: Position | undefined;
  /** The name of the form field. */
  readonly field: string | undefined;
  hidesValue = false;
  /** The value that a message might quote is hidden: then its type says nothing. */
  hidesGiven = false;

  constructor(
    code: string,
    path: (string | number)[],
    expected: unknown,
    actual: unknown,
    given: string | number | undefined,
    unit: LengthUnit | undefined,
    position: Position | undefined,
    field: string | undefined,
  ) {
    this.code = code;
    this.path = path;
    this.expected = expected;
    this.actual = actual;
    this.given = given;
    this.unit = unit;
    this.position = position;
    this.field = field;
  }

  /** Removes the value. @param keepsActual `actual` says nothing of it. */
  hide(keepsActual: boolean): void {
    this.hidesValue = true;
    this.hidesGiven = this.given !== undefined;
    this.given = undefined;
    if (!keepsActual) this.actual = undefined;
  }
}

/** The code of a class whose errors say no more than what is in `Stated`, and whether they have `expected`. */
interface Kind {
  readonly code: string;
  readonly hasValues: boolean;
  readonly hasGiven: boolean;
}

const kinds = /*#__PURE__*/ new Map<ErrorClass, Kind | undefined>();

/** @returns undefined for a class of the caller's, and those that say more. */
export function kindOf(type: ErrorClass): Kind | undefined {
  if (kinds.has(type)) return kinds.get(type);
  // Classes of the caller's may be made for each call.
  if (!isBuiltIn(type)) return undefined;
  const hasValues = type.prototype instanceof ConditionError;
  const isOfKey = type === (MappingKeyError as ErrorClass) || type.prototype instanceof MappingKeyError;
  const kind = { code: codeOf(type.name), hasValues, hasGiven: type === (InvalidTypeError as ErrorClass) };
  kinds.set(type, hasValues || isOfKey ? kind : undefined);
  return kinds.get(type);
}
