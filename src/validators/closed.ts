/** Closed: a value without members that no validator inside has evaluated. */
import { callable, type FieldsOf, modelBy, type ParamsOf, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { changed } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { ForbiddenKeyError } from "../core/errors/errors.ts";
import { MODEL } from "../core/models/model.ts";
import { ClosedModel } from "../core/models/steps.ts";
import { firstArg } from "../core/params/args.ts";
import { typesOf } from "../core/params/by-type.ts";
import { maybeValidator, validator } from "../core/params/shared.ts";
import { madeUnknown, unknownCount } from "../core/report/async-call.ts";
import { ALL_MEMBERS, evaluate } from "../core/report/evaluated.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { isPassedOn } from "../core/report/results.ts";
import { arraySize } from "../core/rules/length.ts";
import { MEMBERS, type Roles, TAKES } from "../core/schemas/checker.ts";
import type {
  AllOnly,
  AnyValidator,
  CallerOf,
  IfFits,
  Infer,
  InferInput,
  Item,
  Returned,
  WordParams,
} from "../core/types.ts";
import { isMember, type Validator } from "../core/validator.ts";
import { define } from "../values/define.ts";
import { isArray, isOrdinaryArray, isPlainObject, ownItem, ownValue } from "../values/input.ts";
import type { JsonType } from "../values/json-type.ts";

const params = {
  /** The validator of the value. */
  item: validator,
  /** The validator of each member that `item` has not evaluated; without it there must be none. */
  rest: maybeValidator,
};

/** The parameters of `Closed`. */
export interface ClosedParams extends ParamsOf<typeof params, "item"> {}

class ClosedValidator extends withParams(params, firstArg("item", isMember)) {
  get [MODEL](): ClosedModel {
    return modelBy(this, ClosedModel);
  }

  override check(input: unknown, report: Report): unknown | Failed {
    const remembered = report.begin(this, input, 1);
    if (remembered !== undefined) return remembered;
    const own: unknown[] = [];
    const outer = evaluate(report, own);
    // The members are those of the result.
    const withOutput = report.output.need(true);
    const unknown = unknownCount();
    let value = this.item.check(input, report);
    report.output.need(withOutput);
    evaluate(report, outer);
    report.follow(this.item, input, value);
    if (value !== FAILED && !madeUnknown(unknown))
      value = this.#checkRest(isPassedOn(this.item, report) ? input : value, own, report);
    if (value !== FAILED) outer?.push(ALL_MEMBERS);
    return report.end(this, input, 1, value);
  }

  /** Checks the members that are not among the evaluated ones. */
  #checkRest(value: unknown, evaluated: readonly unknown[], report: Report): unknown | Failed {
    const isList = isArray(value);
    if (!isList && !isPlainObject(value)) return value;
    const known = new Set(evaluated);
    if (known.has(ALL_MEMBERS)) return value;
    const size = isList ? arraySize(value.length, report) : 0;
    if (size === FAILED) return FAILED;
    const keys = isList ? [...Array(size).keys()] : Object.keys(value);
    const left = keys.filter((key) => !known.has(key));
    if (left.length === 0) return value;
    const start = report.descend(left.length, value);
    if (start === FAILED) return FAILED;
    const isOrdinary = isList && isOrdinaryArray(value);
    const read = (key: string | number): unknown =>
      isList ? ownItem(value, key as number, isOrdinary) : ownValue(value, key);
    const changed = new Map<unknown, unknown>();
    for (const key of left) {
      if (report.truncated) break;
      const member = read(key);
      if (member === undefined && !isList) continue;
      const since = report.memberAt(value, key);
      if (this.rest === undefined) {
        report.fail(ForbiddenKeyError);
        report.word(this, since);
        report.under(key, since);
        continue;
      }
      const checked = report.memberDone(this.rest.check(member, report), key, since);
      if (!Object.is(checked, member)) changed.set(key, checked);
    }
    if (!report.ascend(start)) return FAILED;
    if (changed.size === 0) return value;
    const member = (key: string | number): unknown => (changed.has(key) ? changed.get(key) : read(key));
    if (isList) return Array.from({ length: size }, (_, index) => member(index));
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) define(copy, key, member(key));
    return copy;
  }

  override get [GIVES](): Given {
    return [this.item];
  }

  override [ENCODING](to: Encoding): Validator | string {
    const item = to.ofSame(this.item, "item");
    // The validator inside encodes the members that it has not evaluated too: those that it keeps.
    if (this.rest !== undefined && to.ofUnchanged(this.rest, "rest") !== this.rest) return "its rest converts values";
    return item === this.item ? this : changed(Closed, this, { item });
  }

  [MEMBERS](): Roles {
    return { same: [this.item] };
  }

  [TAKES](): readonly JsonType[] | undefined {
    return typesOf(this.item);
  }

  override keepsInput(): boolean {
    return true;
  }
}

/**
 * The result of a validator, whose members must all have been evaluated: a `Dict` inside evaluates the keys of its
 * schema and of its `patterns`, or all keys if it has `extra`; a `List`, `Set` or `Tuple` its items. Those that are
 * left must pass `rest`; without it they are forbidden. So an object that several validators describe can be closed
 * as a whole. Errors: those of the validator; then ForbiddenKeyError, or those of `rest`.
 * @param params `rest`, `alias`, `replace`
 * @example const [any, person] = [Dict({}, { unknown: "keep" }), Dict({ name: Str() }, { unknown: "keep" })];
 * Closed(AllOf(any, person))({ name: "a" }); // { name: "a" }
 */
export const Closed: ClosedConstructor = callable("Closed", ClosedValidator);
export interface Closed<V extends AnyValidator = Validator>
  extends Validator<Infer<V>, InferInput<V>, CallerOf<V>>,
    FieldsOf<typeof params, "item"> {
  readonly item: V;
}
/** The signatures of `Closed`. */
export interface ClosedConstructor extends ValidatorStatics<Closed> {
  <V extends AnyValidator>(item: V, params: ClosedParams | undefined): Returned<Closed<V>, V>;
  <V extends Item = AnyValidator>(item: V, ...none: IfFits<V>): Returned<Closed<V>, V>;
  <V extends AnyValidator, const P extends AllOnly<ClosedParams & { readonly item: V }, P>>(
    params: P & WordParams & { readonly item: V },
  ): Returned<Closed<V>, V>;
  new <V extends AnyValidator = Validator>(item: V, params?: ClosedParams): Closed<V>;
}
