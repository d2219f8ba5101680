/** Encoders of validators whose way back is not that of a built-in class. */
import type { Failed, Report } from "../report/report.ts";
import { MAY_LACK_VALUE } from "../schemas/checker.ts";
import { AllParams, paramsOf } from "../schemas/params.ts";
import { COMMON } from "../schemas/table.ts";
import { builtInChecks, type Contract, Validator } from "../validator.ts";

/** A validator of the built-in class `Class` with the parameters of `validator`, except for `changes`. */
export function changed<V extends Validator>(
  Class: { readonly params: object },
  validator: Validator,
  changes: Readonly<Record<string, unknown>>,
): V {
  // A subclass may have more parameters.
  const own = paramsOf(validator).filter(([name]) => Object.hasOwn(Class.params, name) || COMMON.includes(name));
  return Reflect.construct(Class as never, [new AllParams({ ...Object.fromEntries(own), ...changes })]) as V;
}

type Run = (input: unknown, report: Report, read?: unknown) => unknown | Failed;

const anyParts: Contract = (_owner, _attr, value) => value;

/*#__NO_SIDE_EFFECTS__*/ function builtIn<C extends { readonly prototype: Validator }>(validatorClass: C): C {
  builtInChecks.add(validatorClass.prototype.check);
  return validatorClass;
}

/** A validator whose check is a function. */
const Encoder = /*#__PURE__*/ builtIn(
  class Encoder extends Validator {
    /** The validators that the function calls. */
    static override readonly params = { parts: anyParts };
    readonly of: Validator;
    readonly form: unknown;
    readonly #run: Run;

    constructor(of: Validator, parts: readonly unknown[], run: Run, form?: unknown) {
      super(new AllParams({ parts }));
      this.form = form;
      this.of = of;
      this.#run = run;
    }

    override check(input: unknown, report: Report, read?: unknown): unknown {
      const since = report.count;
      const result = this.#run(input, report, read);
      if (report.count > since) report.word(this.of, since);
      return result;
    }
  },
);

/** The validator whose values an encoder takes; any other validator itself. */
export const encodedBy = (validator: Validator): Validator => (validator instanceof Encoder ? validator.of : validator);

/** What is known of an encoder that runs a function. */
export interface FunctionEncoder {
  readonly of: Validator;
  readonly parts: readonly unknown[];
  readonly form: unknown;
}

/** The property of an encoder with a class of its own that says what is known of it. */
export const OF_FUNCTION: unique symbol = Symbol("of function");

/** An encoder that runs a function, or has a class of its own, as data; undefined for any other validator. */
export const functionEncoder = (validator: Validator): FunctionEncoder | undefined =>
  validator instanceof Encoder
    ? (validator as unknown as FunctionEncoder)
    : (validator as { readonly [OF_FUNCTION]?: FunctionEncoder })[OF_FUNCTION];

/**
 * The encoder of `validator` that runs a function.
 * @param parts the validators that it calls.
 * @param form what else the function depends on: compiled modules have their own for each class and form.
 */
export const encoder = (validator: Validator, parts: readonly unknown[], run: Run, form?: unknown): Validator =>
  new Encoder(validator, parts, run, form);

/** What the result of a function of the caller has to be. */
export interface ResultForm {
  readonly isJson: boolean;
  /** It may be undefined. */
  readonly mayLack: boolean;
}

/**
 * As `encoder`, for a function that may throw errors: they are recorded.
 * @param form what the result has to be.
 */
export const throwingEncoder = (
  validator: Validator,
  parts: readonly unknown[],
  run: Run,
  { isJson, mayLack }: ResultForm,
): Validator => new ThrowingEncoder(validator, parts, run, { isJson, mayLack });

class ThrowingEncoder extends Encoder {
  readonly [MAY_LACK_VALUE]: boolean;

  constructor(of: Validator, parts: readonly unknown[], run: Run, form: ResultForm) {
    super(of, parts, run, form);
    this[MAY_LACK_VALUE] = form.mayLack;
  }

  override check(input: unknown, report: Report, read?: unknown): unknown {
    return super.check(input, report, read);
  }
}
