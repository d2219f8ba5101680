/**
 * Dates and times of RFC 3339 and ISO 8601: named formats, beside those of `strptime`. Each digit of a fraction counts,
 * down to nanoseconds, and each offset is kept.
 */
import { isDay, isLastOfDay, isLeapMinute, LEAP_SECOND } from "../../values/calendar.ts";
import { type Civil, MIN_YEAR, MINUTE, offsetText, pad } from "./clock.ts";

/** The named formats. */
export type NamedFormat = "rfc3339" | "iso";

/** The parts of a date and time that a text has. */
export type Kind = "date" | "time" | "datetime";

// Groups have numbers, as names would take longer than all else. Year, month and day; hour and minute; second and
// fraction; the offset, its sign, hours and minutes.
const DATE = "(\\d{4})-(\\d\\d)-(\\d\\d)";
const TIME = "(\\d\\d):(\\d\\d)";
const SECONDS = ":(\\d\\d)(?:\\.(\\d+))?";
const OFFSET = "([zZ]|([+-])(\\d\\d):(\\d\\d))";

/** Only the digits of the fraction repeat, so matching takes linear time. */
const EXPRESSIONS: Readonly<Record<NamedFormat, Readonly<Record<Kind, string | undefined>>>> = {
  // RFC 3339 has no time of day without an offset, which is not supported here.
  rfc3339: { date: DATE, time: undefined, datetime: `${DATE}[tT]${TIME}${SECONDS}${OFFSET}` },
  iso: { date: DATE, time: `${TIME}(?:${SECONDS})?`, datetime: `${DATE}[tT]${TIME}(?:${SECONDS})?${OFFSET}?` },
};

/** Returns whether a format is a named one. */
export const isNamed = (format: string | undefined): format is NamedFormat => format === "rfc3339" || format === "iso";

/**
 * Returns the function that reads texts of a kind in a format.
 * @returns undefined if the format has no texts of that kind; else a function that returns undefined for any other
 *   text.
 */
export function isoReader(format: NamedFormat, kind: Kind): ((text: string) => Civil | undefined) | undefined {
  const source = EXPRESSIONS[format][kind];
  if (source === undefined) return undefined;
  const expression = new RegExp(`^${source}$`);
  const hasDate = kind !== "time";
  return (text) => {
    const groups = expression.exec(text);
    return groups === null ? undefined : civilOf(groups, hasDate);
  };
}

/** The text of a date and time, in either format. Its offset is a number of minutes. */
export function isoText(civil: Civil, kind: Kind): string {
  const { year, month, day, hour, minute, second, microsecond, nanosecond = 0, offset } = civil;
  const date = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
  if (kind === "date") return date;
  const fraction = `${pad(microsecond, 6)}${pad(nanosecond, 3)}`.replace(/0+$/, "");
  const time = `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction && `.${fraction}`}`;
  if (kind === "time") return time;
  if (offset === undefined) return `${date}T${time}`;
  return `${date}T${time}${offset === 0 ? "Z" : offsetText(offset)}`;
}

/** Groups of a date, and those of a time in front of its offset. */
const [DATE_GROUPS, TIME_GROUPS] = [3, 4];

/** The number of a group; 0 if the text has none there. */
const numberOf = (group: string | undefined): number => (group === undefined ? 0 : Number(group));

function civilOf(groups: RegExpExecArray, hasDate: boolean): Civil | undefined {
  const year = hasDate ? Number(groups[1]) : 1900;
  const month = hasDate ? Number(groups[2]) : 1;
  const day = hasDate ? Number(groups[3]) : 1;
  if (year < MIN_YEAR || !isDay(year, month, day)) return undefined;
  const time = hasDate ? 1 + DATE_GROUPS : 1;
  const hour = numberOf(groups[time]);
  const minute = numberOf(groups[time + 1]);
  const second = numberOf(groups[time + 2]);
  const zone = time + TIME_GROUPS;
  const hours = numberOf(groups[zone + 2]);
  const minutes = numberOf(groups[zone + 3]);
  if (hour > 23 || minute > 59 || second > LEAP_SECOND || hours > 23 || minutes > 59) return undefined;
  const east = (groups[zone + 1] === "-" ? -1 : 1) * (hours * 60 + minutes);
  if (second === LEAP_SECOND) {
    const minuteInUtc = hour * 60 + minute - east;
    if (!(hasDate ? isLeapMinute(month, day, minuteInUtc) : isLastOfDay(minuteInUtc))) return undefined;
  }
  const fraction = groups[time + 3];
  const nanoseconds = fraction === undefined ? 0 : Number(fraction.slice(0, 9).padEnd(9, "0"));
  return {
    year,
    month,
    day,
    hour,
    minute,
    // Temporal and Date have no leap seconds.
    second: Math.min(second, LEAP_SECOND - 1),
    microsecond: Math.floor(nanoseconds / 1000),
    nanosecond: nanoseconds % 1000,
    offset: groups[zone] === undefined ? undefined : east * MINUTE,
  };
}
