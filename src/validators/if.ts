/** If: one of two validators, by the verdict of a third. */
import { callable, type FieldsOf, modelBy, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { jsonOf } from "../core/encode/json-value.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { ConditionReason } from "../core/errors/clauses.ts";
import { ForbiddenValueError } from "../core/errors/errors.ts";
import { BRANCH, branchOf, type Step } from "../core/errors/step.ts";
import { MODEL } from "../core/models/model.ts";
import { ConditionalModel } from "../core/models/steps.ts";
import { typesOfAny } from "../core/params/by-type.ts";
import { maybeValidator, validator } from "../core/params/shared.ts";
import { Memo } from "../core/report/memo.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { closeTrial, openTrial } from "../core/report/trial.ts";
import { verdictOf } from "../core/report/verdict.ts";
import { clauseOf } from "../core/rules/clause.ts";
import { MEMBERS, type Roles, TAKES } from "../core/schemas/checker.ts";
import type {
  AllOnly,
  AnyValidator,
  CallerOf,
  CommonParams,
  Context,
  IfFits,
  Infer,
  InferInput,
  Item,
  MemberOr,
  Param,
  Returned,
  WordParams,
} from "../core/types.ts";
import { isMember, paramsObject, type Validator } from "../core/validator.ts";
import type { JsonType } from "../values/json-type.ts";

const params = {
  /** The validator that decides. */
  condition: validator,
  /** The validator of values that the condition accepts; without it they are valid. */
  consequent: maybeValidator,
  /** The validator of values that the condition refuses; without it they are valid. */
  alternate: maybeValidator,
};

/** `(condition, consequent, alternate, params)`, `(condition, { consequent, ... })`, or all in one object. */
function readArgs(args: readonly unknown[], { name }: { readonly name: string }): Record<string, unknown> {
  const [condition, ...rest] = args;
  if (!isMember(condition)) return paramsObject(condition, name);
  const isBranch = (value: unknown): boolean => value === undefined || isMember(value);
  const last = rest.at(-1);
  const more = isBranch(last) ? undefined : rest.pop();
  const [consequent, alternate] = rest;
  return {
    condition,
    ...(rest.length > 0 && { consequent }),
    ...(rest.length > 1 && { alternate }),
    ...paramsObject(more, name),
  };
}

class IfValidator extends withParams(params, readArgs) {
  get [MODEL](): ConditionalModel {
    return modelBy(this, ConditionalModel);
  }

  readonly #markers: { 1?: Step; 2?: Step } = {};

  override check(input: unknown, report: Report): unknown | Failed {
    const remembered = report.begin(this, input, 2, Memo);
    if (remembered !== undefined) return remembered;
    // Few variables: each takes stack on each level of a deep value.
    let value: unknown = verdictOf(this.condition, input, report);
    if (value === undefined) value = input;
    else if (value !== FAILED) value = value ? this.#branch(1, input, report) : this.#branch(2, input, report);
    return report.end(this, input, 2, value);
  }

  #branch(num: 1 | 2, input: unknown, report: Report): unknown | Failed {
    const branch = num === 1 ? this.consequent : this.alternate;
    if (branch === undefined) return input;
    const since = report.count;
    const value = branch.check(input, report);
    if (value === FAILED) report.under(this[BRANCH](num), since);
    return value;
  }

  /** The marker of a branch. */
  [BRANCH](num: 1 | 2): Step {
    const met = num === 1;
    this.#markers[num] ??= branchOf(num, new ConditionReason(() => clauseOf(this.condition, met), { met, of: "if" }));
    return this.#markers[num];
  }

  /** The branch is the one that the condition selects for the input. */
  override get [GIVES](): Given {
    return [this.consequent ?? "input", this.alternate ?? "input"];
  }

  override [ENCODING](to: Encoding): Validator {
    const { condition, consequent, alternate } = this;
    const branches = [
      consequent && to.ofSame(consequent, "consequent"),
      alternate && to.ofSame(alternate, "alternate"),
    ] as const;
    const takesAny = consequent === undefined || alternate === undefined;
    const isSame = branches[0] === consequent && branches[1] === alternate;
    if (isSame && !(takesAny && to.isJson)) return this;
    const run = (branch: Validator | undefined, input: unknown, report: Report): unknown =>
      branch === undefined ? (to.isJson ? jsonOf(input, report) : input) : branch.check(input, report);
    const within = (input: unknown, report: Report): unknown => {
      const remembered = report.begin(own, input, 2, Memo);
      // A result may be null.
      return remembered !== undefined ? remembered : report.end(own, input, 2, encoded(input, report));
    };
    const own: Validator = encoder(this, [condition, ...branches], within, to.isJson && "json");
    const encoded = (input: unknown, report: Report): unknown => {
      for (const [index, branch] of branches.entries()) {
        const trial = openTrial(report);
        const result = run(branch, input, report);
        closeTrial(trial, report, result);
        if (result === FAILED) continue;
        const verdict = verdictOf(condition, result, report);
        if (verdict === FAILED || verdict === (index === 0)) return verdict === FAILED ? FAILED : result;
      }
      // None fits: the errors are those of the branch for the value as it is.
      const index = verdictOf(condition, input, report) === false ? 1 : 0;
      const since = report.count;
      if (run(branches[index], input, report) !== FAILED) return report.fail(ForbiddenValueError, undefined, input);
      report.under(this[BRANCH](index === 0 ? 1 : 2), since);
      return FAILED;
    };
    return own;
  }

  [MEMBERS](): Roles {
    return { same: [this.condition, this.consequent, this.alternate].filter((one) => one !== undefined) };
  }

  [TAKES](): readonly JsonType[] | undefined {
    return typesOfAny([this.consequent, this.alternate]);
  }

  override keepsInput(): boolean {
    return true;
  }
}

/**
 * The result of `consequent` if `condition` accepts the value, else of `alternate`; a missing one accepts any value,
 * unchanged. Errors: those of that validator, with a `Step` on the left of their contexts: `#1` or `#2`.
 * @param params `condition`, `consequent`, `alternate`, `alias`, `replace`
 * @example const body = If(Dict({ kind: Const("card") }, { unknown: "keep" }), card, transfer);
 */
export const If: IfConstructor = callable("If", IfValidator);
export interface If<C extends AnyValidator = Validator, A = Validator | undefined, B = Validator | undefined>
  extends Validator<
      BranchOf<A, "output"> | BranchOf<B, "output">,
      BranchOf<A, "input"> | BranchOf<B, "input">,
      CallerOf<A | B | C>
    >,
    FieldsOf<typeof params, "condition" | "consequent" | "alternate"> {
  readonly condition: C;
  readonly consequent: A;
  readonly alternate: B;
}
/** The type of a branch of an `If`. */
export type BranchOf<V, Side extends "input" | "output"> = V extends AnyValidator
  ? Side extends "input"
    ? InferInput<V>
    : Infer<V>
  : unknown;
/** The parameters beside both validators that come first. */
export interface AlternateParams extends CommonParams {
  readonly alternate?: AnyValidator | undefined;
}
/** The parameters beside the condition. */
export interface BranchParams extends AlternateParams {
  readonly consequent?: AnyValidator | undefined;
}
/** The parameters of `If`. */
export interface IfParams extends BranchParams {
  readonly condition: AnyValidator;
}
/** The branch that is given as the parameter `K`; undefined if none is. */
export type BranchIn<P, K extends string> = [Param<P, K>] extends [never] ? undefined : Param<P, K>;
/** The branch that is given as the argument `A`, or as the parameter `K` if that is an object of parameters. */
export type BranchAt<A, K extends string> = A extends undefined | AnyValidator ? A : BranchIn<A, K>;
/** The signatures of `If`: with the branches, or parameters in place of them, and with all in one object. */
export interface IfConstructor extends ValidatorStatics<If> {
  <
    C extends Item = AnyValidator,
    A extends MemberOr<BranchParams, A> = {},
    B extends MemberOr<AlternateParams, B> = {},
  >(
    condition: C,
    consequent?: A | Context<BranchParams>,
    alternate?: B | Context<AlternateParams>,
    params?: CommonParams,
    ...none: IfFits<C>
  ): Returned<If<C, BranchAt<A, "consequent">, BranchAt<A extends AnyValidator | undefined ? B : A, "alternate">>, C>;
  <C extends AnyValidator, P extends AllOnly<IfParams, P>>(
    params: P & WordParams & { readonly condition: C },
  ): Returned<If<C, BranchIn<P, "consequent">, BranchIn<P, "alternate">>, C>;
  new (condition: Validator, consequent?: Validator, alternate?: Validator, params?: CommonParams): If;
}
