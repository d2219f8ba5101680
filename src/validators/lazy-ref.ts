/** LazyRef: a reference to a validator by alias (specification, "LazyRef") or by a function that returns it. */

import { callable, type FieldsOf, modelBy, type ParamsOf, type ValidatorStatics, withParams } from "../core/builtin.ts";
import { encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { RecursionMaxDepthError } from "../core/errors/errors.ts";
import { MODEL } from "../core/models/model.ts";
import { ReferenceModel } from "../core/models/steps.ts";
import { firstArg, isFunction, isString } from "../core/params/args.ts";
import { use } from "../core/params/lazy-ref.ts";
import { length } from "../core/params/shared.ts";
import { OPEN, type Open, type Opened, type OpenType } from "../core/partial/opened.ts";
import { Memo } from "../core/report/memo.ts";
import { referencesOf } from "../core/report/references.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { MEMBERS, type Roles } from "../core/schemas/checker.ts";
import { instances, referredBy } from "../core/schemas/registry.ts";
import type { Returned } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";

const params = {
  /** The alias of the validator, or a function that returns it. */
  use,
  /** Maximum number of nested references to the alias; 0 allows none. Default: no limit of its own. */
  maxdepth: length,
};

/** The parameters of `LazyRef`. */
export interface LazyRefParams extends ParamsOf<typeof params, "use"> {}

class LazyRefValidator extends withParams(
  params,
  firstArg("use", (value) => isString(value) || isFunction(value)),
) {
  get [MODEL](): ReferenceModel {
    return modelBy(this, ReferenceModel);
  }

  /** The validator that a function has returned, which never changes. */
  #returned: Validator | undefined;

  /** @throws KeyError if no validator is registered under the alias. */
  get #target(): Validator {
    const { use } = this;
    if (typeof use === "string") return instances.get(use) as Validator;
    this.#returned ??= referredBy(use) as Validator;
    return this.#returned;
  }

  /** One function, as it is on the stack on each level of a deep value. `by` and `target` are those of an encoder. */
  override check(
    input: unknown,
    report: Report,
    by: Validator = this,
    target: Validator = this.#target,
  ): unknown | Failed {
    const { use, maxdepth } = this;
    const remembered = report.begin(by, input, 1, Memo);
    if (remembered !== undefined) return remembered;
    const references = referencesOf(report);
    let value: unknown = FAILED;
    if (maxdepth === undefined) {
      if (references.enter(target, input, report.depth)) {
        value = target.check(input, report);
        references.leave();
      }
      // A loop would be refused at any depth.
      else report.failSchemaDepth();
    } else {
      const depth = references.depthOf(use);
      const allowed = references.allows(use, maxdepth);
      references.setDepthOf(use, depth + 1);
      value = allowed ? target.check(input, report) : report.fail(RecursionMaxDepthError, maxdepth, depth + 1);
      references.setDepthOf(use, depth);
    }
    return report.end(by, input, 1, value);
  }

  [OPEN](_type: OpenType, open: Open): Opened | undefined {
    // How many references are around the value is known when it has ended.
    return this.maxdepth === undefined ? open(this.#target) : undefined;
  }

  override get [GIVES](): Given {
    return [this.#target];
  }

  override [ENCODING](to: Encoding): Validator {
    const { parts } = to.ofReference(this.#target);
    const own: Validator = encoder(this, parts, (input, report) =>
      this.check(input, report, own, parts[0] as Validator),
    );
    return own;
  }

  [MEMBERS](): Roles {
    const target = referredBy(this.use);
    return { same: target === undefined ? [] : [target] };
  }

  override keepsInput(): boolean {
    return true;
  }
}

/**
 * The validator registered under an alias, looked up at each call, so that a structure can contain itself. Its type
 * cannot be inferred: state it, `LazyRef<Tree>("tree")`. Or the validator that a function returns, which needs no name:
 * `LazyRef((): Validator<Tree> => tree)`.
 * Errors: RecursionMaxDepthError, and those of the validator. A call throws KeyError if no validator is registered, and
 * TypeError if functions create ever new references, as in `const tree = () => List(LazyRef(() => tree()))`.
 * @param params `maxdepth`, `alias`, `replace`
 * @example const tree: Validator<Tree> = Dict({ children: List(LazyRef(() => tree)) });
 */
export const LazyRef: LazyRefConstructor = callable("LazyRef", LazyRefValidator);
export interface LazyRef<Output = unknown, Input = Output> extends Validator<Output, Input>, FieldsOf<typeof params> {}
type Target<Output, Input> = string | (() => Validator<Output, Input>);
/** The signatures of `LazyRef`. */
export interface LazyRefConstructor extends ValidatorStatics<LazyRef> {
  <Output = unknown, Input = Output>(
    use: Target<Output, Input>,
    params: LazyRefParams | undefined,
  ): Returned<LazyRef<Output, Input>, Output>;
  <Output = unknown, Input = Output>(
    use: Target<Output, Input> | (LazyRefParams & { readonly use: Target<Output, Input> }),
  ): Returned<LazyRef<Output, Input>, Output>;
  new <Output = unknown, Input = Output>(use: Target<Output, Input>, params?: LazyRefParams): LazyRef<Output, Input>;
}
