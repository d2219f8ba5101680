/** Date, Time and Datetime. */
import { toDatetime } from "../../../core/dates/conversions.ts";
import type { DateForm } from "../../../core/encode/dates.ts";
import { takesOffsets } from "../../../core/params/date.ts";
import type { Validator } from "../../../core/validator.ts";
import { isNamed, type Kind } from "../../../text/time/iso.ts";
import type { Moment } from "../../../values/temporal.ts";
import { array, type Doc, type Member, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { AnyFunction, Given, NodeWriter, WriteEncoder } from "../nodes.ts";

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

const rulesOfDate = (writer: NodeWriter, validator: Validator, given: Given): Doc =>
  object(rulesOf(writer, validator, "date", given));

export function date(writer: NodeWriter, validator: Validator): Doc {
  const { as, ...given } = writer.given(validator);
  return writer.run("date", rulesOfDate(writer, validator, given), ...(as === "date" ? ["true"] : []));
}

export function time(writer: NodeWriter, validator: Validator): Doc {
  return writer.run("time", object(rulesOf(writer, validator, "time", writer.given(validator))));
}

/** @param isTemporal the result is a Temporal value with a time zone, if it is a moment. */
export function datetime(writer: NodeWriter, validator: Validator, isTemporal = false): Doc {
  const { as, default_time, ...given } = writer.given(validator);
  writer.texts.message("datetime_naive", "datetime_tzaware");
  const zone: string | undefined = given.tz ?? (takesOffsets(validator) ? "UTC" : undefined);
  const { fromMoment } = toDatetime(zone);
  const rules = [
    ...rulesOf(writer, validator, "datetime", given, (value) => fromMoment(value as Moment, false)),
    default_time !== undefined && member("default_time", quoted(String(default_time))),
    zone !== undefined && member("isAware", "true"),
    !isTemporal && as !== undefined && as !== "temporal" && member("as", quoted(as)),
  ].filter((one) => one !== false);
  return writer.run("datetime", object(rules));
}

/** The node of the values of a validator, whose results are Temporal values. */
function validated(writer: NodeWriter, validator: Validator, kind: Kind): Doc {
  if (kind === "time") return time(writer, validator);
  if (kind === "datetime") return datetime(writer, validator, true);
  const { as, ...given } = writer.given(validator);
  const node = writer.run("date", rulesOfDate(writer, validator, given));
  return as === "date" ? writer.run("dayOf", node) : node;
}

const NODES = { date, time, datetime };

/** What writes the values: undefined if they are written as they are. */
function writeDoc(writer: NodeWriter, validator: Validator, form: DateForm): Doc | undefined {
  const { kind, as, format, takesNumbers, keepsOffset } = form;
  const { tz, coerce } = validator as never as { readonly [name: string]: string | undefined };
  if (as === "moment") return undefined;
  if (as === "date") return writer.use("dateOf");
  const writers: Doc[] = [];
  const named = isNamed(format);
  if (named) writers.push(writer.run("isoWriter", quoted(kind), String(keepsOffset)));
  else if (format !== undefined) writers.push(writer.run("formatWriter", quoted(format)));
  const zone = tz === undefined ? "undefined" : quoted(tz);
  if (takesNumbers) writers.push(writer.run("timestampWriter", zone, coerce === "unix_ms" ? "1000" : "1"));
  if (named && writers.length === 1) return writers[0];
  const sorted = as === "number" ? writers.reverse() : writers;
  const node = NODES[kind](writer, validator);
  return writer.run("nearestBy", node, array(sorted), String(named));
}

export const dateEncoder: WriteEncoder = (writer, { of, form }) => {
  const { kind, format, isQuick } = form as DateForm;
  const { coerce } = of as never as { readonly coerce?: string };
  const write = writeDoc(writer, of, form as DateForm);
  const expected = format ?? coerce;
  const rest = write === undefined ? [] : [write, ...(expected === undefined ? [] : [quoted(expected)])];
  writer.texts.message(isNamed(format) ? "datetime_parse_standard" : "datetime_parse_format");
  const doc = writer.run("momentEncoder", quoted(kind), validated(writer, of, kind), ...rest);
  return writer.nullable(of, isQuick ? writer.run("dateTextOr", doc) : doc);
};
