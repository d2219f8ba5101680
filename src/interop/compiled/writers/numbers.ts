/** Int and Float. */
import { rulesOf } from "../../../core/builtin.ts";
import type { Validator } from "../../../core/validator.ts";
import { ownValue } from "../../../values/input.ts";
import { type Doc, object } from "../../source/layout.ts";
import { member, scalar } from "../../source/values.ts";
import type { NodeWriter } from "../nodes.ts";

const LIMITS = ["min", "max", "exclusive_min", "exclusive_max", "multiple_of"] as const;

/** The digits of integers beyond the safe range may decide. */
const readsDigits = (validator: Validator): boolean =>
  (rulesOf(validator) as { readonly readsDigits?: boolean }).readsDigits === true;

export function int(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "nullable", "coerce", "options", "bigint", "unsafe", "exact", ...LIMITS);
  const { bigint, exact, unsafe } = validator as never as { readonly [name: string]: never };
  writer.texts.type();
  if (bigint || exact) return writer.nullable(validator, ofAnySize(writer, validator));
  if (unsafe) return writer.nullable(validator, ofUnsafe(writer, validator));
  const { min, max, options, coerce } = validator as never as { readonly [name: string]: never };
  const limits = limitsOf(writer, validator, {
    min: min !== undefined && min > Number.MIN_SAFE_INTEGER ? min : Number.MIN_SAFE_INTEGER,
    max: max !== undefined && max < Number.MAX_SAFE_INTEGER ? max : Number.MAX_SAFE_INTEGER,
  });
  const rules = options === undefined ? [] : [writer.options(options)];
  if (!coerce) return writer.nullable(validator, writer.run("integer", limits, ...rules));
  return writer.nullable(validator, writer.run("convertedInteger", integerFrom(writer, coerce), limits, ...rules));
}

/** The function that reads integers. */
const integerFrom = (writer: NodeWriter, coerce: unknown): Doc =>
  writer.use(coerce === "text" ? "textToInteger" : coerce ? "toInteger" : "exactInteger");

function ofAnySize(writer: NodeWriter, validator: Validator): Doc {
  writer.texts.message("min_value", "max_value", "max_length");
  writer.texts.unit("digit");
  writer.writesBigints();
  const { bigint, coerce } = validator as never as { readonly [name: string]: unknown };
  const args = [
    scalar(coerce || false, writer.names) as string,
    ownLimits(writer, validator),
    ...anyOptions(writer, validator),
  ];
  return writer.run(bigint ? "bigInteger" : "exactIntegers", ...args);
}

function ofUnsafe(writer: NodeWriter, validator: Validator): Doc {
  const coerce = ownValue(validator, "coerce");
  const doc = writer.run(
    "unsafeInteger",
    integerFrom(writer, coerce),
    String(Boolean(coerce)),
    ownLimits(writer, validator),
    ...anyOptions(writer, validator),
  );
  return readsDigits(validator) ? writer.run("withDigits", doc) : doc;
}

function anyOptions(writer: NodeWriter, validator: Validator): Doc[] {
  const options = ownValue(validator, "options") as readonly unknown[] | undefined;
  return options === undefined ? [] : [writer.options(options, "integerOptions")];
}

export function float(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "nullable", "coerce", "nan", "inf", "exact", ...LIMITS);
  writer.texts.type();
  const limits = ownLimits(writer, validator);
  const coerce = ownValue(validator, "coerce");
  const convert = writer.use(coerce === "text" ? "textToNumber" : coerce ? "toNumber" : "exactNumber");
  const isText = String(coerce === "text");
  if (ownValue(validator, "exact") === true) {
    writer.writesBigints();
    const own = writer.run("exactFloat", convert, String(Boolean(coerce)), isText, limits);
    return writer.nullable(validator, own);
  }
  const rules = readsDigits(validator) ? [writer.use("digits")] : [];
  if (!coerce) return writer.nullable(validator, writer.run("number", limits, ...rules));
  return writer.nullable(validator, writer.run("convertedNumber", convert, isText, limits, ...rules));
}

/** The limits as they are given. */
const ownLimits = (writer: NodeWriter, validator: Validator): Doc =>
  limitsOf(writer, validator, {
    min: ownValue(validator, "min"),
    max: ownValue(validator, "max"),
    nan: ownValue(validator, "nan") || undefined,
    inf: ownValue(validator, "inf") || undefined,
  });

function limitsOf(writer: NodeWriter, validator: Validator, given: Readonly<Record<string, unknown>>): Doc {
  const names = ["exclusive_min", "exclusive_max", "multiple_of"];
  const all = { ...given, ...Object.fromEntries(names.map((name) => [name, ownValue(validator, name)])) };
  const limits = Object.entries(all).filter(([, value]) => value !== undefined);
  for (const [name] of limits)
    if (name !== "nan" && name !== "inf") writer.texts.message(name === "multiple_of" ? "multiple" : `${name}_value`);
  return object(limits.map(([name, value]) => member(name, scalar(value, writer.names) as string)));
}
