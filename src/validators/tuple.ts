/** Tuple: a fixed number of members, each of its own kind (specification, "Tuple"). */
import { callable, type ValidatorStatics, withParams } from "../builtin.ts";
import { expectFlag } from "../contracts.ts";
import { InvalidTypeError, TupleLengthError } from "../errors/errors.ts";
import type { Outline } from "../fast/outline.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { FieldsOf, Inputs, Only, OrNull, Outputs, ParamsOf, Typed, Unset } from "../types.ts";
import type { Validator } from "../validator.ts";
import { isArray, ownValue, typeName } from "../values/input.ts";
import { arraySize, memberArgs, validators } from "./bounds.ts";

const params = {
  /** What each member has to pass, in order. */
  items: validators,
  /** Accept null. */
  nullable: expectFlag,
};

class TupleValidator extends withParams(params, memberArgs("items")) {
  override check(input: unknown, report: Report): unknown[] | null | Failed {
    if (input === null && this.nullable) return null;
    if (!isArray(input)) return report.fail(InvalidTypeError, "array", typeName(input));
    return this.#checkItems(input, input.length, report);
  }

  #checkItems(input: readonly unknown[], length: unknown, report: Report): unknown[] | Failed {
    const size = arraySize(length, report);
    if (size === FAILED) return FAILED;
    if (size !== this.items.length) return report.fail(TupleLengthError, this.items.length, size);
    const start = report.descend(size, input);
    if (start === FAILED) return FAILED;
    const members: unknown[] = [];
    for (const item of this.items) {
      if (report.truncated) break;
      const index = members.length;
      const since = report.memberAt(input, index);
      members.push(report.memberDone(item.check(ownValue(input, index), report), index, since));
    }
    return report.ascend(start) ? members : FAILED;
  }

  override compile(): Outline {
    const { nullable, items } = this;
    const checkItems = (input: readonly unknown[], length: unknown, report: Report) =>
      this.#checkItems(input, length, report);
    return { kind: "tuple", nullable, items, checkItems };
  }

  override keepsInput(): boolean {
    return true;
  }
}

/** Parameters of {@link Tuple}. */
export interface TupleParams extends ParamsOf<typeof params, "items"> {}

/** A validator made by {@link Tuple}. */
export interface Tuple<M extends readonly Typed[] = readonly Validator[], P extends TupleParams = Record<never, never>>
  extends Validator<OrNull<P, Outputs<M>>, OrNull<P, Inputs<M>>>,
    FieldsOf<typeof params, "items"> {
  readonly items: M;
}

interface TupleConstructor extends ValidatorStatics<Tuple> {
  <const M extends readonly Validator[]>(...items: M): Tuple<M>;
  <const M extends readonly Validator[], const P extends Only<TupleParams, P> = Record<never, never>>(
    items: M,
    params?: P,
  ): Tuple<M, P>;
  <const M extends readonly Validator[], const P extends Only<TupleParams & { items: M }, P>>(
    params: P & { readonly items: M },
  ): Tuple<M, P>;
  new <const M extends readonly Validator[] = readonly Validator[]>(...items: M): Tuple<M>;
  new <
    const M extends readonly Validator[] = readonly Validator[],
    const P extends Only<TupleParams, P> = Unset<TupleParams>,
  >(
    items: M,
    params?: P,
  ): Tuple<M, P>;
}

/**
 * An array with exactly one member per validator; the result is a new array.
 * Errors: InvalidTypeError; TupleLengthError by itself; SchemaError of the members' errors.
 */
export const Tuple: TupleConstructor = callable("Tuple", TupleValidator);
