/** Standard Schema, version 1: how frameworks that know no validation library call a validator (https://standardschema.dev). */
import type { Result } from "./report/check.ts";

/** One thing that is wrong, as Standard Schema has it. */
export interface StandardIssue {
  readonly message: string;
  /** Keys and indexes from the validated value to what is wrong with it. */
  readonly path: readonly (string | number)[];
}

/** What `validate` returns: without `issues`, the value is valid. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** The property `~standard` of a validator. */
export interface Standard<out Output = unknown, out Input = unknown> {
  readonly version: 1;
  readonly vendor: "validlib";
  /** As `safe`, in the words of Standard Schema. It needs no `this`. */
  readonly validate: (value: unknown) => StandardResult<Output>;
  /** Types only: never there at run time. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** What `~standard` is made of. */
interface Source<Output> {
  safe(value: unknown): Result<Output>;
}

/** What was asked for once: frameworks ask at each call. */
const known = /*#__PURE__*/ new WeakMap<object, Standard>();

/** The property `~standard` of a validator, made when it is first asked for. */
export function standardOf<Output, Input>(validator: Source<Output>): Standard<Output, Input> {
  let standard = known.get(validator) as Standard<Output, Input> | undefined;
  if (standard === undefined) {
    standard = Object.freeze({
      version: 1,
      vendor: "validlib",
      validate: (value: unknown) => validate(validator, value),
    });
    known.set(validator, standard);
  }
  return standard;
}

function validate<Output>(validator: Source<Output>, value: unknown): StandardResult<Output> {
  const result = validator.safe(value);
  if (result.ok) return { value: result.value };
  return { issues: result.error.issues.map(({ message, path }) => ({ message, path })) };
}
