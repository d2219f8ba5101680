/** Dict: a mapping with a schema (specification, "Dict"). */
import { callable, type FieldsOf, type ParamsOf, type ValidatorStatics, withParams } from "../builtin.ts";
import { changed, encoder } from "../encode/encoder.ts";
import { ENCODING, type Encoding } from "../encode/encodings.ts";
import { jsonOf } from "../encode/json-value.ts";
import { GIVES, type Given } from "../encode/target.ts";
import { EXTRA_KEY, EXTRA_VALUE, nodeOf } from "../errors/context.ts";
import { ForbiddenKeyError, InvalidTypeError, type LengthUnit, MissingKeyError } from "../errors/errors.ts";
import { becauseOf } from "../errors/reason.ts";
import { schemaArg } from "../params/args.ts";
import { type JsonType, TAKES, typesOf } from "../params/by-type.ts";
import { madeDefault, withoutDefaults } from "../params/default.ts";
import {
  defaults,
  dependentRequired,
  dependentSchemas,
  dispose,
  exhaustive,
  exhaustiveKeys,
  extra,
  failDependent,
  type KeyPattern,
  keyPatterns,
  knownKeys,
  type Members,
  optional,
  patterns,
  schema,
  unknown,
} from "../params/dict.ts";
import { flag, length, maybeValidator } from "../params/shared.ts";
import { Triggers } from "../params/triggers.ts";
import { madeUnknown, unknownCount } from "../report/async-call.ts";
import { type Failure, isOfValue } from "../report/failure.ts";
import { ALL_MEMBERS, type CheckReport, FAILED, type Failed, type Report } from "../report/report.ts";
import { needsOutput, passedOn } from "../report/results.ts";
import type { Ir } from "../rules/ir.ts";
import { explainRejected } from "../rules/leaf.ts";
import { failsLength, UNIT } from "../rules/length.ts";
import { Member } from "../rules/member.ts";
import { errorAnnotationsOf } from "../schemas/annotations.ts";
import type { Checker } from "../schemas/checker.ts";
import { appliedBy, mayFillNothing, reaching } from "../schemas/graph.ts";
import type { KnownParams } from "../schemas/known.ts";
import { AllParams, paramsOf } from "../schemas/params.ts";
import type { Standard } from "../standard.ts";
import type {
  AnySchema,
  Bound,
  DefaultOf,
  DictCaller,
  DictInput,
  DictOnly,
  DictOutput,
  GivenParams,
  IfFits,
  IfOther,
  IfUsual,
  Item,
  KeptSchema,
  KnownDefaults,
  Names,
  Only,
  OptionalKeys,
  OptionalOf,
  OrNull,
  Returned,
  Schema,
  SchemaOf,
  Unset,
  Usual,
  WordParams,
} from "../types.ts";
import type { Validator } from "../validator.ts";
import { define, present } from "../values/define.ts";
import { isBlank, isPlainObject, ownValue, typeName } from "../values/input.ts";
import { hiddenValue, hides, type Members as MappingMembers, membersOf, propertyName } from "../values/mapping.ts";

const NO_KEYS: ReadonlySet<unknown> = new Set();

/** With a private field or method, V8 would make a dictionary of so many parameters, which is slow to read. */
const KEYS: unique symbol = Symbol("keys");

/** The outcome of a key that matches no pattern. */
const NO_MATCH = Symbol("no match");

const params = {
  /** Validators of the values, by key. */
  schema,
  /** Accept null. */
  nullable: flag,
  /** Least number of keys of the input. */
  minlen: length,
  /** Greatest number of keys of the input. */
  maxlen: length,
  /** Validators of the keys and of the values that are not in the schema; without it such keys are forbidden. */
  extra,
  /** The treatment of keys that are not in the schema: `"forbid"` (the default), `"strip"` or `"keep"`, unchanged. */
  unknown,
  /** Accept patterns that may backtrack, as `Str` does. */
  backtrack: flag,
  /**
   * Validators of the values whose key matches, by regular expression: a source, with the flag `u`, that must match
   * from the start of the key. They apply after that of the schema; a key that matches one is not unknown.
   */
  patterns,
  /** A validator of each key. */
  keys: maybeValidator,
  /** Keys that must be there, beside those of the schema, whatever their value. */
  required: knownKeys,
  /** Keys that must be there if another is, by that key. */
  dependent_required: dependentRequired,
  /** Validators of the whole result, by the key that must be there for them to apply. */
  dependent_schemas: dependentSchemas,
  /** Each key that the validator of the extra keys names, in its options, must be there. */
  exhaustive,
  /** Values of missing keys, or functions that make them; they are validated too. */
  defaults,
  /** Keys that may be missing. */
  optional,
  /** Keys that are dropped, whatever their value. */
  dispose,
  /** Keys whose value is the list of all their values, if the input is a multi-value mapping. */
  multikeys: knownKeys,
  /**
   * Treat a key as missing if its value is the empty text, or an empty file without a name, as in blank fields of
   * forms.
   */
  skip_blank: flag,
};

/** The parameters of `Dict`. */
export interface DictParams<S extends Schema = Schema> extends ParamsOf<typeof params, "schema"> {
  defaults?: { readonly [K in keyof S]?: DefaultOf<S[K]> } | undefined;
  optional?: Iterable<keyof S> | undefined;
}

/** The parameters by key. */
class Keys {
  /** The keys of the schema, and their validators, in its order. */
  readonly names: readonly string[];
  readonly list: readonly Validator[];
  /** Their fast paths, made by the first call. */
  members: readonly Member[] | undefined;
  /** The index of each key. */
  readonly places: ReadonlyMap<unknown, number>;
  /** Keys that may be missing, and are kept. */
  readonly gaps: readonly string[];
  /** An object with all keys: copying it is faster than adding one property after the other. */
  readonly blank: Record<string, unknown>;
  readonly defaults: ReadonlyMap<string, unknown>;
  readonly optional: ReadonlySet<unknown>;
  readonly dispose: ReadonlySet<unknown>;
  /** Keys that have an effect when they are missing. An optional key without a default has none, and is skipped. */
  readonly filled: readonly string[];
  /** Whether each of the names is such a key. */
  readonly areFilled: readonly boolean[];
  readonly unknown: "forbid" | "strip" | "keep";
  readonly skipBlank: boolean;
  readonly patterns: readonly KeyPattern[];
  /** The validator of keys. */
  readonly key: Validator | undefined;
  /** A parameter concerns each key of the input. */
  readonly seesKeys: boolean;
  /** Other validators get the result of the whole, or those of values: they need the members of members. */
  readonly goesOn: boolean;
  /** The keys that ask for others, and those that bring other validators with them. */
  readonly requiring: Triggers | undefined;
  readonly applying: Triggers | undefined;

  /** Of an encoder: unknown keys are kept as JSON. */
  copiesUnknown = false;
  /** Of an encoder: what is written may be blank, not the values. */
  writesBlank = false;

  /** The schema and the defaults, after members with defaults of their own have been split. */
  readonly split: ReturnType<typeof withoutDefaults>;

  /** How many keys have each default, made when it is first needed. */
  #uses: Map<unknown, number> | undefined;

  constructor(dict: FieldsOf<typeof params> & Validator) {
    const { schema, defaults, optional, dispose, unknown = "forbid", skip_blank } = dict;
    this.split = withoutDefaults(schema ?? {}, defaults ?? {});
    const members = Object.entries(this.split?.schema ?? schema ?? {});
    this.names = members.map(([key]) => key);
    this.list = members.map(([, member]) => member);
    this.places = new Map(this.names.map((key, place) => [key, place]));
    this.blank = Object.fromEntries(this.names.map((key) => [key, undefined]));
    this.defaults = new Map(Object.entries(this.split?.defaults ?? defaults ?? {}));
    this.optional = optional ? new Set(optional) : NO_KEYS;
    this.dispose = dispose ? new Set(dispose) : NO_KEYS;
    this.unknown = unknown;
    this.skipBlank = skip_blank;
    this.patterns = keyPatterns.get(dict) ?? [];
    this.key = dict.keys;
    this.seesKeys = skip_blank || this.dispose.size > 0 || this.patterns.length > 0 || this.key !== undefined;
    this.goesOn =
      dict.dependent_schemas !== undefined ||
      this.patterns.length > 1 ||
      this.patterns.some(({ matches }) => this.names.some(matches));
    this.requiring = dict.dependent_required && new Triggers(dict.dependent_required);
    this.applying = dict.dependent_schemas && new Triggers(dict.dependent_schemas);
    this.areFilled = this.names.map((key) => !this.optional.has(key) || this.defaults.has(key));
    this.filled = this.names.filter((_, place) => this.areFilled[place]);
    this.gaps = this.names.filter(
      (key) => (this.optional.has(key) || this.defaults.has(key)) && !this.dispose.has(key),
    );
  }

  /** How many keys have the same object as their default. */
  keysWith(value: unknown): number {
    if (typeof value !== "object" || this.defaults.size === 1) return 1;
    if (this.#uses === undefined) {
      this.#uses = new Map();
      for (const one of this.defaults.values()) this.#uses.set(one, (this.#uses.get(one) ?? 0) + 1);
    }
    return this.#uses.get(value) ?? 1;
  }
}

/** Returns whether the members of a mapping are those with these names, in this order, and each has a value. */
function areAll({ keys, values }: MappingMembers, names: readonly string[]): boolean {
  if (keys === names) return true;
  if (keys.length !== names.length) return false;
  for (let index = 0; index < names.length; index++)
    if (keys[index] !== names[index] || values[index] === undefined) return false;
  return true;
}

const mapped = (members: Members, map: (member: Validator, key: string) => Validator): Members =>
  Object.fromEntries(Object.keys(members).map((key) => [key, map(members[key] as Validator, key)]));

/** Returns whether the members are the same validators. */
const areSame = (a: object | undefined, b: object | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    Object.keys(b).length === Object.keys(a).length &&
    Object.entries(a).every(([key, one]) => one === (b as Members)[key]));

/** Returns whether extra keys have their own names, as texts do; the name of a number is a text. */
const keepsKeys = (keys: Validator): boolean => typesOf(keys)?.every((type) => type === "string") ?? true;

/** Returns whether a type guard finds a member that is not enumerable. */
const hasHidden = (input: object, key: string, report: Report): boolean =>
  report.guards && hiddenValue(input, key) !== undefined;

/** The encoder of a Dict whose result goes through other validators, by the key that must be there. */
const afterDependent = (dict: Validator, encoded: Validator, dependent: Members): Validator =>
  encoder(dict, [encoded, ...Object.values(dependent)], (input, report) => {
    let value = input;
    for (const key of Object.keys(dependent).reverse()) {
      if (isPlainObject(value) && Object.hasOwn(value, key)) value = dependent[key]?.check(value, report);
      if (value === FAILED) return FAILED;
    }
    return encoded.check(value, report);
  });

const leadsToTexts = /*#__PURE__*/ reaching((one) => errorAnnotationsOf(one) !== undefined);

/** For the developer: without it, a List in the schema of a query is never valid. */
const NOT_MULTI = "Expected an array of values: the schema has to name this key in multikeys.";

function hintAtMulti(report: Report, since: number): void {
  for (let i = since; i < report.count; i++) {
    if (!isOfValue(report.failures[i] as Failure)) continue;
    const failure = report.explainedAt(i);
    if (failure.type === InvalidTypeError && failure.expected === "array") failure.words ??= NOT_MULTI;
  }
}

class DictValidator extends withParams(params, schemaArg("schema")) {
  get [UNIT](): LengthUnit {
    return "key";
  }

  /** In one object: V8 looks up properties slowly in a function that has more than a dozen. */
  readonly [KEYS] = new Keys(this);

  get layout(): Keys {
    return this[KEYS];
  }

  /** @param read the members, if they are already read. */
  override check(input: unknown, report: Report, read?: MappingMembers): Record<string, unknown> | null | Failed {
    if (input === null && this.nullable) return null;
    const pairs = read ?? membersOf(input, this.multikeys, report.strict, this[KEYS].names);
    if (pairs === undefined || typeof input !== "object" || input === null) {
      return report.fail(InvalidTypeError, "object", typeName(input));
    }
    const { keys, values } = pairs;
    const start = report.descend(keys.length, input);
    if (start === FAILED) return FAILED;
    // Not destructured: each variable takes stack on each level of a deep value.
    const schema = this[KEYS];
    const isComplete = areAll(pairs, schema.names) && !schema.seesKeys;
    const needed = needsOutput(report);
    // Members are validated several times, and where schemas refer to themselves, as many times more at each level.
    if (schema.goesOn) {
      report.needsOutput = true;
      report.repeat();
    }
    const withOutput =
      needed ||
      this.dependent_schemas !== undefined ||
      this.required !== undefined ||
      this.dependent_required !== undefined ||
      schema.writesBlank;
    let result: Record<string, unknown> = {};
    if (isComplete) result = withOutput ? { ...schema.blank } : schema.blank;
    schema.members ??= schema.list.map((one) => new Member(one));
    const { members } = schema;
    let size = isComplete ? keys.length : 0;
    let filled = 0;
    let next = 0;
    for (let index = 0; index < keys.length && !report.truncated; index++) {
      const key = keys[index];
      const value = values[index];
      let place: number | undefined = index;
      if (!isComplete) {
        if (value === undefined) continue;
        if (schema.skipBlank && !schema.writesBlank && isBlank(value)) {
          // A strict call converts nothing.
          if (report.strict) report.fail(MissingKeyError);
          continue;
        }
        size++;
        if (schema.key !== undefined) {
          this.#checkKey(key, schema.key, report);
          if (report.truncated) break;
        }
        if (schema.dispose.size > 0 && schema.dispose.has(key)) continue;
        // Keys usually come in the order of the schema.
        place = next < schema.names.length && key === schema.names[next] ? next : schema.places.get(key);
        if (place === undefined) {
          report.at(input, key);
          if (schema.patterns.length > 0) {
            const checked = this.#checkPatterns(key, value, report);
            if (checked !== NO_MATCH) {
              this.#set(result, key as string, checked, report);
              continue;
            }
          }
          if (schema.unknown === "strip") continue;
          if (this.extra === undefined) this.checkOther(key, value, result, report);
          else {
            const converted = this.#checkExtraKey(key, this.extra[0], result, report);
            if (report.truncated) break;
            const since = report.count;
            // Called directly: for a deep value, the stack has no room for a function in between.
            this.#setExtra(key, converted, this.extra[1].check(value, report), since, result, report);
          }
          continue;
        }
        next = place + 1;
        if (schema.areFilled[place]) filled++;
      }
      const member = members[place] as Member;
      let checked = member.quick(value);
      if (checked === FAILED) {
        const since = report.memberAt(input, key);
        checked =
          member.leaf === undefined
            ? member.validator.check(value, report)
            : explainRejected(member.leaf, value, report);
        if (pairs.isMulti && checked === FAILED) hintAtMulti(report, since);
        checked = report.memberDone(checked, key as string, since);
      }
      if (schema.patterns.length > 0 && checked !== FAILED) {
        report.at(input, key);
        checked = passedOn(member.validator, value, checked, report);
        checked = this.#checkPatterns(key, checked, report, member.validator, value);
      }
      if (!withOutput) continue;
      if (checked === undefined) report.hasUndefined = true;
      if (isComplete) result[key as string] = checked;
      else define(result, key as string, checked);
    }
    report.at();
    if (!isComplete) {
      if (report.guards) filled += this.#checkHidden(input, members, result, report);
      if (schema.writesBlank) {
        size -= this.#dropBlank(pairs, result, report);
        filled = 0;
      }
      if (filled < schema.filled.length) this.#fillAll(result, report);
    }
    if (this.exhaustive) this.#failMissing(exhaustiveKeys.get(this), result, report);
    if (this.required !== undefined) this.#failMissing(this.required, result, report, input);
    if (this.dependent_required !== undefined) this.#failDependent(this.dependent_required, result, report, input);
    report.needsOutput = needed;
    const isValid = report.ascend(start) && !failsLength(this, size, "key", report);
    if (isValid && report.evaluated !== undefined) this.#evaluate(pairs, report.evaluated);
    if (isValid && this.dependent_schemas !== undefined)
      return this.#checkDependent(input, result, this.dependent_schemas, report);
    if (schema.goesOn) report.repeated();
    if (!isValid) return FAILED;
    return withOutput && report.hasUndefined ? present(result) : result;
  }

  /**
   * Of an encoder: drops what is written as blank text, since that is read as a missing key. Fails if the value is not
   * blank itself. Returns the number of keys.
   */
  #dropBlank({ keys, values }: MappingMembers, result: Record<string, unknown>, report: Report): number {
    let dropped = 0;
    for (const [index, key] of keys.entries()) {
      if (!isBlank(result[key as string]) || !Object.hasOwn(result, key as string)) continue;
      if (isBlank(values[index])) {
        dropped++;
        delete result[key as string];
      } else {
        const since = report.count;
        report.fail(MissingKeyError);
        report.under(key as string, since, null);
      }
    }
    return dropped;
  }

  /** Sets a member of the result. Until the check ends, one that is undefined is there: its key is not missing. */
  #set(result: Record<string, unknown>, key: string, value: unknown, report: Report): void {
    if (value === undefined) report.hasUndefined = true;
    define(result, key, value);
  }

  /** Checks a key with the validator of all keys. */
  #checkKey(key: unknown, validator: Validator, report: Report): void {
    const since = report.count;
    if (validator.check(key, report) !== FAILED) return;
    report.under(EXTRA_KEY, since);
    report.under(nodeOf(key), since);
  }

  /**
   * Passes a value through the validators whose pattern its key matches; NO_MATCH if there are none.
   * @param before the validator of the key in the schema, which has made the value of `given`.
   */
  #checkPatterns(key: unknown, value: unknown, report: Report, before?: Checker, given?: unknown): unknown {
    let result = value;
    let source = given;
    let last = before;
    for (const { matches, validator } of this[KEYS].patterns) {
      if (typeof key !== "string" || !matches(key)) continue;
      const taken = last && report.proceed(last, source, result);
      const since = report.count;
      source = result;
      last = validator;
      const checked = report.memberDone(validator.check(source, report), key, since);
      result = passedOn(validator, source, checked, report);
      if (taken !== undefined) report.proceeded(taken);
      if (result === FAILED) return FAILED;
    }
    return last === undefined ? NO_MATCH : result;
  }

  /** Fails for each key that must be there because of another one. */
  #failDependent(
    required: Readonly<Record<string, readonly string[]>>,
    result: Record<string, unknown>,
    report: Report,
    input: object,
  ): void {
    const isThere = (key: string): boolean => Object.hasOwn(result, key) || hasHidden(input, key, report);
    const requiring = this[KEYS].requiring as Triggers;
    for (const key of report.guards ? requiring.which(isThere) : requiring.in(result)) {
      for (const other of required[key] ?? []) {
        if (report.truncated) return;
        if (isThere(other)) continue;
        const since = report.count;
        failDependent(key, report);
        this.wordMissing(other, since, report);
        report.under(other, since, null);
      }
    }
  }

  /** Passes the result through the validators that apply because of a key. */
  #checkDependent(
    input: object,
    result: Record<string, unknown>,
    schemas: Members,
    report: Report,
  ): Record<string, unknown> | Failed {
    const { needsOutput } = report;
    report.needsOutput = true;
    let value = passedOn(this, input, report.hasUndefined ? present(result) : result, report);
    const isThere = (key: string): boolean => Object.hasOwn(result, key) || hasHidden(input, key, report);
    const applying = this[KEYS].applying as Triggers;
    const applied = report.guards ? applying.which(isThere) : applying.in(result);
    // The object itself has been left, and one of them may lead back to it.
    const isInside = value !== FAILED && applied.length > 0 && report.enter(0);
    if (!isInside && applied.length > 0) value = FAILED;
    for (const key of applied) {
      if (value === FAILED) break;
      const taken = report.proceed(this, input, value);
      const schema = schemas[key] as Validator;
      const since = report.count;
      value = passedOn(schema, value, schema.check(value, report), report);
      if (value === FAILED) report.because(becauseOf(key), since);
      report.proceeded(taken);
    }
    if (isInside) report.leave(0);
    report.needsOutput = needsOutput;
    report.repeated();
    return value as Record<string, unknown> | Failed;
  }

  /** Adds the evaluated keys to the log. */
  #evaluate({ keys, values }: MappingMembers, log: unknown[]): void {
    const { places, patterns } = this[KEYS];
    // Their keys may have been changed.
    if (this.extra !== undefined) log.push(ALL_MEMBERS);
    for (const [index, key] of keys.entries()) {
      if (values[index] === undefined) continue;
      const isEvaluated = places.has(key) || patterns.some(({ matches }) => typeof key === "string" && matches(key));
      if (isEvaluated) log.push(key);
    }
  }

  /** Checks a pair whose key is not in the schema. */
  checkOther(key: unknown, value: unknown, result: Record<string, unknown>, report: Report): void {
    if (this.extra !== undefined) {
      const converted = this.#checkExtraKey(key, this.extra[0], result, report);
      if (report.truncated) return;
      const since = report.count;
      this.#setExtra(key, converted, this.extra[1].check(value, report), since, result, report);
    } else if (this[KEYS].unknown === "keep" && typeof key === "string") {
      const since = report.count;
      define(result, key, this[KEYS].copiesUnknown ? report.memberDone(jsonOf(value, report), key, since) : value);
    } else {
      const since = report.count;
      const node = nodeOf(key);
      report.fail(ForbiddenKeyError);
      report.word(this, since);
      report.under(node, since);
      // A failed pair is a member too, so that its key does not count as missing. A text that is no key of the schema
      // cannot collide, and a long one would make an expensive property.
      if (typeof key !== "string") define(result, String(node), FAILED);
    }
  }

  /** Returns what an extra key becomes; FAILED if it has no name, or that of another key. */
  #checkExtraKey(key: unknown, validator: Validator, result: Record<string, unknown>, report: Report): unknown {
    const since = report.count;
    const unknown = unknownCount();
    const converted = validator.check(key, report);
    // As long as it is not known what the key becomes, it has no name.
    const hasName = converted !== FAILED && !madeUnknown(unknown) && this.#isNew(converted, result, report);
    if (report.failedSince(since)) {
      report.under(EXTRA_KEY, since);
      report.under(nodeOf(key), since);
    }
    return hasName ? converted : FAILED;
  }

  /** Whether a validated extra key has a property of its own: it must not overwrite that of another key. */
  #isNew(converted: unknown, result: Record<string, unknown>, report: Report): boolean {
    const name = propertyName(converted);
    if (name === undefined) report.fail(InvalidTypeError, "string", typeName(converted));
    else if (this[KEYS].places.has(name) || Object.hasOwn(result, name)) report.fail(ForbiddenKeyError);
    else return true;
    return false;
  }

  /**
   * Takes the result of an extra value.
   * @param converted see `#checkExtraKey`.
   * @param since how many errors there were before the value.
   */
  #setExtra(
    key: unknown,
    converted: unknown,
    checked: unknown,
    since: number,
    result: Record<string, unknown>,
    report: Report,
  ): void {
    const node = nodeOf(key);
    if (checked === FAILED) {
      report.under(EXTRA_VALUE, since);
      report.under(converted === FAILED ? node : nodeOf(converted), since, node);
    } else if (report.fallbacks !== undefined) report.placeFallbacks(node);
    if (converted !== FAILED) this.#set(result, propertyName(converted) as string, checked, report);
    // A key of a Map that is not a string, but has the text of one.
    else if (this[KEYS].places.has(String(node))) define(result, String(node), checked);
  }

  /**
   * Checks the members of a type guard that are not enumerable: a program that has the name of a key reads those too.
   * @returns the number of them that are not optional.
   */
  #checkHidden(input: object, members: readonly Member[], result: Record<string, unknown>, report: Report): number {
    if (report.truncated) return 0;
    const { names, areFilled, gaps, dispose } = this[KEYS];
    // Read before any is checked, as all members are.
    const hidden = names.flatMap((key, place) =>
      hides(input, key) && !dispose.has(key) ? [{ key, place, value: ownValue(input, key) }] : [],
    );
    let filled = 0;
    for (const { key, place, value } of hidden) {
      if (report.truncated) break;
      // An inherited one may be anything.
      if (report.strict && gaps.includes(key) && !Object.hasOwn(input, key)) report.fail(MissingKeyError);
      if (value === undefined) continue;
      if (areFilled[place]) filled++;
      const since = report.memberAt(input, key);
      const checked = (members[place] as Member).validator.check(value, report);
      this.#set(result, key, report.memberDone(checked, key, since), report);
    }
    report.at();
    return filled;
  }

  /**
   * Fails for each of the keys that the result does not have.
   * @param input of a type guard: its members that are not enumerable count too.
   */
  #failMissing(
    keys: readonly string[] | undefined,
    result: Record<string, unknown>,
    report: Report,
    input?: object,
  ): void {
    for (const key of keys ?? []) {
      if (report.truncated) return;
      if (Object.hasOwn(result, key) || (input !== undefined && hasHidden(input, key, report))) continue;
      const since = report.count;
      report.fail(MissingKeyError);
      this.wordMissing(key, since, report);
      report.under(key, since, null);
    }
  }

  #fillAll(result: Record<string, unknown>, report: Report): void {
    for (const key of this[KEYS].filled) {
      if (report.truncated) return;
      if (!Object.hasOwn(result, key)) this.#set(result, key, this.fill(key, report), report);
    }
  }

  /** Returns the value for a key of the schema that the input lacks; undefined if there is none. */
  fill(key: string, report: Report): unknown {
    const since = report.count;
    let checked: unknown;
    if (this[KEYS].defaults.has(key)) {
      const { defaults, list, optional, places } = this[KEYS];
      const given = defaults.get(key);
      const value = madeDefault(this, given);
      if (value === undefined && optional.has(key)) return undefined;
      checked = report.checkMade(list[places.get(key) as number] as Validator, value, this[KEYS].keysWith(given));
    } else {
      checked = report.fail(MissingKeyError);
      this.wordMissing(key, since, report);
    }
    if (checked === FAILED) report.under(key, since, null);
    else if (report.fallbacks !== undefined) report.placeFallbacks(key);
    return checked;
  }

  /** Sets the message of the failure of a missing key: that of a validator of its value, or of this one. */
  wordMissing(key: string, since: number, report: Report): void {
    // A schema may have many patterns, and most have no text.
    if (!leadsToTexts(this)) return;
    const matching = this[KEYS].patterns.filter(({ matches }) => matches(key)).map(({ validator }) => validator);
    const member = ownValue(this.schema ?? {}, key) ?? (matching.length > 0 ? undefined : this.extra?.[1]);
    for (const one of [member as Validator | undefined, ...matching]) {
      for (const applied of one ? appliedBy(one) : []) report.word(applied, since);
    }
    report.word(this, since);
  }

  /** @returns FAILED or false. */
  failLength(size: number, report: Report): Failed | false {
    const since = report.count;
    const failed = failsLength(this, size, "key", report);
    if (failed) report.word(this, since);
    return failed;
  }

  override get [GIVES](): Given {
    return "object";
  }

  override [ENCODING](to: Encoding): Validator | string {
    const { schema, optional, dispose, extra, unknown, multikeys, patterns, dependent_schemas: dependent } = this;
    const { list, names, defaults } = this[KEYS];
    const kept = names.flatMap((name, index) => (this[KEYS].dispose.has(name) ? [] : [[name, list[index]]]));
    const own: Members = Object.fromEntries(kept);
    const members = mapped(own, (member, key) => to.of(member, "schema", key));
    const byPattern = patterns && mapped(patterns, (one, source) => to.of(one, "patterns", source));
    if (this.#convertsTwice(own, members, byPattern)) return "a key of its schema matches one of its patterns";
    const extras = extra && ([to.ofKey(extra[0], "extra", 0), to.of(extra[1], "extra", 1)] as const);
    const ofKeys = patterns ?? this.keys ?? this.required ?? this.dependent_required;
    if (extras?.[0] !== extra?.[0] && (ofKeys !== undefined || this.skip_blank))
      return "its extra changes keys that other parameters are about";
    // They get the result of the rest.
    const whole = dependent && mapped(dependent, (one, key) => to.ofResult(one, "dependent_schemas", key));
    const isSame =
      areSame(members, schema) && areSame(byPattern, patterns) && areSame(whole, dependent) && areSame(extras, extra);
    // What is kept unchanged has to be JSON.
    const copiesUnknown = unknown === "keep" && to.isJson;
    const { skip_blank } = this;
    if (isSame && !dispose && !multikeys && !copiesUnknown && defaults.size === 0 && !skip_blank) return this;
    const dict = changed<Validator>(Dict, this, {
      schema: members,
      // A value with a default is in each result, unless that is made.
      optional: optional?.filter((name) => {
        const member = own[name as string];
        return !defaults.has(name) || (member !== undefined && mayFillNothing(member, defaults.get(name)));
      }),
      ...{ defaults: undefined, multikeys: undefined, dependent_schemas: undefined, extra: extras },
      // The value of a key that matches several has passed them in order.
      patterns: byPattern && Object.fromEntries(Object.entries(byPattern).reverse()),
    }) as DictValidator;
    dict[KEYS].copiesUnknown = copiesUnknown;
    dict[KEYS].writesBlank = skip_blank;
    return whole === undefined ? dict : afterDependent(this, dict, whole);
  }

  /** A key of the schema matches a pattern, and one of its validators converts values. */
  #convertsTwice(own: Members, members: Members, byPattern: Members | undefined): boolean {
    const encoders = Object.values(byPattern ?? {});
    return this[KEYS].patterns.some(({ matches, validator }, index) =>
      Object.keys(own).some((key) => matches(key) && (own[key] !== members[key] || encoders[index] !== validator)),
    );
  }

  override nativeEquivalent(): Validator {
    const { split } = this[KEYS];
    if (split === undefined || this.constructor !== (Dict as unknown)) return this;
    return Reflect.construct(Dict, [new AllParams({ ...Object.fromEntries(paramsOf(this)), ...split })]) as Dict;
  }

  [TAKES](): readonly JsonType[] | undefined {
    return ["object"];
  }

  override keepsInput(): boolean {
    return !(
      (this.extra !== undefined && !keepsKeys(this.extra[0])) ||
      this[KEYS].defaults.size > 0 ||
      this.dispose ||
      this.multikeys ||
      this.unknown === "strip" ||
      this.skip_blank
    );
  }
}

/** See `IrOf`. */
export function irOfDict(params: KnownParams<DictValidator>): Ir | undefined {
  const { validator: dict, given } = params;
  const { nullable, schema, extra, minlen, maxlen, skip_blank } = given;
  if (skip_blank || dict.layout.copiesUnknown) return undefined;
  const keys = dict.layout;
  // The IR of the keys covers the first four; a plain object has one value for each key.
  params.know("optional", "dispose", "defaults", "unknown", "multikeys");
  return {
    kind: "object",
    ...{ nullable, schema: keys.split?.schema ?? schema ?? {}, extra, minlen, maxlen },
    ...keys,
    checkMembers: (input, members, report) => dict.check(input, report, members),
    checkOther: (key, value, result, report) => dict.checkOther(key, value, result, report),
    fill: (key, report) => dict.fill(key, report),
    failLength: (size, report) => dict.failLength(size, report),
  };
}

/**
 * A mapping (plain object, Map, or multi-value mapping) with a validator for each key; the result is a new plain
 * object.
 * Errors: InvalidTypeError; SchemaError of the errors of values, extra pairs and forbidden keys in the order of the
 * input, then of invalid defaults and missing keys in the order of the schema, then of keys missing because of others;
 * MinLengthError, MaxLengthError by themselves; those of `dependent_schemas`.
 * @param params `nullable`, `minlen`, `maxlen`, `extra`, `unknown`, `backtrack`, `patterns`, `keys`,
 *   `required`, `dependent_required`, `dependent_schemas`, `exhaustive`, `defaults`, `optional`, `dispose`,
 *   `multikeys`, `skip_blank`, `alias`, `replace`
 * @example const user = Dict({ name: Str(), age: Int() }, { optional: ["age"], defaults: { name: "guest" } });
 * user({ age: 36 }); // { age: 36, name: "guest" }
 */
export const Dict: DictConstructor = callable("Dict", DictValidator);
export interface Dict<S extends Schema | undefined = Members | undefined, in out P = Record<never, never>>
  extends Validator<unknown, unknown, DictCaller<S, P>>,
    FieldsOf<typeof params, "schema" | "optional"> {
  readonly "~types": DictTypes<S, P>;
  readonly "~standard": Standard<DictTypes<S, P>["output"], DictTypes<S, P>["input"]>;
  check(input: unknown, report: CheckReport): DictTypes<S, P>["output"] | Failed;
  readonly schema: KeptSchema<S>;
  readonly optional: OptionalOf<S, P>;
}
/** The types of a `Dict`. The compiler computes each when it is asked for it. */
export interface DictTypes<S extends Schema | undefined, P> {
  readonly output: OrNull<P, DictOutput<S, P>>["type"];
  readonly input: OrNull<P, DictInput<S, P>>["type"];
  readonly caller?: (caller: DictCaller<S, P>) => void;
}
/** Parameters that only say which keys may be missing, for the optional keys `O`, or what happens to others. */
export interface OptionalParams<O, U> {
  readonly optional?: readonly O[] | undefined;
  readonly unknown?: U | undefined;
}
/** These, whose values are compared with `OptionalParams`, and those that do not affect the type. */
export interface DictTable
  extends Usual<
    DictParams,
    never,
    | keyof OptionalParams<never, never>
    | "nullable"
    | "extra"
    | "exhaustive"
    | "defaults"
    | "dispose"
    | "patterns"
    | "keys"
    | "dependent_schemas"
  > {
  readonly optional: unknown;
  readonly unknown: unknown;
}
/** The signatures of `Dict`: with such parameters, with others, without any, and with all in one object. */
export interface DictConstructor extends ValidatorStatics<Dict> {
  <
    S extends Schema,
    K extends keyof DictTable,
    const O extends keyof S = never,
    const U extends "forbid" | "strip" | "keep" = never,
  >(
    schema: S,
    params: OptionalParams<O, U> & GivenParams<K, DictTable>,
    ...none: IfUsual<K>
  ): Returned<Dict<S, OptionalKeys<O, U>>, S>;
  <
    S extends AnySchema = Schema,
    const P extends Only<DictParams<S> & Bound, P> & KnownDefaults<S, P> = DictParams<S>,
    K extends string = never,
  >(
    schema: S,
    params: (P & WordParams & Names<K>) | undefined,
    ...none: IfOther<keyof DictTable, K, P & S>
  ): Returned<Dict<S, P>, S>;
  <S extends AnySchema = Schema>(schema: S, ...none: IfFits<S>): Returned<Dict<S>, S>;
  // In a generic function, whether a `Record` of a type parameter is a schema can be decided for its values only.
  <K extends string, V extends Item>(
    schema: Readonly<Record<K, V>>,
    ...none: IfFits<V>
  ): Returned<Dict<Record<K, V>>, V>;
  <const P extends DictOnly<DictParams & { readonly schema?: Members }, P> = Record<never, never>>(
    params?: P & WordParams,
  ): Returned<Dict<SchemaOf<P, Members>, P>, P>;
  new <
    S extends Members = Members,
    const P extends Only<DictParams<S>, P> & KnownDefaults<S, P> = Unset<DictParams<S>>,
  >(
    schema: S,
    params?: P & WordParams,
  ): Dict<S, P>;
}
