/** The encoders of Date, Time and Datetime: text in their `format`, or a timestamp. */
import { isNamed, type Kind } from "../../text/time/iso.ts";
import { hasOffset } from "../../text/time/strftime.ts";
import { typeName } from "../../values/input.ts";
import type { Moment } from "../../values/temporal.ts";
import type { ReaderParams } from "../dates/reader.ts";
import {
  dateOf,
  dateText,
  formatWriter,
  isoWriter,
  nearest,
  timestampWriter,
  type WriteMoment,
} from "../dates/writing.ts";
import { DatetimeParseError, InvalidTypeError } from "../errors/errors.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { closeTrial, openTrial } from "../report/trial.ts";
import type { Validator } from "../validator.ts";
import { encoder } from "./encoder.ts";
import type { Encoding } from "./encodings.ts";

interface DateValidator extends Validator, ReaderParams {
  readonly nullable: boolean;
  readonly as?: string | undefined;
}

/** What the values of a validator are written as. */
export interface DateForm {
  readonly kind: Kind;
  readonly as: "string" | "number" | "moment" | "date";
  /** The format of texts, if they are read again. */
  readonly format: string | undefined;
  readonly takesNumbers: boolean;
  /** The offset of a value is that of its text. */
  readonly keepsOffset: boolean;
  /** The text of a JavaScript Date needs no validation. */
  readonly isQuick: boolean;
}

/** Why a validator has no input that is JSON. */
function reasonOf({ format, parser }: DateValidator): string {
  if (format !== undefined) return "texts in its format are never valid";
  return parser === undefined ? "it has no format" : "it has no format, only a parser";
}

/** @param isAware the values are moments. */
function formOf(
  validator: DateValidator,
  { isJson, prefers }: Encoding,
  kind: Kind,
  isAware: boolean | undefined,
  isQuick: boolean,
): DateForm | undefined {
  const { coerce, tz, as = "temporal" } = validator;
  const takesNumbers = validator.unixts === true || coerce !== undefined;
  // Text without an offset is naive.
  const isRead = kind !== "datetime" || validator.format === "iso" || hasOffset(validator.format) === isAware;
  const format = isRead ? validator.format : undefined;
  const form = prefers(
    coerce !== undefined && "number",
    format !== undefined && "string",
    takesNumbers && "number",
    !isJson && "moment",
    !isJson && "date",
  ) as DateForm["as"] | undefined;
  // Otherwise the offset of a value is not that of its text.
  const keepsOffset = tz === undefined && as === "temporal";
  return form && { kind, as: form, format, takesNumbers, keepsOffset, isQuick: isQuick && form === "string" };
}

/** What writes the values, in the order of preference. */
function writersOf({ coerce, tz }: DateValidator, { kind, as, format, takesNumbers, keepsOffset }: DateForm) {
  const writers: WriteMoment[] = [];
  if (format !== undefined) writers.push(isNamed(format) ? isoWriter(kind, keepsOffset) : formatWriter(format));
  if (takesNumbers) writers.push(timestampWriter(tz, coerce === "unix_ms" ? 1000 : 1));
  return as === "number" ? writers.reverse() : writers;
}

/**
 * The encoder of a validator of dates.
 * @param validated validates a value that is neither text nor a number.
 * @param isAware the values are moments.
 * @param isQuick the text of a JavaScript Date needs no validation.
 */
export function dateEncoder(
  validator: DateValidator,
  to: Encoding,
  kind: Kind,
  validated: (input: unknown, report: Report) => Moment | Failed,
  isAware?: boolean,
  isQuick = false,
): Validator | string {
  const form = formOf(validator, to, kind, isAware, isQuick);
  if (form === undefined) return reasonOf(validator);
  const { as, format } = form;
  const named = isNamed(format);
  const writers = writersOf(validator, form);
  const readAgain = (written: string | number, report: Report): unknown => {
    const trial = openTrial(report);
    const read = validator.check(written, report);
    closeTrial(trial, report, read);
    return read;
  };
  const run = (input: unknown, report: Report): unknown => {
    if (input === null && validator.nullable) return null;
    const known = form.isQuick ? dateText(input) : undefined;
    if (known !== undefined) return known;
    if (typeof input !== "object") return report.fail(InvalidTypeError, kind, typeName(input));
    const value = validated(input, report);
    if (value === FAILED || as === "moment") return value;
    if (as === "date") return dateOf(value);
    const written = nearest(value, writers, named, (one) => readAgain(one, report));
    return written ?? report.fail(DatetimeParseError, format ?? validator.coerce ?? "unixts", String(value));
  };
  return encoder(validator, [], run, form);
}
