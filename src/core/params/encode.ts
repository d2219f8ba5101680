/**
 * The parameter `encode` of Transform and Type: a function that returns the input of a value. Validators have a method
 * of that name, so what is stored is the method again, one for each function.
 */
import { isError, isStackOverflow, ownValue } from "../../values/input.ts";
import { expectCallable } from "../contracts.ts";
import { ValidationError, type Words } from "../errors/errors.ts";
import { answered } from "../report/check.ts";
import { type Contract, Validator } from "../validator.ts";
import { refused, thrownFor, type ValueFunction } from "./function.ts";

type Method = Validator["encode"];

const methods: WeakMap<ValueFunction, Method> = new WeakMap();
const functions: WeakMap<Method, ValueFunction> = new WeakMap();

/** The method of a validator whose parameter is `given`: that of another validator, or a function. */
function methodFor(given: ValueFunction | Method): Method {
  if (functions.has(given as Method)) return given as Method;
  const known = methods.get(given as ValueFunction);
  if (known !== undefined) return known;
  const method = function encode(this: never, ...args: readonly unknown[]): never {
    return Reflect.apply(Validator.prototype.encode, this, args) as never;
  } as Method;
  methods.set(given as ValueFunction, method);
  functions.set(method, given as ValueFunction);
  return method;
}

const contract: Contract<Method | undefined, ValueFunction> = (owner, attr, value) => {
  const given = expectCallable<ValueFunction>(owner, attr, value, { nullable: true });
  return given && methodFor(given);
};

/** A function that may be given. */
export const encode: typeof contract = /*#__PURE__*/ Object.assign(contract, {
  dump: (method: Method) => functions.get(method) ?? method,
});

/** The function of a validator with this parameter, if it is given. */
export const encodeOf = (validator: Validator): ValueFunction | undefined =>
  functions.get(ownValue(validator, "encode") as Method);

/** The parameters for the error of a refused value. */
interface Refusal {
  readonly message?: Words | undefined;
  readonly code?: string | undefined;
}

/**
 * Returns the result of the function `encode` of a validator for a value, which need not be valid: it has not been
 * validated.
 * @throws CheckError if the function throws an Error, which is its cause.
 */
export function encodedBy(owner: Validator & Refusal, encode: ValueFunction, value: unknown): unknown {
  let result: unknown;
  try {
    result = encode(value as never);
  } catch (error) {
    const isRefusal = isError(error) && !(error instanceof ValidationError) && !isStackOverflow(error);
    const { message, code } = owner;
    throw thrownFor(value, isRefusal ? refused({ message, code, path: undefined }, error) : error);
  }
  return answered(owner, result);
}
