/** Const: one value (specification, "Const"). */

import { callable, type FieldsOf, RULES, type ValidatorOf, type ValidatorStatics, withRules } from "../core/builtin.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { jsonOf } from "../core/encode/json-value.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { OptionsError } from "../core/errors/errors.ts";
import { valueArg } from "../core/params/args.ts";
import { anything, flag } from "../core/params/shared.ts";
import { OPEN, type Opened, type OpenType } from "../core/partial/opened.ts";
import { FAILED, Report } from "../core/report/report.ts";
import type { Leaf } from "../core/rules/leaf.ts";
import { OptionRule } from "../core/rules/option.ts";
import { TAKES } from "../core/schemas/checker.ts";
import { copyLike } from "../core/schemas/copy.ts";
import type { NullableOf, NullableParams, Only, Returned, WordParams } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { isBeyond, numberLike, shown } from "../values/digits.ts";
import { equal } from "../values/equal.ts";
import { isArray, isPlainObject, ownValue } from "../values/input.ts";
import { type JsonType, jsonTypeOf } from "../values/json-type.ts";

const params = {
  /** The only valid value. */
  value: anything,
  /** Accept null. */
  nullable: flag,
};

class ConstValidator extends withRules(params, valueArg("value")) {
  override [RULES](): Leaf {
    const { value: only, nullable } = this;
    const isPrimitive = Object(only) !== only && typeof only !== "symbol";
    const leaf = {
      kind: "leaf",
      nullable,
      take: (input: unknown, report: Report) => this.#take(input, report),
      readsDigits: typeof only === "number" && isBeyond(only),
    } as const;
    return isPrimitive
      ? { ...leaf, rules: [new OptionRule([only])], ...(nullable ? {} : { only }) }
      : { ...leaf, rules: [], isOpaque: true };
  }

  #take(input: unknown, report: Report): unknown {
    const { value } = this;
    const exact = report.exact(input);
    const copied = copyLike(exact, value, report);
    const taken = exact === input ? copied : adapted(copied, value);
    return equal(taken, value) ? taken : report.fail(OptionsError, [value], exact === input ? input : shown(exact));
  }

  [OPEN](type: OpenType): Opened | undefined {
    const { value } = this;
    if (type !== "string" || typeof value !== "string") return undefined;
    return { nodes: [], shows: false, refuses: (text) => !value.startsWith(text) };
  }

  override get [GIVES](): Given {
    const { value } = this;
    if (value === null) return [];
    if (isArray(value)) return "array";
    const type = typeof value;
    return type === "string" || type === "number" || type === "boolean" ? type : undefined;
  }

  override [ENCODING]({ isJson }: Encoding): Validator | string {
    return !isJson || jsonOf(this.value, new Report()) !== FAILED ? this : "its value is not JSON";
  }

  [TAKES](): readonly JsonType[] | undefined {
    const type = jsonTypeOf(this.value);
    return type && [type];
  }

  override keepsInput(): boolean {
    return true;
  }
}

/** `taken` with numbers in place of bigints where the constant has numbers. */
function adapted(taken: unknown, value: unknown): unknown {
  if (typeof taken === "bigint") return typeof value === "number" ? numberLike(taken) : taken;
  if (isArray(taken) && isArray(value)) return taken.map((item, index) => adapted(item, value[index]));
  if (!isPlainObject(taken) || !isPlainObject(value)) return taken;
  return Object.fromEntries(Object.keys(taken).map((key) => [key, adapted(taken[key], ownValue(value, key))]));
}

/**
 * One value, compared by structure; the result is a copy of the input. Error: OptionsError.
 * @param params `nullable`, `alias`, `replace`
 * @example Const("ok")("ok"); // "ok"
 */
export const Const: ConstConstructor = callable("Const", ConstValidator);
export interface Const<T = unknown, in out P = {}> extends ValidatorOf<P, T>, FieldsOf<typeof params, "value"> {
  readonly value: T;
}
/** The signatures of `Const`. */
export interface ConstConstructor extends ValidatorStatics<Const> {
  <const T, const P extends Only<NullableParams, P> = {}>(
    value: T,
    params?: P & WordParams,
  ): Returned<Const<T, NullableOf<P>>, T>;
  new <const T = unknown, const P extends Only<NullableParams, P> = {}>(
    value: T,
    params?: P & WordParams,
  ): Const<T, NullableOf<P>>;
}
