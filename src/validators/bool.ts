/** Bool: a boolean (specification, "Bool"). */

import {
  callable,
  type FieldsOf,
  type ParamsOf,
  RULES,
  type TypeAffectingPart,
  type ValidatorOf,
  type ValidatorStatics,
  withRules,
} from "../core/builtin.ts";
import { ValueError } from "../core/contracts.ts";
import { changed, encoder } from "../core/encode/encoder.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { OptionsError } from "../core/errors/errors.ts";
import { flag, optionsOf } from "../core/params/shared.ts";
import type { Failed, Report } from "../core/report/report.ts";
import { BooleanRule } from "../core/rules/boolean.ts";
import { type Leaf, wrongType } from "../core/rules/leaf.ts";
import { paramName, TAKES } from "../core/schemas/checker.ts";
import type {
  Affecting,
  Bound,
  GivenParams,
  IfGiven,
  IfOther,
  IfUsual,
  Names,
  Off,
  Only,
  Returned,
  Unset,
  Usual,
  WordParams,
} from "../core/types.ts";
import type { Contract, Validator } from "../core/validator.ts";
import { BOOLEAN_NAMES, booleanNamed } from "../values/boolean.ts";
import type { JsonType } from "../values/json-type.ts";
import { literal } from "../values/text.ts";

/** Texts that stand for one boolean, each of them for one only. */
const words: Contract<readonly string[] | undefined, Iterable<string>> = (owner, attr, value) => {
  const given = textOptions(owner, attr, value);
  const { coerce_str, true: yes } = owner as unknown as Partial<Bool>;
  const name = paramName(owner, attr);
  if (given && coerce_str) throw new ValueError(`${name} should not be given together with coerce_str`);
  const both = attr === "false" ? given?.find((word) => yes?.includes(word)) : undefined;
  if (both !== undefined) throw new ValueError(`${name}: ${literal(both)} should not be a word for true too`);
  return given;
};
const textOptions = /*#__PURE__*/ optionsOf<string>("string");

const params = {
  /** Accept null. */
  nullable: flag,
  /** Accept the names `1 true yes y on` and `0 false no n off`, in any case. */
  coerce_str: flag,
  /** Accept integers: 0 is false, any other true. */
  coerce_int: flag,
  /** Accept these texts for true, as they are written. */
  true: words,
  /** Accept these texts for false. */
  false: words,
};

/** The parameters of `Bool`. */
export interface BoolParams extends ParamsOf<typeof params> {}

class BoolValidator extends withRules(params) {
  override [RULES](): Leaf {
    const { nullable } = this;
    return {
      kind: "leaf",
      nullable,
      take: (input, report) => this.#take(input, report),
      rules: [new BooleanRule()],
      isInexact: !this.keepsInput(),
    };
  }

  #take(input: unknown, report: Report): boolean | Failed {
    if (typeof input === "boolean") return input;
    if (typeof input === "string" && this.coerce_str) {
      return booleanNamed(input) ?? report.fail(OptionsError, BOOLEAN_NAMES, input.toLowerCase());
    }
    if (typeof input === "string" && (this.true ?? this.false) !== undefined) {
      if (this.true?.includes(input)) return true;
      return this.false?.includes(input) ? false : report.fail(OptionsError, this.#words, input);
    }
    const isInteger = Number.isInteger(input) || (typeof input === "bigint" && !report.strict);
    return this.coerce_int && isInteger ? Boolean(input) : wrongType("boolean", input, report);
  }

  get #words(): readonly string[] {
    return [...(this.true ?? []), ...(this.false ?? [])];
  }

  override get [GIVES](): Given {
    return "boolean";
  }

  override [ENCODING]({ prefers }: Encoding): Validator {
    const plain = { coerce_str: false, coerce_int: false, true: undefined, false: undefined };
    const own = this.keepsInput() ? this : changed<Bool>(Bool, this, plain);
    const [yes, no] = [this.true?.[0], this.false?.[0]];
    const hasWords = yes !== undefined && no !== undefined;
    const wanted = prefers(
      "boolean",
      (this.coerce_str || hasWords) && "string",
      this.coerce_int && "number",
      this.coerce_int && "bigint",
    );
    if (wanted === "boolean") return own;
    const word = (value: boolean): string => (hasWords ? (value ? yes : no) : String(value));
    const form = wanted === "string" ? word : Number;
    const run = (input: unknown, report: Report): unknown => {
      const value = own.check(input, report);
      return typeof value === "boolean" ? form(value) : value;
    };
    return encoder(this, [own], run, wanted === "string" && hasWords ? [yes, no] : wanted);
  }

  [TAKES](): readonly JsonType[] | undefined {
    return this.keepsInput() ? ["boolean"] : undefined;
  }

  override keepsInput(): boolean {
    return !this.coerce_str && !this.coerce_int && (this.true ?? this.false) === undefined;
  }
}

/** A property for the same reason as in `OrNull`. */
interface BoolInput<P> {
  readonly type:
    | boolean
    | IfGiven<P, Off<"coerce_str" | "true" | "false">, string>
    | IfGiven<P, Off<"coerce_int">, number>;
}

/**
 * A boolean. Errors: InvalidTypeError; OptionsError (`actual` in lower case) for a string that is not a name.
 * @param params `nullable`, `coerce_str`, `coerce_int`, `true`, `false`, `alias`, `replace`
 * @example Bool({ coerce_str: true })("yes"); // true
 */
export const Bool: BoolConstructor = callable("Bool", BoolValidator);
export interface Bool<in out P = {}> extends ValidatorOf<P, boolean, BoolInput<P>["type"]>, FieldsOf<typeof params> {}
type Flags = "nullable" | "coerce_str" | "coerce_int";
/** The parameters, each certainly given. */
export interface BoolTable extends Usual<BoolParams, Flags, "true" | "false"> {}
/** The signatures of `Bool`. The last one is for other parameters. */
export interface BoolConstructor extends ValidatorStatics<Bool> {
  (): Bool;
  <K extends keyof BoolTable>(
    params: GivenParams<K, BoolTable>,
    ...none: IfUsual<K>
  ): Returned<Bool<Affecting<K & Flags>>, K>;
  <const P extends Only<BoolParams & Bound, P> = BoolParams, K extends string = never>(
    params?: P & WordParams & Names<K>,
    ...none: IfOther<keyof BoolTable, K, P>
  ): Returned<Bool<TypeAffectingPart<P, Flags | "true" | "false">>, P>;
  new <const P extends Only<BoolParams, P> = Unset<BoolParams>>(params?: P): Bool<P>;
}
