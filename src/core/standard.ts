/**
 * Standard Schema and Standard JSON Schema, version 1: the interface through which frameworks call any validation
 * library and read the schema of its input (https://standardschema.dev).
 */
import { ValueError } from "./errors/errors.ts";
import type { Result } from "./report/check.ts";
import type { Limits } from "./report/limits.ts";
import { isAsync } from "./schemas/async.ts";
import type { Checker } from "./schemas/checker.ts";

/** An issue in the form of Standard Schema. */
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

/** The result of `validate`: without `issues`, the value is valid. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** Options for making a JSON Schema. */
export interface StandardJsonSchemaOptions {
  /** The dialect, as in `toJsonSchema`; any other is an error. */
  readonly target: string;
  /** Options of `toJsonSchema`. */
  readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** The JSON Schemas of the input and the output of a validator. */
export interface StandardJsonSchema {
  readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
  readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
}

/** The property `~standard` of a validator. */
export interface Standard<out Output = unknown, out Input = unknown> {
  readonly version: 1;
  readonly vendor: "validlib";
  /**
   * As `safe`, in the form of Standard Schema; as `safeAsync` if the validator has async functions. Needs no `this`.
   */
  readonly validate: (
    value: unknown,
    options?: StandardOptions | undefined,
  ) => StandardResult<Output> | Promise<StandardResult<Output>>;
  /** As `toJsonSchema`. Throws with `validlib/pure`, which does not include `toJsonSchema`, to be small. */
  readonly jsonSchema: StandardJsonSchema;
  /** Types only: does not exist at run time. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** The validator that `~standard` is made from. */
interface Source<Output> extends Checker {
  safe(value: unknown, limits?: Limits): Result<Output>;
  safeAsync(value: unknown, limits?: Limits): Promise<Result<Output>>;
}

/** Caches the property: frameworks read it at each call. */
const standards = /*#__PURE__*/ new WeakMap<object, Standard>();

/** The property `~standard` of a validator, made on first access. */
export function standardOf<Output, Input>(validator: Source<Output>): Standard<Output, Input> {
  let standard = standards.get(validator) as Standard<Output, Input> | undefined;
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
    standards.set(validator, standard);
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

/** Sets the function that makes JSON Schemas. Bundles that make none need not include it. */
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
