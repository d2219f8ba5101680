/** Int and Float. */
import { rulesOf } from "../../../core/builtin.ts";
import type { Validator } from "../../../core/validator.ts";
import { isBeyondLimit } from "../../../values/digits.ts";
import { ownValue } from "../../../values/input.ts";
import { type Doc, object } from "../../source/layout.ts";
import { member, scalar } from "../../source/values.ts";
import type { NodeWriter } from "../nodes.ts";

export function int(writer: NodeWriter, validator: Validator): Doc {
  const limitNames = ["min", "max", "exclusive_min", "exclusive_max", "multiple_of"];
  writer.knows(validator, "nullable", "coerce", "options", ...limitNames);
  const { min, max, options } = validator as never as { readonly [name: string]: never };
  const limits = limitsOf(writer, validator, {
    min: min !== undefined && min > Number.MIN_SAFE_INTEGER ? min : Number.MIN_SAFE_INTEGER,
    max: max !== undefined && max < Number.MAX_SAFE_INTEGER ? max : Number.MAX_SAFE_INTEGER,
  });
  writer.texts.type();
  const rules = options === undefined ? [] : [writer.options(options)];
  const coerce = ownValue(validator, "coerce");
  if (!coerce) return writer.nullable(validator, writer.run("integer", limits, ...rules));
  const convert = writer.use(coerce === "text" ? "textToInteger" : "toInteger");
  return writer.nullable(validator, writer.run("convertedInteger", convert, limits, ...rules));
}

export function float(writer: NodeWriter, validator: Validator): Doc {
  const limitNames = ["min", "max", "exclusive_min", "exclusive_max", "multiple_of"];
  writer.knows(validator, "nullable", "coerce", "nan", "inf", ...limitNames);
  writer.texts.type();
  const limits = limitsOf(writer, validator, {
    min: ownValue(validator, "min"),
    max: ownValue(validator, "max"),
    nan: ownValue(validator, "nan") || undefined,
    inf: ownValue(validator, "inf") || undefined,
  });
  const rules = (rulesOf(validator) as { readonly readsDigits?: boolean }).readsDigits ? [writer.use("digits")] : [];
  const coerce = ownValue(validator, "coerce");
  if (!coerce) return writer.nullable(validator, writer.run("number", limits, ...rules));
  const convert = writer.use(coerce === "text" ? "textToNumber" : "toNumber");
  const isText = String(coerce === "text");
  return writer.nullable(validator, writer.run("convertedNumber", convert, isText, limits, ...rules));
}

function limitsOf(writer: NodeWriter, validator: Validator, given: Readonly<Record<string, unknown>>): Doc {
  const names = ["exclusive_min", "exclusive_max", "multiple_of"];
  const all = { ...given, ...Object.fromEntries(names.map((name) => [name, ownValue(validator, name)])) };
  const limits = Object.entries(all).filter(([, value]) => value !== undefined);
  for (const [name, value] of limits) {
    if (isBeyondLimit(value as number)) writer.decline(`the limit ${value} is beyond the safe range`);
    if (name !== "nan" && name !== "inf") writer.texts.message(name === "multiple_of" ? "multiple" : `${name}_value`);
  }
  return object(limits.map(([name, value]) => member(name, scalar(value, writer.names) as string)));
}
