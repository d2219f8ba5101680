/** The Gregorian calendar, and rules that all clocks share. */

export const MINUTES_A_DAY = 24 * 60;
/** The second that is inserted at the end of some days: seconds count from 0 to 59. */
export const LEAP_SECOND = 60;

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** @param month 1 to 12. */
export function daysOfMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (DAYS_OF_MONTHS[month - 1] as number);
}

/** Returns whether the calendar has this day. */
export const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month);

/**
 * Returns whether a minute is the last one of a day, which may have a leap second.
 * @param minute counted from a midnight in UTC; at most two days before or after it.
 */
export const isLastOfDay = (minute: number): boolean =>
  (minute + 2 * MINUTES_A_DAY) % MINUTES_A_DAY === MINUTES_A_DAY - 1;

/**
 * Returns whether a minute may end with a leap second: the last minute of June or December in UTC (RFC 3339, section
 * 5.7).
 * @param month of the local date, as is the day.
 * @param minute counted in UTC from the midnight of that date: -1 is the last one of the day before.
 */
export function isLeapMinute(month: number, day: number, minute: number): boolean {
  if (minute === -1) return day === 1 && (month === 1 || month === 7);
  return minute === MINUTES_A_DAY - 1 && ((month === 6 && day === 30) || (month === 12 && day === 31));
}
