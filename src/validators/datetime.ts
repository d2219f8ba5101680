/** Datetime: a date and a time of day, naive or in a time zone (specification, "Datetime"). */
import { type Constructor, callable, type Made, type ValidatorOf, withParams } from "../builtin.ts";
import { expectFlag, ValueError } from "../contracts.ts";
import { DatetimeTypeError } from "../errors/errors.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { type Civil, localCivil, now, offsetZone, plainDateTime, toZoned, zonedDateTime } from "../time/clock.ts";
import { datetimeLimit, delta, dumpedAsText, format, parser, zone } from "../time/params.ts";
import { type FromNumber, type FromText, isOutside, Reader, type TimeLimits } from "../time/reader.ts";
import { type Moment, type Temporal, temporal } from "../time/temporal.ts";
import type { IfMaybe, ParamsOf, Unset } from "../types.ts";
import type { Contract } from "../validator.ts";
import { ownValue } from "../values/input.ts";

type AnyDatetime = Temporal.PlainDateTime | Temporal.ZonedDateTime;

/** The last parameter: here it is known whether the limits are of the right kind. */
const zoneOfLimits: Contract<string | undefined> = (owner, attr, value) => {
  const tz = zone(owner, attr, value);
  const { PlainDateTime, ZonedDateTime } = temporal();
  const [wrong, kind] = tz === undefined ? [ZonedDateTime, "naive"] : [PlainDateTime, "timezone-aware"];
  for (const name of ["min", "max"] as const) {
    if (ownValue(owner, name) instanceof wrong) {
      throw new ValueError(`${owner.constructor.name}.${name} should be ${kind} datetime object`);
    }
  }
  return tz;
};

/** An aware limit, in `tz`; whether `tz` is one is checked when it comes. */
const limitInZone: typeof datetimeLimit = dumpedAsText((owner, attr, value, given) => {
  const limit = datetimeLimit(owner, attr, value);
  const tz = given && ownValue(given, "tz");
  if (!(limit instanceof temporal().ZonedDateTime) || typeof tz !== "string") return limit;
  try {
    return limit.withTimeZone(tz);
  } catch {
    return limit;
  }
});

const params = {
  /** Accept null. */
  nullable: expectFlag,
  /** Accept Unix timestamps, in seconds: in `tz`, or naive in the local time zone. */
  unixts: expectFlag,
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

class DatetimeValidator extends withParams(params) {
  readonly #reader: Reader<AnyDatetime> = new Reader(this, {
    type: "datetime",
    fromCivil: (civil) => this.#datetimeOf(civil),
    fromMoment: (moment) => this.#toDatetime(moment),
  });
  /** The limits as values have them: in `tz`. */
  readonly #bounds: TimeLimits<AnyDatetime> = {
    min: this.min && this.#toDatetime(this.min),
    max: this.max && this.#toDatetime(this.max),
  };

  override check(input: unknown, report: Report): AnyDatetime | null | Failed {
    if (input === null && this.nullable) return null;
    const value = this.#reader.read(input, report);
    if (value === FAILED) return FAILED;
    const aware = value instanceof temporal().ZonedDateTime;
    if (aware !== (this.tz !== undefined)) return report.fail(DatetimeTypeError, aware ? "naive" : "tzaware", value);
    if (isOutside(compare, this.#bounds, value, report)) return FAILED;
    const { relmin, relmax } = this;
    if (relmin === undefined && relmax === undefined) return value;
    const current = this.tz === undefined ? plainDateTime(localCivil(now())) : toZoned(now(), this.tz);
    const bounds = { min: relmin && current.add(relmin), max: relmax && current.add(relmax) };
    return isOutside(compare, bounds, value, report) ? FAILED : value;
  }

  #datetimeOf(civil: Civil): AnyDatetime {
    if (civil.offset === undefined) return plainDateTime(civil);
    return zonedDateTime(civil, this.tz ?? offsetZone(civil.offset));
  }

  /** Aware datetimes are moved to `tz`; dates become midnight, in `tz` if there is one. */
  #toDatetime(moment: Moment): AnyDatetime | undefined {
    const { tz } = this;
    const { PlainDate, PlainTime, ZonedDateTime } = temporal();
    if (moment instanceof PlainTime) return undefined;
    if (moment instanceof PlainDate) return tz === undefined ? moment.toPlainDateTime() : moment.toZonedDateTime(tz);
    return moment instanceof ZonedDateTime && tz !== undefined ? moment.withTimeZone(tz) : moment;
  }

  override keepsInput(): boolean {
    return false;
  }
}

/** The order of two of one kind: of moments, not of what clocks show. In the hour that comes twice, clocks go back. */
function compare(a: AnyDatetime, b: AnyDatetime): number {
  const { PlainDateTime, ZonedDateTime } = temporal();
  const aware = a instanceof ZonedDateTime && b instanceof ZonedDateTime;
  return aware ? ZonedDateTime.compare(a, b) : PlainDateTime.compare(a, b);
}

/** What a {@link Datetime} with parameters `P` returns. */
export type DatetimeOutput<P> =
  | IfMaybe<P, "tz", string, Temporal.ZonedDateTime>
  | (P extends { readonly tz: string } ? never : Temporal.PlainDateTime);

/** What a {@link Datetime} with parameters `P` takes. */
export type DatetimeInput<P> =
  | Temporal.PlainDate
  | IfMaybe<P, "tz", string, Temporal.ZonedDateTime | Temporal.Instant | globalThis.Date>
  | (P extends { readonly tz: string } ? never : Temporal.PlainDateTime)
  | FromText<P>
  | FromNumber<P>;

/** Parameters of {@link Datetime}. */
export interface DatetimeParams extends ParamsOf<typeof params> {}

/** A validator made by {@link Datetime}. */
export interface Datetime<P = Unset<DatetimeParams>>
  extends ValidatorOf<typeof params, P, DatetimeOutput<P>, DatetimeInput<P>> {}

interface MadeDatetime extends Made {
  readonly made: Datetime<this["given"]>;
}

/**
 * A date and time: without `tz` a naive `Temporal.PlainDateTime`, with `tz` a `Temporal.ZonedDateTime` in it. A
 * JavaScript Date and an Instant are aware. A date becomes midnight.
 * Errors, in order: InvalidTypeError, DatetimeParseError, DatetimeTypeError; MinValueError, MaxValueError.
 */
export const Datetime: Constructor<MadeDatetime, DatetimeParams, Unset<DatetimeParams>> = callable(
  "Datetime",
  DatetimeValidator,
);
