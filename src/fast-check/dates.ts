/** Arbitraries of Date, Time and Datetime. */
import fc from "fast-check";
import { takesOffsets } from "../core/params/date.ts";
import type { Validator } from "../core/validator.ts";
import type { Date as DateValidator } from "../validators/date.ts";
import type { Datetime } from "../validators/datetime.ts";
import type { Time } from "../validators/time.ts";
import { type Temporal, temporal } from "../values/temporal.ts";
import {
  accepted,
  type Invalid,
  type Kind,
  type Maker,
  orNull,
  possible,
  refusal,
  refusedBy,
  wrongType,
} from "./kind.ts";

type AnyDate = DateValidator | Time | Datetime;

interface Params {
  readonly nullable: boolean;
  readonly format: string | undefined;
  readonly unixts?: boolean;
  readonly coerce?: string | undefined;
  readonly tz?: string | undefined;
  readonly min: unknown;
  readonly max: unknown;
  readonly relmin?: Temporal.Duration | undefined;
  readonly relmax?: Temporal.Duration | undefined;
}

const DAY = 86_400_000;
/** A relative lower limit moves on, and has to hold for a while. */
const WHILE = 60_000;

/** What the three classes differ in. */
interface Type {
  /** The range of all values, and that in which most are. */
  readonly range: readonly [number, number];
  readonly usual: readonly [number, number];
  toMilliseconds(limit: unknown): number;
  fromMilliseconds(
    time: number,
    params: Params,
  ): Temporal.PlainDate | Temporal.PlainTime | Temporal.PlainDateTime | object;
}

const utc = (time: number): Temporal.ZonedDateTime =>
  temporal().Instant.fromEpochMilliseconds(time).toZonedDateTimeISO("UTC");

const YEARS: readonly [number, number] = [Date.UTC(1000, 0, 1), Date.UTC(9999, 11, 30)];
/** The years that two digits stand for. */
const USUAL: readonly [number, number] = [Date.UTC(1970, 0, 2), Date.UTC(2068, 11, 30)];

/** The time of a limit; a naive one is regarded as of UTC. */
function timeOf(limit: unknown): number {
  const { PlainDate, PlainDateTime, ZonedDateTime } = temporal();
  if (limit instanceof ZonedDateTime) return limit.epochMilliseconds;
  if (limit instanceof PlainDate || limit instanceof PlainDateTime) {
    return limit.toZonedDateTime("UTC").epochMilliseconds;
  }
  return Number.NaN;
}

const DATE: Type = {
  range: YEARS,
  usual: USUAL,
  toMilliseconds: timeOf,
  fromMilliseconds: (time) => utc(time).toPlainDate(),
};

const TIME: Type = {
  range: [0, DAY - 1],
  usual: [0, DAY - 1],
  toMilliseconds: (limit) => {
    const { hour, minute, second, millisecond } = limit as Temporal.PlainTime;
    return ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
  },
  fromMilliseconds: (time) => utc(time).toPlainTime(),
};

const DATETIME: Type = {
  range: YEARS,
  usual: USUAL,
  toMilliseconds: timeOf,
  fromMilliseconds: (time, params) => {
    const isAware = params.tz !== undefined || takesOffsets(params);
    return isAware ? utc(time).withTimeZone(params.tz ?? "UTC") : utc(time).toPlainDateTime();
  },
};

/** The limits of a validator, in milliseconds. */
function limitsOf({ min, max, relmin, relmax, tz }: Params, type: Type): [low: number, high: number] {
  const now = relmin === undefined && relmax === undefined ? undefined : utc(Date.now()).withTimeZone(tz ?? "UTC");
  const lows = [type.range[0]];
  const highs = [type.range[1]];
  if (min !== undefined) lows.push(type.toMilliseconds(min));
  if (max !== undefined) highs.push(type.toMilliseconds(max));
  if (now !== undefined && relmin) lows.push(now.add(relmin).epochMilliseconds + WHILE);
  if (now !== undefined && relmax) highs.push(now.add(relmax).epochMilliseconds);
  return [Math.max(...lows), Math.min(...highs)];
}

const times = (low: number, high: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: low, max: high }),
    // Formats without seconds, and days.
    fc
      .integer({ min: Math.ceil(low / 60_000), max: Math.max(Math.floor(high / 60_000), Math.ceil(low / 60_000)) })
      .map((one) => one * 60_000),
    fc
      .integer({ min: Math.ceil(low / DAY), max: Math.max(Math.floor(high / DAY), Math.ceil(low / DAY)) })
      .map((one) => one * DAY),
  );

/** The inputs for a time: as JSON, in the format of the validator, and as a value of Temporal. */
function inputs(validator: Validator, type: Type, low: number, high: number, json: boolean): fc.Arbitrary<unknown> {
  const params = validator as unknown as Params;
  const [from, to] = [Math.max(low, type.usual[0]), Math.min(high, type.usual[1])];
  const all = from <= to ? fc.oneof({ weight: 3, arbitrary: times(from, to) }, times(low, high)) : times(low, high);
  const values = all.map((time) => type.fromMilliseconds(time, params));
  const isText = (params.format ?? params.coerce) !== undefined || params.unixts === true;
  if (!isText) {
    if (json) throw refusal(validator, "it has no form in JSON without a format");
    return values;
  }
  // Limits do not apply to what is only written.
  const written = values.map((value) => writerOf(validator)(value));
  return json ? written : fc.oneof({ weight: 3, arbitrary: written }, values);
}

const writers = new WeakMap<Validator, (value: unknown) => unknown>();

/** Writes values in the format of a validator, whatever its limits. */
function writerOf(validator: Validator): (value: unknown) => unknown {
  let write = writers.get(validator);
  if (write === undefined) {
    const Class = validator.constructor as unknown as new (params: object) => Validator;
    const { format, unixts, coerce, tz } = validator as unknown as Params;
    const given = Object.entries({ format, unixts, coerce, tz }).filter(
      ([, value]) => value !== undefined && value !== false,
    );
    const unlimited = new Class(Object.fromEntries(given));
    write = (value) => {
      const result = unlimited.safeEncode(value as never);
      return result.ok ? result.value : undefined;
    };
    writers.set(validator, write);
  }
  return write;
}

/*#__NO_SIDE_EFFECTS__*/ function dateKind<V extends AnyDate>(type: Type): Kind<V> {
  return {
    valid(given, to: Maker) {
      const validator = given as unknown as Validator;
      const [low, high] = limitsOf(given as unknown as Params, type);
      const own =
        low > high
          ? to.none(validator, "nothing is within its limits")
          : accepted(validator, inputs(validator, type, low, high, to.json), to);
      return orNull(given, own);
    },
    faults(given, { json }: Maker) {
      const validator = given as unknown as Validator;
      const params = given as unknown as Params;
      const { format, unixts, coerce, min, max, relmin, relmax } = params;
      const single = [wrongType(given)];
      const [low, high] = limitsOf(params, type);
      const within = (from: number, to: number): void => {
        if (from > to || (json && !format && !unixts && !coerce)) return;
        single.push(refusedBy(validator, inputs(validator, type, from, to, json)));
      };
      const step = type === DATE ? DAY : 1000;
      if (min !== undefined || relmin) within(type.range[0], low - step - WHILE * (relmin ? 2 : 0));
      if (max !== undefined || relmax) within(high + step + (relmax ? DAY : 0), type.range[1]);
      if ((relmin ?? relmax) === undefined) return { single: possible(single) };
      // A relative limit moves on.
      const known = ({ value, issue: { expected, ...issue } }: Invalid): Invalid => ({ value, issue });
      return { single: possible(single.map((faults) => faults.map(known))) };
    },
  };
}

export const date: Kind<DateValidator> = /*#__PURE__*/ dateKind<DateValidator>(DATE);
export const time: Kind<Time> = /*#__PURE__*/ dateKind<Time>(TIME);
export const datetime: Kind<Datetime> = /*#__PURE__*/ dateKind<Datetime>(DATETIME);
