/** Int and Float. */
import { rulesOf } from "../../../core/builtin.ts";
import type { Validator } from "../../../core/validator.ts";
import { type Doc, object } from "../../source/layout.ts";
import { member, scalar } from "../../source/values.ts";
import type { Given, NodeWriter } from "../nodes.ts";

/** The digits of integers beyond the safe range may decide. */
const readsDigits = (validator: Validator): boolean =>
  (rulesOf(validator) as { readonly readsDigits?: boolean }).readsDigits === true;

export function int(writer: NodeWriter, validator: Validator): Doc {
  const { coerce, bigint, exact, unsafe, options, ...given } = writer.given(validator);
  writer.texts.type();
  if (bigint || exact) {
    writer.texts.message("min_value", "max_value", "max_length");
    writer.texts.unit("digit");
    writer.writesBigints();
    const args = [scalar(coerce ?? false, writer.names) as string, limitsOf(writer, validator, given)];
    return writer.run(bigint ? "bigInteger" : "exactIntegers", ...args, ...anyOptions(writer, options));
  }
  const convert = coerce || unsafe ? [integerFrom(writer, coerce)] : [];
  if (unsafe) {
    const args = [String(Boolean(coerce)), limitsOf(writer, validator, given)];
    const doc = writer.run("unsafeInteger", ...convert, ...args, ...anyOptions(writer, options));
    return readsDigits(validator) ? writer.run("withDigits", doc) : doc;
  }
  const { min, max } = given;
  const limits = limitsOf(writer, validator, {
    ...given,
    min: min !== undefined && min > Number.MIN_SAFE_INTEGER ? min : Number.MIN_SAFE_INTEGER,
    max: max !== undefined && max < Number.MAX_SAFE_INTEGER ? max : Number.MAX_SAFE_INTEGER,
  });
  const rules = options === undefined ? [] : [writer.options(options)];
  return writer.run(coerce ? "convertedInteger" : "integer", ...convert, limits, ...rules);
}

/** The function that reads integers. */
const integerFrom = (writer: NodeWriter, coerce: unknown): Doc =>
  writer.use(coerce === "text" ? "textToInteger" : coerce ? "toInteger" : "exactInteger");

const anyOptions = (writer: NodeWriter, options: readonly unknown[] | undefined): Doc[] =>
  options === undefined ? [] : [writer.options(options, "integerOptions")];

export function float(writer: NodeWriter, validator: Validator): Doc {
  const { coerce, exact, ...given } = writer.given(validator);
  writer.texts.type();
  const limits = limitsOf(writer, validator, given);
  const convert = writer.use(coerce === "text" ? "textToNumber" : coerce ? "toNumber" : "exactNumber");
  const isText = String(coerce === "text");
  if (exact) {
    writer.writesBigints();
    return writer.run("exactFloat", convert, String(Boolean(coerce)), isText, limits);
  }
  const rules = readsDigits(validator) ? [writer.use("digits")] : [];
  return coerce
    ? writer.run("convertedNumber", convert, isText, limits, ...rules)
    : writer.run("number", limits, ...rules);
}

function limitsOf(writer: NodeWriter, validator: Validator, given: object): Doc {
  const { min, max, nan, inf, exclusive_min, exclusive_max, multiple_of, ...others } = given as Given;
  writer.declineOthers(validator, others);
  const all = { min, max, nan, inf, exclusive_min, exclusive_max, multiple_of };
  const limits = Object.entries(all).filter(([, value]) => value !== undefined);
  for (const [name] of limits)
    if (name !== "nan" && name !== "inf") writer.texts.message(name === "multiple_of" ? "multiple" : `${name}_value`);
  return object(limits.map(([name, value]) => member(name, scalar(value, writer.names) as string)));
}
