/** Conversions of a moment or a civil time to the values of date validators, in their time zone if they have one. */
import {
  localCivil,
  now,
  offsetZone,
  plainDate,
  plainDateTime,
  plainTime,
  toZoned,
  zonedDateTime,
} from "../../text/time/clock.ts";
import { type Temporal, temporal } from "../../values/temporal.ts";
import type { Conversion } from "./reader.ts";

/** A datetime, naive or in a time zone. */
export type AnyDatetime = Temporal.PlainDateTime | Temporal.ZonedDateTime;

/** To dates. An aware datetime is converted to `tz`; without one its date is taken as written. */
export const toDate = (tz: string | undefined): Conversion<Temporal.PlainDate> => ({
  type: "date",
  fromCivil(civil) {
    if (civil.offset === undefined || tz === undefined) return plainDate(civil);
    return zonedDateTime(civil, tz).toPlainDate();
  },
  fromMoment(moment) {
    const { PlainDate, PlainTime, ZonedDateTime } = temporal();
    if (moment instanceof PlainTime) return undefined;
    if (moment instanceof PlainDate) return moment;
    if (moment instanceof ZonedDateTime && tz !== undefined) return moment.withTimeZone(tz).toPlainDate();
    return moment.toPlainDate();
  },
});

/** To times of day. A datetime is not one, but its time is taken if `parser` returned it. */
export const toTime: Conversion<Temporal.PlainTime> = {
  type: "time",
  fromCivil: plainTime,
  fromMoment(moment, parsed) {
    const { PlainDate, PlainTime } = temporal();
    if (moment instanceof PlainTime) return moment;
    return parsed && !(moment instanceof PlainDate) ? moment.toPlainTime() : undefined;
  },
};

/**
 * To datetimes. Aware ones are converted to `tz`; dates become a datetime of that day, in `tz` if there is one.
 * @param time of that day. Default: midnight.
 */
export const toDatetime = (tz: string | undefined, time?: Temporal.PlainTime): Conversion<AnyDatetime> => ({
  type: "datetime",
  fromCivil(civil) {
    if (civil.offset === undefined) return plainDateTime(civil);
    return zonedDateTime(civil, tz ?? offsetZone(civil.offset));
  },
  fromMoment(moment) {
    const { PlainDate, PlainTime, ZonedDateTime } = temporal();
    if (moment instanceof PlainTime) return undefined;
    if (moment instanceof PlainDate) {
      if (tz === undefined) return moment.toPlainDateTime(time);
      return moment.toZonedDateTime(time === undefined ? { timeZone: tz } : { timeZone: tz, plainTime: time });
    }
    return moment instanceof ZonedDateTime && tz !== undefined ? moment.withTimeZone(tz) : moment;
  },
});

/** The current date, in `tz` or in the local time zone. */
export const today = (tz: string | undefined): Temporal.PlainDate =>
  tz === undefined ? plainDate(localCivil(now())) : toZoned(now(), tz).toPlainDate();

/** The current moment: aware in `tz`, or naive in the local time zone. */
export const current = (tz: string | undefined): AnyDatetime =>
  tz === undefined ? plainDateTime(localCivil(now())) : toZoned(now(), tz);

/** The order of two datetimes of one kind: of moments, not of local times, which go back in the repeated hour. */
export function compareDatetimes(a: AnyDatetime, b: AnyDatetime): number {
  const { PlainDateTime, ZonedDateTime } = temporal();
  const aware = a instanceof ZonedDateTime && b instanceof ZonedDateTime;
  return aware ? ZonedDateTime.compare(a, b) : PlainDateTime.compare(a, b);
}
