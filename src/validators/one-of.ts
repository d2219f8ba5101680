/** OneOf: the first step that passes (specification, "AllOf and OneOf"). */

import {
  callable,
  type FieldsOf,
  type MadeOfMembers,
  type MembersConstructor,
  modelBy,
  type ParamsOf,
  type ValidatorOf,
  withParams,
} from "../core/builtin.ts";
import { changed, encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { AmbiguousError, InvalidTypeError, MissingKeyError, OptionsError } from "../core/errors/errors.ts";
import { stepAt } from "../core/errors/step.ts";
import { MODEL } from "../core/models/model.ts";
import type { ObjectModel } from "../core/models/object.ts";
import { ChoiceModel } from "../core/models/steps.ts";
import { memberArgs } from "../core/params/args.ts";
import { byType, typesOf, typesOfAny } from "../core/params/by-type.ts";
import { dictionaryOf, discriminator, type Tags, tagsOf } from "../core/params/discriminator.ts";
import { exclusive } from "../core/params/exclusive.ts";
import { flag, validators } from "../core/params/shared.ts";
import { alteredOpened, OPEN, type Open, type Opened, type OpenType } from "../core/partial/opened.ts";
import { madeUnknown, unknownCount } from "../core/report/async-call.ts";
import { Memo } from "../core/report/memo.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { beginStep, closeTrial, openTrial } from "../core/report/trial.ts";
import { verdictOf } from "../core/report/verdict.ts";
import { explainRejected } from "../core/rules/leaf.ts";
import type { Member } from "../core/rules/member.ts";
import { isCheck, MEMBERS, type Roles, TAKES } from "../core/schemas/checker.ts";
import { hasParam } from "../core/schemas/params.ts";
import type {
  AnyValidator,
  CallerOf,
  Infer,
  InferInput,
  NullableOf,
  Returned,
  SeparateMembers,
} from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { define } from "../values/define.ts";
import { isArray, isBlank, isPlainObject, ownValue, typeName } from "../values/input.ts";
import { type JsonType, jsonTypeOf } from "../values/json-type.ts";
import { type Members, membersOf, withHidden } from "../values/mapping.ts";

const params = {
  /** The steps, in the order in which they are tried. */
  steps: validators,
  /** The discriminator: the value of this key selects the step. The steps are `Dict`s, or begin with one. */
  discriminator,
  /**
   * Select the step by the type of the value, so that errors are those of one step. Each step takes values of its own
   * JSON types.
   */
  by_type: byType,
  /** Exactly one step must pass: all of them are tried. */
  exclusive,
  /** Accept null. */
  nullable: flag,
};

/** The parameters of `OneOf`. */
export interface OneOfParams extends ParamsOf<typeof params, "steps"> {}

/** The outcome of an exclusive OneOf that more than one step accepts. */
const AMBIGUOUS = Symbol("ambiguous");

/** A step of a discriminated union. */
interface Tagged extends Validator {
  check(input: unknown, report: Report, read?: Members): unknown;
}

/** Returns whether the values of a step of a discriminated union have its tag: only Checks follow its Dict. */
function returnsMembers(step: Validator): boolean {
  const steps = ownValue(step, "steps");
  if (!isArray(steps)) return ownValue(step, "use") === undefined;
  if (hasParam(step, "discriminator")) return steps.every((one) => returnsMembers(one as Validator));
  return returnsMembers(steps[0] as Validator) && steps.slice(1).every((next) => isCheck(next as Validator));
}

class OneOfValidator extends withParams(params, memberArgs("steps")) {
  get [MODEL](): ChoiceModel {
    return modelBy(this, ChoiceModel);
  }

  /** @param isTried true if it is known that no step passes. */
  override check(input: unknown, report: Report, isTried = false): unknown | Failed {
    if (input === null && this.nullable) return null;
    const { tags, by_type } = this[MODEL];
    if (tags !== undefined) return this.checkTagged(input, report, tags);
    const chosen = by_type?.get(jsonTypeOf(input));
    if (chosen !== undefined) return this.#checkTyped(input, report, chosen);
    const { steps } = this;
    const remembered = report.begin(this, input, steps.length, Memo);
    if (remembered !== undefined) return remembered;
    let value: unknown = FAILED;
    // By index: iterators take as much of the stack as all the rest, and values may be deep.
    // A single step need not be tried: its errors are those of the whole.
    if (steps.length > 1 && !isTried) {
      value = this.#try(input, report);
      if (value === AMBIGUOUS) return report.end(this, input, steps.length, FAILED);
    }
    if (value === FAILED) {
      // No step passes: collect their errors, as many as the budget allows.
      if (steps.length > 1 && !report.collects) report.truncated = true;
      const { count: start, truncated } = report;
      const isOutermost =
        steps.length > 1 && report.paths.enterUnion(report.work.bytes === undefined ? input : undefined);
      for (let index = 0; index < steps.length && !(report.truncated && steps.length > 1); index++) {
        const since = report.count;
        value = (steps[index] as Validator).check(input, report);
        if (value !== FAILED) break;
        report.under(stepAt(index), since);
      }
      if (isOutermost) report.paths.leaveUnion();
      // It is that of one of several steps.
      if (steps.length > 1) report.refuse();
      if (value === FAILED) report.collected();
      // A check of the caller has accepted the value the second time.
      else report.rollback(start, truncated);
    }
    return report.end(this, input, steps.length, value);
  }

  /** Tries the steps. Returns the result of the first that passes, or AMBIGUOUS, with the failure recorded. */
  #try(input: unknown, report: Report): unknown {
    const { steps, exclusive } = this;
    const { members } = this[MODEL];
    const { evaluated } = report;
    // Each step that passes may evaluate other members.
    const triesAll = exclusive || evaluated !== undefined;
    const passed: number[] = [];
    const unknown = unknownCount();
    const trial = openTrial(report);
    let value: unknown = FAILED;
    let replaced: Report["fallbacks"];
    for (let index = 0; index < steps.length && (triesAll || value === FAILED) && !report.exhausted; index++) {
      beginStep(trial, report);
      const mark = evaluated?.length ?? 0;
      const member = members[index] as Member;
      let result = member.quick(input);
      if (result === FAILED) {
        result =
          member.leaf === undefined
            ? member.validator.check(input, report)
            : explainRejected(member.leaf, input, report);
      }
      // What `is` refuses to convert is one match more to the call.
      const isMatch = result !== FAILED || (exclusive && report.strict && verdictOf(member.validator, input, report));
      if (isMatch === true) passed.push(index);
      if (result === FAILED) {
        if (evaluated !== undefined) evaluated.length = mark;
      } else if (value === FAILED) {
        value = result;
        replaced = report.fallbacks?.slice(trial.fallbacks);
      }
    }
    const isAmbiguous = exclusive && passed.length > 1 && !madeUnknown(unknown);
    closeTrial(trial, report, isAmbiguous ? FAILED : value);
    if (replaced !== undefined) report.fallbacks?.splice(trial.fallbacks, Number.POSITIVE_INFINITY, ...replaced);
    if (!isAmbiguous || report.exhausted) return report.exhausted ? FAILED : value;
    report.fail(AmbiguousError, 1, passed);
    return AMBIGUOUS;
  }

  /** Runs only the step of the tag. `read` is the value of the tag's key, if it is already read. */
  checkTagged(input: unknown, report: Report, tags: Tags, read?: { readonly tag: unknown }): unknown | Failed {
    const remembered = report.begin(this, input, 1);
    if (remembered !== undefined) return remembered;
    return report.end(this, input, 1, this.#checkChosen(input, report, tags, read));
  }

  /** Runs the step for the type of the value. */
  #checkTyped(input: unknown, report: Report, index: number): unknown | Failed {
    const remembered = report.begin(this, input, 1);
    if (remembered !== undefined) return remembered;
    return report.end(this, input, 1, (this.steps[index] as Validator).check(input, report));
  }

  #checkChosen(input: unknown, report: Report, tags: Tags, read?: { readonly tag: unknown }): unknown | Failed {
    if (input === null && tags.nullable !== undefined) return tags.nullable.check(null, report);
    const key = this[MODEL].discriminator as string;
    if (isPlainObject(input)) {
      const tag = read === undefined ? ownValue(input, key) : read.tag;
      const step = this.#choose(input, tag, tags, report);
      // The tag is read first: its getter may add keys.
      const dictionary = step && (dictionaryOf(step) as { readonly [MODEL]?: ObjectModel });
      // A union, or a reference, reads the object itself.
      if (step !== undefined && !Object.hasOwn(dictionary as object, "schema")) return step.check(input, report);
      const keys = withHidden(input, Object.keys(input), dictionary?.[MODEL]);
      // The step counts the keys itself.
      if (step === undefined)
        return report.counts(keys.length, input) ? this.#failTag(input, tag, report, tags) : FAILED;
      const values = keys.map((name) => (name === key ? tag : ownValue(input, name)));
      return step.check(input, report, { keys, values });
    }
    const members = membersOf(input, undefined, report.strict);
    if (members === undefined) return report.fail(InvalidTypeError, "object", typeName(input));
    const tag = members.values[members.keys.indexOf(key)];
    const step = this.#choose(input as object, tag, tags, report);
    if (step === undefined) return this.#failTag(input as object, tag, report, tags);
    // The step decides how the values of a form are read.
    const dictionary = dictionaryOf(step);
    const readsForms = ownValue(dictionary, "multikeys") !== undefined || ownValue(dictionary, "nested") === true;
    const isReadAlike = Object.hasOwn(dictionary, "schema") && !readsForms;
    return step.check(input, report, isReadAlike ? members : undefined);
  }

  /** The step of the tag: of the tag itself, or as the validator of the key converts it. */
  #choose(input: object, tag: unknown, tags: Tags, report: Report): Tagged | undefined {
    if (tag === undefined) return tags.missing;
    const exact = tags.steps.get(isBlank(tag) ? "" : tag);
    if (exact !== undefined || tags.converting.length === 0) return exact;
    report.memberAt(input, this[MODEL].discriminator as string);
    const trial = openTrial(report);
    const found = tags.converting.find(({ member }) => {
      beginStep(trial, report);
      return member.check(tag, report) !== FAILED;
    });
    closeTrial(trial, report, found ?? FAILED);
    report.at();
    return found?.step;
  }

  /** Fails a value whose tag is missing, or selects no step. */
  #failTag(input: object, tag: unknown, report: Report, { options }: Tags): Failed {
    const key = this[MODEL].discriminator as string;
    const since = report.memberAt(input, key);
    if (tag === undefined) report.fail(MissingKeyError);
    else report.fail(OptionsError, options, tag);
    report.word(this, since);
    report.under(key, since, tag === undefined ? null : key);
    report.at();
    return report.collected();
  }

  /** What its tag decides, or the type of the value; or the only step that takes the type, whose errors are not all. */
  [OPEN](type: OpenType, open: Open): Opened | undefined {
    const { tags, by_type, discriminator } = this[MODEL];
    if (tags !== undefined) {
      if (type !== "object") return undefined;
      const decide = (tag: unknown, report: Report): Opened | Failed | undefined => {
        const object: Record<string, unknown> = {};
        define(object, discriminator as string, tag);
        const step = this.#choose(object, tag, tags, report);
        return step === undefined ? this.#failTag(object, tag, report, tags) : open(step);
      };
      return { nodes: [], shows: true, tag: discriminator, decide };
    }
    if (by_type !== undefined)
      return by_type.has(type) ? open(this.steps[by_type.get(type) as number] as Validator) : undefined;
    const [only, ...others] = this.steps.filter((step) => typesOf(step)?.includes(type) !== false);
    if (only === undefined || others.length > 0) return undefined;
    return alteredOpened(open(only), () => ({ isQuiet: true }));
  }

  override get [GIVES](): Given {
    return this.steps;
  }

  /** The first step that accepts the value encodes it. */
  override [ENCODING](to: Encoding): Validator | string {
    const steps = this.steps.map((step, index) => to.ofSame(step, "steps", index));
    if (steps.every((step, index) => step === this.steps[index])) return this;
    const { discriminator } = this;
    const drops = (step: Validator): boolean => {
      const { schema, dispose } = dictionaryOf(step) as Validator & { schema?: object; dispose?: readonly string[] };
      const isMember = schema === undefined || Object.hasOwn(schema, discriminator as string);
      return !isMember || dispose?.includes(discriminator as string) === true;
    };
    if (discriminator !== undefined && steps.some(drops)) return "a step drops its discriminator";
    // The type of the input, which selects the step, is not that of the value.
    const union = { steps, by_type: undefined };
    const isTagged =
      discriminator !== undefined &&
      steps.every((step) => returnsMembers(step) && tagsOf(step, discriminator) !== undefined);
    const changes = isTagged ? union : { ...union, discriminator: undefined };
    return this.exclusive
      ? this.#exclusiveEncoder(changed(OneOf, this, { ...changes, exclusive: false }))
      : changed(OneOf, this, changes);
  }

  /** Inputs, not values, are of exactly one step: what a step writes is written if the union reads it again. */
  #exclusiveEncoder(union: Validator & { readonly steps: readonly Validator[] }): Validator {
    const own: Validator = encoder(this, [this, union], (input, report) => {
      if (input === null && this.nullable) return null;
      return report.begin(own, input, 2, Memo) ?? report.end(own, input, 2, encoded(input, report));
    });
    const encoded = (input: unknown, report: Report): unknown => {
      let refused: unknown = FAILED;
      for (const step of union.steps) {
        const trial = openTrial(report);
        const result = step.check(input, report);
        closeTrial(trial, report, result);
        if (result === FAILED) continue;
        const verdict = verdictOf(this, result, report);
        if (verdict !== false) return verdict === FAILED ? FAILED : result;
        refused = result;
      }
      return refused === FAILED ? union.check(input, report) : this.check(refused, report);
    };
    return own;
  }

  [MEMBERS](): Roles {
    return { same: this.steps };
  }

  [TAKES](): readonly JsonType[] | undefined {
    return typesOfAny(this.steps);
  }

  override keepsInput(): boolean {
    return true;
  }
}

/**
 * The result of the first step that passes; every step gets the input itself. Error: SchemaError of the errors of all
 * steps, each with its `Step` on the left of its context. With a `discriminator`: those of the step of the tag; else
 * OptionsError or MissingKeyError at the tag, or InvalidTypeError. With `by_type`: those of the step that takes the
 * type of the value; of all steps if none does. With `exclusive`: AmbiguousError if more than one step passes.
 * @param params `discriminator`, `by_type`, `exclusive`, `nullable`, `alias`, `replace`
 * @example OneOf(Int(), Str({ options: ["all"] }))("all"); // "all"
 */
export const OneOf: OneOfConstructor = callable("OneOf", OneOfValidator);
export interface OneOf<M extends readonly AnyValidator[] = readonly Validator[], in out P = {}>
  extends ValidatorOf<P, Infer<M[number]>, InferInput<M[number]>, CallerOf<M[number]>>,
    FieldsOf<typeof params, "steps"> {
  readonly steps: M;
  /** Types only: `extend` and its like change each step. */
  readonly "~union": true;
}
/** The signatures of `OneOf`. */
export interface OneOfConstructor extends MembersConstructor<MadeOneOf, "steps", OneOfParams> {
  <const V extends SeparateMembers<V> = readonly AnyValidator[]>(...steps: V): Returned<OneOf<V>, V>;
}
/** An `OneOf`, by its parameters: see `Made`. */
export interface MadeOneOf extends MadeOfMembers {
  readonly made: OneOf<this["members"], NullableOf<this["given"]>>;
}
