/** Date: a calendar date (specification, "Date"). */
import {
  type Constructor,
  callable,
  type FieldsOf,
  type Made,
  type ParamsOf,
  type ValidatorOf,
  withParams,
} from "../core/builtin.ts";
import { toDate, today } from "../core/dates/conversions.ts";
import { type FromNumber, type FromText, Reader } from "../core/dates/reader.ts";
import { dateEncoder } from "../core/encode/dates.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { dateForm, dateFormat, dateLimit, delta, LIMIT_ZONE, parser, zone } from "../core/params/date.ts";
import { flag } from "../core/params/shared.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { failsOrder } from "../core/rules/order.ts";
import type { IfMaybe, Unset } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { midnight } from "../text/time/clock.ts";
import { type Temporal, temporal, timeOf, toMoment } from "../values/temporal.ts";

const params = {
  /** Accept null. */
  nullable: flag,
  /** Accept Unix timestamps, in seconds: the date they are in `tz`, or in the local time zone. */
  unixts: flag,
  /** Read strings as CPython's `strptime` does with this format; or `"iso"`, such as `2018-07-03`. */
  format: dateFormat,
  /** Read strings with this function; only used without `format`. */
  parser,
  /** Lower limit: a PlainDate, or ISO 8601 text. */
  min: dateLimit,
  /** Upper limit: a PlainDate, or ISO 8601 text. */
  max: dateLimit,
  /** Lower limit relative to the current date: a Duration, or ISO 8601 text such as `"-P1D"`. */
  relmin: delta,
  /** Upper limit relative to the current date: a Duration, or ISO 8601 text. */
  relmax: delta,
  /** Time zone for the dates of aware datetimes, timestamps and the current moment: an IANA name or an offset. */
  tz: zone,
  /**
   * The type of the result: a PlainDate (`"temporal"`, the default), or a JavaScript Date at midnight in UTC
   * (`"date"`).
   */
  as: dateForm,
};

/** The parameters of `Date`. */
export interface DateParams extends ParamsOf<typeof params> {}

class DateValidator extends withParams(params) {
  /** A date is a day regardless of the zone. */
  get [LIMIT_ZONE](): string | undefined {
    return undefined;
  }

  readonly #reader: Reader<Temporal.PlainDate> = new Reader(this, toDate(this.tz));

  override check(input: unknown, report: Report): Temporal.PlainDate | globalThis.Date | null | Failed {
    if (input === null && this.nullable) return null;
    const date = this.#read(input, report);
    return date === FAILED || this.as !== "date" ? date : midnight(date.year, date.month, date.day);
  }

  #read(input: unknown, report: Report): Temporal.PlainDate | Failed {
    const date = this.#reader.read(input, report);
    if (date === FAILED) return FAILED;
    const { compare } = temporal().PlainDate;
    if (failsOrder(compare, this, date, report)) return FAILED;
    const { relmin, relmax } = this;
    if (relmin === undefined && relmax === undefined) return date;
    const current = today(this.tz);
    const bounds = { min: relmin && current.add(relmin), max: relmax && current.add(relmax) };
    return failsOrder(compare, bounds, date, report) ? FAILED : date;
  }

  override get [GIVES](): Given {
    return "moment";
  }

  override [ENCODING](to: Encoding): Validator | string {
    return dateEncoder(this, to, "date", (input, report) => {
      // The result of `as: "date"` is a midnight in UTC, in whatever time zone dates are taken.
      const moment = this.as === "date" && timeOf(input) !== undefined ? toMoment(input) : undefined;
      return this.#read(moment instanceof temporal().ZonedDateTime ? moment.toPlainDate() : input, report);
    });
  }

  override keepsInput(): boolean {
    return false;
  }
}

/** Properties for the same reason as in `OrNull`. */
interface DateTypes<P> {
  readonly input:
    | Temporal.PlainDate
    | Temporal.PlainDateTime
    | Temporal.ZonedDateTime
    | Temporal.Instant
    | globalThis.Date
    | FromText<P>
    | FromNumber<P>;
  readonly output:
    | IfMaybe<P, "as", "date", globalThis.Date>
    | (P extends { readonly as: "date" } ? never : Temporal.PlainDate);
}

/**
 * A date; the result is a `Temporal.PlainDate`, or a JavaScript Date if so asked. Datetimes (a JavaScript Date and an
 * Instant are datetimes in UTC) become their dates.
 * Errors, in order: InvalidTypeError, DatetimeParseError; MinValueError, MaxValueError.
 * @param params `nullable`, `unixts`, `format`, `parser`, `min`, `max`, `relmin`, `relmax`, `tz`, `as`, `alias`,
 *   `replace`
 * @example v.Date({ format: "iso", min: "2020-01-01" })("2026-02-28").year; // 2026
 */
export const Date: Constructor<
  MadeDate,
  DateParams,
  "nullable" | "unixts" | "format" | "parser" | "as",
  Unset<DateParams>
> = callable("Date", DateValidator);
export interface Date<in out P = Unset<DateParams>>
  extends ValidatorOf<P, DateTypes<P>["output"], DateTypes<P>["input"]>,
    FieldsOf<typeof params> {}
/** A `Date`, by its parameters: see `Made`. */
export interface MadeDate extends Made {
  readonly made: Date<this["given"]>;
}
