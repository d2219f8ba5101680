/** Limits of dates and times in the form that the addon compares. */
import { LIMIT_ZONE } from "../../core/params/date.ts";
import type { Validator } from "../../core/validator.ts";
import { type Moment, temporal } from "../../values/temporal.ts";

/** A moment, or a naive datetime taken as UTC. A time of day is on 1970-01-01. */
export interface Instant {
  /** Since 1970, rounded down. */
  readonly seconds: number;
  readonly nanosecond: number;
}

/**
 * Returns whether a parameter is a limit that is stored as a Temporal value. Temporal itself is not used, because it
 * may not be loaded.
 */
export const isDateLimit = (validator: Validator, param: string): boolean =>
  (param === "min" || param === "max") && LIMIT_ZONE in validator;

/** A limit of Date, Time or Datetime. */
export function instantOf(validator: Validator, limit: Moment): Instant {
  const zone = (validator as Validator & { readonly [LIMIT_ZONE]: string | undefined })[LIMIT_ZONE];
  const nanoseconds = epochNanoseconds(limit, zone ?? "UTC");
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
