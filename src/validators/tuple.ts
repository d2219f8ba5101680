/** Tuple: a fixed number of members, each of its own kind (specification, "Tuple"). */
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
import { InvalidTypeError, TupleLengthError } from "../core/errors/errors.ts";
import { TupleModel } from "../core/models/array.ts";
import { MODEL } from "../core/models/model.ts";
import { memberArgs } from "../core/params/args.ts";
import { type JsonType, TAKES } from "../core/params/by-type.ts";
import { flag, validators } from "../core/params/shared.ts";
import { ALL_MEMBERS, FAILED, type Failed, type Report } from "../core/report/report.ts";
import { explainRejected } from "../core/rules/leaf.ts";
import { arraySize } from "../core/rules/length.ts";
import type { Member } from "../core/rules/member.ts";
import { MEMBERS, type Roles } from "../core/schemas/checker.ts";
import type { AnyValidator, CallerOf, Inputs, Outputs, Returned, SeparateMembers } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { isArray, isOrdinaryArray, listFor, ownItem, typeName } from "../values/input.ts";

const params = {
  /** The validator of each member, in order. */
  items: validators,
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
    if (size !== this.items.length) return report.fail(TupleLengthError, this.items.length, size);
    const start = report.descend(size, input);
    if (start === FAILED) return FAILED;
    const { members } = this[MODEL];
    const values = listFor(size);
    const isOrdinary = isOrdinaryArray(input);
    for (let index = 0; index < size; index++) {
      const item = ownItem(input, index, isOrdinary);
      const member = members[index] as Member;
      let value = member.quick(item);
      if (value === FAILED) {
        const since = report.memberAt(input, index);
        const { leaf, validator } = member;
        const result = leaf === undefined ? validator.check(item, report) : explainRejected(leaf, item, report);
        value = report.memberDone(result, index, since);
        if (report.truncated) break;
      }
      values[index] = value;
    }
    if (!report.ascend(start)) return FAILED;
    report.evaluated?.push(ALL_MEMBERS);
    return values;
  }

  override get [GIVES](): Given {
    return "array";
  }

  override [ENCODING](to: Encoding): Validator {
    const items = this.items.map((item, index) => to.of(item, "items", index));
    return items.every((item, index) => item === this.items[index]) ? this : changed(Tuple, this, { items });
  }

  [TAKES](): readonly JsonType[] | undefined {
    return ["array"];
  }

  [MEMBERS](): Roles {
    return { named: this.items };
  }

  override keepsInput(): boolean {
    return true;
  }
}

/**
 * An array with exactly one member per validator; the result is a new array.
 * Errors: InvalidTypeError; TupleLengthError by itself; SchemaError of the members' errors.
 * @param params `nullable`, `alias`, `replace`
 * @example Tuple(Str(), Int())(["a", 1]); // [ "a", 1 ]
 */
export const Tuple: TupleConstructor = callable("Tuple", TupleValidator);
export interface Tuple<M extends readonly AnyValidator[] = readonly Validator[], in out P = {}>
  extends ValidatorOf<P, Outputs<M>, Inputs<M>, CallerOf<M[number]>>,
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
