/** Dates and times as plain numbers: what `strptime` reads, before any Temporal object exists. */

/** A date and a time of day as a calendar and a clock on the wall show them, in the ISO calendar. */
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
  /** Microseconds east of UTC; undefined when naive. */
  readonly offset: number | undefined;
}

export const MIN_YEAR = 1;
export const MAX_YEAR = 9999;

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

export const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;

/** Days since the day before 0001-01-01, which is day 1. */
export function toOrdinal(year: number, month: number, day: number): number {
  const y = year - 1;
  const leapDay = month > 2 && isLeap(year) ? 1 : 0;
  const daysBeforeYear = y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return daysBeforeYear + (DAYS_BEFORE_MONTH[month - 1] as number) + leapDay + day;
}

/** The inverse of {@link toOrdinal}. */
export function fromOrdinal(ordinal: number): { year: number; month: number; day: number } {
  // Leap days come late in every 4, 100 and 400 years, so a guess by the average year is right or one year early.
  let year = Math.floor((ordinal - 1) / 365.2425) + 1;
  if (toOrdinal(year + 1, 1, 1) <= ordinal) year++;
  let month = 12;
  while (toOrdinal(year, month, 1) > ordinal) month--;
  return { year, month, day: ordinal - toOrdinal(year, month, 1) + 1 };
}

/** 0 for Monday to 6 for Sunday. */
export const weekday = (ordinal: number): number => (ordinal + 6) % 7;

const EPOCH = toOrdinal(1970, 1, 1);

/** Nanoseconds from 1970-01-01T00:00Z to a civil time; `offset` is taken as 0 when naive. */
export function epochNanoseconds(civil: Civil): bigint {
  const days = toOrdinal(civil.year, civil.month, civil.day) - EPOCH;
  const seconds = ((days * 24 + civil.hour) * 60 + civil.minute) * 60 + civil.second;
  return BigInt(seconds) * 1_000_000_000n + BigInt(civil.microsecond - (civil.offset ?? 0)) * 1000n;
}
