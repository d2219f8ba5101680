/** Arbitraries of Int, Float, Str, Bool and Bytes: the inputs that become the values of their rules. */
import fc from "fast-check";
import { rulesOf } from "../core/builtin.ts";
import type { Leaf } from "../core/rules/leaf.ts";
import type { Validator } from "../core/validator.ts";
import type { Bool } from "../validators/bool.ts";
import type { Bytes } from "../validators/bytes.ts";
import type { Float } from "../validators/float.ts";
import type { Int } from "../validators/int.ts";
import type { Str } from "../validators/str.ts";
import { encoded } from "../values/binary-text.ts";
import { BOOLEAN_NAMES } from "../values/boolean.ts";
import { accepted, type Kind, nameOf, orNull, possible, refusal, refusedBy, wrongType } from "./kind.ts";
import { brokenBy, edgesOf, valuesOf } from "./rules.ts";
import { such } from "./such.ts";

/** The inputs for values. */
type Inputs<V, T> = (validator: V, values: fc.Arbitrary<T>, json: boolean) => fc.Arbitrary<unknown>;

/*#__NO_SIDE_EFFECTS__*/ function leafKind<V extends object, T>(inputs: Inputs<V, T>): Kind<V & Validator> {
  return {
    valid(validator, to) {
      const values = valuesOf(rulesOf(validator) as Leaf, to.json) as fc.Arbitrary<T> | undefined;
      const own = values
        ? accepted(validator, inputs(validator, values, to.json), to)
        : to.none(validator, "nothing is within its limits");
      return orNull(validator, own);
    },
    faults(validator, { json }) {
      const leaf = rulesOf(validator) as Leaf;
      const broken = edgesOf(leaf, json).map(([rule, values]) => {
        const all = inputs(validator, values as fc.Arbitrary<T>, json);
        return refusedBy(
          validator,
          such(all, (input) => brokenBy(leaf, input) === rule, nameOf(validator)),
        );
      });
      return { single: possible([wrongType(validator), ...broken]) };
    },
  };
}

/** Some of the values as other forms of them. */
const orAs = <T>(values: fc.Arbitrary<T>, ...others: readonly (fc.Arbitrary<unknown> | false | undefined)[]) =>
  fc.oneof({ weight: 4, arbitrary: values }, ...others.filter((one) => one !== false && one !== undefined));

export const int: Kind<Int & Validator> = /*#__PURE__*/ leafKind<Int, number | bigint>((int, values, json) => {
  const numbers = values.map((value) => (int.bigint && !json ? BigInt(value) : Number(value)));
  return orAs(numbers, int.coerce && numbers.map(String));
});

export const float: Kind<Float & Validator> = /*#__PURE__*/ leafKind<Float, number>((float, values) =>
  orAs(values, float.coerce && values.map(String)),
);

export const str: Kind<Str & Validator> = /*#__PURE__*/ leafKind<Str, string>(
  ({ coerce, strip, normspace, case: letters }, values) =>
    orAs(
      values,
      coerce && fc.oneof(fc.integer(), fc.boolean()),
      (strip || normspace) && values.map((text) => ` ${text}\n`),
      normspace && values.map((text) => text.replaceAll(" ", " \t ")),
      letters && values.map((text) => (letters === "lower" ? text.toUpperCase() : text.toLowerCase())),
    ),
);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const bool: Kind<Bool & Validator> = /*#__PURE__*/ leafKind<Bool, boolean>((bool, values) => {
  const { coerce_str, coerce_int, true: yes = [], false: no = [] } = bool;
  const words = [...yes, ...no];
  return orAs(
    values,
    words.length > 0 && fc.constantFrom(...words),
    coerce_str && fc.constantFrom(...BOOLEAN_NAMES, ...BOOLEAN_NAMES.map(capitalized)),
    coerce_int && fc.integer({ min: -2, max: 2 }),
  );
});

export const bytes: Kind<Bytes & Validator> = /*#__PURE__*/ leafKind<Bytes, Uint8Array>((validator, values, json) => {
  const { format } = validator;
  const texts = format && values.map((one) => encoded(one, format));
  if (!json) return orAs(values, texts);
  if (texts === undefined) throw refusal(validator as never, "JSON has no form for bytes");
  return texts;
});
