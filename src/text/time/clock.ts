/** The current moment, Unix timestamps, and their conversion to dates and times. */
import { type Temporal, temporal } from "../../values/temporal.ts";

/**
 * A date and a time of day as plain numbers, in the ISO calendar: the result of `strptime`, before there is a Temporal
 * object.
 */
export interface Civil {
  /** 1 to 9999. */
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
  /** 0 to 23. */
  readonly hour: number;
  /** 0 to 59. */
  readonly minute: number;
  /** 0 to 59. */
  readonly second: number;
  /** 0 to 999,999. */
  readonly microsecond: number;
  /** 0 to 999, after the microseconds; 0 if not given. */
  readonly nanosecond?: number;
  /** Microseconds east of UTC; undefined when naive. */
  readonly offset: number | undefined;
}

export const MIN_YEAR = 1;
export const MAX_YEAR = 9999;

/** A moment, as seconds since 1970 in UTC and a part of a second. */
export interface Timestamp {
  /** Whole seconds, rounded down. */
  readonly seconds: number;
  /** 0 to 999,999. */
  readonly microsecond: number;
}

/** The least timestamp that is accepted, in seconds: 0001-01-02T00:00Z, so that it is in year 1 in every time zone. */
export const MIN_TIMESTAMP = -62135510400;
/** The greatest timestamp that is accepted, in whole seconds: 9999-12-31T23:59:59Z. */
export const MAX_TIMESTAMP = 253402300799;

/**
 * Rounds to microseconds as Python's `fromtimestamp` does: half to even.
 * @param time finite.
 * @param scale the number of its units in a second.
 */
export function toTimestamp(time: number, scale = 1): Timestamp {
  // Exact, unlike a quotient.
  const rest = time % scale;
  const whole = (time - rest) / scale;
  const scaled = rest * (1e6 / scale);
  let rounded = Math.round(scaled);
  if (Math.abs(scaled - rounded) === 0.5) rounded = 2 * Math.round(scaled / 2);
  const carry = Math.floor(rounded / 1e6);
  return { seconds: whole + carry, microsecond: rounded - carry * 1e6 };
}

/** The current moment: `Date.now()`, with microseconds if a replaced clock has them. */
export function now(): Timestamp {
  return toTimestamp(Date.now() / 1000);
}

/** A moment in the local time zone of the process. */
export function localCivil({ seconds, microsecond }: Timestamp): Civil {
  const date = new Date(seconds * 1000);
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
    microsecond,
    offset: undefined,
  };
}

/** A moment in a time zone. */
export function toZoned({ seconds, microsecond }: Timestamp, tz: string): Temporal.ZonedDateTime {
  const nanoseconds = BigInt(seconds) * 1_000_000_000n + BigInt(microsecond) * 1000n;
  return new (temporal().ZonedDateTime)(nanoseconds, tz);
}

/** The date of a civil time. */
export function plainDate({ year, month, day }: Civil): Temporal.PlainDate {
  return new (temporal().PlainDate)(year, month, day);
}

/** The time of day of a civil time. */
export function plainTime({ hour, minute, second, microsecond, nanosecond }: Civil): Temporal.PlainTime {
  const milliseconds = Math.floor(microsecond / 1000);
  return new (temporal().PlainTime)(hour, minute, second, milliseconds, microsecond % 1000, nanosecond);
}

/** A naive civil time, or an aware one as its clock shows it. */
export function plainDateTime(civil: Civil): Temporal.PlainDateTime {
  const { year, month, day, hour, minute, second, microsecond, nanosecond } = civil;
  const [milliseconds, rest] = [Math.floor(microsecond / 1000), microsecond % 1000];
  const { PlainDateTime } = temporal();
  return new PlainDateTime(year, month, day, hour, minute, second, milliseconds, rest, nanosecond);
}

/**
 * Midnight in UTC. Months and days may be outside their range, as a `Date` allows: day 0 is the last one of the month
 * before. `Date.UTC` maps the years 0 to 99 to 1900 to 1999, so it is not used; Temporal takes 5 to 20 times as long.
 */
export function midnight(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/** Nanoseconds from 1970-01-01T00:00Z to a civil time; `offset` is taken as 0 when naive. */
export function epochNanoseconds(civil: Civil): bigint {
  const { microsecond, nanosecond = 0, offset = 0 } = civil;
  return BigInt(secondsOf(civil)) * 1_000_000n + BigInt(microsecond - offset) * 1000n + BigInt(nanosecond);
}

/** The JavaScript Date of a civil time, in milliseconds. `offset` is taken as 0 if naive. */
export function jsDate(civil: Civil): Date {
  const { microsecond, offset = 0 } = civil;
  return new Date(secondsOf(civil) + Math.floor((microsecond - offset) / 1000));
}

/** Milliseconds from 1970-01-01T00:00Z to the second of a civil time, taken as that of UTC. */
const secondsOf = ({ year, month, day, hour, minute, second }: Civil): number =>
  midnight(year, month, day).setUTCHours(hour, minute, second);

/** An aware civil time in a time zone. */
export function zonedDateTime(civil: Civil, tz: string): Temporal.ZonedDateTime {
  return new (temporal().ZonedDateTime)(epochNanoseconds(civil), tz);
}

/** A minute in microseconds. */
export const MINUTE = 60_000_000;

export const pad = (value: number, digits = 2): string => String(value).padStart(digits, "0");

/** The text of an offset in microseconds, which is a number of minutes. */
export function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  return `${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** The time zone of an offset in microseconds; UTC for one that is not a number of minutes: Temporal has no others. */
export const offsetZone = (offset: number): string =>
  offset === 0 || offset % MINUTE !== 0 ? "UTC" : offsetText(offset);
