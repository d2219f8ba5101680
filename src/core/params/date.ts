/** Parameters of the date validators: formats, limits as Temporal values or ISO 8601 text, durations, time zones. */
import { MAX_YEAR, MIN_YEAR } from "../../text/time/clock.ts";
import type { Kind } from "../../text/time/iso.ts";
import { ownValue } from "../../values/input.ts";
import { type Temporal, temporal, toDuration, toMoment } from "../../values/temporal.ts";
import { literal } from "../../values/text.ts";
import { expectBasestr, expectCallable, ValueError } from "../contracts.ts";
import { type Parser, parserOf } from "../dates/reader.ts";
import { paramName } from "../schemas/checker.ts";
import type { Contract } from "../validator.ts";
import { choice } from "./shared.ts";

/**
 * The property of the validators of dates and times that gives the time zone of limits without one; UTC if it is
 * undefined.
 */
export const LIMIT_ZONE: unique symbol = Symbol("limitZone");

/** An optional format: one of `strptime`, or a named one for texts of that kind. */
/*#__NO_SIDE_EFFECTS__*/ function formatOf(kind: Kind): Contract<string | undefined> {
  return (owner, attr, value) => {
    const checked = expectBasestr(owner, attr, value, { nullable: true });
    if (checked === undefined || parserOf(checked, kind) !== undefined) return checked;
    throw new ValueError(
      `${paramName(owner, attr)} should not be ${literal(checked)}: it has no texts of a ${kind} alone`,
    );
  };
}
export const dateFormat: Contract<string | undefined> = /*#__PURE__*/ formatOf("date");
export const timeFormat: Contract<string | undefined> = /*#__PURE__*/ formatOf("time");
export const datetimeFormat: Contract<string | undefined> = /*#__PURE__*/ formatOf("datetime");

/** An optional function that reads text. */
export const parser: Contract<Parser | undefined> = (owner, attr, value) =>
  expectCallable<Parser>(owner, attr, value, { nullable: true });

/**
 * An optional time zone: an IANA name, `"UTC"`, or an offset such as `"+05:30"`; stored in the spelling of Temporal.
 */
export const zone: Contract<string | undefined> = (owner, attr, value) => {
  const name = expectBasestr(owner, attr, value, { nullable: true });
  if (name === undefined) return undefined;
  try {
    return new (temporal().ZonedDateTime)(0n, name).timeZoneId;
  } catch {
    throw new ValueError(`${paramName(owner, attr)} should be a time zone, got ${literal(name)}`);
  }
};

/** A limit that is stored as `T`. */
type Limit<T, Given = T> = Contract<T | undefined, Given | string>;

type StoredDatetime = Temporal.PlainDateTime | Temporal.ZonedDateTime | Temporal.PlainDate;

/** The types of a limit of a datetime, besides text. */
type DatetimeLimit = StoredDatetime | Temporal.Instant | Date;

/**
 * The syntax of ISO 8601 texts of limits. Temporal itself accepts more, and silently drops the parts that a class does
 * not use.
 */
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?$/;
const DATETIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d(?::?\d\d)?)?(\[[^\]]+\])?$/;

/** A limit that is a date. */
export const dateLimit: Limit<Temporal.PlainDate> = limit("date", (value) => {
  const { PlainDate } = temporal();
  if (typeof value === "string") return DATE.test(value) ? PlainDate.from(value) : undefined;
  const moment = toMoment(value);
  return moment instanceof PlainDate ? moment.withCalendar("iso8601") : undefined;
});

/** A limit that is a time of day. */
export const timeLimit: Limit<Temporal.PlainTime> = limit("time", (value) => {
  const { PlainTime } = temporal();
  if (typeof value === "string") return TIME.test(value) ? PlainTime.from(value) : undefined;
  const moment = toMoment(value);
  return moment instanceof PlainTime ? moment : undefined;
});

/** A limit that is a datetime, or a date, which stands for its midnight. */
export const datetimeLimit: Limit<StoredDatetime, DatetimeLimit> = limit("datetime", (value) => {
  const moment = typeof value === "string" ? parseDatetime(value) : toMoment(value);
  return moment instanceof temporal().PlainTime ? undefined : moment?.withCalendar("iso8601");
});

function parseDatetime(text: string): StoredDatetime | undefined {
  const { Instant, PlainDate, PlainDateTime, ZonedDateTime } = temporal();
  if (DATE.test(text)) return PlainDate.from(text);
  const [matched, offset, zone] = DATETIME.exec(text) ?? [];
  if (matched === undefined) return undefined;
  if (zone !== undefined) return ZonedDateTime.from(text);
  return offset === undefined ? PlainDateTime.from(text) : Instant.from(text).toZonedDateTimeISO("UTC");
}

/** The zone of a Datetime. It is checked after the limits, so their kind can be checked here. */
export const zoneOfLimits: Contract<string | undefined> = (owner, attr, value) => {
  const tz = zone(owner, attr, value);
  const { PlainDateTime, ZonedDateTime } = temporal();
  const isAware = tz !== undefined || takesOffsets(owner);
  const [wrong, kind] = isAware ? [PlainDateTime, "timezone-aware"] : [ZonedDateTime, "naive"];
  for (const name of ["min", "max"] as const) {
    if (ownValue(owner, name) instanceof wrong) {
      throw new ValueError(`${owner.constructor.name}.${name} should be ${kind} datetime object`);
    }
  }
  return tz;
};

/**
 * Returns whether the values of a Datetime are moments even without a time zone: each text in its format has an offset,
 * or it takes numbers that are moments.
 */
export const takesOffsets = (owner: object): boolean =>
  ownValue(owner, "format") === "rfc3339" || ownValue(owner, "coerce") !== undefined;

const unit = choice(["unix", "unix_ms"]);

/** The unit of Unix timestamps, which are moments. */
export const timestampUnit: typeof unit = (owner, attr, value) => {
  const given = unit(owner, attr, value);
  if (given !== undefined && ownValue(owner, "unixts") === true)
    throw new ValueError(`${paramName(owner, attr)} should not be given together with unixts`);
  return given;
};

const anyForm = choice(["temporal", "instant", "date"]);

/** The type of the result of a Datetime, checked last: only a moment can be an Instant or a JavaScript Date. */
export const momentForm: typeof anyForm = (owner, attr, value) => {
  const form = anyForm(owner, attr, value);
  const isAware = ownValue(owner, "tz") !== undefined || takesOffsets(owner);
  if (isAware || form === undefined || form === "temporal") return form;
  throw new ValueError(
    `${paramName(owner, attr)} should be "temporal" without a tz, as there are no moments: give tz: "UTC" too`,
  );
};

/** The type of the result of a Date. */
export const dateForm: Contract<"temporal" | "date" | undefined> = /*#__PURE__*/ choice(["temporal", "date"]);

/** A limit of a Datetime: an aware one is converted to `tz`, which is checked later, as its own parameter. */
export const limitInZone: typeof datetimeLimit = dumpedAsText((owner, attr, value, given) => {
  const limit = datetimeLimit(owner, attr, value);
  const tz = given && ownValue(given, "tz");
  if (!(limit instanceof temporal().ZonedDateTime) || typeof tz !== "string") return limit;
  try {
    return limit.withTimeZone(tz);
  } catch {
    return limit;
  }
});

/** Durations that lead further than this from the years 1 and 9999 are refused: Temporal ends at the year 271,821. */
const MAX_YEARS = 200_000;

const duration: Limit<Temporal.Duration> = limit("duration", (value) =>
  typeof value === "string" ? temporal().Duration.from(value) : toDuration(value),
);

/** A limit relative to the current moment: a duration, negative for the past. */
export const delta: Limit<Temporal.Duration> = dumpedAsText((owner, attr, value) => {
  const checked = duration(owner, attr, value);
  if (checked === undefined) return undefined;
  const { PlainDate } = temporal();
  let cause: unknown;
  try {
    const years = [new PlainDate(1, 1, 1), new PlainDate(9999, 12, 31)].map((date) => date.add(checked).year);
    if (years.every((year) => Math.abs(year) <= MAX_YEARS)) return checked;
  } catch (error) {
    cause = error;
  }
  throw new ValueError(`${paramName(owner, attr)} should not be longer than ${MAX_YEARS} years`, { cause });
});

/** The contract of a value that `read` makes from a Temporal value or a text; dumped as text. */
/*#__NO_SIDE_EFFECTS__*/ function limit<T extends { toString(): string }>(
  type: string,
  read: (value: unknown) => T | undefined,
): Contract<T | undefined, never> {
  return dumpedAsText((owner, attr, value) => {
    // Throws if Temporal is missing: here, while the validator is built and not yet registered, instead of in its first
    // call.
    temporal();
    if (value === undefined || value === null) return undefined;
    let result: T | undefined;
    try {
      result = read(value);
    } catch {
      // A RangeError of Temporal: there is no such day, zone or duration.
    }
    if (isBeyondYears(result)) throw new ValueError(`${paramName(owner, attr)} should be in the years 1 to 9999`);
    if (result !== undefined) return result;
    if (typeof value !== "string") throw new TypeError(`${paramName(owner, attr)} should be of type ${type}`);
    throw new ValueError(`${paramName(owner, attr)} should be a ${type} in ISO 8601 form, got ${literal(value)}`);
  });
}

/** Returns the contract itself, of a parameter that is dumped as text. */
/*#__NO_SIDE_EFFECTS__*/ function dumpedAsText<T, Given>(contract: Contract<T, Given>): Contract<T, Given> {
  contract.dump = String;
  return contract;
}

/** Closer to the limits of Temporal's range, a limit might have no equal in another time zone. */
function isBeyondYears(value: unknown): boolean {
  const { year } = (value ?? {}) as { year?: number };
  return year !== undefined && (year < MIN_YEAR || year > MAX_YEAR);
}
