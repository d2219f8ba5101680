/** Any: any value (specification, "Any"). */

import { callable, type ValidatorStatics } from "../builtin.ts";
import type { Outline, Writer } from "../fast/outline.ts";
import type { Report } from "../report/report.ts";
import type { CommonParams } from "../types.ts";
import { Validator } from "../validator.ts";

class AnyValidator extends Validator {
  override check(input: unknown, _report: Report): unknown {
    return input;
  }

  override compile(code: Writer, value: string): Outline {
    return code.leaf(false, value, []);
  }

  override keepsInput(): boolean {
    return true;
  }
}

/** A validator made by {@link Any}. */
export interface Any extends Validator<unknown, unknown> {}

interface AnyConstructor extends ValidatorStatics<Any> {
  (params?: CommonParams): Any;
  new (params?: CommonParams): Any;
}

/** Any value, unchanged. */
export const Any: AnyConstructor = callable("Any", AnyValidator);
