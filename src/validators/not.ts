/** Not: any value that another validator refuses. */

import { callable, type FieldsOf, type ValidatorStatics, withParams } from "../builtin.ts";
import { ENCODING, type Encoding } from "../encode/encodings.ts";
import { checkedJsonEncoder } from "../encode/json-value.ts";
import { GIVES, type Given } from "../encode/target.ts";
import { ConditionReason } from "../errors/clauses.ts";
import { ForbiddenValueError } from "../errors/errors.ts";
import { MODEL } from "../models/model.ts";
import { NegationModel } from "../models/steps.ts";
import { firstArg } from "../params/args.ts";
import { validator } from "../params/shared.ts";
import { Memo } from "../report/memo.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { verdictOf } from "../report/verdict.ts";
import { clauseOf } from "../rules/clause.ts";
import { INSIDE } from "../schemas/checker.ts";
import type { AllOnly, AnyValidator, CallerOf, CommonParams, IfFits, Item, Returned, WordParams } from "../types.ts";
import { isValidator, type Validator } from "../validator.ts";

const params = {
  /** The validator of the values that are not allowed. */
  item: validator,
};

class NotValidator extends withParams(params, firstArg("item", isValidator)) {
  #model: NegationModel | undefined;

  get [MODEL](): NegationModel {
    this.#model ??= new NegationModel(this);
    return this.#model;
  }

  readonly #reason = new ConditionReason(() => clauseOf(this.item));

  override check(input: unknown, report: Report): unknown | Failed {
    // With two steps, the results of validators inside it may be memoized.
    const known = report.begin(this, input, 2, Memo);
    if (known !== undefined) return known;
    const { evaluated } = report;
    // A refused value has no evaluated members.
    report.evaluated = undefined;
    const verdict = verdictOf(this.item, input, report);
    report.evaluated = evaluated;
    const value = verdict === true ? this.refuse(input, report) : input;
    return report.end(this, input, 2, verdict === FAILED ? FAILED : value);
  }

  refuse(input: unknown, report: Report): Failed {
    const since = report.count;
    report.fail(ForbiddenValueError, undefined, input);
    report.because(this.#reason, since);
    return FAILED;
  }

  override get [GIVES](): Given {
    return "input";
  }

  override [ENCODING]({ isJson }: Encoding): Validator {
    return isJson ? checkedJsonEncoder(this) : this;
  }

  get [INSIDE](): readonly string[] {
    return ["item"];
  }

  override keepsInput(): boolean {
    return true;
  }
}

/**
 * A value that the validator inside refuses, unchanged. Error: ForbiddenValueError.
 * @param params `alias`, `replace`
 * @example AllOf(Str(), Not(Str({ options: ["admin", "root"] })))("ann"); // "ann"
 */
export const Not: NotConstructor = callable("Not", NotValidator);
export interface Not<V extends AnyValidator = Validator>
  extends Validator<unknown, unknown, CallerOf<V>>,
    FieldsOf<typeof params, "item"> {
  readonly item: V;
}
/** The signatures of `Not`. */
export interface NotConstructor extends ValidatorStatics<Not> {
  <V extends AnyValidator>(item: V, params: CommonParams | undefined): Returned<Not<V>, V>;
  <V extends Item = AnyValidator>(item: V, ...none: IfFits<V>): Returned<Not<V>, V>;
  <V extends AnyValidator, const P extends AllOnly<CommonParams & { readonly item: V }, P>>(
    params: P & WordParams & { readonly item: V },
  ): Returned<Not<V>, V>;
  new <V extends AnyValidator = Validator>(item: V, params?: CommonParams): Not<V>;
}
