/** Errors from the addon's failure records: native/core/failures.hpp has the layout. */

import { EXTRA_KEY, EXTRA_VALUE, type PathNode, stepAt } from "../errors/context.ts";
import {
  type ErrorClass,
  ForbiddenKeyError,
  MaxLengthError,
  MinLengthError,
  MissingKeyError,
  OptionsError,
  PatternMatchError,
  type Position,
  RecursionMaxDepthError,
  TupleLengthError,
  ValidationError,
} from "../errors/errors.ts";
import { TextSpellings } from "../json/spellings.ts";
import { type Pattern, sourceOf } from "../pattern/pattern.ts";
import type { Limits } from "../report/limits.ts";
import { type Depths, FAILED, Report, type Spellings } from "../report/report.ts";
import { Work } from "../report/work.ts";
import type { Validator } from "../validator.ts";
import { copy } from "../values/copy.ts";
import type { Plan } from "./plan.ts";
import { Form } from "./tape.ts";

/** As in native/core/report.hpp. */
const Reason = {
  value: 0,
  deferred: 1,
  minLength: 2,
  maxLength: 3,
  tupleLength: 4,
  depth: 5,
  missingKey: 6,
  defaulted: 7,
  forbiddenKey: 8,
  pattern: 9,
  options: 10,
} as const;

const Where = { index: 0, key: 1, unknownKey: 2, extraKey: 3, extraValue: 4, step: 5 } as const;

/** Parameters of the built-in validators that errors show. */
interface ShownParams {
  readonly minlen: number;
  readonly maxlen: number;
  readonly maxdepth: number;
  readonly pattern: Pattern;
  readonly options: readonly string[];
  readonly items: readonly Validator[];
  readonly schema: Readonly<Record<string, Validator>>;
  readonly defaults: Readonly<Record<string, unknown>>;
}

/**
 * The error all failures make, or undefined if the records do not tell the whole: a deferred container refused one of
 * its members, which stands somewhere the records do not say.
 * @param depths the greatest depths of deferred values
 * @param size the size of the text, in bytes
 */
export function errorOf(
  [integers, text]: [Int32Array, string],
  plan: Plan,
  limits: Limits | undefined,
  depths: Depths,
  size: number,
): ValidationError | undefined {
  const records = new Records(integers, text, plan);
  const report = reportApart(plan, limits, depths, size);
  const positions: Position[] = [];
  const truncated = records.next() === 1;
  const count = records.next();
  for (let index = 0; index < count && !report.truncated; index++) {
    if (!records.replay(report)) return undefined;
    while (positions.length < report.count) positions.push(records.position);
  }
  // The reference forgets failures when it gets to them, which is later.
  if (report.forgot) return undefined;
  if (truncated) report.truncated = true;
  // A check that passed in the end may have left its mark.
  report.bare = !records.collected;
  if (report.count === 0 && !report.truncated) return undefined;
  const error = report.error();
  let at = 0;
  for (const one of error) {
    const position = positions[at++] as Position;
    ValidationError.place(one, () => position);
  }
  return error;
}

/** Whether all validators accept what was left to them and nothing else is wrong; undefined if a part cannot tell. */
export function verdictOf(
  [integers, text]: [Int32Array, string],
  plan: Plan,
  limits: Limits | undefined,
  depths: Depths,
  size: number,
): boolean | undefined {
  const records = new Records(integers, text, plan);
  const report = reportApart(plan, { maxDepth: limits?.maxDepth, maxErrors: 0 }, depths, size);
  const truncated = records.next() === 1;
  for (let count = records.next(); count > 0; count--) {
    if (records.judge(report) === FAILED) return false;
    if (!records.deferred) return undefined;
    for (let nodes = records.next(); nodes > 0; nodes--) records.node();
  }
  return !truncated;
}

const bits = new DataView(new ArrayBuffer(8));

class Records {
  readonly #integers: Int32Array;
  readonly #text: string;
  readonly #plan: Plan;
  #at = 0;
  /** Where the last record points. */
  position: Position = { offset: 0, line: 1, column: 1 };
  /** Some failure is one of a collection, so all are. */
  collected = false;
  /** The last record left the verdict to a validator's own check. */
  deferred = false;
  #collected = false;
  /** Values that are written out, by where their text begins: many failures may be about one of them. */
  readonly #parsed = new Map<number, { readonly value: unknown; readonly spellings: Spellings }>();
  /** Of the value of the last record. */
  #spellings: Spellings | undefined;
  /** The key the last record is about, when it is missing. */
  #missing: string | undefined;

  constructor(integers: Int32Array, text: string, plan: Plan) {
    this.#integers = integers;
    this.#text = text;
    this.#plan = plan;
  }

  next(): number {
    return this.#integers[this.#at++] as number;
  }

  /** Adds what the next record says to the report; false if that is not the whole. */
  replay(report: Report): boolean {
    const since = report.count;
    const result = this.judge(report);
    const { bare } = report;
    if (result !== FAILED && !this.deferred) return false;
    for (let i = since; i < report.count; i++) if (report.failures[i]?.path.length !== 0) return false;
    if (this.#missing !== undefined) report.under(this.#missing, since, null);
    for (let nodes = this.next(); nodes > 0; nodes--) report.under(this.node(), since);
    if (result === FAILED) this.collected ||= this.#collected || !bare;
    return true;
  }

  /** What the validator of the next record makes of the value; its path is what follows. */
  judge(report: Report): unknown {
    const reason = this.next();
    const validator = this.#plan.validators[this.next()] as Validator & ShownParams;
    const number = this.next();
    this.#collected = this.next() === 1;
    this.position = { offset: this.next(), line: this.next(), column: this.next() };
    this.deferred = reason === Reason.deferred || reason === Reason.defaulted;
    this.#missing = reason === Reason.missingKey || reason === Reason.defaulted ? keyOf(validator, number) : undefined;
    this.#spellings = undefined;
    const value = this.#value();
    report.spellings = this.#spellings;
    report.at();
    return reason === Reason.deferred
      ? checkApart(validator, value, report)
      : judge(reason, validator, number, value, report);
  }

  #value(): unknown {
    const form = this.next();
    const a = this.next();
    const b = this.next();
    switch (form) {
      case Form.no:
        return false;
      case Form.yes:
        return true;
      case Form.number:
        bits.setInt32(4, a);
        bits.setInt32(0, b);
        return bits.getFloat64(0);
      case Form.string:
        return this.#text.slice(a, b);
      case Form.json:
        return this.#parse(a, b);
      case Form.array:
        return [];
      case Form.object:
        return {};
      default:
        return null;
    }
  }

  #parse(begin: number, end: number): unknown {
    let part = this.#parsed.get(begin);
    if (part === undefined) {
      const text = this.#text.slice(begin, end);
      const value: unknown = JSON.parse(text);
      part = { value, spellings: new TextSpellings(text, value) };
      this.#parsed.set(begin, part);
    }
    this.#spellings = part.spellings;
    return part.value;
  }

  node(): PathNode {
    const kind = this.next();
    const number = this.next();
    const node = this.next();
    switch (kind) {
      case Where.key:
        return keyOf(this.#plan.validators[node] as Validator & ShownParams, number);
      case Where.unknownKey:
        return this.#text.slice(number, node);
      case Where.extraKey:
        return EXTRA_KEY;
      case Where.extraValue:
        return EXTRA_VALUE;
      case Where.step:
        return stepAt(number);
      default:
        return number;
    }
  }
}

const keysOf = new WeakMap<object, readonly string[]>();

/** A key of a schema, by number. */
function keyOf({ schema }: ShownParams, number: number): string {
  let keys = keysOf.get(schema);
  if (keys === undefined) {
    keys = Object.keys(schema);
    keysOf.set(schema, keys);
  }
  return keys[number] as string;
}

/** Reports the failure of a value, as the `check` of its validator would, or by that very check. */
function judge(
  reason: number,
  validator: Validator & ShownParams,
  number: number,
  value: unknown,
  report: Report,
): unknown {
  const fail = (type: ErrorClass, expected?: unknown, actual?: unknown): unknown => report.fail(type, expected, actual);
  switch (reason) {
    case Reason.minLength:
      return fail(MinLengthError, validator.minlen, number);
    case Reason.maxLength:
      return fail(MaxLengthError, validator.maxlen, number);
    case Reason.tupleLength:
      return fail(TupleLengthError, validator.items.length, number);
    case Reason.depth:
      return fail(RecursionMaxDepthError, validator.maxdepth, number);
    case Reason.missingKey:
      return fail(MissingKeyError as ErrorClass);
    case Reason.forbiddenKey:
      return fail(ForbiddenKeyError as ErrorClass);
    case Reason.pattern:
      return fail(PatternMatchError, sourceOf(validator.pattern), value);
    case Reason.options:
      return fail(OptionsError, validator.options, value);
    case Reason.defaulted:
      return defaultApart(validator, keyOf(validator, number), report);
    default:
      return validator.check(value, report);
  }
}

/**
 * The report of checks that are made apart. They may take half of the steps that the whole may: the other half is more
 * than the reference takes for what the addon has judged, so what passes here passes there.
 */
export function reportApart(plan: Plan, limits: Limits | undefined, depths: Depths, size: number): Report {
  return new Report(limits, depths, new Work(plan.validators[0], size, 0.5));
}

/**
 * What the own check of a validator makes of a value that was left to it. The report takes the value to be as deep as
 * any that was left.
 * @throws Error if only the reference can tell.
 */
export function checkApart(validator: Validator, value: unknown, report: Report): unknown {
  const before = report.tooDeep;
  report.tooDeep = false;
  report.resume();
  let result: unknown;
  try {
    result = report.judge(validator, value);
  } finally {
    report.close();
  }
  if (report.tooDeep || report.exhausted) throw new Error("The whole must tell how deep it stands, or what it takes");
  if (report.lacksText) throw new Error("The whole must tell how its numbers are written");
  report.tooDeep = before;
  return result;
}

/** The validated default of a missing key, or FAILED; as `checkApart`. */
export function defaultApart({ schema, defaults }: ShownParams, key: string, report: Report): unknown {
  const value = defaults[key];
  return checkApart(schema[key] as Validator, typeof value === "function" ? value() : copy(value), report);
}
