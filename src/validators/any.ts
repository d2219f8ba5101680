/** Any: any value (specification, "Any"). */
import { type Constructor, callable, type Made } from "../builtin.ts";
import type { Outline } from "../fast/outline.ts";
import type { Report } from "../report/report.ts";
import type { CommonParams } from "../types.ts";
import { Validator } from "../validator.ts";

class AnyValidator extends Validator {
  override check(input: unknown, _report: Report): unknown {
    return input;
  }

  override keepsInput(): boolean {
    return true;
  }
}

/** See `Compile`. */
export const compileAny = (_any: Any): Outline => ({ kind: "leaf", nullable: false, conditions: [] });

/**
 * Any value, unchanged.
 * @param params `alias`, `replace`
 * @example Any()([1, null]); // [ 1, null ]
 */
export const Any: Constructor<MadeAny, CommonParams> = callable("Any", AnyValidator);
export interface Any extends Validator<unknown, unknown> {}
/** An `Any`, by its parameters: see `Made`. */
export interface MadeAny extends Made {
  readonly made: Any;
}
