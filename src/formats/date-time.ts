/** Dates, times and durations of RFC 3339. */
import { daysOfMonth, isLastOfDay, isLeapMinute, LEAP_SECOND } from "../values/calendar.ts";

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/u;
const DURATION =
  /^P(?:\d+W|(?:\d+D|\d+M(?:\d+D)?|\d+Y(?:\d+M(?:\d+D)?)?)(?:T(?:\d+S|\d+M(?:\d+S)?|\d+H(?:\d+M(?:\d+S)?)?))?|T(?:\d+S|\d+M(?:\d+S)?|\d+H(?:\d+M(?:\d+S)?)?))$/u;

/** The number that two digits are, from `at` on. */
const twoDigits = (text: string, at: number): number => Number(text.slice(at, at + 2));

/** The last day of the month that a text begins with, as `2020-02`. */
const lastDay = (text: string): number => daysOfMonth(Number(text.slice(0, 4)), twoDigits(text, 5));

/** `full-date`: a day that there is, in the Gregorian calendar. */
export const isDate = (text: string): boolean => DATE.test(text) && twoDigits(text, 8) <= lastDay(text);

/** `full-time`: with its offset. A leap second is the last one of a day in UTC. */
export const isTime = (text: string): boolean =>
  TIME.test(text) && (twoDigits(text, 6) < LEAP_SECOND || isLastOfDay(minutesInUtc(text)));

/** Minutes of a time since the midnight of its date, if they are counted in UTC: negative for the day before. */
function minutesInUtc(text: string): number {
  const minutes = twoDigits(text, 0) * 60 + twoDigits(text, 3);
  if (/[Zz]$/u.test(text)) return minutes;
  const offset = twoDigits(text, text.length - 5) * 60 + twoDigits(text, text.length - 2);
  return text.at(-6) === "-" ? minutes + offset : minutes - offset;
}

/** `date-time`. A leap second is the last one of June or December in UTC. */
export function isDateTime(text: string): boolean {
  const separator = text[10];
  if (separator !== "T" && separator !== "t") return false;
  const date = text.slice(0, 10);
  const time = text.slice(11);
  if (!isDate(date) || !isTime(time)) return false;
  return twoDigits(time, 6) < LEAP_SECOND || isLeapMinute(twoDigits(date, 5), twoDigits(date, 8), minutesInUtc(time));
}

/** `duration` of appendix A: whole numbers, no unit left out between two that are given, and weeks by themselves. */
export const isDuration = (text: string): boolean => DURATION.test(text);
