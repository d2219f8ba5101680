/** Dict: a mapping with a schema (specification, "Dict"). */

import {
  callable,
  type FieldsOf,
  modelBy,
  type ParamsOf,
  rulesOf,
  type ValidatorStatics,
  withParams,
} from "../core/builtin.ts";
import { changed, encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { jsonOf } from "../core/encode/json-value.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { EXTRA_KEY, EXTRA_VALUE, nodeOf } from "../core/errors/context.ts";
import { InvalidTypeError, MissingKeyError } from "../core/errors/errors.ts";
import { type Form, formMembersOf } from "../core/models/form.ts";
import { MODEL } from "../core/models/model.ts";
import { keyedParams, ObjectModel, outerParams } from "../core/models/object.ts";
import { schemaArg } from "../core/params/args.ts";
import { typesOf } from "../core/params/by-type.ts";
import { madeDefault, withoutDefaults } from "../core/params/default.ts";
import {
  defaults,
  dependentRequired,
  dependentSchemas,
  dispose,
  exhaustive,
  extra,
  keyGroups,
  knownKeys,
  type Members,
  names,
  optional,
  patterns,
  schemaWith,
  unknown,
} from "../core/params/dict.ts";
import { flag, length, maybeValidator } from "../core/params/shared.ts";
import { OPEN, type Opened, type OpenMember, type OpenType } from "../core/partial/opened.ts";
import { ALL_MEMBERS } from "../core/report/evaluated.ts";
import { type Failure, isOfValue } from "../core/report/failure.ts";
import { type CheckReport, FAILED, type Failed, type Report } from "../core/report/report.ts";
import type { CheckedObject } from "../core/rules/container.ts";
import { type Passage, passageOf } from "../core/rules/key-patterns.ts";
import { explainRejected, quickOf } from "../core/rules/leaf.ts";
import type { Member } from "../core/rules/member.ts";
import { checkExtraKey, failForbidden, takeExtra } from "../core/rules/unknown-keys.ts";
import { annotationsExist, errorAnnotationsOf } from "../core/schemas/annotations.ts";
import { MEMBERS, type Roles, TAKES } from "../core/schemas/checker.ts";
import { appliedBy, mayFillNothing, reaching } from "../core/schemas/graph.ts";
import { outerNames } from "../core/schemas/names.ts";
import { AllParams, paramsOf } from "../core/schemas/params.ts";
import type { Standard } from "../core/standard.ts";
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
  IfGetters,
  IfOtherSchema,
  IfRecord,
  IfUsual,
  InputWithGetters,
  KeptSchema,
  KnownDefaults,
  LooseSchema,
  Names,
  NoGetters,
  Only,
  OptionalKeys,
  OptionalOf,
  OrNull,
  OutputWithGetters,
  Returned,
  Schema,
  SchemaOf,
  Uninferred,
  Unset,
  Usual,
  WordParams,
} from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { define, present, set } from "../values/define.ts";
import { isBlank, isPlainObject, ownValue, typeName } from "../values/input.ts";
import type { JsonType } from "../values/json-type.ts";
import { type Members as MappingMembers, membersOf } from "../values/mapping.ts";
import { LazyRef } from "./lazy-ref.ts";

const params = {
  /** Validators of the values, by key. */
  schema: schemaWith((use) => LazyRef(use)),
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
  /** Groups of keys: exactly one of each group must be there. */
  exactly_one: keyGroups,
  /** Groups of keys: at most one of each group may be there. */
  at_most_one: keyGroups,
  /** Groups of keys: at least one of each group must be there. */
  at_least_one: keyGroups,
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
  /**
   * Treat a key that may be missing as missing if its value is null, unless its validator takes null: as models answer
   * that have to write each key.
   */
  null_is_absent: flag,
  /**
   * Read the names of fields, if the input is a multi-value mapping such as a form, as places in the value:
   * `user.name`, `users[0].name`, `tags[]`.
   */
  nested: flag,
  /**
   * The names of keys in the input, in errors and in JSON Schemas, where they differ from those in the result: by key,
   * or in a style for all, `"snake"`, `"kebab"` or `"camel"`. Several names for a key are all read, the first one is
   * written.
   */
  names,
};

/** The parameters of `Dict`. */
export interface DictParams<S extends Schema = Schema> extends ParamsOf<typeof params, "schema"> {
  defaults?: { readonly [K in keyof S]?: DefaultOf<S[K]> } | undefined;
  optional?: Iterable<keyof S> | undefined;
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

/**
 * Sets a member of a result.
 * @param isThere the result has the key already.
 */
function take(result: Record<string, unknown>, key: string, value: unknown, isThere: boolean, report: Report): void {
  if (value === undefined) report.output.noteUndefined();
  if (isThere) result[key] = value;
  else define(result, key, value);
}

/** Returns whether a key counts as missing for its value: null, or blank text. A strict call converts nothing. */
function isAbsent(model: ObjectModel, key: unknown, value: unknown, report: Report): boolean {
  if (value === null) return model.skipsNull(key);
  if (!model.skipsBlank || !isBlank(value)) return false;
  if (report.strict) report.fail(MissingKeyError);
  return true;
}

const isMissing = (report: Report): Failed => report.fail(MissingKeyError);

/** An object whose members have been checked, for the rules of the whole. */
class Checked implements CheckedObject {
  readonly input: object;
  readonly result: Record<string, unknown>;
  readonly #dict: DictValidator;

  constructor(dict: DictValidator, input: object, result: Record<string, unknown>) {
    this.input = input;
    this.result = result;
    this.#dict = dict;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.result, key);
  }

  failMissing(key: string, report: Report, fail?: (report: Report) => unknown): void {
    this.#dict.failMissing(key, report, fail);
  }

  failForbidden(key: string, report: Report): void {
    failForbidden(this.#dict, key, this.result, report);
  }
}

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
  get [MODEL](): ObjectModel {
    return modelBy<DictValidator, ObjectModel>(this, ObjectModel);
  }

  /**
   * One function with the loop, and few variables: it is on the stack on each level of a deep value. A function
   * between it and the check of an extra value took 330 bytes more a level, beyond the stack that Node has.
   * @param read the members, if they are already read.
   */
  override check(input: unknown, report: Report, read?: MappingMembers): Record<string, unknown> | null | Failed {
    if (input === null && this.nullable) return null;
    const model = this[MODEL];
    const pairs = read ?? this.#read(input, report);
    if (pairs === undefined || typeof input !== "object" || input === null)
      return report.fail(InvalidTypeError, "object", typeName(input));
    const { keys, values } = pairs;
    const start = report.descend(keys.length, input);
    if (start === FAILED) return FAILED;
    const needed = this.#begin(pairs, report);
    const isComplete = !model.seesKeys && areAll(pairs, model.names);
    const withOutput = needed || model.readsResult;
    const result: Record<string, unknown> = !isComplete ? {} : withOutput ? { ...model.blank } : model.blank;
    const { members, patterns } = model;
    let size = isComplete ? keys.length : 0;
    let filled = 0;
    for (let index = 0, next = 0; index < keys.length && !report.truncated; index++) {
      const key = keys[index];
      const value = values[index];
      let place: number | undefined = index;
      if (!isComplete) {
        if (value === undefined || isAbsent(model, key, value, report)) continue;
        size++;
        if (model.seesKeys && this.#isDone(key, report)) continue;
        // Keys usually come in the order of the schema.
        place = key === model.names[next] && next < members.length ? next : model.placeOf(key);
        if (model.renames && this.#collides(key, place, result, report)) continue;
        if (place === undefined) {
          const passage = passageOf(patterns, input, key, value, report);
          if (this.#takes(passage, passage?.pass(), key, value, result, report)) continue;
          const converted = checkExtraKey(model, key, result, report);
          if (report.truncated) break;
          const [, others] = model.extra as NonNullable<ObjectModel["extra"]>;
          const { count: since, settled } = report;
          const extra = settled === undefined ? others.check(value, report) : settled.check(others, value, report);
          takeExtra(model, key, converted, extra, since, result, report);
          continue;
        }
        next = place + 1;
        if (model.areFilled[place]) filled++;
      }
      const member = members[place] as Member;
      let checked = member.quick(value);
      if (checked === FAILED) {
        const since = report.memberAt(input, key);
        if (member.leaf !== undefined) checked = explainRejected(member.leaf, value, report);
        else if (report.settled !== undefined) checked = report.settled.check(member.validator, value, report);
        else checked = member.validator.check(value, report);
        if (pairs.isMulti && checked === FAILED) hintAtMulti(report, since);
        checked = report.memberDone(checked, key as string, since);
      }
      const passage = patterns.length > 0 && passageOf(patterns, input, key, checked, report, member.validator, value);
      if (passage) checked = passage.pass();
      if (withOutput) take(result, model.names[place] as string, checked, isComplete, report);
    }
    report.at();
    if (!isComplete) size = this.#complete(pairs, result, size, filled, report);
    const made = this.#finish(input, pairs, result, size, start, needed, withOutput, report);
    if (pairs.isForm) (pairs as Form).nameFailures(report, start);
    return made;
  }

  /** The members of the input; undefined if it is no mapping. */
  #read(input: unknown, report: Report): MappingMembers | undefined {
    const model = this[MODEL];
    return model.nested ? formMembersOf(input, model, report) : membersOf(input, model.multikeys, report.strict, model);
  }

  /**
   * Fails a key that has come by another name already, or is an unknown one with the name of another's result. Returns
   * whether it is one.
   */
  #collides(key: unknown, place: number | undefined, result: Record<string, unknown>, report: Report): boolean {
    const { aliases, names, unknown } = this[MODEL];
    if (typeof key !== "string") return false;
    const isTaken =
      place === undefined
        ? unknown !== "strip" && this[MODEL].takes(key)
        : aliases.size > 0 && Object.hasOwn(result, names[place] as string);
    if (isTaken) failForbidden(this, key, result, report);
    return isTaken;
  }

  /** Begins the check of the members. Returns whether the result of this one is needed. */
  #begin(pairs: MappingMembers, report: Report): boolean {
    if (pairs.isForm) (pairs as Form).failNames(report);
    const needed = report.output.isNeeded;
    // Members are validated several times, and where schemas refer to themselves, as many times more at each level.
    if (this[MODEL].goesOn) {
      report.output.need(true);
      report.repeat();
    }
    return needed;
  }

  /** Fills in what is missing. Returns the number of members. */
  #complete(
    pairs: MappingMembers,
    result: Record<string, unknown>,
    size: number,
    filled: number,
    report: Report,
  ): number {
    const { filled: all, writesBlank } = this[MODEL];
    const dropped = writesBlank ? this.#dropBlank(pairs, result, report) : 0;
    if (writesBlank || filled < all.length) this.#fillAll(result, report);
    return size - dropped;
  }

  /** Applies what concerns the object as a whole, and returns its result. */
  #finish(
    input: object,
    pairs: MappingMembers,
    result: Record<string, unknown>,
    size: number,
    start: number,
    needed: boolean,
    withOutput: boolean,
    report: Report,
  ): Record<string, unknown> | Failed {
    const { dependent_schemas, goesOn, lengths, rules } = this[MODEL];
    if (rules.length > 0) {
      const object = new Checked(this, input, result);
      for (const rule of rules) rule.fails(object, report);
    }
    report.output.need(needed);
    const areValid = report.ascend(start);
    if (!areValid && report.allErrors) this.#failWhole(input, result, size, report);
    const isValid = areValid && !lengths.fails(size, report);
    if (isValid && report.evaluated !== undefined) this.#evaluate(pairs, report.evaluated);
    if (isValid && dependent_schemas !== undefined)
      return dependent_schemas.apply(this, new Checked(this, input, result), report);
    if (goesOn) report.repeated();
    if (!isValid) {
      report.refuse(input, withOutput ? this[MODEL].renamed(result) : undefined);
      return FAILED;
    }
    if (!withOutput) return result;
    return this[MODEL].renamed(report.output.hasUndefined ? present(result) : result);
  }

  /** Fails an object that has invalid members for all that is wrong with the whole: by those members as they came. */
  #failWhole(input: object, result: Record<string, unknown>, size: number, report: Report): void {
    if (report.truncated) return;
    this.failLength(size, report);
    const { dependent_schemas } = this[MODEL];
    if (dependent_schemas !== undefined) {
      const whole: Record<string, unknown> = {};
      for (const key of Object.keys(result))
        define(whole, key, result[key] === FAILED ? ownValue(input, key) : result[key]);
      report.repeat();
      dependent_schemas.apply(this, new Checked(this, input, whole), report);
    }
    report.collected();
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

  /** Checks a key with the validator of all keys. Returns whether nothing more happens to it, or to any. */
  #isDone(key: unknown, report: Report): boolean {
    const { dispose, keys } = this[MODEL];
    const since = report.count;
    if (keys !== undefined && keys.check(key, report) === FAILED) {
      report.under(EXTRA_KEY, since);
      report.under(nodeOf(key), since);
    }
    return report.truncated || (dispose.size > 0 && dispose.has(key));
  }

  /** Adds the evaluated keys to the log. */
  #evaluate({ keys, values }: MappingMembers, log: unknown[]): void {
    const { aliases, defaults, places, patterns } = this[MODEL];
    // Their keys may have been changed.
    if (this.extra !== undefined) log.push(ALL_MEMBERS);
    for (const [index, key] of keys.entries()) {
      if (values[index] === undefined) continue;
      const isEvaluated =
        places.has(key) || aliases.has(key) || patterns.some(({ matches }) => typeof key === "string" && matches(key));
      if (isEvaluated) log.push(typeof key === "string" ? this[MODEL].nameInResult(key) : key);
    }
    for (const key of defaults.keys()) log.push(this[MODEL].nameInResult(key));
  }

  /** Checks a pair whose key neither is in the schema nor matches a pattern. */
  checkOther(key: unknown, value: unknown, result: Record<string, unknown>, report: Report): void {
    const model = this[MODEL];
    if (model.extra === undefined) {
      this.#takeUnknown(key, value, result, report);
      return;
    }
    const converted = checkExtraKey(model, key, result, report);
    if (report.truncated) return;
    const since = report.count;
    takeExtra(model, key, converted, model.extra[1].check(value, report), since, result, report);
  }

  /**
   * Takes what the patterns have made of the value of a key that is not in the schema, or, without `extra`, the value
   * of an unknown key. Returns false if it is left to `extra`.
   */
  #takes(
    passage: Passage | undefined,
    matched: unknown,
    key: unknown,
    value: unknown,
    result: Record<string, unknown>,
    report: Report,
  ): boolean {
    const { extra } = this[MODEL];
    if (passage !== undefined) set(result, key as string, matched, report.output);
    else if (extra === undefined) this.#takeUnknown(key, value, result, report);
    return passage !== undefined || extra === undefined;
  }

  /** Drops, keeps or refuses a pair whose key is unknown. */
  #takeUnknown(key: unknown, value: unknown, result: Record<string, unknown>, report: Report): void {
    const { copiesUnknown, unknown } = this[MODEL];
    if (unknown === "strip") return;
    if (unknown === "forbid" || typeof key !== "string") {
      failForbidden(this, key, result, report);
      return;
    }
    const since = report.count;
    define(result, key, copiesUnknown ? report.memberDone(jsonOf(value, report), key, since) : value);
  }

  #fillAll(result: Record<string, unknown>, report: Report): void {
    for (const key of this[MODEL].filled) {
      if (report.truncated) return;
      if (!Object.hasOwn(result, key)) set(result, key, this.fill(key, report), report.output);
    }
  }

  /** Returns the value for a key of the schema that the input lacks; undefined if there is none. */
  fill(key: string, report: Report): unknown {
    const { defaults, optional, schema } = this[MODEL];
    if (!defaults.has(key)) return this.failMissing(key, report);
    const since = report.count;
    const given = defaults.get(key);
    const value = madeDefault(this, given);
    if (value === undefined && optional.has(key)) return undefined;
    const checked = report.checkMade(schema[key] as Validator, value, this[MODEL].keysWith(given));
    if (checked === FAILED) report.under(key, since, null);
    else if (report.fallbacks !== undefined) report.placeFallbacks(key);
    return checked;
  }

  /** Fails for a key that the input lacks. */
  failMissing(key: string, report: Report, fail: (report: Report) => unknown = isMissing): Failed {
    const since = report.count;
    fail(report);
    this.wordMissing(key, since, report);
    report.under(key, since, null);
    return FAILED;
  }

  /** Sets the message of the failure of a missing key: that of a validator of its value, or of this one. */
  wordMissing(key: string, since: number, report: Report): void {
    // A schema may have many patterns, and most have no text.
    if (!annotationsExist() || !leadsToTexts(this)) return;
    const matching = this[MODEL].patterns.filter(({ matches }) => matches(key)).map(({ validator }) => validator);
    const member =
      ownValue(this.schema ?? {}, this.names ? this[MODEL].nameInResult(key) : key) ??
      (matching.length > 0 ? undefined : this.extra?.[1]);
    for (const one of [member as Validator | undefined, ...matching]) {
      for (const applied of one ? appliedBy(one) : []) report.word(applied, since);
    }
    report.word(this, since);
  }

  /** @returns FAILED or false. */
  failLength(size: number, report: Report): Failed | false {
    const since = report.count;
    const failed = this[MODEL].lengths.fails(size, report);
    if (failed) report.word(this, since);
    return failed;
  }

  /** The Dict for an object with one member: nothing is asked of the whole. */
  #single: Validator | undefined;

  [OPEN](type: OpenType): Opened | undefined {
    if (type !== "object") return undefined;
    return {
      nodes: [],
      shows: true,
      member: (key) => this.#openMember(key as string),
      validate: (key, value, report) => {
        this.#single ??= this.#forOne();
        const object: Record<string, unknown> = {};
        define(object, key, value);
        return this.#single.check(object, report);
      },
    };
  }

  #openMember(key: string): OpenMember | undefined {
    const { aliases, dispose, extra, keys, members, null_is_absent, patterns, places, skip_blank } = this[MODEL];
    if (dispose.size > 0 || patterns.length > 0 || keys !== undefined) return undefined;
    const mayBeAbsent = skip_blank || null_is_absent;
    const outer = aliases.get(key) ?? key;
    const member = members[places.get(outer) ?? -1];
    if (member !== undefined) {
      const { validator } = member;
      const quick = (value: unknown): unknown => member.quick(value);
      return { validator, quick, name: this[MODEL].nameInResult(outer), mayBeAbsent };
    }
    if (extra === undefined || this[MODEL].takes(key)) return undefined;
    const leaf = rulesOf(extra[0]);
    const isKept = leaf !== undefined && quickOf(leaf)(key) === key;
    return isKept ? { validator: extra[1], name: key, node: EXTRA_VALUE, mayBeAbsent } : undefined;
  }

  #forOne(): Validator {
    const { schema = {} } = this;
    const rules = this[MODEL].rules.map(({ kind }) => kind);
    const wholes = ["minlen", "maxlen", "dependent_schemas", "defaults", ...rules];
    const none = Object.fromEntries(wholes.map((name) => [name, undefined]));
    const members = withoutDefaults(schema, {})?.schema ?? schema;
    return changed(Dict, this, { ...none, schema: members, optional: Object.keys(schema) });
  }

  override get [GIVES](): Given {
    return "object";
  }

  override [ENCODING](to: Encoding): Validator | string {
    const { schema, optional, dispose, extra, unknown, multikeys, nested, patterns } = this;
    const { dependent_schemas: dependent } = this;
    const { list, defaults } = this[MODEL];
    // What is read on the way out has the names of the result, and is written with those of the input.
    const { names: outside, written: names, renames } = this[MODEL];
    if (renames && (patterns ?? this.keys) !== undefined)
      return "its patterns and the validator of its keys are about names in the input";
    const isKept = outside.map((name) => !this[MODEL].dispose.has(name));
    const kept = names.flatMap((name, index) => (isKept[index] ? [[name, list[index]]] : []));
    const filled = new Map(names.map((name, index) => [name, defaults.get(outside[index] as string)]));
    const own: Members = Object.fromEntries(kept);
    const members = mapped(own, (member, key) => to.of(member, "schema", key));
    const byPattern = patterns && mapped(patterns, (one, source) => to.of(one, "patterns", source));
    if (this.#convertsTwice(own, members, byPattern)) return "a key of its schema matches one of its patterns";
    const extras = extra && ([to.ofKey(extra[0], "extra", 0), to.of(extra[1], "extra", 1)] as const);
    // All of them name keys; those of `exhaustive` are those of the extra itself.
    const rule = this[MODEL].rules.find(({ kind }) => kind !== "exhaustive");
    const ofKeys = patterns ?? this.keys ?? rule;
    if (extras?.[0] !== extra?.[0] && (ofKeys !== undefined || this.skip_blank))
      return "its extra changes keys that other parameters are about";
    // They get the result of the rest.
    const whole = dependent && mapped(dependent, (one, key) => to.ofResult(one, "dependent_schemas", key));
    const isSame =
      !renames &&
      areSame(members, schema) &&
      areSame(byPattern, patterns) &&
      areSame(whole, dependent) &&
      areSame(extras, extra);
    // What is kept unchanged has to be JSON.
    const copiesUnknown = unknown === "keep" && to.isJson;
    const { skip_blank, null_is_absent } = this;
    const readsForms = multikeys !== undefined || nested;
    const isAlike = isSame && !dispose && !readsForms && !copiesUnknown;
    if (isAlike && defaults.size === 0 && !skip_blank && !null_is_absent) return this;
    const dict = changed<Validator>(Dict, this, {
      schema: members,
      // A value with a default is in each result, unless that is made.
      optional: optional?.filter((name) => {
        const member = own[name as string];
        const isFilled = defaults.has(outside[names.indexOf(name)] as string);
        return !isFilled || (member !== undefined && mayFillNothing(member, filled.get(name)));
      }),
      ...{
        defaults: undefined,
        multikeys: undefined,
        nested: false,
        dependent_schemas: undefined,
        extra: extras,
        names: undefined,
      },
      // A result has no null in place of a missing key.
      null_is_absent: undefined,
      // The value of a key that matches several has passed them in order.
      patterns: byPattern && Object.fromEntries(Object.entries(byPattern).reverse()),
    }) as DictValidator;
    dict[MODEL].copiesUnknown = copiesUnknown;
    dict[MODEL].writesBlank = skip_blank;
    const inputs = new Map(names.map((name, index) => [name, outside[index] as string]));
    if (renames) dict[MODEL].write(dict[MODEL].names.map((name) => inputs.get(name) as string));
    return whole === undefined ? dict : afterDependent(this, dict, whole);
  }

  /** A key of the schema matches a pattern, and one of its validators converts values. */
  #convertsTwice(own: Members, members: Members, byPattern: Members | undefined): boolean {
    const encoders = Object.values(byPattern ?? {});
    return this[MODEL].patterns.some(({ matches, validator }, index) =>
      Object.keys(own).some((key) => matches(key) && (own[key] !== members[key] || encoders[index] !== validator)),
    );
  }

  override nativeEquivalent(): Validator {
    const { split, renames, renamesByCheck, written } = this[MODEL];
    const outside = outerNames(this);
    if (this.constructor !== (Dict as unknown) || renamesByCheck) return this;
    if (outside !== undefined && renames) {
      const keyed = { ...keyedParams(outerParams(this, outside)), ...split };
      const dict = changed<DictValidator>(Dict, this, { ...keyed, names: undefined });
      dict[MODEL].write(written);
      return dict;
    }
    if (split === undefined) return this;
    return Reflect.construct(Dict, [new AllParams({ ...Object.fromEntries(paramsOf(this)), ...split })]) as Dict;
  }

  [TAKES](): readonly JsonType[] | undefined {
    return ["object"];
  }

  [MEMBERS](): Roles {
    const { schema = {}, extra, patterns = {}, keys, dependent_schemas = {} } = this;
    return {
      same: Object.values(dependent_schemas),
      keys: [extra?.[0], keys].filter((one) => one !== undefined),
      named: schema,
      others: extra?.slice(1) ?? [],
      any: Object.values(patterns),
    };
  }

  override keepsInput(): boolean {
    return !(
      (this.extra !== undefined && !keepsKeys(this.extra[0])) ||
      this[MODEL].defaults.size > 0 ||
      this.dispose ||
      this.multikeys ||
      this.nested ||
      this[MODEL].renames ||
      this.unknown === "strip" ||
      this.skip_blank ||
      this.null_is_absent
    );
  }
}

/**
 * A mapping (plain object, Map, or multi-value mapping) with a validator for each key; the result is a new plain
 * object.
 * Errors: InvalidTypeError; SchemaError of the errors of values, extra pairs and forbidden keys in the order of the
 * input, then of invalid defaults and missing keys in the order of the schema, then of keys missing because of others;
 * MinLengthError, MaxLengthError by themselves; those of `dependent_schemas`.
 * @param params `nullable`, `minlen`, `maxlen`, `extra`, `unknown`, `backtrack`, `patterns`, `keys`,
 *   `required`, `dependent_required`, `exactly_one`, `at_most_one`, `at_least_one`, `dependent_schemas`,
 *   `exhaustive`, `defaults`, `optional`, `dispose`,
 *   `multikeys`, `skip_blank`, `null_is_absent`, `nested`, `names`, `alias`, `replace`
 * @example const user = Dict({ name: Str(), age: Int() }, { optional: ["age"], defaults: { name: "guest" } });
 * user({ age: 36 }); // { age: 36, name: "guest" }
 */
export const Dict: DictConstructor = callable("Dict", DictValidator);
export interface Dict<S extends Schema | undefined = Members | undefined, in out P = {}>
  extends Validator<unknown, unknown, DictCaller<S, P>>,
    FieldsOf<typeof params, "schema" | "optional"> {
  readonly "~types": DictTypes<S, P>;
  readonly "~standard": Standard<DictTypes<S, P>["output"], DictTypes<S, P>["input"]>;
  check(input: unknown, report: CheckReport): DictTypes<S, P>["output"] | Failed;
  readonly schema: KeptSchema<S>;
  readonly optional: OptionalOf<S, P>;
  /** Types only: what it is made of, for `extend` and the like. */
  readonly "~composable": readonly [schema: S, params: P, checks: never, named: never];
}
/** The types of a `Dict`. The compiler computes each when it is asked for it. */
export interface DictTypes<S extends Schema | undefined, P> {
  readonly output: OrNull<P, DictOutput<S, P>>["type"];
  readonly input: OrNull<P, DictInput<S, P>>["type"];
  readonly caller?: (caller: DictCaller<S, P>) => void;
}
/** A `Dict` whose schema has getters: their types, which may depend on its own, are asked for late. */
export interface DictWithGetters<S extends LooseSchema, in out P = {}>
  extends Validator<unknown, unknown>,
    FieldsOf<typeof params, "schema" | "optional"> {
  readonly "~types": TypesWithGetters<S, P>;
  readonly "~standard": Standard<TypesWithGetters<S, P>["output"], TypesWithGetters<S, P>["input"]>;
  check(input: unknown, report: CheckReport): TypesWithGetters<S, P>["output"] | Failed;
  readonly schema: KeptSchema<S>;
  readonly optional: readonly string[] | undefined;
  readonly "~composable": readonly [schema: S, params: P, checks: never, named: never];
}
/** The types of a `Dict` with getters. */
export interface TypesWithGetters<S, P> {
  readonly output: OrNull<P, OutputWithGetters<S, P>>["type"];
  readonly input: OrNull<P, InputWithGetters<S, P>>["type"];
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
    | "names"
    | "null_is_absent"
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
/** The signatures of `Dict`: with such parameters, with others, without any, with getters, with all in one object. */
export interface DictConstructor extends ValidatorStatics<Dict> {
  <
    S extends NoGetters<S> = Uninferred,
    K extends keyof DictTable = never,
    const O extends keyof S = never,
    const U extends "forbid" | "strip" | "keep" = never,
  >(
    schema: S,
    params: OptionalParams<O, U> & GivenParams<K, DictTable>,
    ...none: IfUsual<K, S>
  ): Returned<Dict<S, OptionalKeys<O, U>>, S>;
  <
    S extends NoGetters<S, AnySchema> = Uninferred,
    const P extends Only<DictParams<S> & Bound, P> & KnownDefaults<S, P> = DictParams<S>,
    K extends string = never,
  >(
    schema: S,
    params: (P & WordParams & Names<K>) | undefined,
    ...none: IfOtherSchema<keyof DictTable, K, S, P>
  ): Returned<Dict<S, P>, S>;
  <S extends NoGetters<S, AnySchema> = Uninferred>(schema: S, ...none: IfFits<S>): Returned<Dict<S>, S>;
  <S extends LooseSchema>(schema: S, ...none: IfGetters<S>): Returned<DictWithGetters<S>, S>;
  <S extends LooseSchema, const P extends Only<DictParams, P>>(
    schema: S,
    params: P & WordParams,
    ...none: IfGetters<S>
  ): Returned<DictWithGetters<S, P>, S>;
  // In a generic function, whether a `Record` of a type parameter is a schema can be decided for its values only.
  <S extends NoGetters<S> = Uninferred>(schema: S, ...none: IfRecord<S>): Returned<Dict<S>, S>;
  <const P extends DictOnly<DictParams & { readonly schema?: Schema }, P> = {}>(
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
