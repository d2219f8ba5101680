/** Date, Time and Datetime. */
import { toDatetime } from "../../../core/dates/conversions.ts";
import { takesOffsets } from "../../../core/params/date.ts";
import type { Validator } from "../../../core/validator.ts";
import { isNamed, type Kind } from "../../../text/time/iso.ts";
import type { Moment } from "../../../values/temporal.ts";
import { type Doc, type Member, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { AnyFunction, Given, NodeWriter } from "../nodes.ts";

/**
 * What is read, and the limits.
 * @param given the parameters that the class does not have alone.
 */
function rulesOf(
  writer: NodeWriter,
  validator: Validator,
  kind: Kind,
  given: Given,
  limit: (value: unknown) => unknown = (value) => value,
): Member[] {
  const { format, parser, unixts, coerce, tz, min, max, relmin, relmax, ...others } = given;
  writer.declineOthers(validator, others);
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
  for (const [name, value] of Object.entries({ min, max, relmin, relmax })) {
    const text = value === undefined ? undefined : String(name.startsWith("rel") ? value : limit(value));
    rules.push(text !== undefined && member(name, quoted(text)));
  }
  return rules.filter((one) => one !== false);
}

export function date(writer: NodeWriter, validator: Validator): Doc {
  const { as, ...given } = writer.given(validator);
  const rules = object(rulesOf(writer, validator, "date", given));
  return writer.run("date", rules, ...(as === "date" ? ["true"] : []));
}

export function time(writer: NodeWriter, validator: Validator): Doc {
  return writer.run("time", object(rulesOf(writer, validator, "time", writer.given(validator))));
}

export function datetime(writer: NodeWriter, validator: Validator): Doc {
  const { as, default_time, ...given } = writer.given(validator);
  writer.texts.message("datetime_naive", "datetime_tzaware");
  const zone: string | undefined = given.tz ?? (takesOffsets(validator) ? "UTC" : undefined);
  const { fromMoment } = toDatetime(zone);
  const rules = [
    ...rulesOf(writer, validator, "datetime", given, (value) => fromMoment(value as Moment, false)),
    default_time !== undefined && member("default_time", quoted(String(default_time))),
    zone !== undefined && member("isAware", "true"),
    as !== undefined && as !== "temporal" && member("as", quoted(as)),
  ].filter((one) => one !== false);
  return writer.run("datetime", object(rules));
}
