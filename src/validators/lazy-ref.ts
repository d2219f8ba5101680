/** LazyRef: another validator, by alias (specification, "LazyRef"). */

import { expectBasestr } from "../contracts.ts";
import { RecursionMaxDepthError } from "../errors/errors.ts";
import { instances } from "../registry.ts";
import { FAILED, type Failed, type Report } from "../report.ts";
import { type CommonParams, callable, paramsObject, Validator, type ValidatorStatics } from "../validator.ts";
import { length } from "./limits.ts";

/** Parameters of {@link LazyRef}. */
export interface LazyRefParams extends CommonParams {
  /** How many references to the alias may be followed inside each other; 0 allows none. Default: no limit of its own. */
  maxdepth?: number | undefined;
}

interface LazyRefFields {
  readonly use: string;
  readonly maxdepth: number | undefined;
}

interface LazyRefValidator extends LazyRefFields {}
class LazyRefValidator extends Validator {
  static override readonly params = { use: expectBasestr, maxdepth: length };

  static override args([first, params]: readonly unknown[]): Record<string, unknown> {
    if (typeof first !== "string") return paramsObject(first, this.name);
    return { ...paramsObject(params, this.name), use: first };
  }

  override check(input: unknown, report: Report): unknown | Failed {
    const { use, maxdepth } = this;
    const target = instances.get(use);
    const known = report.begin(this, input, 1);
    if (known !== undefined) return known;
    let value: unknown = FAILED;
    if (maxdepth === undefined) {
      if (report.follow(target, input)) {
        value = target.check(input, report);
        report.references.leave();
      }
    } else {
      const depth = report.references.depthOf(use);
      const allowed = report.references.allows(use, maxdepth);
      report.references.setDepthOf(use, depth + 1);
      value = allowed ? target.check(input, report) : report.fail(RecursionMaxDepthError, maxdepth, depth + 1);
      report.references.setDepthOf(use, depth);
    }
    return report.end(this, input, 1, value);
  }

  override keepsInput(): boolean {
    return true;
  }
}

/** A validator made by {@link LazyRef}. */
export interface LazyRef<Output = unknown, Input = Output> extends Validator<Output, Input>, LazyRefFields {}

interface LazyRefConstructor extends ValidatorStatics {
  <Output = unknown, Input = Output>(use: string, params?: LazyRefParams): LazyRef<Output, Input>;
  <Output = unknown, Input = Output>(params: LazyRefParams & { readonly use: string }): LazyRef<Output, Input>;
  new <Output = unknown, Input = Output>(use: string, params?: LazyRefParams): LazyRef<Output, Input>;
  readonly prototype: LazyRef;
}

/**
 * The validator registered under an alias, looked up at each call: so a structure can contain itself. Its type cannot
 * be inferred: state it, `LazyRef<Tree>("tree")`.
 * Errors: RecursionMaxDepthError, and those of the validator. A call throws KeyError when nothing is registered.
 */
export const LazyRef: LazyRefConstructor = callable("LazyRef", LazyRefValidator);
