/**
 * Standard Schema and Standard JSON Schema, version 1: how frameworks that know no validation library call a validator,
 * and learn what it takes (https://standardschema.dev).
 */
import { ValueError } from "./errors/errors.ts";
import type { Result } from "./report/check.ts";
import type { Limits } from "./report/limits.ts";
import { isAsync } from "./schemas/async.ts";
import type { Checker } from "./schemas/checker.ts";

/** One thing that is wrong, as Standard Schema has it. */
export interface StandardIssue {
  readonly message: string;
  /** Keys and indexes from the validated value to what is wrong with it. */
  readonly path: readonly (string | number)[];
}

/** Options of `validate`. */
export interface StandardOptions {
  /** Options of a call, such as `locale` and `maxErrors`. */
  readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** What `validate` returns: without `issues`, the value is valid. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** How a JSON Schema is asked for. */
export interface StandardJsonSchemaOptions {
  /** The dialect: as `toJsonSchema` has it; any other is an error. */
  readonly target: string;
  /** Options of `toJsonSchema`. */
  readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** The JSON Schema of what a validator takes, and of what it returns. */
export interface StandardJsonSchema {
  readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
  readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
}

/** The property `~standard` of a validator. */
export interface Standard<out Output = unknown, out Input = unknown> {
  readonly version: 1;
  readonly vendor: "validlib";
  /** As `safe`, in the words of Standard Schema; as `safeAsync`, if functions are to be waited for. Needs no `this`. */
  readonly validate: (
    value: unknown,
    options?: StandardOptions | undefined,
  ) => StandardResult<Output> | Promise<StandardResult<Output>>;
  /** As `toJsonSchema`. Throws with `validlib/pure`, where that is a function that not every program should carry. */
  readonly jsonSchema: StandardJsonSchema;
  /** Types only: never there at run time. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** What `~standard` is made of. */
interface Source<Output> extends Checker {
  safe(value: unknown, limits?: Limits): Result<Output>;
  safeAsync(value: unknown, limits?: Limits): Promise<Result<Output>>;
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
      validate: (value: unknown, options?: StandardOptions) => validate(validator, value, options),
      jsonSchema: {
        input: (options: StandardJsonSchemaOptions) => describe(validator, options, "input"),
        output: (options: StandardJsonSchemaOptions) => describe(validator, options, "output"),
      },
    });
    known.set(validator, standard);
  }
  return standard;
}

function validate<Output>(
  validator: Source<Output>,
  value: unknown,
  options: StandardOptions | undefined,
): StandardResult<Output> | Promise<StandardResult<Output>> {
  const limits = options?.libraryOptions;
  return isAsync(validator)
    ? validator.safeAsync(value, limits).then(standardResult)
    : standardResult(validator.safe(value, limits));
}

function standardResult<Output>(result: Result<Output>): StandardResult<Output> {
  if (result.ok) return { value: result.value };
  return { issues: result.error.issues.map(({ message, path }) => ({ message, path })) };
}

/** Makes a JSON Schema of a validator; `options` are those of `toJsonSchema`. */
export type Describe = (validator: object, options: Readonly<Record<string, unknown>>) => Record<string, unknown>;

let described: Describe | undefined;

/** Says how JSON Schemas are made: bundles that make none need not have what makes them. */
export function useJsonSchema(how: Describe): void {
  described = how;
}

function describe(
  validator: object,
  options: StandardJsonSchemaOptions | undefined,
  io: "input" | "output",
): Record<string, unknown> {
  const { target, libraryOptions } = options ?? {};
  if (described !== undefined) return described(validator, { ...libraryOptions, target, io });
  throw new ValueError("validlib/pure leaves JSON Schema out of what validators carry: call toJsonSchema(validator)");
}
