/** Makes errors from the addon's failure records; native/core/failures.hpp documents their layout. */
import { EXTRA_KEY, EXTRA_VALUE, type PathNode } from "../../core/errors/context.ts";
import {
  AmbiguousError,
  DuplicateItemError,
  type ErrorClass,
  ForbiddenKeyError,
  FormatError,
  JsonDecodeError,
  type LengthUnit,
  MaxLengthError,
  MinLengthError,
  MissingKeyError,
  OptionsError,
  PatternMatchError,
  type Position,
  RecursionMaxDepthError,
  ValidationError,
} from "../../core/errors/errors.ts";
import { becauseOf } from "../../core/errors/reason.ts";
import { BRANCH, stepAt, stepInOrder } from "../../core/errors/step.ts";
import { TextSpellings } from "../../core/json/spellings.ts";
import type { ListModel, TupleModel } from "../../core/models/array.ts";
import { type Model, modelIn } from "../../core/models/index.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChoiceModel, ConditionalModel, NegationModel, ReferenceModel } from "../../core/models/steps.ts";
import { madeDefault } from "../../core/params/default.ts";
import { type Spellings, Unspelled } from "../../core/report/digits.ts";
import type { Limits } from "../../core/report/limits.ts";
import { FAILED, Report } from "../../core/report/report.ts";
import { Work } from "../../core/report/work.ts";
import { failDependent } from "../../core/rules/dependent-required.ts";
import type { DependentSchemasRule } from "../../core/rules/dependent-schemas.ts";
import { failLength, failsTupleLength, type Lengths } from "../../core/rules/length.ts";
import { hasSecrets } from "../../core/schemas/secrets.ts";
import type { Validator } from "../../core/validator.ts";
import { type Pattern, sourceOf } from "../../text/pattern/pattern.ts";
import type { Str } from "../../validators/str.ts";
import { shown } from "../../values/digits.ts";
import { withoutPrototype } from "../../values/input.ts";
import { converted } from "../../values/spaces.ts";
import type { Failures } from "./addon.ts";
import { delegated, rethrow } from "./delegated.ts";
import type { Plan } from "./plan.ts";
import { Form, HEAD_SIZE, Head, PathKind, Reason, Unit } from "./tape.ts";

/**
 * Makes the error that the records describe. Returns undefined if they are not sufficient, as when the check of a
 * delegated container refuses a member: the record holds only the position of the container.
 * @param failures the records.
 * @param head the integers whose head describes the run.
 * @param stackless see `ErrorInit`.
 */
export function errorFromRecords(
  failures: Failures,
  head: Int32Array,
  plan: Plan,
  limits: Limits | undefined,
  stackless: boolean,
): ValidationError | undefined {
  if (plan.joins) return undefined;
  const records = new Records(failures, plan);
  const report = delegationReport(plan, limits, head);
  const positions: Position[] = [];
  const truncated = records.next() === 1;
  const count = records.next();
  for (let index = 0; index < count && !report.truncated; index++) {
    if (!records.replay(report)) return undefined;
    while (positions.length < report.count) positions.push(records.position);
  }
  // The pure engine would have dropped failures at another point of the walk, and so perhaps different ones.
  if (report.paths.haveForgotten) return undefined;
  if (truncated) report.truncated = true;
  // A check that passed may have changed `isSingle` meanwhile.
  report.isSingle = !records.collected;
  if (report.count === 0 && !report.truncated) return undefined;
  return delegated(() => report.error(stackless, (index) => positions[index] as Position));
}

/** Makes the error of a text that is not JSON, with its position. */
export function syntaxError(integers: Int32Array, stackless: boolean): ValidationError {
  const at = (head: number): number => integers[head] as number;
  const position = { offset: at(Head.offset), line: at(Head.line), column: at(Head.column) };
  const error = new JsonDecodeError(withoutPrototype({ reason: "syntax", stackless }));
  ValidationError.place(error, () => position);
  return error;
}

/**
 * Returns whether the text is valid: all validators accept the values delegated to them, and there is no other failure.
 * Undefined if the records do not decide it.
 */
export function recordedVerdict(
  failures: Failures,
  head: Int32Array,
  plan: Plan,
  limits: Limits | undefined,
): boolean | undefined {
  const records = new Records(failures, plan);
  const report = delegationReport(plan, { maxDepth: limits?.maxDepth, maxErrors: 0 }, head);
  const truncated = records.next() === 1;
  for (let count = records.next(); count > 0; count--) {
    if (records.check(report) === FAILED) return false;
    if (!records.delegated) return undefined;
    for (let nodes = records.next(); nodes > 0; nodes--) records.node();
  }
  return !truncated;
}

const bits = new DataView(new ArrayBuffer(8));

/** Reads the failure records one after another. */
class Records {
  readonly #integers: Int32Array;
  readonly #text: string;
  readonly #plan: Plan;
  #at = HEAD_SIZE;
  /** The position in the text of the last record. */
  position: Position = { offset: 0, line: 1, column: 1 };
  /** Some failure belongs to a collection of errors, so the outcome is a collection. */
  collected = false;
  /** The last record is about a delegated value: its validator's own check decides. */
  delegated = false;
  /** The failure of the last record belongs to a collection. */
  #collected = false;
  /** Values that were parsed, by the offset of their text: many failures may be about the same value. */
  #parsed: Map<number, { readonly value: unknown; readonly spellings: Spellings }> | undefined;
  /** The spellings of the numbers in the value of the last record. */
  #spellings: Spellings | undefined;
  readonly #unspelled = new Unspelled();
  /** Whether some value that the validator may validate is secret. */
  readonly #hasSecrets: boolean;
  /** The last record is about a key that need not be in a schema. */
  #namesOthers = false;
  /** The missing key that the last record is about. */
  #missing: string | undefined;

  constructor([integers, text]: Failures, plan: Plan) {
    this.#integers = integers;
    this.#text = text;
    this.#plan = plan;
    this.#hasSecrets = hasSecrets(plan.validators[0] as Validator);
  }

  next(): number {
    return this.#integers[this.#at++] as number;
  }

  /** Adds the failures of the next record to the report, with their paths; false if the record is not sufficient. */
  replay(report: Report): boolean {
    const since = report.count;
    const result = this.check(report);
    const { isSingle } = report;
    if (result !== FAILED && !this.delegated) return false;
    for (let i = since; i < report.count; i++) if (report.failures[i]?.path !== undefined) return false;
    if (this.#missing !== undefined) report.under(this.#missing, since, null);
    for (let nodes = this.next(); nodes > 0; nodes--) {
      const node = this.node();
      if (node instanceof Because) report.because(becauseOf(node.key), since);
      else report.under(node, since);
    }
    // Each secret on the way hides keys that it does not name itself.
    if (this.#namesOthers && this.#hasSecrets) return false;
    if (result === FAILED) this.collected ||= this.#collected || !isSingle;
    return true;
  }

  /**
   * Reports the failure of the next record, or runs the validator's own check on its value. Afterwards, the path of the
   * record is read with `node`.
   */
  check(report: Report): unknown {
    const reason = this.next();
    const validator = this.#plan.validators[this.next()] as Validator;
    const number = this.next();
    this.#collected = this.next() === 1;
    this.position = { offset: this.next(), line: this.next(), column: this.next() };
    this.delegated = reason === Reason.delegated || reason === Reason.defaulted;
    this.#missing = missingKey(reason, validator, number);
    this.#namesOthers = reason === Reason.requiredKey || reason === Reason.dependentKey;
    this.#spellings = undefined;
    const value = this.#value();
    report.spell(this.#spellings ?? this.#unspelled);
    report.at();
    if (reason === Reason.delegated) return checkDelegated(validator, value, report);
    const since = report.count;
    const result = fail(reason, validator, number, value, report);
    if (OF_MISSING_KEYS.includes(reason))
      modelIn<ObjectModel>(validator).validator.wordMissing(this.#missing as string, since, report);
    else if (reason !== Reason.defaulted && result === FAILED) report.word(validator, since);
    return result;
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
    let parsed = this.#parsed?.get(begin);
    if (parsed === undefined) {
      const text = this.#text.slice(begin, end);
      const value: unknown = JSON.parse(text);
      parsed = { value, spellings: new TextSpellings(text, value) };
      this.#parsed ??= new Map();
      this.#parsed.set(begin, parsed);
    }
    this.#spellings = parsed.spellings;
    return parsed.value;
  }

  /** The next node of the path of the record. */
  node(): PathNode | Because {
    const kind = this.next();
    const number = this.next();
    const node = this.next();
    switch (kind) {
      case PathKind.key:
        return keyAt(this.#plan.validators[node] as Validator, number);
      case PathKind.unknownKey:
        this.#namesOthers = true;
        return this.#text.slice(number, node);
      case PathKind.dependent:
        return new Because(dependentOf(this.#plan.validators[node] as Validator)?.keys[number]);
      case PathKind.extraKey:
        return EXTRA_KEY;
      case PathKind.extraValue:
        return EXTRA_VALUE;
      case PathKind.step:
        return stepAt(number);
      case PathKind.stepInOrder:
        return stepInOrder(number);
      case PathKind.branch:
        return modelIn<ConditionalModel>(this.#plan.validators[node] as Validator).validator[BRANCH](number as 1 | 2);
      case PathKind.tag:
        return modelIn<ChoiceModel>(this.#plan.validators[node] as Validator).discriminator as string;
      default:
        return number;
    }
  }
}

/** What leads to a failure is no key, but a rule that applies because of one. */
class Because {
  readonly key: string;
  constructor(key: unknown) {
    this.key = String(key);
  }
}

/** The reasons of a Dict for a key that has to be there. */
const OF_MISSING_KEYS: readonly number[] = [Reason.missingKey, Reason.requiredKey, Reason.dependentKey];

/** The missing key that a record is about, if it is about one. */
function missingKey(reason: number, validator: Validator, number: number): string | undefined {
  switch (reason) {
    case Reason.missingKey:
    case Reason.defaulted:
      return keyAt(validator, number);
    case Reason.requiredKey: {
      const { exhaustive, required } = modelIn<ObjectModel>(validator);
      const first = exhaustive?.keys ?? [];
      return first[number] ?? required?.keys[number - first.length];
    }
    case Reason.dependentKey:
      return modelIn<ObjectModel>(validator).dependent_required?.pairs[number]?.[1];
    default:
      return reason === Reason.missingTag ? modelIn<ChoiceModel>(validator).discriminator : undefined;
  }
}

/** A key of a schema, by its index. */
const keyAt = (validator: Validator, number: number): string => modelIn<ObjectModel>(validator).names[number] as string;

const dependentOf = (validator: Validator): DependentSchemasRule | undefined =>
  modelIn<ObjectModel>(validator).dependent_schemas;

/** The limits of the length of a text or a container, and what they count. */
const lengthsOf = (validator: Validator): Lengths => validator as Validator & Lengths;
function unitOf(validator: Validator): LengthUnit {
  const model = modelIn<Model | undefined>(validator);
  return model !== undefined && "lengths" in model ? model.lengths.unit : "character";
}

const asStr = (validator: Validator): Str => validator as unknown as Str;

/** The numbers of the bits that are set in an integer of 32 bits. */
const bitsOf = (mask: number): number[] =>
  Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => mask & (1 << bit));

/**
 * Reports a failure that the addon has found: as the validator's own `check` would report it, or by running that check.
 */
function fail(reason: number, validator: Validator, number: number, value: unknown, report: Report): unknown {
  switch (reason) {
    case Reason.minLength:
      return failLength(MinLengthError, lengthsOf(validator).minlen, number, unitOf(validator), report);
    case Reason.maxLength:
      return failLength(MaxLengthError, lengthsOf(validator).maxlen, number, unitOf(validator), report);
    case Reason.tupleLength:
      return failsTupleLength(modelIn<TupleModel>(validator), number, report);
    case Reason.depth:
      return report.fail(RecursionMaxDepthError, modelIn<ReferenceModel>(validator).maxdepth, number);
    case Reason.missingKey:
    case Reason.requiredKey:
    case Reason.missingTag:
      return report.fail(MissingKeyError as ErrorClass);
    case Reason.dependentKey:
      return failDependent(modelIn<ObjectModel>(validator).dependent_required?.pairs[number]?.[0] as string, report);
    case Reason.forbiddenKey:
      return report.fail(ForbiddenKeyError as ErrorClass);
    case Reason.pattern:
      return report.fail(
        PatternMatchError,
        sourceOf(asStr(validator).pattern as Pattern),
        converted(asStr(validator), value as string),
      );
    case Reason.format:
      return report.fail(FormatError, asStr(validator).format, converted(asStr(validator), value as string));
    case Reason.options:
      return report.fail(OptionsError, asStr(validator).options, converted(asStr(validator), value as string));
    case Reason.tag:
      return report.fail(OptionsError, modelIn<ChoiceModel>(validator).tags?.options, value);
    case Reason.forbiddenValue:
      return modelIn<NegationModel>(validator).validator.refuse(value, report);
    case Reason.ambiguous:
      return report.fail(AmbiguousError, 1, bitsOf(number));
    case Reason.minMatches:
      return failLength(MinLengthError, modelIn<ListModel>(validator).contains?.min, number, "match", report);
    case Reason.maxMatches:
      return failLength(MaxLengthError, modelIn<ListModel>(validator).contains?.max, number, "match", report);
    case Reason.duplicateItem:
      return report.fail(DuplicateItemError, number, shown(report.exact(value)));
    case Reason.defaulted:
      return checkDefault(validator, keyAt(validator, number), report);
    default:
      return delegated(() => validator.check(value, report));
  }
}

/**
 * The report for checks of delegated values. They may take half of the work units of the call. The other half is more
 * than the pure engine needs for the rest of the text, so what passes here also passes there.
 */
export function delegationReport(plan: Plan, limits: Limits | undefined, integers: Int32Array): Report {
  const at = (head: number): number => integers[head] as number;
  const depths = { depth: at(Head.depth), schemaDepth: at(Head.schemaDepth), references: at(Head.references) };
  // The pure engine counts UTF-16 units; one unit may be three bytes.
  const size = at(Head.unit) === Unit.utf16 ? Math.ceil(at(Head.size) / 3) : at(Head.size);
  const report = new Report(limits, depths, new Work(plan.validators[0], size, 0.5));
  report.spell(new Unspelled());
  return report;
}

/**
 * Returns the result of a validator's own check for a delegated value. The report assumes the depth of the deepest
 * delegated value.
 * @throws Error if the result may depend on the real depth, the work units of the whole call, or the spelling of a
 *   number.
 */
export function checkDelegated(validator: Pick<Validator, "check">, value: unknown, report: Report): unknown {
  const { tooDeep } = report.reach;
  report.reach.exceedDepth(false);
  report.resume();
  let result: unknown;
  try {
    result = report.run(validator, value);
  } catch (error) {
    rethrow(error);
  } finally {
    report.close();
  }
  if (report.reach.tooDeep || report.exhausted) {
    rethrow(new Error("Only the pure engine knows how deep the value stands, and how many steps the call may take"));
  }
  if (report.digits?.areLacking)
    rethrow(new Error("Only the pure engine knows how the numbers of the value are written"));
  report.reach.exceedDepth(tooDeep);
  return result;
}

/**
 * The validated default of a missing key, undefined if there is none, or FAILED.
 * @throws Error as {@link checkDelegated} does.
 */
export function checkDefault(owner: Validator, key: string, report: Report): unknown {
  const { defaults, optional, schema } = modelIn<ObjectModel>(owner);
  const made = delegated(() => madeDefault(owner, defaults.get(key)));
  if (made === undefined && optional.has(key)) return undefined;
  const member = schema[key] as Validator;
  // It raises no limit: where the value needs more work, only the pure engine knows how much is allowed.
  const check = (value: unknown): unknown => report.checkMade(member, value, Number.POSITIVE_INFINITY);
  return checkDelegated({ check }, made, report);
}
