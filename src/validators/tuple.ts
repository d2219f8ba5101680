/** Tuple: members by their places, each of its own kind (specification, "Tuple"). */
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
import { changed } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { InvalidTypeError } from "../core/errors/errors.ts";
import { TupleModel } from "../core/models/array.ts";
import { MODEL } from "../core/models/model.ts";
import { memberArgs } from "../core/params/args.ts";
import { tupleItems } from "../core/params/optional.ts";
import { flag, maybeValidator } from "../core/params/shared.ts";
import { OPEN, type Opened, type OpenMember, type OpenType } from "../core/partial/opened.ts";
import { ALL_MEMBERS } from "../core/report/evaluated.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { explainRejected } from "../core/rules/leaf.ts";
import { arraySize, failsTupleLength } from "../core/rules/length.ts";
import type { Member } from "../core/rules/member.ts";
import { MEMBERS, type Roles, TAKES } from "../core/schemas/checker.ts";
import type { AnyValidator, CallerOf, RestOf, Returned, SeparateMembers, TupleOf } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { isArray, isOrdinaryArray, listFor, ownItem, typeName } from "../values/input.ts";
import type { JsonType } from "../values/json-type.ts";

const params = {
  /** The validator of each member, in order. Those at the end that are an `Optional` or a `Default` may be missing. */
  items: tupleItems,
  /** The validator of any number of members behind those. */
  rest: maybeValidator,
  /** Accept null. */
  nullable: flag,
};

/** The parameters of `Tuple`. */
export interface TupleParams extends ParamsOf<typeof params, "items"> {}

class TupleValidator extends withParams(params, memberArgs("items")) {
  get [MODEL](): TupleModel {
    return modelBy(this, TupleModel);
  }

  /** @param read the length, if it is already read. */
  override check(input: unknown, report: Report, read?: { readonly length: unknown }): unknown[] | null | Failed {
    if (input === null && this.nullable) return null;
    if (!isArray(input)) return report.fail(InvalidTypeError, "array", typeName(input));
    const size = arraySize((read ?? input).length, report);
    if (size === FAILED) return FAILED;
    const model = this[MODEL];
    if (failsTupleLength(model, size, report)) return FAILED;
    const start = report.descend(size, input);
    if (start === FAILED) return FAILED;
    const { members } = model;
    const count = Math.max(size, model.filled);
    const values = listFor(count);
    const isOrdinary = isOrdinaryArray(input);
    for (let index = 0; index < count; index++) {
      const item = index < size ? ownItem(input, index, isOrdinary) : undefined;
      const member = index < members.length ? (members[index] as Member) : model.others;
      let value = member.quick(item);
      if (value === FAILED) {
        const since = report.memberAt(input, index);
        const { leaf, validator } = member;
        if (leaf !== undefined) value = explainRejected(leaf, item, report);
        else if (report.settled !== undefined) value = report.settled.check(validator, item, report);
        else value = validator.check(item, report);
        value = report.memberDone(value, index, since);
        if (report.truncated) break;
      }
      values[index] = value;
    }
    if (!report.ascend(start)) return FAILED;
    report.evaluated?.push(ALL_MEMBERS);
    return values;
  }

  /** Of an array of another length, nothing is said but that. */
  [OPEN](type: OpenType): Opened | undefined {
    if (type !== "array") return undefined;
    const member = (index: string | number): OpenMember | undefined => {
      const model = this[MODEL];
      const item = model.members[index as number] ?? (model.rest && model.others);
      return item && { validator: item.validator, quick: (value) => item.quick(value), name: index };
    };
    return { nodes: [], shows: true, isQuiet: true, member };
  }

  override get [GIVES](): Given {
    return "array";
  }

  override [ENCODING](to: Encoding): Validator | string {
    const { least, filled } = this[MODEL];
    if (!to.isJson && least < filled) return "items before a Default may be missing";
    const items = this.items.map((item, index) => to.of(item, "items", index));
    const rest = this.rest && to.of(this.rest, "rest");
    if (rest === this.rest && items.every((item, index) => item === this.items[index])) return this;
    const encoded = changed(Tuple, this, { items, rest });
    (encoded as unknown as TupleValidator)[MODEL].takesResultsOf(this[MODEL]);
    return encoded;
  }

  [TAKES](): readonly JsonType[] | undefined {
    return ["array"];
  }

  [MEMBERS](): Roles {
    return { named: this.items, ...(this.rest && { others: [this.rest] }) };
  }

  override keepsInput(): boolean {
    return true;
  }
}

/**
 * An array with one member per validator; the result is a new array. Members at the end that are an `Optional` or a
 * `Default` may be missing, and any number may follow that `rest` accepts.
 * Errors: InvalidTypeError; TupleLengthError by itself; SchemaError of the members' errors.
 * @param params `rest`, `nullable`, `alias`, `replace`
 * @throws TypeError if an item behind an `Optional` is neither an `Optional` nor a `Default`.
 * @example Tuple(Str(), Int())(["a", 1]); // [ "a", 1 ]
 * @example Tuple([Str(), Optional(Int())], { rest: Bool() })(["a"]); // [ "a" ]
 */
export const Tuple: TupleConstructor = callable("Tuple", TupleValidator);
export interface Tuple<M extends readonly AnyValidator[] = readonly Validator[], in out P = {}>
  extends ValidatorOf<P, TupleOf<M, P, "output">, TupleOf<M, P, "input">, CallerOf<M[number] | RestOf<P>>>,
    FieldsOf<typeof params, "items"> {
  readonly items: M;
}
/** The signatures of `Tuple`. */
export interface TupleConstructor extends MembersConstructor<MadeTuple, "items", TupleParams> {
  <const V extends SeparateMembers<V> = readonly AnyValidator[]>(...items: V): Returned<Tuple<V>, V>;
}
/** A `Tuple`, by its parameters: see `Made`. */
export interface MadeTuple extends MadeOfMembers {
  readonly made: Tuple<this["members"], this["given"]>;
}
