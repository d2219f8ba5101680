/** Fallback: a validator, and what stands for a value that it refuses. */
import { callable, type FieldsOf, type ParamsOf, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { jsonOf } from "../core/encode/json-value.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { secondArg } from "../core/params/args.ts";
import { madeDefault } from "../core/params/default.ts";
import { anything, validator } from "../core/params/shared.ts";
import type { Failure } from "../core/report/failure.ts";
import { Memo } from "../core/report/memo.ts";
import { replacedBy } from "../core/report/replaced.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { closeTrial, dropFallbacks, openTrial, record, type Trial } from "../core/report/trial.ts";
import { MAY_LACK_VALUE, MEMBERS, type Roles } from "../core/schemas/checker.ts";
import type { AnyValidator, CallerOf, CommonParams, Infer, ReadOnly, Returned } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { equal } from "../values/equal.ts";

const params = {
  /** The validator of the value. */
  item: validator,
  /** The result for a value that is refused: a value, copied for each call, or a function that makes one. */
  value: anything,
};

/** The parameters of `Fallback`. */
export interface FallbackParams extends ParamsOf<typeof params, "item" | "value"> {}

/** Removes the failures of a trial, and what was replaced inside it: the value is replaced as a whole. */
function takeFailures(report: Report, trial: Trial): Failure[] {
  const failures = report.failures.slice(trial.count);
  report.rollback(trial.count, trial.truncated);
  dropFallbacks(trial, report);
  return failures;
}

class FallbackValidator extends withParams(params, secondArg("item", "value")) {
  override check(input: unknown, report: Report): unknown | Failed {
    const remembered = report.begin(this, input, 1);
    if (remembered !== undefined) return remembered;
    const trial = openTrial(report);
    // Failures are recorded if the caller wants to know them.
    if (report.fallbacks !== undefined) record(trial, report);
    let result: unknown = this.item.check(input, report);
    const { isSingle } = report;
    const failures = result === FAILED && report.fallbacks !== undefined ? takeFailures(report, trial) : undefined;
    closeTrial(trial, report, result);
    if (result === FAILED && !report.exhausted) {
      result = madeDefault(this, this.value);
      if (failures !== undefined) report.fallbacks?.push(replacedBy(result, report.depth, failures, isSingle));
    }
    return report.end(this, input, 1, result);
  }

  override get [GIVES](): Given {
    return [this.item];
  }

  /** A fallback that the validator refuses is its own way back: it is refused, and replaced by the fallback, again. */
  override [ENCODING](to: Encoding): Validator {
    const item = to.ofSame(this.item, "item");
    const run = (input: unknown, report: Report): unknown => {
      const remembered = report.begin(own, input, 2, Memo);
      if (remembered !== undefined) return remembered;
      const trial = openTrial(report);
      let result = item.check(input, report);
      closeTrial(trial, report, result);
      if (result === FAILED && !report.exhausted) {
        // The fallback itself, unless the validator would accept its JSON for another value.
        const isFallback = equal(input, madeDefault(this, this.value)) && !this.#accepts(input, report);
        if (!isFallback) result = item.check(input, report);
        else result = to.isJson ? jsonOf(input, report) : input;
      }
      return report.end(own, input, 2, result);
    };
    const own: Validator = encoder(this, [item], run, to.isJson && "json");
    return own;
  }

  #accepts(input: unknown, report: Report): boolean {
    const trial = openTrial(report);
    const result = this.item.check(input, report);
    closeTrial(trial, report, result);
    return result !== FAILED;
  }

  get [MAY_LACK_VALUE](): true | undefined {
    return this.value === undefined || typeof this.value === "function" ? true : undefined;
  }

  [MEMBERS](): Roles {
    return { same: [this.item] };
  }

  override keepsInput(): boolean {
    return false;
  }
}

/**
 * A validator with a fallback: the result for a value that the validator refuses. It is not validated. No error is
 * lost: `onFallback` of the call gets each that is not thrown. In a Dict, a missing key is no value: put a Default
 * around the Fallback. Errors: none, except for the limit of work.
 * @param params `alias`, `replace`
 * @example Dict({ page: Fallback(Int({ min: 1 }), 1) }).safe({ page: 0 }, { onFallback: (error) => log(error) });
 */
export const Fallback: FallbackConstructor = callable("Fallback", FallbackValidator);
export interface Fallback<V extends AnyValidator = Validator>
  extends Validator<Infer<V>, unknown, CallerOf<V>>,
    FieldsOf<typeof params, "item"> {
  readonly item: V;
}
/** The signatures of `Fallback`. */
export interface FallbackConstructor extends ValidatorStatics<Fallback> {
  <V extends AnyValidator>(item: V, value: FallbackValue<V>, params?: CommonParams): Returned<Fallback<V>, V>;
  <V extends AnyValidator>(
    params: FallbackParams & { readonly item: V; readonly value: FallbackValue<V> },
  ): Returned<Fallback<V>, V>;
  new <V extends AnyValidator>(item: V, value: FallbackValue<V>, params?: CommonParams): Fallback<V>;
}
/** A fallback: what the validator returns, or a function that makes it. */
export type FallbackValue<V extends AnyValidator> = ReadOnly<Infer<V>> | (() => Infer<V>);
