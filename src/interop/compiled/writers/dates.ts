/** Date, Time and Datetime. */
import { toDatetime } from "../../../core/dates/conversions.ts";
import { takesOffsets } from "../../../core/params/date.ts";
import type { Validator } from "../../../core/validator.ts";
import { isNamed, type Kind } from "../../../text/time/iso.ts";
import { ownValue } from "../../../values/input.ts";
import type { Moment } from "../../../values/temporal.ts";
import { type Doc, type Member, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { AnyFunction, NodeWriter } from "../nodes.ts";

const LIMITS = ["min", "max", "relmin", "relmax"] as const;

/** What is read, and the limits. */
function rulesOf(writer: NodeWriter, validator: Validator, kind: Kind, limit: (value: unknown) => unknown): Member[] {
  const given = validator as never as { readonly [name: string]: unknown };
  const { format, parser, unixts, coerce, tz } = given;
  writer.texts.type();
  writer.texts.typeNamed(kind, "invalid datetime");
  writer.texts.message("min_value", "max_value", "min_time", "max_time");
  const rules: (Member | false)[] = [
    unixts === true && member("unixts", "true"),
    coerce !== undefined && member("coerce", quoted(String(coerce))),
    tz !== undefined && member("tz", quoted(String(tz))),
  ];
  if (typeof format === "string") {
    writer.texts.message(isNamed(format) ? "datetime_parse_standard" : "datetime_parse_format");
    const parse = isNamed(format)
      ? writer.run("isoReader", quoted(format), quoted(kind))
      : writer.run("strptime", quoted(format));
    rules.push(member("format", quoted(format)), member("parse", parse));
  } else if (parser !== undefined) {
    writer.texts.message("datetime_parse");
    rules.push(member("parser", writer.functionOf(parser as AnyFunction, "parser")));
  }
  for (const name of LIMITS) {
    const value = given[name];
    const text = value === undefined ? undefined : String(name.startsWith("rel") ? value : limit(value));
    rules.push(text !== undefined && member(name, quoted(text)));
  }
  return rules.filter((one) => one !== false);
}

const asItIs = (value: unknown): unknown => value;

export function date(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "nullable", "unixts", "format", "parser", "tz", "as", ...LIMITS);
  const rules = object(rulesOf(writer, validator, "date", asItIs));
  const isMidnight = ownValue(validator, "as") === "date" ? ["true"] : [];
  return writer.nullable(validator, writer.run("date", rules, ...isMidnight));
}

export function time(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "nullable", "format", "parser", "min", "max");
  return writer.nullable(validator, writer.run("time", object(rulesOf(writer, validator, "time", asItIs))));
}

export function datetime(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(
    validator,
    ...["nullable", "unixts", "coerce", "format", "parser", "default_time", "tz", "as"],
    ...LIMITS,
  );
  const { tz, as, default_time } = validator as never as { readonly [name: string]: string | undefined };
  writer.texts.message("datetime_naive", "datetime_tzaware");
  const zone = tz ?? (takesOffsets(validator) ? "UTC" : undefined);
  const { fromMoment } = toDatetime(zone);
  const rules = [
    ...rulesOf(writer, validator, "datetime", (value) => fromMoment(value as Moment, false)),
    default_time !== undefined && member("default_time", quoted(String(default_time))),
    zone !== undefined && member("isAware", "true"),
    as !== undefined && as !== "temporal" && member("as", quoted(as)),
  ].filter((one) => one !== false);
  return writer.nullable(validator, writer.run("datetime", object(rules)));
}
