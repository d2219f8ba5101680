/** Not: any value that another validator refuses. */
import { callable, type FieldsOf, modelBy, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { checkedJsonEncoder } from "../core/encode/json-value.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { ConditionReason } from "../core/errors/clauses.ts";
import { ForbiddenValueError } from "../core/errors/errors.ts";
import { MODEL } from "../core/models/model.ts";
import { NegationModel } from "../core/models/steps.ts";
import { firstArg } from "../core/params/args.ts";
import { validator } from "../core/params/shared.ts";
import { Memo } from "../core/report/memo.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { verdictOf } from "../core/report/verdict.ts";
import { clauseOf } from "../core/rules/clause.ts";
import { MEMBERS, type Roles } from "../core/schemas/checker.ts";
import type {
  AllOnly,
  AnyValidator,
  CallerOf,
  CommonParams,
  IfFits,
  Item,
  Returned,
  WordParams,
} from "../core/types.ts";
import { isMember, type Validator } from "../core/validator.ts";

const params = {
  /** The validator of the values that are not allowed. */
  item: validator,
};

class NotValidator extends withParams(params, firstArg("item", isMember)) {
  get [MODEL](): NegationModel {
    return modelBy(this, NegationModel);
  }

  readonly #reason = new ConditionReason(() => clauseOf(this.item));

  override check(input: unknown, report: Report): unknown | Failed {
    // With two steps, the results of validators inside it may be memoized.
    const remembered = report.begin(this, input, 2, Memo);
    if (remembered !== undefined) return remembered;
    // A refused value has no evaluated members.
    const evaluated = report.logs?.begin(undefined);
    const verdict = verdictOf(this.item, input, report);
    report.logs?.begin(evaluated);
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

  [MEMBERS](): Roles {
    return { same: [this.item] };
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
