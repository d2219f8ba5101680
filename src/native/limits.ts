/** Limits of dates and times, as the addon compares them. */

import type { Validator } from "../validator.ts";
import { ownValue } from "../values/input.ts";
import { type Moment, temporal } from "../values/temporal.ts";

/** A moment, or what a clock shows, taken as that of UTC. A time of day is one of 1970-01-01. */
export interface Instant {
  /** Since 1970, rounded down. */
  readonly seconds: number;
  readonly nanosecond: number;
}

/**
 * Whether a parameter is a limit that is stored as a value of Temporal. Temporal is not asked: it may not be loaded.
 */
export const isDateLimit = ({ constructor }: Validator, param: string): boolean =>
  (param === "min" || param === "max") && ["Date", "Datetime", "Time"].includes(constructor.name);

/** A limit of Date, Time or Datetime. */
export function instantOf(validator: Validator, limit: Moment): Instant {
  // To a Datetime a date is its midnight in the time zone; to a Date, whatever its zone, it is a day.
  const zone = validator.constructor.name === "Datetime" ? ownValue(validator, "tz") : undefined;
  const nanoseconds = epochNanoseconds(limit, zone === undefined ? "UTC" : String(zone));
  const nanosecond = ((nanoseconds % BILLION) + BILLION) % BILLION;
  return { seconds: Number((nanoseconds - nanosecond) / BILLION), nanosecond: Number(nanosecond) };
}

const BILLION = 1_000_000_000n;

function epochNanoseconds(limit: Moment, timeZone: string): bigint {
  const { PlainDate, PlainTime, ZonedDateTime } = temporal();
  if (limit instanceof ZonedDateTime) return limit.epochNanoseconds;
  if (!(limit instanceof PlainTime)) return limit.toZonedDateTime(timeZone).epochNanoseconds;
  return new PlainDate(1970, 1, 1).toZonedDateTime({ timeZone, plainTime: limit }).epochNanoseconds;
}
