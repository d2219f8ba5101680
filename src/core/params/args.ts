/** Turns the arguments of constructors into one object of parameters. */
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { COMMON } from "../schemas/table.ts";
import { isMember, type ParamTable, paramsObject } from "../validator.ts";

/** Turns the arguments of the constructor of `owner` into parameters. */
export type ReadArgs = (
  args: readonly unknown[],
  owner: { readonly name: string; readonly params: ParamTable },
) => Record<string, unknown>;

/** All parameters in one object. */
export const onlyParams: ReadArgs = ([params], { name }) => paramsObject(params, name);

/** The parameter `param`, recognised by `isParam`, comes first; or all parameters are in one object. */
/*#__NO_SIDE_EFFECTS__*/ export function firstArg(param: string, isParam: (value: unknown) => boolean): ReadArgs {
  return ([first, params], { name }) =>
    isParam(first) ? { ...paramsObject(params, name), [param]: first } : paramsObject(first, name);
}

export const isString = (value: unknown): boolean => typeof value === "string";
export const isFunction = (value: unknown): boolean => typeof value === "function";

/** The parameter `param` comes first. It may be anything, so there is no form with all parameters in one object. */
/*#__NO_SIDE_EFFECTS__*/ export function valueArg(param: string): ReadArgs {
  return (args, { name }) => {
    const [value, params] = args;
    return args.length === 0 ? {} : { ...paramsObject(params, name), [param]: value };
  };
}

/** A validator, `param`, comes first, then `other`, which may be anything; or all parameters are in one object. */
/*#__NO_SIDE_EFFECTS__*/ export function secondArg(param: string, other: string): ReadArgs {
  return (args, { name }) => {
    const [first, second, params] = args;
    if (args.length === 1 && !isMember(first)) return paramsObject(first, name);
    return { ...paramsObject(params, name), [param]: first, ...(args.length > 1 && { [other]: second }) };
  };
}

/**
 * Several validators: `(a, b, ...)`, `([a, b], params)`, or all parameters in one object; parameters may follow the
 * validators too.
 */
/*#__NO_SIDE_EFFECTS__*/ export function memberArgs(param: string): ReadArgs {
  return (args, { name }) => {
    const [first, second] = args;
    if (isArray(first)) return { ...paramsObject(second, name), [param]: first };
    if (args.length === 1 && !isMember(first)) return paramsObject(first, name);
    const last = args.at(-1);
    if (args.length === 0 || isMember(last)) return { [param]: args };
    return { [param]: args.slice(0, -1), ...paramsObject(last, name) };
  };
}

/**
 * A schema comes first; or all parameters are in one object, if each key names a parameter and some value is no
 * validator.
 */
/*#__NO_SIDE_EFFECTS__*/ export function schemaArg(param: string): ReadArgs {
  return ([first, given], { name, params }) => {
    const known = (key: string): boolean => Object.hasOwn(params, key) || COMMON.includes(key);
    const whole = (all: Record<string, unknown>): boolean => {
      const names = Object.keys(all);
      return names.every(known) && names.some((key) => !isMember(ownValue(all, key)));
    };
    const isWhole = given === undefined && (first === undefined || (isPlainObject(first) && whole(first)));
    return isWhole ? paramsObject(first, name) : { ...paramsObject(given, name), [param]: first };
  };
}
