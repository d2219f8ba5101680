/** The encoders of Date, Time and Datetime: text in their `format`, or a timestamp. */
import { type Civil, epochNanoseconds, jsDate, MAX_YEAR, MIN_YEAR } from "../../text/time/clock.ts";
import { isNamed, isoText, type Kind } from "../../text/time/iso.ts";
import { hasOffset, strftime } from "../../text/time/strftime.ts";
import { typeName } from "../../values/input.ts";
import { type Moment, type Temporal, temporal, toMoment } from "../../values/temporal.ts";
import type { ReaderParams } from "../dates/reader.ts";
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

const MINUTE = 60_000_000;
/** A format without fractions of a second drops them. */
const SECOND = 1_000_000_000n;
/** A timestamp drops what is less than this, in nanoseconds. */
const MICROSECOND = 1000n;

/** A moment as plain numbers. RFC 3339 has no offsets with seconds: such a moment is that of UTC. */
function civilOf(moment: Moment): Civil {
  const { ZonedDateTime, PlainTime } = temporal();
  let offset: number | undefined;
  let own = moment;
  if (own instanceof ZonedDateTime) {
    if ((own.offsetNanoseconds / 1000) % MINUTE !== 0) own = own.withTimeZone("UTC");
    offset = own.offsetNanoseconds / 1000;
  }
  const parts = own instanceof PlainTime ? own : own.withCalendar("iso8601");
  const { year = 1900, month = 1, day = 1 } = parts as Partial<Temporal.PlainDateTime>;
  const { hour = 0, minute = 0, second = 0, nanosecond = 0 } = parts as Partial<Temporal.PlainDateTime>;
  const { millisecond = 0, microsecond = 0 } = parts as Partial<Temporal.PlainDateTime>;
  return { year, month, day, hour, minute, second, microsecond: millisecond * 1000 + microsecond, nanosecond, offset };
}

/**
 * The Unix timestamp of a moment; a date is its midnight, a naive moment is in the local time zone.
 * @param scale the number of units in a second.
 */
function timestampOf(moment: Moment, tz: string | undefined, scale: number): number {
  const { PlainDate, ZonedDateTime } = temporal();
  const zoned = moment instanceof PlainDate && tz !== undefined ? moment.toZonedDateTime(tz) : moment;
  if (zoned instanceof ZonedDateTime) {
    const microseconds = zoned.epochNanoseconds / 1000n;
    // Microseconds of some centuries are more than a number has digits for.
    return scale === 1
      ? Number(microseconds) / 1e6
      : zoned.epochMilliseconds + Number(microseconds - BigInt(zoned.epochMilliseconds) * 1000n) / 1000;
  }
  const { year, month, day, hour, minute, second, microsecond } = civilOf(moment);
  const date = new Date(0);
  date.setFullYear(year, month - 1, day);
  return (date.setHours(hour, minute, second, 0) / 1000 + microsecond / 1e6) * scale;
}

/** How far what the validator reads is from the value, in nanoseconds; undefined if it is another. */
function differenceOf(value: Moment, read: unknown): bigint | undefined {
  const moment = toMoment(read);
  if (moment === undefined) return undefined;
  const difference = epochNanoseconds(civilOf(value)) - epochNanoseconds(civilOf(moment));
  const size = difference < 0n ? -difference : difference;
  return size < SECOND ? size : undefined;
}

const isYear = (year: number): boolean => year >= MIN_YEAR && year <= MAX_YEAR;

/** The text of a moment outside the years of texts in its time zone, if it is in one of them with another offset. */
function shiftedText(value: Moment, kind: Kind): string | undefined {
  if (!(value instanceof temporal().ZonedDateTime)) return undefined;
  const civil = civilOf(value.withTimeZone(value.year < MIN_YEAR ? "+23:59" : "-23:59"));
  return isYear(civil.year) ? isoText(civil, kind) : undefined;
}

/** Why a validator has no input that is JSON. */
function reasonOf({ format, parser }: DateValidator): string {
  if (format !== undefined) return "texts in its format are never valid";
  return parser === undefined ? "it has no format" : "it has no format, only a parser";
}

/**
 * The encoder of a validator of dates.
 * @param validated validates a value that is neither text nor a number.
 * @param isAware the values are moments.
 * @param quick the text of a value that needs no validation, if it is one.
 */
export function dateEncoder(
  validator: DateValidator,
  { isJson, prefers }: Encoding,
  kind: Kind,
  validated: (input: unknown, report: Report) => Moment | Failed,
  isAware?: boolean,
  quick?: (input: unknown) => string | undefined,
): Validator | string {
  const { coerce, tz, as = "temporal" } = validator;
  const takesNumbers = validator.unixts === true || coerce !== undefined;
  // Otherwise the offset of a value is not that of its text.
  const keepsOffset = tz === undefined && as === "temporal";
  // Text without an offset is naive.
  const isRead = kind !== "datetime" || validator.format === "iso" || hasOffset(validator.format) === isAware;
  const format = isRead ? validator.format : undefined;
  const form = prefers(
    coerce !== undefined && "number",
    format !== undefined && "string",
    takesNumbers && "number",
    !isJson && "moment",
    !isJson && "date",
  );
  if (form === undefined) return reasonOf(validator);
  const named = isNamed(format);
  const text = format === undefined || named ? undefined : strftime(format);
  const toText = (value: Moment): string | undefined => {
    const civil = civilOf(value);
    if (isYear(civil.year)) return text === undefined ? isoText(civil, kind) : text(civil);
    return named && !keepsOffset ? shiftedText(value, kind) : undefined;
  };
  const forms: ((value: Moment) => string | number | undefined)[] = [];
  if (format !== undefined) forms.push(toText);
  if (takesNumbers) forms.push((value) => timestampOf(value, tz, coerce === "unix_ms" ? 1000 : 1));
  if (form === "number") forms.reverse();
  /** How far what the validator reads again is from the value. */
  const lossOf = (value: Moment, written: string | number, report: Report): bigint | undefined => {
    const trial = openTrial(report);
    const read = validator.check(written, report);
    closeTrial(trial, report, read);
    return differenceOf(value, read);
  };
  return encoder(validator, [], (input, report) => {
    if (input === null && validator.nullable) return null;
    const known = form === "string" ? quick?.(input) : undefined;
    if (known !== undefined) return known;
    if (typeof input !== "object") return report.fail(InvalidTypeError, kind, typeName(input));
    const value = validated(input, report);
    if (value === FAILED || form === "moment") return value;
    if (form === "date") return jsDate(civilOf(value));
    let [nearest, least] = [undefined as string | number | undefined, SECOND];
    for (const write of forms) {
      const written = write(value);
      if (written === undefined) continue;
      if (named && typeof written === "string") return written;
      const loss = lossOf(value, written, report);
      if (loss !== undefined && loss < least) [nearest, least] = [written, loss];
      if (least < MICROSECOND) break;
    }
    return nearest ?? report.fail(DatetimeParseError, format ?? coerce ?? "unixts", String(value));
  });
}
