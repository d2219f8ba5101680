/**
 * Dates and times as RFC 3339 and ISO 8601 write them: formats by name, beside those of `strptime`. Each digit of a
 * fraction counts, down to nanoseconds, and each offset stays as it came.
 */
import { type Civil, MIN_YEAR, midnight } from "./clock.ts";

/** The formats that have a name. */
export type NamedFormat = "rfc3339" | "iso";

/** What is read: which parts of a date and a time there are. */
export type Kind = "date" | "time" | "datetime";

const DATE = "(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)";
const FRACTION = "(?:\\.(?<fraction>\\d+))?";
const SECONDS = `:(?<second>\\d\\d)${FRACTION}`;
const TIME = "(?<hour>\\d\\d):(?<minute>\\d\\d)";
const OFFSET = "(?<zone>[zZ]|(?<sign>[+-])(?<hours>\\d\\d):(?<minutes>\\d\\d))";

/** Nothing in them repeats but the digits of the fraction. */
const EXPRESSIONS: Readonly<Record<NamedFormat, Readonly<Record<Kind, string | undefined>>>> = {
  // A time of day has an offset there, and no place for it here.
  rfc3339: { date: DATE, time: undefined, datetime: `${DATE}[tT]${TIME}${SECONDS}${OFFSET}` },
  iso: { date: DATE, time: `${TIME}(?:${SECONDS})?`, datetime: `${DATE}[tT]${TIME}(?:${SECONDS})?${OFFSET}?` },
};

/** Whether a format is one of those that have a name. */
export const isNamed = (format: string): format is NamedFormat => format === "rfc3339" || format === "iso";

/**
 * What reads texts of a kind in a format.
 * @returns undefined if the format has no texts of that kind; else a function that returns undefined for any other text.
 */
export function isoReader(format: NamedFormat, kind: Kind): ((text: string) => Civil | undefined) | undefined {
  const source = EXPRESSIONS[format][kind];
  if (source === undefined) return undefined;
  const expression = new RegExp(`^${source}$`);
  return (text) => {
    const groups = expression.exec(text)?.groups;
    return groups === undefined ? undefined : civilOf(groups);
  };
}

const MINUTE = 60_000_000;
/** A minute has 61 seconds where one is inserted: the last one of a day in UTC. */
const LEAP_SECOND = 60;
const MINUTES_A_DAY = 24 * 60;

function civilOf(groups: Readonly<Record<string, string | undefined>>): Civil | undefined {
  const number = (name: string, missing = 0): number => (groups[name] === undefined ? missing : Number(groups[name]));
  const [year, month, day] = [number("year", 1900), number("month", 1), number("day", 1)];
  const [hour, minute, second] = [number("hour"), number("minute"), number("second")];
  const [hours, minutes] = [number("hours"), number("minutes")];
  if (year < MIN_YEAR || midnight(year, month, day).getUTCMonth() !== month - 1 || day === 0) return undefined;
  if (hour > 23 || minute > 59 || second > LEAP_SECOND || hours > 23 || minutes > 59) return undefined;
  const east = (groups.sign === "-" ? -1 : 1) * (hours * 60 + minutes);
  if (second === LEAP_SECOND) {
    const minuteInUtc = (hour * 60 + minute - east + 2 * MINUTES_A_DAY) % MINUTES_A_DAY;
    if (minuteInUtc !== MINUTES_A_DAY - 1) return undefined;
  }
  const nanoseconds = Number((groups.fraction ?? "").slice(0, 9).padEnd(9, "0"));
  return {
    ...{ year, month, day, hour, minute },
    // Temporal and Date know no leap seconds.
    second: Math.min(second, LEAP_SECOND - 1),
    microsecond: Math.floor(nanoseconds / 1000),
    nanosecond: nanoseconds % 1000,
    offset: groups.zone === undefined ? undefined : east * MINUTE,
  };
}
