/** Time: a time of day (specification, "Time"). */
import {
  type Constructor,
  callable,
  type FieldsOf,
  type Made,
  type ParamsOf,
  type ValidatorOf,
  withParams,
} from "../core/builtin.ts";
import { toTime } from "../core/dates/conversions.ts";
import { type FromText, Reader } from "../core/dates/reader.ts";
import { dateEncoder } from "../core/encode/dates.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { LIMIT_ZONE, parser, timeFormat, timeLimit } from "../core/params/date.ts";
import { flag } from "../core/params/shared.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import { failsOrder } from "../core/rules/order.ts";
import type { Unset } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { type Temporal, temporal } from "../values/temporal.ts";

const params = {
  /** Accept null. */
  nullable: flag,
  /** Read strings as CPython's `strptime` does with this format, and take the time of day; or `"iso"`. */
  format: timeFormat,
  /** Read strings with this function, and take the time of day; only used without `format`. */
  parser,
  /** Lower limit: a PlainTime, or ISO 8601 text such as `"08:30"`. */
  min: timeLimit,
  /** Upper limit: a PlainTime, or ISO 8601 text. */
  max: timeLimit,
};

/** The parameters of `Time`. */
export interface TimeParams extends ParamsOf<typeof params> {}

class TimeValidator extends withParams(params) {
  get [LIMIT_ZONE](): string | undefined {
    return undefined;
  }

  readonly #reader: Reader<Temporal.PlainTime> = new Reader(this, toTime);

  override check(input: unknown, report: Report): Temporal.PlainTime | null | Failed {
    if (input === null && this.nullable) return null;
    return this.#read(input, report);
  }

  #read(input: unknown, report: Report): Temporal.PlainTime | Failed {
    const time = this.#reader.read(input, report);
    if (time === FAILED) return FAILED;
    return failsOrder(temporal().PlainTime.compare, this, time, report) ? FAILED : time;
  }

  override get [GIVES](): Given {
    return "moment";
  }

  override [ENCODING](to: Encoding): Validator | string {
    return dateEncoder(this, to, "time", (input, report) => this.#read(input, report));
  }

  override keepsInput(): boolean {
    return false;
  }
}

/**
 * A time of day; the result is a `Temporal.PlainTime`.
 * Errors, in order: InvalidTypeError, DatetimeParseError; MinValueError, MaxValueError.
 * @param params `nullable`, `format`, `parser`, `min`, `max`, `alias`, `replace`
 * @example Time({ format: "%H:%M" })("18:30").hour; // 18
 */
export const Time: Constructor<MadeTime, TimeParams, "nullable" | "format" | "parser", Unset<TimeParams>> = callable(
  "Time",
  TimeValidator,
);
export interface Time<in out P = Unset<TimeParams>>
  extends ValidatorOf<P, Temporal.PlainTime, Temporal.PlainTime | FromText<P>>,
    FieldsOf<typeof params> {}
/** A `Time`, by its parameters: see `Made`. */
export interface MadeTime extends Made {
  readonly made: Time<this["given"]>;
}
