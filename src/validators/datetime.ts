/** Datetime: a date and a time of day, naive or in a time zone (specification, "Datetime"). */
import {
  type Constructor,
  callable,
  type FieldsOf,
  type Made,
  type ParamsOf,
  type ValidatorOf,
  withParams,
} from "../core/builtin.ts";
import { type AnyDatetime, compareDatetimes, current, toDatetime } from "../core/dates/conversions.ts";
import { type FromNumber, type FromText, Reader } from "../core/dates/reader.ts";
import { dateEncoder } from "../core/encode/dates.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { DatetimeTypeError } from "../core/errors/errors.ts";
import {
  datetimeFormat,
  delta,
  LIMIT_ZONE,
  limitInZone,
  momentForm,
  parser,
  takesOffsets,
  timeLimit,
  timestampUnit,
  zoneOfLimits,
} from "../core/params/date.ts";
import { flag } from "../core/params/shared.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { failsOrder, type Range } from "../core/rules/order.ts";
import type { IfGiven, IfMaybe, Off, Param, Unset } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { jsDate } from "../text/time/clock.ts";
import { type Temporal, temporal } from "../values/temporal.ts";

const params = {
  /** Accept null. */
  nullable: flag,
  /** Accept Unix timestamps, in seconds: in `tz`, or naive in the local time zone. */
  unixts: flag,
  /** Accept Unix timestamps that are moments, in seconds or milliseconds: they are encoded as such again. */
  coerce: timestampUnit,
  /** Read strings as CPython's `strptime` does with this format; or `"rfc3339"`: moments; or `"iso"`: ISO 8601. */
  format: datetimeFormat,
  /** Read strings with this function; only used without `format`. */
  parser,
  /** Lower limit: aware if `tz` is given, otherwise naive; a date stands for its midnight; or ISO 8601 text. */
  min: limitInZone,
  /** Upper limit, as `min`. */
  max: limitInZone,
  /** Lower limit relative to the current moment: a Duration, or ISO 8601 text such as `"-PT1H"`. */
  relmin: delta,
  /** Upper limit relative to the current moment: a Duration, or ISO 8601 text. */
  relmax: delta,
  /** The time of day for a date without one: a `Temporal.PlainTime`, or text such as `"09:00"`. */
  default_time: timeLimit,
  /**
   * Accept aware datetimes, and convert them to this time zone: an IANA name or an offset. Without it only naive ones.
   */
  tz: zoneOfLimits,
  /**
   * The type of the result: a Temporal value (`"temporal"`, the default); for moments also an `"instant"` or a
   * JavaScript `"date"`.
   */
  as: momentForm,
};

/** The parameters of `Datetime`. */
export interface DatetimeParams extends ParamsOf<typeof params> {}

interface Limits {
  /** In the form of values: in the time zone of the validator. */
  readonly bounds: Range<AnyDatetime>;
  readonly isUnlimited: boolean;
  readonly isAware: boolean;
}

function limitsOf(validator: DatetimeValidator): Limits {
  const { min, max, relmin, relmax } = validator;
  const zone = validator.tz ?? (takesOffsets(validator) ? "UTC" : undefined);
  const limit = (given: typeof min) => given && toDatetime(zone).fromMoment(given, false);
  return {
    bounds: { min: limit(min), max: limit(max) },
    isUnlimited: [min, max, relmin, relmax].every((one) => one === undefined),
    isAware: zone !== undefined,
  };
}

class DatetimeValidator extends withParams(params) {
  /** A date is its midnight there. */
  get [LIMIT_ZONE](): string | undefined {
    return this.tz;
  }

  // With more private fields V8 would make a dictionary of the validator, which is slow to read.
  readonly #reader: Reader<AnyDatetime> = new Reader(this, toDatetime(this.tz, this.default_time));
  readonly #limits: Limits = limitsOf(this);

  override check(input: unknown, report: Report): AnyDatetime | Temporal.Instant | globalThis.Date | null | Failed {
    if (input === null && this.nullable) return null;
    // Creating a Temporal value takes a hundred times as long as a Date, so none is created for it.
    if (this.as === "date" && this.#limits.isUnlimited && typeof input === "string" && this.format === "rfc3339") {
      const civil = this.#reader.civil(input, report);
      return civil === undefined ? FAILED : jsDate(civil);
    }
    const value = this.#read(input, report);
    if (value === FAILED || !(value instanceof temporal().ZonedDateTime)) return value;
    if (this.as === "date") return new globalThis.Date(value.epochMilliseconds);
    return this.as === "instant" ? value.toInstant() : value;
  }

  #read(input: unknown, report: Report): AnyDatetime | Failed {
    const value = this.#reader.read(input, report);
    if (value === FAILED) return FAILED;
    const aware = value instanceof temporal().ZonedDateTime;
    if (aware !== this.#limits.isAware) return report.fail(DatetimeTypeError, aware ? "naive" : "tzaware", value);
    if (failsOrder(compareDatetimes, this.#limits.bounds, value, report)) return FAILED;
    const { relmin, relmax } = this;
    if (relmin === undefined && relmax === undefined) return value;
    const moment = current(this.tz ?? (this.#limits.isAware ? "UTC" : undefined));
    const bounds = { min: relmin && moment.add(relmin), max: relmax && moment.add(relmax) };
    return failsOrder(compareDatetimes, bounds, value, report) ? FAILED : value;
  }

  override get [GIVES](): Given {
    return "moment";
  }

  override [ENCODING](to: Encoding): Validator | string {
    const isMoment = this.#limits.isUnlimited && this.format === "rfc3339";
    return dateEncoder(
      this,
      to,
      "datetime",
      (input, report) => this.#read(input, report),
      this.#limits.isAware,
      isMoment,
    );
  }

  override keepsInput(): boolean {
    return false;
  }
}

/** `Then` if the format may be that of moments, also if it is only known to be a string. */
type IfRfc3339<P, Then> = "rfc3339" extends Param<P, "format"> ? Then : never;

/** Properties for the same reason as in `OrNull`. */
interface DatetimeTypes<P> {
  readonly input:
    | Temporal.PlainDate
    | IfGiven<P, Off<"tz">, Temporal.ZonedDateTime | Temporal.Instant | globalThis.Date>
    | IfRfc3339<P, Temporal.ZonedDateTime | Temporal.Instant | globalThis.Date>
    | IfGiven<P, Off<"coerce">, Temporal.ZonedDateTime | Temporal.Instant | globalThis.Date | number>
    | (P extends Aware ? never : Temporal.PlainDateTime)
    | FromText<P>
    | FromNumber<P>;
  readonly output:
    | IfMaybe<P, "as", "date", globalThis.Date>
    | IfMaybe<P, "as", "instant", Temporal.Instant>
    | (P extends { readonly as: "date" | "instant" } ? never : DatetimeTypes<P>["temporal"]);
  /** Naive unless it is certainly a moment; a moment if it may be one. */
  readonly temporal:
    | IfGiven<P, Off<"tz">, Temporal.ZonedDateTime>
    | IfRfc3339<P, Temporal.ZonedDateTime>
    | IfGiven<P, Off<"coerce">, Temporal.ZonedDateTime>
    | (P extends Aware ? never : Temporal.PlainDateTime);
}
/** Parameters of certain moments. */
type Aware = { readonly tz: string } | { readonly format: "rfc3339" } | { readonly coerce: string };

/**
 * A date and time: without `tz` a naive `Temporal.PlainDateTime`, with `tz` a `Temporal.ZonedDateTime` in it. In the
 * format `"rfc3339"` it is aware, with the offset as it came. A JavaScript Date and an Instant are aware. A date
 * becomes midnight, or its `default_time`. Errors, in order: InvalidTypeError, DatetimeParseError, DatetimeTypeError;
 * MinValueError, MaxValueError.
 * @param params `nullable`, `unixts`, `coerce`, `format`, `parser`, `min`, `max`, `relmin`, `relmax`, `default_time`,
 *   `tz`, `as`, `alias`, `replace`
 * @example Datetime({ format: "rfc3339", as: "date" })("2026-02-28T10:00:00Z").getTime(); // 1772272800000
 */
export const Datetime: Constructor<
  MadeDatetime,
  DatetimeParams,
  "nullable" | "unixts" | "coerce" | "format" | "parser" | "as" | "tz",
  Unset<DatetimeParams>
> = callable("Datetime", DatetimeValidator);
export interface Datetime<in out P = Unset<DatetimeParams>>
  extends ValidatorOf<P, DatetimeTypes<P>["output"], DatetimeTypes<P>["input"]>,
    FieldsOf<typeof params> {}
/** A `Datetime`, by its parameters: see `Made`. */
export interface MadeDatetime extends Made {
  readonly made: Datetime<this["given"]>;
}
