/** Any: any value (specification, "Any"). */
import type { Report } from "../report.ts";
import { type CommonParams, callable, Validator } from "../validator.ts";

class AnyValidator extends Validator {
  check(input: unknown, _report: Report): unknown {
    return input;
  }
}

/** A validator made by {@link Any}. */
export interface Any extends Validator<unknown, unknown> {}

interface AnyConstructor {
  (params?: CommonParams): Any;
  new (params?: CommonParams): Any;
  readonly prototype: Any;
}

/** Any value, unchanged. */
export const Any: AnyConstructor = callable("Any", AnyValidator);
