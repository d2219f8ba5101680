/** Time: a time of day (specification, "Time"). */
import { expectFlag } from "../contracts.ts";
import { FAILED, type Failed, type Report } from "../report.ts";
import { plainTime } from "../time/clock.ts";
import { format, timeLimit } from "../time/params.ts";
import { type FromText, isOutside, type Parser, Reader } from "../time/reader.ts";
import { type Moment, type Temporal, temporal } from "../time/temporal.ts";
import type { Only, OrNull, Unset } from "../types.ts";
import { type CommonParams, callable, Validator, type ValidatorStatics } from "../validator.ts";
import { callback, type Range } from "./limits.ts";

/** Parameters of {@link Time}. */
export interface TimeParams extends CommonParams {
  /** Accept null. */
  nullable?: boolean | undefined;
  /** Read strings as CPython's `strptime` does with this format, and take the time of day. */
  format?: string | undefined;
  /** Read strings with this function, and take the time of day; only used without `format`. */
  parser?: Parser | undefined;
  /** Lower limit: a PlainTime, or ISO 8601 text such as `"08:30"`. */
  min?: Temporal.PlainTime | string | undefined;
  /** Upper limit: a PlainTime, or ISO 8601 text. */
  max?: Temporal.PlainTime | string | undefined;
}

interface TimeFields extends Range<Temporal.PlainTime> {
  readonly nullable: boolean;
  readonly format: string | undefined;
  readonly parser: Parser | undefined;
}

interface TimeValidator extends TimeFields {}
class TimeValidator extends Validator {
  static override readonly params = {
    nullable: expectFlag,
    format,
    parser: callback,
    min: timeLimit,
    max: timeLimit,
  };

  readonly #reader: Reader<Temporal.PlainTime> = new Reader(this, {
    type: "time",
    fromCivil: plainTime,
    fromMoment: toTime,
  });

  override check(input: unknown, report: Report): Temporal.PlainTime | null | Failed {
    if (input === null && this.nullable) return null;
    const time = this.#reader.read(input, report);
    if (time === FAILED) return FAILED;
    return isOutside(temporal().PlainTime.compare, this, time, report) ? FAILED : time;
  }

  override keepsInput(): boolean {
    return false;
  }
}

/** A datetime is not a time of day, but the time is taken of one that `parser` made of a text. */
function toTime(moment: Moment, parsed: boolean): Temporal.PlainTime | undefined {
  const { PlainDate, PlainTime } = temporal();
  if (moment instanceof PlainTime) return moment;
  return parsed && !(moment instanceof PlainDate) ? moment.toPlainTime() : undefined;
}

/** What a {@link Time} with parameters `P` takes. */
export type TimeInput<P> = OrNull<P, Temporal.PlainTime | FromText<P>>;

/** A validator made by {@link Time}. */
export interface Time<P extends TimeParams = Unset<TimeParams>>
  extends Validator<OrNull<P, Temporal.PlainTime>, TimeInput<P>>,
    TimeFields {}

interface TimeConstructor extends ValidatorStatics {
  <const P extends Only<TimeParams, P> = Unset<TimeParams>>(params?: P): Time<P>;
  new <const P extends Only<TimeParams, P> = Unset<TimeParams>>(params?: P): Time<P>;
  readonly prototype: Time;
}

/**
 * A time of day; the result is a `Temporal.PlainTime`.
 * Errors, in order: InvalidTypeError, DatetimeParseError; MinValueError, MaxValueError.
 */
export const Time: TimeConstructor = callable("Time", TimeValidator);
