/** Datetime: a date and a time of day, naive or in a time zone (specification, "Datetime"). */
import { isOutside, type Range } from "../bounds.ts";
import { type Constructor, callable, type Made, type ParamsOf, type ValidatorOf, withParams } from "../builtin.ts";
import { DatetimeTypeError } from "../errors/errors.ts";
import { delta, format, limitInZone, parser, zoneOfLimits } from "../params/date.ts";
import { flag, nullable } from "../params/shared.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { type AnyDatetime, compareDatetimes, current, toDatetime } from "../time/conversions.ts";
import { type Conversion, type FromNumber, type FromText, Reader } from "../time/reader.ts";
import { type Temporal, temporal } from "../time/temporal.ts";
import type { IfMaybe, Unset } from "../types.ts";

const params = {
  ...nullable,
  /** Accept Unix timestamps, in seconds: in `tz`, or naive in the local time zone. */
  unixts: flag,
  /** Read strings as CPython's `strptime` does with this format. */
  format,
  /** Read strings with this function; only used without `format`. */
  parser,
  /** Lower limit, aware if `tz` is given and naive if not, or a date, whose midnight is meant; or ISO 8601 text. */
  min: limitInZone,
  /** Upper limit, as `min`. */
  max: limitInZone,
  /** Lower limit relative to the current moment: a Duration, or ISO 8601 text such as `"-PT1H"`. */
  relmin: delta,
  /** Upper limit relative to the current moment: a Duration, or ISO 8601 text. */
  relmax: delta,
  /** Takes aware datetimes, and moves them to this time zone: an IANA name or an offset. Without it only naive ones. */
  tz: zoneOfLimits,
};

export interface DatetimeParams extends ParamsOf<typeof params> {}

class DatetimeValidator extends withParams(params) {
  readonly #conversion: Conversion<AnyDatetime> = toDatetime(this.tz);
  readonly #reader: Reader<AnyDatetime> = new Reader(this, this.#conversion);
  /** The limits as values have them: in `tz`. */
  readonly #bounds: Range<AnyDatetime> = {
    min: this.min && this.#conversion.fromMoment(this.min, false),
    max: this.max && this.#conversion.fromMoment(this.max, false),
  };

  override check(input: unknown, report: Report): AnyDatetime | null | Failed {
    if (input === null && this.nullable) return null;
    const value = this.#reader.read(input, report);
    if (value === FAILED) return FAILED;
    const aware = value instanceof temporal().ZonedDateTime;
    if (aware !== (this.tz !== undefined)) return report.fail(DatetimeTypeError, aware ? "naive" : "tzaware", value);
    if (isOutside(compareDatetimes, this.#bounds, value, report)) return FAILED;
    const { relmin, relmax } = this;
    if (relmin === undefined && relmax === undefined) return value;
    const moment = current(this.tz);
    const bounds = { min: relmin && moment.add(relmin), max: relmax && moment.add(relmax) };
    return isOutside(compareDatetimes, bounds, value, report) ? FAILED : value;
  }

  override keepsInput(): boolean {
    return false;
  }
}

type DatetimeOutput<P> =
  | IfMaybe<P, "tz", string, Temporal.ZonedDateTime>
  | (P extends { readonly tz: string } ? never : Temporal.PlainDateTime);

type DatetimeInput<P> =
  | Temporal.PlainDate
  | IfMaybe<P, "tz", string, Temporal.ZonedDateTime | Temporal.Instant | globalThis.Date>
  | (P extends { readonly tz: string } ? never : Temporal.PlainDateTime)
  | FromText<P>
  | FromNumber<P>;

/**
 * A date and time: without `tz` a naive `Temporal.PlainDateTime`, with `tz` a `Temporal.ZonedDateTime` in it. A
 * JavaScript Date and an Instant are aware. A date becomes midnight.
 * Errors, in order: InvalidTypeError, DatetimeParseError, DatetimeTypeError; MinValueError, MaxValueError.
 */
export const Datetime: Constructor<MadeDatetime, DatetimeParams, Unset<DatetimeParams>> = callable(
  "Datetime",
  DatetimeValidator,
);
export interface Datetime<P = Unset<DatetimeParams>>
  extends ValidatorOf<typeof params, P, DatetimeOutput<P>, DatetimeInput<P>> {}
interface MadeDatetime extends Made {
  readonly made: Datetime<this["given"]>;
}
