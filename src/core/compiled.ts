/** Validators that `validlib compile` has written, inside of others: one that calls it, and reports what it refuses. */
import { isArray, typeName } from "../values/input.ts";
import { throwingEncoder } from "./encode/encoder.ts";
import { ENCODING, type Encoding } from "./encode/encodings.ts";
import { encodedResult } from "./encode/json-value.ts";
import { EXTRA_KEY, EXTRA_VALUE, type PathNode } from "./errors/context.ts";
import { CheckError, type ConditionInit, errorClassOf, type LengthUnit, ValidationError } from "./errors/errors.ts";
import type { Reason } from "./errors/reason.ts";
import { SchemaError } from "./errors/schema-error.ts";
import { branchOf, stepAt, stepInOrder } from "./errors/step.ts";
import { thrownFor } from "./params/function.ts";
import type { Report } from "./report/report.ts";
import { paramName } from "./schemas/checker.ts";
import { type Contract, classHint, isCompiled, isValidator, Validator } from "./validator.ts";

/** A validator of a module that `validlib compile`, or the plugin, has written. */
export interface CompiledValidator<Output = unknown, Input = unknown> {
  (value: unknown): Output;
  is(value: unknown): boolean;
  safe(value: unknown): { readonly ok: boolean; readonly value?: Output | undefined; readonly error?: unknown };
  encode(value: Output): Input;
}

/** The failures of a compiled validator, a property of its errors. `runtime/error.ts` has it too. */
const FAILURES: unique symbol = Symbol.for("validlib.failures");

/** One of them: see `runtime/report.ts`. */
interface CompiledFailure {
  readonly code: string;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly given?: unknown;
  readonly unit?: LengthUnit | undefined;
  readonly text?: string | undefined;
  /** What a function has said. */
  readonly said?: string | undefined;
  readonly reasons?: readonly (readonly [reason: unknown, length: number])[] | undefined;
  readonly more?: { readonly params?: Readonly<Record<string, unknown>> | undefined } | undefined;
  readonly path?: Path | undefined;
  /** The value is secret. */
  readonly hides?: object;
}

interface Path {
  readonly key: string | number | Marker;
  readonly inner: Path | undefined;
}

/** A step, or the key or value of an extra pair: of classes of the compiled module. */
interface Marker {
  readonly num?: number;
  readonly isAlternative?: boolean;
  readonly reason?: unknown;
  readonly name?: string;
}

function pathNodeOf(key: string | number | Marker): PathNode {
  if (typeof key !== "object") return key;
  if (key.reason !== undefined) return branchOf(key.num as number, key.reason as Reason);
  if (key.num !== undefined) return key.isAlternative ? stepAt(key.num) : stepInOrder(key.num);
  return key.name === EXTRA_KEY.name ? EXTRA_KEY : EXTRA_VALUE;
}

/** The errors of the library for what a compiled validator has thrown; any other error itself. */
function ownError(error: unknown): unknown {
  const failures = typeof error === "object" && error !== null ? Reflect.get(error, FAILURES) : undefined;
  if (!isArray(failures)) return error;
  const errors = (failures as readonly CompiledFailure[]).map(restoredError);
  const [first] = errors;
  return errors.length === 1 && first?.context.length === 0 ? first : new SchemaError(errors);
}

function restoredError(failure: CompiledFailure): ValidationError {
  const error = errorWithout(failure);
  if (failure.hides !== undefined) ValidationError.conceal(error, () => true);
  if (failure.reasons !== undefined) ValidationError.explain(error, failure.reasons as Reasons);
  return error;
}

type Reasons = readonly (readonly [reason: Reason, length: number])[];

/** The error without the reasons for it. */
function errorWithout(failure: CompiledFailure): ValidationError {
  const { code, expected, actual, given, unit, text, said, more, path } = failure;
  const params = more?.params;
  const context: PathNode[] = [];
  for (let at = path; at !== undefined; at = at.inner) context.push(pathNodeOf(at.key));
  const Class = errorClassOf(code);
  // A function may give its errors any code, also that of a class.
  const isOfKey = code === "missing_key" || code === "forbidden_key";
  const isHidden = failure.hides !== undefined && code !== "check";
  const isOfFunction =
    !isHidden && expected === undefined && actual === undefined && ((text ?? said) !== undefined || !isOfKey);
  if (Class === undefined || isOfFunction || params !== undefined)
    return new CheckError({ message: text ?? said, code: code === "check" ? undefined : code, params, context });
  const error = new Class({ expected, actual, given, unit, context } satisfies ConditionInit);
  // A text that a function has thrown may show the value.
  if (text !== undefined) ValidationError.word(error, ({ hidesValue }) => (hidesValue ? undefined : text) as string);
  return error;
}

/** Runs `act`, whose errors of compiled validators become those of the library. */
function asOwn<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw ownError(error);
  }
}

const compiledOf: Contract<CompiledValidator> = (owner, attr, value) => {
  if (isCompiled(value)) return value as CompiledValidator;
  throw new TypeError(`${paramName(owner, attr)} should be a compiled validator, got ${typeName(value)}`);
};

/** A class of its own, as those of a program: engines and readers of schemas leave it to its check, or decline it. */
class FromCompiled extends Validator {
  static override readonly params = { of: compiledOf };
  declare readonly of: CompiledValidator;

  override check(input: unknown, given: unknown): unknown {
    const report = given as Report;
    if (report.strict && !this.of.is(input)) return report.fail(ValidationError);
    const result = this.of.safe(input);
    if (result.ok) return result.value;
    throw thrownFor(input, ownError(result.error));
  }

  override [ENCODING](to: Encoding): Validator {
    const run = (value: unknown, report: Report): unknown =>
      encodedResult(
        asOwn(() => this.of.encode(value)),
        to,
        report,
      );
    return throwingEncoder(this, [], run, to);
  }
}

/** Whether a validator calls a compiled one: nothing is known of its members. */
export const isFromCompiled = (validator: unknown): boolean => validator instanceof FromCompiled;

/** Each compiled validator has one, so that validators which contain it are equal. */
const wrappers = new WeakMap<object, Validator>();

/**
 * A validator of the library that calls a compiled one: with all methods, such as `lines`. It has the same results and
 * issues, with messages in the language of the call, but nothing is known of what it accepts: it has no JSON Schema, no
 * source, and no dump in JSON. Functions and adapters of servers take a compiled validator as it is.
 * @throws TypeError if it is no validator of a module that `validlib compile` or the plugin has written.
 * @example Dict({ user: fromCompiled(user), note: Str() })
 */
export function fromCompiled<Output, Input>(validator: CompiledValidator<Output, Input>): Validator<Output, Input> {
  if (!isCompiled(validator))
    throw new TypeError(`fromCompiled takes a compiled validator, got ${typeName(validator)}${classHint(validator)}`);
  let made = wrappers.get(validator);
  if (made === undefined) {
    made = new FromCompiled({ of: validator });
    wrappers.set(validator, made);
  }
  return made as Validator<Output, Input>;
}

/** The validator that a value stands for: itself, or that of a compiled one; undefined if it stands for none. */
export function validatorOf(value: unknown): Validator | undefined {
  if (isValidator(value)) return value;
  return isCompiled(value) ? fromCompiled(value as CompiledValidator) : undefined;
}

/**
 * The validator that the argument of a function stands for.
 * @param caller the name of the function.
 * @throws TypeError if it stands for none.
 */
export function takenValidator(caller: string, value: unknown): Validator {
  const validator = validatorOf(value);
  if (validator === undefined) throw new TypeError(`${caller} takes a validator${classHint(value)}`);
  return validator;
}
