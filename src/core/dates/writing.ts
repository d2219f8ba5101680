/** How moments are written: as text, as a timestamp, or as a JavaScript Date. Compiled modules import it, too. */
import { type Civil, epochNanoseconds, jsDate, MAX_YEAR, MIN_YEAR, MINUTE } from "../../text/time/clock.ts";
import { isoText, type Kind } from "../../text/time/iso.ts";
import { strftime } from "../../text/time/strftime.ts";
import { type Moment, type Temporal, temporal, timeOf, toMoment } from "../../values/temporal.ts";

/** Writes a moment; undefined if it has no such form. */
export type WriteMoment = (value: Moment) => string | number | undefined;

/** A format without fractions of a second drops them. */
const SECOND = 1_000_000_000n;
/** A timestamp drops what is less than this, in nanoseconds. */
const MICROSECOND = 1000n;

/** A moment as plain numbers. RFC 3339 has no offsets with seconds: such a moment is that of UTC. */
function civilOf(moment: Moment): Civil {
  const { ZonedDateTime, PlainTime } = temporal();
  let offset: number | undefined;
  let own = moment;
  if (own instanceof ZonedDateTime) {
    if ((own.offsetNanoseconds / 1000) % MINUTE !== 0) own = own.withTimeZone("UTC");
    offset = own.offsetNanoseconds / 1000;
  }
  const parts = own instanceof PlainTime ? own : own.withCalendar("iso8601");
  const { year = 1900, month = 1, day = 1 } = parts as Partial<Temporal.PlainDateTime>;
  const { hour = 0, minute = 0, second = 0, nanosecond = 0 } = parts as Partial<Temporal.PlainDateTime>;
  const { millisecond = 0, microsecond = 0 } = parts as Partial<Temporal.PlainDateTime>;
  return { year, month, day, hour, minute, second, microsecond: millisecond * 1000 + microsecond, nanosecond, offset };
}

/** The JavaScript Date of a moment. */
export const dateOf = (moment: Moment): Date => jsDate(civilOf(moment));

/** The text of a JavaScript Date in the format of RFC 3339; undefined if its year has more than four digits. */
export function dateText(input: unknown): string | undefined {
  const time = timeOf(input);
  if (time === undefined || Number.isNaN(time)) return undefined;
  const text = new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(text) ? text : undefined;
}

const isYear = (year: number): boolean => year >= MIN_YEAR && year <= MAX_YEAR;

/** The text of a moment outside the years of texts in its time zone, if it is in one of them with another offset. */
function shiftedText(value: Moment, kind: Kind): string | undefined {
  if (!(value instanceof temporal().ZonedDateTime)) return undefined;
  const civil = civilOf(value.withTimeZone(value.year < MIN_YEAR ? "+23:59" : "-23:59"));
  return isYear(civil.year) ? isoText(civil, kind) : undefined;
}

/**
 * Writes text in a format with a name.
 * @param keepsOffset the offset of a value is that of its text.
 */
/*#__NO_SIDE_EFFECTS__*/ export const isoWriter =
  (kind: Kind, keepsOffset: boolean): WriteMoment =>
  (value) => {
    const civil = civilOf(value);
    if (isYear(civil.year)) return isoText(civil, kind);
    return keepsOffset ? undefined : shiftedText(value, kind);
  };

/** Writes text in a format of `strptime`. */
/*#__NO_SIDE_EFFECTS__*/ export function formatWriter(format: string): WriteMoment {
  const text = strftime(format);
  return (value) => {
    const civil = civilOf(value);
    return isYear(civil.year) ? text(civil) : undefined;
  };
}

/**
 * Writes the Unix timestamp of a moment; a date is its midnight, a naive moment is in the local time zone.
 * @param scale the number of units in a second.
 */
/*#__NO_SIDE_EFFECTS__*/ export const timestampWriter =
  (tz: string | undefined, scale: number): WriteMoment =>
  (moment) => {
    const { PlainDate, ZonedDateTime } = temporal();
    const zoned = moment instanceof PlainDate && tz !== undefined ? moment.toZonedDateTime(tz) : moment;
    if (zoned instanceof ZonedDateTime) {
      const microseconds = zoned.epochNanoseconds / 1000n;
      // Microseconds of some centuries are more than a number has digits for.
      return scale === 1
        ? Number(microseconds) / 1e6
        : zoned.epochMilliseconds + Number(microseconds - BigInt(zoned.epochMilliseconds) * 1000n) / 1000;
    }
    const { year, month, day, hour, minute, second, microsecond } = civilOf(moment);
    const date = new Date(0);
    date.setFullYear(year, month - 1, day);
    return (date.setHours(hour, minute, second, 0) / 1000 + microsecond / 1e6) * scale;
  };

/** How far what the validator reads is from the value, in nanoseconds; undefined if it is another. */
function differenceOf(value: Moment, read: unknown): bigint | undefined {
  const moment = toMoment(read);
  if (moment === undefined) return undefined;
  const difference = epochNanoseconds(civilOf(value)) - epochNanoseconds(civilOf(moment));
  const size = difference < 0n ? -difference : difference;
  return size < SECOND ? size : undefined;
}

/**
 * Writes a value as what is read as the nearest value; undefined if all of it is read as another.
 * @param writers in the order of preference.
 * @param isNamed texts are in a format with a name, which drops nothing.
 * @param readAgain reads what was written.
 */
export function nearest(
  value: Moment,
  writers: readonly WriteMoment[],
  isNamed: boolean,
  readAgain: (written: string | number) => unknown,
): string | number | undefined {
  let [found, least] = [undefined as string | number | undefined, SECOND];
  for (const write of writers) {
    const written = write(value);
    if (written === undefined) continue;
    if (isNamed && typeof written === "string") return written;
    const loss = differenceOf(value, readAgain(written));
    if (loss !== undefined && loss < least) [found, least] = [written, loss];
    if (least < MICROSECOND) break;
  }
  return found;
}
