/** Dates, times and durations of RFC 3339, those of `ajv-formats` without an offset, and weeks of ISO 8601. */
import { daysOfMonth, isLastOfDay, isLeapMinute, LEAP_SECOND } from "../../values/calendar.ts";
import type { Format } from "./format.ts";

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/u;
/** A leap second needs an offset: without one it is unknown which minute is the last of a day in UTC. */
const LOCAL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?$/u;
const SEPARATOR = /[Tt ]/u;
/** The offset is missing, or in one of the forms of ISO 8601: `+01:00`, `+0100`, `+01`. */
const ISO_TIME = /^(\d{2}:\d{2}:\d{2}(?:\.\d+)?)(?:([+-]\d{2})(?::?(\d{2}))?)?$/u;
const WEEK = /^\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/u;
const DURATION =
  /^P(?:\d+W|(?:\d+D|\d+M(?:\d+D)?|\d+Y(?:\d+M(?:\d+D)?)?)(?:T(?:\d+S|\d+M(?:\d+S)?|\d+H(?:\d+M(?:\d+S)?)?))?|T(?:\d+S|\d+M(?:\d+S)?|\d+H(?:\d+M(?:\d+S)?)?))$/u;

/** The number of two digits, from `at` on. */
const twoDigits = (text: string, at: number): number => Number(text.slice(at, at + 2));

/** The last day of the month that a text begins with, as `2020-02`. */
const lastDay = (text: string): number => daysOfMonth(Number(text.slice(0, 4)), twoDigits(text, 5));

/** `full-date`: a day that there is, in the Gregorian calendar. */
const isDate = (text: string): boolean => DATE.test(text) && twoDigits(text, 8) <= lastDay(text);

/** `full-time`: with its offset. A leap second is the last one of a day in UTC. */
const isTime = (text: string): boolean =>
  TIME.test(text) && (twoDigits(text, 6) < LEAP_SECOND || isLastOfDay(minutesInUtc(text)));

/** Minutes of a time since the midnight of its date, if they are counted in UTC: negative for the day before. */
function minutesInUtc(text: string): number {
  const minutes = twoDigits(text, 0) * 60 + twoDigits(text, 3);
  if (/[Zz]$/u.test(text)) return minutes;
  const offset = twoDigits(text, text.length - 5) * 60 + twoDigits(text, text.length - 2);
  return text.at(-6) === "-" ? minutes + offset : minutes - offset;
}

/** `date-time`. A leap second is the last one of June or December in UTC. */
function isDateTime(text: string): boolean {
  const separator = text[10];
  if (separator !== "T" && separator !== "t") return false;
  const date = text.slice(0, 10);
  const time = text.slice(11);
  if (!isDate(date) || !isTime(time)) return false;
  return twoDigits(time, 6) < LEAP_SECOND || isLeapMinute(twoDigits(date, 5), twoDigits(date, 8), minutesInUtc(time));
}

/** `date-time` without an offset. */
const isLocalDateTime = (text: string): boolean =>
  (text[10] === "T" || text[10] === "t") && isDate(text.slice(0, 10)) && LOCAL_TIME.test(text.slice(11));

/** The time with an offset of RFC 3339: UTC, if there is none. */
const withOffset = (text: string): string =>
  text.replace(ISO_TIME, (_, clock, hours, minutes) => clock + (hours ? `${hours}:${minutes ?? "00"}` : "Z"));

/** `time`, or one whose offset is missing or of another form of ISO 8601. */
const isIsoTime = (text: string): boolean => isTime(withOffset(text));

/** `date-time` with such a time; a space may stand for the T. */
const isIsoDateTime = (text: string): boolean =>
  SEPARATOR.test(text.charAt(10)) && isDateTime(`${text.slice(0, 10)}T${withOffset(text.slice(11))}`);

/** The days from 1 January 1 BC to the last day of a year, counted in weeks of seven: 4 is a Thursday. */
const lastWeekday = (year: number): number =>
  (year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)) % 7;

/** Years that begin or end on a Thursday have a week 53. */
const isWeek = (text: string): boolean => {
  if (!WEEK.test(text)) return false;
  const year = Number(text.slice(0, 4));
  return twoDigits(text, 6) < 53 || lastWeekday(year) === 4 || lastWeekday(year + 399) === 3;
};

export const date: Format = { label: "date", test: isDate };
export const time: Format = { label: "time", test: isTime };
export const dateTime: Format = { label: "date and time", test: isDateTime };
export const isoTime: Format = { label: "time", test: isIsoTime };
export const isoDateTime: Format = { label: "date and time", test: isIsoDateTime };
export const localDateTime: Format = { label: "date and time without offset", test: isLocalDateTime };
/** `duration` of appendix A: whole numbers, no unit left out between two that are given, and weeks by themselves. */
export const duration: Format = { label: "duration", test: (text) => DURATION.test(text) };
export const isoWeek: Format = { label: "week", test: isWeek };
