/** `strftime` of CPython in its C locale, for the directives of `strptime`: it writes what that reads. */
import { type Civil, midnight, pad } from "./clock.ts";
import { COMPOSITES, DAYS, MONTHS } from "./strptime.ts";

/** Writes a date and time. */
export type Strftime = (civil: Civil) => string;

const DAY = 86_400_000;

const capital = (name = ""): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The day of the year from 0 on, and the days of the week from Monday and from Sunday on. */
interface Calendar extends Civil {
  readonly yearDay: number;
  readonly monday: number;
  readonly sunday: number;
}

function calendarOf(civil: Civil): Calendar {
  const date = midnight(civil.year, civil.month, civil.day);
  const sunday = date.getUTCDay();
  const yearDay = Math.round((date.getTime() - midnight(civil.year, 1, 1).getTime()) / DAY);
  return { ...civil, yearDay, sunday, monday: (sunday + 6) % 7 };
}

/** The year and week of ISO 8601: those of the Thursday of the week. */
function isoWeekOf({ year, month, day, monday }: Calendar): { readonly year: number; readonly week: number } {
  const thursday = midnight(year, month, day + 3 - monday);
  const first = midnight(thursday.getUTCFullYear(), 1, 1);
  return {
    year: thursday.getUTCFullYear(),
    week: 1 + Math.floor((thursday.getTime() - first.getTime()) / DAY / 7),
  };
}

/** An offset in microseconds, with seconds and a fraction only if it has some. */
function offsetText(offset: number): string {
  const all = Math.abs(offset);
  const [seconds, fraction] = [Math.floor(all / 1e6), all % 1e6];
  const text = `${offset < 0 ? "-" : "+"}${pad(Math.floor(seconds / 3600))}${pad(Math.floor(seconds / 60) % 60)}`;
  if (seconds % 60 === 0 && fraction === 0) return text;
  return `${text}${pad(seconds % 60)}${fraction === 0 ? "" : `.${pad(fraction, 6)}`}`;
}

const WRITERS: Readonly<Record<string, (civil: Calendar) => string>> = {
  a: ({ monday }) => capital(DAYS[monday]?.slice(0, 3)),
  A: ({ monday }) => capital(DAYS[monday]),
  b: ({ month }) => capital(MONTHS[month - 1]?.slice(0, 3)),
  B: ({ month }) => capital(MONTHS[month - 1]),
  d: ({ day }) => pad(day),
  f: ({ microsecond }) => pad(microsecond, 6),
  G: (civil) => pad(isoWeekOf(civil).year, 4),
  H: ({ hour }) => pad(hour),
  I: ({ hour }) => pad(hour % 12 || 12),
  j: ({ yearDay }) => pad(yearDay + 1, 3),
  m: ({ month }) => pad(month),
  M: ({ minute }) => pad(minute),
  p: ({ hour }) => (hour < 12 ? "AM" : "PM"),
  S: ({ second }) => pad(second),
  u: ({ monday }) => String(monday + 1),
  U: ({ yearDay, sunday }) => pad(Math.floor((yearDay + 7 - sunday) / 7)),
  V: (civil) => pad(isoWeekOf(civil).week),
  w: ({ sunday }) => String(sunday),
  W: ({ yearDay, monday }) => pad(Math.floor((yearDay + 7 - monday) / 7)),
  y: ({ year }) => pad(year % 100),
  Y: ({ year }) => pad(year, 4),
  z: ({ offset = 0 }) => offsetText(offset),
  Z: () => "UTC",
};

/** Returns whether texts in a format of date and time have an offset, always. */
export const hasOffset = (format = ""): boolean => format === "rfc3339" || format.replaceAll("%%", "").includes("%z");

/** Compiles a format that `strptime` accepts. */
export function strftime(format: string): Strftime {
  const whole = format.replace(/%([cxX%])/g, (same, directive: string) => COMPOSITES.get(directive) ?? same);
  return (civil) => {
    const calendar = calendarOf(civil);
    return whole.replace(/%(.)/gu, (_, directive: string) =>
      directive === "%" ? "%" : (WRITERS[directive]?.(calendar) ?? ""),
    );
  };
}
